package guild

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/store"
)

// TestPuzzleAfterAWrongDate: after a puzzle of next year, by a clock that was wrong, today's is posted, once; but
// not after tomorrow's, by a clock that was somewhat ahead at midnight.
func TestPuzzleAfterAWrongDate(t *testing.T) {
	db, err := store.Open(filepath.Join(t.TempDir(), "games.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = store.Update(t.Context(), db, store.Op{}, func(tx *store.Tx) error {
		return Kind.Put(tx, "7", Ways{Daily: Daily{Channel: "9", Game: "hex"}})
	})
	if err != nil {
		t.Fatal(err)
	}
	now, days := time.Date(2027, 3, 1, 23, 59, 59, 0, time.UTC), []string{}
	d := &Dailies{
		Records: db, Log: slog.New(slog.DiscardHandler), Poster: func() chat.Poster { return sending{} },
		Puzzle: func(_ Daily, day string, _ []string) (chat.Reply, string, error) {
			days = append(days, day)
			return chat.Reply{}, "puzzle", nil
		},
		Now: func() time.Time { return now },
	}
	for _, passes := range []time.Duration{365 * 24 * time.Hour, -365 * 24 * time.Hour, time.Second, -time.Second, time.Minute} {
		now = now.Add(passes)
		d.Post(t.Context())
	}
	if want := []string{"2028-02-29", "2027-03-01", "2027-03-02"}; !slices.Equal(days, want) {
		t.Errorf("posted are the puzzles of %v, want %v", days, want)
	}
}

// sending is a poster whose messages are sent.
type sending struct{ chat.Poster }

func (sending) Send(context.Context, string, chat.Reply) (string, error) { return "8001", nil }

// losing is a poster whose messages are lost.
type losing struct {
	chat.Poster
	sent    int
	finding func() // called by Find
}

func (l *losing) Send(context.Context, string, chat.Reply) (string, error) {
	l.sent++
	return "", errors.New("the answer is lost")
}

func (l *losing) Find(context.Context, string, time.Time, string) (string, error) {
	l.finding()
	return "", nil
}

// TestLostPuzzleIsSentAgainByOneCopy: two copies of the bot look for a message whose sending was in
// doubt, and find none. Only the first to note it sends another.
func TestLostPuzzleIsSentAgainByOneCopy(t *testing.T) {
	db, err := store.Open(filepath.Join(t.TempDir(), "games.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = store.Update(t.Context(), db, store.Op{}, func(tx *store.Tx) error {
		return Kind.Put(tx, "7", Ways{Daily: Daily{Channel: "9", Game: "hex"}})
	})
	if err != nil {
		t.Fatal(err)
	}
	poster := &losing{}
	copyOfTheBot := func() *Dailies {
		return &Dailies{
			Records: db, Log: slog.New(slog.DiscardHandler), Poster: func() chat.Poster { return poster },
			Puzzle: func(Daily, string, []string) (chat.Reply, string, error) { return chat.Reply{}, "puzzle", nil },
			Now:    func() time.Time { return time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC) },
		}
	}
	copyOfTheBot().Post(t.Context())
	poster.finding = func() {
		poster.finding = func() {}
		copyOfTheBot().Post(t.Context())
	}
	copyOfTheBot().Post(t.Context())
	if poster.sent != 2 {
		t.Errorf("the puzzle was sent %d times, want twice", poster.sent)
	}
}

// TestEachDayHasItsPuzzle: over 800 days in twelve time zones the hour of each day of a server comes,
// whichever it is, and on that day alone.
func TestEachDayHasItsPuzzle(t *testing.T) {
	t.Parallel()
	for _, zone := range []string{
		"UTC", "Pacific/Auckland", "America/Los_Angeles", "America/New_York", "Europe/Berlin", "America/Nuuk",
		"America/Santiago", "Australia/Lord_Howe", "Asia/Beirut", "Atlantic/Azores", "Pacific/Chatham", "+14:00",
	} {
		in := daily.ZoneNamed(zone)
		var posted [24]string // the last day, by the hour that a server has chosen
		const days = 800
		begin := time.Date(2026, 1, 1, 0, 0, 0, 0, in)
		var counts [24]int
		for at := begin; at.Before(begin.AddDate(0, 0, days)); at = at.Add(30 * time.Minute) {
			local := at.In(in)
			day := local.Format(time.DateOnly)
			for hour := range 24 {
				if (Daily{Hour: hour}).due(local) && posted[hour] != day {
					if day < posted[hour] {
						t.Errorf("%s at %d: %s comes after %s", zone, hour, day, posted[hour])
					}
					posted[hour], counts[hour] = day, counts[hour]+1
				}
			}
		}
		for hour, n := range counts {
			if n != days {
				t.Errorf("%s at %d: the hour came on %d days, want %d", zone, hour, n, days)
			}
		}
	}
}
