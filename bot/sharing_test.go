package bot

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/puzzles"
)

// shares solves the day's puzzle of Hex, and returns what is shared.
func (s *session) shares(user string) string {
	s.t.Helper()
	s.play(user+": /hex puzzle", user+": /hex move "+solution(s).Line[0])
	r := s.does(user, "[Share]")
	if r.Private || r.Update || r.Refused || r.Accent == 0 || len(r.Files) > 0 {
		s.t.Errorf("sharing is answered by %+v", r)
	}
	return r.Text
}

// solution is the day's puzzle of Hex.
func solution(s *session) puzzles.Puzzle {
	return puzzles.OfDay(s.clock.UTC(), puzzles.All())
}

// there lets a day pass during which the bot is there for so many hours.
func (s *session) there(hours int) {
	s.t.Helper()
	for range hours {
		if err := s.bot.streaks.Mark(s.clock); err != nil {
			s.t.Fatal(err)
		}
		s.clock = s.clock.Add(time.Hour)
	}
	s.clock = s.clock.Truncate(24 * time.Hour).Add(24 * time.Hour)
}

// A streak goes on from day to day, over days on which the bot was away and over restarts,
// and no further over one on which nobody came. What is shared does not hold the answer.
func TestDaysInARowAreShared(t *testing.T) {
	s := newSession(t, sketchedGames()...)
	s.clock = s.clock.Truncate(24 * time.Hour)
	for day, want := range []string{"", "2 days in a row!", "", "3 days in a row!", "", ""} {
		if day == 2 {
			s.restart()
			s.there(17) // nobody comes, but nor could they
			continue
		}
		if day == 4 {
			s.there(24) // nobody comes
			continue
		}
		answer := regexp.MustCompile(`\b` + solution(s).Line[0] + `\b`)
		text := s.shares("you")
		if got := strings.Contains(text, "in a row"); got != (want != "") || !strings.Contains(text, want) {
			t.Errorf("day %d: %q, want %q", day, text, want)
		}
		if answer.MatchString(text) {
			t.Errorf("day %d: %q has the answer %s", day, text, answer)
		}
		s.there(23)
	}
	s.play("you: /forget notes")
	if kept, err := s.bot.streaks.Of(ids["you"], "hex"); err != nil || kept.Days != 0 {
		t.Errorf("after forgetting: %+v, %v", kept, err)
	}
}

// Only puzzles of the day, on their day, count; and only who has solved one can share it.
func TestWhatIsShared(t *testing.T) {
	s := newSession(t, sketchedGames()...)
	s.play("you: /hex new date:2026-02-28", "you: /hex move "+puzzles.OfDay(s.clock.AddDate(0, 0, -1), puzzles.All()).Line[0])
	if text := s.does("you", "[Share]").Text; !strings.Contains(text, "2026-02-28") {
		t.Errorf("another day's puzzle is shared by %q", text)
	}
	if kept, err := s.bot.streaks.Of(ids["you"], "hex"); err != nil || kept.All != 0 {
		t.Errorf("another day's puzzle counts: %+v, %v", kept, err)
	}
	s.play("you: /hex new number:7")
	share := strings.Join([]string{"share", "hex", "2", "0", ""}, ":")
	if r := s.pressed("you", share); !r.Refused || !r.Private {
		t.Errorf("an open puzzle is shared: %+v", r)
	}
	if r := s.pressed("friend", share); !r.Refused || !r.Private {
		t.Errorf("somebody else's puzzle is shared: %+v", r)
	}
	s.play("you: /hex resign table:2")
	if r := s.pressed("you", share); !r.Refused {
		t.Errorf("a puzzle that was given up is shared: %+v", r)
	}
}

// newest is the table of a game that was opened last.
func newest(s *session, game string) *table.Table {
	s.t.Helper()
	all, err := s.store.Recent(sessionChannel, game, 1)
	if err != nil || len(all) == 0 {
		s.t.Fatal(all, err)
	}
	t, err := s.bot.tables.Load(s.t.Context(), all[0].Key)
	if err != nil {
		s.t.Fatal(err)
	}
	return t
}

// riddle is the name of a table's puzzle.
func riddle(t *table.Table) string {
	r, _ := engine.RiddleOf(t.Position)
	return r.Name.String()
}

// The button of a card opens the same puzzle for whoever presses it, on another day too.
func TestCardsOpenTheSamePuzzle(t *testing.T) {
	s := newSession(t, sketchedGames()...)
	for _, line := range []string{
		"/hex puzzle", "/hex puzzle grade:hard", "/hex new number:7", "/hex new puzzle:random", "/ade puzzle daily:true", "/ade puzzle task:end seed:5",
		"/connexion daily", "/connexion puzzle removed:3", "/octopuszle new started:9 seed:4",
	} {
		s.does("you", line)
		game := strings.Fields(line)[0][1:]
		made := newest(s, game)
		again, ok := opens(made)
		if !ok {
			t.Errorf("%s: %q is too long for a button", line, again)
			continue
		}
		s.clock = s.clock.Add(48 * time.Hour)
		if r := s.does("friend", "/"+game+" "+again); r.Refused || !r.Private {
			t.Errorf("%s: %q is answered by %+v", line, again, r)
			continue
		}
		if other := newest(s, game); other.Key == made.Key || other.Position.String() != made.Position.String() || riddle(other) != riddle(made) {
			t.Errorf("%s: %q opens another puzzle:\n%s\n%s", line, again, made.Position, other.Position)
		}
	}
}
