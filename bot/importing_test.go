package bot

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

// TestImportRefuses: what is told of a game that cannot be read is what is wrong in the notation
// in which it was written.
func TestImportRefuses(t *testing.T) {
	for _, tt := range []struct{ text, why string }{
		{"https://hexworld.org/board/#11c1,a1:sa1", "Move 3: a1 is taken: choose an empty cell."},
		{"https://hexworld.org/board/#42c1,a1b2", "Size must be a whole number from 3 to"},
		{"https://hexworld.org/board/#11c1,a1:pb2", "Move 2: there is no passing in Hex."},
		{"https://hexworld.org/board/#5c1,a1f6", "Move 2: that is off the board: cells run from a1 to e5."},
		{"https://hexworld.org/board/#5c1,a1b2:sd4", "Move 3: only the second player's first move can be the swap"},
		{"https://hexworld.org/board/#5x4c1,a1:s", "Move 2: there is no swap on a board with unequal sides"},
		{"https://hexworld.org/board/#5c1,a1:rbb2", "Move 3: the game was resigned before."},
		{"(;GM[1]SZ[19];B[pd])", "This is another game: a Hex file says GM[11]."},
		{"(;GM[11]SZ[5];B[c3];W[c3])", "Move 2: c3 is taken: choose an empty cell, or swap."},
		{"(;GM[11]SZ[5];B[c3];W[d", "The file is cut off at move 2: its closing ) is missing."},
		{"a5 b6 a5", "Move 3: a5 is taken: choose an empty cell."},
		{"1. a5 b6 4. c7 d8", "Move 3: the number 4 stands there, as if a move were missing."},
		{"....\n.R..\n...\n....", "The rows of the board must be of the same length: row 1 has 4 cells, row 3 has 3."},
		{"....\n.R..\n....\n....\nturn: blue", "The stones must be R and B, or B and W, or X and O, and empty cells dots, as in `.R. / B.R / ...`, and nothing like \"T\"."},
		{"a5 then b6", "Move 2: a cell such as c3 or the word swap should stand there, not \"then\"."},
		{"https://playhex.org/games/0d1f8e8c-3000-49ff-831a-84c20e514528", "PlayHex's links do not hold the moves"},
		{"nonsense", "This cannot be read as a game: bring an SGF file, or a link of HexWorld or TRMPH, or a board, row by row, or moves such as a3 swap d4."},
		{"Just (a word) in brackets", "This cannot be read as a game: bring an SGF file, or a link of HexWorld or TRMPH, or a board, row by row, or moves such as a3 swap d4."},
	} {
		t.Run(tt.text, func(t *testing.T) {
			s := newSession(t, quickGames()...)
			if r := s.does("you", "/hex import text:"+tt.text); !r.Refused || !strings.HasPrefix(r.Text, tt.why) {
				t.Errorf("%q, want %q", r.Text, tt.why)
			}
		})
	}
}

// TestImportOneThing: of a file and a text, neither is dropped without a word.
func TestImportOneThing(t *testing.T) {
	s := newSession(t)
	r := s.request("you", "/hex import text:a3 b4")
	r.Options["file"] = engine.File{Name: "moves.txt", Data: []byte("a5 d7")}
	if reply := s.finish(r); !reply.Refused || reply.Text != "Give the game either as a file or as text." {
		t.Errorf("%q", reply.Text)
	}
}

// TestImportedBoardsGoOut: a board without moves is written down, too.
func TestImportedBoardsGoOut(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex import X..O/.X../..../O...")
	if file := s.written("you"); !strings.Contains(file, "AB[a1][b2]AW[d1][a4]PL[B]") {
		t.Errorf("the board goes out as %s", file)
	}
}

// TestImportBySize: moves that do not say how large their board is are played on that of `size:`, else
// on a usual one, and who brings them is told.
func TestImportBySize(t *testing.T) {
	const note = "The moves do not say how large the board is: it is taken to be 11 by 11."
	for _, tt := range []struct {
		text  string
		size  int
		board string
		told  bool
	}{
		{"a5 swap-pieces d4 f7", 0, "Hex, 11 by 11.", true},
		{"a5 swap-pieces d4 f7", 13, "Hex, 13 by 13.", false},
		{"1.a3 2.swap 3.d4", 5, "Hex, 5 by 5.", false},
		{"7x7 a5d7f3", 0, "Hex, 7 by 7.", false},
		{"[mine](<https://hexworld.org/board/#9c1,c2:sf6>)", 0, "Hex, 9 by 9.", false},
		{"(;GM[11]SZ[9];B[c3];W[d2])", 13, "Hex, 9 by 9.", false},
		{"#5,c2c2a1", 0, "Hex, 5 by 5.", false},
		{"ａ５，ｄ７－ｆ３", 0, "Hex, 11 by 11.", true},
		{"```text\n. R .\n. B .\n. . .\n```", 0, "Hex, 3 by 3.", false},
		{"```\n  a b c\n1 . R .\n 2 . B .\n  3 . . .\n``` Red to move", 0, "Hex, 3 by 3.", false},
		{"`.R./.B./...`", 0, "Hex, 3 by 3.", false},
		{"> .R.\n> .B.\n> ...", 0, "Hex, 3 by 3.", false},
		{"| . | R | . |\n| . | B | . |\n| . | . | . |", 0, "Hex, 3 by 3.", false},
		{"[['.','R','.'],\n ['.','B','.'],\n ['.','.','.']]", 0, "Hex, 3 by 3.", false},
		{"... .R. B..", 0, "Hex, 3 by 3.", false},
		{"a b c d 1 . . R . 2 . B . . 3 . . . . 4 . . . . red to move", 0, "Hex, 4 by 4.", false},
	} {
		for _, file := range []bool{false, true} {
			s := newSession(t)
			r := s.request("you", "/hex import")
			if r.Options["text"] = tt.text; file {
				r.Options = map[string]any{"file": engine.File{Name: "moves.txt", Data: []byte(tt.text)}}
			}
			if tt.size != 0 {
				r.Options["size"] = tt.size
			}
			reply := s.finish(r)
			if reply.Refused || !strings.HasPrefix(reply.Files[0].Alt, tt.board) {
				t.Fatalf("%s, size %d: %q", tt.text, tt.size, reply.Text)
			}
			if strings.Contains(reply.Text, note) != tt.told {
				t.Errorf("%s, size %d: %q", tt.text, tt.size, reply.Text)
			}
		}
	}
}
