package graph_test

import (
	"errors"
	"math/big"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

func TestShort(t *testing.T) {
	for _, tt := range []struct {
		n    string
		most int
		want string
	}{
		{"0", 1, "0"},
		{"-12345", 6, "-12345"},
		{"1234567", 7, "1234567"},
		{"12345678", 7, "1.234e7"},
		{"-12345678", 7, "-1.23e7"},
		{"9999999999", 5, "9.9e9"},
		{"123456", 4, "1e5"},
	} {
		n, _ := new(big.Int).SetString(tt.n, 10)
		if got := graph.Short(n, tt.most); got != tt.want {
			t.Errorf("Short(%s, %d) = %q, want %q", tt.n, tt.most, got, tt.want)
		}
	}
}

// FuzzParse: any text is a graph or refused, and a graph's edges give it again.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"1-2 2-3", "V1-V2,2-3;3-1", "7", "1-1", "0-999 999-3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := graph.Parse(text)
		if err != nil {
			if _, ok := errors.AsType[*engine.Refusal](err); !ok {
				t.Fatalf("%q: %T", text, err)
			}
			return
		}
		if again, err := graph.Parse(g.String()); err != nil || again.String() != g.String() {
			t.Fatalf("%q is %v, which is read as %v, %v", text, g, again, err)
		}
	})
}
