package canvas

import (
	"image"
	"strings"
	"testing"
)

const captionWidth = 1000

func testCaption() (Canvas, *Caption) {
	on := testCanvas(captionWidth, CaptionHeight(captionWidth))
	return on, NewCaption(on.Rect)
}

// TestCaptionWords: words are in the middle, on two lines where one is too short, and leave
// room on both sides.
func TestCaptionWords(t *testing.T) {
	for _, tt := range []struct {
		name  string
		words string
		lines int
	}{
		{"short", "Red to move", 1},
		{"as long as fits in the least size", "Red wins by b4, proved, in a position of", 1},
		{"long", "Red wins: Blue left the table two weeks ago without a word", 2},
		{"too long", strings.Repeat("Red wins: Blue left the table ", 6), 2},
		{"one long word", strings.Repeat("W", 90), 1},
		{"none", "", 0},
	} {
		on, c := testCaption()
		room := c.Words(on, tt.words)
		_, box := on.inked(InkText)
		if room < captionWidth*0.23 || room > captionWidth/2 {
			t.Errorf("%s: room of %g pixels", tt.name, room)
		}
		if tt.lines == 0 {
			if !box.Empty() {
				t.Errorf("%s: something is written over %v", tt.name, box)
			}
			continue
		}
		if middle := float64(box.Min.X+box.Max.X) / 2; middle < captionWidth/2-6 || middle > captionWidth/2+6 {
			t.Errorf("%s: the middle is at %g", tt.name, middle)
		}
		if !box.In(on.Rect.Inset(2)) {
			t.Errorf("%s: words over %v touch the side of %v", tt.name, box, on.Rect)
		}
		if two := float64(box.Dy()) > 1.5*c.Size; two != (tt.lines == 2) {
			t.Errorf("%s: words are %d high", tt.name, box.Dy())
		}
		if float64(box.Min.X) < room {
			t.Errorf("%s: words begin at %d, though %g pixels are said to be free", tt.name, box.Min.X, room)
		}
	}
}

// TestPlates: names lie within their room on their side of the caption, and the line under
// an active one reaches from its inset to the end of the name, at the bottom.
func TestPlates(t *testing.T) {
	for _, name := range []string{"Ann", strings.Repeat("Wolfeschlegel ", 9)} {
		for _, active := range []bool{false, true} {
			for side := range 2 {
				on, c := testCaption()
				end, room := c.Left(), 300.0
				if side == 1 {
					end = c.Right()
				}
				c.Plate(on, end, Plate{Name: name, Active: active, Under: InkGreen, Inset: 10, Indent: 50}, room)
				with := InkMuted
				if active {
					with = InkText
				}
				letters, line := extentOf(on, with), extentOf(on, InkGreen)
				near, far := captionWidth-letters.Max.X, captionWidth-letters.Min.X
				if side == 0 {
					near, far = letters.Min.X, letters.Max.X
				}
				pad := int(c.Size * CaptionPad)
				if letters.Empty() || near < pad+49 || far > pad+int(room)+2 {
					t.Errorf("%.3s on side %d: letters over %v", name, side, letters)
				}
				if active != !line.Empty() {
					t.Errorf("%.3s, active %t: line over %v", name, active, line)
				}
				if !active {
					continue
				}
				if line.Max.Y != c.Box.Max.Y || line.Dy() < 2 || line.Dx() < letters.Dx() || line.Min.X > letters.Min.X || line.Max.X < letters.Max.X-1 {
					t.Errorf("%.3s on side %d: line over %v, letters over %v", name, side, line, letters)
				}
			}
		}
	}
}

// extentOf is the box around all pixels of an ink.
func extentOf(on Canvas, with Ink) (box image.Rectangle) {
	for y := range on.Rect.Max.Y {
		for x := range on.Rect.Max.X {
			if on.colourAt(x, y) == testLook.Ink(with) {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

func TestCaptionBox(t *testing.T) {
	picture := image.Rect(0, 0, 1000, 700)
	box := Bottom(picture)
	if box.Max != picture.Max || box.Min.X != 0 || box.Dy() != CaptionHeight(1000) {
		t.Errorf("the caption lies in %v", box)
	}
	c := NewCaption(box)
	if c.Medium[0].Size <= c.Medium[2].Size || c.Bold[0].Size != c.Size {
		t.Errorf("sizes from %g to %g, of %g", c.Medium[0].Size, c.Medium[2].Size, c.Size)
	}
	if two := 2 * CaptionLine * c.Bold[2].Size; two > float64(box.Dy()) {
		t.Errorf("two lines of %g pixels do not fit into %d", two, box.Dy())
	}
}

// TestSizesWrite: the greatest size that fits, and no wider than the room.
func TestSizesWrite(t *testing.T) {
	sizes := NewSizes(Bold, 30)
	for _, room := range []float64{300, 160, 140, 60} {
		on := testCanvas(320, 60)
		sizes.Write(on, Pt(160, 30), "Annabel Lee 李", room, InkText)
		_, box := on.inked(InkText)
		if box.Empty() || float64(box.Dx()) > room+1 {
			t.Errorf("in %g pixels it is written over %v", room, box)
		}
	}
	face, ok := sizes.Fit("Annabel Lee", 1000)
	if face != sizes[0] || !ok {
		t.Error("what has room is not in the greatest size")
	}
	if face, ok := sizes.Fit(strings.Repeat("Annabel Lee", 9), 100); face != sizes[2] || ok {
		t.Error("what has no room is not in the least size")
	}
}
