package hex_test

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

// TestMoveLists: moves are read as people write them one after the other.
func TestMoveLists(t *testing.T) {
	const four = "a3 b4 c5 d6"
	for _, tt := range []struct {
		text  string
		size  int
		moves string
	}{
		{"a5 swap-pieces d4 f7", 11, "a5 swap d4 f7"},
		{"1.a3 2.swap 3.d4", 11, "a3 swap d4"},
		{"a5d7f3", 11, "a5 d7 f3"},
		{"a5d7f3i13", 13, "a5 d7 f3 i13"},
		{" a4 d5 \n g7 h12 ", 13, "a4 d5 g7 h12"},
		{"a5swap-piecesd4", 11, "a5 swap d4"},
		{"a5:sd4", 11, "a5 swap d4"},
		{"1. a3 b4 2. c5 d6", 11, four},
		{"1. a3 2. b4 3. c5 4. d6", 11, four},
		{"1) a3 b4\n2) c5 d6", 11, four},
		{"1 a3 b4 2 c5 d6", 11, four},
		{"1: a3 b4; 2: c5 d6", 11, four},
		{"1. a3 1... b4 2. c5 2... d6", 11, four},
		{"#1 a3 #2 b4 #3 c5 #4 d6", 11, four},
		{"A3 B4 C5 D6", 11, four},
		{"a3,b4,c5,d6", 11, four},
		{"a3, b4, c5, d6.", 11, four},
		{"a3;b4;c5;d6", 11, four},
		{"a3\nb4\nc5\nd6\n", 11, four},
		{"a3\r\nb4\r\n\r\nc5\td6", 11, four},
		{"a3 → b4 → c5 → d6", 11, four},
		{"a3 -> b4 -> c5 -> d6", 11, four},
		{"a3 => b4 => c5 => d6", 11, four},
		{"a3>b4>c5>d6", 11, four},
		{"a3-b4-c5-d6", 11, four},
		{"a3 – b4 — c5 | d6", 11, four},
		{"- a3\n- b4\n- c5\n- d6", 11, four},
		{"* a3\n* b4\n* c5\n* d6", 11, four},
		{"a3! b4? c5!? d6…", 11, four},
		{"(a3 b4 c5 d6)", 11, four},
		{"`a3 b4 c5 d6`", 11, four},
		{"```\na3 b4 c5 d6\n```", 11, four},
		{`["a3", "b4", "c5", "d6"]`, 11, four},
		{"['a3','b4','c5','d6']", 11, four},
		{"Red a3, Blue b4, Red c5, Blue d6", 11, four},
		{"Black: a3 White: b4 Black: c5 White: d6", 11, four},
		{"| # | Red | Blue |\n|---|---|---|\n| 1 | a3 | b4 |\n| 2 | c5 | d6 |", 11, four},
		{"boardsize 9\nplay b a3\nplay w b4\nplay b c5\nplay w d6", 9, four},
		{"boardsize 9\nplay black a3\nplay white swap-pieces\nplay black c5", 9, "a3 swap c5"},

		{"b4 swap", 11, "b4 swap"},
		{"b4 Swap d6", 11, "b4 swap d6"},
		{"b4 SWAP PIECES d6", 11, "b4 swap d6"},
		{"b4 swap_pieces d6", 11, "b4 swap d6"},
		{"b4 swappieces d6", 11, "b4 swap d6"},
		{"b4 swap-sides d6", 11, "b4 swap f4"},
		{"b4 swap sides d6", 11, "b4 swap f4"},

		// HexWiki's example of a win, a line of solved openings of 7x7, an OCaml program's games, twixtbot's issues
		// on Little Golem's lists, and logs of the Go Text Protocol and of SGF without its brackets.
		{"size:7\nd4 d3 e3 f1 f2 g1 e2 e1 b3 c1\na2 a1 b1 c4", 7, "d4 d3 e3 f1 f2 g1 e2 e1 b3 c1 a2 a1 b1 c4"},
		{"d5 e3 c4 c3 d3 e1 f2 e6 c7 e2", 11, "d5 e3 c4 c3 d3 e1 f2 e6 c7 e2"},
		{"f6 - f8 - c9 - e7 - d7 - e6 - d6", 11, "f6 f8 c9 e7 d7 e6 d6"},
		{"1.f6 2.swap 3.m16 4.n11 5.p11 6.r11 7.r12 8.resign", 19, "f6 swap m16 n11 p11 r11 r12"},
		{"B a3 W b4 B c5 W d6", 11, four},
		{"b a3\nw b4\nb c5\nw d6", 11, four},
		{";B[a3];W[b4];B[c5];W[d6]", 11, four},
		{"B[a3] W[swap-pieces] B[c5]", 11, "a3 swap c5"},

		{"size:13 a3 b4", 13, "a3 b4"},
		{"size: 13\na3 b4", 13, "a3 b4"},
		{"Size 13, a3 b4", 13, "a3 b4"},
		{"size=5 a3 b4", 5, "a3 b4"},
		{"13x13: a3 b4", 13, "a3 b4"},
		{"13 x 13 a3b4", 13, "a3 b4"},
		{"13×13 a3 b4", 13, "a3 b4"},
		{"size:13\n13x13 a3 b4", 13, "a3 b4"},

		{"a3", 11, "a3"},
		{"k11", 11, "k11"},
		{"a12", 13, "a12"},
		{"m13", 13, "m13"},
		{"n1", 14, "n1"},
		{"o15", 15, "o15"},
		{"a16", 17, "a16"},
		{"q1 a17", 17, "q1 a17"},
		{"s19", 19, "s19"},
		{"r1", 19, "r1"},
		{"u2", 21, "u2"},
		{"a22", 25, "a22"},
	} {
		t.Run(tt.text, func(t *testing.T) { decodes(t, "moves", tt.text, tt.size, tt.moves) })
	}
}

