package gordon

import (
	"image"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// wide are groups of order 21 to 24 with names too wide for all steps to fit.
var wide = []string{"S4", "A4xC2", "S3xC4", "D4xC3", "D12", "F21"}

// written are the words of a part of a scene's picture, in the order in which they are drawn.
func written(t *testing.T, scene any, within image.Rectangle) (words []string) {
	t.Helper()
	defer canvas.Watch(func(l canvas.Label) {
		if canvas.Middle(l.Mask.Rect).Round().In(within) {
			words = append(words, l.Words)
		}
	})()
	rendertest.Draw(t, Drawers, scene, render.Style{})
	return words
}

// TestWordsOfHereFit: all that is said of the place where one stands is said in whole.
func TestWordsOfHereFit(t *testing.T) {
	for _, name := range catalogued() {
		here := canvas.Bold(needed)
		for _, leads := range []bool{false, true} {
			f, _ := framed(t, name, leads)
			for _, words := range []string{"Now at", "Stuck at", "Ended at"} {
				if got := here.Fit(words, f.hereRoom()); got != words {
					t.Errorf("%s: %q is written as %q", name, words, got)
				}
			}
		}
	}
}

// TestWideNamesAreLarge: where not all steps have room, those that have are as large as places,
// in two columns at least.
func TestWideNamesAreLarge(t *testing.T) {
	for _, name := range wide {
		f, most := framed(t, name, false)
		if !f.cuts || f.dotted() || f.chips < needed || f.columns < 2 || f.rows < 7 {
			t.Errorf("%s: %d rows of %d names in size %.1f", name, f.rows, f.columns, f.chips)
		}
		if half := f.rowHalf().X; half < (most+arrowWide/2)*needed+chipPad {
			t.Errorf("%s: a row of %.0f is too narrow for two names of %.1f em", name, 2*half, most)
		}
	}
}

// TestCutPanels: the steps that can be taken come first, in rows with where they lead if few enough
// for that; after them the others; and as many as have no room are counted.
func TestCutPanels(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range append(slices.Clone(wide), "Z2^6", "Z30") {
		for turns := 1; turns <= 20; turns += enginetest.Times(6, 2) {
			p := randomGame(t, engine.Options{"group": name}, turns, uint64(turns))
			b := boardOf(p)
			r := readPanel(t, b, p)
			legal := p.Legal()
			if want := len(legal) < b.rows; want != (r.rows == len(legal)) || r.rows > 0 && !want {
				t.Errorf("%s: %d rows for %d steps that lead on", name, r.rows, len(legal))
			}
			for i, turn := range legal[:min(len(legal), len(r.steps))] {
				if r.steps[i] != turn.M {
					t.Errorf("%s: step %d of the panel is %d, want %d", name, i, r.steps[i], turn.M)
				}
			}
			switch shown := len(r.steps); {
			case shown < len(legal) && r.more != len(legal)-shown:
				t.Errorf("%s: +%d, where %d of %d that lead on are shown", name, r.more, shown, len(legal))
			case shown >= len(legal) && r.more > 0 && r.more != r.left-shown:
				t.Errorf("%s: +%d, where %d of %d are shown", name, r.more, shown, r.left)
			case shown < r.left && r.more == 0 && len(legal) < b.slots()/2:
				t.Errorf("%s: %d steps of %d are shown, and no others", name, shown, r.left)
			}
			seen["rows"] = seen["rows"] || r.rows > 0
			seen["all"] = seen["all"] || r.more == 0
			seen["more"] = seen["more"] || r.more > 0 && len(r.steps) >= len(legal)
			seen["more that lead on"] = seen["more that lead on"] || r.more > 0 && len(r.steps) < len(legal)
		}
	}
	if len(seen) != 4 || !seen["rows"] || !seen["all"] || !seen["more"] || !seen["more that lead on"] {
		t.Errorf("only seen: %v", seen)
	}
}

// reading is the content of a cut panel.
type reading struct {
	steps []group.Element // in order
	rows  int             // those of them that say where they lead
	more  int             // how many more there are
	left  int             // how many there are
}

// readPanel reads the panel of a position, and checks where its rows lead.
func readPanel(t *testing.T, b *board, p *gordon.Position) (r reading) {
	t.Helper()
	for a := range group.Element(p.Group().Order()) {
		if p.HasToken(a) {
			r.left++
		}
	}
	place, _ := p.Place()
	words := written(t, p, b.panel.box)[3:] // "Now at", the place, and the line above the steps
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case word == "→":
			r.rows++
			i++
			m, to := r.steps[len(r.steps)-1], slices.Index(b.names, words[i])
			if int(p.Product(m, place)) != to {
				t.Errorf("%s leads to %s", b.names[m], words[i])
			}
		case strings.HasPrefix(word, "→"): // where a chip leads
		case word[0] == '+':
			r.more, _ = strconv.Atoi(word)
		default:
			r.steps = append(r.steps, group.Element(slices.Index(b.names, word)))
		}
	}
	return r
}

// TestOpeningOfWideNames: only the places show the elements, not the panel.
func TestOpeningOfWideNames(t *testing.T) {
	p := randomGame(t, engine.Options{"group": "S4"}, 0, 1)
	want := []string{"Any m, any p", "All 24 steps and places"}
	if got := written(t, p, boardOf(p).panel.box); !slices.Equal(got, want) {
		t.Errorf("it says %q, want %q", got, want)
	}
	hinted := engine.Suggestion{Position: p, Choice: engine.Choice{Move: "m=(12) p=e"}}
	if got := written(t, hinted, boardOf(p).panel.box); !slices.Contains(got, "(12)") || slices.Contains(got, "→") {
		t.Errorf("of a hint it says %q", got)
	}
}

