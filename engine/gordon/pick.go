package gordon

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

// Picking implements [engine.Picker]. If the moves exceed a menu, a first menu lists ranges of
// elements. In the opening one menu picks the m and the next the place.
func (p *Position) Picking(verb, step string) engine.Picking {
	m, from, ok := p.stepNamed(step)
	legal := p.Legal()
	switch {
	case verb != engine.MoveVerb || !ok || len(legal) == 0:
		return engine.Picking{}
	case p.opening() && len(legal) > engine.MostOffers:
		return p.pickOpening(m, from)
	case m != "":
		return engine.Picking{}
	}
	return rangeMenu(engine.T("Take a step and go to its place"), "", from, len(legal), func(i int) engine.Offer {
		offer := engine.Offer{ID: p.canonical(legal[i]), Title: shown(p, legal[i])}
		if p.placed {
			offer.Detail = engine.T("from p = %s", p.group.Symbol(p.place))
		}
		return offer
	})
}

// stepNamed parses the name of a step: "m=3" after that m was picked, "@25" for the range after
// the first 25 elements, for which from is 26.
func (p *Position) stepNamed(name string) (m string, from int, ok bool) {
	for word := range strings.FieldsSeq(name) {
		n, err := strconv.Atoi(strings.TrimPrefix(word, "@"))
		element, known := p.group.Find(strings.TrimPrefix(word, "m="))
		switch {
		case word[0] == '@' && err == nil && n >= 0:
			from = 1 + n
		case p.opening() && m == "" && known && p.m.Has(element):
			m = "m=" + p.group.Element(element)
		default:
			return "", 0, false
		}
	}
	return m, from, true
}

// pickOpening offers each m or, once m is picked, each place.
func (p *Position) pickOpening(m string, from int) engine.Picking {
	if m != "" {
		places := p.p.Elements()
		step, _ := p.group.Find(strings.TrimPrefix(m, "m="))
		return rangeMenu(engine.T("Go to a place, with m = %s", p.group.Symbol(step)), m+" ", from, len(places), func(i int) engine.Offer {
			return engine.Offer{ID: m + " p=" + p.group.Element(places[i]), Title: engine.T("p = %s", p.group.Symbol(places[i]))}
		})
	}
	elements := p.m.Elements()
	picking := rangeMenu(engine.T("Take a step"), "", from, len(elements), func(i int) engine.Offer {
		return engine.Offer{ID: "m=" + p.group.Element(elements[i]), Title: engine.T("m = %s", p.group.Symbol(elements[i]))}
	})
	picking.More = true
	return picking
}

// rangeMenu offers n items, or ranges of them if they exceed a menu. From is the first item,
// counted from 1, of the range that was picked, or 0. The prefix begins the names of ranges.
func rangeMenu(title engine.Text, prefix string, from, n int, offer func(i int) engine.Offer) engine.Picking {
	menu := engine.Menu{Title: title}
	switch {
	case n <= engine.MostOffers:
		from = 1
	case from == 0:
		for first := 0; first < n; first += engine.MostOffers {
			last := min(first+engine.MostOffers, n) - 1
			menu.Offers = append(menu.Offers, engine.Offer{
				ID: prefix + "@" + strconv.Itoa(first), Title: engine.T("%s … %s", offer(first).Title, offer(last).Title),
			})
		}
		return engine.Picking{Menu: menu, More: true}
	}
	for i := from - 1; i >= 0 && i < min(from-1+engine.MostOffers, n); i++ {
		menu.Offers = append(menu.Offers, offer(i))
	}
	return engine.Picking{Menu: menu}
}

var suggested = []string{
	"Z7", "S3", "Q8", "D4", "A4", "C4xC2", "Z2^3", "D5", "Z12", "C3xC3", "Dic3", "D6", "F20", "F21", "S4", "V4",
	"Z5", "Z6", "Z8", "Z9", "Z10", "Z11", "Z13", "D10", "C6xC2", "C4:C4", "A5", "SD16", "C2^2:C4", "(C3xC3):C2",
}

// suggestGroups completes the name of a group; the typed text comes first if it is a group.
func suggestGroups(_ engine.Position, typed string) []engine.Named {
	names := []string{typed}
	for _, name := range suggested {
		if len(name) >= len(typed) && strings.EqualFold(name[:len(typed)], typed) {
			names = append(names, name)
		}
	}
	var list []engine.Named
	for _, name := range names {
		g, err := group.Parse(name)
		if err == nil && !slices.ContainsFunc(list, func(n engine.Named) bool { return n.ID == g.Name() }) {
			list = append(list, engine.Named{ID: g.Name(), Title: engine.T("%s, of order %s", g.Name(), strconv.Itoa(g.Order()))})
		}
	}
	return list
}

// suggestTokens completes a move: "m = 3 → p = 5". The typed text may be the token, with or
// without "m=", or the place after "p=". In the opening only the m is completed.
func suggestTokens(position engine.Position, typed string) []engine.Named {
	p, ok := position.(*Position)
	if !ok {
		return nil
	}
	if p.opening() {
		return p.suggest(p.m, "m", typed)
	}
	var list []engine.Named
	for _, t := range p.Legal() {
		if p.begins(typed, t.M, "", "m=") || p.begins(typed, t.P, "p=") {
			list = append(list, engine.Named{ID: "m=" + p.group.Element(t.M), Title: shown(p, t)})
		}
	}
	return list
}

func shown(p *Position, t Turn) engine.Text {
	return engine.T("m = %s → p = %s", p.group.Symbol(t.M), p.group.Symbol(t.P))
}

func suggestPlaces(position engine.Position, typed string) []engine.Named {
	p, ok := position.(*Position)
	if !ok || !p.opening() {
		return nil
	}
	return p.suggest(p.p, "p", typed)
}

// suggest completes the name of an element of a set: of M, marked m, or of P, marked p.
func (p *Position) suggest(of group.Set, mark, typed string) (list []engine.Named) {
	for _, a := range of.Elements() {
		if p.begins(typed, a, "", mark+"=") {
			list = append(list, engine.Named{ID: mark + "=" + p.group.Element(a), Title: engine.T("%s = %s", mark, p.group.Symbol(a))})
		}
	}
	return list
}

// begins reports whether the typed text begins the name of an element, or its symbol, after one of
// the prefixes.
func (p *Position) begins(typed string, a group.Element, prefixes ...string) bool {
	typed = strings.ToLower(group.Lowered(strings.ReplaceAll(typed, " ", "")))
	return slices.ContainsFunc(prefixes, func(prefix string) bool {
		return strings.HasPrefix(strings.ToLower(prefix+p.group.Element(a)), typed) ||
			strings.HasPrefix(strings.ToLower(prefix+group.Lowered(p.group.Symbol(a))), typed)
	})
}
