package profile

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// opened returns a new store.
func opened(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "streak.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// there marks the first hours of a day, each several times.
func there(t *testing.T, db store.DB, day string, hours int) {
	t.Helper()
	midnight, err := time.Parse(time.DateOnly, day)
	if err != nil {
		t.Fatal(err)
	}
	for quarter := range 4 * hours {
		if err := Mark(t.Context(), db, midnight.Add(time.Duration(quarter)*15*time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
}

// solve solves a day's puzzle at a time.
func solve(t *testing.T, db store.DB, day string, at time.Time) (PuzzleStreak, error) {
	t.Helper()
	s, err := store.Transact(t.Context(), db, store.Op{}, func(tx *store.Tx) (PuzzleStreak, error) { return Solve(tx, "11", "hex", day, at) })
	s.Recent = nil
	return s, err
}

// later is a time at which all days of the tests are over.
var later = time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)

// solves solves a day's puzzle and compares the streak.
func solves(t *testing.T, db store.DB, day string, want PuzzleStreak) {
	t.Helper()
	want.Last = day
	if got, err := solve(t, db, day, later); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %+v, %v; want %+v", day, got, err, want)
	}
	got, err := StreakOf(db, "11", "hex")
	if got.Recent = nil; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %+v, %v is kept; want %+v", day, got, err, want)
	}
}

func TestDaysInARowCount(t *testing.T) {
	db := opened(t)
	for _, day := range []string{"2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02", "2026-03-03"} {
		there(t, db, day, 24)
	}
	solves(t, db, "2026-02-27", PuzzleStreak{Days: 1, Best: 1, All: 1})
	solves(t, db, "2026-02-28", PuzzleStreak{Days: 2, Best: 2, All: 2})
	solves(t, db, "2026-02-28", PuzzleStreak{Days: 2, Best: 2, All: 2}) // once more
	solves(t, db, "2026-03-01", PuzzleStreak{Days: 3, Best: 3, All: 3})
	solves(t, db, "2026-03-03", PuzzleStreak{Days: 1, Best: 3, All: 4}) // a day was missed
	if s, err := solve(t, db, "2026-03-02", later); err != nil || s.Last != "2026-03-03" || s.All != 4 {
		t.Errorf("a day that is over is counted: %+v, %v", s, err)
	}
	if s, err := StreakOf(db, "12", "hex"); err != nil || !reflect.DeepEqual(s, PuzzleStreak{}) {
		t.Errorf("somebody else has %+v, %v", s, err)
	}
	if _, err := solve(t, db, "tomorrow", later); err == nil {
		t.Error("tomorrow is a day")
	}
}

// A day on which the bot was away for more than six hours breaks no streak.
func TestDaysWithoutTheBotAreExcused(t *testing.T) {
	for _, c := range []struct {
		hours, days int
	}{{0, 2}, {1, 2}, {17, 2}, {18, 1}, {24, 1}} {
		db := opened(t)
		there(t, db, "2026-03-01", 24)
		there(t, db, "2026-03-02", c.hours)
		solves(t, db, "2026-03-01", PuzzleStreak{Days: 1, Best: 1, All: 1})
		solves(t, db, "2026-03-03", PuzzleStreak{Days: c.days, Best: c.days, All: 2})
	}
}

// The day of a server is exempt by the hours of its own day: 2 March, 13 hours ahead, begins at 11:00 UTC
// on the first.
func TestDaysOfAServerAreExcusedByItsHours(t *testing.T) {
	in := time.FixedZone("east", 13*60*60)
	for hours, want := range map[int]int{6: 1, 7: 2} { // in which the bot is away from then on
		db := opened(t)
		there(t, db, "2026-03-01", 11)
		for hour := range 24 {
			if err := Mark(t.Context(), db, time.Date(2026, 3, 1, 11+hours+hour, 0, 0, 0, time.UTC)); err != nil {
				t.Fatal(err)
			}
		}
		var s PuzzleStreak
		for _, day := range []string{"2026-03-01", "2026-03-03"} {
			var err error
			if s, err = solve(t, db, day, later.In(in)); err != nil {
				t.Fatal(err)
			}
		}
		if s.Days != want {
			t.Errorf("away for %d hours: %+v, want %d days", hours, s, want)
		}
	}
}

// TestDaysOfSeveralZones: whoever plays on servers of several zones has each day counted once, in
// whichever order they were solved while it was that day.
func TestDaysOfSeveralZones(t *testing.T) {
	east, west := time.FixedZone("east", 14*60*60), time.FixedZone("west", -11*60*60)
	for name, order := range map[string][]string{
		"east first": {"03 E", "02 U", "01 W"}, "west first": {"01 W", "02 U", "03 E"}, "the middle last": {"03 E", "01 W", "02 U"}, "each twice": {"03 E", "03 E", "01 W", "02 U", "01 W", "02 U"},
	} {
		t.Run(name, func(t *testing.T) {
			db := opened(t)
			solves(t, db, "2026-02-27", PuzzleStreak{Days: 1, Best: 1, All: 1})
			solves(t, db, "2026-02-28", PuzzleStreak{Days: 2, Best: 2, All: 2})
			at := time.Date(2026, 3, 2, 10, 30, 0, 0, time.UTC) // three days at once
			var s PuzzleStreak
			for _, one := range order {
				day, where, _ := strings.Cut(one, " ")
				var err error
				if s, err = solve(t, db, "2026-03-"+day, at.In(map[string]*time.Location{"E": east, "U": time.UTC, "W": west}[where])); err != nil {
					t.Fatal(err)
				}
			}
			if want := (PuzzleStreak{Last: "2026-03-03", Days: 5, Best: 5, All: 5}); !reflect.DeepEqual(s, want) {
				t.Errorf("%+v, want %+v", s, want)
			}
			if s, err := solve(t, db, "2026-02-28", at.AddDate(0, 0, -2)); err != nil || s.All != 5 {
				t.Errorf("a day of before is counted again: %+v, %v", s, err)
			}
		})
	}
}

// TestStreaksOfOlderVersions have no days but the last, and go on from there. The day before it may
// have been counted.
func TestStreaksOfOlderVersions(t *testing.T) {
	db := opened(t)
	if err := db.Put(string(StreakKind), "11/hex", []byte(`{"last":"2026-03-02","days":4,"best":6,"all":9,"shown":"2026-03-01"}`)); err != nil {
		t.Fatal(err)
	}
	if s, err := solve(t, db, "2026-02-28", time.Date(2026, 2, 28, 12, 0, 0, 0, time.UTC)); err != nil || s.All != 9 {
		t.Errorf("%+v, %v", s, err)
	}
	solves(t, db, "2026-03-03", PuzzleStreak{Days: 5, Best: 6, All: 10, Shown: "2026-03-01"})
}

// TestGivenUpInSeveralZones: whoever has given up the puzzles of two days that it is at once can solve
// neither.
func TestGivenUpInSeveralZones(t *testing.T) {
	db := opened(t)
	for _, day := range []string{"2026-03-02", "2026-03-01"} {
		err := store.Update(t.Context(), db, store.Op{}, func(tx *store.Tx) error { return GiveUp(tx, "11", "hex", day) })
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, day := range []string{"2026-03-01", "2026-03-02"} {
		if s, err := solve(t, db, day, later); err != nil || s.All != 0 || !s.Knew(day) {
			t.Errorf("%s: %+v, %v", day, s, err)
		}
	}
}

// Hours marked before a restart count with those after it, and nothing is written twice.
func TestHoursAddUp(t *testing.T) {
	db := opened(t)
	there(t, db, "2026-03-02", 10)
	noon := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	for hour := range 8 {
		if err := Mark(t.Context(), db, noon.Add(time.Duration(hour)*time.Hour).In(time.FixedZone("", -7*3600))); err != nil {
			t.Fatal(err)
		}
	}
	if away, err := wasAway(db, noon, time.UTC); away || err != nil {
		t.Errorf("18 hours are too few: %v", err)
	}
	full := &overtaken{DB: db, happens: func() { t.Error("an hour is written twice") }}
	if err := Mark(t.Context(), full, noon.Add(7*time.Hour+59*time.Minute)); err != nil {
		t.Fatal(err)
	}
}

// After a gap of years a streak begins anew, however long the bot was away.
func TestLongAbsence(t *testing.T) {
	db := opened(t)
	solves(t, db, "2020-01-01", PuzzleStreak{Days: 1, Best: 1, All: 1})
	solves(t, db, "2026-03-01", PuzzleStreak{Days: 1, Best: 1, All: 2})
}

// overtaken is a store to which something else happens before the next change.
type overtaken struct {
	store.DB
	happens func()
}

func (o *overtaken) Commit(tx *store.Tx, op store.Op) error {
	if happens := o.happens; happens != nil {
		o.happens = nil
		happens()
	}
	return o.DB.Commit(tx, op)
}

// TestCopiesLoseNothing: two copies of the bot record events about one user, or one day,
// concurrently.
func TestCopiesLoseNothing(t *testing.T) {
	db := opened(t)
	between := &overtaken{DB: db}
	between.happens = func() {
		err := store.Update(t.Context(), db, store.Op{}, func(tx *store.Tx) error { return GiveUp(tx, "11", "hex", "2026-03-02") })
		if err != nil {
			t.Error(err)
		}
	}
	solves(t, between, "2026-03-01", PuzzleStreak{Days: 1, Best: 1, All: 1, Shown: "2026-03-02"})
	noon := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	between.happens = func() {
		if err := Mark(t.Context(), db, noon.Add(time.Hour)); err != nil {
			t.Error(err)
		}
	}
	if err := Mark(t.Context(), between, noon); err != nil {
		t.Fatal(err)
	}
	if h, _, err := HoursKind.Get(db, "2026-03-02"); err != nil || h.There != 3<<12 {
		t.Errorf("the bot was there in the hours %b, %v", h.There, err)
	}
}
