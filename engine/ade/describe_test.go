package ade_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
)

// The values and edges of every kind of position are described, however large it is. The tests of
// package graph check the sentences themselves.
func TestDescriptionsTellTheGraph(t *testing.T) {
	dense := []string{}
	for i := range 20 {
		for j := range i {
			dense = append(dense, strconv.Itoa(j)+"-"+strconv.Itoa(i))
		}
	}
	for _, o := range []engine.Options{
		{"type": "A", "degree": 5},
		{"type": "A", "degree": 64},
		{"type": "D", "degree": 64},
		{"type": "E", "degree": 8},
		{"edges": "1-2 2-3 3-1"},
		{"edges": strings.Join(dense, " ")},
	} {
		for _, moves := range [][]string{nil, {"set all 1"}, {"set all 1", "fire"}, {"set all 1", "fire 5"}} {
			p := open(t, o, moves...)
			said := p.Describe()
			if said.Length() > engine.MostDescribed {
				t.Fatalf("%d characters: %s", said.Length(), said)
			}
			ways := p.Graph().Ways(p.Values())
			if !slices.ContainsFunc(ways[:len(ways)-1], func(way engine.Text) bool { return strings.Contains(said.String(), way.String()) }) {
				t.Errorf("the values are not in %q", said)
			}
			if trace := p.Trace(); len(trace) > 0 && !strings.Contains(said.String(), "Fired last: "+p.Graph().Told(trace[len(trace)-1].Fired).String()+".") {
				t.Errorf("what fired last is not in %q", said)
			}
			if !strings.Contains(said.String(), "Can fire: "+p.Graph().Told(p.Values().Positive()).String()+".") {
				t.Errorf("what can fire is not in %q", said)
			}
		}
	}
}

// A run is described layer by layer, as it is drawn.
func TestRunsDescribed(t *testing.T) {
	p := open(t, engine.Options{"type": "A", "degree": 3}, "set V1 2", "fire 3")
	film := showScene(t, "film", p).(engine.Film)
	for _, tt := range []struct {
		scene engine.Scene
		want  string
	}{
		{p, "ADE on A3, after 3 layers. It is over: nothing is positive after 3 layers. Fired last: V3. The nodes, each with its value and its neighbours: V1 0 to V2; V2 0 to V1 V3; V3 -2 to V2. All layers, the newest first: V3; V2; V1."},
		{showScene(t, "graph", p), "The firing sequence graph on A3: 3 layers. Then nothing is positive. What fires, by layer, with its value: 1: V1 2; 2: V2 2; 3: V3 2."},
		{showScene(t, "totals", p), "Bars for the totals of 3 layers on A3. They are: 3 times 2."},
		{film, "A film of the run on A3, 3 layers. It begins with the values 2 0 0 and ends with 0 0 -2. What fires, by layer: V1; V2; V3."},
		{ade.NewSequence(open(t, engine.Options{"type": "A", "degree": 3}), 6), "The firing sequence graph on A3: 0 layers. Nothing has fired yet."},
	} {
		if said := tt.scene.Describe().String(); said != tt.want {
			t.Errorf("%T: %q, want %q", tt.scene, said, tt.want)
		}
	}
}

// Of a long run the newest layers are told.
func TestLongRunsDescribed(t *testing.T) {
	p := open(t, engine.Options{"edges": "1-2 2-3 3-1"}, "set all 1", "fire 1000")
	for _, name := range []string{"graph", "totals", "film"} {
		said := showScene(t, name, p).Describe()
		if said.Length() > engine.MostDescribed || !strings.HasSuffix(said.String(), ".") {
			t.Errorf("%s in %d characters: %s", name, said.Length(), said)
		}
	}
	if said := showScene(t, "graph", p).Describe().String(); !strings.Contains(said, "Shown are layers 993 to 1000.") || !strings.Contains(said, "; 1000: ") {
		t.Errorf("the last page is told as %q", said)
	}
	if said := showScene(t, "totals", p).Describe().String(); !strings.Contains(said, "They are: 1000 times 3.") {
		t.Errorf("the totals are told as %q", said)
	}
}

// showScene is the scene of a view.
func showScene(t *testing.T, name string, p *ade.Position) engine.Scene {
	t.Helper()
	view, _ := ade.Game.View(name)
	args, err := engine.ParseOptions(view.Args, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := view.Show(t.Context(), p, args)
	if err != nil {
		t.Fatal(err)
	}
	return answer.Scenes[0]
}
