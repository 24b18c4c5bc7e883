package hex

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Describe implements [engine.Scene]: the state of the game and the stones.
func (p *Position) Describe() engine.Text { return describe(p.Board, title(p.Board), standing(p)) }

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

// standing says who moves or has won, and names the last move.
func standing(p *Position) engine.Text {
	switch o := p.Outcome(); {
	case o.Status == engine.Won:
		won := o.Winner.Say(engine.T("Red wins: %s.", o.Reason), engine.T("Blue wins: %s.", o.Reason))
		return engine.Sentences(won, chainWords(p), lastMove(p))
	case o.Status != engine.Open:
		return engine.Sentences(engine.T("It is over: %s.", o.Reason), lastMove(p))
	case p.CanSwap():
		return engine.Sentences(engine.T("Blue to move, or to swap: %s.", goal(p.Board, Blue)), lastMove(p))
	default:
		aim := goal(p.Board, p.Mover())
		return engine.Sentences(p.Turn().Say(engine.T("Red to move: %s.", aim), engine.T("Blue to move: %s.", aim)), lastMove(p))
	}
}

func lastMove(p *Position) engine.Text {
	switch {
	case p.last == hexgrid.NoCell:
		return engine.Text{}
	case p.ply == 2 && p.swapped:
		return engine.T("Blue has swapped and got %s.", p.Grid().Name(p.last))
	default:
		name := p.Grid().Name(p.last)
		return p.next().Other().Say(engine.T("Red's last move is %s.", name), engine.T("Blue's last move is %s.", name))
	}
}

func chainWords(p *Position) engine.Text {
	if len(p.Path()) == 0 {
		return engine.Text{}
	}
	return engine.T("The chain: %s.", strings.Join(names(p.Grid(), p.Path()), " "))
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
	edge := p.ownEdge(mover, c)
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

func (p *Position) ownEdge(colour Colour, c hexgrid.Cell) engine.Text {
	column, row := p.Grid().Column(c), p.Grid().Row(c)
	switch across := colour != p.TopBottom(); {
	case !across && row == 0:
		return engine.T("the top edge")
	case !across && row == p.Height()-1:
		return engine.T("the bottom edge")
	case across && column == 0:
		return engine.T("the left edge")
	case across && column == p.Width()-1:
		return engine.T("the right edge")
	default:
		return engine.Text{}
	}
}
