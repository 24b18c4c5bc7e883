package iching

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
)

var (
	hexagramArg = engine.Arg{Name: "hexagram", Help: engine.T("Number, character, or name in English, pinyin, Chinese or by Wilhelm: 23, ䷖, Bō, 剥, Po"), Kind: engine.Word, Required: true, Min: 1, Max: 60}
	lineArg     = engine.Arg{Name: "line", Help: engine.T("One line, 1 to 6 from the bottom; 7: all lines of hexagram 1 or 2"), Kind: engine.Integer, Min: 1, Max: allLines}
	pageArg     = engine.Arg{Name: "page", Help: engine.T("The page of a long text"), Kind: engine.Integer, Min: 1, Max: 9, Default: 1}
)

func (t tools) hexagram(_ context.Context, _ engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
	h, err := t.texts.Find(o.Text(hexagramArg.Name))
	if err != nil {
		return engine.Answer{}, err
	}
	private := keepPrivacy(o, false, false)
	if n := o.Int(lineArg.Name); n > 0 {
		return t.oneLine(h, n, private)
	}
	return t.leaf(h, o.Int(pageArg.Name), private)
}

func (t tools) suggest(_ engine.Position, typed string) []engine.Named {
	found := t.texts.Matching(typed)
	return engine.Map(found[:min(len(found), engine.MaxSuggestions)], func(h book.Hexagram) engine.Named {
		return engine.Named{ID: strconv.Itoa(h.Number()), Title: engine.T("%s %s", t.texts.Name(h), h.Signs())}
	})
}

const mostPage = 1700 // characters

func (t tools) leaf(h book.Hexagram, page int, private string) (engine.Answer, error) {
	pages := t.pagesOf(h)
	page = max(page, 1)
	heading, turning, err := paged(engine.T("**%s** %s", t.texts.Name(h), h.Signs()), page, len(pages), fmt.Sprintf("hexagram %d page:", h.Number()), private)
	if err != nil {
		return engine.Answer{}, err
	}
	a := engine.Answer{
		Text: paragraphs(append([]engine.Text{heading}, pages[page-1]...)...),
		Data: t.leafData(h), Actions: turning,
	}
	related := t.related(h)
	for _, r := range related {
		a.Actions = append(a.Actions, engine.Action{Label: engine.T("%s: %s", r.Name, r.Title), Line: fmt.Sprintf("hexagram %d%s", r.Hexagram.Number(), private), Replace: true})
	}
	a.Scenes = []engine.Scene{&Leaf{Hexagram: h, Title: book.Said(t.texts.Of(h).Title), Related: related}}
	return a, nil
}

// paged adds to a heading which page of several it is on, and returns buttons for the previous and
// the next page. A button's line is the given line, the number of the page, and after.
func paged(heading engine.Text, page, pages int, line, after string) (engine.Text, []engine.Action, error) {
	if page > pages {
		return heading, nil, engine.Refuse("there is no page %s; the last one is page %s", strconv.Itoa(page), strconv.Itoa(pages))
	}
	if pages > 1 {
		heading = engine.T("%s (page %s of %s)", heading, strconv.Itoa(page), strconv.Itoa(pages))
	}
	var list []engine.Action
	if page > 1 {
		list = append(list, engine.Action{Label: engine.T("Previous page"), Line: line + strconv.Itoa(page-1) + after, Replace: true})
	}
	if page < pages {
		list = append(list, engine.Action{Label: engine.T("Next page"), Line: line + strconv.Itoa(page+1) + after, Replace: true})
	}
	return heading, list, nil
}

