package iching

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/sixfold-bot/sixfold/engine"
)

var (
	hexagramArg = engine.Arg{Name: "hexagram", Help: engine.T("Its number, name or character: 23, Bo, 剝, ䷖"), Kind: engine.Word, Required: true, Min: 1, Max: 60}
	lineArg     = engine.Arg{Name: "line", Help: engine.T("One line, 1 to 6 from the bottom; 7: all lines of hexagram 1 or 2"), Kind: engine.Integer, Min: 1, Max: allLines}
	pageArg     = engine.Arg{Name: "page", Help: engine.T("The page of a long text"), Kind: engine.Integer, Min: 1, Max: 9, Default: 1}
)

func (b book) hexagramTool() engine.Tool {
	a := hexagramArg
	a.Suggest = b.suggest
	return engine.Tool{
		Name: "hexagram", Help: engine.T("What the book says of a hexagram, and what it is related to"),
		Args: []engine.Arg{a, lineArg, pageArg, privateArg}, Run: b.hexagram,
	}
}

func (b book) hexagram(_ context.Context, _ engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
	h, err := b.find(o.Text(hexagramArg.Name))
	if err != nil {
		return engine.Answer{}, err
	}
	private := ""
	if o.Bool(privateArg.Name) {
		private = " private:true"
	}
	if n := o.Int(lineArg.Name); n > 0 {
		return b.oneLine(h, n, private)
	}
	return b.leaf(h, o.Int(pageArg.Name), private)
}

// folded is a name as it is compared: in small letters, without accents and blanks.
func folded(name string) string {
	var f strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(name)) {
		if r < 0x80 && (r < 'a' || r > 'z') && (r < '0' || r > '9') || r >= 0x300 && r < 0x370 {
			continue
		}
		f.WriteRune(r)
	}
	return f.String()
}

// calls lists the names of a hexagram, the title first.
func (b book) calls(h Hexagram) []string {
	n := names[h.Number()-1]
	return []string{b.texts.Of(h).Title, n.english, n.pinyin, n.legge, n.chinese, h.Character()}
}

// find finds a hexagram by its number, its lines, its character, or a name of which all
// or a part was given.
func (b book) find(text string) (Hexagram, error) {
	text = strings.TrimSpace(text)
	if h, ok := FromLines(text); ok {
		return h, nil
	}
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > 64 {
			return 0, engine.Refuse("there is no hexagram %s; they are numbered from 1 to 64", strconv.Itoa(n))
		}
		return Numbered(n), nil
	}
	if found := b.matching(text); len(found) > 0 {
		return found[0], nil
	}
	return 0, engine.Refuse("no hexagram is called `%s`; give a number from 1 to 64, a name, or its character", cleaned(text))
}

// matching lists the hexagrams of which a name is, begins with, or holds the text, in
// this order.
func (b book) matching(text string) []Hexagram {
	typed := folded(text)
	if typed == "" {
		return nil
	}
	var ranks [3][]Hexagram
	for n := 1; n <= 64; n++ {
		h, best := Numbered(n), len(ranks)
		for _, name := range b.calls(h) {
			switch name = folded(name); {
			case name == typed:
				best = 0
			case strings.HasPrefix(name, typed):
				best = min(best, 1)
			case strings.Contains(name, typed):
				best = min(best, 2)
			}
		}
		if best < len(ranks) {
			ranks[best] = append(ranks[best], h)
		}
	}
	return slices.Concat(ranks[0], ranks[1], ranks[2])
}

// suggest completes the name of a hexagram.
func (b book) suggest(_ engine.Position, typed string) (list []engine.Named) {
	found := b.matching(typed)
	for n := 1; n <= 64; n++ {
		if number := strconv.Itoa(n); strings.HasPrefix(number, strings.TrimSpace(typed)) {
			found = append(found, Numbered(n))
		}
	}
	for _, h := range found[:min(len(found), engine.MaxSuggestions)] {
		list = append(list, engine.Named{ID: strconv.Itoa(h.Number()), Title: engine.T("%s %s", b.texts.name(h), h.signs())})
	}
	return list
}

// mostPage is how many characters of a text stand on one page.
const mostPage = 1700

// leaf is a page of all that the book says of a hexagram.
func (b book) leaf(h Hexagram, page int, private string) (engine.Answer, error) {
	pages := b.pagesOf(h)
	if page > len(pages) {
		return engine.Answer{}, noPage(page, len(pages))
	}
	page = max(page, 1)
	heading := engine.T("**%s** %s", b.texts.name(h), h.signs())
	if len(pages) > 1 {
		heading = onPage(heading, page, len(pages))
	}
	a := engine.Answer{
		Text: paragraphs(append([]engine.Text{heading}, pages[page-1]...)...),
		Data: b.leafData(h),
	}
	a.Actions = turning(fmt.Sprintf("hexagram %d page:", h.Number()), page, len(pages), private)
	related := b.related(h)
	for _, r := range related {
		a.Actions = append(a.Actions, engine.Action{Label: engine.T("%s: %s", r.Name, r.Title), Line: fmt.Sprintf("hexagram %d%s", r.Hexagram.Number(), private), Replace: true})
	}
	a.Scenes = []any{&Leaf{Hexagram: h, Title: said(b.texts.Of(h).Title), Related: related}}
	return a, nil
}

// onPage is a heading with the number of its page.
func onPage(heading engine.Text, page, pages int) engine.Text {
	return engine.T("%s (page %s of %s)", heading, strconv.Itoa(page), strconv.Itoa(pages))
}

