package ade_test

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// ask shows a view of a position with options.
func ask(t *testing.T, name string, p engine.Position, o engine.Options) (engine.Answer, error) {
	t.Helper()
	view, ok := ade.Game.View(name)
	if !ok {
		t.Fatalf("there is no view %s", name)
	}
	return view.Show(t.Context(), p, o)
}

// Views of layers refuse where there are none, and in the game for two.
func TestViewsRefuse(t *testing.T) {
	duel, err := ade.New(engine.Options{"mode": "duel", "degree": 3})
	if err != nil {
		t.Fatal(err)
	}
	editing := open(t, engine.Options{"degree": 3}, "set V1 1")
	for name, refusals := range map[string][2]string{
		"trace": {"nothing has fired yet", "no layers to look at"}, "totals": {"nothing has fired yet", "no layers to look at"},
		"film": {"nothing has fired yet", "no layers to look at"}, "graph": {"", "no layers to look at"},
	} {
		if _, err := ask(t, name, editing, engine.Options{}); refusals[0] == "" != (err == nil) || err != nil && !strings.Contains(err.Error(), refusals[0]) {
			t.Errorf("%s while editing: %v", name, err)
		}
		if _, err := ask(t, name, duel, engine.Options{}); err == nil || !strings.Contains(err.Error(), refusals[1]) {
			t.Errorf("%s in the game for two: %v", name, err)
		}
	}
}

// The trace is all states, a line each, with their totals: E6 from V1 = 1 has the totals
// 1 1 1 2 2 2 2 2 1 1 1.
func TestTraceOfE6(t *testing.T) {
	p := open(t, engine.Options{"type": "E", "degree": 6}, "set V1 1", "exhaust")
	answer, err := ask(t, "trace", p, nil)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(answer.Files[0].Data)), "\n")
	if got, want := strings.Fields(lines[0]), strings.Fields("layer V0 V1 V2 V3 V4 V5 total"); !slices.Equal(got, want) {
		t.Errorf("the head is %q", got)
	}
	var totals []string
	v := graph.Zeros(6)
	v[1] = big.NewInt(1)
	for i, line := range lines[1:] {
		words := strings.Fields(line)
		label := strconv.Itoa(i + 1)
		if i == 11 {
			label = "end"
		}
		if words[0] != label || !slices.Equal(words[1:7], v.Strings()) {
			t.Errorf("line %d is %q, want %s and %v", i+1, line, label, v.Strings())
		}
		totals = append(totals, words[7])
		v = p.Graph().Fire(v)
	}
	if got := strings.Join(totals, " "); got != "1 1 1 2 2 2 2 2 1 1 1 0" {
		t.Errorf("the totals are %s", got)
	}
	if text := answer.Text.String(); !strings.Contains(text, "11 layers fired") || !strings.Contains(text, "Check: the totals add up to 16") {
		t.Error(text)
	}
}

// A long trace is shown by its newest lines, within what a message takes.
func TestTraceIsShortened(t *testing.T) {
	p := open(t, engine.Options{"type": "E", "degree": 10, "values": "all 1"}, "fire 300")
	answer, err := ask(t, "trace", p, nil)
	if text := answer.Text.String(); err != nil || len(text) > 2000 || !strings.Contains(text, "\n  301 ") || strings.Contains(text, "\n    1 ") {
		t.Errorf("%v: %d characters\n%s", err, len(text), text)
	}
	if lines := strings.Count(string(answer.Files[0].Data), "\n"); lines != 302 {
		t.Errorf("the file has %d lines", lines)
	}
}

func TestTotals(t *testing.T) {
	p := open(t, engine.Options{"type": "E", "degree": 6}, "set V1 1", "fire 4")
	answer, err := ask(t, "totals", p, nil)
	if err != nil || strings.Join(answer.Data.([]string), " ") != "1 1 1 2" || strings.Contains(answer.Text.String(), "Check") {
		t.Errorf("%v, %v, %s", answer.Data, err, answer.Text)
	}
}

