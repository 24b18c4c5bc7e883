package labyrinth

import (
	"image"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestInHand: all pieces that are left, each with the gaps that take it, and those that fit
// nowhere last. Whether a piece fits is tried on the table itself.
func TestInHand(t *testing.T) {
	for _, p := range []*labyrinth.Position{table(t, 0, engine.Options{}), table(t, 3, engine.Options{}), table(t, 40, engine.Options{}), puzzle(t, 7, 20, 0)} {
		list := inHand(p)
		var all []connexion.Doors
		for i, h := range list {
			all = append(all, h.doors)
			var cells []string
			for _, c := range p.Open() {
				if fits(t, p, connexion.Piece{Cell: c, Doors: h.doors}) {
					cells = append(cells, c.Name())
				}
			}
			if !slices.Equal(cells, h.cells) {
				t.Errorf("piece %d fits on %q, want %q", h.doors.Number(), h.cells, cells)
			}
			if i > 0 && len(list[i-1].cells) == 0 && len(h.cells) > 0 {
				t.Errorf("piece %d fits, and comes after one that does not", h.doors.Number())
			}
		}
		slices.SortFunc(all, func(a, b connexion.Doors) int { return a.Number() - b.Number() })
		if !slices.Equal(all, p.Left()) {
			t.Errorf("in hand are %v, want %v", all, p.Left())
		}
	}
}

// fits plays a piece and takes it back.
func fits(t *testing.T, p *labyrinth.Position, piece connexion.Piece) bool {
	t.Helper()
	if _, err := p.Play(connexion.FormatPairs([]connexion.Piece{piece})); err != nil {
		return false
	}
	if p.Outcome().Status == engine.Open {
		if _, err := p.Play("remove " + piece.Name()); err != nil {
			t.Fatal(err)
		}
	}
	return true
}

// written returns the texts on a picture within a box.
func written(t *testing.T, scene any, box image.Rectangle) (words []string) {
	t.Helper()
	stop := canvas.Watch(func(l canvas.Label) {
		if l.Mask.Rect.In(box) {
			words = append(words, l.Words)
		}
	})
	defer stop()
	if _, err := render.Draw(Drawers, scene, render.Style{}); err != nil {
		t.Fatal(err)
	}
	return words
}

// TestHandIsWritten beside the table: each number with its cells, or how many more there are.
func TestHandIsWritten(t *testing.T) {
	for _, tt := range []struct {
		name string
		p    *labyrinth.Position
		from int // where the hand begins
		more string
	}{
		{"few", puzzle(t, 3, 20, 16), narrowWide, ""},
		{"twenty", puzzle(t, 7, 20, 0), handWide, ""},
		{"all", table(t, 0, engine.Options{}), handWide, "+45"},
	} {
		got := written(t, tt.p, image.Rect(wide-tt.from, 0, wide, tall-captionTall))
		var want []string
		for i, h := range inHand(tt.p) {
			if tt.more != "" && i == 19 {
				want = append(want, tt.more)
				break
			}
			want = append(want, strconv.Itoa(h.doors.Number()))
			if len(h.cells) > 0 {
				want = append(want, h.cells[0])
			}
		}
		for i := range got {
			got[i], _, _ = strings.Cut(got[i], " ")
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: written are %q, want %q", tt.name, got, want)
		}
	}
}

// TestPiecesThatFitNowhereAreSmall, and lie below the others, which are larger for it; all are
// there.
func TestPiecesThatFitNowhereAreSmall(t *testing.T) {
	for name, p := range map[string]*labyrinth.Position{"a few": table(t, 40, engine.Options{}), "fewer": table(t, 50, engine.Options{})} {
		list, number := inHand(p), map[string]canvas.Label{}
		stop := canvas.Watch(func(l canvas.Label) {
			if l.Mask.Rect.Min.X > wide-handWide && l.Mask.Rect.Max.Y < tall-captionTall {
				number[l.Words] = l // the gaps of one may be the number of another, which comes later
			}
		})
		_, err := render.Draw(Drawers, p, render.Style{})
		stop()
		if err != nil {
			t.Fatal(err)
		}
		if fit := slices.IndexFunc(list, func(h held) bool { return len(h.cells) == 0 }); fit < 1 {
			t.Fatalf("%s: %d pieces fit", name, fit)
		}
		lowest := 0
		for _, h := range list {
			l, there := number[strconv.Itoa(h.doors.Number())]
			small := l.Capitals < canvas.Bold(canvas.LeastText).CapHeight()+0.1
			switch {
			case !there || small != (len(h.cells) == 0):
				t.Errorf("%s: piece %d, on %d gaps, is there: %t, and small: %t", name, h.doors.Number(), len(h.cells), there, small)
			case len(h.cells) > 0:
				lowest = max(lowest, l.Mask.Rect.Max.Y)
			case l.Mask.Rect.Min.Y < lowest+restGap/2:
				t.Errorf("%s: piece %d in %v is not below %d", name, h.doors.Number(), l.Mask.Rect, lowest)
			}
		}
	}
}

// TestPiecesWithoutGapsTakeTheirRoom: where no door is open nothing is written below pieces, and
// they are larger than those in as many rows that have gaps.
func TestPiecesWithoutGapsTakeTheirRoom(t *testing.T) {
	tall := func(p *labyrinth.Position) float64 {
		var capitals float64
		stop := canvas.Watch(func(l canvas.Label) {
			if l.Words == strconv.Itoa(inHand(p)[0].doors.Number()) && l.Mask.Rect.Min.X > wide-handWide {
				capitals = max(capitals, l.Capitals)
			}
		})
		defer stop()
		rendertest.Draw(t, Drawers, p, render.Style{})
		return capitals
	}
	if without, with := tall(table(t, 0, engine.Options{})), tall(table(t, 3, engine.Options{})); without <= with {
		t.Errorf("numbers are %g pixels high, and %g where there are gaps", without, with)
	}
}

// TestCellsInHandAreOfOneSize: below each piece stand the cells that it fits, as many as have room,
// and how many more there are; all as large as each other, in the ink of text.
func TestCellsInHandAreOfOneSize(t *testing.T) {
	for name, p := range map[string]*labyrinth.Position{
		"puzzle": puzzle(t, 7, 20, 0), "few": puzzle(t, 3, 20, 16), "opening": table(t, 3, engine.Options{}), "scattered": scattered(t, rand.New(rand.NewPCG(0, 17))),
	} {
		_, beside := layTable(p, nil, image.Rectangle{})
		cells := map[string]int{}
		for _, h := range inHand(p) {
			for n := range h.cells {
				words := strings.Join(h.cells[:n+1], " ")
				if more := len(h.cells) - n - 1; more > 0 {
					words += " +" + strconv.Itoa(more)
				}
				cells[words] = 0
			}
		}
		stop := canvas.Watch(func(l canvas.Label) {
			if n, ok := cells[l.Words]; ok && l.Mask.Rect.Min.X > wide-beside {
				cells[l.Words] = n + 1
				if l.Capitals != canvas.Condensed(canvas.LeastText).CapHeight() || l.Ink != render.Themes[0].Look().Text {
					t.Errorf("%s: %q is %g high in %v", name, l.Words, l.Capitals, l.Ink)
				}
			}
		})
		rendertest.Draw(t, Drawers, p, render.Style{})
		stop()
		written := 0
		for _, n := range cells {
			written += n
		}
		if written < 4 {
			t.Errorf("%s: cells are written below %d pieces", name, written)
		}
	}
}

// TestWhere: as many cells as have room, and at least one.
func TestWhere(t *testing.T) {
	face := canvas.Condensed(canvas.LeastText)
	h := held{cells: []string{"e7", "h12", "p5"}}
	for room, want := range map[string]string{"e7 h12 p5": "e7 h12 p5", "e7 h12 +1": "e7 h12 +1", "e7 +2": "e7 +2", "": "e7 +2"} {
		if got := h.where(face, face.Measure(room)+0.1); got != want {
			t.Errorf("in the room of %q is written %q, want %q", room, got, want)
		}
	}
	if got := (held{}).where(face, 100); got != "" {
		t.Errorf("a piece that fits nowhere has %q", got)
	}
}

// TestSpreads: few pieces lie as they are largest, and of many there is one row after another.
func TestSpreads(t *testing.T) {
	for wide, want := range map[int]map[int]spread{
		handWide:   {1: {1, 1}, 2: {1, 2}, 3: {2, 2}, 4: {2, 2}, 5: {2, 3}, 12: {3, 4}, 13: {4, 4}, 64: {4, 5}},
		slimWide:   {1: {1, 1}, 2: {1, 2}, 4: {2, 2}, 8: {2, 4}, 9: {3, 3}, 15: {3, 5}, 64: {3, 5}},
		narrowWide: {1: {1, 1}, 2: {1, 2}, 3: {2, 2}, 5: {2, 3}, mostNarrow: {2, 4}},
	} {
		for pieces, want := range want {
			if got := spreadFor(pieces, wide); got != want {
				t.Errorf("%d pieces beside %d: %v, want %v", pieces, wide, got, want)
			}
		}
	}
}

// TestAdvisedPieceIsShown: were it not among those for which there is room, it comes last of them.
func TestAdvisedPieceIsShown(t *testing.T) {
	const shown = 4
	for advised := range 9 {
		var list []held
		for i := range 9 {
			list = append(list, held{doors: connexion.Doors(i)})
		}
		before := slices.Clone(list)
		showAdvised(list, shown, &connexion.Piece{Doors: connexion.Doors(advised)})
		if i := slices.IndexFunc(list, func(h held) bool { return h.doors == before[advised].doors }); i != min(advised, shown-1) {
			t.Errorf("piece %d is at %d", advised, i)
		}
		if rest := slices.Delete(list, min(advised, shown-1), min(advised, shown-1)+1); !slices.EqualFunc(rest, slices.Delete(before, advised, advised+1), func(a, b held) bool { return a.doors == b.doors }) {
			t.Errorf("piece %d: the others are %v", advised, rest)
		}
	}
}

// TestHintShowsItsPieceInHand, though by itself it would be one of those that are counted only.
func TestHintShowsItsPieceInHand(t *testing.T) {
	p := table(t, 3, engine.Options{})
	list := inHand(p)
	i := slices.IndexFunc(list, func(h held) bool { return len(h.cells) == 0 })
	last := list[i-1]
	moves := p.Moves()
	move := moves[slices.IndexFunc(moves, func(m string) bool {
		piece, ok := labyrinth.ParseMove(m)
		return ok && piece.Doors == last.doors
	})]
	box := image.Rect(wide-handWide, 0, wide, tall-captionTall)
	number := strconv.Itoa(last.doors.Number())
	if slices.Contains(written(t, p, box), number) {
		t.Fatalf("piece %s is shown anyway", number)
	}
	hint := engine.Suggestion{Position: p, Choice: engine.Choice{Move: move}}
	if got := written(t, hint, box); !slices.Contains(got, number) || !slices.Contains(got, "+"+strconv.Itoa(len(list)-19)) {
		t.Errorf("%s: written are %q", move, got)
	}
}

// TestBadgesAreAsWideAsTheirNumbers, so that the doors beside them can be seen; where they are
// large, they are the room in which the corridors meet.
func TestBadgesAreAsWideAsTheirNumbers(t *testing.T) {
	for _, theme := range render.Themes {
		l := theme.Look()
		for _, width := range []int{roomyCell, largestCell, largestTile} {
			tiles := kept.begin(hue{l, labyrinth.Blue}, frame{}, render.Style{Theme: theme}).set(width)
			half, tall := width/2, tiles.frame.pitch/2
			for number, wide := range map[int]bool{2: false, 9: false, 10: true, 64: true} {
				k := tile{doors: connexion.Hexagram(number), room: numberRoom}
				img := tiles.paint(k, half, tall)
				beside := img.RGBAAt(half+int(0.57*numberSize(width)), tall)
				if (beside == tiles.paintOf(k, labyrinth.Blue).path) != wide {
					t.Errorf("%s, %d wide: beside %d is %v", theme.ID, width, number, beside)
				}
			}
		}
	}
}
