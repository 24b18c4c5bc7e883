package labyrinth

import (
	"image"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
)

// position draws a table.
func (b *sets) position(p *labyrinth.Position, s render.Style) *image.Paletted {
	words, less := standing(p)
	if p.Outcome().Status == engine.Solved && s.Room.Empty() {
		return b.solved(p, s).caption(words, s.Latest(less))
	}
	return b.table(p, s, nil).caption(words, s.Latest(less))
}

// table draws a table, with a mark on the last piece, and the pieces in hand, with a mark on a
// suggested one, or a legend of the groups if the hand is empty.
func (b *sets) table(p *labyrinth.Position, s render.Style, advised *connexion.Piece) *drawing {
	shown := p.Picture()
	found := survey(shown)
	f, beside := layTable(p, advised, s.Room)
	d := b.begin(hue{s.Theme.Look(), shown.Colour}, f, s)
	d.board(shown, found)
	if own := p.Pieces()[p.Fixed():]; len(own) > 0 && p.Outcome().Status == engine.Open {
		d.on.Last(d.outline(own[len(own)-1].Cell))
	}
	box := image.Rect(wide-beside, pad/2, wide-pad/2, tall-captionTall-pad/2)
	if len(p.Left()) == 0 {
		d.legend(box.Inset(pad), found)
	} else {
		d.hand(box, beside, p, advised)
	}
	return d
}

// solved draws the solution of a table like other solutions. A film keeps showing the table.
func (b *sets) solved(p *labyrinth.Position, s render.Style) *drawing {
	shown := labyrinth.NewPicture(p.Pieces(), p.Picture().Colour, engine.Text{})
	found := survey(shown)
	d := b.begin(hue{s.Theme.Look(), shown.Colour}, whole(shown.Frame, field(legendWide)), s)
	d.board(shown, found)
	d.legend(legendBox, found)
	return d
}

// layTable lays out a table and returns the width beside it. It is narrower if that makes cells
// larger and few pieces are left, or cells are small. In a film it does not depend on the
// number of pieces left.
func layTable(p *labyrinth.Position, advised *connexion.Piece, room image.Rectangle) (f frame, beside int) {
	use := p.InUse().Union(room)
	if advised != nil {
		use = use.Union(connexion.Bounds([]connexion.Piece{*advised}, nil))
	}
	f, beside = crop(labyrinth.Board, use, tableField(handWide)), handWide
	try := func(narrower int) {
		if larger := crop(labyrinth.Board, use, tableField(narrower)); larger.width > f.width {
			f, beside = larger, narrower
		}
	}
	if f.width < numberCell {
		try(slimWide)
	}
	if left := len(p.Left()); room.Empty() && left > 0 && left <= mostNarrow {
		try(narrowWide)
	}
	return f, beside
}

// standing tells the state of a table, and its puzzle.
func standing(p *labyrinth.Position) (words, less engine.Text) {
	if p.Day() != "" {
		less = engine.T("Puzzle of %s", p.Day())
	}
	laid, gaps := strconv.Itoa(len(p.Pieces())), len(p.Open())
	switch {
	case p.Outcome().Status == engine.Solved:
		return engine.T("Solved: every door meets a door"), less
	case gaps == 0:
		return engine.T("%s of 64 placed · no door is open", laid), less
	default:
		return engine.T("%s of 64 placed · doors open to %s", laid, engine.Count(gaps, "1 gap", "%s gaps")), less
	}
}

// suggestion marks the suggested piece in hand and its cell, or the piece to remove.
func (b *sets) suggestion(p *labyrinth.Position, choice engine.Choice, s render.Style) *image.Paletted {
	piece, placed := labyrinth.ParseMove(choice.Move)
	var advised *connexion.Piece
	less := backInHand(p, piece.Cell)
	if placed {
		advised, less = &piece, engine.Text{}
	}
	d := b.table(p, s, advised)
	d.on.Hint(d.outline(piece.Cell), 0)
	return d.caption(engine.T("Hint: %s", choice.Move), less)
}

// backInHand names the piece to remove from a cell, if there is one.
func backInHand(p *labyrinth.Position, c connexion.Cell) engine.Text {
	i := slices.IndexFunc(p.Pieces(), func(piece connexion.Piece) bool { return piece.Cell == c })
	if i < 0 {
		return engine.Text{}
	}
	return engine.T("Piece %s goes back to those in hand", strconv.Itoa(p.Pieces()[i].Doors.Number()))
}
