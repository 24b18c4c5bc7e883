package enginetest

import (
	"errors"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

const (
	mostTitle    = 45  // of a menu in a form
	mostOffer    = 100 // title and detail of an offer
	mostMenus    = 3   // of a form
	mostStages   = 4   // from a board to a move
	mostPerStage = 4 * engine.MostOffers
)

// picks checks what can be picked where others type: all of it is in bounds, and what is
// picked can be played.
func (s *suite) picks() {
	for _, o := range s.kinds() {
		record := s.record(o, 3)
		for _, ply := range stops(len(record)) {
			for _, v := range s.game.Verbs {
				s.picked(o, record[:ply], v)
			}
			if s.Failed() {
				return
			}
		}
	}
}

func (s *suite) picked(o engine.Options, before []string, v engine.Verb) {
	s.Helper()
	p, at := s.replay(o, before), where(o, before)
	if d, ok := p.(engine.Describer); ok {
		for _, move := range d.Moves() {
			offer := d.DescribeMove(move)
			offer.ID = move
			s.offers(at, []engine.Offer{offer})
		}
	}
	if picker, ok := p.(engine.Picker); ok {
		if picking, ok := picker.Picking(v.Name); ok {
			s.picking(o, before, v, picking)
		}
	}
	stager, ok := p.(engine.Stager)
	if !ok {
		return
	}
	if first, ok := stager.Stage(v.Name, ""); ok {
		s.staged(at, p, v, s.leaves(at, stager, v, first, 1))
	}
	if _, ok := stager.Stage(v.Name, "no such stage"); ok {
		s.Errorf("%s: %s has a stage of any name", at, v.Name)
	}
}

// offers checks a list of them.
func (s *suite) offers(at string, list []engine.Offer) {
	s.Helper()
	seen := map[string]bool{}
	for _, o := range list {
		title, detail := o.Title.Length(), o.Detail.Length()
		if title == 0 || title > mostOffer || detail > mostOffer || o.ID == "" || len(o.ID) > mostOffer {
			s.Errorf("%s: the offer %q has a title of %d characters and a detail of %d; want 1 to %d: %s, %s", at, o.ID, title, detail, mostOffer, o.Title, o.Detail)
		}
		if seen[o.ID] {
			s.Errorf("%s: %q is offered twice", at, o.ID)
		}
		seen[o.ID] = true
	}
}

// picking checks how arguments are picked together: some of what can be picked is a move.
func (s *suite) picking(o engine.Options, before []string, v engine.Verb, p engine.Picking) {
	s.Helper()
	at := where(o, before)
	if n := len(p.Menus); n < 1 || n > mostMenus {
		s.Errorf("%s: %s is picked from %d menus; want 1 to %d", at, v.Name, n, mostMenus)
	}
	if together := len(p.Menus) == 1 && p.Menus[0].Several; !v.Menu.Empty() && v.Together != together {
		s.Errorf("%s: Together is %t for %s, whose picks are %t", at, v.Together, v.Name, together)
	}
	for _, m := range p.Menus {
		if n := m.Title.Length(); n == 0 || n > mostTitle {
			s.Errorf("%s: the menu %q has %d characters; want 1 to %d", at, m.Title, n, mostTitle)
		}
		if n := len(m.Offers); n == 0 || n > engine.MostOffers {
			s.Errorf("%s: %s has %d offers; want 1 to %d", at, m.Title, n, engine.MostOffers)
		}
		s.offers(at, m.Offers)
	}
	if s.Failed() {
		return
	}
	if _, err := p.Arguments(make([][]string, len(p.Menus))); err == nil {
		s.Errorf("%s: nothing is picked, and taken", at)
	} else if _, ok := engine.Why(err); !ok {
		s.Errorf("%s: nothing is picked: %v", at, err)
	}
	played, enough := 0, Times(5, 100)
	now := s.replay(o, before)
	for n := 0; n < 100 && played < enough; n++ {
		arguments, err := p.Arguments(someOf(n, p.Menus))
		if err != nil {
			s.Errorf("%s: what is picked makes no arguments: %v", at, err)
			return
		}
		_, err = now.Play(lineOf(v, arguments))
		if _, refused := errors.AsType[*engine.MoveError](err); err == nil {
			played++
			now = s.replay(o, before)
		} else if !refused {
			s.Errorf("%s: %q is answered by %v", at, arguments, err)
		}
	}
	if played == 0 {
		s.Errorf("%s: nothing that can be picked for %s can be played", at, v.Name)
	}
}

// someOf picks from menus, otherwise for each n.
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

// lineOf writes a verb with its arguments.
func lineOf(v engine.Verb, arguments string) string {
	if v.Name == "move" {
		return arguments
	}
	return v.Name + " " + arguments
}

// leaves are the moves to which a stage leads.
func (s *suite) leaves(at string, p engine.Stager, v engine.Verb, stage engine.Stage, depth int) []string {
	s.Helper()
	if n := len(stage.Offers); n == 0 || n > mostPerStage || depth > mostStages {
		s.Errorf("%s: stage %d of %s has %d offers; want 1 to %d, and %d stages", at, depth, v.Name, n, mostPerStage, mostStages)
		return nil
	}
	if stage.Says.Empty() {
		s.Errorf("%s: a stage of %s asks for nothing", at, v.Name)
	}
	if stage.Scene != nil {
		s.scene(at, stage.Scene)
	}
	s.offers(at, stage.Offers)
	var lines []string
	for _, o := range stage.Offers {
		if !stage.More {
			lines = append(lines, lineOf(v, o.ID))
			continue
		}
		next, ok := p.Stage(v.Name, o.ID)
		if !ok {
			s.Errorf("%s: the offer %q of %s leads nowhere", at, o.ID, v.Name)
			continue
		}
		lines = append(lines, s.leaves(at, p, v, next, depth+1)...)
	}
	return lines
}

// staged checks that the stages of a verb lead to its moves, each once.
func (s *suite) staged(at string, p engine.Position, v engine.Verb, lines []string) {
	s.Helper()
	lister, ok := p.(engine.Lister)
	if !ok {
		s.Errorf("%s: %s is picked in stages, and no moves are listed", at, v.Name)
		return
	}
	var moves []string
	for _, move := range lister.Moves() {
		name, _, _ := strings.Cut(move, " ")
		if _, other := s.game.Verb(name); name == v.Name || v.Name == "move" && !other {
			moves = append(moves, move)
		}
	}
	slices.Sort(moves)
	slices.Sort(lines)
	if !slices.Equal(moves, lines) {
		s.Errorf("%s: the stages of %s lead to %q; its moves are %q", at, v.Name, lines, moves)
	}
}
