package book

import (
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// Passage names one text of the book.
type Passage struct {
	Hexagram int    `json:"hexagram"` // King Wen number
	Part     string `json:"part"`     // "judgment", "line" or "extra"; in a search also "image" or "title"
	Line     int    `json:"line,omitempty"`
}

// Parts of a reading.
const (
	Judgment = "judgment"
	Image    = "image"
	LinePart = "line"
	Extra    = "extra"
	Title    = "title"
)

func judgmentOf(h Hexagram) Passage { return Passage{h.Number(), Judgment, 0} }

// LineOf returns the passage of line n, 1 to 6 from the bottom.
func LineOf(h Hexagram, n int) Passage { return Passage{h.Number(), LinePart, n} }

// extraOf returns the extra text of hexagram 1 with all nines and of 2 with all sixes.
func extraOf(c Lines) (Passage, bool) {
	h := c.Hexagram()
	if (h == Creative || h == Receptive) && len(c.Changing()) == 6 {
		return Passage{h.Number(), Extra, 0}, true
	}
	return Passage{}, false
}

// Name describes the passage within a sentence: "line 3 of 37".
func (p Passage) Name() engine.Text {
	number := strconv.Itoa(p.Hexagram)
	switch p.Part {
	case LinePart:
		return engine.T("line %s of %s", strconv.Itoa(p.Line), number)
	case Extra:
		return engine.T("all lines of %s", number)
	case Image:
		return engine.T("the image of %s", number)
	case Title:
		return engine.T("the title of %s", number)
	}
	return engine.T("the judgment of %s", number)
}

// Text returns the text of a passage, "" if the hexagram has none.
func (t *Texts) Text(p Passage) string {
	r := t.Of(Numbered(p.Hexagram))
	switch p.Part {
	case LinePart:
		return r.Lines[p.Line-1]
	case Extra:
		return r.Extra
	case Image:
		return r.Image
	case Title:
		return r.Title
	}
	return r.Judgment
}

// Passages returns all texts of a hexagram, the title first.
func (t *Texts) Passages(h Hexagram) []Passage {
	list := []Passage{{h.Number(), Title, 0}, judgmentOf(h), {h.Number(), Image, 0}}
	for n := 1; n <= 6; n++ {
		list = append(list, LineOf(h, n))
	}
	if t.Of(h).Extra != "" {
		list = append(list, Passage{h.Number(), Extra, 0})
	}
	return list
}

// Rule selects the texts to read for a throw.
type Rule string

// The rules.
const (
	// EveryLine selects the judgment, the changing lines, and the judgment of the resulting
	// hexagram.
	EveryLine Rule = "lines"
	// ZhuXi selects the texts by the number of changing lines, as taught by Zhu Xi in the twelfth
	// century.
	ZhuXi Rule = "zhu-xi"
)

// Passages returns the texts to read; of several lines the ruling one comes first.
func (r Rule) Passages(c Lines) []Passage {
	if r == ZhuXi {
		return zhuXi(c)
	}
	from, to := c.Hexagram(), c.Result()
	list := []Passage{judgmentOf(from)}
	for _, n := range c.Changing() {
		list = append(list, LineOf(from, n))
	}
	if from == to {
		return list
	}
	if p, ok := extraOf(c); ok {
		list = append(list, p)
	}
	return append(list, judgmentOf(to))
}

// zhuXi returns by the number of changing lines: for none the judgment; for one that line; for
// two both lines, the upper one ruling; for three both judgments; for four the two unchanged
// lines of the resulting hexagram, the lower one ruling; for five its one unchanged line; for six
// its judgment, or the extra text of hexagrams 1 and 2.
func zhuXi(c Lines) []Passage {
	from, to, changing := c.Hexagram(), c.Result(), c.Changing()
	var rest []Passage
	for n := 1; n <= 6; n++ {
		if !slices.Contains(changing, n) {
			rest = append(rest, LineOf(to, n))
		}
	}
	switch len(changing) {
	case 0:
		return []Passage{judgmentOf(from)}
	case 1:
		return []Passage{LineOf(from, changing[0])}
	case 2:
		return []Passage{LineOf(from, changing[1]), LineOf(from, changing[0])}
	case 3:
		return []Passage{judgmentOf(from), judgmentOf(to)}
	case 4, 5:
		return rest
	}
	if p, ok := extraOf(c); ok {
		return []Passage{p}
	}
	return []Passage{judgmentOf(to)}
}