// pagesOf splits the texts of a hexagram into pages.
func (t tools) pagesOf(h book.Hexagram) (pages [][]engine.Text) {
	r := t.texts.Of(h)
	parts := []engine.Text{
		engine.T("%s above, %s below.", trigramWords(h.Upper()), trigramWords(h.Lower())),
		engine.T("**Judgment.** %s", book.Said(r.Judgment)),
		engine.T("**Image.** %s", book.Said(r.Image)),
	}
	for i, line := range r.Lines {
		parts = append(parts, engine.T("**Line %s.** %s", strconv.Itoa(i+1), book.Said(line)))
	}
	if r.Extra != "" {
		parts = append(parts, engine.T("**All lines.** %s", book.Said(r.Extra)))
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

func trigramWords(t book.Trigram) engine.Text {
	return engine.T("%s %s (%s)", t.Character(), t.Word(), engine.T(t.Name()))
}

// related returns the hexagrams related to another, each once.
func (t tools) related(h book.Hexagram) (list []Marked) {
	for _, r := range []struct {
		name engine.Text
		of   book.Hexagram
	}{
		{engine.T("Opposite"), h.Opposite()},
		{engine.T("Inverted"), h.Inverted()},
		{engine.T("Exchanged"), h.Exchanged()},
		{engine.T("Within"), h.Nuclear()},
		{engine.T("Before"), book.Numbered((h.Number()+62)%64 + 1)},
		{engine.T("Next"), book.Numbered(h.Number()%64 + 1)},
	} {
		if i := slices.IndexFunc(list, func(m Marked) bool { return m.Hexagram == r.of }); i >= 0 {
			list[i].Name = engine.T("%s, %s", list[i].Name, r.name)
		} else if r.of != h {
			list = append(list, Marked{Hexagram: r.of, Name: r.name, Title: t.texts.Name(r.of)})
		}
	}
	return list
}

type leafData struct {
	Number    int           `json:"number"`
	Lines     string        `json:"lines"`
	Character string        `json:"character"`
	Chinese   string        `json:"chinese"`
	Pinyin    string        `json:"pinyin"`
	Title     string        `json:"title"`
	Upper     string        `json:"upper"`
	Lower     string        `json:"lower"`
	Nuclear   int           `json:"nuclear"`
	Opposite  int           `json:"opposite"`
	Inverted  int           `json:"inverted"`
	Reading   *book.Reading `json:"reading"`
}

func (t tools) leafData(h book.Hexagram) leafData {
	r := t.texts.Of(h)
	return leafData{
		h.Number(), h.Lines(), h.Character(), h.Chinese(), h.Pinyin(), r.Title, h.Upper().Name(), h.Lower().Name(),
		h.Nuclear().Number(), h.Opposite().Number(), h.Inverted().Number(), r,
	}
}

func (t tools) oneLine(h book.Hexagram, n int, private string) (engine.Answer, error) {
	passage, to := book.LineOf(h, n), h.Toggle(n)
	heading := engine.T("**%s**, line %s", t.texts.Name(h), strconv.Itoa(n))
	if n == allLines {
		passage, to = book.Passage{Hexagram: h.Number(), Part: book.Extra}, h.Opposite()
		heading = engine.T("**%s**, all lines", t.texts.Name(h))
		if t.texts.Text(passage) == "" {
			return engine.Answer{}, engine.Refuse("only hexagrams 1 and 2 have a text for all lines; this one has lines 1 to 6")
		}
	}
	return engine.Answer{
		Text:   paragraphs(heading, quoted(book.Said(t.texts.Text(passage))), engine.T("Changed, it leads to %s.", t.texts.Name(to))),
		Data:   passageData{passage, t.texts.Text(passage)},
		Scenes: []engine.Scene{&Leaf{Hexagram: h, Title: book.Said(t.texts.Of(h).Title), Line: n, Related: []Marked{{Hexagram: to, Name: engine.T("Leads to"), Title: t.texts.Name(to)}}}},
		Actions: []engine.Action{
			{Label: t.texts.Name(h), Line: fmt.Sprintf("hexagram %d%s", h.Number(), private), Replace: true},
			{Label: t.texts.Name(to), Line: fmt.Sprintf("hexagram %d%s", to.Number(), private), Replace: true},
		},
	}, nil
}

type passageData struct {
	book.Passage
	Text string `json:"text"`
}
