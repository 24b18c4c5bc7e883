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

// position draws a table, with a mark on the last piece.
func (b *sets) position(p *labyrinth.Position, s render.Style) *image.Paletted {
	differ := special{}
	if own := p.Pieces()[p.Fixed():]; len(own) > 0 && p.Outcome().Status == engine.Open {
		differ[own[len(own)-1].Cell] = tile{room: lastRoom}
	}
	words, less := standing(p)
	if p.Outcome().Status == engine.Solved && s.Room.Empty() {
		return b.solved(p, s).caption(words, s.Latest(less))
	}
	return b.table(p, p.Picture(), s, differ, nil).caption(words, s.Latest(less))
}

// table draws a table and the pieces in hand, with a suggested piece lit, or a legend of the groups
// if the hand is empty.
func (b *sets) table(p *labyrinth.Position, shown labyrinth.Picture, s render.Style, differ special, advised *connexion.Piece) *drawing {
	shown.Gaps = true
	found := survey(shown)
	found.open = p.Open() // a suggested piece fills an open cell and does not change the signs
	f, beside := layTable(p, shown, s.Room)
	d := b.begin(hue{s.Theme.Look(), shown.Colour}, f, s)
	d.board(shown, found, differ)
	box := image.Rect(wide-beside, pad/2, wide-pad/2, tall-captionTall-pad/2)
	if len(p.Left()) == 0 {
		d.legend(box.Inset(pad), found)
	} else {
		d.hand(box, beside, p, advised, differ.aims())
	}
	return d
}

// solved draws the solution of a table like other solutions. A film keeps showing the table.
func (b *sets) solved(p *labyrinth.Position, s render.Style) *drawing {
	shown := labyrinth.NewPicture(p.Pieces(), p.Picture().Colour, engine.Text{})
	found := survey(shown)
	d := b.begin(hue{s.Theme.Look(), shown.Colour}, whole(shown.Frame, field(legendWide)), s)
	d.board(shown, found, nil)
	d.legend(legendBox, found)
	return d
}

// layTable lays out a table and returns the width beside it. It is narrower if that makes cells
// larger and few pieces are left, or signs would not fit. In a film it does not depend on the
// number of pieces left.
func layTable(p *labyrinth.Position, shown labyrinth.Picture, room image.Rectangle) (f frame, beside int) {
	use := p.InUse().Union(room).Union(connexion.Bounds(shown.Pieces, nil))
	f, beside = crop(shown.Frame, use, tableField(handWide)), handWide
	try := func(narrower int) {
		if larger := crop(shown.Frame, use, tableField(narrower)); larger.width > f.width {
			f, beside = larger, narrower
		}
	}
	if f.width < signCell {
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

// suggestion shows the suggested piece on the board and in hand, or the piece to remove.
func (b *sets) suggestion(p *labyrinth.Position, choice engine.Choice, s render.Style) *image.Paletted {
	shown := p.Picture()
	piece, placed := labyrinth.ParseMove(choice.Move)
	if !placed {
		d := b.table(p, shown, s, special{piece.Cell: tile{kind: leaveTile, room: crossRoom}}, nil)
		return d.caption(engine.T("Hint: %s", choice.Move), backInHand(p, piece.Cell))
	}
	shown.Pieces = append(slices.Clip(shown.Pieces), piece)
	sign := signOf(p.Open(), piece.Cell)
	d := b.table(p, shown, s, special{piece.Cell: target(sign)}, &piece)
	var less engine.Text
	if sign != "" {
		less = engine.T("Gap %s", sign)
	}
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

// signOf is the sign of a cell among the gaps, or empty.
func signOf(gaps []connexion.Cell, c connexion.Cell) string {
	if gap := slices.Index(gaps, c); gap >= 0 {
		return labyrinth.GapSign(gap)
	}
	return ""
}
