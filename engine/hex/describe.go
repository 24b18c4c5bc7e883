package hex

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// Describe implements [engine.Scene]: the state of the game and the stones.
func (p *Position) Describe() engine.Text {
	return describe(p.Board, title(p.Board), standing(p), standingBy(p, engine.Text{}))
}

// describe joins a title, sentences and the stones of a board. The sentences may have several
// wordings, longest first; there is always room for the last one.
func describe(b *board.Board, title engine.Text, ways ...engine.Text) engine.Text {
	var all []engine.Text
	for _, way := range ways {
		said := engine.Sentences(title, way)
		all = append(all, engine.Sentences(said, stones(b), weightWords(b)),
			engine.Sentences(said, rows(b), weightWords(b)), engine.Sentences(said, rows(b)))
	}
	return engine.Fit(engine.MostDescribed, all...)
}

func title(b *board.Board) engine.Text {
	if b.Weighted() {
		return engine.T("Weighted Hex, %s.", extent(b))
	}
	return engine.T("Hex, %s.", extent(b))
}

func stones(b *board.Board) engine.Text {
	red, blue := strings.Join(names(b.Grid(), b.Holding(Red)), " "), strings.Join(names(b.Grid(), b.Holding(Blue)), " ")
	switch {
	case red == "" && blue == "":
		return engine.T("The board is empty.")
	case blue == "":
		return engine.T("Red: %s.", red)
	case red == "":
		return engine.T("Blue: %s.", blue)
	default:
		return engine.T("Red: %s. Blue: %s.", red, blue)
	}
}

func rows(b *board.Board) engine.Text {
	return engine.T("Rows from the top, R and B for stones, numbers for empty cells: %s.", hexgrid.ShortRows(b.Rows()))
}

// byRows writes what each cell has, row by row.
func byRows[T any](b *board.Board, cells []T, word func(T) string) string {
	var rows []string
	for row := range slices.Chunk(cells, b.Width()) {
		rows = append(rows, strings.Join(engine.Map(row, word), " "))
	}
	return strings.Join(rows, "; ")
}

// when returns a text where it holds, else none.
func when(holds bool, text engine.Text) engine.Text {
	if holds {
		return text
	}
	return engine.Text{}
}

func weightWords(b *board.Board) engine.Text {
	if !b.Weighted() {
		return engine.Text{}
	}
	var weights []string
	size := min(b.Width(), b.Height())
	for ring := range (size + 1) / 2 {
		weights = append(weights, strconv.Itoa(b.Weight(b.Grid().At(ring, ring))))
	}
	return engine.T("From the rim inwards a cell weighs %s.", strings.Join(weights, ", "))
}

// standing says who moves or has won, by which chain, and names the last move.
func standing(p *Position) engine.Text {
	if len(p.Path()) == 0 {
		return standingBy(p, engine.Text{})
	}
	return standingBy(p, engine.T("The chain: %s.", strings.Join(names(p.Grid(), p.Path()), " ")))
}

// standingBy is standing with other words on the chain, or none where they have no room.
func standingBy(p *Position, chain engine.Text) engine.Text {
	switch o := p.Outcome(); {
	case o.Status == engine.Won:
		return engine.Sentences(engine.T("%s wins: %s.", ColourName(board.ColourOf(o.Winner)), o.Reason), chain, lastMove(p))
	case o.Status != engine.Open:
		return engine.Sentences(engine.T("It is over: %s.", o.Reason), lastMove(p))
	case p.CanSwap():
		return engine.Sentences(engine.T("Blue to move, or to swap: %s.", goal(p.Board, Blue)), lastMove(p))
	default:
		return engine.Sentences(engine.T("%s to move: %s.", ColourName(p.Mover()), goal(p.Board, p.Mover())), lastMove(p))
	}
}

func lastMove(p *Position) engine.Text {
	switch {
	case p.last == hexgrid.NoCell:
		return engine.Text{}
	case p.ply == 2 && p.swapped:
		return engine.T("Blue has swapped and got %s.", p.Grid().Name(p.last))
	default:
		return engine.T("%s's last move is %s.", ColourName(board.ColourOf(p.next().Other())), p.Grid().Name(p.last))
	}
}

func goal(b *board.Board, c Colour) engine.Text {
	if c == b.TopBottom() {
		return c.Seat().Say(engine.T("red joins top and bottom"), engine.T("blue joins top and bottom"))
	}
	return c.Seat().Say(engine.T("red joins left and right"), engine.T("blue joins left and right"))
}

