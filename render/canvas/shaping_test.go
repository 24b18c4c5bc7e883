package canvas

import (
	"image"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// TestDirections: what runs from right to left is in order within what does not, with its brackets
// and numbers.
func TestDirections(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Anna beats Ben", "Anna beats Ben"},
		{"אבג", "גבא"},
		{"אב גד", "דג בא"},
		{"אב to move", "בא to move"},
		{"Anna beats אב by 3", "Anna beats בא by 3"},
		{"אב beats גד", "בא beats דג"},
		{"אב 17", "17 בא"},
		{"אב 17 to move", "17 בא to move"},
		{"אב 1 גד", "דג 1 בא"},
		{"אב (גד)", "(דג) בא"},
		{"אב (גד) to move", "(דג) בא to move"},
		{"Anna (אב)", "Anna (בא)"},
		{"אב [12] מה?", "?המ [12] בא"},
		{"Anna beats محمد (٤٢)", "Anna beats (٤٢) دمحم"},
		{"«אב» 🦊", "🦊 «בא»"},
		{"ab\u202eאב\u2029גד", "abדגבא"},
		{"אב عبد גד", "דג دبع בא"},
	} {
		var b strings.Builder
		for _, s := range Bold(30).line(tt.text) {
			if s.font > 0 {
				s.r, _ = utf8.DecodeRuneInString(tt.text[s.at:])
			}
			b.WriteRune(s.r)
		}
		if b.String() != tt.want {
			t.Errorf("%q is laid out as %q, want %q", tt.text, b.String(), tt.want)
		}
	}
}

// TestLettersAreJoined as their script asks: forms within words, conjuncts, signs left of their
// letter, and pictures of several characters.
func TestLettersAreJoined(t *testing.T) {
	face := Bold(30)
	for _, tt := range []struct {
		what, text string
		glyphs     int
	}{
		{"a ligature", "لا", 1},
		{"a conjunct", "क्ष", 1},
		{"a conjunct of Bengali", "ক্ষ", 1},
		{"a flag", "🇩🇪", 1},
		{"a profession", "👩\u200d🚀", 1},
		{"letters apart", "אב", 2},
		{"a mark on a letter", "ปิ", 2},
	} {
		if line := face.line(tt.text); len(line) != tt.glyphs {
			t.Errorf("%s is %d glyphs, want %d", tt.what, len(line), tt.glyphs)
		}
	}
	for _, text := range []string{"ببب", "عبد"} {
		var apart float64
		for _, r := range text {
			apart += face.Measure(string(r))
		}
		if whole := face.Measure(text); whole > 0.9*apart {
			t.Errorf("%q is %.0f pixels wide, its letters apart %.0f", text, whole, apart)
		}
	}
	if line := face.line("कि"); len(line) != 2 || line[0].r != face.line("ि")[0].r && line[0].advance >= line[1].advance {
		t.Errorf("the vowel is not left of its consonant: %v", line)
	}
	if joined, apart := face.Measure("میخواهد"), face.Measure("می\u200cخواهد"); joined == apart {
		t.Error("a mark between letters does not keep them apart")
	}
}

// TestMarksLieOnTheirLetter in the middle.
func TestMarksLieOnTheirLetter(t *testing.T) {
	for _, text := range []string{"בָ", "بٌ", "ดี", "बँ"} {
		var boxes []image.Rectangle
		Bold(40).letters(Point{}, text, func(letter *image.Alpha, at image.Point) { boxes = append(boxes, letter.Rect.Add(at)) })
		slices.SortFunc(boxes, func(a, b image.Rectangle) int { return a.Dy() - b.Dy() })
		mark, letter := boxes[0], boxes[len(boxes)-1]
		if x := Middle(mark).Round().X; len(boxes) != 2 || math.Abs(float64(x)-Middle(letter).X) > float64(letter.Dx())/5 {
			t.Errorf("the mark of %q lies in %v", text, boxes)
		}
	}
}

// TestScriptsFitLines: names in scripts with high and low letters take little more room than those
// in Latin, for which lines are set apart.
func TestScriptsFitLines(t *testing.T) {
	for _, script := range []string{"Arabic", "Persian", "Urdu", "Hebrew", "Hindi", "Bengali", "Thai", "emoji"} {
		var box image.Rectangle
		Bold(100).letters(Point{}, inScripts[script], func(letter *image.Alpha, at image.Point) { box = box.Union(letter.Rect.Add(at)) })
		if box.Min.Y < -105 || box.Max.Y > 31 {
			t.Errorf("%s: from %d above to %d below, in hundredths of an em", script, -box.Min.Y, box.Max.Y)
		}
	}
}

