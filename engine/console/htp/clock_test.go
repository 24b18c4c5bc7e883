package htp

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hex/player"
)

// TestLimit checks the limit of a move after commands about time, for Black on an empty board of
// 121 cells, where 30 moves are expected.
func TestLimit(t *testing.T) {
	tests := []struct {
		name  string
		input []string
		want  time.Duration
	}{
		{"nothing said", nil, time.Second},
		{"the parameter", []string{"param time 2.5"}, 2500 * time.Millisecond},
		{"the parameter, back to none", []string{"param time 2.5", "param time 0"}, time.Second},
		{"a game of five minutes", []string{"time_settings 300 0 0"}, 9 * time.Second},
		{"the same, most of it used", []string{"time_settings 300 0 0", "time_left b 30 0"}, 900 * time.Millisecond},
		{"the opponent's time is not one's own", []string{"time_settings 300 0 0", "time_left w 30"}, 9 * time.Second},
		{"time left, and nothing else said", []string{"time_left black 60"}, 1800 * time.Millisecond},
		{"ten moves in 20 seconds each time", []string{"time_settings 0 20 10"}, 1800 * time.Millisecond},
		{"ten moves in 20 seconds, four of them made", []string{"time_settings 60 20 10", "time_left b 3 6"}, 450 * time.Millisecond},
		{"a minute, then ten moves in 20 seconds", []string{"time_settings 60 20 10"}, 3600 * time.Millisecond},
		{"the parameter below the clock", []string{"param time 1", "time_settings 300 0 0"}, time.Second},
		{"the parameter above the clock", []string{"param time 1", "time_settings 15 0 0"}, 450 * time.Millisecond},
		{"the clock has run out", []string{"time_settings 300 0 0", "time_left b 0"}, minTime},
		{"no limits", []string{"time_settings 0 0 0"}, time.Second},
		{"a period for no moves: no limits", []string{"time_settings 0 1 0"}, time.Second},
		{"a new game", []string{"time_settings 300 0 0", "time_left b 3", "clear_board"}, 9 * time.Second},
		{"times that cannot be read", []string{"time_settings a 0 0", "time_settings 0 -1 0", "time_settings 9 9 x", "time_left b x", "time_left c 1", "time_left b 1 -1"}, time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newSession(newEngine())
			for _, line := range tt.input {
				s.reply(t.Context(), line, nil)
			}
			if got := s.limit(hex.Red); got != tt.want {
				t.Errorf("the limit is %v, want %v", got, tt.want)
			}
		})
	}
}

// TestDeadline: the player gets the computed limit.
func TestDeadline(t *testing.T) {
	var got time.Duration
	e := &Engine{Now: time.Now, NewPlayer: func(player.Options) (engine.Player, error) { return first{&got}, nil }}
	talk(t, e, "param time 3600", "genmove b")
	if got > time.Hour || got < time.Hour-time.Minute {
		t.Errorf("the player has %v, want an hour", got)
	}
}

// tired is a player whose moves take a minute.
type tired struct{}

func (tired) Choose(ctx context.Context, position engine.Position) (engine.Choice, error) {
	time.Sleep(time.Minute)
	return first{}.Choose(ctx, position)
}

// TestClockRuns: the engine deducts its own time.
func TestClockRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &Engine{Now: time.Now, NewPlayer: func(player.Options) (engine.Player, error) { return tired{}, nil }}
		got := talk(t, e,
			"time_settings 150 200 2", "genmove b", "time_left", "genmove b", "genmove b", "time_left b",
			"genmove b", "time_left b", "genmove b", "time_left b", "time_left w")
		want := []string{
			"= ", "= a1", "= black 90.0, white 150.0",
			"= b1", "= c1", "= 200.0", // a minute too late: the first period begins
			"= d1", "= 140.0", // one of its two moves
			"= e1", "= 200.0", // both, and the next begins
			"= 150.0",
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("answer %d is %q, want %q", i, got[i], want[i])
			}
		}
	})
}
