package bot

import (
	"strings"
	"testing"
)

// TestSetUpBoards: a board row by row begins a game like any other, whatever the server's standards
// for new tables are.
func TestSetUpBoards(t *testing.T) {
	s := newSession(t)
	if r := s.does("you", "/server defaults game:hex options:size:9 swap:true"); r.Refused {
		t.Fatal(r.Text)
	}
	for _, tt := range []struct{ does, says string }{
		{"/hex new opponent:@you setup:a b c d 1 . X . . 2 O . X . 3 . . . . 4 . . . .", "Set up with 2 red stones and one blue stone. X is Red, O is Blue."},
		{"/hex move d1", "Red to move"},
		{"/hex export format:hexworld", "begins on an empty board"},
		{"/hex undo", "Blue to move"},
		{"/hex undo", "you have not moved yet"},
		{"/hex import text:(;GM[11]SZ[4]AB[a1:c2]AW[a3:b4]PL[W];W[c3])", "Red to move"},
		{"/hex import text:B . . / B . W / B W .", "**Red wins**"},
		{"/hex new opponent:@you setup:R../R../R..", "nothing to play on this board"},
		{"/hex new opponent:@you setup:B.R/.../... size:4", "leave `size` and `width` out"},
		{"/hex new opponent:@friend rated:true setup:B.R/.../...", "no game there is rated"},
		{"/hex new setup:B.R/.../...", "whom do you want to play?"},
		{"/hex new level:easy setup:B.R/.../.../... red to move", "Set up with one red stone and one blue stone."},
	} {
		if r := s.does("you", tt.does); !strings.Contains(strings.ToLower(r.Text), strings.ToLower(tt.says)) {
			t.Errorf("%s: %q, want it to say %q", tt.does, r.Text, tt.says)
		}
	}
	s.play("you: /hex new @you size:4")
	if record := s.tableOf("hex", 5); record.Rules != 1 {
		t.Errorf("an older version leaves a plain game alone, of rules %d", record.Rules)
	}
	if record := s.tableOf("hex", 1); record.Rules != 2 || !strings.Contains(string(record.Options), `".X../O.X./..../.... blue to move"`) {
		t.Errorf("the options are %s", record.Options)
	}
}
