package atom4

import (
	"image"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestPanelShowsTheComingPieces: the next three of each side from left to right, the first
// of them ringed on the side to move.
func TestPanelShowsTheComingPieces(t *testing.T) {
	for plies := range 7 {
		p := randomGame(t, 1, plies, 3)
		panel := emptyBoard(p, render.Themes[0]).panel
		img := rendertest.Draw(t, Drawers, p, render.Style{})
		look := render.Themes[0].Look()
		radius := panel.share(comingPiece)
		begin := panel.size*panelIndent + panel.share(goalPiece) + panel.size*panelGap
		for side := range engine.Seat(2) {
			var want []grid.Colour
			for ahead := range 6 {
				if c := p.Ahead(ahead); c.Mover() == side {
					want = append(want, c)
				}
			}
			if len(want) != comingPieces {
				t.Fatalf("%d of the next six pieces are of side %d", len(want), side)
			}
			left := begin + radius
			if side == 1 {
				left = panel.share(1) - begin - radius*(1+comingStep*(comingPieces-1))
			}
			for i, c := range want {
				at := image.Pt(int(left+float64(i)*comingStep*radius), int(panel.line(comingLine)))
				if got := shown(img, at, radius); !like(got, look, c) {
					t.Errorf("after %d plies, side %d, coming piece %d: %v, want %v", plies, side, i, got, c)
				}
				around := image.Rect(at.X-int(1.2*radius)-1, at.Y-1, at.X-int(1.03*radius), at.Y+2)
				ringed := rendertest.CountIn(img, around, look.Text) > 0
				if ringed != (i == 0 && side == p.Turn()) {
					t.Errorf("after %d plies, side %d: coming piece %d has a ring: %t", plies, side, i, ringed)
				}
			}
		}
	}
}

// TestGoalsStandAtTheEnds: White's on the left and Black's on the right.
func TestGoalsStandAtTheEnds(t *testing.T) {
	p := randomGame(t, 1, 3, 3)
	panel := emptyBoard(p, render.Themes[0]).panel
	for _, theme := range render.Themes {
		img := rendertest.Draw(t, Drawers, p, render.Style{Theme: theme})
		for x, want := range map[float64]grid.Colour{panel.size * panelIndent: grid.White, panel.share(1) - panel.size*panelIndent: grid.Black} {
			at := image.Pt(int(x), int(panel.line(playerLine)))
			// Between the propagator's rings and its letter.
			got := rendertest.RGBAAt(img, at.Add(image.Pt(int(0.6*panel.share(goalPiece)), 0)))
			if !like(got, theme.Look(), want) {
				t.Errorf("%s: the goal at %v is %v, want %v", theme.ID, at, got, want)
			}
		}
	}
}

// TestPanelKeepsToItself: other names, words and winners change nothing on the board.
func TestPanelKeepsToItself(t *testing.T) {
	p := randomGame(t, 1, 9, 3)
	panel := newFrame(partOf(p)).panel()
	plain := rendertest.Draw(t, Drawers, p, render.Style{})
	for name, s := range map[string]render.Style{
		"names":   {Names: []string{"Annabel", "Björn"}},
		"note":    {Note: "Black wins: White resigned"},
		"winners": {Winners: []engine.Seat{1}},
	} {
		if got := rendertest.Changed(t, plain, rendertest.Draw(t, Drawers, p, s)); got.Empty() || !got.In(panel.Inset(4)) {
			t.Errorf("%s change %v, want a part of %v", name, got, panel)
		}
	}
}

// TestNamesKeepClearOfTheScores, and of the coming pieces, however long they are.
func TestNamesKeepClearOfTheScores(t *testing.T) {
	for plies := 9; plies < 11; plies++ { // either side to move, whose name is underlined
		p := randomGame(t, 1, plies, 3)
		panel := emptyBoard(p, render.Themes[0]).panel
		short := rendertest.Draw(t, Drawers, p, render.Style{Names: []string{"A", "B"}})
		long := rendertest.Draw(t, Drawers, p, render.Style{Names: []string{strings.Repeat("i", 60), strings.Repeat("l", 60)}})
		got := rendertest.Changed(t, short, long)
		if coming := int(panel.line(comingLine) - 1.3*panel.share(comingPiece)); got.Empty() || got.Max.Y > coming {
			t.Errorf("long names change %v, and pieces begin at %d", got, coming)
		}
		for side := range engine.Seat(2) {
			wide := panel.score.Measure(strconv.Itoa(p.Score(side)))
			from := panel.share(0.5) - panel.share(wheelShare+wheelCurrent) - panel.size - wide
			score := image.Rect(int(from), int(panel.line(wheelLine)-panel.score.CapHeight()), int(from+wide), int(panel.line(wheelLine)+panel.score.CapHeight()))
			if side == 1 {
				score.Min.X, score.Max.X = int(panel.share(1))-score.Max.X, int(panel.share(1))-score.Min.X
			}
			if got := rendertest.Changed(t, croppedTo(short, score), croppedTo(long, score)); !got.Empty() {
				t.Errorf("after %d plies a long name of side %d changes %v, where the score stands", plies, side, got)
			}
		}
	}
}

func croppedTo(img *image.Paletted, r image.Rectangle) *image.Paletted {
	part, _ := img.SubImage(r).(*image.Paletted)
	return part
}

// TestWheelKeepsItsPlace: the current piece, wherever it is on the wheel, touches neither the
// words above nor the lower rim.
func TestWheelKeepsItsPlace(t *testing.T) {
	reach := (wheelShare + 1.25*wheelCurrent) / panelText // in text heights, the ring with it
	if top := wheelLine - reach; top < wordsLine+0.6 {
		t.Errorf("the wheel begins at %.2f text heights, the words stand at %.2f", top, wordsLine)
	}
	if bottom, rim := wheelLine+reach, panelHeight/panelText; bottom > rim-0.1 {
		t.Errorf("the wheel ends at %.2f text heights, the panel at %.2f", bottom, rim)
	}
}
