package gordon

import (
	"encoding/json"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

// Turn is an m taken from M with the place taken from P.
type Turn struct{ M, P group.Element }

// Position is one moment of a game. Its reading methods do not change it.
type Position struct {
	group   *group.Group
	played  *group.Group // group, or its opposite in the variant "right"
	variant string
	m, p    group.Set // left in M and in P
	place   group.Element
	placed  bool // whether place is set
	history []Turn
	own     bool          // whether the group is a table of somebody's own
	remarks []engine.Text // about the table or the name

	concluded engine.Outcome // set by Conclude; Open unless the players ended the game
}

func start(g *group.Group, variant string) *Position {
	p := &Position{group: g, played: g, variant: variant, m: group.First(g.Order()), p: group.First(g.Order())}
	switch variant {
	case Right:
		p.played = g.Opposite()
	case Identity, Solitaire:
		p.visit(g.Identity())
	}
	return p
}

func (p *Position) visit(place group.Element) {
	p.p = p.p.Without(place)
	p.place, p.placed = place, true
}

// Group returns the group of the game.
func (p *Position) Group() *group.Group { return p.group }

// Variant returns the variant of the rules.
func (p *Position) Variant() string { return p.variant }

// Terms implements [engine.Termed].
func (p *Position) Terms() engine.Terms {
	if p.variant == Solitaire {
		return engine.PuzzleTerms
	}
	return engine.Terms{}
}

// Place returns the place taken last; false before the opening.
func (p *Position) Place() (group.Element, bool) { return p.place, p.placed }

// Left returns the number of places left.
func (p *Position) Left() int { return p.p.Size() }

// History returns the turns so far. It is shared.
func (p *Position) History() []Turn { return p.history }

// Product returns the place to which m leads from a place, by the variant's rules.
func (p *Position) Product(m, place group.Element) group.Element { return p.played.Product(m, place) }

// Cosets divides the places so that the steps of a subgroup stay in each part, see [group.Group.Cosets].
func (p *Position) Cosets() [][]group.Element { return p.played.Cosets() }

// opening reports whether the next move is the opening, which chooses m and place freely.
func (p *Position) opening() bool { return !p.placed }

// Legal returns the legal moves in the order of their m; in the opening every m with every place.
func (p *Position) Legal() []Turn {
	if p.concluded.Status != engine.Open {
		return nil
	}
	var list []Turn
	if p.opening() {
		for _, m := range p.m.Elements() {
			for _, place := range p.p.Elements() {
				list = append(list, Turn{m, place})
			}
		}
		return list
	}
	for _, m := range p.m.Elements() {
		if to := p.Product(m, p.place); p.p.Has(to) {
			list = append(list, Turn{m, to})
		}
	}
	return list
}

func (p *Position) stuck() bool {
	if p.opening() {
		return false
	}
	return !slices.ContainsFunc(p.m.Elements(), func(m group.Element) bool { return p.p.Has(p.Product(m, p.place)) })
}

// over reports whether the game has ended, by the rules or by the players.
func (p *Position) over() bool { return p.stuck() || p.concluded.Status != engine.Open }

// mover returns the seat to move, or whose turn it would be after the end.
func (p *Position) mover() engine.Seat {
	if p.variant == Solitaire {
		return 0
	}
	return engine.Seat(len(p.history) % 2)
}

// Turn implements [engine.Position].
func (p *Position) Turn() engine.Seat {
	if p.over() {
		return engine.NoSeat
	}
	return p.mover()
}

// Moves implements [engine.Picker]: "m=3", or "m=0 p=3" in the opening.
func (p *Position) Moves() []string {
	return engine.Map(p.Legal(), p.canonical)
}

func (p *Position) canonical(t Turn) string {
	line := "m=" + p.group.Element(t.M)
	if p.opening() {
		line += " p=" + p.group.Element(t.P)
	}
	return line
}

// Play implements [engine.Position].
func (p *Position) Play(text string) (string, error) {
	if p.over() {
		return "", engine.RefuseMove(text, engine.ErrOver, "the game is over: %s", p.Outcome().Reason)
	}
	t, err := parse(p, text)
	if err != nil {
		return "", err
	}
	line := p.canonical(t)
	p.take(t)
	return line, nil
}

func (p *Position) take(t Turn) {
	p.m = p.m.Without(t.M)
	p.visit(t.P)
	p.history = append(p.history, t)
}

// After returns the position after a legal move.
func (p *Position) After(t Turn) *Position {
	after := *p
	after.history = slices.Clone(p.history)
	after.take(t)
	return &after
}

// Outcome implements [engine.Position].
func (p *Position) Outcome() engine.Outcome {
	switch {
	case !p.stuck() && p.over():
		return p.concluded
	case !p.stuck():
		return engine.Outcome{Status: engine.Open, Winner: engine.NoSeat}
	case p.variant == Solitaire && p.p.Empty():
		return engine.Outcome{Status: engine.Solved, Winner: engine.NoSeat, Reason: reason(p)}
	case p.variant == Solitaire:
		return engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat, Reason: reason(p)}
	case p.variant == Misere:
		return engine.Outcome{Status: engine.Won, Winner: p.mover(), Reason: reason(p)}
	default:
		return engine.Outcome{Status: engine.Won, Winner: p.mover().Other(), Reason: reason(p)}
	}
}

// Conclude implements [engine.Concluder].
func (p *Position) Conclude(o engine.Outcome) engine.Position {
	if p.stuck() {
		return p
	}
	c := *p
	c.concluded = o
	return &c
}

// reopened returns the position without an end by the players.
func (p *Position) reopened() *Position { return p.Conclude(engine.Outcome{}).(*Position) }

type state struct {
	Group   groupState  `json:"group"`
	Variant string      `json:"variant"`
	M       []string    `json:"m"`
	P       []string    `json:"p"`
	Place   string      `json:"place"`
	History [][2]string `json:"history"`
	Legal   [][2]string `json:"legal"`
	Player  int         `json:"player"`
}

type groupState struct {
	Name     string   `json:"name"`
	Order    int      `json:"order"`
	Elements []string `json:"elements"`
}

// MarshalJSON implements [json.Marshaler].
func (p *Position) MarshalJSON() ([]byte, error) {
	g := p.group
	s := state{
		Group: groupState{g.Name(), g.Order(), g.Elements()}, Variant: p.variant,
		M: names(g, p.m.Elements()), P: names(g, p.p.Elements()),
		History: pairs(g, p.history), Legal: pairs(g, p.Legal()), Player: int(p.Turn()) + 1,
	}
	if p.placed {
		s.Place = g.Element(p.place)
	}
	return json.Marshal(s)
}

// names returns the names of elements.
func names(g *group.Group, elements []group.Element) []string {
	return engine.Map(elements, g.Element)
}

// pairs returns the names of the m and the place of each turn.
func pairs(g *group.Group, turns []Turn) [][2]string {
	return engine.Map(turns, func(t Turn) [2]string { return [2]string{g.Element(t.M), g.Element(t.P)} })
}
