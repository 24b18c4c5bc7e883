package hex_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
)

// show asks a view and returns its answer with its data as JSON.
func show(t *testing.T, p *hex.Position, view string) (engine.Answer, string) {
	t.Helper()
	v, ok := hex.Game.View(view)
	if !ok {
		t.Fatalf("no view %q", view)
	}
	answer, err := v.Show(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(answer.Data)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(data)
}

func TestViewSets(t *testing.T) {
	answer, data := show(t, play(t, options(4), "b2 d1 c2 d3 a1"), "sets")
	// d1 and d3 both touch Blue's right edge, and are one set with it. The roots are
	// known where ranks decide: b2 and c2 were joined by c2, and an edge is joined last.
	var sets []struct {
		Colour, Root string
		Cells        []string
	}
	if err := json.Unmarshal([]byte(data), &sets); err != nil {
		t.Fatal(err)
	}
	var cells []string
	for _, s := range sets {
		cells = append(cells, s.Colour+" "+strings.Join(s.Cells, " "))
		if s.Root == "" {
			t.Errorf("set %v has no root", s.Cells)
		}
	}
	if diff := cmp.Diff([]string{"red a1", "blue d1 d3", "red b2 c2"}, cells); diff != "" {
		t.Error(diff)
	}
	if got := answer.Text.String(); !strings.HasPrefix(got, "3 groups of connected stones, ") {
		t.Errorf("text %q", got)
	}
	if _, ok := answer.Scenes[0].(engine.Film); !ok {
		t.Errorf("scene %T, want a film", answer.Scenes[0])
	}
}

func TestRootsOfEdgesAndEmptyCells(t *testing.T) {
	p := play(t, options(4), "b1 d2 b2 a4")
	if c := cell(t, p, "c3"); p.Root(c) != int(c) {
		t.Errorf("an empty cell has root %d", p.Root(c))
	}
	if p.Root(cell(t, p, "b1")) != p.Root(cell(t, p, "b2")) {
		t.Error("b1 and b2 have different roots")
	}
	if p.Root(cell(t, p, "d2")) == p.Root(cell(t, p, "a4")) {
		t.Error("d2 and a4 have the same root")
	}
	const top, bottom = 16, 17
	if p.Root(top) != p.Root(cell(t, p, "b1")) || p.Root(bottom) != bottom {
		t.Errorf("the top has root %d and the bottom %d; want that of b1, and its own", p.Root(top), p.Root(bottom))
	}
}

// Counted by hand: on a 3×3 weighted board the rim weighs 1 and b2 weighs 15. Red has
// b1, Blue a2; Red moves and starts at the top.
func TestViewWeights(t *testing.T) {
	p := play(t, engine.Options{"size": 3, "weighted": true}, "b1 a2")
	answer, data := show(t, p, "weights")
	want := `{"side":"red","weight":[[1,1,1],[1,15,1],[1,1,1]],"cost":[[2,2,2],[-1,18,4],[8,6,6]]}`
	if diff := cmp.Diff(want, data); diff != "" {
		t.Error(diff)
	}
	if got := answer.Text.String(); got != "The number in a cell is Red's least cost to it from the top, where a step costs the weights of both cells and an edge of the board weighs 1. The warmer a cell, the more it weighs." {
		t.Errorf("text %q", got)
	}
}

// On 3 rows by 4 columns every cell but b2 and c2 lies on the rim. Blue crosses the columns.
func TestViewsOfUnequalSides(t *testing.T) {
	p := play(t, engine.Options{"size": 3, "width": 4, "weighted": true}, "b1")
	_, data := show(t, p, "weights")
	want := `{"side":"blue","weight":[[1,1,1,1],[1,15,15,1],[1,1,1,1]],"cost":[[2,-1,12,10],[2,18,20,8],[2,4,6,8]]}`
	if diff := cmp.Diff(want, data); diff != "" {
		t.Error(diff)
	}
	_, data = show(t, p, "path")
	want = `{"side":"blue","path":["a3","b3","c3","d2"],"missing":["a3","b3","c3","d2"],"lacks":4,"visited":["a1","a2","d2","a3","b3","c3"]}`
	if diff := cmp.Diff(want, data); diff != "" {
		t.Error(diff)
	}
	_, data = show(t, p, "sets")
	if want = `[{"colour":"red","root":"b1","cells":["b1"]}]`; data != want {
		t.Errorf("sets %s, want %s", data, want)
	}
}

// After the end the costs are those of the search for the winning chain: over the
// winner's stones alone.
func TestViewWeightsAfterTheEnd(t *testing.T) {
	p := play(t, engine.Options{"size": 3, "weighted": true}, "b1 a2 b2 c1 b3")
	_, data := show(t, p, "weights")
	want := `{"side":"red","weight":[[1,1,1],[1,15,1],[1,1,1]],"cost":[[-1,2,-1],[-1,18,-1],[-1,34,-1]]}`
	if diff := cmp.Diff(want, data); diff != "" {
		t.Error(diff)
	}
}

func TestViewWeightsOnAPlainBoardCountsStones(t *testing.T) {
	p := play(t, engine.Options{"size": 3}, "b2")
	answer, data := show(t, p, "weights")
	// Blue, from the left, around b2.
	want := `{"side":"blue","weight":[[1,1,1],[1,1,1],[1,1,1]],"cost":[[1,2,3],[1,-1,3],[1,2,3]]}`
	if diff := cmp.Diff(want, data); diff != "" {
		t.Error(diff)
	}
	if got := answer.Text.String(); !strings.HasSuffix(got, "in Blue's shortest chain from the left edge.") {
		t.Errorf("text %q", got)
	}
}

func TestViewPath(t *testing.T) {
	tests := []struct {
		name  string
		o     engine.Options
		moves string
		text  string
		data  string
	}{
		{
			"one stone is missing",
			engine.Options{"size": 3},
			"b1 a2 b2 a1", "Red needs 1 more stone: a3.",
			`{"side":"red","path":["b1","b2","a3"],"missing":["a3"],"lacks":1,"visited":["b1","c1","b2","c2","a3"]}`,
		},
		{
			"two stones, for Blue", engine.Options{"size": 3}, "b2 a3 c1", "Blue needs 2 more stones: b3 c2.", "",
		},
		{
			"weighted: the rim is easier to fill",
			engine.Options{"size": 5, "weighted": true},
			"c3 c2",
			"Red needs cells of total weight 5: b1 a2 a3 a4 a5.", "",
		},
		{
			"of many shortest chains the most central one", engine.Options{"size": 5}, "", "Red needs 5 more stones: d1 c2 c3 b4 b5.", "",
		},
		{
			"after the end",
			engine.Options{"size": 3},
			"b1 a1 b2 a2 b3", "The winning chain: red joins top and bottom by a chain of 3 stones. The search for it has visited the shaded cells.",
			`{"side":"red","path":["b1","b2","b3"],"missing":[],"lacks":0,"visited":["b1","b2","b3"]}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			answer, data := show(t, play(t, tt.o, tt.moves), "path")
			if got := answer.Text.String(); got != tt.text {
				t.Errorf("text %q, want %q", got, tt.text)
			}
			if tt.data != "" && data != tt.data {
				t.Errorf("data %s\nwant %s", data, tt.data)
			}
		})
	}
}

func TestDescribe(t *testing.T) {
	tests := []struct {
		name  string
		o     engine.Options
		moves string
		want  string
	}{
		{"at the start", options(11), "", "Hex, 11 by 11. Red to move: red joins top and bottom. The board is empty."},
		{"after the first stone", options(5), "c2", "Hex, 5 by 5. Blue to move, or to swap: blue joins left and right. Red's last move is c2. Red: c2."},
		{"after the swap", options(5), "c2 swap", "Hex, 5 by 5. Red to move: red joins top and bottom. Blue has swapped and got b3. Blue: b3."},
		{
			"in the source's convention",
			engine.Options{"size": 5, "convention": "source"},
			"c2 c3",
			"Hex, 5 by 5. Red to move: red joins left and right. Blue's last move is c3. Red: c2. Blue: c3.",
		},
		{
			"unequal sides",
			engine.Options{"size": 5, "width": 4},
			"d5",
			"Hex, 5 rows by 4 columns. Blue to move: blue joins left and right. Red's last move is d5. Red: d5.",
		},
		{
			"after the end",
			engine.Options{"size": 3, "weighted": true},
			"a1 b1 a2 b2 a3",
			"Weighted Hex, 3 by 3. Red wins: red joins top and bottom by a chain that costs 8. The chain: a1 a2 a3. Red's last move is a3. Red: a1 a2 a3. Blue: b1 b2. From the rim inwards a cell weighs 1, 15.",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := play(t, tt.o, tt.moves).Describe().String(); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestState(t *testing.T) {
	tests := []struct{ name, moves, want string }{
		{
			"the swap is possible", "b1",
			`{"size":3,"width":3,"weighted":false,"convention":"modern","board":[".R.","...","..."],"turn":"blue","ply":1,"last":"b1","can_swap":true,"swapped":false,"winner":"","path":[],"cost":0}`,
		},
		{
			"swapped", "b1 swap a3 c2",
			`{"size":3,"width":3,"weighted":false,"convention":"modern","board":["...","B.B","R.."],"turn":"red","ply":4,"last":"c2","can_swap":false,"swapped":true,"winner":"","path":[],"cost":0}`,
		},
		{
			"after the end", "a1 b1 a2 b2 a3",
			`{"size":3,"width":3,"weighted":false,"convention":"modern","board":["RB.","RB.","R.."],"turn":"","ply":5,"last":"a3","can_swap":false,"swapped":false,"winner":"red","path":["a1","a2","a3"],"cost":3}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data, err := json.Marshal(play(t, options(3), tt.moves))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(data)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The rules begin with a finished game, and name what a player may meet.
func TestRules(t *testing.T) {
	tool, ok := hex.Game.Tool(engine.RulesTool)
	if !ok {
		t.Fatal("no tool rules")
	}
	var told strings.Builder
	for n := range tool.Args[0].Max {
		answer, err := tool.Run(t.Context(), engine.Env{}, engine.Options{"page": n + 1}, func(engine.Answer) {})
		if err != nil {
			t.Fatal(err)
		}
		told.WriteString(answer.Text.String())
		if p, ok := answer.Scenes[0].(*hex.Position); n == 0 && (!ok || p.Winner() != hex.Red || names(p, p.Path()) != "e1 d2 c3 b4 a5") {
			t.Errorf("the first page shows no finished game:\n%v", answer.Scenes[0])
		}
	}
	for _, word := range []string{"top", "left", "swap", "weigh", "green", "width", "pair", "bridge", "vertices", "Breadth-first", "Dijkstra", "disjoint sets", "Polygon", "Nash", "14 by 14", "1952", "Larsen"} {
		if !strings.Contains(told.String(), word) {
			t.Errorf("the rules do not speak of %q", word)
		}
	}
}
