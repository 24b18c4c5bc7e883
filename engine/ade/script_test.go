package ade_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
)

// tables are one of each kind.
func tables() []engine.Options {
	return []engine.Options{
		{"type": "E", "degree": 6},
		{"type": "D", "degree": 4, "values": "1 0 2 0"},
		{"edges": "1-2 2-3 3-1 3-4", "free": true, "values": "-1 2 0 3"},
		{"mode": "duel", "type": "A", "degree": 4, "values": "1 0 2 1"},
		{"mode": "puzzle", "task": "end", "seed": 5},
		{"mode": "daily", "date": "2026-03-04"},
	}
}

// wander plays so many random moves, as they are stored.
func wander(t *testing.T, r *rand.Rand, o engine.Options, most int) (engine.Position, []string) {
	t.Helper()
	p, err := ade.New(o)
	if err != nil {
		t.Fatal(err)
	}
	var played []string
	for range most {
		moves := p.(engine.Picker).Moves()
		if len(moves) == 0 {
			break
		}
		line := moves[r.IntN(len(moves))]
		if line, err = ade.Game.Completed(engine.Env{}, p, line); err != nil {
			t.Fatal(err)
		}
		canonical, err := p.Play(line)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		played = append(played, canonical)
	}
	return p, played
}

func encoded(t *testing.T, p engine.Position) string {
	t.Helper()
	data, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A game written as text and read again has the same moves and leads to the same position;
// so does one with the line breaks of another system, or typed in one line.
func TestRandomScriptsComeBack(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	text, _ := ade.Game.Format("text")
	for _, o := range tables() {
		for range 6 {
			p, played := wander(t, r, o, 1+r.IntN(9))
			answer, err := text.Encode(t.Context(), engine.Record{Options: o, Moves: played, Outcome: p.Outcome()})
			if err != nil {
				t.Fatal(err)
			}
			data := string(answer.Files[0].Data)
			for _, form := range []string{data, strings.ReplaceAll(data, "\n", "\r\n"), strings.ReplaceAll(strings.TrimSpace(data), "\n", ";")} {
				record, err := text.Decode(t.Context(), []byte(form))
				if err != nil || !slices.Equal(record.Moves, played) || record.Outcome.Status != p.Outcome().Status || record.Outcome.Winner != p.Outcome().Winner {
					t.Fatalf("%q: %+v, %v", form, record, err)
				}
				again, err := engine.Replay(t.Context(), &ade.Game, record.Options, record.Moves)
				if err != nil || encoded(t, again) != encoded(t, p) {
					t.Errorf("%q leads to %v, %v; want %v", form, again, err, p)
				}
			}
		}
	}
}

// Somebody who gives up is kept in the text, and the rules' own result is never overruled.
func TestScriptResults(t *testing.T) {
	text, _ := ade.Game.Format("text")
	for _, tt := range []struct {
		data   string
		status engine.Status
		winner engine.Seat
		words  string
	}{
		{"# ADE\nmode duel\ndegree 2\nresult second\n\nfire V1\n", engine.Won, 1, ""},
		{"# ADE\nmode duel\ndegree 2\nresult nobody\n\nfire V1\n", engine.Open, 0, "agreed or cancelled"},
		{"# ADE\nmode duel\ndegree 2\nresult first sideways\n\nfire V1\n", engine.Open, 0, "resigned, time or forfeit"},
		{"# ADE\nmode duel\ndegree 2\n\nfire V1\n", engine.Open, engine.NoSeat, ""},
		{"# ADE\nmode duel\ndegree 2\nresult second\n\nfire\n", engine.Won, 0, ""},
		{"# ADE\ndegree 2\nresult first\n\nset V1 1\n", engine.Open, engine.NoSeat, ""},
		{"# ADE\nmode duel\ndegree 2\nresult nobody\n\nfire V1\n", engine.Open, 0, "first or second"},
		{"# ADE\nmode duel\ndegree 2\n\nfire\nfire\n", engine.Open, 0, "line 6: the game is over"},
		{"# ADE\ndegree two\n\n", engine.Open, 0, "degree"},
		{"# ADE\nmode duel\ntype E\ndegree 9\n\n", engine.Open, 0, "finite types"},
		{"# Hex\n\n", engine.Open, 0, "begin with `# ADE`"},
		{"# ADE\n\xff\n", engine.Open, 0, "begin with `# ADE`"},
		{"# ADE\n\n" + strings.Repeat("fire\n", 1<<17), engine.Open, 0, "at most 524288 are read"},
		{"# ADE\n\n" + strings.Repeat("fire\n", 1<<13), engine.Open, 0, "at most 6000 are read"},
	} {
		record, err := text.Decode(t.Context(), []byte(tt.data))
		if tt.words != "" {
			if err == nil || !strings.Contains(err.Error(), tt.words) {
				t.Errorf("%q: %v, want %q", tt.data, err, tt.words)
			}
			continue
		}
		if err != nil || record.Outcome.Status != tt.status || record.Outcome.Winner != tt.winner {
			t.Errorf("%q: %+v, %v", tt.data, record.Outcome, err)
		}
	}
}

// A refused line changes nothing: state, board, descriptions and later moves stay the same.
func TestRefusalsLeaveNoTrace(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	lines := []string{
		"", "fire 0", "fire -1", "fire 1001", "fire V9", "fire V1 V1 x", "set", "set V1", "set V1 1 V2", "set V1 x", "set 1 2",
		"set all", "set all 1 1", "free V1 --1", "exhaust 999", "exhaust x", "edit now", "undo", "set V999 1",
	}
	for _, o := range tables() {
		for range 10 {
			p, _ := wander(t, r, o, r.IntN(8))
			before, refused := encoded(t, p)+p.String()+p.Describe().String(), slices.Clone(lines)
			if alone, ok := p.(*ade.Position); ok && !alone.Editing() {
				refused = append(refused, "set "+alone.Graph().Node(0)+" 1", "free all 1")
			} else if ok && alone.Puzzle() != nil {
				refused = append(refused, "set "+alone.Graph().Node(0)+" 99", "free all -1")
			}
			for _, line := range refused {
				if _, err := p.Play(line); err == nil {
					t.Fatalf("%v: %q is taken", o, line)
				}
				if after := encoded(t, p) + p.String() + p.Describe().String(); after != before {
					t.Fatalf("%v: %q leaves %s, before it was %s", o, line, after, before)
				}
			}
		}
	}
}

// Exhaust equals firing the number of layers that Complete adds. Afterwards no node is positive,
// or the values repeat.
func TestExhaustIsFiring(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 46))
	for range 60 {
		o := engine.Options{"type": "D", "degree": 4 + r.IntN(3), "free": true}
		if r.IntN(2) == 0 {
			o = engine.Options{"edges": "0-1 0-2 0-3 0-4", "free": true}
		}
		p := open(t, o)
		var words []string
		for range p.Graph().Len() {
			words = append(words, []string{"-2", "-1", "0", "1", "2", "3"}[r.IntN(6)])
		}
		set := "free " + strings.Join(words, " ")
		if p = open(t, o, set); p.Values().Positive() == 0 {
			continue
		}
		start := encoded(t, p)
		line, err := ade.Game.Completed(engine.Env{}, p, "exhaust")
		if err != nil || encoded(t, p) != start {
			t.Fatalf("%s: %q, %v, which changes the table", set, line, err)
		}
		layers := strings.TrimPrefix(line, "exhaust ")
		if _, err := p.Play(line); err != nil {
			t.Fatalf("%s: %q: %v", set, line, err)
		}
		states, _ := slowRun(p, numbers(t, strings.Join(words, " ")), len(p.Trace()))
		last := states[len(states)-1]
		settled := p.Values().Positive() == 0 || slices.ContainsFunc(states[:len(states)-1], func(s []string) bool { return slices.Equal(s, last) })
		if layers == "0" {
			if settled && len(p.Trace()) > 0 || p.Verdict().Ending != "never" {
				t.Errorf("%s: fires nothing, and %s", set, p.Verdict().Ending)
			}
			continue
		}
		twin := open(t, o, set, "fire "+layers)
		if !slices.Equal(last, p.Values().Strings()) || !settled || twin.String() != p.String() {
			t.Errorf("%s: %q leads to %v, firing to %v; settled %t", set, line, p.Values(), last, settled)
		}
	}
}

