package graph

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/sixfold-bot/sixfold/engine"
)

// The ways of writing the name of a type: E8, E_8, E_{8}; affine ones as D4~, ~D4, D̃4, \tilde{D}_4,
// affine D4, D_4^{(1)} (V. Kac) or D4+; and ["D", 4, 1] in SageMath. Groups are affine, letter, affine,
// what stands above, number, and above again.
var (
	typeName = regexp.MustCompile(`^(?:(?:type|dynkin|diagram|of|graph|quiver)\s+)*(affine\s+|extended\s*|euclidean\s+|\\?(?:wide)?(?:tilde|hat)\s*|~\s*)?(?:(?:type|dynkin|diagram|of|graph|quiver)\s+)*` +
		`\{*([a-i])([~\x{302}\x{303}])?\}*\s*(?:\^?\{?(\(\d+\)|[~+])\}?)?_?\{?(\d{1,9})\}?\s*(?:\^?\{?(\(\d+\)|[~+])\}?)?(?:\s*,\s*a\s+cycle)?(?:\s+(?:dynkin|diagram|graph|quiver))*$`)
	sageName = regexp.MustCompile(`^(?:[a-z_. ]*[\[(]+\s*)?["':]([a-i])["']?\s*,\s*(\d{1,9})\s*(?:,\s*(\d+)\s*)?[\])]*$`)
	// dress is what LaTeX and calls put around a name, or SageMath's drawing above it. typeCall may also name several.
	dress    = regexp.MustCompile(`\\math[a-z]+\s*|\\dynkin(?:\[(extended)\])?\s*|^[a-z_.]*\(\s*["']([a-i][^"',x]*)["']\s*\)+$|^[\s\d]*o[\so\d|+=<>-]*---[\so\d|+=<>-]*\s([a-i]\d+~?)$`)
	typeCall = regexp.MustCompile(`^(?:cartan|cox|dynkin|root|weyl)[a-z_]*\(.*["':][a-i]`)
	bareName = regexp.MustCompile(`^\W*[a-i]\W*[\s,]\W*\d+\W*$`) // may be two nodes
)

// named reads the name of a type.
func named(text string) (*Graph, error) {
	text = dress.ReplaceAllString(strings.ToLower(strings.Trim(norm.NFKD.String(text), "$ ")), "$1$2$3")
	letter, number, above := "", "", ""
	if m := typeName.FindStringSubmatch(text); m != nil {
		if letter, number, above = m[2], m[5], strings.Trim(m[4]+m[6], "()"); above == "" && m[1]+m[3] != "" || above == "~" || above == "+" {
			above = "1"
		}
	} else if m := sageName.FindStringSubmatch(text); m != nil {
		letter, number, above = m[1], m[2], m[3]
	} else if typeCall.MatchString(text) {
		return nil, engine.Refuse("this is not the name of one type, such as E8 or D4~: a graph must be connected")
	} else {
		return nil, nil //nolint:nilnil // not in this notation
	}
	letter = strings.ToUpper(letter)
	n, _ := strconv.Atoi(number)
	switch {
	case bareName.MatchString(text):
		return nil, engine.Refuse("this can be read as a type, %s%s, or as two nodes, %s-%s: write the one that you mean", letter, number, letter, number)
	case letter != FamilyA && letter != FamilyD && letter != FamilyE:
		return nil, engine.Refuse("%s%s is no graph with single edges: of the Dynkin diagrams only A, D and E are", letter, number)
	case above != "" && above != "1":
		return nil, engine.Refuse("%s%s^(%s) is a twisted type: its diagram has double edges, and graphs here have single ones", letter, number, above)
	case n < 1 || n > MostNodes:
		return nil, engine.Refuse("%s%s is too large or too small: a graph has 1 to %s nodes", letter, number, strconv.Itoa(MostNodes))
	case above == "":
		return New(letter, n)
	}
	return affine(letter, n)
}

// affine makes the graph of an affine type: the finite one and a node more, V0 in the cycles A, else
// the last.
func affine(family string, n int) (*Graph, error) {
	finite, err := New(family, n)
	more, neighbours := n, []int{n - 2} // of D
	switch {
	case err != nil:
		return nil, err
	case family == FamilyA && n == 1:
		return nil, engine.Refuse("affine A1 has a double edge, and graphs here have single ones")
	case family == FamilyA:
		more, neighbours = 0, []int{1, n}
	case family == FamilyE && (n < 6 || n > 8):
		return nil, engine.Refuse("of the E graphs, E6, E7 and E8 alone have an affine one")
	case family == FamilyE:
		neighbours = []int{[]int{0, 1, 7}[n-6]}
	}
	d := newDraft()
	for _, e := range finite.Edges() {
		d.edge(finite.names[e[0]], finite.names[e[1]])
	}
	for _, i := range neighbours {
		d.edge(strconv.Itoa(more), strconv.Itoa(i))
	}
	return d.graph()
}
