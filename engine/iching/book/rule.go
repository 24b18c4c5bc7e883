package book

import "slices"

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
