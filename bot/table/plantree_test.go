package table

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/hex"
)

// after makes positions of a game after some moves.
func after(t testing.TB, g *engine.Game, given map[string]any, moves ...string) func() (engine.Position, error) {
	t.Helper()
	o, err := engine.ParseOptions(g.Options, given, false)
	if err != nil {
		t.Fatal(err)
	}
	return func() (engine.Position, error) { return engine.Replay(context.Background(), g, o, moves) }
}

// hexAfter is Hex without the swap after a1: the second seat is to move.
func hexAfter(t testing.TB, size int) func() (engine.Position, error) {
	t.Helper()
	return after(t, &hex.Game, map[string]any{"size": size, "swap": false}, "a1")
}

func TestGrow(t *testing.T) {
	fresh := hexAfter(t, 11)
	for typed, want := range map[string][]string{
		"c5 d4":                               {"c5 > d4"},
		"c5 d4, e6 f3; c6 e5":                 {"c5 > d4, e6 > f3", "c6 > e5"},
		"C5 D4 E6 F3":                         {"c5 > d4, e6 > f3"},
		"if c5 then d4, if e6 then f3\nc6>e5": {"c5 > d4, e6 > f3", "c6 > e5"},
		"c5 -> d4 → e6,f3":                    {"c5 > d4, e6 > f3"},
		"c5 d4, e6 f3; c5 d4, e7 g2; c5 d4":   {"c5 > d4, e6 > f3", "c5 > d4, e7 > g2"},
		"any d4; c5 e4":                       {"any > d4", "c5 > e4"},
		"c5 d4, * then e4":                    {"c5 > d4, any > e4"},
		"; ,, c5 ,, d4 ;":                     {"c5 > d4"},
	} {
		tree, err := growPlan(typed, 0, 1, fresh)
		if err != nil {
			t.Errorf("%q: %v", typed, err)
			continue
		}
		if got := tree.Lines(); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
		again, err := growPlan(strings.Join(tree.Lines(), ";"), 0, 1, fresh)
		if err != nil || !slices.Equal(again.Lines(), want) {
			t.Errorf("%q does not come back: %q, %v", typed, again.Lines(), err)
		}
	}
}

func TestRefusals(t *testing.T) {
	fresh := hexAfter(t, 11)
	for typed, want := range map[string]string{
		"":                               "needs moves",
		" ;; , then if":                  "needs moves",
		"c5":                             "ends without an answer",
		"c5 d4, e6":                      "`c5 > d4, e6` ends without an answer",
		"a1 d4":                          "`a1` cannot be played",
		"c5 c5":                          "after `c5`, `c5` cannot be played",
		"c5 d4; c5 d4, c5 e4":            "line 2: after `c5 > d4`, `c5` cannot be played",
		"c5 d4; c5 e4":                   "you answer both `d4` and `e4`",
		"z99 d4":                         "`z99` cannot be played",
		"hello world":                    "`hello` cannot be played",
		"any":                            "one answer",
		"any d4, e5 f6":                  "one answer",
		"any d4; any e4":                 "you answer both",
		"c5 any":                         "not to move here",
		strings.Repeat("c5 d4;", 1001):   "6,000 characters",
		strings.Repeat("9", MaxPlan):     "cannot be played",
		strings.Repeat("c5 ", 1000):      "cannot be played",
		"c5 `d4`":                        "cannot be played",
		strings.Repeat("c5 d4;", 900):    "",
		strings.Repeat("if ", 1500):      "needs moves",
		strings.Repeat(";", MaxPlan):     "needs moves",
		strings.Repeat("any ", 10) + ";": "",
	} {
		_, err := growPlan(typed, 0, 1, fresh)
		if err == nil {
			if want != "" {
				t.Errorf("%.40q is taken", typed)
			}
			continue
		}
		if why, ok := engine.Why(err); !ok || want == "" || !strings.Contains(why.String(), want) {
			t.Errorf("%.40q: %v, want %q", typed, err, want)
		}
	}
}

// TestOwnTurn: a line begins with the owner's own move, of which there may be several, and goes on with
// answers.
func TestOwnTurn(t *testing.T) {
	tree, err := growPlan("b1 c5 d4, e6 f3; c1 > any > b1; b1 c6 d5", 1, 1, hexAfter(t, 11))
	if want := []string{"b1 > c5 > d4, e6 > f3", "b1 > c6 > d5", "c1 > any > b1"}; err != nil || !slices.Equal(tree.Lines(), want) {
		t.Errorf("%q, %v; want %q", tree.Lines(), err, want)
	}
	if _, ok := answerOf(tree.Next); ok {
		t.Error("one's own first move is an answer")
	}
	if next, ok := tree.Follow([]string{"c1", "k9"}); !ok || next[0].Move != "b1" || !next[0].Mine {
		t.Errorf("after two moves: %+v, %v", next, ok)
	}
	if _, err := growPlan("b1", 1, 1, hexAfter(t, 11)); err == nil || !strings.Contains(err.Error(), "without an answer") {
		t.Errorf("a plan without the other: %v", err)
	}
}