func noPage(page, pages int) error {
	return engine.Refuse("there is no page %s; the last one is page %s", strconv.Itoa(page), strconv.Itoa(pages))
}

// turning leads to the pages before and after one. The line of a button is that of the
// page with its number and what follows it.
func turning(line string, page, pages int, after string) (list []engine.Action) {
	if page > 1 {
		list = append(list, engine.Action{Label: engine.T("Page before"), Line: line + strconv.Itoa(page-1) + after, Replace: true})
	}
	if page < pages {
		list = append(list, engine.Action{Label: engine.T("Next page"), Line: line + strconv.Itoa(page+1) + after, Replace: true})
	}
	return list
}

// pagesOf parts the texts of a hexagram into pages.
func (b book) pagesOf(h Hexagram) (pages [][]engine.Text) {
	r := b.texts.Of(h)
	parts := []engine.Text{
		engine.T("%s above, %s below.", trigramWords(h.Upper()), trigramWords(h.Lower())),
		engine.T("**Judgment.** %s", said(r.Judgment)),
		engine.T("**Image.** %s", said(r.Image)),
	}
	for i, line := range r.Lines {
		parts = append(parts, engine.T("**Line %s.** %s", strconv.Itoa(i+1), said(line)))
	}
	if r.Extra != "" {
		parts = append(parts, engine.T("**All lines.** %s", said(r.Extra)))
	}
	size := mostPage + 1
	for _, part := range parts {
		n := utf8.RuneCountInString(part.String())
		if size+n > mostPage {
			pages, size = append(pages, nil), 0
		}
		pages[len(pages)-1] = append(pages[len(pages)-1], part)
		size += n
	}
	return pages
}

var imageWords = [8]engine.Text{
	Kun: engine.T("Earth"), Zhen: engine.T("Thunder"), Kan: engine.T("Water"), Dui: engine.T("Lake"),
	Gen: engine.T("Mountain"), Li: engine.T("Fire"), Xun: engine.T("Wind"), Qian: engine.T("Heaven"),
}

func trigramWords(t Trigram) engine.Text {
	return engine.T("%s %s (%s)", t.Character(), t.Word(), engine.T(t.Name()))
}

// Word is the trigram's image as a word for people.
func (t Trigram) Word() engine.Text { return imageWords[t] }

// related are the hexagrams that belong to another, each once.
func (b book) related(h Hexagram) (list []Marked) {
	for _, r := range []struct {
		name engine.Text
		of   Hexagram
	}{
		{engine.T("Opposite"), h.Opposite()},
		{engine.T("Inverted"), h.Inverted()},
		{engine.T("Exchanged"), h.Exchanged()},
		{engine.T("Within"), h.Nuclear()},
		{engine.T("Before"), Numbered((h.Number()+62)%64 + 1)},
		{engine.T("Next"), Numbered(h.Number()%64 + 1)},
	} {
		if i := slices.IndexFunc(list, func(m Marked) bool { return m.Hexagram == r.of }); i >= 0 {
			list[i].Name = engine.T("%s, %s", list[i].Name, r.name)
		} else if r.of != h {
			list = append(list, Marked{Hexagram: r.of, Name: r.name, Title: b.texts.name(r.of)})
		}
	}
	return list
}

// leafData is the machine-readable form of a hexagram.
type leafData struct {
	Number    int      `json:"number"`
	Lines     string   `json:"lines"`
	Character string   `json:"character"`
	Chinese   string   `json:"chinese"`
	Pinyin    string   `json:"pinyin"`
	Title     string   `json:"title"`
	Upper     string   `json:"upper"`
	Lower     string   `json:"lower"`
	Nuclear   int      `json:"nuclear"`
	Opposite  int      `json:"opposite"`
	Inverted  int      `json:"inverted"`
	Reading   *Reading `json:"reading"`
}

func (b book) leafData(h Hexagram) leafData {
	r := b.texts.Of(h)
	return leafData{
		h.Number(), h.Lines(), h.Character(), h.Chinese(), h.Pinyin(), r.Title, h.Upper().Name(), h.Lower().Name(),
		h.Nuclear().Number(), h.Opposite().Number(), h.Inverted().Number(), r,
	}
}

// oneLine is the text of one line, or of all.
func (b book) oneLine(h Hexagram, n int, private string) (engine.Answer, error) {
	passage := lineOf(h, n)
	heading := engine.T("**%s**, line %s", b.texts.name(h), strconv.Itoa(n))
	to := h.Opposite()
	if n == allLines {
		passage = Passage{h.Number(), extraPart, 0}
		heading = engine.T("**%s**, all lines", b.texts.name(h))
		if b.passage(passage) == "" {
			return engine.Answer{}, engine.Refuse("only hexagrams 1 and 2 have a text for all lines; this one has lines 1 to 6")
		}
	} else {
		to = h.Toggle(n)
	}
	return engine.Answer{
		Text:   paragraphs(heading, quoted(said(b.passage(passage))), engine.T("Changed, it leads to %s.", b.texts.name(to))),
		Data:   passageData{passage, b.passage(passage)},
		Scenes: []any{&Leaf{Hexagram: h, Title: said(b.texts.Of(h).Title), Line: n, Related: []Marked{{Hexagram: to, Name: engine.T("Leads to"), Title: b.texts.name(to)}}}},
		Actions: []engine.Action{
			{Label: b.texts.name(h), Line: fmt.Sprintf("hexagram %d%s", h.Number(), private), Replace: true},
			{Label: b.texts.name(to), Line: fmt.Sprintf("hexagram %d%s", to.Number(), private), Replace: true},
		},
	}, nil
}

type passageData struct {
	Passage
	Text string `json:"text"`
}
