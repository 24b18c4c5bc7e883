package canvas

import (
	"image/color"
	"math/rand/v2"
	"slices"
	"testing"
)

func rgb(r, g, b uint8) color.RGBA { return color.RGBA{r, g, b, 0xff} }

// random is a set of colours in use, the same for a seed.
func random(seed uint64, n int) map[color.RGBA]int {
	r := rand.New(rand.NewPCG(seed, 1))
	used := map[color.RGBA]int{}
	for range n {
		used[rgb(uint8(r.IntN(256)), uint8(r.IntN(256)), uint8(r.IntN(256)))] = 1 + r.IntN(50)
	}
	return used
}

// cost is the sum over all pixels of how far their colour is from the nearest chosen one.
func cost(used map[color.RGBA]int, colours []color.RGBA) (sum int) {
	for c, n := range used {
		sum += n * ColourDistance(c, colours[nearest(colours, c, -1)])
	}
	return sum
}

// TestFewColoursStayAsTheyAre.
func TestFewColoursStayAsTheyAre(t *testing.T) {
	used := map[color.RGBA]int{rgb(1, 2, 3): 5, rgb(200, 1, 9): 1, rgb(7, 7, 7): 900}
	got := Colours(nil, used, 8)
	if len(got) != 3 {
		t.Fatalf("%v", got)
	}
	for c := range used {
		if !slices.Contains(got, c) {
			t.Errorf("%v is not among %v", c, got)
		}
	}
}

// TestExactColoursAreKept, in their order and once, whatever else is in use.
func TestExactColoursAreKept(t *testing.T) {
	exact := []color.RGBA{rgb(255, 0, 0), rgb(0, 0, 0), rgb(255, 0, 0), rgb(9, 8, 7)}
	got := Colours(exact, random(1, 500), 16)
	if len(got) != 16 || got[0] != exact[0] || got[1] != exact[1] || got[2] != exact[3] {
		t.Errorf("the first of %d are %v", len(got), got[:3])
	}
	if got := Colours(exact, random(1, 500), 2); len(got) != 2 || got[1] != exact[1] {
		t.Errorf("of two there are %v", got)
	}
}

// TestMoreColoursAreCloser: each doubling brings a picture closer to the original.
func TestMoreColoursAreCloser(t *testing.T) {
	for seed := range uint64(3) {
		used := random(seed, 2000)
		last := cost(used, []color.RGBA{rgb(128, 128, 128)})
		for n := 2; n <= 256; n *= 2 {
			colours := Colours(nil, used, n)
			got := cost(used, colours)
			if len(colours) != n || got >= last {
				t.Errorf("seed %d: %d colours cost %d, half of them %d", seed, len(colours), got, last)
			}
			last = got
		}
	}
}

// TestRefineDoesNotHarm: Lloyd's algorithm never makes a palette worse.
func TestRefineDoesNotHarm(t *testing.T) {
	for seed := range uint64(5) {
		used := random(seed, 600)
		cut := medianCut(sorted(used), nil, 20)
		before := cost(used, cut)
		refine(cut, sorted(used), 3)
		if after := cost(used, cut); after > before+before/100 { // means are rounded
			t.Errorf("seed %d: %d before, %d after", seed, before, after)
		}
	}
}

// TestRefineTakesWhatIsNear: a colour moves to the only pixel near it, and one that is near none, or is
// fixed, stays.
func TestRefineTakesWhatIsNear(t *testing.T) {
	colours := []color.RGBA{rgb(0, 0, 0), rgb(100, 100, 100), rgb(200, 0, 0)}
	refine(colours, sorted(map[color.RGBA]int{rgb(10, 0, 0): 5, rgb(120, 110, 100): 1}), 1)
	if want := []color.RGBA{rgb(0, 0, 0), rgb(120, 110, 100), rgb(200, 0, 0)}; !slices.Equal(colours, want) {
		t.Errorf("refined to %v, want %v", colours, want)
	}
}

// TestFrequentColoursComeFirst: the most frequent colour is exact, that of a single pixel is not.
func TestFrequentColoursComeFirst(t *testing.T) {
	used := random(7, 300)
	for c := range used {
		used[c] = 1
	}
	often := rgb(123, 45, 67)
	used[often] = 1_000_000
	colours := Colours(nil, used, 12)
	if d := ColourDistance(often, colours[nearest(colours, often, -1)]); d > 3 {
		t.Errorf("the commonest colour is off by %d", d)
	}
}

// TestTheSameEveryTime: maps have no order, palettes do.
func TestTheSameEveryTime(t *testing.T) {
	want := Colours(nil, random(3, 900), 50)
	for range 5 {
		if got := Colours(nil, random(3, 900), 50); !slices.Equal(got, want) {
			t.Fatal("the same colours make another palette")
		}
	}
}

func TestNearest(t *testing.T) {
	colours := []color.RGBA{rgb(0, 0, 0), rgb(100, 100, 100), rgb(255, 255, 255), rgb(100, 100, 100)}
	for c, want := range map[color.RGBA]uint8{rgb(10, 0, 0): 0, rgb(100, 100, 100): 1, rgb(120, 90, 100): 1, rgb(250, 250, 200): 2} {
		if got := nearest(colours, c, -1); got != want {
			t.Errorf("nearest(%v) = %d, want %d", c, got, want)
		}
	}
	if got := nearest(nil, colours[0], -1); got != 0 {
		t.Errorf("of no colours the nearest is %d", got)
	}
	if got := nearest(colours, rgb(100, 100, 100), 1); got != 3 {
		t.Errorf("nearest but 1 = %d, want 3", got)
	}
	if got := ColourDistance(rgb(1, 2, 3), rgb(4, 6, 15)); got != 9+16+144 {
		t.Errorf("ColourDistance = %d, want 169", got)
	}
	for channel, want := range []uint8{4, 6, 15} {
		if got := channelOf(rgb(4, 6, 15), channel); got != want {
			t.Errorf("Component %d = %d, want %d", channel, got, want)
		}
	}
}

// BenchmarkColours chooses a palette as boards have it.
func BenchmarkColours(b *testing.B) {
	used := random(1, 5000)
	for b.Loop() {
		Colours(nil, used, MaxColours)
	}
}
