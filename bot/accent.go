package bot

import (
	"image/color"

	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
)

// accent is the colour that frames a table's board: that of whose turn it is, or of who has
// won. Where one plays alone it is the same for all, green once the riddle is solved; where
// nothing is to be done it is a quiet one.
func (e *Entry) accent(t *table.Table, theme render.Theme) int {
	look, o := theme.Look(), t.Outcome()
	alone := len(t.Record.Seats) == 1
	switch {
	case o.Status == engine.Solved, o.Status == engine.Won && alone:
		return rgb(look.Green)
	case o.Status == engine.Won:
		return rgb(e.side(theme, o.Winner))
	case t.Record.Over || t.Waiting():
		return rgb(look.Muted)
	case alone:
		return rgb(look.Tints[0])
	default:
		return rgb(e.side(theme, t.Turn()))
	}
}

// accent is that of a table, shown to the caller alone or to all.
func (p *pictures) accent(c *call, t *table.Table, private bool) int {
	return p.games.entry(t).accent(t, p.settings.styleAt(c, t, private).Theme)
}

// side is the colour of a seat's side: that which the game gives it, or the theme.
func (e *Entry) side(theme render.Theme, s engine.Seat) color.RGBA {
	switch {
	case s == engine.NoSeat:
		return theme.Look().Muted
	case e.Side != nil:
		return e.Side(theme, s)
	case s == 0:
		return theme.Look().Red.Edge
	default:
		return theme.Look().Blue.Edge
	}
}

// rgb is a colour as a reply has it. Black is almost black: 0 is none.
func rgb(c color.RGBA) int { return max(1, int(c.R)<<16|int(c.G)<<8|int(c.B)) }
