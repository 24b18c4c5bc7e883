package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// square is a picture of one colour.
func square(side int, c color.Color) *image.Paletted {
	return image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{c})
}

// told is a scene of a file.
type told int

func (told) Describe() engine.Text { return engine.T("A number.") }

var toldNumbers = For(func(n told, _ Style) *image.Paletted { return square(int(n), color.Black) })

// numbers draws an int as a square of that size, words a string as a square of its length.
var (
	numbers = For(func(n int, _ Style) *image.Paletted { return square(n, color.Black) })
	words   = For(func(s string, _ Style) *image.Paletted { return square(len(s), color.White) })
)

func TestForTakesItsTypeAlone(t *testing.T) {
	img, err := numbers(7, Style{})
	if err != nil || img.Bounds().Dx() != 7 {
		t.Errorf("a number: %v, %v", img, err)
	}
	for _, scene := range []any{"7", 7.0, int64(7), nil, []int{7}} {
		if _, err := numbers(scene, Style{}); !errors.Is(err, ErrScene) {
			t.Errorf("%T: %v, want ErrScene", scene, err)
		}
	}
}

// TestForHandsTheStyleOn unchanged.
func TestForHandsTheStyleOn(t *testing.T) {
	want := Style{Note: "a note", Names: []string{"Ann"}}
	var got Style
	draw := For(func(_ int, s Style) *image.Paletted { got = s; return square(1, color.Black) })
	if _, err := draw(1, want); err != nil || got.Note != want.Note || got.Names[0] != "Ann" {
		t.Errorf("the drawer got %+v, %v", got, err)
	}
}

// place is a position of no game.
type place struct{ engine.Position }

// other is one of another.
type other struct{ engine.Position }

func TestForSuggestion(t *testing.T) {
	var drawn []string
	draw := ForSuggestion(func(_ *place, c engine.Choice, s Style) *image.Paletted {
		drawn = append(drawn, c.Move+s.Note)
		return square(1, color.Black)
	})
	if _, err := draw(engine.Suggestion{Position: &place{}, Choice: engine.Choice{Move: "c5"}}, Style{Note: "!"}); err != nil {
		t.Error(err)
	}
	for name, scene := range map[string]any{
		"another game's": engine.Suggestion{Position: &other{}}, "nobody's": engine.Suggestion{}, "a position": &place{}, "nothing": nil,
	} {
		if _, err := draw(scene, Style{}); !errors.Is(err, ErrScene) {
			t.Errorf("%s: %v, want ErrScene", name, err)
		}
	}
	if strings.Join(drawn, " ") != "c5!" {
		t.Errorf("drawn are %q", drawn)
	}
}