// TestBounds: 1,000 moves and lines of 60, and not one more.
func TestBounds(t *testing.T) {
	fresh := hexAfter(t, 19)
	var cells []string
	for row := range 19 {
		for column := range 19 {
			cells = append(cells, fmt.Sprintf("%c%d", 'a'+column, row+1))
		}
	}
	lines := strings.Split(thousand(), ";")
	tree, err := growPlan(strings.Join(lines, ";"), 0, 1, fresh)
	if err != nil || tree.Moves() != maxMoves {
		t.Fatalf("%d moves, %v", tree.Moves(), err)
	}
	data, err := json.Marshal(&tree)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := decodePlan(data); err != nil || !slices.Equal(back.Lines(), tree.Lines()) {
		t.Errorf("%d bytes do not come back: %v", len(data), err)
	}
	for _, tt := range []struct {
		text, want string
	}{
		{strings.Join(append(lines, "s19 s18"), ";"), "1,000 moves"},
		{strings.Join(cells[1:63], " "), "60 moves"},
	} {
		if _, err := growPlan(tt.text, 0, 1, fresh); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("beyond the bounds: %v, want %q", err, tt.want)
		}
	}
	if _, err := growPlan("b1 c1; b1 d1", 0, maxReplays, fresh); err == nil {
		t.Error("a game without end is replayed for each line")
	}
}

func TestFollow(t *testing.T) {
	tree, err := growPlan("c5 d4, e6 f3; c6 e5; any a2", 0, 1, hexAfter(t, 11))
	if err != nil {
		t.Fatal(err)
	}
	for moves, want := range map[string]string{
		"": "-", "c5": "d4", "c5 d4": "-", "c5 d4 e6": "f3", "c5 d4 e6 f3": "-", "c6": "e5", "k11": "a2", "k11 a2": "-",
		"c5 d5": "lost", "c5 d4 e7": "lost", "c5 d4 e6 f3 a3": "lost",
	} {
		next, ok := tree.Follow(strings.Fields(moves))
		got := "-"
		if n, answers := answerOf(next); answers {
			got = n.Move
		}
		if !ok {
			got = "lost"
		}
		if got != want {
			t.Errorf("after %q: %s, want %s", moves, got, want)
		}
	}
}

// TestMovesOfSeveralWords: of words without a separator the longest move is taken.
func TestMovesOfSeveralWords(t *testing.T) {
	fresh := after(t, &gordon.Game, nil)
	for _, typed := range []string{"m=1 p=0 m=2", "1 0 > m=2", "if m=1 p=0 then m=2", "1 0, m=2"} {
		tree, err := growPlan(typed, 1, 0, fresh)
		if err != nil || !slices.Equal(tree.Lines(), []string{"m=1 p=0 > m=2"}) {
			t.Errorf("%q: %q, %v", typed, tree.Lines(), err)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	deep := strings.Repeat(`{"m":"a","n":[`, maxDepth+1) + strings.Repeat(`]}`, maxDepth+1)
	wide := `{"n":[` + strings.TrimSuffix(strings.Repeat(`{"m":"a"},`, maxMoves+1), ",") + `]}`
	for _, data := range []string{"", "{", `{"n":[null]}`, `{"n":[{"m":""}]}`, `{"n":[{"m":"a","n":[{"m":"b","i":true},{"m":"c","i":true}]}]}`, `{"n":[` + deep + `]}`, wide, strings.Repeat(" ", maxKept+1)} {
		if tree, err := decodePlan([]byte(data)); err == nil {
			t.Errorf("%.60q is read as %q", data, tree.Lines())
		}
	}
}

func FuzzGrow(f *testing.F) {
	for _, seed := range []string{"c5 d4, e6 f3; c6 e5", "if c5 then d4", "any d4; c5 e4", "swap a1", "c5->d4→e6,f3", "* a1 ; ,"} {
		f.Add(seed)
	}
	fresh := hexAfter(f, 5)
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := growPlan(text, 0, 1, fresh)
		if err != nil {
			if _, told := engine.Why(err); !told {
				t.Fatalf("%q: %v is no refusal", text, err)
			}
			return
		}
		lines := tree.Lines()
		again, err := growPlan(strings.Join(lines, ";"), 0, 1, fresh)
		if err != nil || !slices.Equal(again.Lines(), lines) {
			t.Fatalf("%q: %q comes back as %q, %v", text, lines, again.Lines(), err)
		}
		data, err := json.Marshal(&tree)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := decodePlan(data); err != nil || !slices.Equal(back.Lines(), lines) {
			t.Fatalf("%q: %s is read as %q, %v", text, data, back.Lines(), err)
		}
	})
}

func TestSuggest(t *testing.T) {
	fresh := hexAfter(t, 5)
	for typed, want := range map[string]struct {
		first string
		count int
	}{
		"":                             {"b1", 24},
		"c":                            {"c1", 5},
		"C":                            {"c1", 5},
		"c5":                           {"c5", 1},
		"c5 ":                          {"c5 b1", 23},
		"c5 d":                         {"c5 d1", 5},
		"if c5 then d":                 {"if c5 then d1", 5},
		"c5 d4, e":                     {"c5 d4, e1", 5},
		"c5 d4; c":                     {"c5 d4; c1", 5},
		"c5>d":                         {"c5>d1", 5},
		"c5 c5 ":                       {"", 0},
		"z9 d":                         {"", 0},
		"any d":                        {"", 0},
		strings.Repeat("c5 ", MaxPlan): {"", 0},
	} {
		got := SuggestPlan(typed, 100, fresh)
		if len(got) != want.count || len(got) > 0 && got[0] != want.first {
			t.Errorf("%.40q: %.5q and so on, %d; want %q, %d", typed, got, len(got), want.first, want.count)
		}
	}
	if got := SuggestPlan("", 7, fresh); len(got) != 7 {
		t.Errorf("%d are suggested, want 7", len(got))
	}
}
