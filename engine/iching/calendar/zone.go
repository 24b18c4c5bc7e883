package calendar

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// WallClock is a date and a time as shown by a calendar and a clock.
type WallClock struct{ asUTC time.Time }

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
	return WallClock{day.Add(time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute)}, nil
}

// In returns the moments at which the clocks of a zone show w: two, in order, if the clocks were
// set back over it. If they were set forward over it, skipped is true, and the moments are those
// by the offset before the change and by the offset after it.
func (w WallClock) In(zone *time.Location) (moments []time.Time, skipped bool) {
	ahead := func(t time.Time) time.Duration {
		_, seconds := t.In(zone).Zone()
		return time.Duration(seconds) * time.Second
	}
	before, after := ahead(w.asUTC.Add(-24*time.Hour)), ahead(w.asUTC.Add(24*time.Hour))
	var readings []time.Time
	for _, offset := range slices.Compact([]time.Duration{before, after}) {
		t := w.asUTC.Add(-offset).In(zone)
		readings = append(readings, t)
		if ahead(t) == offset {
			moments = append(moments, t)
		}
	}
	if len(moments) == 0 {
		return readings, true
	}
	return moments, false
}

// StandardAhead returns the offset of a zone from universal time at a moment, without daylight
// saving. Where winter time is the exception by law, as in Ireland, it counts as standard here.
func StandardAhead(t time.Time) time.Duration {
	_, ahead := t.Zone()
	saving := t.IsDST()
	changes := 1
	if saving {
		changes = 20 // daylight saving in the 1940s lasted for years, at times doubled
	}
	for at := t; changes > 0; changes-- {
		begins, _ := at.ZoneBounds()
		if begins.IsZero() || !saving && t.Sub(begins) > 366*24*time.Hour {
			break
		}
		at = begins.Add(-time.Second)
		if at.IsDST() != saving {
			_, other := at.Zone()
			ahead = min(ahead, other)
			break
		}
	}
	return time.Duration(ahead) * time.Second
}