func TestLine(t *testing.T) {
	long := strings.Fields("a1 b2 c3 d4 e5 f6 g7 h8")
	for _, tt := range []struct {
		choice engine.Choice
		want   string
	}{
		{engine.Choice{Move: "a1"}, "a1"},
		{engine.Choice{Move: "a1", Line: long[:2]}, "a1 b2"},
		{engine.Choice{Move: "a1", Line: long}, "a1 b2 c3 d4 e5 f6"},
	} {
		if got := strings.Join(Line(tt.choice), " "); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestDrawTakesTheFirst drawer that draws the scene.
func TestDrawTakesTheFirst(t *testing.T) {
	large := For(func(n int, _ Style) *image.Paletted { return square(2*n, color.Black) })
	for _, tt := range []struct {
		name    string
		drawers []Drawer
		scene   any
		want    int
	}{
		{"of one kind", []Drawer{numbers, words}, 5, 5},
		{"of the other", []Drawer{numbers, words}, "abc", 3},
		{"two of a kind", []Drawer{large, numbers}, 5, 10},
	} {
		img, err := Draw(tt.drawers, tt.scene, Style{})
		if err != nil || img.Bounds().Dx() != tt.want {
			t.Errorf("%s: %v, %v", tt.name, img, err)
		}
	}
	for name, drawers := range map[string][]Drawer{"none": nil, "none of this kind": {numbers}} {
		if _, err := Draw(drawers, 2.5, Style{}); !errors.Is(err, ErrScene) || !strings.Contains(err.Error(), "float64") {
			t.Errorf("%s: %v, want ErrScene with the type", name, err)
		}
	}
}

// TestFull: a drawer that reports a partial picture yields a second one of the whole; nothing is
// drawn unless it is requested.
func TestFull(t *testing.T) {
	wholes := 0
	drawers := []Drawer{For(func(n int, s Style) *image.Paletted {
		if n > 9 {
			s.Cut(func() *image.Paletted { wholes++; return square(n, color.Black) })
		}
		return square(min(n, 9), color.Black)
	})}
	for n, want := range map[int]string{5: "5", 30: "9 30"} {
		picture, whole, err := Full(drawers, n, Style{})
		if err != nil {
			t.Fatal(err)
		}
		var sides []string
		for _, data := range [][]byte{picture, whole} {
			if size, err := png.DecodeConfig(bytes.NewReader(data)); err == nil {
				sides = append(sides, strconv.Itoa(size.Width))
			}
		}
		if got := strings.Join(sides, " "); got != want {
			t.Errorf("pictures of %d have sides of %s, want %s", n, got, want)
		}
	}
	if _, err := PNG(drawers, 30, Style{}); err != nil || wholes != 1 {
		t.Errorf("the whole was drawn %d times, want once; %v", wholes, err)
	}
	if _, _, err := Full(drawers, "thirty", Style{}); !errors.Is(err, ErrScene) {
		t.Errorf("what nobody draws: %v", err)
	}
}

// TestFileChoosesTheFormat by the name's ending.
func TestFileChoosesTheFormat(t *testing.T) {
	drawers := []Drawer{toldNumbers}
	outlines := map[string]Encoder{".svg": func(scene any) ([]byte, error) { return []byte{'<', byte('0' + scene.(told))}, nil }}
	if data, err := File(drawers, outlines, engine.Drawing{Name: "board.svg", Scene: told(5)}, Style{}); err != nil || string(data) != "<5" {
		t.Errorf("board.svg is %q, %v", data, err)
	}
	if data, err := File(drawers, outlines, engine.Drawing{Name: "board.png", Scene: told(5)}, Style{}); err != nil || !strings.HasPrefix(string(data), "\x89PNG") {
		t.Errorf("beside other encoders board.png is % x, %v", data[:min(8, len(data))], err)
	}
	if _, err := File(drawers, nil, engine.Drawing{Name: "board.bmp", Scene: told(5)}, Style{}); !errors.Is(err, ErrScene) {
		t.Errorf("board.bmp: %v, want ErrScene", err)
	}
	if _, err := File(drawers, nil, engine.Drawing{Name: "board.png", Scene: engine.Film{}}, Style{}); !errors.Is(err, ErrScene) {
		t.Errorf("an unknown scene: %v, want ErrScene", err)
	}
}

// TestGIFStyles: all frames but the last have the running note and no winner.
func TestGIFStyles(t *testing.T) {
	for _, tt := range []struct {
		style Style
		want  string
	}{
		{Style{Note: "Red wins", Running: "Replay", Winners: []engine.Seat{0}}, "Replay/0 Replay/0 Red wins/1"},
		{Style{Note: "Red wins", Winners: []engine.Seat{0}}, "Red wins/0 Red wins/0 Red wins/1"},
		{Style{}, "/0 /0 /0"},
	} {
		var seen []string
		draw := For(func(_ int, s Style) *image.Paletted {
			seen = append(seen, s.Note+"/"+string(rune('0'+len(s.Winners))))
			return square(9, color.Black)
		})
		if _, err := GIF(t.Context(), []Drawer{draw}, engine.Film{Frames: []any{1, 2, 3}, Delay: time.Second}, tt.style); err != nil {
			t.Error(err)
		}
		if got := strings.Join(seen, " "); got != tt.want {
			t.Errorf("frames with %q, want %q", got, tt.want)
		}
	}
}

func TestGIFRefuses(t *testing.T) {
	if _, err := GIF(t.Context(), []Drawer{numbers}, engine.Film{}, Style{}); err == nil {
		t.Error("a film without frames is made")
	}
	if _, err := GIF(t.Context(), []Drawer{numbers}, engine.Film{Frames: []any{3, "x"}}, Style{}); !errors.Is(err, ErrScene) {
		t.Errorf("a frame that nobody draws: %v", err)
	}
}

// TestGIFStops: the context is asked before each frame.
func TestGIFStops(t *testing.T) {
	enough := errors.New("enough")
	for stop := range 3 {
		ctx, cancel := context.WithCancelCause(t.Context())
		drawn := 0
		draw := For(func(int, Style) *image.Paletted {
			if drawn++; drawn == stop {
				cancel(enough)
			}
			return square(9, color.Black)
		})
		if stop == 0 {
			cancel(enough)
		}
		if _, err := GIF(ctx, []Drawer{draw}, engine.Film{Frames: []any{1, 2, 3}}, Style{}); !errors.Is(err, enough) || drawn != stop {
			t.Errorf("stopped at %d, %d frames are drawn: %v", stop, drawn, err)
		}
		cancel(nil)
	}
}

func TestCaptionAndCalled(t *testing.T) {
	french := Style{Say: func(x engine.Text) string { return "<" + x.String() + ">" }}
	if got := french.Caption(engine.T("Red to move")); got != "<Red to move>" {
		t.Errorf("the caption is %q", got)
	}
	french.Note = "Blue resigned"
	if got := french.Caption(engine.T("Red to move")); got != "Blue resigned" {
		t.Errorf("the caption with a note is %q", got)
	}
	ascii := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r > 0x7f {
				return -1
			}
			return r
		}, s)
	}
	s := Style{Names: []string{"Jörg", "李", ""}}
	for seat, want := range map[engine.Seat]string{0: "Jrg", 1: "Side", 2: "Side", 3: "Side", engine.NoSeat: "Side"} {
		if got := s.Called(seat, engine.T("Side"), ascii); got != want {
			t.Errorf("seat %d is called %q, want %q", seat, got, want)
		}
	}
	if got := french.Called(0, engine.T("Red"), ascii); got != "<Red>" {
		t.Errorf("without names the side is called %q", got)
	}
}

