package hex_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex"
)

func format(tb testing.TB, id string) engine.Format {
	tb.Helper()
	f, ok := hex.Game.Format(id)
	if !ok {
		tb.Fatalf("no format %q", id)
	}
	return f
}

func TestSGFWrites(t *testing.T) {
	tests := []struct {
		name   string
		record engine.Record
		want   string
	}{
		{
			"a resigned game with a swap",
			engine.Record{
				Options: options(11), Moves: strings.Fields("c2 swap f6"), Names: []string{"Ann", `B]ob \ "the
other"`},
				Outcome: engine.Outcome{Status: engine.Won, Winner: 0, End: engine.Resigned}, Date: "2026-03-09",
			},
			`(;FF[4]CA[UTF-8]GM[11]AP[Sixfold]SZ[11]PB[Ann]PW[B\]ob \\ "the other"]DT[2026-03-09]RE[B+R]` + "\n;B[c2];W[swap-pieces];B[f6])\n",
		},
		{
			"a game won on the board",
			engine.Record{Options: engine.Options{"size": 3, "swap": false, "weighted": true}, Moves: strings.Fields("a1 b1 a2 b2 a3")},
			"(;FF[4]CA[UTF-8]GM[11]AP[Sixfold]SZ[3]RU[weighted, no swap]RE[B+]\n;B[a1];W[b1];B[a2];W[b2];B[a3])\n",
		},
		{
			"an open game of the source's convention, mirrored so that B joins top and bottom",
			engine.Record{Options: engine.Options{"size": 5, "swap": true, "convention": "source"}, Moves: strings.Fields("a2 d4 b5")},
			"(;FF[4]CA[UTF-8]GM[11]AP[Sixfold]SZ[5]RU[source]\n;B[b1];W[d4];B[e2])\n",
		},
		{
			"unequal sides: columns, then rows",
			engine.Record{Options: engine.Options{"size": 11, "width": 10}, Moves: strings.Fields("a11 j1")},
			"(;FF[4]CA[UTF-8]GM[11]AP[Sixfold]SZ[10:11]RU[no swap]\n;B[a11];W[j1])\n",
		},
		{
			"unequal sides in the source's convention: the board is mirrored with the cells",
			engine.Record{Options: engine.Options{"size": 11, "width": 10, "convention": "source"}, Moves: strings.Fields("a11 j1")},
			"(;FF[4]CA[UTF-8]GM[11]AP[Sixfold]SZ[11:10]RU[no swap, source]\n;B[k1];W[a10])\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			answer, err := format(t, "sgf").Encode(t.Context(), tt.record)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(answer.Files[0].Data)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Files as other programs write them.
func TestSGFReads(t *testing.T) {
	const open = engine.NoSeat
	tests := []struct {
		name, file string
		size       int
		moves      string
		winner     engine.Seat
		names      []string
	}{
		{"HexGui", "(;AP[HexGui:0.9.GIT]FF[4]GM[11]SZ[9]\n;B[a2]\n;W[e5]\n;B[swap-pieces]\n)", 0, "", open, nil},
		{"HexGui, swap", "(;AP[HexGui:0.9]FF[4]GM[11]SZ[9]\n;B[a2]\n;W[swap-pieces]\n;B[e5]\n)", 9, "a2 swap e5", open, []string{"", ""}},
		{"upper case, blanks and line breaks", " (\n;\tFF[4] GM [11]\nSZ [5]PB[A]PW[B]; B[C3] ; W\n[D2]\r\n)\n", 5, "c3 d2", open, []string{"A", "B"}},
		{"property names in lower case, and in full", "(;gm[11]SiZe[5]PlayerBlack[x];Black[c3];White[d2])", 5, "c3 d2", open, []string{"x", ""}},
		{"a byte order mark and words before", "\ufeffA fine game: (;SZ[5];B[c3])", 5, "c3", open, []string{"", ""}},
		{"variations: the main line", "(;GM[11]SZ[5](;B[c3](;W[d2];B[b4])(;W[a1]))(;B[a1];W[zz]))", 5, "c3 d2 b4", open, []string{"", ""}},
		{"comments with brackets", `(;GM[11]SZ[5]C[not [a\] move;B[a1\]];B[c3]C[(;W[d2\]])`, 5, "c3", open, []string{"", ""}},
		{"size as width and height", "(;GM[11]SZ[5:5];B[c3])", 5, "c3", open, []string{"", ""}},
		{"no size", "(;GM[11];B[b1];W[d2])", 11, "b1 d2", open, []string{"", ""}},
		{"an empty size", "(;GM[11]SZ[ ];B[k11])", 11, "k11", open, []string{"", ""}},
		{"no size, letters alone", "(;SO[x];W[kk];B[ak])", 11, "k11 a11", open, []string{"", ""}},
		{"nothing but moves", "(;B[k1];W[a11])", 11, "k1 a11", open, []string{"", ""}},
		{"a size without a game", "(;SZ[13];B[m13])", 13, "m13", open, []string{"", ""}},
		{"unequal sides", "(;GM[11]SZ[11:10];B[k10];W[a1])", 10, "k10 a1", open, []string{"", ""}},
		{"resigned in the header", "(;GM[11]SZ[5]RE[W+R];B[c3];W[d2])", 5, "c3 d2", 1, []string{"", ""}},
		{"resigned by a move", "(;GM[11]SZ[5];B[c3];W[resign])", 5, "c3", 0, []string{"", ""}},
		{"names in another encoding, and without end", "(;GM[11]SZ[5]PB[J\xf8rgen]PW[" + strings.Repeat("x", 1000) + "];B[c3])", 5, "c3", open, []string{"Jørgen", strings.Repeat("x", 100)}},
		{"a backslash within a letter", "(;CA[Big5]GM[11]SZ[5]PB[\xa5\x5c];B[c3];W[d2])", 5, "c3 d2", open, []string{"功", ""}},
		{"a bracket within a letter", "(;CA[Shift_JIS]GM[11]SZ[5]PB[x]PW[\x83\x5d];B[c3];W[d2])", 5, "c3 d2", open, []string{"x", "ゾ"}},
		{"UTF-16", "\xff\xfe(\x00;\x00S\x00Z\x00[\x005\x00]\x00;\x00B\x00[\x00c\x003\x00]\x00)\x00", 5, "c3", open, []string{"", ""}},
		{"brackets that are not escaped", "(;GM[11]SZ[5]PB[a]]PW[name[3d]]US[me]];B[c3]C[[x]];W[d2])", 5, "c3 d2", open, []string{"a]", "name[3d]"}},
		{"damaged behind the main line", "(;GM[11]SZ[5];B[c3](;W[d2])(;W[", 5, "c3 d2", open, []string{"", ""}},
		{"rules of others", "(;GM[11]SZ[5]RU[swap, open source];B[b1])", 5, "b1", open, []string{"", ""}},
		{"the source's convention", "(;GM[11]SZ[5]RU[source];B[b1];W[swap-pieces];B[c4])", 5, "a2 swap d3", open, []string{"", ""}},
		{"result unknown", "(;GM[11]SZ[5]RE[?];B[c3])", 5, "c3", open, []string{"", ""}},
		{"won on the board, whatever the header says", "(;GM[11]SZ[3]RE[W+];B[a1];W[b1];B[a2];W[b2];B[a3])", 3, "a1 b1 a2 b2 a3", 0, []string{"", ""}},
		{
			"Little Golem: W begins, two letters, the header's B is the first player",
			"(;FF[4]EV[x]PB[first]PW[second]SZ[11]RE[B]SO[x];W[ad];B[swap];W[eg];B[resign])",
			11, "a4 swap e7", 0,
			[]string{"first", "second"},
		},
		{
			// The stone stays, the players exchange colours: the second player goes on as
			// black, whose stone lies on b1. The same game with our swap is mirrored.
			"swap-sides, letters by colour", "(;GM[11]SZ[5]RE[B+];B[b1];W[swap-sides];W[d2];B[c4])", 5, "b1 swap b4 d3", 1, []string{"", ""},
		},
		{"swap-pieces, then the same letter: sides", "(;GM[11]SZ[5];B[b1];W[swap-pieces];W[d2];B[c4])", 5, "b1 swap b4 d3", open, []string{"", ""}},
		{"SWAP, then the same letter: sides", "(;GM[11]SZ[5]RE[W+R];B[b1];W[SWAP];W[d2];B[c4])", 5, "b1 swap b4 d3", 0, []string{"", ""}},
		{"swap, then the same letter: sides", "(;GM[11]SZ[5];B[b1];W[swap];W[d2];B[c4];W[resign])", 5, "b1 swap b4 d3", 1, []string{"", ""}},
		{"Swap-Sides, then the same letter", "(;GM[11]SZ[5]RE[B+];B[b1];W[Swap-Sides];W[d2])", 5, "b1 swap b4", 1, []string{"", ""}},
		{"swap, then the other letter: pieces", "(;GM[11]SZ[5]RE[W+];B[b1];W[SWAP];B[d2];W[c4])", 5, "b1 swap d2 c4", 1, []string{"", ""}},
		{"swaps in other words", "(;GM[11]SZ[5];B[b1];W[Swap sides])", 5, "b1 swap", open, []string{"", ""}},
		{"swap_sides, then nothing", "(;GM[11]SZ[5]RE[W+];B[b1];W[swap_sides])", 5, "b1 swap", 0, []string{"", ""}},
		{"swapped, then the other letter: pieces", "(;GM[11]SZ[5];B[b1];W[swapped];B[d2])", 5, "b1 swap d2", open, []string{"", ""}},
		{"swapped sides on the mirrored cell", "(;GM[11]SZ[5];B[b1];W[swap-pieces];W[a2])", 5, "b1 swap b1", open, []string{"", ""}},
		{"a swap, and no more", "(;GM[11]SZ[5];B[b1];W[SWAP])", 5, "b1 swap", open, []string{"", ""}},
		{"swap-sides, letters by player", "(;GM[11]SZ[5]RE[B+R];B[b1];W[swap-sides];B[d2];W[c4])", 5, "b1 swap b4 d3", 0, []string{"", ""}},
		{"White begins, who joins left and right", "(;GM[11]SZ[3]PL[W];W[a2];B[b1];W[b2];B[c1];W[c2])", 3, "a2 b1 b2 c1 c2", 0, []string{"", ""}},
		{"White begins and wins", "(;GM[11]SZ[5]PB[b]PW[w]RE[W+R];W[c3];B[d2])", 5, "c3 d2", 0, []string{"w", "b"}},
		{"White begins and loses", "(;GM[11]SZ[5]RE[Black];W[c3];B[d2])", 5, "c3 d2", 1, []string{"", ""}},
		{"White begins and resigns", "(;GM[11]SZ[5];W[C3];B[D2];W[resign])", 5, "c3 d2", 1, []string{"", ""}},
		{"White begins, Black swaps pieces", "(;GM[11]SZ[5];W[b1];B[swap-pieces];W[e4])", 5, "b1 swap e4", open, []string{"", ""}},
		{"White begins, Black swaps sides and goes on as White", "(;GM[11]SZ[5]RE[W+];W[b1];B[swap-sides];B[d2];W[c4])", 5, "b1 swap b4 d3", 1, []string{"", ""}},
		{"White begins on unequal sides", "(;GM[11]SZ[5:3];W[a1];B[e3])", 3, "a1 e3", open, []string{"", ""}},
		{"White begins, two letters, of no site", "(;GM[11]SZ[5]RE[B];W[ad];B[bc])", 5, "a4 b3", 0, []string{"", ""}},
		{"no size, White begins", "(;GM[11]PL[W];W[k1];B[a11])", 11, "k1 a11", open, []string{"", ""}},
		{"swap-sides, then black resigns", "(;GM[11]SZ[5];B[b1];W[swap-sides];W[d2];B[resign])", 5, "b1 swap b4", 0, []string{"", ""}},
		// Of Little Golem, as in READMEs and tests of alphazero-hex, ggp-zero, Polygames, PlayHex and benzene's converter.
		{"Little Golem, a championship", "(;FF[4]EV[hex.ch.32.2.1]PB[a]PW[b]SZ[13]RE[B]GC[game #1612755]SO[https://www.littlegolem.net];W[am];B[ii];W[de];B[dc];W[kf];B[resign])", 13, "a13 i9 d5 d3 k6", 0, []string{"a", "b"}},
		{"Little Golem, swapped", "(;FF[4]EV[hex.ch.23.1.1]PB[a]PW[b]SZ[13]RE[W]GC[ game #1139802]SO[http://www.littlegolem.com];W[mf];B[swap];W[kj];B[ie];W[resign])", 13, "m6 swap k10 i5", 1, []string{"a", "b"}},
		{"Little Golem, unfinished", "(;FF[4]EV[hex.mc.2011.feb.1.10]PB[a]PW[b]SZ[13]GC[ game #1301977]SO[http://www.littlegolem.com];W[ll];B[swap];W[gg];B[fi];W[ih])", 13, "l12 swap g7 f9 i8", open, []string{"a", "b"}},
		{"Little Golem, of bots", "(;FF[4]EV[null]PB[a]PW[b]SZ[13]RE[B]GC[ game #2103276]SO[http://www.littlegolem.com];W[ma];B[swap];W[jd];B[ej];W[cb];B[resign])", 13, "m1 swap j4 e10 c2", 0, []string{"a", "b"}},
		{"Little Golem, without an event", "(;FF[4]SZ[13];W[am];B[ii])", 13, "a13 i9", open, []string{"", ""}},
		// White begins: RainbowHex, and a puzzle in benzene's collection.
		{"RainbowHex", "(;AP[RainbowHex]FF[4]GM[11]SZ[11]PL[W]PW[w]PB[b]\n;W[a2]\n;B[f6])", 11, "a2 f6", open, []string{"w", "b"}},
		{"a puzzle whose solution White begins", "(;AP[HexGui:0.2]FF[4]GM[11]SZ[5];W[a1];B[b2];W[d2];B[e2];W[d3];B[e3];\nW[c4];B[c3];W[b5];B[a5])", 5, "a1 b2 d2 e2 d3 e3 c4 c3 b5 a5", open, []string{"", ""}},
		// Swaps of the Olympiads in benzene's collection: in 2003, 2006, 2008, 2009 and 2011.
		{"Hex-benzene, SWAP", "(;AP[Hex-benzene:0.1]FF[4]GM[11]PB[player1]PW[player2]SZ[11];B[c5];W[SWAP];W[c9];B[f7];W[f6])", 11, "c5 swap i3 g6 f6", open, []string{"player1", "player2"}},
		{"Hex-benzene, clocks of both behind and before", "(;AP[Hex-benzene:0.1]FF[4]GM[11]PB[Blue]PW[Red]SZ[11]\n;B[c2]BL[0]WL[0];BL[0]W[SWAP]WL[12];BL[0]W[f6]WL[14];B[f8]BL[61]WL[14])", 11, "c2 swap f6 h6", open, []string{"Blue", "Red"}},
		{"HexGui 1.0", "(;AP[HexGui:1.0.]FF[4]GM[11]SZ[11];B[j9];W[swap-pieces];W[f6];B[e6];W[e7])", 11, "j9 swap f6 f5 g5", open, []string{"", ""}},
		{"HexGui 0.9", "(;AP[HexGui:0.9.0]FF[4]GM[11]SZ[11];B[a4];W[swap-pieces];W[g6];B[f6];W[resign])", 11, "a4 swap f7 f6", 1, []string{"", ""}},
		{"HexGui from git", "(;AP[HexGui:0.9.GIT]FF[4]GM[11]SZ[11];B[a3];W[swap-pieces];W[f6];B[d7];W[d8])", 11, "a3 swap f6 g4 h4", open, []string{"", ""}},
		{"twogtp, with a bracket and nodes on lines", "(\n;GM[11]SZ[11]PB[m]PW[w]\nRE[B+]DT[2009-05-12]GN[mw1/0000]US[twogtp.py]\n;B[a9]\n;W[swap-pieces]\n\n;W[b10]\n;B[d9])", 11, "a9 swap j2 i4", 1, []string{"m", "w"}},
		// PlayHex, hexp2p, a C++ program for MoHex, and a Hex game in Python.
		{"PlayHex, a swap", "(;FF[4]CA[UTF-8]AP[PlayHex:0.0.0]SO[PlayHex.org]GM[11]SZ[11]PB[a]PW[b]DT[2024-08-27]HA[0]RE[B+Resign]TM[600]OT[fischer 5 capped];B[a2]BL[600];W[swap-pieces]WL[595];B[k5]BL[595];W[f6]WL[590])", 11, "a2 swap k5 f6", 0, []string{"a", "b"}},
		{"PlayHex, a bracket escaped in a name and a link", `(;FF[4]PC[https://test.org?x[\]=y]GM[11]SZ[14]PB[Troll\]HA[42];B[a1]C[Hello];W[a2]C[https://hexworld.org];B[a3]C[Test "\\" "\]"])`, 14, "a1 a2 a3", open, []string{"Troll]HA[42", ""}},
		{"PlayHex, no moves", "(;FF[4]GM[11]SZ[14]HA[0])", 14, "", open, []string{"", ""}},
		{"hexp2p, the program behind the size", "(;FF[4]GM[11]SZ[14]AP[hexp2p];B[c3];W[a1];B[e5])", 14, "c3 a1 e5", open, []string{"", ""}},
		{"columns and rows, the moves on a line of their own", "(;FF[4]GM[11]SZ[3:4]\n;B[a1];W[b2]\n)", 4, "a1 b2", open, []string{"", ""}},
		{"a date in words", "(;FF[4]GM[11]SZ[11]\nPB[a]PW[b]\nRE[W+Resign]\nDT[Nov 28 2025]\n;B[a1]\n;W[f6]\n)", 11, "a1 f6", 1, []string{"a", "b"}},
		// Files of which the issues of Sabaki, GoProject, glift, lizzie, sgf-parse, WeiqiHub and KaTrain tell, as games of Hex.
		{"Sabaki: brackets in who wrote it", "(;US[Someone[3d]]GM[11]SZ[5];B[c3];W[d2])", 5, "c3 d2", open, []string{"", ""}},
		{"GoProject: brackets in who wrote it, last", "(;GM[11]SZ[5]PB[player[3k]]US[player[3k]];B[c3];W[d2])", 5, "c3 d2", open, []string{"player[3k]", ""}},
		{"glift: a comment again behind the end", "(;GM[11]SZ[5];B[c3];W[d2]C[Playable for both.])))\n]C[Playable for both. ])))", 5, "c3 d2", open, []string{"", ""}},
		{"lizzie: brackets in comments", "(;GM[11]SZ[5];B[c3]C[0.7.4\n50.1 1\ninfo move [c3]];W[d2]C[a]b])", 5, "c3 d2", open, []string{"", ""}},
		{"Sabaki: a comment of a backslash", `(;GM[11]SZ[5]C[\\];B[c3];W[d2])`, 5, "c3 d2", open, []string{"", ""}},
		{"Sabaki: a comment that ends in a bracket", `(;GM[11]SZ[5]C[\\\];B[a1];B[c3];W[d2])`, 5, "c3 d2", open, []string{"", ""}},
		{"sgf-parse: a bracket too many at the end", "(;GM[11]SZ[5];B[c3];W[d2]))", 5, "c3 d2", open, []string{"", ""}},
		{"sgf-parse: an empty line first", "\n(;GM[11]SZ[5];B[c3];W[d2])", 5, "c3 d2", open, []string{"", ""}},
		{"WeiqiHub: a blank before the variations", "(;GM[11]FF[4]SZ[5];B[c3];W[d2] (;B[a1];W[b1];B[b2])(;B[e1];W[d1]))", 5, "c3 d2 a1 b1 b2", open, []string{"", ""}},
		{"KaTrain: each move in a variation of its own", "(;FF[4]\nCA[UTF-8]\nGM[11]\nTM[60]OT[5x30 byo-yomi]\nSZ[5]\nC[a: hi\nb: hfhf\n]\n;B[c3]\nC[a: hi\n]\n(;W[d2]\n(;B[a1]\n(;W[b1]))))", 5, "c3 d2 a1 b1", open, []string{"", ""}},
		{"an example with comments", "(;AP[HexGui:0.10.GIT]FF[4]GM[11]SZ[9]C[Example game] ;B[aa]C[This opening is too strong. White will definitely swap it.] ;W[bb];B[cc]C[Good.] (;W[ab]C[See the next variation])(;W[dd]))", 9, "a1 b2 c3 a2", open, []string{"", ""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			record, err := format(t, "sgf").Decode(t.Context(), []byte(tt.file))
			if tt.size == 0 {
				if err == nil {
					t.Fatal("a swap on the third move was taken")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(record.Moves, " "); got != tt.moves || record.Options.Int("size") != tt.size {
				t.Errorf("size %d, moves %q; want %d, %q", record.Options.Int("size"), got, tt.size, tt.moves)
			}
			if record.Outcome.Winner != tt.winner {
				t.Errorf("winner %d, want %d", record.Outcome.Winner, tt.winner)
			}
			if diff := cmp.Diff(tt.names, record.Names); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestSGFWhiteBegins: the first player is Red and joins left and right, on the cells of the file.
func TestSGFWhiteBegins(t *testing.T) {
	record, err := format(t, "sgf").Decode(t.Context(), []byte("(;GM[11]SZ[5:3];W[a1];B[e3])"))
	if err != nil {
		t.Fatal(err)
	}
	want := engine.Options{"size": 3, "width": 5, "weighted": false, "swap": false, "convention": "source"}
	if diff := cmp.Diff(want, record.Options) + cmp.Diff([]string{"a1", "e3"}, record.Moves); diff != "" {
		t.Error(diff)
	}
}

// TestSGFNotes: comments are kept by move, and what is left out is said.
func TestSGFNotes(t *testing.T) {
	const shows = ", which `hex replay` shows."
	tests := []struct {
		name, file string
		comments   []string
		note       string
	}{
		{"nothing", "(;GM[11]SZ[5];B[c3];W[d2])", nil, ""},
		{"no size", "(;GM[11];B[c3])", nil, "The file does not say how large its board is: it is taken for 11 by 11."},
		{"White begins", "(;GM[11]SZ[5];W[c3]C[a])", []string{"", "a"}, "White begins in the file, so that Red joins left and right here. It has a comment" + shows},
		{"comments", "(;GM[11]SZ[5]C[Fine\nday];B[c3];W[d2]C[good \\] move])", []string{"Fine\nday", "", "good ] move"}, "It has 2 comments" + shows},
		{"of the end", "(;GM[11]SZ[5];B[c3]C[a];C[b];W[resign]C[c])", []string{"", "a\nb\nc"}, "It has 3 comments" + shows},
		{"of a swap of sides", "(;GM[11]SZ[5];B[b1];W[swap]C[mine];W[d2]C[a])", []string{"", "", "mine", "a"}, "It has 2 comments" + shows},
		{"blank", "(;GM[11]SZ[5]C[ \n];B[c3]C[])", nil, ""},
		{"too long", "(;GM[11]SZ[5]C[" + strings.Repeat("x", 40<<10) + "];B[c3])", nil, "There is no room for one more comment."},
		{"too long, and one with room", "(;GM[11]SZ[5]C[" + strings.Repeat("x", 40<<10) + "];B[c3]C[a])", []string{"", "a"}, "It has a comment" + shows + " There is no room for one more comment."},
		{"variations", "(;GM[11]SZ[5](;B[c3]TR[c3])(;B[a1]C[no];W[zz])(;B[a2]))", nil, "Left out: 2 variations, one comment in variations, one mark."},
		{"more games", "(;GM[11]SZ[5];B[c3])(;GM[11])(;GM[1]C[x])", nil, "The file has 3 games: `game:2` takes the second."},
		{"a result in other words", "(;GM[11]SZ[5]RE[1-0];B[c3])", nil, "How it ended, `1-0`, is not understood: the game is open here."},
		{"no result", "(;GM[11]SZ[5]RE[ Unfinished ];B[c3])", nil, ""},
		{"a result in other words, and one on the board", "(;GM[11]SZ[3]RE[1-0];B[a1];W[b1];B[a2];W[b2];B[a3])", nil, ""},
		{
			"set up after moves", "(;GM[11]SZ[5]C[a];B[c3]BL[50]C[b];W[a1]WL[40];AB[b2]C[d];W[d4]WL[30]C[e];B[e1]C[f])",
			[]string{"a\nb\nd", "e", "f"},
			"The file sets the board up after move 2: the game begins there. It has 5 comments" + shows,
		},
		{"set up at the end", "(;GM[11]SZ[5];B[c3]C[b];AW[a1]C[c])", []string{"b\nc"}, "The file sets the board up after move 1: the game begins there. It has 2 comments" + shows},
		{"set up twice", "(;GM[11]SZ[5];B[c3];AW[a1];B[a2];AW[d1];W[d2])", nil, "The file sets the board up after move 2: the game begins there."},
		{"set up before moves", "(;GM[11]SZ[5];AB[c3]AW[a1]C[c];B[a2])", []string{"c"}, "It has a comment" + shows},
		{"damaged behind the main line", "(;GM[11]SZ[5];B[c3](;W[a1])(;W[", nil, "Left out: one variation. What follows is left out: the file is cut off at move 3: its closing ) is missing."},
		{"all", "(;GM[11]SZ[5]C[a]SQ[a1](;B[c3])(;B[d3]))(;GM[11])", []string{"a"}, "It has a comment" + shows + " Left out: one variation, one mark. The file has 2 games: `game:2` takes the second."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			record, err := format(t, "sgf").Decode(t.Context(), []byte(tt.file))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.comments, record.Comments) + cmp.Diff(tt.note, record.Note.String()); diff != "" {
				t.Error(diff)
			}
			answer, err := format(t, "sgf").Encode(t.Context(), record)
			if err != nil {
				t.Fatal(err)
			}
			again, err := format(t, "sgf").Decode(t.Context(), answer.Files[0].Data)
			if diff := cmp.Diff(record.Comments, again.Comments); diff != "" || err != nil {
				t.Errorf("written and read again: %v %s", err, diff)
			}
		})
	}
}

func TestSGFRefuses(t *testing.T) {
	tests := []struct{ name, file, why string }{
		{"nothing", "", "this is not an SGF file: one begins with (;"},
		{"another file", "hello", "this is not an SGF file: one begins with (;"},
		{"no node", "()", "this is not an SGF file: one begins with (;"},
		{"an encoding that is unknown", "(;GM[11]CA[Klingon]SZ[5]PB[\xe9];B[c3])", `the file is written in the encoding "Klingon", which is not known here: save it in UTF-8`},
		{"Go", "(;GM[1]SZ[19];B[pd])", "this is another game: a Hex file says GM[11]"},
		{"a bad size", "(;GM[11]SZ[big];B[a1])", "the size of the board, SZ, must be a whole number, or two as in 11:10"},
		{"the same letter after the swap and the next move", "(;GM[11]SZ[5];B[b1];W[swap];W[d2];W[c4])", "move 4: it is not W's turn: the players move in turn"},
		{"the other letter after the swap, and again", "(;GM[11]SZ[5];B[b1];W[swap];B[d2];B[c4])", "move 4: it is not B's turn: the players move in turn"},
		{"the first cell after swapped sides", "(;GM[11]SZ[5];B[b1];W[swap-pieces];W[b1])", "move 3: a2 is taken: choose an empty cell"},
		{"too large", "(;GM[11]SZ[26];B[a1])", "size must be a whole number from 3 to 25"},
		{"half a size", "(;GM[11]SZ[11:];B[a1])", "the size of the board, SZ, must be a whole number, or two as in 11:10"},
		{"too wide", "(;GM[11]SZ[26:11];B[a1])", "width must be a whole number from 3 to 25"},
		{"too high", "(;GM[11]SZ[11:26];B[a1])", "size must be a whole number from 3 to 25"},
		{"off a narrow board", "(;GM[11]SZ[3:5];B[c5];W[d1])", "move 2: that is off the board: cells run from a1 to c5"},
		{"off a board that is mirrored", "(;GM[11]SZ[5:3]RU[source];B[e3];W[c5])", "move 2: that is off the board: cells run from a1 to e3"},
		{"swap on unequal sides", "(;GM[11]SZ[5:4];B[a1];W[swap-pieces])", "move 2: there is no swap on a board with unequal sides: choose an empty cell"},
		{"swapped sides on unequal sides", "(;GM[11]SZ[5:4];B[a1];W[swap-sides])", "move 2: there is no swap on a board with unequal sides: choose an empty cell"},
		{"cell taken", "(;GM[11]SZ[5];B[c3];W[d2];B[c3])", "move 3: c3 is taken: choose an empty cell"},
		{"off the board", "(;GM[11]SZ[5];B[c3];W[k11])", "move 2: that is off the board: cells run from a1 to e5"},
		{"no cell", "(;GM[11]SZ[5];B[c3];W[what?])", "move 2: a cell is a letter and a number, such as c3: cells run from a1 to e5"},
		{"pass", "(;GM[11]SZ[5];B[c3];W[])", "move 2: there is no passing in Hex"},
		{"swap too late", "(;GM[11]SZ[5];B[c3];W[d2];B[swap-sides])", "move 3: only the second player's first move can be the swap: choose an empty cell"},
		{"twice in turn", "(;GM[11]SZ[5];B[c3];B[d2])", "move 2: it is not B's turn: the players move in turn"},
		{"after the end", "(;GM[11]SZ[3];B[a1];W[b1];B[a2];W[b2];B[a3];W[b3])", "move 6: the game is over: red joins top and bottom by a chain of 3 stones"},
		{"after resigning", "(;GM[11]SZ[5];B[c3];W[resign];B[d2])", "move 3: the game was resigned before"},
		{"cut off in a value", "(;GM[11]SZ[5];B[c3];W[d", "the file is cut off at move 2: its closing ) is missing"},
		{"cut off after a name", "(;GM[11]SZ[5];B[c3];W", "the file is cut off at move 2: its closing ) is missing"},
		{"cut off between nodes", "(;GM[11]SZ[5];B[c3];W[d2]", "the file is cut off at move 2: its closing ) is missing"},
		{"cut off in the header", "(;GM[11]SZ[5", "the file is cut off before the first move: its closing ) is missing"},
		{"cut off behind a backslash", `(;GM[11]SZ[5];B[c3]C[\`, "the file is cut off at move 1: its closing ) is missing"},
		{"a bracket in a cell", "(;GM[11]SZ[5];B[c3]];W[d2])", "move 1: a cell is a letter and a number, such as c3: cells run from a1 to e5"},
		{"damaged behind a comment", "(;GM[11]SZ[5];B[c3]C[good]+;W[d2])", "the file is damaged at move 1: a property such as B[c5] should stand there"},
		{"damaged", "(;GM[11]SZ[5];B[c3]+;W[d2])", "the file is damaged at move 1: a property such as B[c5] should stand there"},
		{"no value", "(;GM[11]SZ[5];B;W[d2])", "the file is damaged at move 1: B has no value in brackets"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { refuses(t, "sgf", tt.file, tt.why) })
	}
	t.Run("too long", func(t *testing.T) {
		refuses(t, "sgf", "(;GM[11]SZ[5]C["+strings.Repeat("x", 5<<20)+"])", "the file is longer than any game of Hex")
	})
}

func refuses(t *testing.T, id, text, want string) {
	t.Helper()
	_, err := format(t, id).Decode(t.Context(), []byte(text))
	if _, ok := errors.AsType[*engine.Refusal](err); !ok {
		t.Fatalf("Decode = %v, want a Refusal", err)
	}
	if why, _ := engine.Why(err); why.String() != want {
		t.Errorf("Decode refuses with %q, want %q", why, want)
	}
}

// TestUnequalSidesComeBack: both notations bring a board of unequal sides back as it was.
func TestUnequalSidesComeBack(t *testing.T) {
	for _, id := range []string{"sgf", "hexworld"} {
		for _, convention := range []string{"modern", "source"} {
			o := engine.Options{"size": 7, "width": 4, "weighted": false, "swap": false, "convention": convention}
			record := engine.Record{Options: o, Moves: strings.Fields("a7 d1 b2 c6")}
			answer, err := format(t, id).Encode(t.Context(), record)
			if err != nil {
				t.Fatal(err)
			}
			text := []byte(answer.Text.String())
			if len(answer.Files) > 0 {
				text = answer.Files[0].Data
			} else if convention == "source" {
				// The link knows no conventions: the game comes back mirrored.
				record.Options = engine.Options{"size": 4, "width": 7, "weighted": false, "swap": false, "convention": "modern"}
				record.Moves = strings.Fields("g1 a4 b2 f3")
			}
			back, err := format(t, id).Decode(t.Context(), text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(record.Options, back.Options) + cmp.Diff(record.Moves, back.Moves); diff != "" {
				t.Errorf("%s, %s: %s", id, convention, diff)
			}
		}
	}
}

func TestHexWorldWrites(t *testing.T) {
	tests := []struct {
		name   string
		record engine.Record
		want   string
	}{
		{"empty board", engine.Record{Options: options(11)}, "https://hexworld.org/board/#11c1,"},
		{"unequal sides: columns, then rows", engine.Record{Options: engine.Options{"size": 11, "width": 10}, Moves: []string{"a11"}}, "https://hexworld.org/board/#10x11c1,a11"},
		{"swap", engine.Record{Options: options(5), Moves: strings.Fields("c2 swap e4")}, "https://hexworld.org/board/#5c1,c2:se4"},
		{
			"red resigned",
			engine.Record{Options: options(5), Moves: []string{"c2"}, Outcome: engine.Outcome{Status: engine.Won, Winner: 1, End: engine.Resigned}},
			"https://hexworld.org/board/#5c1,c2:rb",
		},
		{
			"blue resigned",
			engine.Record{Options: options(5), Moves: []string{"c2"}, Outcome: engine.Outcome{Status: engine.Won, Winner: 0, End: engine.Resigned}},
			"https://hexworld.org/board/#5c1,c2:rw",
		},
		{
			"won on the board",
			engine.Record{Options: options(3), Moves: strings.Fields("a1 b1 a2 b2 a3")},
			"https://hexworld.org/board/#3c1,a1b1a2b2a3",
		},
		{
			"the source's convention, mirrored",
			engine.Record{Options: engine.Options{"size": 5, "convention": "source"}, Moves: []string{"a2"}},
			"https://hexworld.org/board/#5c1,b1",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			answer, err := format(t, "hexworld").Encode(t.Context(), tt.record)
			if err != nil {
				t.Fatal(err)
			}
			if got := answer.Text.String(); got != tt.want {
				t.Errorf("link %s, want %s", got, tt.want)
			}
		})
	}
}

func TestHexWorldReads(t *testing.T) {
	tests := []struct {
		link   string
		size   int
		moves  string
		winner engine.Seat
	}{
		{"https://hexworld.org/board/#11c1,c2:sf6", 11, "c2 swap f6", engine.NoSeat},
		{" https://hexworld.org/board/#15,e6:sf7i8g10\n", 15, "e6 swap f7 i8 g10", engine.NoSeat},
		{"https://hexworld.org/board/#9r9c1,b3:rb", 9, "b3", 1},
		{"#13x13r8mnc1,b3,c4", 13, "b3 c4", engine.NoSeat},
		{"#13x11r8c1,m11a1", 11, "m11 a1", engine.NoSeat},
		{"11c1,,b3c4:rw", 11, "b3 c4", 0},
		{"11", 11, "", engine.NoSeat},
		{"https://hexworld.org/board/#11c1%2Cc2%3Asf6", 11, "c2 swap f6", engine.NoSeat},
		{"5c1,b1:Sd2c4:fb", 5, "b1 swap b4 d3", 0}, // black is now the second player
		// Of PlayHex's tests, help and chat, and of a catalogue of patterns.
		{"https://hexworld.org/board/#9r9c1,b3:sc6:rw", 9, "b3 swap c6", 0},
		{"https://hexworld.org/board/#11r9c1,b3c11:fb", 11, "b3 c11", 1},
		{"https://hexworld.org/board/#11r7c1,g3i7j4j7g8g5d1d7a6b7k2c11f5:fw", 11, "g3 i7 j4 j7 g8 g5 d1 d7 a6 b7 k2 c11 f5", 0},
		{"https://hexworld.org/board/#14c1,a14:sd11e4d4e3", 14, "a14 swap d11 e4 d4 e3", engine.NoSeat},
		{"https://hexworld.org/board/#11r9c1,b4:sh4g8i8h3g4g3i3j1j3k1i2i1", 11, "b4 swap h4 g8 i8 h3 g4 g3 i3 j1 j3 k1 i2 i1", engine.NoSeat},
		{"https://hexworld.org/board/#21c1,k10k11", 21, "k10 k11", engine.NoSeat},
		{"https://hexworld.org/board/#11nc1,a10f6", 11, "a10 f6", engine.NoSeat},
	}
	for _, tt := range tests {
		t.Run(tt.link, func(t *testing.T) {
			record, err := format(t, "hexworld").Decode(t.Context(), []byte(tt.link))
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(record.Moves, " "); got != tt.moves || record.Options.Int("size") != tt.size || record.Outcome.Winner != tt.winner {
				t.Errorf("size %d, %q, winner %d; want %d, %q, %d", record.Options.Int("size"), got, record.Outcome.Winner, tt.size, tt.moves, tt.winner)
			}
		})
	}
}

func TestHexWorldRefuses(t *testing.T) {
	const noLink = "this is not a HexWorld link: one looks like https://hexworld.org/board/#11c1,a2b3"
	tests := []struct{ link, why string }{
		{"", noLink},
		{"2x12,a1", "width must be a whole number from 3 to 25"},
		{"11x12c1,a12l1", "move 2: that is off the board: cells run from a1 to k12"},
		{"11x12c1,a12:s", "move 2: there is no swap on a board with unequal sides: choose an empty cell"},
		{"26,a1", "size must be a whole number from 3 to 25"},
		{"11c1,a1:sa1", "move 3: a1 is taken: choose an empty cell"},
		{"11c1,a1b2z9", "move 3: that is off the board: cells run from a1 to k11"},
		{"11c1,a1!", "move 2: a cell such as c3 should stand there, or :s for the swap"},
		{"11c1,a1b", "move 2: a cell such as c3 should stand there, or :s for the swap"},
		{"11c1,a1:p", "move 2: there is no passing in Hex"},
		{"11c1,:s", "move 1: there is nothing to swap yet: place the first stone"},
		{"11c1,a1:rba2", "move 3: the game was resigned before"},
		// Of PlayHex's tests and chat: passing, unequal sides, and a game on a board of 29.
		{"https://hexworld.org/board/#9r9c1,b3:sc6i9:p", "move 5: there is no passing in Hex"},
		{"Well, https://hexworld.org/board/#6x5r9c1,:pf1:pe1c2c3b3a5e3 is a puzzle", "move 1: there is no passing in Hex"},
		{"9r9c1,e5:sc6:pb3", "move 4: there is no passing in Hex"},
		{"11x5,d2e6", "move 2: that is off the board: cells run from a1 to k5"},
		{"https://hexworld.org/board/#29r9c1,q22p24g23o23w23r23x18", "size must be a whole number from 3 to 25"},
	}
	for _, tt := range tests {
		t.Run(tt.link, func(t *testing.T) { refuses(t, "hexworld", tt.link, tt.why) })
	}
}

func FuzzSGF(f *testing.F) {
	for _, seed := range []string{
		"(;GM[11]SZ[5];B[c3];W[swap-pieces];B[d2])", "(;GM[11]SZ[5:5]RE[B+R];B[c3];W[swap-sides];B[d2](;W[a1])(;W[a2]))",
		"(;FF[4]PB[x\\]]PW[y]SZ[11]RU[weighted, no swap, source];W[ad];B[swap];W[eg];B[resign])", "(;SZ[3]AB[a1]", "()",
		"(;GM[11]SZ[5:3]PL[W]RE[W+];W[a2];B[b1])", "(;GM[11];B[b1];W[SWAP];W[d2];B[c4];W[resign])", "(;GM[11]SZ[5]US[a[b]];W[b1];B[swap-sides];B[d2])",
		"(;SZ[5:3];B[e3];W[a1])", "(;SZ[5:3]RU[source];B[e3];W[a1])",
	} {
		f.Add([]byte(seed))
	}
	fuzzDecode(f, "sgf")
}

func FuzzHexWorld(f *testing.F) {
	for _, seed := range []string{
		"https://hexworld.org/board/#11c1,c2:sf6,a1:rb", "5x5r9mn,b1:Sd2c4:fw", "11x10r9c1,k10a1:rb", "#3,a1b1a2b2a3", "11c1%2Ca1",
		"[a](<https://trmph.com/hex/board#5,c2c2a1>).", "see #11x,a1 https://playhex.org/hexplorer#11r9c1,h4,:s or www.hexworld.org/board/#%2c",
	} {
		f.Add([]byte(seed))
	}
	fuzzDecode(f, "hexworld")
}

// fuzzDecode: refused input has a reason, and accepted input replays and survives its own notation.
func fuzzDecode(f *testing.F, id string) {
	f.Helper()
	notation := format(f, id)
	fuzzRead(f, id, func(t *testing.T, record engine.Record) {
		t.Helper()
		answer, err := notation.Encode(t.Context(), record)
		if err != nil {
			t.Fatal(err)
		}
		text := []byte(answer.Text.String())
		if len(answer.Files) > 0 {
			text = answer.Files[0].Data
		}
		back, err := notation.Decode(t.Context(), text)
		if err != nil {
			t.Fatalf("%s does not come back: %v", text, err)
		}
		if diff := cmp.Diff(record.Moves, back.Moves); diff != "" || back.Outcome.Winner != record.Outcome.Winner {
			t.Fatalf("%s comes back with the winner %d, not %d; moves %s", text, back.Outcome.Winner, record.Outcome.Winner, diff)
		}
	})
}

// fuzzRead: refused input has a reason, and accepted input replays. check sees what is accepted.
func fuzzRead(f *testing.F, id string, check func(t *testing.T, record engine.Record)) {
	f.Helper()
	notation := format(f, id)
	f.Fuzz(func(t *testing.T, data []byte) {
		enginetest.Bounded(t, len(data), func() {
			record, err := notation.Decode(t.Context(), data)
			if err != nil {
				if _, ok := engine.Why(err); !ok {
					t.Fatalf("refused with %v", err)
				}
				return
			}
			if _, err := engine.Replay(t.Context(), &hex.Game, record.Options, record.Moves); err != nil {
				t.Fatal(err)
			}
			check(t, record)
		})
	})
}
