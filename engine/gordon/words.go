package gordon

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

func playerName(s engine.Seat) engine.Text {
	if s == 0 {
		return engine.T("player one")
	}
	return engine.T("player two")
}

// reason says how the game ended, as a clause.
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

// sequence lists the tokens taken, the identity first.
func sequence(p *Position) string {
	names := []string{p.group.Element(p.group.Identity())}
	for _, t := range p.history {
		names = append(names, p.group.Element(t.M))
	}
	return strings.Join(names, " ")
}

// visited lists the places visited.
func visited(p *Position) string {
	var names []string
	if p.variant == Identity || p.variant == Solitaire {
		names = append(names, p.group.Element(p.group.Identity()))
	}
	for _, t := range p.history {
		names = append(names, p.group.Element(t.P))
	}
	return strings.Join(names, " ")
}

// mostDescribed is how many characters of a list are read out: an alternative text has
// room for 1,024.
const mostDescribed = 300

// clip leaves out the end of a long list.
func clip(list string) string {
	runes := []rune(list)
	if len(runes) <= mostDescribed {
		return list
	}
	return string(runes[:mostDescribed]) + " …"
}

// clipStart leaves out the beginning of a long list.
func clipStart(list string) string {
	runes := []rune(list)
	if len(runes) <= mostDescribed {
		return list
	}
	return "… " + string(runes[len(runes)-mostDescribed:])
}

// Describe implements [engine.Position].
func (p *Position) Describe() engine.Text {
	text := engine.T("Gordon game on %s%s. %s", p.group.Label(), variantClause(p), standing(p))
	if told := p.Told(); len(p.history) == 0 && !told.Empty() {
		return engine.T("%s %s", text, told)
	}
	return text
}

// Told implements [engine.Teller]: until the second move, what is known of a group from a
// file, and what is odd about the file.
func (p *Position) Told() engine.Text {
	if p.file == nil || len(p.history) > 1 {
		return engine.Text{}
	}
	return aboutTable(*p.file)
}

func variantClause(p *Position) engine.Text {
	switch p.variant {
	case Identity:
		return engine.T(", begun at the identity")
	case Right:
		return engine.T(", right-handed")
	case Misere:
		return engine.T(", misère")
	case Solitaire:
		return engine.T(", solitaire")
	}
	return engine.Text{}
}

// standing says which places were visited, and who moves or has won.
func standing(p *Position) engine.Text {
	if p.opening() {
		return engine.T("Player one opens: any m and any place.")
	}
	path := engine.T("Places visited: %s.", clipStart(visited(p)))
	switch o := p.Outcome(); {
	case o.Status == engine.Won && o.Winner == 0:
		return engine.T("%s Player one wins: %s.", path, o.Reason)
	case o.Status == engine.Won:
		return engine.T("%s Player two wins: %s.", path, o.Reason)
	case o.Status == engine.Solved:
		return engine.T("%s Solved.", path)
	case o.Status == engine.Drawn:
		return engine.T("%s Stuck: %s.", path, o.Reason)
	default:
		return engine.T("%s Next, %s moves: %s.", path, moverName(p), clip(options(p)))
	}
}

func moverName(p *Position) engine.Text {
	if p.variant == Solitaire {
		return engine.T("the player")
	}
	return playerName(p.mover())
}

// options lists the legal moves after the opening: "m=3 to 5, m=4 to 6".
func options(p *Position) string {
	var list []string
	for _, t := range p.Legal() {
		list = append(list, "m="+p.group.Element(t.M)+" → "+p.group.Element(t.P))
	}
	return strings.Join(list, ", ")
}

// String implements [engine.Position]: what is left of M and of P, used elements as
// dots, and the places visited.
func (p *Position) String() string {
	var b strings.Builder
	b.WriteString("M " + left(p, p.m) + "\n")
	b.WriteString("P " + left(p, p.p) + "\n")
	if p.placed {
		b.WriteString("at " + p.group.Element(p.place) + " by " + visited(p) + "\n")
	}
	return b.String()
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