func reason(b *board.Board) engine.Text {
	cost := strconv.Itoa(b.Chain().Cost)
	if b.Weighted() {
		return engine.T("%s by a chain that costs %s", goal(b, b.Winner()), cost)
	}
	return engine.T("%s by a chain of %s stones", goal(b, b.Winner()), cost)
}

// Picking implements [engine.Picker]: an empty cell, or its column and row.
func (p *Position) Picking(verb, _ string) engine.Picking {
	if verb != engine.MoveVerb || p.over() {
		return engine.Picking{}
	}
	cells := slices.DeleteFunc(p.Moves(), func(move string) bool { return move == swapMove })
	return p.picking(p.Mover(), cells, nil, func() engine.Text { return standing(p) })
}

// Picking implements [engine.Picker]: an empty cell that has not been tried.
func (p *Puzzle) Picking(verb, _ string) engine.Picking {
	if verb != engine.MoveVerb || p.over() {
		return engine.Picking{}
	}
	return p.board.picking(Red, p.Moves(), p.tries, func() engine.Text {
		return engine.T("Red to move and win: %s.", goal(p.board.Board, Red))
	})
}

// picking picks one of the cells; in a form, one of the empty cells except some.
func (p *Position) picking(mover Colour, cells []string, but []hexgrid.Cell, says func() engine.Text) engine.Picking {
	return engine.Picking{
		Menu: engine.MenuOf(engine.T("Place a stone"), cells, func(cell string) engine.Text { return p.touches(mover, cell) }),
		Form: hexgrid.Form(p.Width(), p.Height(), func(column, row int) bool {
			c := p.Grid().At(column, row)
			return p.At(c) == Empty && !slices.Contains(but, c)
		}, says),
	}
}

// touches names the mover's stones and edge that a stone on a cell touches.
func (p *Position) touches(mover Colour, cell string) engine.Text {
	c, err := p.Grid().Parse(cell)
	if err != nil {
		return engine.Text{}
	}
	var own []string
	for _, n := range p.Grid().Neighbours(c) {
		if p.At(n) == mover {
			own = append(own, p.Grid().Name(n))
		}
	}
	first, second := p.Edges(mover)
	var edge engine.Text
	for _, e := range [...]board.Edge{first, second} {
		if p.Touches(c, e) {
			edge = edgeName(e)
		}
	}
	switch stones := strings.Join(own, ", "); {
	case len(own) > 0 && !edge.Empty():
		return engine.T("touches %s and %s", stones, edge)
	case len(own) > 0:
		return engine.T("touches %s", stones)
	case !edge.Empty():
		return engine.T("touches %s", edge)
	default:
		return engine.T("stands by itself")
	}
}

// Describe implements [engine.Scene]: the groups, each with the edges that it touches.
func (s Sets) Describe() engine.Text {
	groups := allSets(s.Board)
	if len(groups) == 0 {
		return s.Position.Describe()
	}
	list := make([]engine.Text, len(groups))
	for i, g := range groups {
		cells := strings.Join(g.Cells, " ")
		if list[i] = engine.T("blue %s", cells); g.Colour == Red.String() {
			list[i] = engine.T("red %s", cells)
		}
		for _, edge := range edgesOf(s.Board, g) {
			list[i] = engine.T("%s, %s", list[i], edge)
		}
	}
	full := engine.T("%s The groups: %s.", groupCount(len(groups)), engine.List("; ", list))
	return engine.Fit(engine.MostDescribed, engine.Sentences(title(s.Board), standing(s.Position), full),
		describe(s.Board, title(s.Board), engine.Sentences(standing(s.Position), groupCount(len(groups))), standingBy(s.Position, engine.Text{})))
}

func edgesOf(b *board.Board, set setData) []engine.Text {
	var touched []engine.Text
	for i, edge := range [...]engine.Text{engine.T("at the top"), engine.T("at the bottom"), engine.T("at the left"), engine.T("at the right")} {
		if b.Root(hexgrid.Cell(b.Grid().Cells()+i)) == set.root {
			touched = append(touched, edge)
		}
	}
	return touched
}

// Describe implements [engine.Scene]: the costs by rows.
func (w Weights) Describe() engine.Text {
	costs := engine.T("By rows from the top, ∞ where no chain leads: %s.", byRows(w.Board, w.Cost, CostName))
	return describe(w.Board, title(w.Board), engine.Sentences(w.about(), costs), engine.Sentences(w.about(), w.across()))
}

// across lists the costs of complete chains: those at the edge opposite to the first.
func (w Weights) across() engine.Text {
	_, second := w.Edges(w.Side)
	list := engine.Map(w.Along(second), func(c hexgrid.Cell) string { return CostName(w.Cost[c]) })
	return engine.T("Along the opposite edge, from a or 1 on, ∞ where no chain leads: %s.", strings.Join(list, " "))
}

