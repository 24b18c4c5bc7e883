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

// laidOut are the empty boards of groups, which take long to lay out.
var laidOut = map[string]*board{}

// laid is the empty board of a group in the first theme.
func laid(t *testing.T, name string) *board {
	t.Helper()
	if laidOut[name] == nil {
		g := grouped(t, name)
		laidOut[name] = newBoard(render.Themes[0].Look(), g, g.Cosets())
	}
	return laidOut[name]
}

// boxed is a rectangle by its middle and half its size.
func boxed(at, half canvas.Point) image.Rectangle {
	return image.Rect(int(math.Floor(at.X-half.X)), int(math.Floor(at.Y-half.Y)), int(math.Ceil(at.X+half.X)), int(math.Ceil(at.Y+half.Y)))
}

// TestFramesFit: for groups of every order, places with their marks lie in their part of the picture,
// apart from each other and from what stands beside them, and chips in theirs.
func TestFramesFit(t *testing.T) {
	for _, name := range catalogued() {
		b := laid(t, name)
		room := canvas.Field.Inset(3)
		if b.columns > 0 {
			room.Max.X = b.rack.box.Min.X - 3
		}
		reach := b.radius + reachOf(b.radius)
		if b.radius < leastNear {
			reach = b.radius
		}
		for i, p := range b.places {
			if box := boxed(p, canvas.Pt(reach, reach)); !box.In(room) {
				t.Errorf("%s: the place %d lies at %v", name, i, box)
			}
			for j, q := range b.places[:i] {
				if far := canvas.Distance(p, q); far < 2*b.radius+gapOf(b.radius)-1 {
					t.Errorf("%s: the places %d and %d are %.1f apart", name, i, j, far-2*b.radius)
				}
			}
		}
		checkNotes(t, name, b)
		checkRack(t, name, b)
	}
}

// checkNotes checks what stands beside places.
func checkNotes(t *testing.T, name string, b *board) {
	t.Helper()
	at, half, reach := b.notes, b.noteHalf, b.radius+reachOf(b.radius)
	if (b.ring.name == 0) == (half == canvas.Point{}) {
		t.Errorf("%s: names in places of size %.1f, and beside them of %v", name, b.ring.name, half)
	}
	if b.columns > 0 {
		at, half, reach = engine.Map(group.First(len(b.names)).Elements(), b.badge), b.small, b.radius
	}
	for i, p := range at {
		if box := boxed(p, half); !box.In(canvas.Field.Inset(4)) {
			t.Errorf("%s: the note %d lies at %v", name, i, box)
		}
		for j, q := range b.places {
			dx, dy := max(0, math.Abs(p.X-q.X)-half.X), max(0, math.Abs(p.Y-q.Y)-half.Y)
			if own := b.columns > 0 && i == j; !own && canvas.Length(dx, dy) < reach+1 {
				t.Errorf("%s: the note %d touches the place %d", name, i, j)
			}
		}
	}
}

// checkRack checks the chips of steps, of which only small groups have any.
func checkRack(t *testing.T, name string, b *board) {
	t.Helper()
	if order := len(b.names); (b.columns > 0) != (order <= mostRacked) {
		t.Errorf("%s: %d columns of steps", name, b.columns)
	}
	for i := range b.names {
		if b.columns == 0 {
			return
		}
		if box := boxed(b.slot(i), b.rack.half); !box.In(b.rack.box.Inset(-1)) || !box.In(canvas.Field.Inset(4)) {
			t.Errorf("%s: the chip %d lies at %v, beside %v", name, i, box, b.rack.box)
		}
		for j := range i {
			if overlap(b.slot(i), b.rack.half, b.slot(j), b.rack.half, 4) {
				t.Fatalf("%s: the chips %d and %d touch", name, i, j)
			}
		}
	}
	if wide := widest(b.names)*b.rack.size/2 + chipDot/2; wide > b.rack.half.X-4 {
		t.Errorf("%s: names with dots are %.0f wide in chips of %.0f", name, 2*wide, 2*b.rack.half.X)
	}
}

// TestNamesAreInPlaces, as large as these allow, of all small groups and of larger ones with short
// names.
func TestNamesAreInPlaces(t *testing.T) {
	for name, want := range map[string]bool{"Z7": true, "S3": true, "Q8": true, "Z2^3": true, "Z12": true, "Z24": true, "A4": false, "S4": false, "Z64": false} {
		b := laid(t, name)
		if got := b.ring.name > 0; got != want {
			t.Errorf("%s: names are in the places: %t", name, got)
		}
		if b.ring.name > 0 && (b.ring.name < canvas.LeastText || widest(b.names)*b.ring.name > 2*discShare*b.radius+1) {
			t.Errorf("%s: names of %.1f in places of %.1f", name, b.ring.name, b.radius)
		}
	}
	wide := []string{"(12)(34)", "(13)(24)", "(14)(23)", "e"}
	if r, _ := newFrame([][]group.Element{{0, 1, 2, 3, 4, 5, 6, 7}}, widest(wide)); r.name < canvas.LeastText {
		t.Errorf("eight long names are beside places of %.1f", r.radius)
	}
}

// TestCosetsAreArcs: places of a coset are neighbours at one distance, and further from those of
// other cosets.
func TestCosetsAreArcs(t *testing.T) {
	for _, name := range []string{"Z12", "D12", "A4", "S4", "Z2^6"} {
		b, cosets := laid(t, name), grouped(t, name).Cosets()
		pitch := canvas.Distance(b.places[cosets[0][0]], b.places[cosets[0][1]])
		for i, coset := range cosets {
			for k := range coset[1:] {
				if far := canvas.Distance(b.places[coset[k]], b.places[coset[k+1]]); math.Abs(far-pitch) > 0.06*pitch+2 {
					t.Errorf("%s: places of a coset are %.1f apart, and others %.1f", name, far, pitch)
				}
			}
			next := cosets[(i+1)%len(cosets)]
			if far := canvas.Distance(b.places[coset[len(coset)-1]], b.places[next[0]]); len(cosets) > 1 && far < 1.7*pitch {
				t.Errorf("%s: cosets are %.1f apart, and places of one %.1f", name, far, pitch)
			}
		}
	}
}

// TestRightHandedCosets are those of the product that is played.
func TestRightHandedCosets(t *testing.T) {
	b := boards{canvas.Cache[key, *board]{Limit: mostBoards}}
	look := render.Themes[0].Look()
	usual := b.board(randomGame(t, engine.Options{"group": "S4"}, 0, 1), look)
	right := b.board(randomGame(t, engine.Options{"group": "S4", "variant": gordon.Right}, 0, 1), look)
	if usual == right || usual.places[20] == right.places[20] && usual.places[21] == right.places[21] {
		t.Error("the places stand alike by steps from the left and from the right")
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

// TestDotsStepForward: the place where one stands among dots keeps clear of the other dots.
func TestDotsStepForward(t *testing.T) {
	for _, name := range []string{"Z64", "Z2^6", "Z128"} {
		for seed := range uint64(8) {
			p := randomGame(t, engine.Options{"group": name}, 6, seed)
			d := &drawing{board: laid(t, name), p: p}
			d.setStates()
			here, _ := p.Place()
			if d.radius >= leastNear {
				t.Fatalf("%s has no dots but places of %.1f", name, d.radius)
			}
			at := d.stand(here)
			for a, q := range d.places {
				if far := canvas.Distance(at, q); group.Element(a) != here && far < d.radius+d.reach(here) {
					t.Errorf("%s: the place where one stands is %.1f from another", name, far)
				}
			}
		}
	}
}
