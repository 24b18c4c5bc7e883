package gordon

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
)

// Turn is an m taken from M and the place taken from P with it.
type Turn struct{ M, P Element }

// Position is one moment of a game. Its reading methods do not change it.
type Position struct {
	group   *Group
	played  *Group // its product is that of moves: of the group, or the other way round
	variant string
	m, p    set
	place   Element
	placed  bool // whether there is a place yet
	history []Turn
	loaded  *Table // the group as read, nil for one of the catalogue
}

// New makes the start of the game that the options of [Game] describe.
func New(o engine.Options) (engine.Position, error) {
	t, err := chosenTable(o)
	if err != nil {
		return nil, err
	}
	variant := o.Text("variant")
	if variant == "" {
		variant = Standard
	}
	p, err := Start(t.Group, variant)
	if err != nil {
		return nil, err
	}
	if _, file := o.File("file"); file || isTable(o.Text("group")) {
		p.loaded = &t
	}
	return p, nil
}

// Start makes the start of a game on a group. It refuses unknown variants, and groups on
// which there would be no first move.
func Start(g *Group, variant string) (*Position, error) {
	p := &Position{group: g, played: g, variant: variant, m: all(g.Order()), p: all(g.Order())}
	switch variant {
	case Standard, Misere:
	case Right:
		p.played = g.opposite()
	case Identity, Solitaire:
		if g.Order() == 1 {
			return nil, engine.Refuse("a group of one element leaves nothing to play: choose a larger one, such as %s", DefaultGroup)
		}
		p.visit(g.identity)
	default:
		return nil, engine.Refuse("variant must be one of: %s", "standard, identity, right, misere, solitaire")
	}
	return p, nil
}

// chosenTable is the group that options name, or whose table they hold.
func chosenTable(o engine.Options) (Table, error) {
	name := o.Text("group")
	file, given := o.File("file")
	switch {
	case given && name != "":
		return Table{}, engine.Refuse("give either the name of a group or a file, not both")
	case given:
		return ReadTable(file.Data)
	case isTable(name):
		return ReadTable(unfolded(name))
	case name == "":
		name = DefaultGroup
	}
	g, err := ParseGroup(name)
	return Table{Group: g}, err
}

// visit takes a place.
func (p *Position) visit(place Element) {
	p.p = p.p.without(place)
	p.place, p.placed = place, true
}

// Group is the group that is played on.
func (p *Position) Group() *Group { return p.group }

// Variant is one of the variants of the rules.
func (p *Position) Variant() string { return p.variant }

// Place is the place taken last; false before the opening.
func (p *Position) Place() (Element, bool) { return p.place, p.placed }

// HasToken reports whether m is still in M.
func (p *Position) HasToken(m Element) bool { return p.m.has(m) }

// HasPlace reports whether a place is still in P.
func (p *Position) HasPlace(place Element) bool { return p.p.has(place) }

// History lists the turns so far. It is shared.
func (p *Position) History() []Turn { return p.history }

// Product is the place to which m leads from a place, by the variant's rules.
func (p *Position) Product(m, place Element) Element { return p.played.Product(m, place) }

// quotient is the m that leads from one place to another.
func (p *Position) quotient(to, from Element) Element {
	return p.played.Product(to, p.played.inverse[from])
}

// opening reports whether the next move names m and place freely.
func (p *Position) opening() bool { return !p.placed }

// Legal lists the moves in the order of their m; in the opening every m with every place.
func (p *Position) Legal() []Turn {
	var list []Turn
	if p.opening() {
		for _, m := range p.m.elements() {
			for _, place := range p.p.elements() {
				list = append(list, Turn{m, place})
			}
		}
		return list
	}
	for _, m := range p.m.elements() {
		if to := p.Product(m, p.place); p.p.has(to) {
			list = append(list, Turn{m, to})
		}
	}
	return list
}

// stuck reports whether there is no legal move.
func (p *Position) stuck() bool {
	if p.opening() {
		return false
	}
	return !slices.ContainsFunc(p.m.elements(), func(m Element) bool { return p.p.has(p.Product(m, p.place)) })
}

// mover is the seat whose turn it is, or would be.
func (p *Position) mover() engine.Seat {
	if p.variant == Solitaire {
		return 0
	}
	return engine.Seat(len(p.history) % 2)
}

// Turn implements [engine.Position].
func (p *Position) Turn() engine.Seat {
	if p.stuck() {
		return engine.NoSeat
	}
	return p.mover()
}

// Moves implements [engine.Lister]: "m=3", in the opening "m=0 p=3".
func (p *Position) Moves() []string {
	legal := p.Legal()
	moves := make([]string, len(legal))
	for i, t := range legal {
		moves[i] = p.canonical(t)
	}
	return moves
}

// canonical writes a legal move.
func (p *Position) canonical(t Turn) string {
	line := "m=" + p.group.names[t.M]
	if p.opening() {
		line += " p=" + p.group.names[t.P]
	}
	return line
}

// Play implements [engine.Position].
func (p *Position) Play(text string) (string, error) {
	if p.stuck() {
		return "", refuse(text, engine.ErrOver, "the game is over: %s", p.Outcome().Reason)
	}
	t, err := p.parse(text)
	if err != nil {
		return "", err
	}
	line := p.canonical(t)
	p.take(t)
	return line, nil
}

// take makes a legal move.
func (p *Position) take(t Turn) {
	p.m = p.m.without(t.M)
	p.visit(t.P)
	p.history = append(p.history, t)
}

// After is the position after a legal move.
func (p *Position) After(t Turn) *Position {
	after := *p
	after.history = slices.Clone(p.history)
	after.take(t)
	return &after
}

// Outcome implements [engine.Position].
func (p *Position) Outcome() engine.Outcome {
	switch {
	case !p.stuck():
		return engine.Outcome{Status: engine.Open, Winner: engine.NoSeat}
	case p.variant == Solitaire && p.p == 0:
		return engine.Outcome{Status: engine.Solved, Winner: engine.NoSeat, Reason: p.reason()}
	case p.variant == Solitaire:
		return engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat, Reason: p.reason()}
	case p.variant == Misere:
		return engine.Outcome{Status: engine.Won, Winner: p.mover(), Reason: p.reason()}
	default:
		return engine.Outcome{Status: engine.Won, Winner: p.mover().Other(), Reason: p.reason()}
	}
}