// TestMoveListsSayTheBoard: who brings a list is told of the board that is assumed, and only then.
func TestMoveListsSayTheBoard(t *testing.T) {
	for text, want := range map[string]string{
		"a3 b4":         "The moves do not say how large the board is: it is taken to be 11 by 11. Import them with `size:` for another.",
		"a3 m2":         "The moves do not say how large the board is: it is taken to be 13 by 13. Import them with `size:` for another.",
		"size:11 a3 b4": "",
		"7x7 a3 b4":     "",
	} {
		record, err := format(t, "moves").Decode(t.Context(), []byte(text))
		if err != nil || record.Note.String() != want {
			t.Errorf("%s: %q, %v; want %q", text, record.Note, err, want)
		}
	}
}

func TestMoveListsEnd(t *testing.T) {
	for text, want := range map[string]engine.Outcome{
		"a3 b4":                       {Winner: engine.NoSeat},
		"a3 b4 resigns":               {Status: engine.Won, Winner: 1, End: engine.Resigned},
		"a3 b4 c5. Blue resigned.":    {Status: engine.Won, Winner: 0, End: engine.Resigned},
		"a3 b4 red resigns":           {Status: engine.Won, Winner: 1, End: engine.Resigned},
		"a3 b4 c5 forfeit":            {Status: engine.Won, Winner: 0, End: engine.Forfeited},
		"3x3 a1 b1 a2 b2 a3":          {Status: engine.Won, Winner: 0},
		"3x3 1. a1 b1 2. a2 b2 3. a3": {Status: engine.Won, Winner: 0},
	} {
		record, err := format(t, "moves").Decode(t.Context(), []byte(text))
		if got := record.Outcome; err != nil || got.Status != want.Status || got.Winner != want.Winner || got.End != want.End {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	}
}

func TestMoveListsRefuse(t *testing.T) {
	for text, why := range map[string]string{
		"":                             "move 1: there are no moves: write them as in a3 swap d4",
		"size:13":                      "move 1: there are no moves: write them as in a3 swap d4",
		"nonsense":                     `move 1: a cell such as c3 or the word swap should stand there, not "nonsense"`,
		"a5 is good":                   `move 2: a cell such as c3 or the word swap should stand there, not "is"`,
		"a5 b6 (c7 d8) e9":             `move 3: a cell such as c3 or the word swap should stand there, not "(c7"`,
		"a5/b6 c7":                     `move 2: a cell such as c3 or the word swap should stand there, not "/b6"`,
		"a5 b":                         `move 2: a cell such as c3 or the word swap should stand there, not "b"`,
		"a5 5b":                        "move 2: the number 5 stands there, as if a move were missing",
		"1. a5 3. c7":                  "move 2: the number 3 stands there, as if a move were missing",
		"1. a5 b6 2. c7 3. d8 e9":      "move 4: the number 3 stands there, as if a move were missing",
		"11 a5 b6":                     "move 1: the number 11 stands there, as if a move were missing",
		"a5 b6 a5":                     "move 3: a5 is taken: choose an empty cell",
		"b3 b3 a1":                     "move 2: b3 is taken: choose an empty cell, or swap",
		"swap a5":                      "move 1: there is nothing to swap yet: place the first stone",
		"a5 pass":                      "move 2: there is no passing in Hex",
		"a5 b6 swap":                   "move 3: only the second player's first move can be the swap: choose an empty cell",
		"5x4 a1 swap":                  "move 2: there is no swap on a board with unequal sides: choose an empty cell",
		"size:5 a1 f6":                 "move 2: that is off the board: cells run from a1 to e5",
		"a5 z30":                       "move 2: that is off the board: cells run from a1 to y25",
		"size:0 a5":                    "size must be a whole number from 3 to 25",
		"size:99999999999999999999 a5": "size must be a whole number from 3 to 25",
		"size:11 13x13 a5":             "the board cannot be both 11 by 11 and 13 by 13",
		"Blue a5, Red b6":              "move 1: Red, or Black, begins and joins top and bottom: leave the colours out if that is whom you mean",
		"White a5 Black b6":            "move 1: Red, or Black, begins and joins top and bottom: leave the colours out if that is whom you mean",
		"Red a5 Red b6":                "move 2: it is not B's turn: the players move in turn",
		"a5 b6 resigns c7":             "move 4: the game was resigned before",
	} {
		t.Run(text, func(t *testing.T) { refuses(t, "moves", text, why) })
	}
	refuses(t, "moves", strings.Repeat("1. ", 1<<18), "the list is longer than any game of Hex")
}

// FuzzMoves: what is read replays, and is the same game when its moves are read again.
func FuzzMoves(f *testing.F) {
	for _, seed := range []string{
		"a5 swap-pieces d4 f7", "size:13\n1.a3 2.swap 3.d4", "a5d7f3i13", "| Red | Blue |\n| a3 | b4 |", "13×13 play b a3 -> play w :s resigned", "a5swap sidesd4",
	} {
		f.Add([]byte(seed))
	}
	fuzzRead(f, "moves", func(t *testing.T, record engine.Record) {
		t.Helper()
		if len(record.Moves) == 0 || record.Options.Int("width") != 0 {
			return
		}
		moves, size := strings.Join(record.Moves, " "), record.Options.Int("size")
		decodes(t, "moves", moves+" size:"+engine.Thousands(size), size, moves)
	})
}
