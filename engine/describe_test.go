package engine_test

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

// Characters are counted in UTF-16: those beyond its basic plane are two.
func TestLength(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a1 b2": 5, "é…": 2, "䷀": 1, "😀": 2} {
		if got := engine.T("%s", text).Length(); got != want {
			t.Errorf("%q has %d characters, want %d", text, got, want)
		}
	}
}

func TestFit(t *testing.T) {
	ways := []engine.Text{engine.T("seventeen letters"), engine.T("ten letter"), engine.T("six ab")}
	for most, want := range map[int]int{17: 0, 16: 1, 10: 1, 9: 2, 6: 2, 3: 2} {
		if got := engine.Fit(most, ways...); got.String() != ways[want].String() {
			t.Errorf("in %d characters: %q, want %q", most, got, ways[want])
		}
	}
}

func TestSentences(t *testing.T) {
	got := engine.Sentences(engine.Text{}, engine.T("100 %s.", "%"), engine.Text{}, engine.T("Two."))
	if got.String() != "100 %. Two." || !engine.Sentences(engine.Text{}).Empty() {
		t.Errorf("%q", got)
	}
	if list := engine.List("; ", []engine.Text{engine.T("a"), engine.T("b"), engine.T("c")}); list.String() != "a; b; c" || !engine.List(", ", nil).Empty() {
		t.Errorf("%q", list)
	}
}

// wordy is a position with much to say.
type wordy struct {
	engine.Position
	length int
}

func (w wordy) Describe() engine.Text { return engine.T("%s.", strings.Repeat("x", w.length-1)) }

// The suggestion comes first, and the position follows as far as there is room.
func TestScenesDescribed(t *testing.T) {
	choice := engine.Choice{Move: "a1", Line: strings.Fields("a1 b2 c3 d4 e5 f6 g7")}
	short := wordy{length: 30}
	for _, tt := range []struct {
		scene engine.Scene
		want  string
	}{
		{engine.Suggestion{Position: short, Choice: choice}, "Hint: a1. Expected then: b2, c3, d4, e5, f6. " + short.Describe().String()},
		{engine.Suggestion{Position: short, Choice: engine.Choice{Move: "a1"}}, "Hint: a1. " + short.Describe().String()},
		{engine.Suggestion{Position: wordy{length: 990}, Choice: choice}, "Hint: a1. " + wordy{length: 990}.Describe().String()},
		{engine.Suggestion{Position: wordy{length: 1020}, Choice: choice}, "Hint: a1. Expected then: b2, c3, d4, e5, f6."},
		{engine.Drawing{Name: "x.svg", Scene: short}, short.Describe().String()},
		{engine.Film{Words: engine.T("It moves.")}, "It moves."},
	} {
		if got := tt.scene.Describe().String(); got != tt.want {
			t.Errorf("%T: %q, want %q", tt.scene, got, tt.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	if got := engine.Numbers(", ", []int8{3, 0, -1}); got != "3, 0, -1" {
		t.Errorf("joined to %q", got)
	}
}
