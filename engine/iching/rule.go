package iching

import "slices"

// Rule tells which texts are read of a throw.
type Rule string

// The rules.
const (
	// EveryLine: the judgment, the changing lines, and the judgment of the hexagram to
	// which they lead.
	EveryLine Rule = "lines"
	// ZhuXi: as Zhu Xi taught it in the twelfth century, by the number of changing
	// lines.
	ZhuXi Rule = "zhu-xi"
)

// Passage names one text of the book. The first passage of several rules the others.
type Passage struct {
	Hexagram int    `json:"hexagram"` // King Wen number
	Part     string `json:"part"`     // "judgment", "line" or "extra"; in a search also "image" or "title"
	Line     int    `json:"line,omitempty"`
}

// Parts of a reading.
const (
	judgmentPart = "judgment"
	imagePart    = "image"
	linePart     = "line"
	extraPart    = "extra"
	titlePart    = "title"
)

// Passages lists the texts to be read, the ruling one of several lines first.
func (r Rule) Passages(c Cast) []Passage {
	if r == ZhuXi {
		return zhuXi(c)
	}
	from, to := c.Hexagram(), c.Result()
	list := []Passage{judgmentOf(from)}
	for _, n := range c.Changing() {
		list = append(list, lineOf(from, n))
	}
	if from == to {
		return list
	}
	if p, ok := extraOf(c); ok {
		list = append(list, p)
	}
	return append(list, judgmentOf(to))
}

// zhuXi reads: no changing line, the judgment; one, that line; two, both, the upper one
// ruling; three, both judgments; four, the two lines at rest of the hexagram to come,
// the lower one ruling; five, its one line at rest; six, its judgment, or the extra text
// of hexagrams 1 and 2.
func zhuXi(c Cast) []Passage {
	from, to, changing := c.Hexagram(), c.Result(), c.Changing()
	var rest []Passage
	for n := 1; n <= 6; n++ {
		if !slices.Contains(changing, n) {
			rest = append(rest, lineOf(to, n))
		}
	}
	switch len(changing) {
	case 0:
		return []Passage{judgmentOf(from)}
	case 1:
		return []Passage{lineOf(from, changing[0])}
	case 2:
		return []Passage{lineOf(from, changing[1]), lineOf(from, changing[0])}
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

func judgmentOf(h Hexagram) Passage    { return Passage{h.Number(), judgmentPart, 0} }
func lineOf(h Hexagram, n int) Passage { return Passage{h.Number(), linePart, n} }

// extraOf is the text for hexagram 1 with all nines and 2 with all sixes.
func extraOf(c Cast) (Passage, bool) {
	h := c.Hexagram()
	if (h == 0 || h == all) && len(c.Changing()) == 6 {
		return Passage{h.Number(), extraPart, 0}, true
	}
	return Passage{}, false
}
