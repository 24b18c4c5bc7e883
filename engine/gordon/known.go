package gordon

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// knownTo is the order up to which it is known of all groups who wins; of the order
// after it, which is a prime, it is known too.
const knownTo = 22

// forSecond are the groups of these orders on which player two wins with best play by
// the usual rules, as exhaustive search shows. On all others player one does.
var forSecond = []string{
	"C3", "C5", "S3", "C4xC2", "Q8", "A4", "(C3xC3):C2", "F20", "D10", "C10xC2", "D11",
}

// knownWinner is 1 or 2, or 0 where nothing is known.
func knownWinner(g *Group) int {
	if g.Order() > knownTo+1 {
		return 0
	}
	if slices.Contains(forSecond, identify(g)) {
		return 2
	}
	return 1
}

// KnownGroups lists the names of all groups of an order up to 23, each once.
func KnownGroups(order int) []string {
	var names []string
	var made []*Group
	for _, name := range namesOfOrder(order) {
		g, err := ParseGroup(name)
		if err != nil || slices.ContainsFunc(made, func(h *Group) bool { return newMatcher(g, h).find() != nil }) {
			continue
		}
		names, made = append(names, name), append(made, g)
	}
	return names
}

// known lists the groups of all orders on which it is known who wins.
func known() (text engine.Text, data []facts) {
	var lines []string
	for order := 1; order <= knownTo+1; order++ {
		var names []string
		for _, name := range KnownGroups(order) {
			g, err := ParseGroup(name)
			if err != nil {
				continue // the catalogue names what it has
			}
			f := g.facts()
			data = append(data, f)
			if f.Winner == 2 {
				name = "**" + name + "**"
			}
			names = append(names, name)
		}
		lines = append(lines, number(order)+": "+strings.Join(names, ", "))
	}
	return engine.T("%s\n%s\n%s",
		engine.T("Who wins with best play by the usual rules is known of all groups of order up to %s: player two on those in bold, player one on all others.", number(knownTo+1)),
		strings.Join(lines, "\n"),
		engine.T("Direct products such as C4xD5, powers such as Z2^6, and Dn, Dicn, Sn, An up to order %s can be played too, and tables of your own. `/gordon groups` with a name or a file tells more.", number(MaxOrder)),
	), data
}
