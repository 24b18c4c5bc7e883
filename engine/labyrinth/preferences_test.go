package labyrinth_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// asking runs a tool for a person with such notes, always with the same chance.
func asking(t *testing.T, notes engine.Notes, name string, raw map[string]any) engine.Answer {
	t.Helper()
	tool, _ := labyrinth.Game.Tool(name)
	o, err := engine.ParseOptions(tool.Args, raw, true)
	if err != nil {
		t.Fatal(err)
	}
	a, err := tool.Run(t.Context(), engine.Env{Rand: rand.New(rand.NewPCG(1, 1)), Notes: notes}, o, func(engine.Answer) {})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func preferred(t *testing.T, notes engine.Notes) solver.Options {
	t.Helper()
	p, err := labyrinth.PreferencesOf(engine.Env{Notes: notes})
	if err != nil {
		t.Fatal(err)
	}
	return p.Search()
}

// TestPreferencesAreKept: what is set stays until it is set anew or forgotten.
func TestPreferencesAreKept(t *testing.T) {
	notes := engine.NewNotes()
	for _, tt := range []struct {
		raw  map[string]any
		want solver.Options
		says string
	}{
		{nil, solver.Options{Demand: true, High: true, Holes: true, Random: true}, "`limit`: **as usual**."},
		{map[string]any{"random": false, "limit": 1000}, solver.Options{Demand: true, High: true, Holes: true, Limit: 1000}, "`random`: **off**. Choose among equals at random; default on.\n`limit`: **1,000**."},
		{map[string]any{"demand": false}, solver.Options{High: true, Holes: true, Limit: 1000}, "`demand`: **off**."},
		{map[string]any{"reset": true, "high": false}, solver.Options{Demand: true, Holes: true, Random: true}, "`high`: **off**."},
		{map[string]any{"reset": true, "search": "source", "holes": false}, solver.Options{Demand: true, High: true, Random: true, Limit: 384, Grain: 1}, "`search`: **The 1997 original**."},
		{map[string]any{"reset": true}, solver.Default(), "`search`: **Our algorithm**."},
	} {
		a := asking(t, notes, "settings", tt.raw)
		if got := preferred(t, notes); !reflect.DeepEqual(got, tt.want) || !strings.Contains(a.Text.String(), tt.says) {
			t.Errorf("%v: %+v, %s", tt.raw, got, a.Text)
		}
		if again := asking(t, notes, "settings", nil); again.Text.String() != a.Text.String() {
			t.Errorf("%v: shown again, it is %s", tt.raw, again.Text)
		}
	}
	tool, _ := labyrinth.Game.Tool("settings")
	if _, err := tool.Run(t.Context(), engine.Env{}, engine.Options{"high": true}, nil); err == nil {
		t.Error("settings of nobody are taken")
	}
}

// TestPreferencesFromTheOracle: the oracle's settings count as long as there are none of the search.
func TestPreferencesFromTheOracle(t *testing.T) {
	notes := engine.NewNotes()
	if err := notes.Put("settings", []byte(`{"hexagons":"red","method":"yarrow","search":"source"}`)); err != nil {
		t.Fatal(err)
	}
	if got := preferred(t, notes); !reflect.DeepEqual(got, solver.Original()) {
		t.Errorf("from before: %+v", got)
	}
	asking(t, notes, "settings", map[string]any{"search": "ours"})
	if got := preferred(t, notes); !reflect.DeepEqual(got, solver.Default()) {
		t.Errorf("then: %+v", got)
	}
}

// TestPreferencesGuideTheSearch: solve and stats search as preferred where nothing else is asked
// for, and a seed has the same solution for everybody.
func TestPreferencesGuideTheSearch(t *testing.T) {
	nobody, notes := engine.NewNotes(), engine.NewNotes()
	full := map[string]any{"search": "source", "holes": false, "limit": 1000}
	asking(t, notes, "settings", full)
	lying := func(notes engine.Notes, raw map[string]any) string {
		var got solvedData
		data(t, asking(t, notes, "solve", raw), &got)
		if len(got.Pieces) != board.Pieces {
			t.Fatalf("%v: no solution", raw)
		}
		return string(board.AppendJSON(nil, got.lying()))
	}
	if lying(notes, nil) != lying(nobody, full) {
		t.Error("solve does not search as preferred")
	}
	if lying(notes, map[string]any{"search": "ours", "holes": true, "limit": 80}) != lying(nobody, nil) {
		t.Error("what is asked for does not come before what is preferred")
	}
	if lying(notes, map[string]any{"seed": 7}) != lying(nobody, map[string]any{"seed": 7}) {
		t.Error("a seed has another solution for who prefers another search")
	}
	counted := func(notes engine.Notes) labyrinth.Stats {
		return asking(t, notes, "stats", map[string]any{"count": 30, "groups": 3}).Data.(labyrinth.Stats)
	}
	if mine, usual := counted(notes), counted(nobody); mine.Seed != usual.Seed || reflect.DeepEqual(mine.Largest, usual.Largest) {
		t.Errorf("stats do not search as preferred: %+v, %+v", mine, usual)
	}
}

// TestPreferencesAreReadAsWritten, for who stores them with something else.
func TestPreferencesAreReadAsWritten(t *testing.T) {
	p := labyrinth.Preferences{"search": "source", "random": false, "limit": 500}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var read labyrinth.Preferences
	if err := json.Unmarshal(text, &read); err != nil || !reflect.DeepEqual(read, p) {
		t.Errorf("%s is read as %v, %v", text, read, err)
	}
	names := engine.Map(labyrinth.PreferenceArguments, func(a engine.Arg) string { return a.Name })
	if want := []string{"reset", "search", "demand", "high", "holes", "random", "limit"}; !slices.Equal(names, want) {
		t.Errorf("preferences are %v", names)
	}
}