// TestShortNamesFit where their last letter takes another form.
func TestShortNamesFit(t *testing.T) {
	face := Bold(40)
	for script, name := range inScripts {
		for width := face.Measure(name); width > 0; width -= 3 {
			if short := face.Fit(name, width); face.Measure(short) > width {
				t.Errorf("%s: %q is wider than %g", script, short, width)
			}
		}
		if whole, narrow := face.Measure(name), Condensed(40).Measure(name); math.Abs(narrow-condensedShare*whole) > 1 {
			t.Errorf("%s: %g pixels wide, condensed %g", script, whole, narrow)
		}
	}
}

// TestHostileNames take bounded room: thousands of marks, joiners and changes of direction.
func TestHostileNames(t *testing.T) {
	enginetest.Alone(t)
	face := Bold(30)
	for what, name := range map[string]string{
		"marks on Latin":   "Z" + strings.Repeat("\u0336\u0310", 5000),
		"marks on Hebrew":  "ש" + strings.Repeat("\u05b8\u05c1", 5000),
		"marks on Arabic":  "ب" + strings.Repeat("\u064b\u0651", 5000),
		"marks on Thai":    "ก" + strings.Repeat("\u0e34\u0e48", 5000),
		"marks on Hindi":   "क" + strings.Repeat("\u0902\u093f", 5000),
		"marks on nothing": strings.Repeat("\u064b", 10000),
		"conjuncts":        strings.Repeat("क\u094d", 5000),
		"joiners":          "🦊" + strings.Repeat("\u200d🦊", 5000),
		"brackets":         "א" + strings.Repeat("(", 5000) + strings.Repeat(")", 5000),
		"directions":       strings.Repeat("אa1", 4000),
		"controls":         "a" + strings.Repeat("\u202e\u2067", 5000) + "ש",
	} {
		words := face.Legible(name)
		if len(words) > mostText+longestGrapheme*utf8.UTFMax {
			t.Errorf("%s: %d bytes", what, len(words))
		}
		var box image.Rectangle
		face.letters(Point{}, words, func(letter *image.Alpha, at image.Point) { box = box.Union(letter.Rect.Add(at)) })
		if box.Min.Y < -50 || box.Max.Y > 25 {
			t.Errorf("%s: from %d to %d, with capitals of %g", what, box.Min.Y, box.Max.Y, face.CapHeight())
		}
		if wide := face.Measure(face.Fit(words, 200)); wide > 200 {
			t.Errorf("%s: %g pixels wide", what, wide)
		}
	}
}

// TestLinesAreBounded: a typeface keeps few of the lines that it laid out.
func TestLinesAreBounded(t *testing.T) {
	face := Bold(31)
	for i := range 300 {
		face.Measure("שלום " + strings.Repeat("א", i))
		face.Measure(strings.Repeat("\u200d", i+1)) // of which nothing shows
		n := 0
		for text := range face.lines {
			n += len(text)
		}
		if n != face.laid || n > mostLaid {
			t.Fatalf("lines of %d bytes are kept, said to be %d", n, face.laid)
		}
	}
}

// TestNamesAtOnce: pictures drawn at the same time are the same as one after the other.
func TestNamesAtOnce(t *testing.T) {
	draw := func(size float64) (pix []uint8) {
		on := testCanvas(400, 60)
		for _, name := range []string{"محمد عبد الله", "क्षितिज", "สมชาย", "שלום", "🦊 👩\u200d🚀"} {
			on.Text(Bold(size), Pt(10, 45), name, InkText)
			on.Text(Medium(size), Pt(200, 45), name, InkText)
		}
		return on.Pix
	}
	want := [][]uint8{draw(32), draw(33)}
	typefaces.kept = nil
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			if !slices.Equal(draw(32+float64(i%2)), want[i%2]) {
				t.Error("another picture")
			}
		})
	}
	all.Wait()
}

// TestFigures are of one width and have a plain zero, in all typefaces.
func TestFigures(t *testing.T) {
	for _, face := range []*Typeface{Medium(40), Bold(40), Condensed(40)} {
		for _, r := range "123456789" {
			if face.Measure(string(r)) != face.Measure("0") {
				t.Errorf("%c is %g pixels wide, 0 is %g", r, face.Measure(string(r)), face.Measure("0"))
			}
		}
		for _, r := range "0⁰₀" {
			zero := face.Glyph(r, 0).Mask
			middle := Middle(zero.Rect).Round()
			for y := middle.Y - zero.Rect.Dy()/8; y < middle.Y+zero.Rect.Dy()/8; y++ {
				if zero.AlphaAt(middle.X, y).A > 0 {
					t.Errorf("something lies in %c at %d", r, y)
				}
			}
		}
		zero := face.Glyph('0', 0).Mask
		if high := float64(-zero.Rect.Min.Y); high < face.CapHeight()-1 || high > face.CapHeight()+2 {
			t.Errorf("the zero is %g pixels high, capitals %g", high, face.CapHeight())
		}
	}
}
