package ade

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

func TestMain(m *testing.M) {
	if !enginetest.Long() {
		_ = flag.Set("rapid.checks", "40") // of 100, unless an argument says otherwise
	}
	m.Run()
}

// graphs draws connected graphs up to the limits: a tree, and some edges more.
func graphs(t *rapid.T) string {
	n := rapid.SampledFrom([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 25, 30, 47, 64}).Draw(t, "nodes")
	if rapid.Bool().Draw(t, "family") {
		return fmt.Sprintf("%s%d", rapid.SampledFrom([]string{"A", "D", "E"}).Draw(t, "type"), max(4, n))
	}
	number := func(i int) int { return i * rapid.SampledFrom([]int{1, 1, 15}).Draw(t, "number") }
	names := make([]int, n)
	for i := range names {
		names[i] = number(i)
		if i > 0 {
			names[i] = max(names[i], names[i-1]+1)
		}
	}
	if n == 1 {
		return "A1"
	}
	near := rapid.IntRange(1, n).Draw(t, "near")
	joined := map[[2]int]bool{}
	var edges []string
	join := func(i, j int) {
		if e := [2]int{min(i, j), max(i, j)}; i != j && !joined[e] {
			joined[e] = true
			edges = append(edges, fmt.Sprintf("%d-%d", names[i], names[j]))
		}
	}
	for i := 1; i < n; i++ {
		join(i, rapid.IntRange(max(0, i-near), i-1).Draw(t, "parent"))
	}
	for range rapid.SampledFrom([]int{0, 0, 1, 2, 4, 10, 40}).Draw(t, "more") {
		join(rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to"))
	}
	return strings.Join(edges, " ")
}

// TestAnyGraph: whatever graph with whatever values is drawn, all that is written can be read,
// nothing lies outside, and no two labels overlap.
func TestAnyGraph(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		name := graphs(r)
		digits := rapid.SampledFrom([]int{1, 1, 2, 3, 5, 9, 19, 40}).Draw(r, "digits")
		value := rapid.StringMatching(fmt.Sprintf("[1-9][0-9]{%d}", digits-1))
		values := make([]string, table(t, name, "all 0", "").Graph().Len())
		for i := range values {
			values[i] = rapid.SampledFrom([]string{"", "", "-"}).Draw(r, "sign") + value.Draw(r, "value")
		}
		p := table(t, name, strings.Join(values, " "), "")
		if p.Values().Positive() != 0 && rapid.Bool().Draw(r, "fired") {
			p = table(t, name, strings.Join(values, " "), "fire")
		}
		b := boardOf(p, render.Themes[0])
		var words []box
		for i := range b.at {
			if b.names[i] != (box{}) {
				words = append(words, b.names[i])
			}
			for j := range i {
				if boxAround(b.at[i], 2*b.wide, 2*b.radius).overlaps(boxAround(b.at[j], 2*b.wide, 2*b.radius)) && b.wide > b.radius {
					r.Errorf("%s: nodes %d and %d overlap", name, i, j)
				}
			}
		}
		for _, both := range b.slotted {
			for _, s := range both {
				if s.width > 0 {
					words = append(words, boxAround(s.at, s.width, b.name.CapHeight()))
				}
			}
		}
		for i, w := range words {
			if !w.in(box{high: canvas.Pt(float64(b.band.Max.X), float64(b.band.Min.Y))}) {
				r.Errorf("%s: words at %v", name, w)
			}
			for _, v := range words[:i] {
				if w.overlaps(v) {
					r.Errorf("%s: words at %v and %v overlap", name, v, w)
				}
			}
			for k, at := range b.at {
				if b.wide == b.radius && w.from(at) < b.radius {
					r.Errorf("%s: words at %v on node %d", name, w, k)
				}
			}
		}
		if rapid.IntRange(0, enginetest.Times(11, 5)).Draw(r, "measured") > 0 { // which takes long
			return
		}
		th := rapid.SampledFrom(render.Themes).Draw(r, "theme")
		rendertest.Measure(t, measuring, p, render.Style{Theme: th})
		if t.Failed() {
			t.Fatalf("FAILED %s | %s | %s | %v", name, strings.Join(values, " "), th.ID, p.Values())
		}
	})
}

// TestAnySequence: the same of the layers of any run, a page of them and their totals.
func TestAnySequence(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		name := graphs(r)
		values := make([]string, table(t, name, "all 0", "").Graph().Len())
		for i := range values {
			values[i] = rapid.SampledFrom([]string{"0", "1", "2", "7", "12", "345", "67890", "9223372036854775807"}).Draw(r, "value")
		}
		values[0] = "1"
		p := table(t, name, strings.Join(values, " "), "fire")
		for range rapid.IntRange(0, 12).Draw(r, "layers") {
			if p.Values().Positive() != 0 {
				if _, err := p.Play("fire"); err != nil {
					t.Fatal(err)
				}
			}
		}
		if rapid.IntRange(0, enginetest.Times(7, 3)).Draw(r, "measured") > 0 { // which takes long
			return
		}
		style := render.Style{Theme: rapid.SampledFrom(render.Themes).Draw(r, "theme")}
		rendertest.Measure(t, measuring, ade.NewSequence(p, rapid.SampledFrom([]int{0, 1, 6, 12, 999}).Draw(r, "rings")), style)
		rendertest.Measure(t, measuring, ade.Totals{Position: p}, style)
	})
}

// TestLongNamesBesideRows: names of three digits beside the rows of a path or of a cycle stay
// within the picture.
func TestLongNamesBesideRows(t *testing.T) {
	for _, closed := range []bool{false, true} {
		var edges []string
		for i := 400; i < 455; i++ {
			edges = append(edges, fmt.Sprintf("%d-%d", i, i+1))
		}
		if closed {
			edges = append(edges, "400-455")
		}
		rendertest.Measure(t, measuring, table(t, strings.Join(edges, " "), "all 1", ""), render.Style{})
	}
}

// TestLongValuesBesideLayers: a long value of the first column leaves the layer's number alone.
func TestLongValuesBesideLayers(t *testing.T) {
	for n := 24; n < 34; n++ {
		values := "230000000000000000000 0 0 0" + strings.Repeat(" 1", n-4)
		p := table(t, "A"+strconv.Itoa(n), values, "fire 6")
		rendertest.Measure(t, measuring, ade.NewSequence(p, 6), render.Style{})
	}
}