// TestMention: a name of which a sentence has no room gives way to the side.
func TestMention(t *testing.T) {
	caption := canvas.NewCaption(canvas.Foot(canvas.Whole))
	s := Style{Names: []string{"Ann", "Wolfeschlegelsteinhausen", "Magdalena Kowalska", ""}}
	for seat, want := range []string{"Ann", "Side", "Magdalena", "Side"} {
		if got := s.Mention(engine.Seat(seat), engine.T("Side"), caption).String(); got != want {
			t.Errorf("%q is mentioned as %q, want %q", s.Names[seat], got, want)
		}
	}
}

// TestThemesAreDifferent, complete, and their inks can be told from their grounds.
func TestThemesAreDifferent(t *testing.T) {
	if (Theme{}).Look() != Themes[0].Look() {
		t.Error("the zero theme is not the first")
	}
	titles := map[string]bool{}
	for _, theme := range Themes {
		l := theme.Look()
		if l.Name != theme.ID || titles[theme.Title.String()] {
			t.Errorf("%s is called %s, and titled %s", theme.ID, l.Name, theme.Title)
		}
		titles[theme.Title.String()] = true
		for k := range canvas.AllInks {
			if l.Ink(k).A != 0xff {
				t.Errorf("%s: ink %d is see-through: %v", theme.ID, k, l.Ink(k))
			}
		}
		for _, k := range []canvas.Ink{canvas.InkText, canvas.InkLabel, canvas.InkMuted, canvas.InkRed, canvas.InkBlue, canvas.InkGreen} {
			for _, ground := range []canvas.Ink{canvas.InkGround, canvas.InkBand} {
				if got := canvas.Contrast(l.Ink(k), l.Ink(ground)); got < 2.4 {
					t.Errorf("%s: ink %d on ground %d has a contrast of %.2f", theme.ID, k, ground, got)
				}
			}
		}
		for i, a := range l.Tints {
			for j := range i {
				if canvas.ColourDistance(a, l.Tints[j]) < 3*20*20 {
					t.Errorf("%s: tints %d and %d are alike", theme.ID, i, j)
				}
			}
		}
		if canvas.ColourDistance(l.Red.Base, l.Blue.Base) < 100*100 {
			t.Errorf("%s: red and blue are alike", theme.ID)
		}
	}
}

// TestGrounds: empty cells are lighter than the ground, and the lattice that they make stands out
// from it by its cells or its lines.
func TestGrounds(t *testing.T) {
	for _, theme := range Themes {
		l := theme.Look()
		if canvas.Brightness(l.Cell) <= canvas.Brightness(l.Background) {
			t.Errorf("%s: empty cells are no lighter than the ground", theme.ID)
		}
		if seen := max(canvas.Contrast(l.Cell, l.Background), canvas.Contrast(l.Line, l.Background)); seen < 1.6 {
			t.Errorf("%s: the lattice has a contrast of %.2f to the ground", theme.ID, seen)
		}
		if apart := canvas.Contrast(l.Line, l.Cell); apart < 1.6 {
			t.Errorf("%s: lines have a contrast of %.2f to cells", theme.ID, apart)
		}
		for i, tint := range append(l.Tints[:], l.Visited, l.Heat) {
			if tint.G > tint.R && tint.G > tint.B {
				t.Errorf("%s: tint %d is green", theme.ID, i)
			}
		}
	}
}

func ExampleFor() {
	type dice struct{ faces []int }
	drawer := For(func(d dice, s Style) *image.Paletted {
		look := s.Theme.Look()
		return image.NewPaletted(image.Rect(0, 0, 60*len(d.faces), 60), color.Palette{look.Background, look.Text})
	})
	img, err := Draw([]Drawer{drawer}, dice{[]int{3, 5}}, Style{})
	if err != nil {
		panic(err)
	}
	fmt.Println(img.Bounds())
	// Output: (0,0)-(120,60)
}
