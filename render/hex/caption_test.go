package hex

import (
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestBarOfWhoWonByResignation: the bar over the name is green as for every winner.
func TestBarOfWhoWonByResignation(t *testing.T) {
	p, look := randomGame(t, options(5), 3, 2), render.Themes[0].Look()
	green := func(s render.Style) (left, right int) {
		img, err := render.Draw(Drawers, p, s)
		if err != nil {
			t.Fatal(err)
		}
		b := img.Bounds()
		for y := canvas.Bottom(b).Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				if c, _ := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA); canvas.ColourDistance(c, look.Ink(canvas.InkGreen)) > 30 {
					continue
				}
				if x < b.Min.X+b.Dx()/2 {
					left++
				} else {
					right++
				}
			}
		}
		return left, right
	}
	note := render.Style{Note: "Blue wins: Red resigned", Theme: render.Themes[0]}
	if left, right := green(note); left+right > 0 {
		t.Errorf("without a winner %d and %d pixels are green", left, right)
	}
	note.Winners = []engine.Seat{1}
	if left, right := green(note); left > 0 || right < 20 {
		t.Errorf("Blue has won; %d pixels are green over Red and %d over Blue", left, right)
	}
}

// TestSentencesNamePlayers, and long names, which have no room, by their colours.
func TestSentencesNamePlayers(t *testing.T) {
	p := newGame(t, options(5), "c3")
	names := []string{"Ann", "Bob"}
	for want, tt := range map[string]struct {
		scene any
		names []string
	}{
		"Bob to move":       {p, names},
		"Blue to move":      {p, nil},
		"Blue needs 5":      {hex.NewPathView(p), []string{"Ann", strings.Repeat("Wolfeschlegel ", 5)}},
		"Bob needs 5":       {hex.NewPathView(p), names},
		"Ann wins":          {newGame(t, options(3), "b1 a1 b2 a2 b3"), names},
		"Bob to move: 50 %": {hex.Analysis{Position: p, Cells: make([]hex.CellThought, 25), Choice: engine.Choice{Move: "c4", Value: 0.5}}, names},
	} {
		if words := written(func() { rendertest.Draw(t, Drawers, tt.scene, render.Style{Names: tt.names}) }); !slices.Contains(words, want) {
			t.Errorf("written are %q, want %q among them", words, want)
		}
	}
}

// TestArrowsStandBetweenStonesAndNames, as far from the one as from the other.
func TestArrowsStandBetweenStonesAndNames(t *testing.T) {
	for _, flat := range []bool{false, true} {
		img := drawn(t, newGame(t, options(5), ""), render.Style{Flat: flat, Names: []string{"Hans", "Wilhelm"}})
		band := canvas.Bottom(img.Bounds())
		blank := func(x int) bool {
			for y := band.Min.Y + 8; y < band.Max.Y; y++ { // below the bar
				if canvas.ColourDistance(rendertest.RGBAAt(img, image.Pt(x, y)), render.Themes[0].Look().Band) > 3*16*16 {
					return false
				}
			}
			return true
		}
		for _, end := range []struct{ from, step int }{{0, 1}, {band.Max.X - 1, -1}} {
			var gaps []int // the margin, and those beside the arrow
			for x, wide := end.from, 0; len(gaps) < 3; x += end.step {
				switch {
				case blank(x):
					wide++
				case wide > 0:
					gaps, wide = append(gaps, wide), 0
				}
			}
			if d := gaps[1] - gaps[2]; max(d, -d) > 5 || min(gaps[1], gaps[2]) < 8 {
				t.Errorf("flat %t: from %d there are gaps of %d and %d pixels beside the arrow", flat, end.from, gaps[1], gaps[2])
			}
		}
	}
}

// TestNobodyToMoveAfterTheEnd: the caption of a game ended by people, such as the board of a solved
// puzzle, does not tell who is to move.
func TestNobodyToMoveAfterTheEnd(t *testing.T) {
	p := randomGame(t, options(5), 3, 2)
	said := func(scene any) (captions []string) {
		_, err := render.Draw(Drawers, scene, render.Style{Say: func(words engine.Text) string {
			captions = append(captions, words.String())
			return words.String()
		}})
		if err != nil {
			t.Fatal(err)
		}
		return captions
	}
	toMove := func(words string) bool { return strings.Contains(words, "to move") }
	if open := said(hex.Sets{Position: p}); !slices.ContainsFunc(open, toMove) {
		t.Errorf("the caption of a game that goes on is %q", open)
	}
	end := p.Conclude(engine.Outcome{Status: engine.Solved, Winner: engine.NoSeat, Reason: engine.T("c3 wins")}).(*hex.Position)
	if over := said(hex.Sets{Position: end}); slices.ContainsFunc(over, toMove) {
		t.Errorf("the caption of a game that is over is %q", over)
	}
}
