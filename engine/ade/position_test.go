package ade_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"

	"github.com/sixfold-bot/sixfold/engine/ade/theory"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

func open(t testing.TB, o engine.Options, moves ...string) *ade.Position {
	t.Helper()
	position, err := ade.New(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range moves {
		if _, err := position.Play(move); err != nil {
			t.Fatalf("%q: %v", move, err)
		}
	}
	return position.(*ade.Position)
}

func hard(t *testing.T) engine.Player {
	t.Helper()
	level, ok := ade.Game.Level("max")
	if !ok {
		t.Fatal("there is no hard level")
	}
	return level.New(1)
}

func choose(t *testing.T, pl engine.Player, p engine.Position) engine.Choice {
	t.Helper()
	choice, err := pl.Choose(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return choice
}

func TestRefusals(t *testing.T) {
	for _, tt := range []struct {
		name  string
		moves string // played first, parted by commas
		line  string
		kind  error
		words string
	}{
		{"no such node", "", "set V4 1", engine.ErrIllegal, `no node "V4"`},
		{"no value", "", "set V1", engine.ErrSyntax, "missing after V1"},
		{"nothing", "", "set", engine.ErrSyntax, "all 3 values"},
		{"too few", "", "set 1 2", engine.ErrIllegal, "3 nodes"},
		{"too many", "", "set 1 2 3 4", engine.ErrIllegal, "4 values are given"},
		{"no integer", "", "set V1 1.5", engine.ErrIllegal, "not a whole number"},
		{"hexadecimal", "", "set V1 0x10", engine.ErrIllegal, "not a whole number"},
		{"negative", "", "set V1 -1", engine.ErrIllegal, "from 0"},
		{"huge", "", "set V1 1" + strings.Repeat("0", graph.MostDigits), engine.ErrIllegal, "at most 2000"},
		{"nothing positive", "", "fire", engine.ErrIllegal, "nothing is positive"},
		{"nothing to decide", "", "exhaust", engine.ErrIllegal, "nothing is positive"},
		{"no layers", "set V1 1", "fire 0", engine.ErrSyntax, "1 to 1000"},
		{"too many layers", "set V1 1", "fire 1001", engine.ErrSyntax, "1 to 1000"},
		{"nodes for one", "set V1 1", "fire V1", engine.ErrSyntax, "number of layers"},
		{"set while playing", "set V1 1,fire", "set V1 2", engine.ErrIllegal, "edit"},
		{"over", "set V1 1,exhaust", "fire", engine.ErrOver, "after 3 layers"},
		{"over for exhaust", "set V1 1,exhaust", "exhaust", engine.ErrOver, "over"},
		{"over for set", "set V1 1,exhaust", "set V1 1", engine.ErrOver, "over"},
		{"words behind", "set V1 1", "exhaust now", engine.ErrSyntax, "nothing follows"},
		{"editing already", "", "edit", engine.ErrIllegal, "already"},
		{"no move", "", "jump", engine.ErrSyntax, "moves are"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := open(t, engine.Options{"degree": 3}, strings.FieldsFunc(tt.moves, func(r rune) bool { return r == ',' })...)
			before, _ := json.Marshal(p)
			_, err := p.Play(tt.line)
			if !errors.Is(err, tt.kind) || !strings.Contains(err.Error(), tt.words) {
				t.Errorf("%.40q: %v, want %v, %q", tt.line, err, tt.kind, tt.words)
			}
			if after, _ := json.Marshal(p); string(after) != string(before) {
				t.Errorf("%.40q changed the position", tt.line)
			}
		})
	}
}

func TestSpellings(t *testing.T) {
	for line, want := range map[string]string{
		"SET v1=5":          "set V1 5",
		"set V1 5, V3: 2":   "set V1 5 V3 2",
		"set 1, 02, +3":     "set 1 2 3",
		"set (1 2 3)":       "set 1 2 3",
		"set all 7":         "set all 7",
		"set 7 7 7":         "set all 7",
		"free V2 -0":        "free V2 0",
		"free -1 2 -3":      "free -1 2 -3",
		"  set   V2   9   ": "set V2 9",
	} {
		if got, err := open(t, engine.Options{"degree": 3}).Play(line); got != want || err != nil {
			t.Errorf("%q plays as %q, %v; want %q", line, got, err, want)
		}
	}
	p := open(t, engine.Options{"degree": 3}, "set V1 1")
	for _, tt := range [][2]string{{"fire 2", "fire 2"}, {"fire 9", "fire"}} { // two layers, and the one left
		if got, err := p.Play(tt[0]); got != tt[1] || err != nil {
			t.Errorf("%q plays as %q, %v; want %q", tt[0], got, err, tt[1])
		}
	}
}

// TestEditClears: editing clears the values, except those set in a puzzle.
func TestEditClears(t *testing.T) {
	p := open(t, engine.Options{"degree": 3}, "set 1 0 2", "exhaust", "edit")
	if p.Values().Positive() != 0 || len(p.Trace()) != 0 || !p.Editing() || p.Outcome().Status != engine.Open {
		t.Errorf("after edit: %v", p)
	}
	z := open(t, engine.Options{"mode": "puzzle", "task": "layers", "seed": 1}, "set V1 1 V2 1", "fire 3", "edit")
	if got := z.Values().Strings(); got[1] != "1" || got[2] != "1" || !z.Editing() {
		t.Errorf("after edit, the puzzle has %v", got)
	}
}

// TestTraceIsBounded: the layers, and the memory that huge values take.
func TestTraceIsBounded(t *testing.T) {
	p := open(t, engine.Options{"type": "E", "degree": 10, "values": "all 1"}, "fire 1000")
	if _, err := p.Play("fire"); err == nil || !strings.Contains(err.Error(), "1000 of at most 1000") {
		t.Errorf("layer 1001: %v", err)
	}
	var edges []string
	for i := range 40 {
		for j := range i {
			edges = append(edges, big.NewInt(int64(i)).String()+"-"+big.NewInt(int64(j)).String())
		}
	}
	dense := open(t, engine.Options{"edges": strings.Join(edges, " "), "values": "all 1" + strings.Repeat("0", 1999)})
	if _, err := dense.Play("fire 1000"); err == nil || len(dense.Trace()) != 0 {
		t.Errorf("40 nodes of 2,000 digits: %v, %d layers", err, len(dense.Trace()))
	}
}

// TestExhaustBeyondTheTrace tells what it has found, and fires nothing.
func TestExhaustBeyondTheTrace(t *testing.T) {
	p := open(t, engine.Options{"edges": "1-2 2-3 3-4 4-1", "free": true, "values": "1000 1000 1000 -3001"}, "exhaust")
	told := p.Told().String()
	if !strings.Contains(told, "It ends after 2002 layers") || !strings.Contains(told, "`ade fire 1000`") || !p.Editing() {
		t.Errorf("%d layers have fired: %s", len(p.Trace()), told)
	}
	if advised := choose(t, hard(t), p).Move; advised != "fire" {
		t.Errorf("after exhaust the advice is to %s", advised)
	}
	found := p.Verdict()
	if _, err := p.Play("exhaust"); err != nil || p.Verdict() != found {
		t.Errorf("exhaust decides again what it knows: %v", err)
	}
}

// show answers a view.
func show(t *testing.T, name string, position engine.Position) string {
	t.Helper()
	i := slices.IndexFunc(ade.Game.Views, func(v engine.View) bool { return v.Name == name })
	view := ade.Game.Views[i]
	o, err := engine.ParseOptions(view.Args, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := view.Show(t.Context(), position, o)
	if err != nil {
		t.Fatal(err)
	}
	return answer.Text.String()
}

// TestHelpWithoutTable says how to begin.
func TestHelpWithoutTable(t *testing.T) {
	view, _ := ade.Game.View("help")
	answer, err := view.Show(t.Context(), nil, nil)
	if text := answer.Text.String(); err != nil || !view.Anywhere || !strings.Contains(text, "`ade new`") || !strings.Contains(text, "All positive nodes fire") {
		t.Errorf("%q, %v", text, err)
	}
}

// TestSequenceCanBeSaved: under the sequence graph there is Save once something has fired,
// and the trace is a button of the board.
func TestSequenceCanBeSaved(t *testing.T) {
	view, _ := ade.Game.View("graph")
	for moves, want := range map[string]bool{"set V1 1": false, "set V1 1,fire": true} {
		answer, err := view.Show(t.Context(), open(t, engine.Options{"degree": 3}, strings.Split(moves, ",")...), engine.Options{"rings": 0})
		if err != nil {
			t.Fatal(err)
		}
		saves := slices.ContainsFunc(answer.Actions, func(a engine.Action) bool {
			return a.Label.String() == "Save" && a.Line == "graph rings:0 page:1 save:true private:true"
		})
		s, sequence := answer.Scenes[0].(ade.Sequence) // before, there is the graph with its values
		if saves != want || sequence != want || s.Rings != 0 {
			t.Errorf("after %s there is Save %t and a sequence %t, want %t", moves, saves, sequence, want)
		}
	}
	if b := ade.Game.Controls.Buttons["trace"]; b.Label.String() != "Trace" {
		t.Errorf("the trace's button is %q", b.Label)
	}
}

// TestSequenceTellsTheVerdict, under which Exhaust is a button.
func TestSequenceTellsTheVerdict(t *testing.T) {
	p := open(t, engine.Options{"type": "E", "degree": 10, "values": "all 1"}, "fire", "exhaust")
	if text := show(t, "graph", p); !strings.Contains(text, "It never ends") {
		t.Error(text)
	}
}

// TestVerdictsTellWhereTheyCount: verdicts say how many layers had already fired.
func TestVerdictsTellWhereTheyCount(t *testing.T) {
	p := open(t, engine.Options{"type": "E", "degree": 6}, "set V1 1", "fire 4", "exhaust")
	if told := p.Verdict().Short().String(); !strings.Contains(told, "It has ended after 7 more layers, 11 in all") {
		t.Error(told)
	}
	q := open(t, engine.Options{"edges": "1-2 2-3 3-4 4-1", "free": true, "values": "1000 1000 1000 -3001"}, "fire 1000", "exhaust")
	if told := q.Told().String(); !strings.Contains(told, "It ends after 1002 more layers, 2002 in all") || !strings.Contains(told, "go back to editing") {
		t.Error(told)
	}
}

// TestTheEndIsToldOnce: of a run that exhaust has ended, the outcome or what it misses tells so, and
// the comment tells why.
func TestTheEndIsToldOnce(t *testing.T) {
	p := open(t, engine.Options{"type": "E", "degree": 8, "values": "all 1"}, "exhaust")
	for _, said := range []string{p.Outcome().Reason.String() + ". " + p.Told().String(), show(t, "graph", p)} {
		if strings.Count(said, "33 layers") != 1 || strings.Count(said, "84·V5") != 1 {
			t.Errorf("the end is told as %q", said)
		}
	}
	z, err := ade.NewPuzzle(ade.TaskLayers, 1)
	if err != nil {
		t.Fatal(err)
	}
	missed := open(t, engine.Options{"mode": "puzzle", "task": "layers", "seed": 1}, "set "+z.Graph.Node(0)+" 1", "exhaust")
	if said := missed.Told().String(); strings.Count(said, "ended after") != 1 {
		t.Errorf("a miss is told as %q", said)
	}
	if said := show(t, "graph", missed); strings.Count(said, "It ended after") != 1 {
		t.Errorf("below the graph a miss is told as %q", said)
	}
}

// TestFreeEditStaysExplicit: set allows negative values if the option does.
func TestFreeEditStaysExplicit(t *testing.T) {
	p := open(t, engine.Options{"degree": 3, "free": true}, "set -1 2 -3")
	if p.Values()[2].Int64() != -3 {
		t.Errorf("the values are %v", p.Values())
	}
}

// TestState has what programs read.
func TestState(t *testing.T) {
	p := open(t, engine.Options{"type": "E", "degree": 6}, "set V1 1", "fire 3", "exhaust")
	data, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var s struct {
		Type         string
		Degree       int
		Nodes        []string
		Values       []string
		Layer        int
		Trace        []struct{ Total string }
		Verdict      struct{ Outcome, Text string }
		Conservation struct {
			Totals, Fall string
			Holds        bool
		}
	}
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	if s.Type != "E" || s.Degree != 6 || s.Nodes[0] != "V0" || s.Values[5] != "-1" || s.Layer != 11 || len(s.Trace) != 11 {
		t.Errorf("the state is %s", data)
	}
	if s.Verdict.Outcome != "ends" || s.Verdict.Text == "" || !s.Conservation.Holds || s.Conservation.Totals != "16" {
		t.Errorf("verdict and check are %s", data)
	}
}

// FuzzPlay: any line is played or refused, and what was played is canonical.
func FuzzPlay(f *testing.F) {
	for _, line := range []string{"set V1 1\nfire", "set 1 2 3\nexhaust\nedit", "free V1 -5\nfire 3", "set all 9", "fire V1 V2", "set V1=99999999999999999999"} {
		f.Add(line, false)
		f.Add(line, true)
	}
	f.Fuzz(func(t *testing.T, text string, duel bool) {
		enginetest.Bounded(t, len(text), func() {
			o := engine.Options{"degree": 3}
			if duel {
				o["mode"] = "duel"
			}
			p, _ := ade.New(o)
			twin, _ := ade.New(o)
			for line := range strings.Lines(text) {
				canonical, err := p.Play(line)
				if err != nil {
					if _, ok := errors.AsType[*engine.MoveError](err); !ok {
						t.Fatalf("%q: %T", line, err)
					}
					continue
				}
				if again, err := twin.Play(canonical); err != nil || again != canonical || twin.String() != p.String() {
					t.Fatalf("%q plays as %q, which plays as %q, %v", line, canonical, again, err)
				}
			}
		})
	})
}

// TestTypedScripts: a text on one line, since Discord joins typed lines.
func TestTypedScripts(t *testing.T) {
	decode := ade.Game.Formats[0].Decode
	record, err := decode(t.Context(), []byte("# ADE; type E; degree 6;; set V1 1; fire 2; exhaust"))
	if err != nil || len(record.Moves) != 3 || record.Outcome.Status != engine.Solved {
		t.Errorf("%+v, %v", record, err)
	}
	for text, words := range map[string]string{
		"# ADE type E degree 6 set V1 1 fire":            "give it as a file",
		"# ADE\n\n" + strings.Repeat("set V1 1\n", 6000): "at most 6000",
		"# ADE; type E; degree 6; set V1 1":              "",
		"# ADE;; set V1 1; jump":                         "line 4: moves are",
	} {
		if _, err := decode(t.Context(), []byte(text)); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%.30q: %v", text, err)
		}
	}
}

// TestWordsForOne: a single item is not described in the plural.
func TestWordsForOne(t *testing.T) {
	g, err := graph.New("A", 1)
	if err != nil {
		t.Fatal(err)
	}
	if said := theory.New(g).Decide(numbers(t, "1")).Words(g).String(); !strings.Contains(said, "h - 1 = 1 layer (") {
		t.Error(said)
	}
	if said := theory.New(g).Decide(numbers(t, "0")).Words(g).String(); said != "Nothing is positive, so nothing fires." {
		t.Error(said)
	}
	one := open(t, engine.Options{"type": "A", "degree": 64}, "set V1 1")
	if said := one.Describe().String(); !strings.Contains(said, "Can fire: V1. The values: V1 1, all others 0. Edges: V1 to V64.") {
		t.Error(said)
	}
	over := open(t, engine.Options{"degree": 1}, "set V1 1", "fire")
	if help := show(t, "help", over); !strings.Contains(help, "The run has ended") {
		t.Error(help)
	}
}
