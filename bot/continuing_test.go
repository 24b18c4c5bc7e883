package bot

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/table"
)

// TestPlayFromPositions: a table begins where the game of another stood, in each game alike, and its
// players cannot take back what they have not played.
func TestPlayFromPositions(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new opponent:@you size:4 weighted:true convention:source", "you: /hex move a1", "you: /hex move b2", "you: /hex move c3", "you: /hex resign", "you: [End]")
	for _, tt := range []struct{ user, does, says string }{
		{"you", "/hex new opponent:@you from:1 move:2", "It begins after 2 moves of another table."},
		{"you", "/hex undo table:2", "you have not moved yet"},
		{"you", "/hex move c2 table:2", "Blue to move"},
		{"you", "/hex undo table:2", "Red to move"},
		{"you", "/hex new opponent:@you from:1", "It begins after 3 moves of another table."},
		{"you", "/hex new level:easy from:1 move:1", "Red (You) to move."},
		{"you", "/hex new opponent:@friend from:1 move:2", "It begins after 2 moves of another table."},
		{"you", "/hex new from:1 move:2", "whom do you want to play?"},
		{"you", "/hex new opponent:@you from:1 move:4", "there is no move 4"},
		{"you", "/hex new opponent:@you from:99", "there is no table 99"},
		{"you", "/hex new opponent:@you move:2", "name that one by `from`"},
		{"you", "/hex new opponent:@you from:1 size:5", "leave `size` out"},
		{"you", "/hex new opponent:@friend from:1 move:2 rated:true", "not rated"},
		{"friend", "/hex new opponent:@friend from:1 move:2", "It begins after 2 moves of another table."},
		{"friend", "/hex new opponent:@friend from:3 move:2", "is not over yet"},
	} {
		if r := s.does(tt.user, tt.does); !strings.Contains(strings.ToLower(r.Text), strings.ToLower(tt.says)) {
			t.Errorf("%s: %q, want it to say %q", tt.does, r.Text, tt.says)
		}
	}
	first, second := s.tableOf("hex", 1), s.tableOf("hex", 2)
	if string(first.Options) != string(second.Options) || len(second.Moves) != 2 || second.Moves[1].Text != "b2" || table.IsUser(second.Moves[1].By) {
		t.Errorf("table 2 has %s and the moves %+v", second.Options, second.Moves)
	}
}

// TestPlayFromWonGame: without a move it begins before the one that ended the game by the rules.
func TestPlayFromWonGame(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex import text:(;GM[11]SZ[3];B[a1];W[b1];B[a2];W[b2];B[a3])")
	if r := s.does("you", "/hex new opponent:@you from:1"); !strings.Contains(r.Text, "after 4 moves") {
		t.Errorf("it says %q", r.Text)
	}
	s.refused("you", "/hex new opponent:@you from:1 move:5", "nobody can move")
}

// TestPlayFromIsNoHelp: nobody goes on from a game in which help is closed.
func TestPlayFromIsNoHelp(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new opponent:@friend size:4", "friend: [Accept]", "you: /hex move a1")
	s.refused("you", "/hex new level:easy from:1", "Hints and analyses are closed")
	s.refused("other", "/hex new level:easy from:1", "is not over yet")
	s.play("you: /hex puzzle")
	s.refused("you", "/hex new level:easy from:2", "A puzzle is solved where it stands")
}

// TestPlayFromHere: the button beside a past position opens such a table, and a rematch begins there as well.
func TestPlayFromHere(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new opponent:@you size:4", "you: /hex move a1", "you: /hex move b2", "you: /hex move c3", "you: /hex resign", "you: [End]", "you: /hex show move:2")
	s.play("you: [Play from here]", "you: [Both sides myself]")
	if moves := s.tableOf("hex", 2).Moves; len(moves) != 2 {
		t.Fatalf("the moves are %+v", moves)
	}
	s.play("you: /hex move d4 table:2", "you: /hex resign table:2", "you: [End]", "you: [Again]")
	third := s.tableOf("hex", 3)
	if texts, _ := json.Marshal(third.Moves); len(third.Moves) != 2 || third.Moves[1].Text != "b2" {
		t.Errorf("the rematch begins with %s", texts)
	}
}

// TestPlayFromOtherGames: what is set up is replayed in every game.
func TestPlayFromOtherGames(t *testing.T) {
	for _, tt := range []struct {
		lines []string
		from  string
	}{
		{[]string{"/gordon new @you group:Z7", "/gordon move m=0 p=3", "/gordon move m=1"}, "/gordon new @you from:1 move:1"},
		{[]string{"/ade new type:D degree:4 free:true", "/ade set V1 3", "/ade set V0 3"}, "/ade new from:1 move:1"},
		{[]string{"/ade play @you type:D degree:4", "/ade fire"}, "/ade new @you from:1 move:1"},
		{[]string{"/atom4 new @you", "/atom4 move i7"}, "/atom4 new level:easy from:1"},
		{[]string{"/octopuszle new"}, "/octopuszle new from:1"},
	} {
		s := newSession(t)
		for _, line := range append(tt.lines, tt.from) {
			if r := s.does("you", line); r.Refused {
				t.Errorf("%s: %s", line, r.Text)
			}
		}
	}
}
