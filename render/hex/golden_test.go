package hex

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestGolden: in full each kind of board in every theme.
func TestGolden(t *testing.T) {
	names := []string{"Annabel", "Björn"}
	for i, theme := range render.Themes {
		s := render.Style{Theme: theme, Names: names}
		for j, size := range []int{3, 11, 19} {
			if i != j && !enginetest.Long() {
				continue
			}
			p := randomGame(t, options(size), size*size/3, 1)
			last, _ := p.Last()
			s.Move, s.Last = p.Stones(), p.Grid().Name(last)
			t.Run(fmt.Sprintf("%s-%d", theme.ID, size), func(t *testing.T) { golden(t, p, s) })
		}
		won := randomGame(t, options(7), 49, 2)
		last, _ := won.Last()
		s.Move, s.Last = won.Ply(), won.Grid().Name(last)
		t.Run(theme.ID+"-won", func(t *testing.T) { golden(t, won, s) })
	}
	weighted := engine.Options{"size": 7, "weighted": true}
	swapped := newGame(t, engine.Options{"size": 5, "swap": true}, "b1 swap")
	hinted := newGame(t, options(5), "c3 b4")
	crowded := engine.Suggestion{
		Position: randomGame(t, options(19), 90, 5),
		Choice:   engine.Choice{Move: "i8", Value: 0.4, Line: []string{"i8", "h9", "i7", "g9", "h7", "f10"}},
	}
	tests := []struct {
		name  string
		scene any
		style render.Style
	}{
		{"empty", newGame(t, options(5), ""), render.Style{}},
		{"weighted", randomGame(t, weighted, 20, 3), render.Style{Theme: render.Themes[1], Names: names}},
		{"weighted-won", randomGame(t, weighted, 49, 3), render.Style{Names: names}},
		{"source-convention", newGame(t, engine.Options{"size": 5, "convention": "source"}, "c3"), render.Style{Names: names}},
		{"swapped", swapped, render.Style{Theme: render.Themes[1], Names: names}},
		{"long-names", hinted, render.Style{Names: []string{strings.Repeat("Wolfeschlegel ", 4), "Ἀριστοτέλης ὁ Σταγειρίτης"}}},
		{"names-east", hinted, render.Style{Names: []string{"李小龙 孫悟空", "山田さくら"}, Note: "김철수 is to move 📯"}},
		{"names-west", hinted, render.Style{Theme: render.Themes[1], Names: []string{"Nguyễn Thị Hằng", "Γιώργος Ἀρης"}, Note: "Дмитрий Ёлкин ★ 🇩🇪 Żółć"}},
		{"names-right", hinted, render.Style{Names: []string{"محمد عبد الله", "שרה לוי 7"}, Note: "محمد (٤٢) to place red 🦊"}},
		{"names-south", hinted, render.Style{Theme: render.Themes[1], Names: []string{"क्षितिज श्रीनिवास", "রবীন্দ্রনাথ ঠাকুর"}, Note: "สมชาย ปิ่น is to move 👩\u200d🚀"}},
		{"long-note", hinted, render.Style{Names: names, Note: "Red wins: Blue left the table two weeks ago without a word"}},
		{"hint", engine.Suggestion{Position: hinted, Choice: engine.Choice{Move: "c4", Value: 0.57, Line: []string{"c4", "d3", "b5"}}}, render.Style{Names: names}},
		{"hint-swap", engine.Suggestion{
			Position: newGame(t, engine.Options{"size": 5, "swap": true}, "c3"),
			Choice:   engine.Choice{Move: "swap", Value: 1, Proved: true, Line: []string{"swap", "b4"}},
		}, render.Style{Names: names}},
		{"sets", hex.Sets{Position: randomGame(t, options(7), 30, 4)}, render.Style{Names: names}},
		{"weights", hex.NewWeights(randomGame(t, weighted, 12, 5)), render.Style{Names: names}},
		{"unequal", randomGame(t, sized(10, 11), 40, 1), render.Style{Names: names}},
		{"unequal-won", randomGame(t, sized(4, 9), 36, 1), render.Style{Theme: render.Themes[2], Names: names}},
		{"unequal-weighted", randomGame(t, engine.Options{"size": 4, "width": 12, "weighted": true}, 14, 1), render.Style{Theme: render.Themes[1], Names: names}},
		{"unequal-weights", hex.NewWeights(randomGame(t, engine.Options{"size": 7, "width": 4, "weighted": true}, 8, 5)), render.Style{Names: names}},
		{"unequal-sets", hex.Sets{Position: randomGame(t, sized(7, 4), 12, 4)}, render.Style{Theme: render.Themes[1], Names: names}},
		{"flat-11", randomGame(t, options(11), 40, 1), render.Style{Flat: true, Names: names}},
		{"flat-14", randomGame(t, options(14), 65, 1), render.Style{Theme: render.Themes[1], Flat: true, Names: names}},
		{"flat-19", randomGame(t, options(19), 120, 1), render.Style{Theme: render.Themes[2], Flat: true, Names: names}},
		{"dark-25", randomGame(t, options(25), 208, 1), render.Style{Names: names}},
		{"light-25", randomGame(t, options(25), 208, 1), render.Style{Theme: render.Themes[1], Names: names}},
		{"flat-won", randomGame(t, options(7), 49, 2), render.Style{Theme: render.Themes[1], Flat: true, Names: names}},
		{"flat-sets", hex.Sets{Position: randomGame(t, options(7), 30, 4)}, render.Style{Flat: true, Names: names}},
		{"flat-path", hex.NewPathView(randomGame(t, options(7), 16, 6)), render.Style{Theme: render.Themes[2], Flat: true, Names: names}},
		{"flat-weights", hex.NewWeights(randomGame(t, weighted, 12, 5)), render.Style{Theme: render.Themes[2], Flat: true, Names: names}},
		{"flat-weighted", randomGame(t, engine.Options{"size": 14, "weighted": true}, 40, 3), render.Style{Theme: render.Themes[1], Flat: true, Names: names}},
		{"flat-unequal", randomGame(t, sized(12, 5), 20, 1), render.Style{Flat: true, Names: names}},
		{"flat-hint", engine.Suggestion{Position: hinted, Choice: engine.Choice{Move: "c4", Value: 0.57, Line: []string{"c4", "d3", "b5"}}}, render.Style{Theme: render.Themes[1], Flat: true, Names: names}},
		{"hint-19", crowded, render.Style{Theme: render.Themes[1], Names: names}},
		{"flat-hint-19", crowded, render.Style{Flat: true, Names: names}},
		{"flat-analysis", analysed(t), render.Style{Theme: render.Themes[1], Flat: true, Names: names}},
		{"flat-review", reviewed(t), render.Style{Flat: true, Names: names}},
		{"weights-14", hex.NewWeights(randomGame(t, engine.Options{"size": 14, "weighted": true}, 40, 5)), render.Style{Theme: render.Themes[1], Names: names}},
		{"search-found", searching(t, 100), render.Style{Theme: render.Themes[1], Names: names}},
		{"weights-plain-19", hex.NewWeights(randomGame(t, options(19), 60, 5)), render.Style{Names: names}},
		{"weights-11", hex.NewWeights(randomGame(t, engine.Options{"size": 11, "weighted": true}, 30, 5)), render.Style{Names: names}},
		{"weights-won-11", hex.NewWeights(randomGame(t, engine.Options{"size": 11, "weighted": true}, 121, 5)), render.Style{Theme: render.Themes[2], Names: names}},
		{"weights-won-14", hex.NewWeights(randomGame(t, engine.Options{"size": 14, "weighted": true}, 196, 5)), render.Style{Names: names}},
		{"weights-light", hex.NewWeights(randomGame(t, weighted, 12, 5)), render.Style{Theme: render.Themes[1], Names: names}},
		{"path", hex.NewPathView(randomGame(t, options(7), 16, 6)), render.Style{Theme: render.Themes[1], Names: names}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { golden(t, tt.scene, tt.style) })
	}
}

// golden compares the picture of a scene of Hex with the one kept under the test's name.
func golden(t *testing.T, scene any, s render.Style) {
	t.Helper()
	rendertest.Golden(t, measuring, scene, s)
}
