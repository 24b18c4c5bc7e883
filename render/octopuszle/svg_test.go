package octopuszle

import (
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render"
)

// linesOf reads an SVG picture: the half lines of each colour, as "x,y dx,dy" counted in
// halves of a square.
func linesOf(t *testing.T, p octopuszle.Picture) map[string]map[string]bool {
	t.Helper()
	data, err := Encoders[".svg"](p)
	if err != nil {
		t.Fatal(err)
	}
	var read struct {
		ViewBox string `xml:"viewBox,attr"`
		Groups  []struct {
			Stroke string `xml:"stroke,attr"`
			Path   struct {
				Data string `xml:"d,attr"`
			} `xml:"path"`
		} `xml:"g"`
	}
	if err := xml.Unmarshal(data, &read); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("0 0 %d %[1]d", 16*svgCell); read.ViewBox != want {
		t.Errorf("the view is %q, want %q", read.ViewBox, want)
	}
	lines := map[string]map[string]bool{}
	for _, g := range read.Groups {
		lines[g.Stroke] = map[string]bool{}
		for part := range strings.SplitSeq(strings.TrimPrefix(g.Path.Data, "M"), "M") {
			var x, y, dx, dy int
			if _, err := fmt.Sscanf(part, "%d %dl%d %d", &x, &y, &dx, &dy); err != nil {
				t.Fatalf("%q: %v", part, err)
			}
			const half = svgCell / 2
			lines[g.Stroke][fmt.Sprintf("%d,%d %d,%d", x/half, y/half, dx/half, dy/half)] = true
		}
	}
	return lines
}

// TestSVGHasAllLines: each from the middle of its square, in the colour of its kind.
func TestSVGHasAllLines(t *testing.T) {
	lines := linesOf(t, octopuszle.Picture{Board: counting()})
	if len(lines) != 2 {
		t.Fatalf("%d colours", len(lines))
	}
	for at, has := range counting() {
		for d := range octopuszle.Direction(octopuszle.Directions) {
			dx, dy := d.Step()
			name := fmt.Sprintf("%d,%d %d,%d", 2*(at%16)+1, 2*(at/16)+1, dx, dy)
			diagonal := dx != 0 && dy != 0
			if got := lines[svgDiagonal][name]; got != (has.Has(d) && diagonal) {
				t.Errorf("square %d has a diagonal in direction %d: %t", at, d, got)
			}
			if got := lines[svgOrthogonal][name]; got != (has.Has(d) && !diagonal) {
				t.Errorf("square %d has an orthogonal line in direction %d: %t", at, d, got)
			}
		}
	}
	// Each of the eight directions is in half of the 256 squares.
	if a, b := len(lines[svgDiagonal]), len(lines[svgOrthogonal]); a != 4*128 || b != 4*128 {
		t.Errorf("%d diagonals and %d orthogonal lines", a, b)
	}
}

// TestSVGOfDiagonalsAlone leaves the others out, and other scenes are refused.
func TestSVGOfDiagonalsAlone(t *testing.T) {
	lines := linesOf(t, octopuszle.Picture{Board: counting(), DiagonalsAlone: true})
	if len(lines[svgDiagonal]) != 4*128 || lines[svgOrthogonal] != nil {
		t.Errorf("%d diagonals and %d orthogonal lines", len(lines[svgDiagonal]), len(lines[svgOrthogonal]))
	}
	for _, scene := range []any{nil, 7, engine.Suggestion{}, tableOf(t, 3)} {
		if _, err := Encoders[".svg"](scene); !errors.Is(err, render.ErrScene) {
			t.Errorf("%T: %v, want ErrScene", scene, err)
		}
	}
}
