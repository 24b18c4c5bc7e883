package ade_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// forked is a tree of 64 nodes with a fork at either end: affine, so that a run from one
// chip is followed for long before anything is known of it.
func forked() string {
	edges := []string{"1-3", "2-3"}
	for i := 3; i < 63; i++ {
		edges = append(edges, strconv.Itoa(i)+"-"+strconv.Itoa(i+1))
	}
	edges[len(edges)-1] = "62-63"
	return strings.Join(append(edges, "62-64"), " ")
}

// imported reads a text of moves on a graph.
func imported(t *testing.T, edges, moves string) (engine.Record, error) {
	t.Helper()
	return ade.Game.Formats[0].Decode(t.Context(), []byte("# ADE\nedges "+edges+"\n\n"+moves))
}

// A text cannot ask for more work than a table may take, however short it is; it is refused
// by a sentence that names the line. With SIXFOLD_LONG=1 it asks for long runs as well, whose
// work [TestWorkIsCounted] counts.
func TestImportIsBounded(t *testing.T) {
	var different, dense strings.Builder
	for i := range 300 {
		different.WriteString("set V1 " + strconv.Itoa(i+1) + "\nexhaust\n")
		dense.WriteString("set all 1" + strings.Repeat("0", 200+i) + "\nfire 200\nedit\n")
	}
	texts := map[string][2]string{"verdicts of different values": {forked(), different.String()}}
	if enginetest.Long() {
		texts["long runs of large numbers"] = [2]string{complete(24), dense.String()}
	}
	for name, text := range texts {
		_, err := imported(t, text[0], text[1])
		if err == nil || !strings.HasPrefix(err.Error(), "line ") || !strings.Contains(err.Error(), "as much work as a table may take") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The same values are decided once. A stored result is not decided again.
func TestResultsAreKept(t *testing.T) {
	record, err := imported(t, forked(), strings.Repeat("set V1 1\nexhaust\n", 300))
	if err != nil || len(record.Moves) != 600 || record.Moves[1] != "exhaust 0" {
		t.Fatalf("%d moves, %v", len(record.Moves), err)
	}
	p, err := engine.Replay(t.Context(), &ade.Game, record.Options, record.Moves)
	if err != nil {
		t.Fatal(err)
	}
	if told := p.(*ade.Position).Verdict(); told == nil || told.Work == 0 {
		t.Errorf("after the replay the verdict is %+v", told)
	}
}

// Exhaust with its result leads to the same position as without; older tables stored it without. Where nothing
// fires, its verdict is the answer.
func TestExhaustWithItsResult(t *testing.T) {
	for _, tt := range []struct {
		o     engine.Options
		moves string
		want  string
	}{
		{engine.Options{"type": "E", "degree": 6}, "set V1 1,fire 4", "exhaust 7"},
		{engine.Options{"type": "E", "degree": 9}, "set 3 2 4 6 5 4 3 2 1", "exhaust 1"},
		{engine.Options{"type": "E", "degree": 10}, "set all 1", "exhaust 0"},
		{engine.Options{"edges": "1-2 2-3 3-4 4-1", "free": true, "values": "1000 1000 1000 -3001"}, "", "exhaust 0"},
		{engine.Options{"edges": "0-1 0-2 0-3 0-4"}, "set 4 1 3 1 3", "exhaust 2"},
	} {
		moves := strings.FieldsFunc(tt.moves, func(r rune) bool { return r == ',' })
		with, without := open(t, tt.o, moves...), open(t, tt.o, moves...)
		line, err := ade.Game.Completed(engine.Env{}, with, " Exhaust ")
		if err != nil || line != tt.want {
			t.Errorf("%v: exhaust becomes %q, %v; want %q", tt.o, line, err, tt.want)
		}
		if again, err := with.Play(line); again != line || err != nil {
			t.Errorf("%v: %q plays as %q, %v", tt.o, line, again, err)
		}
		if again, err := without.Play("exhaust"); again != "exhaust" || err != nil {
			t.Errorf("%v: exhaust plays as %q, %v", tt.o, again, err)
		}
		if with.String() != without.String() || with.Told().String() != without.Told().String() {
			t.Errorf("%v: %s and %s", tt.o, with.Told(), without.Told())
		}
		verb, _ := ade.Game.VerbOf(line)
		if answer := verb.Idle(with); (answer != nil) != (line == "exhaust 0") || answer != nil && answer.Error()+"." != with.Told().String() {
			t.Errorf("%v: %q is answered by %v", tt.o, line, answer)
		}
	}
}

// A result that is not one is refused.
func TestFalseResults(t *testing.T) {
	for _, line := range []string{"exhaust 6", "exhaust 8", "exhaust 1001", "exhaust -1", "exhaust x"} {
		p := open(t, engine.Options{"type": "E", "degree": 6}, "set V1 1", "fire 4")
		if _, err := p.Play(line); err == nil || len(p.Trace()) != 4 {
			t.Errorf("%q: %v, and %d layers", line, err, len(p.Trace()))
		}
	}
	for _, line := range []string{"exhaust 1", "exhaust 3", "exhaust 4"} { // it comes back after 2
		p := open(t, engine.Options{"edges": "0-1 0-2 0-3 0-4"}, "set 4 1 3 1 3")
		if _, err := p.Play(line); err == nil || len(p.Trace()) != 0 {
			t.Errorf("%q, which repeats: %v, and %d layers", line, err, len(p.Trace()))
		}
	}
}

// undo is what takes the place of a last move.
func undo(p engine.Position, last string) string {
	v, _ := ade.Game.VerbOf(last)
	if v.Undo == nil {
		return ""
	}
	return v.Undo(p)
}

// Undo takes back one layer at a time after a move that fired several, and only then.
func TestUndo(t *testing.T) {
	for _, tt := range []struct{ moves, want string }{
		{"set V1 1", ""},
		{"set V1 1,fire", ""},
		{"set V1 1,fire 2", "fire"},
		{"set V1 1,fire 3", "fire 2"},
		{"set V1 1,exhaust", "fire 10"},
		{"set V1 1,fire 4,exhaust 7", "fire 6"},
		{"set V1 1,fire 4,edit", ""},
		{"set V1 1,fire 4,edit,set V1 2", ""},
	} {
		moves := strings.Split(tt.moves, ",")
		if got := undo(open(t, engine.Options{"type": "E", "degree": 6}, moves...), moves[len(moves)-1]); got != tt.want {
			t.Errorf("after %s: %q, want %q", tt.moves, got, tt.want)
		}
	}
	if got := undo(open(t, engine.Options{"type": "E", "degree": 10}, "set all 1", "exhaust"), "exhaust"); got != "" {
		t.Errorf("after a verdict alone: %q", got)
	}
}

// Work does not depend on the machine: it is the same each time, and grows with each move.
func TestWorkIsCounted(t *testing.T) {
	fires := func(times int) int {
		t.Helper()
		p := open(t, engine.Options{"type": "A", "degree": 64, "values": "all 1" + strings.Repeat("0", 1999)})
		for range times {
			line, err := ade.Game.Completed(engine.Env{}, p, "fire 100")
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range []string{line, "edit", "set all 1" + strings.Repeat("0", 1999)} {
				if _, err := p.Play(line); err != nil {
					t.Fatal(err)
				}
			}
		}
		return engine.WorkOf(p)
	}
	// A layer has 64 numbers of 104 words and a header each, handled once and for 1 to 2 neighbours.
	words := graph.Zeros(1)[0].SetBit(graph.Zeros(1)[0], 6644, 1)
	each := 100 * 64 * (1 + len(words.Bits())) * 2
	const runs = 4
	if work := fires(runs); work < runs*each/2 || work > 2*runs*each {
		t.Errorf("%d runs are counted as %d, want some %d each", runs, work, each)
	}
}

// The file of a trace is bounded by leaving out its first layers, which is said; a short one
// is whole.
func TestTraceFilesAreBounded(t *testing.T) {
	trace, _ := ade.Game.View("trace")
	for _, tt := range []struct {
		edges, fire string
		whole       bool
	}{
		{"1-2 2-3 3-1", "fire 200", true},
		{complete(40), "fire 500", false},
	} {
		p := open(t, engine.Options{"edges": tt.edges}, "set V1 1", tt.fire)
		var a engine.Answer
		enginetest.Bounded(t, 1<<10, func() {
			var err error
			if a, err = trace.Show(t.Context(), p, nil); err != nil {
				t.Fatal(err)
			}
		})
		file := string(a.Files[0].Data)
		lines := strings.Split(strings.TrimSuffix(file, "\n"), "\n")
		last, first := strings.Fields(lines[len(lines)-1])[0], strings.Fields(lines[1])[0]
		if n := len(p.Trace()); last != strconv.Itoa(n+1) || (first == "1") != tt.whole {
			t.Errorf("of %d layers, the file has those from %s to %s", n, first, last)
		}
		before, err := strconv.Atoi(first)
		if err != nil {
			t.Fatal(err)
		}
		if said := a.Text.String(); strings.Contains(said, graph.Layers(before-1).String()+" before them") == tt.whole {
			t.Errorf("said is %q", said)
		}
		if len(file) > 1<<20 || !tt.whole && len(file) < 1<<19 {
			t.Errorf("the file has %d bytes", len(file))
		}
	}
}

// complete is a graph in which each two of n nodes are neighbours.
func complete(n int) string {
	var edges []string
	for i := range n {
		for j := range i {
			edges = append(edges, strconv.Itoa(j)+"-"+strconv.Itoa(i))
		}
	}
	return strings.Join(edges, " ")
}
