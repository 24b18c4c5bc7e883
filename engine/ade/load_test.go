package ade_test

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// A graph is loaded by type and degree, or as it is written elsewhere, while editing, while playing
// and after the end. Its stored line is always the same, and plays as itself.
func TestLoad(t *testing.T) {
	for _, before := range []string{"", "set V1 2", "set V1 2,fire", "set V1 2,exhaust"} {
		for typed, want := range map[string]string{
			"E 8": "load E 8", "e8": "load E 8", " d   4 ": "load D 4", "A 1": "load A 1", "A_64": "load A 64",
			"1-2 2-3 3-1": "load V1-V2 V1-V3 V2-V3", "D4~": "load V0-V2 V1-V2 V2-V3 V2-V4", "0 1 0; 1 0 1; 0 1 0": "load V1-V2 V2-V3",
			"graph {a -- b; b -- c}": "load a-b b-c", "E 9": "load E 9", "7": "load V7",
		} {
			p := open(t, engine.Options{"degree": 3}, strings.FieldsFunc(before, func(r rune) bool { return r == ',' })...)
			line, err := p.Play("load " + typed)
			if err != nil {
				t.Errorf("after %q, %q: %v", before, typed, err)
				continue
			}
			if line != want || !p.Editing() || len(p.Trace()) != 0 || !p.Values().Equal(graph.Zeros(p.Graph().Len())) || p.Verdict() != nil {
				t.Errorf("after %q, %q plays as %q, want %q, with the values %v", before, typed, line, want, p.Values())
			}
			again := open(t, engine.Options{"degree": 3})
			if twice, err := again.Play(line); err != nil || twice != line || again.Graph().String() != p.Graph().String() || again.Graph().Family != p.Graph().Family {
				t.Errorf("%q plays as %q, %v", line, twice, err)
			}
		}
	}
}

// The theorems are those of the graph that was loaded, and negative values are as free as before.
func TestLoadedIsPlayed(t *testing.T) {
	p := open(t, engine.Options{"type": "E", "degree": 10, "free": true}, "set all 1", "exhaust", "load E 8", "set all 1", "exhaust")
	if len(p.Trace()) != 33 || p.Graph().Title().String() != "E8" {
		t.Errorf("%d layers on %s", len(p.Trace()), p.Graph().Title())
	}
	if _, err := p.Play("load A 2"); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Play("set V1 -5"); err != nil {
		t.Error(err)
	}
}

func TestLoadRefuses(t *testing.T) {
	puzzle, err := ade.New(engine.Options{"mode": "puzzle", "seed": 1})
	if err != nil {
		t.Fatal(err)
	}
	pair, err := ade.New(engine.Options{"mode": "duel", "degree": 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		p         engine.Position
		line, why string
	}{
		{puzzle, "load E 8", "the graph of a puzzle stays"},
		{pair, "load E 8", "fire"},
		{open(t, engine.Options{}), "load", "empty"},
		{open(t, engine.Options{}), "load D 3", "at least 4 nodes"},
		{open(t, engine.Options{}), "load A 65", "64 nodes"},
		{open(t, engine.Options{}), "load A 0", "64 nodes"},
		{open(t, engine.Options{}), "load 1-2 3-4", "connected"},
	} {
		before := tt.p.String()
		if _, err := tt.p.Play(tt.line); err == nil || !strings.Contains(err.Error(), tt.why) || tt.p.String() != before {
			t.Errorf("%s: %v, want %q", tt.line, err, tt.why)
		}
		if form := engine.PickingOf(tt.p, "load", "").Form; (tt.p == puzzle || tt.p == pair) != (form == nil) {
			t.Errorf("%s has a form: %t", tt.line, form != nil)
		}
		if (tt.p == puzzle || tt.p == pair) == engine.CanPlay(tt.p, "load") {
			t.Errorf("%s is offered", tt.line)
		}
	}
}

// The form asks for type and degree.
func TestLoadForm(t *testing.T) {
	form := engine.PickingOf(open(t, engine.Options{}), "load", "").Form()
	if arguments, err := form.Arguments([][]string{{"E"}, {"8"}}); arguments != "E 8" || err != nil {
		t.Errorf("E and 8 are %q, %v", arguments, err)
	}
	for _, picked := range [][][]string{{{"E"}, nil}, {nil, {"8"}}} {
		if _, err := form.Arguments(picked); err == nil || !strings.Contains(err.Error(), "choose the type and the degree") {
			t.Errorf("%v: %v", picked, err)
		}
	}
}

// Reading a graph is work: a table takes only so many large ones.
func TestLoadIsWork(t *testing.T) {
	p := open(t, engine.Options{})
	dense := complete(40)
	for range 100 {
		line, err := ade.Game.Completed(engine.Env{}, p, "load "+dense)
		if err != nil {
			return
		}
		if _, err := p.Play(line); err != nil {
			t.Fatal(err)
		}
	}
	t.Errorf("a hundred graphs of %d characters are loaded", len(dense))
}
