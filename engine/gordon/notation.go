package gordon

import (
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

// token is one word of a move, an m or a place.
type token struct {
	a     group.Element
	place bool
	bare  bool // without "m=" or "p=": its position decides
}

// arrows replaces the arrows of moves as they are shown: "m = 3 → p = 5".
var arrows = strings.NewReplacer("→", " ", "->", " ")

// equals removes the blanks around the equals sign.
var equals = strings.NewReplacer(" = ", "=", " =", "=", "= ", "=")

func parse(p *Position, text string) (Turn, error) {
	tokens, ok := parseTokens(p.group, strings.Fields(text))
	if !ok {
		loose := strings.Join(strings.Fields(arrows.Replace(text)), " ")
		tokens, ok = parseTokens(p.group, strings.Fields(equals.Replace(loose)))
	}
	switch {
	case !ok || len(tokens) == 0:
		return Turn{}, engine.RefuseMove(text, engine.ErrSyntax, "%s", whyUnknown(p, text))
	case p.opening():
		return parseOpening(p, text, tokens)
	default:
		return parseMove(p, text, tokens)
	}
}

// parseTokens parses words; false if one is not an element.
func parseTokens(g *group.Group, words []string) ([]token, bool) {
	tokens := make([]token, len(words))
	for i, word := range words {
		var ok bool
		if tokens[i], ok = parseToken(g, word); !ok {
			return nil, false
		}
	}
	return tokens, true
}

func parseToken(g *group.Group, word string) (token, bool) {
	if len(word) > 2 && word[1] == '=' && strings.ContainsRune("mMpP", rune(word[0])) {
		if a, ok := g.Find(word[2:]); ok {
			return token{a: a, place: word[0] == 'p' || word[0] == 'P'}, true
		}
	}
	a, ok := g.Find(word)
	return token{a: a, bare: true}, ok
}

// parseOpening parses an m and a place: in either order if one is marked, m first if neither is.
func parseOpening(p *Position, text string, tokens []token) (Turn, error) {
	if len(tokens) == 2 {
		first, second := tokens[0], tokens[1]
		switch {
		case second.bare && !first.place:
			second.place = true
		case first.bare && !second.place:
			first.place = true
		}
		switch {
		case !first.place && second.place:
			return Turn{first.a, second.a}, nil
		case first.place && !second.place:
			return Turn{second.a, first.a}, nil
		}
	}
	e := p.group.Element(p.group.Identity())
	return Turn{}, engine.RefuseMove(text, engine.ErrSyntax, "the opening takes one m and one place, any of them: write `m=%s p=%s`", e, e)
}

// parseMove parses an m, a place, or both if they belong together.
func parseMove(p *Position, text string, tokens []token) (Turn, error) {
	if len(tokens) > 2 {
		return Turn{}, engine.RefuseMove(text, engine.ErrSyntax, "a move is one m or one place: %s", example(p))
	}
	if len(tokens) == 2 && tokens[0].bare && tokens[1].bare {
		tokens[1].place = true
	}
	t := tokens[0].turn(p)
	if len(tokens) == 2 && tokens[1].turn(p) != t {
		return Turn{}, engine.RefuseMove(text, engine.ErrSyntax, "that m leads to the place %s: name only one of the two, since each determines the other", p.group.Element(t.P))
	}
	if !p.m.Has(t.M) || !p.p.Has(t.P) {
		return Turn{}, engine.RefuseMove(text, engine.ErrIllegal, "%s", whyIllegal(p, t, tokens[0].place))
	}
	return t, nil
}

// turn adds to a token the place or m that belongs to it.
func (t token) turn(p *Position) Turn {
	if t.place {
		return Turn{p.played.Product(t.a, p.played.Inverse(p.place)), t.a}
	}
	return Turn{t.a, p.Product(t.a, p.place)}
}

// whyUnknown explains, for text that is not a move, what a move looks like.
func whyUnknown(p *Position, text string) engine.Text {
	if strings.TrimSpace(text) == "" {
		return engine.T("a move is missing: %s", example(p))
	}
	return engine.T("that names no element of the group: they are %s; %s", someNames(p.group), example(p))
}

// example shows, as a clause, how to write a legal move.
func example(p *Position) engine.Text {
	t := p.Legal()[0]
	m, place := p.group.Element(t.M), p.group.Element(t.P)
	if p.opening() {
		return engine.T("for example, write `m=%s p=%s`", m, place)
	}
	return engine.T("for example, write `m=%s` or `p=%s`", m, place)
}

// someNames lists the first elements of a group.
func someNames(g *group.Group) string {
	const most = 12
	names := g.Elements()
	if len(names) > most {
		names = append(names[:most], "…")
	}
	return strings.Join(names, ", ")
}

func whyIllegal(p *Position, t Turn, byPlace bool) engine.Text {
	m, place, from := p.group.Element(t.M), p.group.Element(t.P), p.group.Element(p.place)
	var why engine.Text
	switch {
	case byPlace && !p.p.Has(t.P):
		why = engine.T("the place %s is taken already", place)
	case t.M == p.group.Identity():
		why = engine.T("taking m = %s, the identity, would stay on the place %s", m, from)
	case byPlace:
		why = engine.T("only m = %s leads to the place %s, and it is gone", m, place)
	case !p.m.Has(t.M):
		why = engine.T("the token m = %s is gone", m)
	default:
		why = engine.T("the token m = %s leads to the place %s, which is taken already", m, place)
	}
	return engine.T("%s: %s", why, example(p))
}
