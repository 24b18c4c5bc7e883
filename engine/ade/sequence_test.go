package ade_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
)

// The buttons below the sequence graph are exactly the possible actions.
func TestSequenceActions(t *testing.T) {
	for _, tt := range []struct{ moves, labels string }{
		{"", "Help Close"},
		{"set V1 1", "Fire Exhaust Help Close"},
		{"set V1 1,fire", "Fire Exhaust Undo Edit Save Help Close Rings up to 3 Rings up to 9 All rings"},
		{"set V1 1,exhaust", "Undo Edit Save Help Close Rings up to 3 Rings up to 9 All rings"},
	} {
		p := open(t, engine.Options{"degree": 3}, strings.FieldsFunc(tt.moves, func(r rune) bool { return r == ',' })...)
		var labels []string
		answer, err := ask(t, "graph", p, engine.Options{"rings": 6})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range answer.Actions {
			labels = append(labels, a.Label.String())
		}
		if got := strings.Join(labels, " "); got != tt.labels {
			t.Errorf("after %q: %s, want %s", tt.moves, got, tt.labels)
		}
	}
}

// What Save writes is what is shown: its bound, and the part of a long run in which the page is.
func TestSaveKeepsWhatIsShown(t *testing.T) {
	p := open(t, engine.Options{"type": "E", "degree": 56, "values": "all 1"}, "fire 210")
	for _, o := range []engine.Options{{}, {"rings": 9, "page": 2}, {"rings": 4}} {
		shown, err := ask(t, "graph", p, o)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(shown.Actions, func(a engine.Action) bool { return a.Label.String() == "Save" })
		var rings, page int
		if _, err := fmt.Sscanf(shown.Actions[i].Line, "graph rings:%d page:%d save:true private:true", &rings, &page); err != nil {
			t.Fatalf("%q: %v", shown.Actions[i].Line, err)
		}
		saved, err := ask(t, "graph", p, engine.Options{"rings": rings, "page": page, "save": true})
		if err != nil {
			t.Fatal(err)
		}
		file, want := saved.Scenes[0].(engine.Drawing), shown.Scenes[0].(ade.Sequence)
		first, end := file.Scene.(ade.Sequence).Layers()
		if _, last := want.Layers(); file.Name != "ade.png" || file.Scene.(ade.Sequence).Rings != o.Int("rings") || last <= first || last > end {
			t.Errorf("%v: %s has rings up to %d, and layers %d to %d; want layer %d", o, file.Name, rings, first, end, last)
		}
		if said := file.Scene.Describe().String(); strings.Contains(said, "Rings up to "+strconv.Itoa(rings)) != (rings > 0) {
			t.Errorf("%v: described as %q", o, said)
		}
	}
}

// The limit that is shown cannot be chosen again; the others keep the page.
func TestRingsAreChosen(t *testing.T) {
	p := open(t, engine.Options{"type": "E", "degree": 8, "values": "all 1"}, "exhaust")
	for rings, off := range map[int]string{0: "All rings", 3: "Rings up to 3", 9: "Rings up to 9", 5: ""} {
		answer, err := ask(t, "graph", p, engine.Options{"rings": rings, "page": 2})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range answer.Actions {
			if label := a.Label.String(); strings.Contains(strings.ToLower(label), "rings") && (a.Disabled != (label == off) || !strings.HasSuffix(a.Line, " page:2") || !a.Replace) {
				t.Errorf("with rings up to %d there is %+v", rings, a)
			}
		}
	}
}
