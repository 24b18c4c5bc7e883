package gordon

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

func playerName(s engine.Seat) engine.Text {
	return s.Say(engine.T("player one"), engine.T("player two"))
}

func reason(p *Position) engine.Text {
	count := strconv.Itoa(p.group.Order() - p.p.Size())
	switch {
	case p.variant == Solitaire && p.p.Empty():
		return engine.T("all %s places are visited; the sequencing is %s", count, clip(sequence(p)))
	case p.variant == Solitaire:
		return engine.T("no m leads on after %s of %s places; undo some moves and try again", count, strconv.Itoa(p.group.Order()))
	default:
		return engine.T("%s cannot move from the place %s", playerName(p.mover()), p.group.Element(p.place))
	}
}

func sequence(p *Position) string {
	return strings.Join(append([]string{p.group.Element(p.group.Identity())}, tokens(p, p.history)...), " ")
}

func visited(p *Position) string {
	var names []string
	if p.variant == Identity || p.variant == Solitaire {
		names = append(names, p.group.Element(p.group.Identity()))
	}
	return strings.Join(append(names, engine.Map(p.history, func(t Turn) string { return p.group.Element(t.P) })...), " ")
}

const mostListed = 300 // characters

// clip cuts a long list after a blank.
func clip(list string) string {
	if cut := engine.Shortened(list, mostListed); cut != list {
		return cut[:strings.LastIndex(cut, " ")+1] + "…"
	}
	return list
}

// Describe implements [engine.Scene]: whose turn it is and the legal moves; then the moves so
// far, what is left, and the table, as far as there is room.
func (p *Position) Describe() engine.Text {
	head := engine.Sentences(engine.T("Gordon game on %s%s.", p.group.Label(), variantClauses[p.variant]), standing(p), lastMove(p))
	if p.opening() {
		elements := engine.Sentences(head, engine.T("The elements: %s.", strings.Join(p.group.Elements(), " ")))
		return engine.Fit(engine.MostDescribed,
			engine.Sentences(elements, tableWords(p), p.Told()),
			engine.Sentences(elements, tableWords(p)),
			elements,
			engine.Sentences(head, engine.T("Its %s elements: %s", strconv.Itoa(p.group.Order()), someNames(p.group))))
	}
	all, tokens, count := options(p)
	moves, left := historyWords(p), leftWords(p)
	return engine.Fit(engine.MostDescribed,
		engine.Sentences(head, all, moves, left, tableWords(p)),
		engine.Sentences(head, all, moves, left),
		engine.Sentences(head, tokens, moves, left),
		engine.Sentences(head, tokens, moves),
		engine.Sentences(head, count, moves),
		engine.Sentences(head, tokens, lastPlaces(p, 40)),
		engine.Sentences(head, count, lastPlaces(p, 10)))
}

// Told implements [engine.Teller]: until the second move, it describes a group from a table and
// tells the warnings about the table or the name.
func (p *Position) Told() engine.Text {
	switch {
	case len(p.history) > 1:
		return engine.Text{}
	case p.own:
		return engine.Sentences(append([]engine.Text{about(p.group)}, p.remarks...)...)
	default:
		return engine.Sentences(p.remarks...)
	}
}

var variantClauses = map[string]engine.Text{
	Identity: engine.T(", begun at the identity"), Right: engine.T(", right-handed"),
	Misere: engine.T(", misère"), Solitaire: engine.T(", solitaire"),
}

func standing(p *Position) engine.Text {
	switch o := p.Outcome(); {
	case o.Status == engine.Won:
		return o.Winner.Say(engine.T("Player one wins: %s.", o.Reason), engine.T("Player two wins: %s.", o.Reason))
	case o.Status == engine.Solved:
		return engine.T("Solved: all places are visited.")
	case o.Status == engine.Drawn && p.stuck():
		return engine.T("Stuck: %s.", o.Reason)
	case o.Status == engine.Drawn:
		return engine.T("It is over: %s.", o.Reason)
	case p.opening():
		return engine.T("Player one to move, with any m and any place.")
	case p.variant == Solitaire:
		return engine.T("You are at the place %s.", p.group.Element(p.place))
	default:
		place := p.group.Element(p.place)
		return p.mover().Say(engine.T("Player one to move from the place %s.", place), engine.T("Player two to move from the place %s.", place))
	}
}

func lastMove(p *Position) engine.Text {
	if len(p.history) == 0 {
		return engine.Text{}
	}
	return engine.T("The last move was %s.", moveNames(p)[len(p.history)-1])
}

// moveNames formats the turns: "m=0 p=3".
func moveNames(p *Position) []string {
	return engine.Map(p.history, func(t Turn) string { return "m=" + p.group.Element(t.M) + " p=" + p.group.Element(t.P) })
}

func historyWords(p *Position) engine.Text {
	from := engine.T("")
	if p.variant == Identity || p.variant == Solitaire {
		from = engine.T(" from the identity, %s", p.group.Element(p.group.Identity()))
	}
	if len(p.history) == 0 {
		return engine.T("The game begins%s.", from)
	}
	return engine.T("The moves%s: %s.", from, strings.Join(moveNames(p), ", "))
}

// lastPlaces lists the places visited last, at most a given number.
func lastPlaces(p *Position, most int) engine.Text {
	places := strings.Fields(visited(p))
	return engine.T("%s places are visited, lastly %s.", strconv.Itoa(len(places)), strings.Join(places[max(0, len(places)-most):], " "))
}

// options describes the legal moves after the opening in three lengths: with their places, by their
// m alone, and as their number. All are empty after the end.
func options(p *Position) (all, short, count engine.Text) {
	legal := p.Legal()
	if len(legal) == 0 {
		return all, short, count
	}
	full := engine.Map(legal, func(t Turn) engine.Text { return engine.T("m=%s to %s", p.group.Element(t.M), p.group.Element(t.P)) })
	return engine.T("Possible: %s.", engine.List(", ", full)), engine.T("Possible: m=%s.", strings.Join(tokens(p, legal), " m=")),
		engine.Count(len(legal), "There is 1 possible move.", "There are %s possible moves.")
}

// leftWords lists the tokens and places that are left, if any.
func leftWords(p *Position) engine.Text {
	var said engine.Text
	if !p.m.Empty() {
		said = engine.T("Tokens left: %s.", strings.Join(names(p.group, p.m.Elements()), " "))
	}
	if !p.p.Empty() {
		said = engine.Sentences(said, engine.T("Places left: %s.", strings.Join(names(p.group, p.p.Elements()), " ")))
	}
	return said
}

// tableWords describes the table of the moves, or states its law if it is addition; empty if the
// table is too large.
func tableWords(p *Position) engine.Text {
	if n, ok := p.group.Additive(); ok {
		return engine.T("Each m leads from p to m + p, modulo %s.", strconv.Itoa(n))
	}
	rows := p.played.Rows()
	if rows == "" {
		return engine.Text{}
	}
	return engine.T("Where each m leads, from the places %s: %s.", strings.Join(p.group.Elements(), " "), rows)
}

// String implements [engine.Position]: what is left of M and of P, with dots for used elements,
// and the places visited.
func (p *Position) String() string {
	text := "M " + left(p, p.m) + "\nP " + left(p, p.p) + "\n"
	if p.placed {
		text += "at " + p.group.Element(p.place) + " by " + visited(p) + "\n"
	}
	return text
}

func left(p *Position, of group.Set) string {
	names := make([]string, p.group.Order())
	for a := range names {
		if names[a] = "."; of.Has(group.Element(a)) {
			names[a] = p.group.Element(group.Element(a))
		}
	}
	return strings.Join(names, " ")
}