// TestScriptsTellHowGamesEnded: the text has how a duel ended, and older texts have resignations.
func TestScriptsTellHowGamesEnded(t *testing.T) {
	text, _ := ade.Game.Format("text")
	o := engine.Options{"mode": "duel", "degree": 2}
	won := func(end engine.End) engine.Outcome { return engine.Outcome{Status: engine.Won, Winner: 1, End: end} }
	nobody := func(end engine.End) engine.Outcome {
		return engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat, End: end}
	}
	for _, tt := range []struct {
		outcome engine.Outcome
		line    string
	}{
		{won(engine.Resigned), "result second resigned"},
		{won(engine.OnTime), "result second time"},
		{won(engine.Forfeited), "result second forfeit"},
		{nobody(engine.Agreed), "result agreed"},
		{nobody(engine.Cancelled), "result cancelled"},
	} {
		answer, err := text.Encode(t.Context(), engine.Record{Options: o, Moves: []string{"fire V1"}, Outcome: tt.outcome})
		if err != nil || !strings.Contains(string(answer.Files[0].Data), "\n"+tt.line+"\n") {
			t.Fatalf("%s, %v; want the line %s", answer.Files[0].Data, err, tt.line)
		}
		back, err := text.Decode(t.Context(), answer.Files[0].Data)
		if err != nil || back.Outcome.Status != tt.outcome.Status || back.Outcome.Winner != tt.outcome.Winner || back.Outcome.End != tt.outcome.End {
			t.Errorf("%s comes back as %+v, %v", tt.line, back.Outcome, err)
		}
	}
	older, err := text.Decode(t.Context(), []byte("# ADE\nmode duel\ndegree 2\nresult second\n\nfire V1\n"))
	if err != nil || older.Outcome.End != engine.Resigned {
		t.Errorf("a result of older texts is %+v, %v", older.Outcome, err)
	}
}

