package profile

import (
	"context"
	"fmt"
	"math/bits"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// StreakKind is the kind of the records that hold streaks, by user and game: "11/hex".
const StreakKind store.Kind[PuzzleStreak] = "streak"

// HoursKind is that of the records of when the bot was there, by day.
const HoursKind store.Kind[hoursThere] = "hours"

// mostAway is for how many hours of a day the bot may be away, and people are still expected to
// have found an hour for its puzzle.
const mostAway = 6

// PuzzleStreak is what is kept of one person and game.
type PuzzleStreak struct {
	Last string `json:"last"` // the latest day whose puzzle was solved
	Days int    `json:"days"` // in a row, up to that day
	Best int    `json:"best"` // the most in a row that there were
	All  int    `json:"all"`  // days in all

	// Shown is the latest day whose answer the person was told for giving up.
	Shown string `json:"shown,omitempty"`
}

// Knew reports whether a person who solves a day's puzzle had been told its answer.
func (s PuzzleStreak) Knew(day string) bool { return s.Shown == day && s.Last != day }

// PuzzleStreaks keeps on how many days in a row people have solved the puzzle of the day. It is
// safe for concurrent use.
//
// A day is written 2026-01-02 and begins at midnight in UTC. On a day on which the bot was
// away for long nobody could have solved anything: such a day neither counts nor breaks a
// streak. So the store keeps in which hours of each day the bot was there, see
// [PuzzleStreaks.Mark].
type PuzzleStreaks struct {
	store store.DB

	mu     sync.Mutex
	marked time.Time // the hour that was marked last
}

// NewPuzzleStreaks makes a keeper.
func NewPuzzleStreaks(s store.DB) *PuzzleStreaks { return &PuzzleStreaks{store: s} }

// StreakID is that of the record of a person and game.
func StreakID(user, game string) string { return user + "/" + game }

// Of returns a person's streak, the zero value where there is none.
func (k *PuzzleStreaks) Of(user, game string) (PuzzleStreak, error) {
	s, _, err := StreakKind.Get(k.store, StreakID(user, game))
	return s, err
}

// GiveUp notes that a person has given a day's puzzle up, and so was told its answer.
func GiveUp(tx *store.Tx, user, game, day string) error {
	s, _, err := StreakKind.Get(tx, StreakID(user, game))
	if err != nil || day <= s.Shown {
		return err
	}
	s.Shown = day
	return StreakKind.Put(tx, StreakID(user, game), s)
}

// Solve notes that a person has solved a day's puzzle, and returns the streak. A day that is not
// after the last one changes nothing, nor does one whose answer the person was told.
func Solve(tx *store.Tx, user, game, day string) (PuzzleStreak, error) {
	s, _, err := StreakKind.Get(tx, StreakID(user, game))
	if err != nil || day <= s.Last || s.Knew(day) {
		return s, err
	}
	unbroken, err := unbroken(tx, s.Last, day)
	if err != nil {
		return s, err
	}
	if !unbroken {
		s.Days = 0
	}
	s.Last, s.Days, s.All = day, s.Days+1, s.All+1
	s.Best = max(s.Best, s.Days)
	return s, StreakKind.Put(tx, StreakID(user, game), s)
}

// longestAway is how many days in a row are looked at: whoever comes back later begins anew.
const longestAway = 400

// unbroken reports whether nobody could have solved a puzzle on any day between two.
func unbroken(r store.Reader, last, day string) (bool, error) {
	from, err := time.Parse(time.DateOnly, last)
	if err != nil {
		return false, nil //nolint:nilerr // there was none before
	}
	to, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return false, fmt.Errorf("profile: %w", err)
	}
	for range longestAway {
		if from = from.AddDate(0, 0, 1); !from.Before(to) {
			return true, nil
		}
		if away, err := wasAway(r, from.Format(time.DateOnly)); !away || err != nil {
			return false, err
		}
	}
	return false, nil
}

// hoursThere are the hours of a day in which the bot was there: bit 0 is that after midnight.
type hoursThere struct {
	There uint32 `json:"there"`
}

// wasAway reports whether the bot was away for long on a day.
func wasAway(r store.Reader, day string) (bool, error) {
	h, _, err := HoursKind.Get(r, day)
	return 24-bits.OnesCount32(h.There) > mostAway, err
}

// Mark notes that the bot is there. It is to be called some times an hour, and writes once.
func (k *PuzzleStreaks) Mark(ctx context.Context, now time.Time) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	hour := now.UTC().Truncate(time.Hour)
	if hour.Equal(k.marked) {
		return nil
	}
	day := hour.Format(time.DateOnly)
	err := store.Update(ctx, k.store, store.Op{}, func(tx *store.Tx) error {
		h, _, err := HoursKind.Get(tx, day)
		there := h.There | 1<<hour.Hour()
		if err != nil || there == h.There {
			return err
		}
		return HoursKind.Put(tx, day, hoursThere{there})
	})
	if err == nil {
		k.marked = hour
	}
	return err
}
