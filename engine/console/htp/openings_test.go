package htp

import (
	"bufio"
	"context"
	_ "embed"
	"flag"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hex/player"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// openingsText holds openings of two moves from which the first player, who moves next, has
// between 38 and 62 chances in 100, as a search of 5,000 positions judges: a line each, of
// the board's size, the stones of the first and of the second player, and the chance.
// BenchmarkOpenings found them.
//
//go:embed testdata/openings.txt
var openingsText string

// evenMargin is how far from ½ the chance after an opening may be. First moves alone are
// below 0.17 or above 0.84 to strong programs, and decide their games by colour.
const evenMargin = 0.12

// opening is a stone of the first player, and one of the second.
type opening struct {
	first, second string
	value         float64 // chance of the first player, 0 to 1
}

// openingsOf lists the openings for boards of a size.
func openingsOf(tb testing.TB, size int) []opening {
	tb.Helper()
	var all []opening
	lines := bufio.NewScanner(strings.NewReader(openingsText))
	for lines.Scan() {
		var o opening
		var n, percent int
		if _, err := fmt.Sscan(lines.Text(), &n, &o.first, &o.second, &percent); err != nil {
			tb.Fatalf("%q: %v", lines.Text(), err)
		}
		o.value = float64(percent) / 100
		if n == size {
			all = append(all, o)
		}
	}
	return all
}

func TestOpeningsAreEvenAndDifferent(t *testing.T) {
	for size, least := range map[int]int{9: 24, 11: 48, 13: 24} {
		all := openingsOf(t, size)
		if len(all) < least {
			t.Errorf("%d openings for boards of %d, want %d or more", len(all), size, least)
		}
		seen := map[opening]bool{}
		for _, o := range all {
			o.board(t, size) // fails if a stone cannot be there
			if math.Abs(o.value-0.5) > evenMargin+1e-9 {
				t.Errorf("%d: %v is not even", size, o)
			}
			if seen[o.unvalued()] {
				t.Errorf("%d: %v comes twice, maybe after half a turn", size, o)
			}
			seen[o.unvalued()], seen[o.turned(t, size)] = true, true
		}
	}
}

// What BenchmarkOpenings finds, and by which of our engines:
//
//	go test ./engine/console/htp -run '^$' -bench Openings -benchtime 1x -v -timeout 1h \
//		-find 48 -size 11 -judge 'threads=1 playouts=5000'
var (
	find  = flag.Int("find", 1, "how many openings BenchmarkOpenings finds")
	judge = flag.String("judge", "threads=1 playouts=200", "the parameters of our engine that judges them")
)

// glance is how many positions an opening is searched first, to find out whether a deeper
// search is worth the time; glanceMargin is how far from ½ it may be by that.
const (
	glance       = 60
	glanceMargin = 0.2
)

// BenchmarkOpenings finds openings for -size, and prints a line of testdata/openings.txt for each.
func BenchmarkOpenings(b *testing.B) {
	for b.Loop() {
		r := search.Rand(1)
		found := map[opening]bool{}
		for len(found) < 2*(*find) {
			if o, even := evenOpening(b, &r); even && !found[o.unvalued()] {
				found[o.unvalued()], found[o.turned(b, *size)] = true, true
				b.Logf("%d %s %s %.0f", *size, o.first, o.second, 100*o.value)
			}
		}
	}
}

// evenOpening draws an opening, and judges whether it is even.
func evenOpening(tb testing.TB, r *search.Rand) (o opening, even bool) {
	tb.Helper()
	empty, err := newBoard(*size, *size)
	if err != nil {
		tb.Fatal(err)
	}
	cells := empty.Grid().Cells()
	first := r.Below(cells)
	second := (first + 1 + r.Below(cells-1)) % cells
	o.first, o.second = empty.Grid().Name(hexgrid.Cell(first)), empty.Grid().Name(hexgrid.Cell(second))
	if glanced := judged(tb, o, fmt.Sprintf("%s playouts=%d", *judge, glance)); math.Abs(glanced-0.5) > glanceMargin {
		return o, false
	}
	o.value = judged(tb, o, *judge)
	return o, math.Abs(o.value-0.5) <= evenMargin
}

// judged is the first player's chance after an opening, by our engine.
func judged(tb testing.TB, o opening, parameters string) float64 {
	tb.Helper()
	s := newSession(&Engine{Now: time.Now, NewPlayer: player.New})
	for p := range strings.FieldsSeq(parameters) {
		name, word, _ := strings.Cut(p, "=")
		if err := s.set(name, word); err != nil {
			tb.Fatal(err)
		}
	}
	b := o.board(tb, *size)
	p, err := b.positionFor(hex.Red, false)
	if err != nil {
		tb.Fatal(err)
	}
	c, err := s.player.Choose(context.Background(), engine.Position(p))
	if err != nil {
		tb.Fatal(err)
	}
	return c.Value
}

// board is the board after the opening.
func (o opening) board(tb testing.TB, size int) board {
	tb.Helper()
	b, err := newBoard(size, size)
	if err != nil {
		tb.Fatal(err)
	}
	for i, vertex := range []string{o.first, o.second} {
		if b, err = b.placed([]hex.Colour{hex.Red, hex.Blue}[i], vertex); err != nil {
			tb.Fatalf("%v: %v", o, err)
		}
	}
	return b
}

// unvalued is the opening without its value.
func (o opening) unvalued() opening { return opening{first: o.first, second: o.second} }

// turned is the opening after half a turn of the board, which is worth the same.
func (o opening) turned(tb testing.TB, size int) opening {
	tb.Helper()
	b, err := newBoard(size, size)
	if err != nil {
		tb.Fatal(err)
	}
	opposite := func(vertex string) string {
		c, err := b.Grid().Parse(vertex)
		if err != nil {
			tb.Fatal(err)
		}
		return b.Grid().Name(b.Grid().Opposite(c))
	}
	return opening{first: opposite(o.first), second: opposite(o.second)}
}