// TestScriptsNameThePlayers: the text has who played, and when.
func TestScriptsNameThePlayers(t *testing.T) {
	text, _ := ade.Game.Format("text")
	record := engine.Record{Options: engine.Options{"mode": "duel", "degree": 2}, Names: []string{"Ann Bo", "Cem; Dee"}, Date: "2024-08"}
	answer, err := text.Encode(t.Context(), record)
	if data := string(answer.Files[0].Data); err != nil || !strings.Contains(data, "\nfirst Ann Bo\nsecond Cem, Dee\nplayed 2024-08\n") {
		t.Fatalf("%s, %v", data, err)
	}
	back, err := text.Decode(t.Context(), answer.Files[0].Data)
	if err != nil || !slices.Equal(back.Names, []string{"Ann Bo", "Cem, Dee"}) || back.Date != "2024-08" {
		t.Errorf("comes back as %+v, %v", back, err)
	}
	record.Names, record.Date = []string{"", "Ann"}, ""
	answer, _ = text.Encode(t.Context(), record)
	if data := string(answer.Files[0].Data); !strings.Contains(data, "\nsecond Ann\n") || strings.Contains(data, "first") || strings.Contains(data, "played") {
		t.Errorf("of one player: %s", data)
	}
}

// A graph alone is imported too, and options say it in one way: by type and degree, or by edges.
func TestGraphsAreImported(t *testing.T) {
	text, _ := ade.Game.Format("text")
	for data, want := range map[string]engine.Options{
		"// drawn\ngraph {\n  a -- b\n  b -- {c d}\n}\n": {"edges": "a-b b-c b-d"}, "1 2\n2 3\n3 1\n": {"edges": "V1-V2 V1-V3 V2-V3"},
		"E_8": {"type": "E", "degree": 8}, "D̃4": {"edges": "V0-V2 V1-V2 V2-V3 V2-V4"}, ">>graph6<<Bw\n": {"edges": "V0-V1 V0-V2 V1-V2"},
		"[[2,-1],[-1,2]]": {"edges": "V1-V2"}, "# ADE\nedges 1–2, 2–3\n\nset V1 １\nfire ２\n": {"edges": "V1-V2 V2-V3"}, "# ADE\nedges D_5\n\n": {"type": "D", "degree": 5},
	} {
		record, err := text.Decode(t.Context(), []byte(data))
		if err != nil {
			t.Errorf("%q: %v", data, err)
			continue
		}
		for name, value := range want {
			if record.Options[name] != value {
				t.Errorf("%q has the option %s %v, want %v", data, name, record.Options[name], value)
			}
		}
		if _, err := engine.Replay(t.Context(), &ade.Game, record.Options, record.Moves); err != nil {
			t.Errorf("%q: %v", data, err)
		}
	}
	if _, err := text.Decode(t.Context(), []byte("1-2 2-2")); err == nil || !strings.Contains(err.Error(), "begin with `# ADE`, and as a graph this cannot be read: V2 is joined to itself") {
		t.Errorf("a loop is refused by %v", err)
	}
}
