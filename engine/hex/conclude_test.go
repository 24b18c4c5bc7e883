package hex

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

func resigned(winner Colour, reason string) engine.Outcome {
	return engine.Outcome{Status: engine.Won, Winner: winner.Seat(), Reason: engine.T("%s", reason)}
}

// conclude is a game without swap that ended by resigning after some moves.
func conclude(t *testing.T, o engine.Options, winner Colour, moves ...string) *Position {
	t.Helper()
	p := start(t, o)
	mustPlay(t, p, moves...)
	return p.Conclude(resigned(winner, winner.Other().String()+" resigned")).(*Position)
}

// A game that was resigned is nobody's turn any more, in words and in its JSON form.
func TestConcludedGame(t *testing.T) {
	p := conclude(t, engine.Options{"size": 5}, Red, "c2", "b3", "d3")
	if said := p.Describe().String(); strings.Contains(said, "to move") || said != "Hex, 5 by 5. Red wins: blue resigned. Red's last move is d3. Red: c2 d3. Blue: b3." {
		t.Errorf("described as %q", said)
	}
	data, err := json.Marshal(p)
	if err != nil || !strings.Contains(string(data), `"turn":"","ply":3`) || !strings.Contains(string(data), `"winner":"red","path":[],"cost":0`) {
		t.Errorf("%s, %v", data, err)
	}
	stopped := start(t, engine.Options{"size": 5}).Conclude(engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat, Reason: engine.T("nobody came")})
	if said := stopped.Describe().String(); said != "Hex, 5 by 5. It is over: nobody came. The board is empty." {
		t.Errorf("described as %q", said)
	}
	won := boardAfter(t, 3, "a1", "b1", "a2", "b2", "a3")
	if again := won.Conclude(resigned(Blue, "red resigned")); again.Outcome().Winner != Red.Seat() {
		t.Error("resigning takes a win from the board")
	}
}

// Whoever resigns has lost, even from a winning position: the review says so and blames no move of
// the winner.
func TestReviewOfAResignation(t *testing.T) {
	swap := engine.Options{"size": 3, "swap": true}
	tests := []struct {
		name   string
		o      engine.Options
		winner Colour
		moves  string
		says   string
	}{
		// After the swap of b2 Blue holds the middle and wins: opening there was the mistake.
		{"from a lost position", swap, Blue, "b2 swap a1 c2", "The game turned at move 1: with **b2**"},
		// Red has just b1 to b3 to join; no opponent can stop both.
		{"by the winner to be", engine.Options{"size": 3}, Blue, "b2 a1 c1 c3", "Red resigned a won position. **b1** would have won (proved)."},
		{"after the opponent's swap", swap, Red, "b2 swap a1", "Blue resigned a won position. **c2** would have won (proved)."},
		{"without a move", engine.Options{"size": 3}, Red, "b2", "Blue has made no move"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := conclude(t, tt.o, tt.winner, strings.Fields(tt.moves)...)
			r := NewReview(t.Context(), p)
			if r.Loser != tt.winner.Other() {
				t.Errorf("the loser is %v", r.Loser)
			}
			if !r.Resigned && !r.Unmoved && r.Position.Mover() != r.Loser {
				t.Errorf("it blames %s, a move of the winner's", r.Played)
			}
			answer, err := reviewView.Show(t.Context(), p, nil)
			if err != nil || !strings.Contains(answer.Text.String(), tt.says) {
				t.Errorf("%q, %v; want %q", answer.Text, err, tt.says)
			}
		})
	}
}

// A game that was lost on time was not resigned, and the review does not say so.
func TestReviewOfAGameLostOnTime(t *testing.T) {
	p := start(t, engine.Options{"size": 3})
	mustPlay(t, p, "b2", "a1", "c1", "c3")
	late := NewReview(t.Context(), p.Conclude(engine.Outcome{Status: engine.Won, Winner: Blue.Seat(), End: engine.OnTime}).(*Position))
	if said := late.turning(plain).String(); !strings.HasPrefix(said, "Red lost on time or by forfeit, with chances of ") {
		t.Errorf("lost on time: %q", said)
	}
}
