package gordon

import (
	"image"
	"math"
	"strconv"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// catalogued names groups of every order: all there are up to 23, and some larger ones.
func catalogued() []string {
	names := []string{"S4", "D12", "Dic6", "A4xC2", "D4xC3", "S3xV4", "S3xC4", "Q8xC3", "Z2^3xC3", "C12xC2", "Dic3xC2", "A5", "S3xS3", "Q64", "Z2^6", "C2^7", "D64", "S4xC4"}
	for order := 1; order <= 23; order++ {
		names = append(names, group.OfOrder(order)...)
	}
	for order := 24; order <= group.MaxOrder; order += 8 {
		names = append(names, "Z"+strconv.Itoa(order))
	}
	return names
}

func grouped(tb testing.TB, name string) *group.Group {
	tb.Helper()
	g, err := group.Parse(name)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// box is a rectangle by its middle and half its size.
type box struct{ at, half canvas.Point }

func (b box) in(x0, y0, x1, y1 float64) bool {
	return b.at.X-b.half.X >= x0 && b.at.X+b.half.X <= x1 && b.at.Y-b.half.Y >= y0 && b.at.Y+b.half.Y <= y1
}

// laidOut are frames, by the names of their groups and by whether steps lead somewhere.
var laidOut = map[string]map[bool]frame{}

// framed is the frame of a group, which takes long to lay out, and the width of its widest name.
func framed(t *testing.T, name string, leads bool) (f frame, most float64) {
	t.Helper()
	g := grouped(t, name)
	most = widest(drawnNames(g, canvas.Bold(needed).Legible))
	if laidOut[name] == nil {
		laidOut[name] = map[bool]frame{}
	}
	f, ok := laidOut[name][leads]
	if !ok {
		f = newFrame(g.Order(), most, leads)
		laidOut[name][leads] = f
	}
	return f, most
}

// TestFramesFit: for groups of every order, places lie in their part of the picture, apart from
// each other and from the notes, and chips in theirs. Up to order 24 all places have names.
func TestFramesFit(t *testing.T) {
	for _, name := range catalogued() {
		g := grouped(t, name)
		f, _ := framed(t, name, true)
		if g.Order() <= labelledGroup && f.dotted() {
			t.Errorf("%s: the places have no names", name)
		}
		left, bottom := float64(f.panel.box.Min.X), float64(f.band().Min.Y)
		const halo = haloGap + haloRim
		if len(f.places) != g.Order() {
			t.Fatalf("%s: %d places", name, len(f.places))
		}
		for i, p := range f.places {
			if b := (box{p, canvas.Pt(f.half.X+halo, f.half.Y+halo)}); !b.in(3, 3, left-3, bottom-3) {
				t.Errorf("%s: the place %d lies at %v, half %v", name, i, p, f.half)
			}
			for j, q := range f.places[:i] {
				distance := math.Hypot(p.X-q.X, p.Y-q.Y) - 2*f.half.X
				if f.half.X != f.half.Y {
					distance = max(math.Abs(p.X-q.X)-2*f.half.X, math.Abs(p.Y-q.Y)-2*f.half.Y)
				}
				if distance < 2 {
					t.Errorf("%s: the places %d and %d are %.1f apart", name, i, j, distance)
				}
			}
		}
		checkNotes(t, name, f)
		checkPanel(t, name, f)
	}
}

// checkNotes checks the notes beside the places.
func checkNotes(t *testing.T, name string, f frame) {
	t.Helper()
	if f.where != outward {
		return
	}
	every := max(1, f.every)
	for i := 0; i < len(f.notes); i += every {
		note := box{f.notes[i], f.noteHalf}
		if !note.in(4, 4, float64(f.panel.box.Min.X)-4, float64(f.band().Min.Y)-4) {
			t.Errorf("%s: the note %d lies at %v, half %v", name, i, f.notes[i], f.noteHalf)
		}
		for j := 0; j < i; j += every {
			if overlap(f.notes[i], f.noteHalf, f.notes[j], f.noteHalf, 4) {
				t.Errorf("%s: the notes %d and %d touch", name, i, j)
			}
		}
		for j, p := range f.places {
			if dx, dy := math.Abs(p.X-note.at.X)-note.half.X, math.Abs(p.Y-note.at.Y)-note.half.Y; f.half.X == f.half.Y {
				if math.Hypot(max(0, dx), max(0, dy)) < f.half.X+2 {
					t.Errorf("%s: the note %d touches the place %d", name, i, j)
				}
			} else if overlap(p, f.half, note.at, note.half, 2) {
				t.Errorf("%s: the note %d touches the place %d", name, i, j)
			}
		}
	}
}

// checkPanel checks the chips of the racks.
func checkPanel(t *testing.T, name string, f frame) {
	t.Helper()
	n := f.slots()
	if !f.cuts && n < f.order {
		t.Errorf("%s: %d chips of %d", name, n, f.order)
	}
	var chips []canvas.Point
	for rack := range f.racks {
		for i := range n {
			at := f.slot(rack, i)
			if b := (box{at, f.chip}); !b.in(float64(f.panel.box.Min.X)-1, 0, width-margin+1, float64(f.band().Min.Y)-4) {
				t.Errorf("%s: the chip %d of rack %d lies at %v, half %v", name, i, rack, at, f.chip)
			}
			for _, q := range chips {
				if overlap(at, f.chip, q, f.chip, 4) {
					t.Fatalf("%s: the chip %d of rack %d touches another", name, i, rack)
				}
			}
			chips = append(chips, at)
		}
	}
}

// TestSpaced: places that follow upon each other are equally far apart all around.
func TestSpaced(t *testing.T) {
	distance := func(p, q canvas.Point) float64 { return math.Hypot(p.X-q.X, p.Y-q.Y) }
	for _, n := range []int{3, 7, 24, 128} {
		for k, unit := range units() {
			points, ok := spaced(stretched(unit, canvas.Pt(300, 300), canvas.Pt(280, 220)), n, distance)
			if !ok || len(points) != n || points[0].Round() != image.Pt(300, 80) {
				t.Fatalf("%d places: %v, %t", n, points, ok)
			}
			for i, p := range points {
				want, got := distance(points[0], points[1]), distance(p, points[(i+1)%n])
				if math.Abs(got-want) > 6 {
					t.Errorf("%d places on curve %d: %d and the next are %.1f apart, want %.1f", n, k, i, got, want)
				}
			}
		}
	}
	if points, ok := spaced(stretched(units()[0], canvas.Pt(300, 300), canvas.Pt(280, 220)), 40, func(p, q canvas.Point) float64 { return distance(p, q) / 60 }); ok {
		t.Errorf("40 places of 60 pixels have room: %v", points)
	}
}

// TestAnyPositionCanBeRead: in random positions of all kinds of groups nothing that is written
// overlaps or is too small.
func TestAnyPositionCanBeRead(t *testing.T) {
	for i, name := range []string{"Z1", "Z2", "Z5", "V4", "S3", "Q8", "Dic3", "A4", "Z13", "D10", "F21", "S4", "A4xC2", "Z30", "Z2^6", "Z128"} {
		variant := []string{gordon.Standard, gordon.Solitaire, gordon.Right}[i%3]
		p := randomGame(t, engine.Options{"group": name, "variant": variant}, 1+(7*i)%grouped(t, name).Order(), uint64(i))
		rendertest.Measure(t, measuring, p, render.Style{Theme: render.Themes[i%len(render.Themes)]})
	}
}

// TestChipsGrow where their rows leave room, without taking more rows.
func TestChipsGrow(t *testing.T) {
	board := image.Rect(0, 0, width, canvas.Bottom(image.Rect(0, 0, width, height)).Min.Y)
	for order := 2; order <= labelledGroup/2; order++ {
		for widest := 0.6; widest < widestName; widest += 0.4 {
			p, ok := newPanel(order, widest, board, panels(order)[0])
			if !ok {
				continue
			}
			small := p
			small.chips = needed
			small.widen(widest, p.box.Dx(), board)
			switch rows := (order + small.columns - 1) / small.columns; {
			case p.chips < needed || p.rows > rows:
				t.Errorf("%d of width %.1f: %d rows of size %.1f, not %d", order, widest, p.rows, p.chips, rows)
			case !p.slotBox(order).In(p.box):
				t.Errorf("%d of width %.1f: chips end at %v, beside %v", order, widest, p.slotBox(order), p.box)
			}
		}
	}
	if p, ok := newPanel(8, 1.2, board, panels(8)[0]); !ok || p.chips < needed+4 {
		t.Errorf("eight narrow names are written in %.1f", p.chips)
	}
}

// slotBox holds the chips of all racks.
func (p panel) slotBox(order int) (box image.Rectangle) {
	for rack := range p.racks {
		for i := range order {
			at, half := p.slot(rack, i).Round(), p.chip.Round()
			box = box.Union(image.Rectangle{at.Sub(half), at.Add(half)})
		}
	}
	return box
}

// TestManyWidePlacesAreAligned in two columns and two rows, such as those of D12.
func TestManyWidePlacesAreAligned(t *testing.T) {
	f := newFrame(24, 1.9, false)
	xs, ys := map[int]int{}, map[int]int{}
	for _, p := range f.places {
		xs[p.Round().X]++
		ys[p.Round().Y]++
	}
	for _, p := range f.places {
		if at := p.Round(); max(xs[at.X], ys[at.Y]) < 4 {
			t.Errorf("the place at %v is in line with %d others", at, max(xs[at.X], ys[at.Y])-1)
		}
	}
}

// TestNamesAndStepsWithinPlaces have room there, one above the other, and are larger in the
// large places of small groups.
func TestNamesAndStepsWithinPlaces(t *testing.T) {
	const capitals = 0.723 / 2 // half the height of letters, in sizes
	sizes := map[float64]bool{}
	for _, name := range catalogued() {
		f, most := framed(t, name, false)
		if f.where != within {
			continue
		}
		sizes[f.ring.size] = true
		above, below := withinAbove*f.ring.size, withinBelow*f.ring.size
		if gap := above + below - capitals*(f.name+f.ring.size); gap < 6 {
			t.Errorf("%s: the name and the step are %.1f apart", name, gap)
		}
		place := newPill(canvas.Pt(0, 0), f.half, placeRound)
		for _, line := range []struct{ y, size float64 }{{-above, f.name}, {below, f.ring.size}} {
			corner := canvas.Pt(most*line.size/2-3, math.Abs(line.y)+capitals*line.size)
			if !place.has(corner.Round()) {
				t.Errorf("%s: letters of size %.1f reach to %v in a place of %v", name, line.size, corner, f.half)
			}
		}
	}
	if !sizes[aside] || !sizes[largeAside] {
		t.Errorf("only seen: %v", sizes)
	}
}