// A film has a frame for each layer and one for the end, up to its bound.
func TestFilm(t *testing.T) {
	for layers, want := range map[int]int{4: 5, 59: 60, 200: 60} {
		p := open(t, engine.Options{"type": "E", "degree": 10, "values": "all 1"}, "fire "+strconv.Itoa(layers))
		answer, err := ask(t, "film", p, nil)
		if err != nil {
			t.Fatal(err)
		}
		film := answer.Scenes[0].(engine.Film)
		if len(film.Frames) != want || film.Frames[want-1].(ade.Moment).Layer != want-1 {
			t.Errorf("%d layers: %d frames", layers, len(film.Frames))
		}
		if lasts := time.Duration(want-1)*film.Delay + film.Hold; lasts > 15*time.Second || film.Delay < 100*time.Millisecond {
			t.Errorf("%d layers: it lasts %v, a frame %v", layers, lasts, film.Delay)
		}
		if cut := strings.Contains(answer.Text.String(), "the first 59 of"); cut != (layers > 59) {
			t.Errorf("%d layers: %s", layers, answer.Text)
		}
	}
}

// Pages of 8 layers, the last one first; no others.
func TestPages(t *testing.T) {
	p := open(t, engine.Options{"type": "E", "degree": 10, "values": "all 1"}, "fire 90")
	for page, want := range map[int][2]string{0: {"Page 12 of 12", "Page 11"}, 1: {"Page 1 of 12", "Page 2"}, 2: {"Page 2 of 12", "Page 1 Page 3"}} {
		o := engine.Options{"rings": 3}
		if page > 0 {
			o["page"] = page
		}
		answer, err := ask(t, "graph", p, o)
		if err != nil {
			t.Fatal(err)
		}
		var pages []string
		for _, a := range answer.Actions {
			if label := a.Label.String(); strings.HasPrefix(label, "Page") {
				pages = append(pages, label)
				if !strings.HasPrefix(a.Line, "graph rings:3 page:") {
					t.Errorf("%s runs %q", label, a.Line)
				}
			}
		}
		shown := answer.Scenes[0].(ade.Sequence)
		if first, end := shown.Layers(); end-first != ade.PageLayers {
			t.Errorf("page %d has layers %d to %d", page, first, end)
		}
		if first, end := shown.Whole().Layers(); first != 0 || end != 90 {
			t.Errorf("page %d: the whole has layers %d to %d", page, first, end)
		}
		if !strings.Contains(answer.Text.String(), want[0]) || strings.Join(pages, " ") != want[1] {
			t.Errorf("page %d: %s, with %q", page, answer.Text, pages)
		}
	}
	if _, err := ask(t, "graph", p, engine.Options{"page": 16}); err == nil || !strings.Contains(err.Error(), "the last page of 8 layers is 12") {
		t.Errorf("page 16: %v", err)
	}
}

// TestWholeHasThePage: of a long run the file has a part, in which the layers shown are.
func TestWholeHasThePage(t *testing.T) {
	p := open(t, engine.Options{"type": "E", "degree": 56, "values": "all 1"}, "fire 210")
	for page := 1; page <= 18; page++ {
		answer, err := ask(t, "graph", p, engine.Options{"page": page})
		if err != nil {
			t.Fatal(err)
		}
		shown := answer.Scenes[0].(ade.Sequence)
		_, last := shown.Layers()
		if first, end := shown.Whole().Layers(); last <= first || last > end || end-first >= 210 {
			t.Errorf("page %d ends with layer %d, and the file has layers %d to %d", page, last, first, end)
		}
	}
}

// Any graph is classified, with weights that programs can check.
func TestClassify(t *testing.T) {
	tool, _ := ade.Game.Tool("classify")
	for edges, want := range map[string][2]string{
		"1-2 2-3":                              {"3 nodes, 2 edges: **finite**, A3.", `"weights":["3","4","3"],"denominator":"2"`},
		"7":                                    {"1 node, 0 edges: **finite**, A1.", `"weights":["1"],"denominator":"2"`},
		"1-2 2-3 3-1":                          {"**affine A2, a cycle**", `"weights":["1","1","1"]`},
		"0-1 0-2 0-3 0-4":                      {"**affine D4**. 2·V0 + V1 + V2 + V3 + V4 never changes", `"weights":["2","1","1","1","1"]`},
		"0-1 0-2 0-3 0-4 0-5":                  {"**indefinite**, without a name of its own", `"class":"indefinite"`},
		"1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 3-10": {"**indefinite**, E10", `"name":"E10"`},
		"1-2 2-3 3-4 4-5 5-6 6-7 7-8 3-9":      {"**affine E8**", `"weights":["2","4","6","5","4","3","2","1","3"]`},
		"1-2 2-3 3-4 4-5 5-6 6-7 3-8":          {"**finite**, E8", `"denominator":"1"`},
	} {
		answer, err := tool.Run(t.Context(), engine.Env{}, engine.Options{"edges": edges}, nil)
		if err != nil {
			t.Errorf("%s: %v", edges, err)
			continue
		}
		data, err := json.Marshal(answer.Data)
		if err != nil || !strings.Contains(answer.Text.String(), want[0]) || !strings.Contains(string(data), want[1]) {
			t.Errorf("%s: %s, %s, %v; want %q, %q", edges, answer.Text, data, err, want[0], want[1])
		}
	}
	if _, err := tool.Run(t.Context(), engine.Env{}, engine.Options{"edges": "1-1"}, nil); err == nil {
		t.Error("a loop is classified")
	}
}