// TestHaloOfDotsKeepsOff the other dots, wherever one stands.
func TestHaloOfDotsKeepsOff(t *testing.T) {
	for _, name := range []string{"Z25", "Z32", "Z2^6", "Z128"} {
		for seed := range uint64(8) {
			p := randomGame(t, engine.Options{"group": name}, 6, seed)
			d := &drawing{board: boardOf(p), p: p}
			here, _ := p.Place()
			at := d.stand(here)
			for a, q := range d.ring.places {
				if far := math.Hypot(q.X-at.X, q.Y-at.Y); group.Element(a) != here && far < 2*max(d.half.X, leastTaken)+haloGap+haloRim {
					t.Errorf("%s: the place where one stands is %.1f from another", name, far)
				}
			}
		}
	}
}

// TestHintsAmongDots have an arrow where that has room.
func TestHintsAmongDots(t *testing.T) {
	p := randomGame(t, engine.Options{"group": "Z64"}, 2, 1)
	b := boardOf(p)
	here, _ := p.Place()
	seen := map[bool]int{}
	for _, turn := range p.Legal() {
		img := rendertest.Picture(t, measuring, engine.Suggestion{Position: p, Choice: engine.Choice{Move: "m=" + b.names[turn.M]}}, render.Style{})
		room := b.room(here, turn.P)
		seen[room]++
		dot := int(4 * b.half.X * b.half.Y)
		left := image.Rect(0, 0, b.panel.box.Min.X, b.band().Min.Y)
		if green := rendertest.CountIn(img, left, b.Look.Green); green == 0 || (green > dot) != room {
			t.Errorf("from %d to %d: %d green pixels", here, turn.P, green)
		}
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("hints with room for an arrow and without: %v", seen)
	}
}

// TestHalosKeepOff the places beside, around round places and square ones; in full in every group.
func TestHalosKeepOff(t *testing.T) {
	for i, name := range catalogued() {
		if i%3 > 0 && !enginetest.Long() {
			continue
		}
		b := newBoard(render.Themes[0].Look(), grouped(t, name), false)
		if b.dotted() {
			continue
		}
		gap, rim := b.haloSizes()
		var places []pill
		for c := range group.Element(b.order) {
			places = append(places, b.pillOf(sprite{placeShape, free}, b.at(c)).grown(0.5))
		}
		for a := range group.Element(b.order) {
			for _, by := range []state{red, blue} {
				halo := b.pillOf(sprite{placeShape, by}, b.at(a)).grown(gap + rim).rim()
				for c, other := range places {
					if touched := slices.ContainsFunc(halo, func(p canvas.Point) bool { return other.has(p.Round()) }); touched && int(a) != c {
						t.Fatalf("%s: the halo of %d touches %d, for state %d", name, a, c, by)
					}
				}
			}
		}
	}
}

// TestPathsAreShort among many places: of long ones the last steps are drawn, but for those that
// are too short for an arrow between dots.
func TestPathsAreShort(t *testing.T) {
	d := &drawing{board: newBoard(render.Themes[0].Look(), grouped(t, "Z64"), false)}
	if d.room(0, 1) || !d.room(0, 20) {
		t.Errorf("an arrow to the next dot has room: %t, and to a far one: %t", d.room(0, 1), d.room(0, 20))
	}
	for name, want := range map[string]int{"Z12": 12, "S4": mostPath, "Z64": mostPath} {
		d := &drawing{board: newBoard(render.Themes[0].Look(), grouped(t, name), false)}
		if got := d.shownPath(12); got != want {
			t.Errorf("%s: %d of 12 steps are drawn, want %d", name, got, want)
		}
	}
}

// TestArrowsKeepOffOtherPlaces where they leave and arrive, among wide places that stand in lines.
func TestArrowsKeepOffOtherPlaces(t *testing.T) {
	for _, name := range []string{"S4", "S3xC4", "D12", "A4"} {
		p := randomGame(t, engine.Options{"group": name}, 4, 3)
		d := &drawing{board: boardOf(p), p: p, places: make([]state, p.Group().Order())}
		if d.half.X == d.half.Y {
			t.Fatalf("%s has round places", name)
		}
		for a := range group.Element(d.order) {
			for b := range group.Element(d.order) {
				if at := d.port(a, d.at(a), d.at(b)); a != b && !d.clear(a, at) {
					t.Errorf("%s: an arrow from %s to %s begins at %v, behind another place", name, d.names[a], d.names[b], at)
				}
			}
		}
	}
}

// TestOldStepsStandBack: the last step is heaviest, and those before the last two are thinnest.
func TestOldStepsStandBack(t *testing.T) {
	for later := 1; later < 3; later++ {
		if widthOf(later) >= widthOf(later-1) {
			t.Errorf("%d before the last: %g wide, and the one after it %g", later, widthOf(later), widthOf(later-1))
		}
	}
}

// TestCaptionTellsOfUnshownSteps: as many as the panel counts, and none where all are shown.
func TestCaptionTellsOfUnshownSteps(t *testing.T) {
	for name, want := range map[string]bool{"Z2^6": true, "S4": true, "Z7": false} {
		p := randomGame(t, engine.Options{"group": name}, 3, 3)
		var more, told string
		stop := canvas.Watch(func(l canvas.Label) {
			if _, rest, ok := strings.Cut(l.Words, " · +"); ok {
				told, _, _ = strings.Cut(rest, " ")
			} else if l.Words[0] == '+' && l.Mask.Rect.Min.X > width/2 {
				more = l.Words[1:]
			}
		})
		_, err := render.Draw(Drawers, p, render.Style{})
		stop()
		if err != nil || more != told || (told != "") != want {
			t.Errorf("%s: the caption tells of %q more steps, and the panel of %q: %v", name, told, more, err)
		}
	}
}
