package canvas

import (
	"bytes"
	"image"
	"strings"
	"testing"
)

const captionWidth = Width

// page is what was written and drawn on a picture.
type page []mark

// mark is a text, or a bar, which has no words.
type mark struct {
	words string
	box   image.Rectangle
	with  Ink
}

// shown returns what a function draws: its words, and bars in red, blue and green.
func shown(draw func(Canvas)) (p page) {
	on := testCanvas(captionWidth, captionWidth)
	defer Watch(func(l Label) {
		with := InkText
		for l.Ink != testLook.Ink(with) {
			with++
		}
		p = append(p, mark{l.Words, l.Mask.Rect, with})
	})()
	draw(on)
	for _, with := range []Ink{InkRed, InkBlue, InkGreen} {
		index, box := on.Palette.Index(testLook.Ink(with)), image.Rectangle{}
		for i, c := range on.Pix {
			if c == index {
				at := image.Pt(i%on.Stride, i/on.Stride)
				box = box.Union(image.Rectangle{at, at.Add(image.Pt(1, 1))})
			}
		}
		if !box.Empty() {
			p = append(p, mark{"", box, with})
		}
	}
	return p
}

// of lists the marks of an ink, without empty ones.
func (p page) of(with Ink) (list []mark) {
	for _, m := range p {
		if m.with == with && !m.box.Empty() {
			list = append(list, m)
		}
	}
	return list
}

func testCaption() *Caption {
	return NewCaption(Bottom(image.Rect(0, 0, captionWidth, captionWidth)))
}

// TestCaptionWords: words are in the middle, on two lines where one is too short, and the line
// below shows where one is enough.
func TestCaptionWords(t *testing.T) {
	for _, tt := range []struct {
		name         string
		words, below string
		lines, muted int
	}{
		{"short", "Red to move", "Move 12 · f6", 1, 1},
		{"short alone", "Red to move", "", 1, 0},
		{"long", "Red wins: Blue left the table two weeks ago without a word", "Move 12 · f6", 2, 0},
		{"too long", strings.Repeat("Red wins: Blue left the table ", 9), "Move 12 · f6", 2, 0},
		{"one long word", strings.Repeat("W", 90), "Move 12 · f6", 1, 1},
		{"a long line below", "Red to move", strings.Repeat("m=5 p=12, ", 40), 1, 1},
		{"no words", "", "Move 12 · f6", 0, 1},
		{"none", "", "", 0, 0},
	} {
		c := testCaption()
		on := shown(func(on Canvas) { c.Write(on, Said{Words: tt.words, Below: tt.below}) })
		if words, below := len(on.of(InkText)), len(on.of(InkMuted)); words != tt.lines || below != tt.muted {
			t.Errorf("%s: %d lines and %d below, want %d and %d", tt.name, words, below, tt.lines, tt.muted)
		}
		for i, m := range on {
			if m.box.Empty() {
				continue
			}
			if middle := float64(m.box.Min.X+m.box.Max.X) / 2; middle < captionWidth/2-6 || middle > captionWidth/2+6 {
				t.Errorf("%s: the middle of %q is at %g", tt.name, m.words, middle)
			}
			if !m.box.In(c.Box.Inset(4)) {
				t.Errorf("%s: %q over %v touches the side of %v", tt.name, m.words, m.box, c.Box)
			}
			for _, other := range on[:i] {
				if m.box.Overlaps(other.box) {
					t.Errorf("%s: %q over %v, and %q over %v", tt.name, m.words, m.box, other.words, other.box)
				}
			}
		}
	}
}

// TestCaptionParts: names of any length stand beside their sign on their side, and touch
// neither the words nor the rim.
func TestCaptionParts(t *testing.T) {
	long := strings.Repeat("Wolfeschlegel ", 9)
	for _, names := range [][2]string{
		{"Ann", "Bob"},
		{"Annabel Lee of Weissnichtwo", "Björn Borgström"},
		{long, strings.Repeat("y", 90)},
		{"", "Bob"},
		{"", ""},
		{"שרה לוי", "محمد علي"},
	} {
		for _, words := range []string{"", "Red to move", "Red wins: Blue resigned", long} {
			for active := range 2 {
				checkParts(t, names, words, active)
			}
		}
	}
}

