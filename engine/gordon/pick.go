package gordon

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Stage implements [engine.Stager]: where there are more moves than a menu has room for,
// some elements at a time. In the opening first an m is picked and then a place.
func (p *Position) Stage(verb, name string) (engine.Stage, bool) {
	m, from, ok := p.stageNamed(name)
	legal := p.Legal()
	switch {
	case verb != "move" || !ok || len(legal) == 0:
		return engine.Stage{}, false
	case p.opening() && len(legal) > engine.MostOffers:
		return p.openingStage(m, from)
	case m != "":
		return engine.Stage{}, false
	}
	return staged(engine.T("Take a step and go to its place"), "", from, len(legal), func(i int) engine.Offer {
		offer := engine.Offer{ID: p.canonical(legal[i]), Title: shown(p, legal[i])}
		if p.placed {
			offer.Detail = engine.T("from p = %s", p.group.Symbol(p.place))
		}
		return offer
	})
}

// stageNamed reads the name of a stage: "m=3" where that m was picked, "@25" for what comes
// after the first 25, which is from 26.
func (p *Position) stageNamed(name string) (m string, from int, ok bool) {
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

// openingStage offers each m, or the places that go with the one that was picked.
func (p *Position) openingStage(m string, from int) (engine.Stage, bool) {
	if m != "" {
		places := p.p.Elements()
		step, _ := p.group.Find(strings.TrimPrefix(m, "m="))
		return staged(engine.T("Go to a place, with m = %s", p.group.Symbol(step)), m+" ", from, len(places), func(i int) engine.Offer {
			return engine.Offer{ID: m + " p=" + p.group.Element(places[i]), Title: engine.T("p = %s", p.group.Symbol(places[i]))}
		})
	}
	elements := p.m.Elements()
	s, ok := staged(engine.T("Take a step"), "", from, len(elements), func(i int) engine.Offer {
		return engine.Offer{ID: "m=" + p.group.Element(elements[i]), Title: engine.T("m = %s", p.group.Symbol(elements[i]))}
	})
	s.More = true
	return s, ok
}

// staged offers n things, or where they are too many parts of them; from is 0, or which was
// the first one of the part that was picked, counted from 1. Names of parts begin with a
// prefix.
func staged(says engine.Text, prefix string, from, n int, offer func(i int) engine.Offer) (engine.Stage, bool) {
	s := engine.Stage{Says: says}
	switch {
	case n <= engine.MostOffers:
		from = 1
	case from == 0:
		s.More = true
		for first := 0; first < n; first += engine.MostOffers {
			last := min(first+engine.MostOffers, n) - 1
			s.Offers = append(s.Offers, engine.Offer{
				ID: prefix + "@" + strconv.Itoa(first), Title: engine.T("%s … %s", offer(first).Title, offer(last).Title),
			})
		}
		return s, true
	}
	for i := from - 1; i >= 0 && i < min(from-1+engine.MostOffers, n); i++ {
		s.Offers = append(s.Offers, offer(i))
	}
	return s, len(s.Offers) > 0
}
