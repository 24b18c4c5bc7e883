package gordon

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Label is what the group is called in a line of text: its name, with the order where
// people differ in what a name means, or else its order.
func (g *Group) Label() engine.Text {
	switch {
	case g.name == "":
		return engine.T("a group of order %s", number(g.Order()))
	case strings.ContainsAny(g.name, "DSA"):
		return engine.T("%s (order %s)", g.name, number(g.Order()))
	default:
		return engine.T("%s", g.name)
	}
}

// number writes a number as texts take it.
func number(n int) string { return strconv.Itoa(n) }

func rowsThere(n int) engine.Text {
	return engine.Count(n, "is 1 row", "are %s rows")
}

func namesCounted(n int) engine.Text {
	return engine.Count(n, "1 name", "%s names")
}

func playerName(s engine.Seat) engine.Text {
	if s == 0 {
		return engine.T("player one")
	}
	return engine.T("player two")
}

// reason says how the game ended, as a clause.
func (p *Position) reason() engine.Text {
	visited := number(p.group.Order() - p.p.size())
	switch {
	case p.variant == Solitaire && p.p == 0:
		return engine.T("all %s places are visited; the sequencing is %s", visited, clip(p.sequence()))
	case p.variant == Solitaire:
		return engine.T("no m leads on after %s of %s places; take moves back and try again", visited, number(p.group.Order()))
	default:
		return engine.T("%s cannot move from the place %s", playerName(p.mover()), p.group.names[p.place])
	}
}

// sequence lists the tokens taken, the identity first.
func (p *Position) sequence() string {
	names := []string{p.group.names[p.group.identity]}
	for _, t := range p.history {
		names = append(names, p.group.names[t.M])
	}
	return strings.Join(names, " ")
}

// path lists the places visited.
func (p *Position) path() string {
	var names []string
	if p.variant == Identity || p.variant == Solitaire {
		names = append(names, p.group.names[p.group.identity])
	}
	for _, t := range p.history {
		names = append(names, p.group.names[t.P])
	}
	return strings.Join(names, " ")
}

// mostDescribed is the most letters of names that are read out in a row: an alternative
// text has room for 1,024.
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
	text := engine.T("Gordon game on %s%s. %s", p.group.Label(), p.variantClause(), p.standing())
	if told := p.Told(); len(p.history) == 0 && !told.Empty() {
		return engine.T("%s %s", text, told)
	}
	return text
}

// Told implements [engine.Teller]: until the second move, what is known of a group from a
// file, and what is odd about the file.
func (p *Position) Told() engine.Text {
	if p.loaded == nil || len(p.history) > 1 {
		return engine.Text{}
	}
	return p.loaded.about()
}

func (p *Position) variantClause() engine.Text {
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

// standing tells the path so far, and who moves or has won.
func (p *Position) standing() engine.Text {
	if p.opening() {
		return engine.T("Player one opens: any m and any place.")
	}
	path := engine.T("Places visited: %s.", clipStart(p.path()))
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
		return engine.T("%s Next, %s moves: %s.", path, p.moverName(), clip(p.options()))
	}
}

func (p *Position) moverName() engine.Text {
	if p.variant == Solitaire {
		return engine.T("the player")
	}
	return playerName(p.mover())
}

// options lists the legal moves after the opening: "m=3 to 5, m=4 to 6".
func (p *Position) options() string {
	var list []string
	for _, t := range p.Legal() {
		list = append(list, "m="+p.group.names[t.M]+" → "+p.group.names[t.P])
	}
	return strings.Join(list, ", ")
}

// String implements [engine.Position]: what is left of M and of P, used elements as
// dots, and the places visited.
func (p *Position) String() string {
	var b strings.Builder
	b.WriteString("M " + p.left(p.m) + "\n")
	b.WriteString("P " + p.left(p.p) + "\n")
	if p.placed {
		b.WriteString("at " + p.group.names[p.place] + " by " + p.path() + "\n")
	}
	return b.String()
}

func (p *Position) left(of set) string {
	names := make([]string, p.group.Order())
	for a := range names {
		if names[a] = "."; of.has(Element(a)) {
			names[a] = p.group.names[a]
		}
	}
	return strings.Join(names, " ")
}
