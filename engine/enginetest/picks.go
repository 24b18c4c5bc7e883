package enginetest

import (
	"errors"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

const (
	maxTitle   = 45  // menu in a form
	maxOffer   = 100 // title and detail of an offer
	maxMenus   = 3   // of a form
	maxSteps   = 4   // from a board to a move
	maxPerStep = 4 * engine.MostOffers
)

// picks checks that menus and forms keep their limits and lead to legal moves.
func (s *suite) picks() {
	for at := range s.places(3, s.kinds()...) {
		for _, v := range s.game.Verbs {
			s.picked(at, v)
		}
		if s.Failed() {
			return
		}
	}
}

func (s *suite) picked(at place, v engine.Verb) {
	p := s.replay(at)
	first := engine.PickingOf(p, v.Name, "")
	switch {
	case len(v.Args) == 0 && !isEmpty(first):
		s.Errorf("%s: %s takes no arguments, and has some to pick", at, v.Name)
	case first.Menu.Several:
		s.menus(at, v, []engine.Menu{first.Menu})
		s.together(at, v, []engine.Menu{first.Menu}, func(picked [][]string) (string, error) {
			return strings.Join(picked[0], " "), nil
		})
	case len(first.Menu.Offers) > 0:
		s.covers(at, p, v, s.leaves(at, p, v, first, 1))
	}
	if first.Form != nil {
		s.form(at, v, first.Form())
	}
	if first.More && !isEmpty(engine.PickingOf(p, v.Name, "no such step")) {
		s.Errorf("%s: %s has a step of any name", at, v.Name)
	}
}

func isEmpty(p engine.Picking) bool { return len(p.Menu.Offers) == 0 && p.Form == nil }

func (s *suite) offers(at place, list []engine.Offer) {
	seen := map[string]bool{}
	for _, o := range list {
		title, detail := o.Title.Length(), o.Detail.Length()
		if title == 0 || title > maxOffer || detail > maxOffer || o.ID == "" || len(o.ID) > maxOffer {
			s.Errorf("%s: the offer %q has a title of %d characters and a detail of %d; want 1 to %d: %s, %s", at, o.ID, title, detail, maxOffer, o.Title, o.Detail)
		}
		if seen[o.ID] {
			s.Errorf("%s: %q is offered twice", at, o.ID)
		}
		seen[o.ID] = true
	}
}

func (s *suite) menus(at place, v engine.Verb, menus []engine.Menu) {
	for _, m := range menus {
		if n := m.Title.Length(); n == 0 || n > maxTitle {
			s.Errorf("%s: the menu %q has %d characters; want 1 to %d", at, m.Title, n, maxTitle)
		}
		if n := len(m.Offers); n == 0 || n > engine.MostOffers {
			s.Errorf("%s: %s of %s has %d offers; want 1 to %d", at, m.Title, v.Name, n, engine.MostOffers)
		}
		s.offers(at, m.Offers)
	}
}

func (s *suite) form(at place, v engine.Verb, f engine.Form) {
	if n := len(f.Menus); n < 1 || n > maxMenus {
		s.Errorf("%s: %s is picked from %d menus; want 1 to %d", at, v.Name, n, maxMenus)
	}
	s.menus(at, v, f.Menus)
	if s.Failed() {
		return
	}
	if _, err := f.Arguments(make([][]string, len(f.Menus))); err == nil {
		s.Errorf("%s: nothing is picked, and taken", at)
	} else if _, ok := engine.Why(err); !ok {
		s.Errorf("%s: nothing is picked: %v", at, err)
	}
	s.together(at, v, f.Menus, f.Arguments)
}

// together checks that some combinations picked from the menus are moves.
func (s *suite) together(at place, v engine.Verb, menus []engine.Menu, join func([][]string) (string, error)) {
	if s.Failed() {
		return
	}
	played, enough := 0, Times(5, 100)
	now := s.replay(at)
	for n := 0; n < 100 && played < enough; n++ {
		arguments, err := join(someOf(n, menus))
		if err != nil {
			s.Errorf("%s: what is picked makes no arguments: %v", at, err)
			return
		}
		_, err = now.Play(lineOf(v, arguments))
		if _, refused := errors.AsType[*engine.MoveError](err); err == nil {
			played++
			now = s.replay(at)
		} else if !refused {
			s.Errorf("%s: %q is answered by %v", at, arguments, err)
		}
	}
	if played == 0 {
		s.Errorf("%s: nothing that can be picked for %s can be played", at, v.Name)
	}
}

// someOf picks at random from menus, seeded by n.
func someOf(n int, menus []engine.Menu) [][]string {
	r := seeded(n)
	picked := make([][]string, len(menus))
	for i, m := range menus {
		for range 1 + r.IntN(len(m.Offers)) {
			picked[i] = append(picked[i], m.Offers[r.IntN(len(m.Offers))].ID)
			if !m.Several {
				break
			}
		}
		slices.Sort(picked[i])
		picked[i] = slices.Compact(picked[i])
	}
	return picked
}

func lineOf(v engine.Verb, arguments string) string {
	if v.Name == engine.MoveVerb {
		return arguments
	}
	return v.Name + " " + arguments
}

// leaves returns the moves to which the offers of a step lead.
func (s *suite) leaves(at place, p engine.Position, v engine.Verb, step engine.Picking, depth int) []string {
	if n := len(step.Menu.Offers); n == 0 || n > maxPerStep || depth > maxSteps {
		s.Errorf("%s: step %d of %s has %d offers; want 1 to %d, and %d steps", at, depth, v.Name, n, maxPerStep, maxSteps)
		return nil
	}
	if step.Menu.Title.Empty() {
		s.Errorf("%s: a step of %s asks for nothing", at, v.Name)
	}
	if step.Scene != nil {
		s.scene(at.String(), step.Scene)
	}
	s.offers(at, step.Menu.Offers)
	var lines []string
	for _, o := range step.Menu.Offers {
		if !step.More {
			lines = append(lines, lineOf(v, o.ID))
			continue
		}
		next := engine.PickingOf(p, v.Name, o.ID)
		if isEmpty(next) {
			s.Errorf("%s: the offer %q of %s leads nowhere", at, o.ID, v.Name)
			continue
		}
		lines = append(lines, s.leaves(at, p, v, next, depth+1)...)
	}
	return lines
}

// covers checks that the lines are the verb's moves, each once.
func (s *suite) covers(at place, p engine.Position, v engine.Verb, lines []string) {
	moves := slices.DeleteFunc(slices.Clone(engine.MovesOf(p)), func(move string) bool {
		of, _ := s.game.VerbOf(move)
		return of.Name != v.Name
	})
	slices.Sort(moves)
	slices.Sort(lines)
	if !slices.Equal(moves, lines) {
		s.Errorf("%s: the menus of %s lead to %q; its moves are %q", at, v.Name, lines, moves)
	}
}
