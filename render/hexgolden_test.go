package render

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
)

func TestGolden(t *testing.T) {
	names := []string{"Annabel", "Björn"}
	for _, theme := range Themes {
		s := Style{Theme: theme, Names: names}
		for _, size := range []int{3, 11, 19} {
			p := randomGame(t, options(size), size*size/3, 1)
			t.Run(fmt.Sprintf("%s-%d", theme.ID, size), func(t *testing.T) { golden(t, p, s) })
		}
		won := randomGame(t, options(7), 49, 2)
		t.Run(theme.ID+"-won", func(t *testing.T) { golden(t, won, s) })
	}
	weighted := engine.Options{"size": 7, "weighted": true}
	swapped := newGame(t, engine.Options{"size": 5, "swap": true}, "b1 swap")
	hinted := newGame(t, options(5), "c3 b4")
	tests := []struct {
		name  string
		scene any
		style Style
	}{
		{"empty", newGame(t, options(5), ""), Style{}},
		{"weighted", randomGame(t, weighted, 20, 3), Style{Theme: Themes[1], Names: names}},
		{"weighted-won", randomGame(t, weighted, 49, 3), Style{Names: names}},
		{"source-convention", newGame(t, engine.Options{"size": 5, "convention": "source"}, "c3"), Style{Names: names}},
		{"swapped", swapped, Style{Theme: Themes[1], Names: names}},
		{"long-names", hinted, Style{Names: []string{strings.Repeat("Wolfeschlegel ", 4), "Ἀριστοτέλης ὁ Σταγειρίτης"}}},
		{"long-note", hinted, Style{Names: names, Note: "Red wins: Blue left the table two weeks ago without a word"}},
		{"hint", engine.Suggestion{Position: hinted, Choice: engine.Choice{Move: "c4", Value: 0.57, Line: []string{"c4", "d3", "b5"}}}, Style{Names: names}},
		{"hint-swap", engine.Suggestion{
			Position: newGame(t, engine.Options{"size": 5, "swap": true}, "c3"),
			Choice:   engine.Choice{Move: "swap", Value: 1, Proved: true, Line: []string{"swap", "b4"}},
		}, Style{Names: names}},
		{"sets", hex.Sets{Position: randomGame(t, options(7), 30, 4)}, Style{Names: names}},
		{"weights", hex.NewWeights(randomGame(t, weighted, 12, 5)), Style{Names: names}},
		{"path", hex.NewPathView(randomGame(t, options(7), 16, 6)), Style{Theme: Themes[1], Names: names}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { golden(t, tt.scene, tt.style) })
	}
}

// golden compares the picture of a scene of Hex with the one kept under the test's name.
func golden(t *testing.T, scene any, s Style) {
	t.Helper()
	goldenOf(t, Hex, scene, s)
}
