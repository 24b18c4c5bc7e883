package graph

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sixfold-bot/sixfold/engine"
)

// Fields splits a list of numbers and names at blanks, commas, brackets and the like. It reads what
// text editors make of signs and digits, see [engine.Typewritten].
func Fields(text string) []string {
	return strings.FieldsFunc(engine.Typewritten(text), func(r rune) bool { return strings.ContainsRune(" \t\r\n,;=:()[]{}", r) })
}

// RefuseSyntax refuses input that is not a move at all; the error wraps [engine.ErrSyntax].
func RefuseSyntax(format string, args ...any) error {
	return engine.RefuseMove("", engine.ErrSyntax, format, args...)
}

// RefuseLine converts a refusal to a [*engine.MoveError] for the given line. It keeps the cause
// of a MoveError and sets [engine.ErrIllegal] otherwise. A nil error stays nil.
func RefuseLine(line string, err error) error {
	if err == nil {
		return nil
	}
	refused := engine.RefuseMoveBy(line, engine.ErrIllegal, err)
	if m, ok := err.(*engine.MoveError); ok { //nolint:errorlint // made by these packages, never wrapped
		refused.Err = m.Err
	}
	return refused
}

// Assign sets some or all values by a text such as "V3 5 V4 0", "1 0 0 2" or "all 1", and returns
// them with the canonical text. Negative allows values below 0. The error is a [*engine.Refusal],
// or a [*engine.MoveError] without Input for text that cannot be parsed.
func Assign(g *Graph, v Values, text string, negative bool) (Values, string, error) {
	words := Fields(text)
	if len(words) == 0 {
		return nil, "", RefuseSyntax("say what to set: a node and its value, such as V3 5, or all %s values in order", strconv.Itoa(g.Len()))
	}
	if strings.EqualFold(words[0], "all") {
		if len(words) != 2 {
			return nil, "", RefuseSyntax("write all and one value, such as all 1")
		}
		words = slices.Repeat(words[1:], g.Len())
	}
	if _, known := g.Index(words[0]); known || unicode.IsLetter([]rune(words[0])[0]) {
		return assignSome(g, v, words, negative)
	}
	values, err := parseValues(g, words, negative)
	if err != nil {
		return nil, "", err
	}
	return values, row(values), nil
}

// row formats values in order, as "all x" if they are all equal: they may be long.
func row(v Values) string {
	if len(v) > 1 && v.Uniform() {
		return "all " + v[0].String()
	}
	return strings.Join(v.Strings(), " ")
}

func assignSome(g *Graph, v Values, words []string, negative bool) (Values, string, error) {
	values := append(Values{}, v...)
	var canonical []string
	for ; len(words) > 0; words = words[min(2, len(words)):] {
		i, known := g.Index(words[0])
		switch {
		case !known:
			return nil, "", engine.Refuse("there is no node %q; the nodes are %s", Quote(words[0]), g.Range())
		case len(words) == 1:
			return nil, "", RefuseSyntax("a value is missing after %s", g.Node(i))
		}
		n, err := parseValue(words[1], negative)
		if err != nil {
			return nil, "", err
		}
		values[i] = n
		canonical = append(canonical, g.Node(i), n.String())
	}
	return values, strings.Join(canonical, " "), nil
}

func parseValues(g *Graph, words []string, negative bool) (Values, error) {
	if len(words) != g.Len() {
		given := engine.Count(len(words), "1 value is given", "%s values are given")
		return nil, engine.Refuse("the graph has %s (%s), and %s: give one for each", Nodes(g.Len()), g.Range(), given)
	}
	v := make(Values, len(words))
	for i, word := range words {
		var err error
		if v[i], err = parseValue(word, negative); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// MostDigits bounds the digits of a number that a user sets. Firing may exceed it.
const MostDigits = 2000

func parseValue(word string, negative bool) (*big.Int, error) {
	digits := strings.TrimLeft(word, "+-")
	if len(word)-len(digits) > 1 || strings.Trim(digits, "0123456789") != "" || digits == "" {
		return nil, engine.Refuse("%q is not a whole number", Quote(word))
	}
	if len(digits) > MostDigits {
		return nil, engine.Refuse("a number has %s digits; at most %s are taken", strconv.Itoa(len(digits)), strconv.Itoa(MostDigits))
	}
	n, _ := new(big.Int).SetString(word, 10) // it has digits alone, and a sign at most
	if n.Sign() < 0 && !negative {
		return nil, engine.Refuse("a game begins with values from 0; for negative ones edit freely: %s", engine.Command("ade free"))
	}
	return n, nil
}