func checkParts(t *testing.T, names [2]string, words string, active int) {
	t.Helper()
	c := testCaption()
	var plates []Plate
	signs := [2]Ink{InkRed, InkBlue}
	on := shown(func(on Canvas) {
		for i := range 2 {
			plates = append(plates, Plate{Name: c.Legible(names[i]), Active: i == active, Bar: InkGreen, Token: func(e End) {
				on.Bar(Around(e.At(c.Token/2), c.Token/2-1), signs[i])
			}})
		}
		c.Write(on, Said{Words: words, Below: "Move 12 · f6", Plates: plates})
	})
	if _, room := c.layPlates(plates, words, ""); room < min(captionWidth*0.4, c.Bold[2].widest(c.Bold[2].Fold(words))) {
		t.Errorf("%q: the words have %g pixels", words, room)
	}
	for i, m := range on {
		if !m.box.In(c.Box.Inset(4)) && m.with != InkGreen {
			t.Errorf("%q, %q: %q over %v is not well within %v", words, names, m.words, m.box, c.Box)
		}
		for _, other := range on[:i] {
			apart := m.box
			if m.words != "" && other.words != "" && m.box.Min.Y < other.box.Max.Y && other.box.Min.Y < m.box.Max.Y { // side by side
				apart = apart.Inset(-int(c.pad() / 2))
			}
			if apart.Overlaps(other.box) {
				t.Errorf("%q, %q: %q over %v, and %q over %v", words, names, m.words, m.box, other.words, other.box)
			}
		}
	}
	for i, with := range signs {
		if sign := on.of(with); len(sign) != 1 || (sign[0].box.Min.X < captionWidth/2) != (i == 0) {
			t.Errorf("%q, %q: the signs of side %d are %v", words, names, i, sign)
		}
	}
	line := on.of(InkGreen)
	if len(line) != 1 || (line[0].box.Min.X < captionWidth/2) != (active == 0) || line[0].box.Min.Y != c.Box.Min.Y || line[0].box.Dy() < 4 || line[0].box.Dx() < 11*c.Box.Dx()/24 {
		t.Errorf("%q, %q: side %d has a bar of %v", words, names, active, line)
	}
}

// TestNamesAreFolded rather than cut, as long as that is enough, and words before that.
func TestNamesAreFolded(t *testing.T) {
	c := testCaption()
	for _, tt := range []struct {
		name, words, below string
		want               string
	}{
		{"Annabel Lee", "Red to move", "", "Annabel Lee"},
		{"Annabel Lee of Weissnichtwo", "Red to move", "", "Annabel Lee of|Weissnichtwo"},
		{"Annabel Lee", "Red wins: Blue has resigned", "", "Annabel|Lee"},
		{"Annabellissima Leeuwenhoek", "Red wins: Blue has resigned", "", "Annabellissima|Leeuwenhoek"},
		{"Annabellissimaleeuwenhoek", "Red wins: Blue has resigned", "", "Annabellis…"},
		{"Sixfold Hard+", "Move 2: f2", "Move 2 · f2", "Sixfold Hard+"},
		{"Sixfold Hard+", "Move 2: f2", "Accuracies of 100: Red 100, Blue 93", "Sixfold|Hard+"},
		{"Sixfold Hard+", "Move 2: f2", strings.Repeat("m=5 p=12, ", 40), "Sixfold Hard+"},
	} {
		laid, _ := c.layPlates([]Plate{{Name: tt.name, Token: func(End) {}}, {Name: "Bob", Token: func(End) {}}}, tt.words, tt.below)
		if got := strings.Join(laid[0].lines, "|"); got != tt.want {
			t.Errorf("beside %q stands %q, want %q", tt.words, got, tt.want)
		}
	}
}

func TestCaptionBox(t *testing.T) {
	picture := Whole
	box := Bottom(picture)
	if box.Max != picture.Max || box.Min.X != 0 || box.Dy() != CaptionHeight {
		t.Errorf("the caption lies in %v", box)
	}
	c := NewCaption(box)
	if c.Medium[0].Size <= c.Medium[2].Size || c.Bold[0].Size != c.Size {
		t.Errorf("sizes from %g to %g, of %g", c.Medium[0].Size, c.Medium[2].Size, c.Size)
	}
	// Where a picture is 350 pixels wide.
	const shown = 350.0 / Width
	if high := c.Bold[0].CapHeight() * shown; high < 9 {
		t.Errorf("words are shown %.2f pixels high", high)
	}
	if c.Small.Size < LeastText || c.Bold[2].Size < LeastText-0.01 {
		t.Errorf("the second line has letters of %g, the smallest of %g", c.Small.Size, c.Bold[2].Size)
	}
	if narrow := NewCaption(image.Rect(0, 0, Width/2, box.Dy())); narrow.Size != c.Size {
		t.Errorf("a narrow caption of that height has letters of %g, want %g", narrow.Size, c.Size)
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

// TestStillNames: in films only the bar tells whose turn it is, so that frames differ by little.
func TestStillNames(t *testing.T) {
	draw := func(still bool, active int) Canvas {
		on := Blank(image.Rect(0, 0, Width, CaptionHeight), testPalette())
		NewCaption(on.Rect).Write(on, Said{Words: "Replay", Plates: []Plate{
			{Name: "Annabel", Active: active == 0, Bar: InkRed, Still: still}, {Name: "Bob", Active: active == 1, Bar: InkBlue, Still: still},
		}})
		return on
	}
	const bar = 10 // rows that hold it
	for _, still := range []bool{true, false} {
		a, b := draw(still, 0), draw(still, 1)
		if alike := bytes.Equal(a.Pix[bar*a.Stride:], b.Pix[bar*b.Stride:]); alike != still || bytes.Equal(a.Pix[:bar*a.Stride], b.Pix[:bar*b.Stride]) {
			t.Errorf("still %t: below the bar captions are alike: %t", still, alike)
		}
	}
}
