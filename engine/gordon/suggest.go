package gordon

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

var suggested = []string{
	"Z7", "S3", "Q8", "D4", "A4", "C4xC2", "Z2^3", "D5", "Z12", "C3xC3", "Dic3", "D6", "F20", "F21", "S4", "V4",
	"Z5", "Z6", "Z8", "Z9", "Z10", "Z11", "Z13", "D10", "C6xC2", "C4:C4", "A5", "SD16", "C2^2:C4", "(C3xC3):C2",
}

// suggestGroups completes the name of a group; the typed text comes first if it is a group.
func suggestGroups(_ engine.Position, typed string) []engine.Named {
	var list []engine.Named
	offer := func(g *group.Group) {
		if !slices.ContainsFunc(list, func(n engine.Named) bool { return n.ID == g.Name() }) {
			list = append(list, engine.Named{ID: g.Name(), Title: engine.T("%s, of order %s", g.Name(), strconv.Itoa(g.Order()))})
		}
	}
	if g, err := group.Parse(typed); err == nil {
		offer(g)
	}
	for _, name := range suggested {
		if len(name) >= len(typed) && strings.EqualFold(name[:len(typed)], typed) {
			if g, err := group.Parse(name); err == nil {
				offer(g)
			}
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
	typed = strings.ToLower(group.Lowered(strings.ReplaceAll(typed, " ", "")))
	fits := func(key string, a group.Element) bool {
		for _, name := range []string{p.group.Element(a), group.Lowered(p.group.Symbol(a))} {
			name = strings.ToLower(name)
			if strings.HasPrefix(key+name, typed) || key == "m=" && strings.HasPrefix(name, typed) {
				return true
			}
		}
		return false
	}
	var list []engine.Named
	if p.opening() {
		for _, m := range p.m.Elements() {
			if fits("m=", m) {
				list = append(list, engine.Named{ID: "m=" + p.group.Element(m), Title: engine.T("m = %s", p.group.Symbol(m))})
			}
		}
		return list
	}
	for _, t := range p.Legal() {
		if fits("m=", t.M) || fits("p=", t.P) {
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
	typed = strings.ToLower(group.Lowered(strings.ReplaceAll(typed, " ", "")))
	var list []engine.Named
	for _, a := range p.p.Elements() {
		name := p.group.Element(a)
		if lower := strings.ToLower(name); strings.HasPrefix(lower, typed) || strings.HasPrefix("p="+lower, typed) {
			list = append(list, engine.Named{ID: "p=" + name, Title: engine.T("p = %s", p.group.Symbol(a))})
		}
	}
	return list
}
