package profile

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// StreakKind is the kind of the records of puzzle streaks, by user and game, such as "11/hex".
const StreakKind store.Kind[PuzzleStreak] = "streak"

// HoursKind is the kind of the records of the hours in which the bot was running, by day.
const HoursKind store.Kind[hoursThere] = "hours"

// maxAway is how many hours of a day the bot may be away without the day being exempt.
const maxAway = 6

// PuzzleStreak is on how many consecutive days a user has solved the puzzle of the day in a game.
//
// A day is written as 2026-01-02 and begins at midnight of the server where its puzzle is solved, or of
// UTC. Whoever plays on servers of several time zones can have several days at once: each counts once. A
// day on which the bot was away for long is exempt: it neither counts nor breaks a streak. For that the
// store records in which hours the bot was running, see [Mark].
type PuzzleStreak struct {
	Last string `json:"last"` // last day whose puzzle was solved
	Days int    `json:"days"` // length of the present streak
	Best int    `json:"best"` // length of the longest streak
	All  int    `json:"all"`  // number of days in all

	// Recent are the last days solved, oldest first: in another zone it may still be an earlier day.
	Recent []solvedDay `json:"recent,omitempty"`
	// Shown are the last days whose answers were shown because the user gave up, with blanks between.
	Shown string `json:"shown,omitempty"`
}

// solvedDay is a day whose puzzle was solved, with the length of the streak at its end.
type solvedDay struct {
	Day  string `json:"day"`
	Days int    `json:"days"`
}

// atOnce is how many days it can be at a time on earth.
const atOnce = 3

// solved reports whether a day is among the last ones solved.
func (s PuzzleStreak) solved(day string) bool {
	return slices.ContainsFunc(s.Recent, func(d solvedDay) bool { return d.Day == day })
}

// Knew reports whether the answer of a day's puzzle was shown to the user before solving it.
func (s PuzzleStreak) Knew(day string) bool { return strings.Contains(s.Shown, day) && !s.solved(day) }

// StreakOf returns a user's streak, the zero value for none.
func StreakOf(r store.Reader, user, game string) (PuzzleStreak, error) {
	s, _, err := StreakKind.Get(r, user+"/"+game)
	if len(s.Recent) == 0 && s.Last != "" { // of an older version
		s.Recent = []solvedDay{{s.Last, s.Days}}
	}
	return s, err
}

// GiveUp records that a user has given up a day's puzzle and has seen its answer.
func GiveUp(tx *store.Tx, user, game, day string) error {
	s, err := StreakOf(tx, user, game)
	shown := strings.Fields(s.Shown)
	if err != nil || slices.Contains(shown, day) {
		return err
	}
	shown = append(shown, day)
	s.Shown = strings.Join(shown[max(0, len(shown)-atOnce):], " ")
	return StreakKind.Put(tx, user+"/"+game, s)
}

// Solve records that a user has solved a day's puzzle, and returns the streak. at is when, in the time
// zone of the day. It changes nothing for a day that counts already, whose answer was shown, or that is
// over and not after the last one.
func Solve(tx *store.Tx, user, game, day string, at time.Time) (PuzzleStreak, error) {
	s, err := StreakOf(tx, user, game)
	over := day < s.Last && day != at.Format(time.DateOnly)
	if err != nil || over || s.solved(day) || s.Knew(day) {
		return s, err
	}
	if err := s.insert(tx, day, at.Location()); err != nil {
		return s, err
	}
	return s, StreakKind.Put(tx, user+"/"+game, s)
}

// insert counts a day, and counts those after it anew. It leaves out a day before all that are known.
func (s *PuzzleStreak) insert(r store.Reader, day string, in *time.Location) error {
	i, _ := slices.BinarySearchFunc(s.Recent, day, func(d solvedDay, day string) int { return strings.Compare(d.Day, day) })
	if i == 0 && s.All > len(s.Recent) {
		return nil
	}
	days := slices.Insert(slices.Clone(s.Recent), i, solvedDay{Day: day})
	for ; i < len(days); i++ {
		row := 1
		if i > 0 {
			unbroken, err := unbroken(r, days[i-1].Day, days[i].Day, in)
			if err != nil {
				return err
			}
			if unbroken {
				row += days[i-1].Days
			}
		}
		days[i].Days = max(row, days[i].Days)
		s.Best = max(s.Best, row)
	}
	last := days[len(days)-1]
	s.Last, s.Days, s.All = last.Day, last.Days, s.All+1
	s.Recent = days[max(0, len(days)-atOnce-1):]
	return nil
}

// maxGap is the number of days examined: a longer gap breaks the streak.
const maxGap = 400

// unbroken reports whether all days between two are exempt in a time zone.
func unbroken(r store.Reader, last, day string, in *time.Location) (bool, error) {
	from, err := time.Parse(time.DateOnly, last)
	to, wrong := time.Parse(time.DateOnly, day)
	if err = cmp.Or(err, wrong); err != nil {
		return false, fmt.Errorf("profile: %w", err)
	}
	for range maxGap {
		if from = from.AddDate(0, 0, 1); !from.Before(to) {
			return true, nil
		}
		if away, err := wasAway(r, from, in); !away || err != nil {
			return false, err
		}
	}
	return false, nil
}

// hoursThere are the hours of a day in which the bot was running: bit 0 is the first.
type hoursThere struct {
	There uint32 `json:"there"`
}

// wasAway reports whether a day is exempt in a time zone.
func wasAway(r store.Reader, day time.Time, in *time.Location) (bool, error) {
	midnight := func(later int) time.Time {
		return time.Date(day.Year(), day.Month(), day.Day()+later, 0, 0, 0, 0, in).UTC().Truncate(time.Hour)
	}
	away := 0
	for hour := midnight(0); hour.Before(midnight(1)); hour = hour.Add(time.Hour) {
		h, _, err := HoursKind.Get(r, hour.Format(time.DateOnly))
		if err != nil {
			return false, err
		}
		if h.There&(1<<hour.Hour()) == 0 {
			away++
		}
	}
	return away > maxAway, nil
}

// Mark records that the bot is running. It must be called several times an hour, and writes once an
// hour.
func Mark(ctx context.Context, db store.DB, now time.Time) error {
	day, hour := now.UTC().Format(time.DateOnly), uint32(1)<<now.UTC().Hour()
	if h, _, err := HoursKind.Get(db, day); err != nil || h.There&hour != 0 {
		return err
	}
	return store.Update(ctx, db, store.Op{}, func(tx *store.Tx) error {
		h, _, err := HoursKind.Get(tx, day)
		if err != nil {
			return err
		}
		return HoursKind.Put(tx, day, hoursThere{h.There | hour})
	})
}
