package bot

import (
	"strings"
	"testing"
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
		{"nonsense", "This cannot be read as a game: bring an SGF file, or a link of HexWorld"},
		{"Just (a word) in brackets", "This cannot be read as a game: bring an SGF file, or a link of HexWorld"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			s := newSession(t, quickGames()...)
			if r := s.does("you", "/hex import text:"+tt.text); !r.Refused || !strings.HasPrefix(r.Text, tt.why) {
				t.Errorf("%q, want %q", r.Text, tt.why)
			}
		})
	}
}
