package book

import (
	"slices"
)

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

// Passages lists the texts to be read, the ruling one of several lines first.
func (r Rule) Passages(c Lines) []Passage {
	if r == ZhuXi {
		return zhuXi(c)
	}
	from, to := c.Hexagram(), c.Result()
	list := []Passage{JudgmentOf(from)}
	for _, n := range c.Changing() {
		list = append(list, LineOf(from, n))
	}
	if from == to {
		return list
	}
	if p, ok := extraOf(c); ok {
		list = append(list, p)
	}
	return append(list, JudgmentOf(to))
}

// zhuXi reads: no changing line, the judgment; one, that line; two, both, the upper one
// ruling; three, both judgments; four, the two lines at rest of the hexagram to come,
// the lower one ruling; five, its one line at rest; six, its judgment, or the extra text
// of hexagrams 1 and 2.
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
		return []Passage{JudgmentOf(from)}
	case 1:
		return []Passage{LineOf(from, changing[0])}
	case 2:
		return []Passage{LineOf(from, changing[1]), LineOf(from, changing[0])}
	case 3:
		return []Passage{JudgmentOf(from), JudgmentOf(to)}
	case 4, 5:
		return rest
	}
	if p, ok := extraOf(c); ok {
		return []Passage{p}
	}
	return []Passage{JudgmentOf(to)}
}
