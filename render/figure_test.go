package render

import (
	"errors"
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// labelled draws words in the middle of an otherwise empty sheet.
func labelled(width float64) Drawer {
	return Figures(map[string]Figure{"words": func(s *Sheet) { s.Label(0, canvas.Pt(FigureWidth/2, FigureHeight/2), width) }})
}

// inked is the box of all that is not ground.
func inked(t *testing.T, draw Drawer, words string, s Style) (box image.Rectangle) {
	t.Helper()
	img, err := draw(engine.Figure{Name: "words", Labels: []engine.Text{engine.T("%s", words)}}, s)
	if err != nil {
		t.Fatal(err)
	}
	ground := s.Theme.Look().Background
	for y := range FigureHeight {
		for x := range FigureWidth {
			if img.At(x, y) != ground {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

// Labels keep to their width, on as many lines as they need, and stay around their point.
func TestLabelsKeepToTheirWidth(t *testing.T) {
	const width = 300
	line := inked(t, labelled(width), "Words", Style{}).Dy()
	for words, lines := range map[string]int{
		"Words": 1, "Words that take two lines": 2, strings.Repeat("Words ", 12): 6, strings.Repeat("W", 60): 1,
	} {
		box := inked(t, labelled(width), words, Style{})
		if box.Dx() > width || box.Empty() {
			t.Errorf("%q lies in %v, want a width of %d", words, box, width)
		}
		if got := 1 + int(float64(box.Dy()-line)/(lineHeight*SmallSize)+0.5); got > lines || got < lines-1 {
			t.Errorf("%q has %d lines, want %d", words, got, lines)
		}
		if middle := box.Min.Add(box.Max).Div(2); middle.X < FigureWidth/2-3 || middle.X > FigureWidth/2+3 || middle.Y < FigureHeight/2-20 || middle.Y > FigureHeight/2+20 {
			t.Errorf("%q lies around %v", words, middle)
		}
	}
}

// Figures are drawn by their names, in the reader's words.
func TestDrawer(t *testing.T) {
	said := ""
	s := Style{Say: func(x engine.Text) string { said = x.String(); return "" }}
	if box := inked(t, labelled(300), "hello", s); said != "hello" || !box.Empty() {
		t.Errorf("%q was asked for, and %v is written", said, box)
	}
	for _, scene := range []any{engine.Figure{Name: "another"}, "words", nil} {
		if _, err := labelled(300)(scene, s); !errors.Is(err, ErrScene) {
			t.Errorf("%v: %v, want ErrScene", scene, err)
		}
	}
}

// The caller owns a picture: changes to it do not show in the next one.
func TestPicturesAreCopies(t *testing.T) {
	draw := labelled(300)
	want := inked(t, draw, "hello", Style{})
	img, err := draw(engine.Figure{Name: "words", Labels: []engine.Text{engine.T("%s", "hello")}}, Style{})
	if err != nil {
		t.Fatal(err)
	}
	clear(img.Pix)
	if got := inked(t, draw, "hello", Style{}); got != want {
		t.Errorf("the words lie in %v, want %v", got, want)
	}
}

// Hexagons have their corners on the right, or above.
func TestHexagon(t *testing.T) {
	for flat, want := range map[bool]image.Point{true: {200, 100}, false: {100, 200}} {
		var corners []image.Point
		for _, p := range Hexagon(canvas.Pt(100, 100), 100, flat) {
			corners = append(corners, p.Round())
		}
		if len(corners) != 6 || !slices.Contains(corners, want) {
			t.Errorf("flat %t: corners %v, want one on %v", flat, corners, want)
		}
	}
}

func BenchmarkFigure(b *testing.B) {
	draw := []Drawer{labelled(600)}
	scene := engine.Figure{Name: "words", Labels: []engine.Text{engine.T("Words on a sheet")}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := PNG(draw, scene, Style{}); err != nil {
			b.Fatal(err)
		}
	}
}
