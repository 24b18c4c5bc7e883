package gordon

import (
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

func refuse(input string, err error, format string, args ...any) error {
	return &engine.MoveError{Input: input, Why: engine.T(format, args...), Err: err}
}

// part is one word of a move: a token of M or a place of P.
type part struct {
	a     Element
	place bool
	bare  bool // without "m=" or "p=": what it is depends on where it stands
}

// parse reads a legal move.
func (p *Position) parse(text string) (Turn, error) {
	parts, ok := p.parts(strings.Fields(text))
	if !ok {
		// As moves are shown: "m = 3 → p = 5".
		loose := strings.NewReplacer("→", " ", "->", " ").Replace(text)
		words := strings.Join(strings.Fields(loose), " ")
		parts, ok = p.parts(strings.Fields(strings.NewReplacer(" = ", "=", " =", "=", "= ", "=").Replace(words)))
	}
	if !ok || len(parts) == 0 {
		return Turn{}, refuse(text, engine.ErrSyntax, "%s", p.whyUnknown(strings.Fields(text)))
	}
	if p.opening() {
		return p.parseOpening(text, parts)
	}
	return p.parseMove(text, parts)
}

// parts reads words; false if one of them is no element.
func (p *Position) parts(words []string) ([]part, bool) {
	parts := make([]part, len(words))
	for i, word := range words {
		var ok bool
		if parts[i], ok = p.part(word); !ok {
			return nil, false
		}
	}
	return parts, true
}

func (p *Position) part(word string) (part, bool) {
	if len(word) > 2 && word[1] == '=' {
		a, ok := p.group.Find(word[2:])
		switch word[0] {
		case 'm', 'M':
			if ok {
				return part{a: a}, true
			}
		case 'p', 'P':
			if ok {
				return part{a: a, place: true}, true
			}
		}
	}
	a, ok := p.group.Find(word)
	return part{a: a, bare: true}, ok
}

// parseOpening takes an m and a place in either order, bare words in this one.
func (p *Position) parseOpening(text string, parts []part) (Turn, error) {
	if len(parts) == 2 {
		first, second := parts[0], parts[1]
		if first.bare && second.bare || second.bare && !first.place {
			second.place, second.bare = true, false
		}
		switch {
		case !first.place && second.place:
			return Turn{first.a, second.a}, nil
		case first.place && !second.place:
			return Turn{second.a, first.a}, nil
		}
	}
	e := p.group.names[p.group.identity]
	return Turn{}, refuse(text, engine.ErrSyntax, "the opening takes one m and one place, any of them: write `m=%s p=%s`", e, e)
}

// parseMove takes an m, a place, or both where they belong together.
func (p *Position) parseMove(text string, parts []part) (Turn, error) {
	if len(parts) > 2 {
		return Turn{}, refuse(text, engine.ErrSyntax, "a move is one m or one place: %s", p.example())
	}
	if len(parts) == 2 && parts[0].bare && parts[1].bare {
		parts[1].place = true
	}
	t := p.turnOf(parts[0])
	if len(parts) == 2 && p.turnOf(parts[1]) != t {
		return Turn{}, refuse(text, engine.ErrSyntax, "that m leads to the place %s: name one of the two only, since each determines the other", p.group.names[t.P])
	}
	if !p.m.has(t.M) || !p.p.has(t.P) {
		return Turn{}, refuse(text, engine.ErrIllegal, "%s", p.whyIllegal(t, parts[0].place))
	}
	return t, nil
}

// turnOf completes a move by the place or m that belongs to it.
func (p *Position) turnOf(w part) Turn {
	if w.place {
		return Turn{p.quotient(w.a, p.place), w.a}
	}
	return Turn{w.a, p.Product(w.a, p.place)}
}

// whyUnknown tells what a move looks like to who wrote something else.
func (p *Position) whyUnknown(words []string) engine.Text {
	if len(words) == 0 {
		return engine.T("a move is missing: %s", p.example())
	}
	return engine.T("that names no element of the group: they are %s; %s", p.someNames(), p.example())
}

// example is a legal move as one would write it, as a clause.
func (p *Position) example() engine.Text {
	t := p.Legal()[0]
	m, place := p.group.names[t.M], p.group.names[t.P]
	if p.opening() {
		return engine.T("write `m=%s p=%s`, for one", m, place)
	}
	return engine.T("write `m=%s` or `p=%s`, for one", m, place)
}

// someNames lists the elements, or the first few of many.
func (p *Position) someNames() string {
	const most = 12
	if p.group.Order() <= most {
		return strings.Join(p.group.names, ", ")
	}
	return strings.Join(p.group.names[:most], ", ") + ", …"
}

// whyIllegal tells why a move cannot be played, and what could be.
func (p *Position) whyIllegal(t Turn, byPlace bool) engine.Text {
	m, place, from := p.group.names[t.M], p.group.names[t.P], p.group.names[p.place]
	var why engine.Text
	switch {
	case byPlace && !p.p.has(t.P):
		why = engine.T("the place %s is taken already", place)
	case t.M == p.group.identity:
		why = engine.T("taking m = %s, the identity, would stay on the place %s", m, from)
	case byPlace:
		why = engine.T("only m = %s leads to the place %s, and it is gone", m, place)
	case !p.m.has(t.M):
		why = engine.T("the token m = %s is gone", m)
	default:
		why = engine.T("the token m = %s leads to the place %s, which is taken already", m, place)
	}
	return engine.T("%s: %s", why, p.example())
}