// The help is that of the mode, and fits a message.
func TestHelp(t *testing.T) {
	for name, tt := range map[string]struct {
		o     engine.Options
		moves []string
		words string
	}{
		"editing": {engine.Options{"degree": 3}, nil, "**Now editing.**"},
		"playing": {engine.Options{"degree": 3}, []string{"set V1 1", "fire"}, "Undo takes back one layer at a time"},
		"ended":   {engine.Options{"degree": 3}, []string{"set V1 1", "exhaust"}, "**The run has ended.**"},
		"puzzle":  {engine.Options{"mode": "puzzle", "seed": 1}, nil, "**The puzzle.** Find values from 0 to"},
		"for two": {engine.Options{"mode": "duel", "degree": 3}, nil, "**The game for two.**"},
	} {
		p, err := ade.New(tt.o)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range tt.moves {
			if _, err := p.Play(line); err != nil {
				t.Fatal(err)
			}
		}
		answer, err := ask(t, "help", p, nil)
		if text := answer.Text.String(); err != nil || !strings.Contains(text, tt.words) || len(text) > 2000 {
			t.Errorf("%s: %s, %v", name, text, err)
		}
	}
}

// Help on the graph explains its parts.
func TestHelpOnTheGraph(t *testing.T) {
	for _, p := range []engine.Position{nil, open(t, engine.Options{"degree": 3})} {
		answer, err := ask(t, "help", p, engine.Options{"about": "graph"})
		for _, part := range []string{"**Rings.**", "**Totals.**", "**Layers.**", "A page has 8 of them", "*Close*"} {
			if text := answer.Text.String(); err != nil || !strings.Contains(text, part) || len(text) > 2000 {
				t.Errorf("%s is not in %s, %v", part, text, err)
			}
		}
	}
}

// What is written as text comes back: options, moves and, in the game for two, who gave up.
func TestScriptsComeBack(t *testing.T) {
	format := ade.Game.Formats[0]
	for _, record := range []engine.Record{
		{Options: engine.Options{"type": "E", "degree": 6, "free": true}, Moves: []string{"free V1 -1 V2 3", "fire 2", "edit", "set all 1", "load D 5", "set V0 2", "fire", "load V1-V2 V1-V3 V2-V3"}},
		{Options: engine.Options{"edges": "V1-V2 V1-V3 V2-V3", "values": "1 2 3"}, Moves: []string{"fire"}},
		{Options: engine.Options{"mode": "duel", "degree": 4}, Moves: []string{"fire V1 V3"}, Outcome: engine.Outcome{Status: engine.Won, Winner: 1}},
		{Options: engine.Options{"mode": "puzzle", "seed": 7, "task": "end"}, Moves: []string{"set V1 1"}},
	} {
		answer, err := format.Encode(t.Context(), record)
		if err != nil {
			t.Fatal(err)
		}
		back, err := format.Decode(t.Context(), answer.Files[0].Data)
		if err != nil || !slices.Equal(back.Moves, record.Moves) {
			t.Errorf("%q comes back as %q, %v", record.Moves, back.Moves, err)
			continue
		}
		for name, value := range record.Options {
			if back.Options[name] != value {
				t.Errorf("%s comes back as %v, want %v", name, back.Options[name], value)
			}
		}
		if record.Outcome.Status == engine.Won && (back.Outcome.Status != engine.Won || back.Outcome.Winner != record.Outcome.Winner) {
			t.Errorf("the outcome comes back as %+v", back.Outcome)
		}
	}
	if _, err := format.Decode(t.Context(), []byte("# ADE\nmode duel\nresult third\n")); err == nil || !strings.Contains(err.Error(), "first or second") {
		t.Errorf("a third player has won: %v", err)
	}
}
