package profile

import (
	"context"
	"fmt"
	"math/bits"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// StreakKind is the kind of the records of puzzle streaks, by user and game, such as "11/hex".
const StreakKind store.Kind[PuzzleStreak] = "streak"

// HoursKind is the kind of the records of the hours in which the bot was running, by day.
const HoursKind store.Kind[hoursThere] = "hours"

// maxAway is how many hours of a day the bot may be away without the day being exempt.
const maxAway = 6

// PuzzleStreak is a user's streak in a game.
type PuzzleStreak struct {
	Last string `json:"last"` // last day whose puzzle was solved
	Days int    `json:"days"` // length of the present streak
	Best int    `json:"best"` // length of the longest streak
	All  int    `json:"all"`  // number of days in all

	// Shown is the last day whose answer was shown because the user gave up.
	Shown string `json:"shown,omitempty"`
}

// Knew reports whether the answer of a day's puzzle was shown to the user before solving it.
func (s PuzzleStreak) Knew(day string) bool { return s.Shown == day && s.Last != day }

// PuzzleStreaks keeps on how many consecutive days users have solved the puzzle of the day. It is
// safe for concurrent use.
//
// A day is written as 2026-01-02 and begins at midnight UTC. A day on which the bot was away for
// long is exempt: it neither counts nor breaks a streak. For that the store records in which hours
// the bot was running, see [PuzzleStreaks.Mark].
type PuzzleStreaks struct {
	store store.DB

	mu     sync.Mutex
	marked time.Time // last hour marked
}

// NewPuzzleStreaks returns the streaks in a store.
func NewPuzzleStreaks(s store.DB) *PuzzleStreaks { return &PuzzleStreaks{store: s} }

// streakID returns the ID of the record of a user and game.
func streakID(user, game string) string { return user + "/" + game }

// Of returns a user's streak, the zero value for none.
func (k *PuzzleStreaks) Of(user, game string) (PuzzleStreak, error) {
	s, _, err := StreakKind.Get(k.store, streakID(user, game))
	return s, err
}

// GiveUp records that a user has given up a day's puzzle and has seen its answer.
func GiveUp(tx *store.Tx, user, game, day string) error {
	s, _, err := StreakKind.Get(tx, streakID(user, game))
	if err != nil || day <= s.Shown {
		return err
	}
	s.Shown = day
	return StreakKind.Put(tx, streakID(user, game), s)
}

// Solve records that a user has solved a day's puzzle, and returns the streak. It changes nothing
// for a day that is not after the last one, or whose answer was shown.
func Solve(tx *store.Tx, user, game, day string) (PuzzleStreak, error) {
	s, _, err := StreakKind.Get(tx, streakID(user, game))
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
	return s, StreakKind.Put(tx, streakID(user, game), s)
}

// maxGap is the number of days examined: a longer gap breaks the streak.
const maxGap = 400

// unbroken reports whether all days between two are exempt.
func unbroken(r store.Reader, last, day string) (bool, error) {
	from, err := time.Parse(time.DateOnly, last)
	if err != nil {
		return false, nil //nolint:nilerr // there was none before
	}
	to, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return false, fmt.Errorf("profile: %w", err)
	}
	for range maxGap {
		if from = from.AddDate(0, 0, 1); !from.Before(to) {
			return true, nil
		}
		if away, err := wasAway(r, from.Format(time.DateOnly)); !away || err != nil {
			return false, err
		}
	}
	return false, nil
}

// hoursThere are the hours of a day in which the bot was running: bit 0 is the first.
type hoursThere struct {
	There uint32 `json:"there"`
}

// wasAway reports whether a day is exempt.
func wasAway(r store.Reader, day string) (bool, error) {
	h, _, err := HoursKind.Get(r, day)
	return 24-bits.OnesCount32(h.There) > maxAway, err
}

// Mark records that the bot is running. It must be called several times an hour, and writes once an
// hour.
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
