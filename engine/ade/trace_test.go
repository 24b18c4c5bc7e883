package ade_test

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
)

// slowRun is the rule on plain numbers: all states of a run, and the sum of what is positive
// in each.
func slowRun(p *ade.Position, start []*big.Int, layers int) (states [][]string, totals []string) {
	v := start
	for range layers + 1 {
		var state []string
		total := new(big.Int)
		next := make([]*big.Int, len(v))
		for i, x := range v {
			state = append(state, x.String())
			next[i] = new(big.Int).Neg(new(big.Int).Abs(x))
			if x.Sign() > 0 {
				total.Add(total, x)
			}
			for j, y := range v {
				if p.Graph().Adjacent(i, j) && y.Sign() > 0 {
					next[i].Add(next[i], y)
				}
			}
		}
		states, totals, v = append(states, state), append(totals, total.String()), next
	}
	return states, totals
}

// The trace's file has every layer of the run, its number first and its total last; the
// message has the newest of them, and fits.
func TestTraceIsTheRun(t *testing.T) {
	for _, tt := range []struct {
		o      engine.Options
		layers int
		last   string
	}{
		{engine.Options{"type": "E", "degree": 6, "values": "V1 1"}, 11, "end"},
		{engine.Options{"type": "D", "degree": 4, "values": "3 0 1 2"}, 2, "3"},
		{engine.Options{"type": "E", "degree": 10, "values": "all 99999999999999999999"}, 300, "301"},
		{engine.Options{"edges": "1-2 2-3 3-1", "free": true, "values": "-1 2 1"}, 50, "51"},
	} {
		p := open(t, tt.o)
		start := p.Values()
		if _, err := p.Play("fire " + strconv.Itoa(tt.layers)); err != nil {
			t.Fatal(err)
		}
		answer, err := ask(t, "trace", p, nil)
		if err != nil {
			t.Fatal(err)
		}
		states, totals := slowRun(p, start, tt.layers)
		file := strings.TrimSuffix(string(answer.Files[0].Data), "\n")
		lines := strings.Split(file, "\n")
		if head := strings.Join(strings.Fields(lines[0]), " "); head != "layer "+strings.Join(p.Graph().Nodes(), " ")+" total" || len(lines) != tt.layers+2 {
			t.Fatalf("%v: %d lines below %q", tt.o, len(lines)-1, head)
		}
		for i, line := range lines[1:] {
			name := strconv.Itoa(i + 1)
			if i == tt.layers {
				name = tt.last
			}
			want := name + " " + strings.Join(states[i], " ") + " " + totals[i]
			if got := strings.Join(strings.Fields(line), " "); got != want {
				t.Errorf("%v: line %q, want %q", tt.o, got, want)
			}
		}
		text := answer.Text.String()
		if !strings.Contains(text, lines[len(lines)-1]+"\n```") || len(text) > 2000 {
			t.Errorf("%v: a message of %d characters: %s", tt.o, len(text), text)
		}
		bars, err := ask(t, "totals", p, nil)
		if err != nil {
			t.Fatal(err)
		}
		if data := bars.Data.([]string); !slices.Equal(data, totals[:tt.layers]) {
			t.Errorf("%v: the totals are %v, want %v", tt.o, data, totals[:tt.layers])
		}
	}
}
