package calendar

import (
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// WallClock is a date and a time as shown by a calendar and a clock.
type WallClock struct {
	year, month, day, hour, minute int
}

// ParseWallClock parses a date such as 1984-02-04 and a time such as 23:18. The error for one
// that does not exist is a [*engine.Refusal].
func ParseWallClock(date, clock string) (w WallClock, err error) {
	day, err := time.Parse("2006-1-2", strings.TrimSpace(date))
	if err != nil {
		return w, engine.Refuse("`%s` is not a date; it is written year, month, day, as 1984-02-04, and must exist", engine.Quotable(date))
	}
	if y := day.Year(); y < FirstYear || y > LastYear {
		return w, engine.Refuse("the calendar covers the years %s to %s, and not %s", strconv.Itoa(FirstYear), strconv.Itoa(LastYear), strconv.Itoa(y))
	}
	at, err := time.Parse("15:04", strings.TrimSpace(clock))
	if err != nil {
		return w, engine.Refuse("`%s` is not a time; it is written hours and minutes, from 00:00 to 23:59", engine.Quotable(clock))
	}
	return WallClock{day.Year(), int(day.Month()), day.Day(), at.Hour(), at.Minute()}, nil
}

// In returns the moments at which the clocks of a zone show w: two, in order, if the clocks were
// set back over it. If they were set forward over it, skipped is true, and the moments are those
// by the offset before the change and by the offset after it.
func (w WallClock) In(zone *time.Location) (moments []time.Time, skipped bool) {
	asUTC := time.Date(w.year, time.Month(w.month), w.day, w.hour, w.minute, 0, 0, time.UTC)
	ahead := func(t time.Time) time.Duration {
		_, seconds := t.In(zone).Zone()
		return time.Duration(seconds) * time.Second
	}
	before, after := ahead(asUTC.Add(-24*time.Hour)), ahead(asUTC.Add(24*time.Hour))
	readings := []time.Time{asUTC.Add(-before).In(zone), asUTC.Add(-after).In(zone)}
	if before == after {
		readings = readings[:1]
	}
	for i, t := range readings {
		if ahead(t) == []time.Duration{before, after}[i] {
			moments = append(moments, t)
		}
	}
	if len(moments) == 0 {
		return readings, true
	}
	return moments, false
}
