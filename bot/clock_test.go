package bot

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"
)

const day = 24 * time.Hour

var negative = regexp.MustCompile(`-\d`)

// jump sets the clock and lets the bot do what is due, twice: the second round finds
// nothing to do.
func (s *session) jump(d time.Duration) (said []string) {
	s.t.Helper()
	s.clock = s.clock.Add(d)
	for round := range 2 {
		posted := &posts{}
		s.bot.expire(context.Background(), posted)
		for _, r := range posted.list() {
			if round > 0 {
				s.t.Errorf("said twice: %s", r.Text)
			}
			said = append(said, r.Text)
			if negative.MatchString(r.Text) {
				s.t.Errorf("a negative time: %s", r.Text)
			}
		}
	}
	return said
}

// ends reports whether one of the texts says that a table is over.
func ends(said []string) bool {
	return strings.Contains(strings.Join(said, "\n"), "has ended")
}

// TestClockJumps sets the clock forwards and backwards by days under a game.
func TestClockJumps(t *testing.T) {
	for _, tt := range []struct {
		name  string
		jumps []time.Duration
		warns int
		ends  bool
	}{
		{"backwards", []time.Duration{-5 * day, -5 * day}, 0, false},
		{"far forwards: a warning comes first", []time.Duration{30 * day}, 1, false},
		{"far forwards, and the day after the warning passes", []time.Duration{30 * day, day}, 1, true},
		{"forwards by mistake, and back", []time.Duration{30 * day, -30 * day, 5 * day}, 1, false},
		{"back, and forwards to where it was", []time.Duration{-5 * day, 5 * day, 6*day - time.Second}, 0, false},
		{"as it should be", []time.Duration{6 * day, day}, 1, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newSession(t)
			s.does("you", "/hex new @you size:3")
			s.does("you", "/hex move b2")
			warned, ended := 0, false
			for _, d := range tt.jumps {
				said := s.jump(d)
				if ends(said) {
					ended = true
				} else {
					warned += len(said)
				}
			}
			if warned != tt.warns || ended != tt.ends {
				t.Errorf("%d warnings, ended %v; want %d, %v", warned, ended, tt.warns, tt.ends)
			}
			reply := s.does("you", "/hex move a1")
			if reply.Refused != tt.ends {
				t.Errorf("a move afterwards: %s", reply.Text)
			}
			if tt.ends {
				return
			}
			// The move counts from now on, whatever the clock was before.
			if said := s.jump(6*day - time.Second); len(said) > 0 {
				t.Errorf("said too early: %v", said)
			}
			if said := s.jump(time.Second); len(said) != 1 || ends(said) {
				t.Errorf("said when idle: %v, want one warning", said)
			}
		})
	}
}

// TestClockSetBackStopsNoLevel: a turn that begins in the future by the clock is resumed.
func TestClockSetBackStopsNoLevel(t *testing.T) {
	s := newSession(t)
	s.does("you", "/hex new size:3 level:easy")
	reply := s.bot.Handle(context.Background(), s.request("you", "/hex move b2")) // the answer is lost
	if reply.Refused {
		t.Fatal(reply.Text)
	}
	s.clock = s.clock.Add(-3 * day)
	s.bot.resume(context.Background(), &posts{}, passInterval)()
	if keys, err := s.store.Thinking(); err != nil || len(keys) > 0 {
		t.Errorf("tables that await the bot after a round: %v, %v", keys, err)
	}
}