// Describe implements [engine.Scene]: the chain, and the cells that it lacks.
func (v PathView) Describe() engine.Text {
	if v.Winner() != Empty {
		return v.Position.Describe()
	}
	chain := engine.T("%s The chain: %s.", v.about(), strings.Join(names(v.Grid(), v.Path), " "))
	return describe(v.Board, title(v.Board), engine.Sentences(chain, standing(v.Position)), chain, v.about())
}

// Describe implements [engine.Scene]: the cells that the search considers best, with their values.
func (a Analysis) Describe() engine.Text {
	said := engine.Sentences(a.outlook(), a.best(plain), lastMove(a.Position))
	return describe(a.Board, title(a.Board), engine.Sentences(said, a.thoughts(maxThoughts)), engine.Sentences(said, a.thoughts(fewThoughts)), said)
}

// outlook describes the chances of the side that is next. It need not be to move: the board may be
// that of a solved puzzle.
func (a Analysis) outlook() engine.Text {
	return engine.T("%s is next: %s.", ColourName(a.Mover()), a.worth())
}

// Numbers of cells described.
const (
	maxThoughts = 20
	fewThoughts = 5
)

// thoughts lists the most visited cells with their values or proofs.
func (a Analysis) thoughts(most int) engine.Text {
	var cells []hexgrid.Cell
	for c, t := range a.Cells {
		if t.Visits > 0 || t.Proof == search.Win {
			cells = append(cells, hexgrid.Cell(c))
		}
	}
	slices.SortStableFunc(cells, func(x, y hexgrid.Cell) int { return cmp.Compare(a.Cells[y].Heat, a.Cells[x].Heat) })
	var list []engine.Text
	for _, c := range cells[:min(len(cells), most)] {
		name := a.Grid().Name(c)
		switch t := a.Cells[c]; t.Proof {
		case search.Win:
			list = append(list, engine.T("%s a proved win", name))
		case search.Loss:
			list = append(list, engine.T("%s a proved loss", name))
		case search.Unproved, search.Draw:
			list = append(list, engine.T("%s %s", name, percent(t.Value)))
		}
	}
	if len(list) == 0 {
		return engine.Text{}
	}
	return engine.T("Chances to win by a stone there, in per cent, the most searched first: %s.", engine.List(", ", list))
}

// Describe implements [engine.Scene]: where the game turned, the board there, and the graph.
func (s Review) Describe() engine.Text {
	head := engine.Sentences(engine.T("A review after %s.", engine.Count(s.Plies, "1 move", "%s moves")), s.turning(plain), s.instead(plain), s.why(plain), s.gift(plain), s.accuracyWords())
	where := engine.T("Before move %s the board was like this.", strconv.Itoa(s.Ply+1))
	if s.Resigned {
		where = engine.T("At the end the board was like this.")
	}
	return describe(s.Board, title(s.Board), engine.Sentences(head, s.graphWords(), where),
		engine.Sentences(head, s.swings(), where), engine.Sentences(head, where), head)
}

func (s Review) graphWords() engine.Text {
	list := make([]string, len(s.Red))
	for i, chance := range s.Red {
		if list[i] = percent(chance); math.IsNaN(chance) {
			list[i] = "-"
		}
	}
	return engine.T("Red's chances before each move and at the end, in per cent: %s.", strings.Join(list, " "))
}

// maxSwings is the number of moves described for a long game, those that changed most.
const maxSwings = 8

// swings lists the moves at which the chances changed most.
func (s Review) swings() engine.Text {
	var plies []int
	for i := range len(s.Red) - 1 {
		if !math.IsNaN(s.Red[i]) && !math.IsNaN(s.Red[i+1]) {
			plies = append(plies, i)
		}
	}
	slices.SortStableFunc(plies, func(i, j int) int {
		return cmp.Compare(math.Abs(s.Red[j+1]-s.Red[j]), math.Abs(s.Red[i+1]-s.Red[i]))
	})
	plies = plies[:min(len(plies), maxSwings)]
	slices.Sort(plies)
	if len(plies) == 0 {
		return engine.Text{}
	}
	list := engine.Map(plies, func(ply int) engine.Text {
		return engine.T("%s from %s to %s", strconv.Itoa(ply+1), percent(s.Red[ply]), percent(s.Red[ply+1]))
	})
	return engine.T("Red's chances in per cent changed most at moves %s.", engine.List(", ", list))
}
