package render

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Caption is what the bar below a picture says of a position, where the style has nothing
// else.
type Caption struct {
	Words engine.Text // how it stands
	Below engine.Text // the line below; empty: [Style.Latest] of nothing
	// Position and Sides, by seat, tell who is named; no sides: nobody.
	Position engine.Position
	Sides    []Side
}

// Side is one of the two sides of a game, as captions show it.
type Side struct {
	Title engine.Text      // its own name
	Under canvas.Ink       // of the line under it while it is to move
	Token func(canvas.End) // draws its sign
	Width float64          // of the sign in pixels; 0: that of [canvas.Caption]
}

// Latest is the second line of a caption: the number of the last move, or in its place
// what a game counts by, and the last move itself.
func (s Style) Latest(count engine.Text) engine.Text {
	if count.Empty() && s.Move > 0 {
		count = engine.T("Move %s", strconv.Itoa(s.Move))
	}
	switch {
	case s.Last == "":
		return count
	case count.Empty():
		return engine.T("%s", s.Last)
	default:
		return engine.T("%s · %s", count, s.Last)
	}
}

// Write writes a caption.
func (s Style) Write(on canvas.Surface, c *canvas.Caption, says Caption) {
	below := says.Below
	if below.Empty() {
		below = s.Latest(engine.Text{})
	}
	said := canvas.Said{Words: s.Caption(says.Words)}
	if !below.Empty() {
		said.Below = s.Words(below)
	}
	for seat, side := range says.Sides {
		said.Plates = append(said.Plates, s.plate(c, says.Position, engine.Seat(seat), side))
	}
	c.Write(on, said)
}

// plate is that of a seat.
func (s Style) plate(c *canvas.Caption, p engine.Position, seat engine.Seat, side Side) canvas.Plate {
	winner := p.Outcome().Winner
	plate := canvas.Plate{
		Name: s.Called(seat, side.Title, c.Legible), Token: side.Token, Width: side.Width,
		Active: s.Stands(seat, p.Turn(), winner), Under: side.Under,
	}
	if winner != engine.NoSeat || len(s.Winners) > 0 {
		plate.Under = canvas.InkGreen
	}
	return plate
}
