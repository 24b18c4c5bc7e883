package book

import (
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
