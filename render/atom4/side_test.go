package atom4

import (
	"image"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestSideShowsTheComingPieces: the next three of each side from left to right, the first of
// them ringed on the side to move.
func TestSideShowsTheComingPieces(t *testing.T) {
	look := render.Themes[0].Look()
	for plies := range 7 {
		p := randomGame(t, 1, plies, 3)
		img := rendertest.Picture(t, measuring, p, render.Style{})
		for seat := range engine.Seat(2) {
			var want []grid.Colour
			for ahead := range 6 {
				if c := p.Ahead(ahead); c.Mover() == seat {
					want = append(want, c)
				}
			}
			if len(want) != len(grid.Wheel)/2 {
				t.Fatalf("%d of the next six pieces are of side %d", len(want), seat)
			}
			for i, c := range want {
				at := comingAt(usual.card(seat)).Add(image.Pt(i*comingStep, 0))
				if got := shown(img, at, comingPiece); !like(got, look, c) {
					t.Errorf("after %d plies, side %d, coming piece %d: %v, want %v", plies, seat, i, got, c)
				}
				around := image.Rect(at.X-comingPiece-ringGap-1, at.Y-1, at.X-comingPiece-2, at.Y+2)
				ringed := rendertest.CountIn(img, around, look.Lit) > 0
				if ringed != (i == 0 && seat == p.Turn()) {
					t.Errorf("after %d plies, side %d: coming piece %d has a ring: %t", plies, seat, i, ringed)
				}
			}
		}
	}
}

// TestGoalsAreRowsOfFour: white ones for the first side and black ones for the other.
func TestGoalsAreRowsOfFour(t *testing.T) {
	p := randomGame(t, 1, 3, 3)
	for _, theme := range render.Themes {
		img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
		for seat := range engine.Seat(2) {
			for i := range grid.RowLength {
				at := goalAt(usual.card(seat)).Add(image.Pt(i*goalStep, 0))
				if got := rendertest.RGBAAt(img, at); !like(got, theme.Look(), grid.Goal(seat)) {
					t.Errorf("%s: place %d of side %d is %v", theme.ID, i, seat, got)
				}
			}
		}
	}
}

// TestScores stand on the cards once a round is won, in the colour of text on the side to move, and
// are the match's.
func TestScores(t *testing.T) {
	ink := func(img *image.Paletted, s engine.Seat, with canvas.Ink) int {
		at := scoreAt(usual.card(s))
		return rendertest.CountIn(img, image.Rect(at.X-20, at.Y-20, at.X+20, at.Y+20), render.Themes[0].Look().Ink(with))
	}
	first := rendertest.Picture(t, measuring, randomGame(t, 1, 4, 3), render.Style{})
	next := play(t, won(t), "next")
	img := rendertest.Picture(t, measuring, next, render.Style{})
	for seat := range engine.Seat(2) {
		if n := ink(first, seat, canvas.InkText) + ink(first, seat, canvas.InkMuted); n > 0 {
			t.Errorf("side %d has a score before any round is won", seat)
		}
		if text := ink(img, seat, canvas.InkText) > ink(img, seat, canvas.InkMuted); text != (seat == next.Turn()) {
			t.Errorf("side %d to move: the score of side %d stands out: %t", next.Turn(), seat, text)
		}
	}
}

// TestCardsNameThePlayers: each card of the side, which takes a fifth of the width at most, has the
// name of its player, and in the frames of a film too a bar marks the card of who is to move.
func TestCardsNameThePlayers(t *testing.T) {
	if side := usual.side(); side.Dx() > canvas.Width/5 {
		t.Errorf("the side is %d wide", side.Dx())
	}
	look := render.Themes[0].Look()
	for plies := range 2 {
		p := randomGame(t, 1, plies, 3)
		film := render.Style{Names: []string{"Annabel", "Björn"}, Note: "Replay", Running: "Replay"}
		img := rendertest.Picture(t, measuring, p, film)
		for seat := range engine.Seat(2) {
			card := usual.card(seat)
			other := film
			other.Names = []string{"Annabel", "Björn"}
			other.Names[seat] = "Zoe"
			name := image.Rect(card.Min.X, card.Min.Y, card.Max.X, goalAt(card).Y-goalPiece-2)
			if got := rendertest.Changed(t, img, rendertest.Picture(t, measuring, p, other)); got.Intersect(name).Empty() {
				t.Errorf("side %d: another name changes %v, nothing in %v", seat, got, name)
			}
			bar := image.Rect(card.Min.X-cardTurn, card.Min.Y+20, card.Min.X+1, card.Max.Y-20)
			if barred := rendertest.CountIn(img, bar, look.Text) > bar.Dy(); barred != (seat == p.Turn()) {
				t.Errorf("after %d plies, side %d: its card has a bar: %t", plies, seat, barred)
			}
		}
	}
}

// TestCaptionKeepsToItself: other names, words and winners change nothing on the board.
func TestCaptionKeepsToItself(t *testing.T) {
	p := randomGame(t, 1, 9, 3)
	plain := rendertest.Picture(t, measuring, p, render.Style{})
	for name, s := range map[string]render.Style{
		"names": {Names: []string{"Annabel", "Björn"}},
		"long":  {Names: []string{strings.Repeat("i", 60), strings.Repeat("l", 60)}},
		"note":  {Note: "Black wins: White resigned"},
	} {
		may := canvas.Foot(usual.bounds()).Union(usual.side())
		if got := rendertest.Changed(t, plain, rendertest.Picture(t, measuring, p, s)); got.Empty() || !got.In(may) {
			t.Errorf("%s change %v, want a part of %v", name, got, may)
		}
	}
}

// TestGoalsStandAtTheEnds of the caption: White's on the left and Black's on the right.
func TestGoalsStandAtTheEnds(t *testing.T) {
	p := randomGame(t, 1, 3, 3)
	for _, theme := range render.Themes {
		img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
		for seat, x := range []int{0, canvas.Width} {
			box := canvas.Foot(usual.bounds())
			part := image.Rect(x, box.Min.Y, x+box.Dy()-2*x/canvas.Width*box.Dy(), box.Max.Y).Canon()
			if n := rendertest.CountIn(img, part, looksOf(theme.Look()).piece(grid.Goal(engine.Seat(seat)))); n < box.Dy()*box.Dy()/16 {
				t.Errorf("%s: %d pixels in %v are of the goal of side %d", theme.ID, n, part, seat)
			}
		}
	}
}
