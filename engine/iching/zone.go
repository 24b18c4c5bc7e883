package iching

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // wherever the program runs, it knows the zones

	"github.com/sixfold-bot/sixfold/engine"
)

// zoneList are the names of the IANA database that are places, in order, a line each.
//
//go:embed zones.txt
var zoneList string

// zones calls f for each name until it returns false.
func zones(f func(name string) bool) {
	for name := range strings.Lines(zoneList) {
		if !f(strings.TrimSuffix(name, "\n")) {
			return
		}
	}
}

// offset is how people write a fixed difference from universal time.
var offset = regexp.MustCompile(`^(?i:UTC|GMT)? ?([+-])(\d{1,2})(?::?([0-5]\d))?$`)

// findZone finds a time zone by its IANA name, in any spelling of upper and lower case,
// or as an offset such as +08:00. What it does not know is a [*engine.Refusal].
func findZone(name string) (*time.Location, error) {
	name = strings.ReplaceAll(strings.TrimSpace(name), " ", "_")
	if strings.EqualFold(name, "UTC") || strings.EqualFold(name, "GMT") || strings.EqualFold(name, "Z") {
		return time.UTC, nil
	}
	if m := offset.FindStringSubmatch(name); m != nil {
		return fixedZone(m[1], m[2], m[3])
	}
	var found *time.Location
	zones(func(known string) bool {
		if strings.EqualFold(known, name) {
			found, _ = time.LoadLocation(known)
		}
		return found == nil
	})
	if found == nil {
		return nil, engine.Refuse("`%s` is no time zone that is known; give an IANA name such as `Europe/Amsterdam`, or an offset such as `+08:00`", cleaned(name))
	}
	return found, nil
}

func fixedZone(sign, hours, minutes string) (*time.Location, error) {
	h, _ := strconv.Atoi(hours)
	m, _ := strconv.Atoi(minutes)
	seconds := h*3600 + m*60
	if seconds > 15*3600 {
		return nil, engine.Refuse("no place is %s hours from universal time; 15 are the most", hours)
	}
	if sign == "-" {
		seconds = -seconds
	}
	return time.FixedZone(time.UTC.String()+sign+hours, seconds), nil
}

// suggestZones completes the name of a zone: those of which a part begins with what was
// typed, then those that hold it.
func suggestZones(_ engine.Position, typed string) []engine.Named {
	typed = strings.ToLower(strings.ReplaceAll(strings.TrimSpace(typed), " ", "_"))
	var first, others []engine.Named
	zones(func(name string) bool {
		lower, n := strings.ToLower(name), engine.Named{ID: name, Title: engine.T("%s", name)}
		switch {
		case strings.HasPrefix(lower, typed) || strings.Contains(lower, "/"+typed):
			first = append(first, n)
		case strings.Contains(lower, typed):
			others = append(others, n)
		}
		return true
	})
	list := slices.Concat(first, others)
	return list[:min(len(list), engine.MaxSuggestions)]
}

// standardAhead is how far the clocks of a zone are ahead of universal time at a moment,
// without daylight saving. Where winter time is the exception by law, as in Ireland, it
// is the standard here.
func standardAhead(t time.Time) time.Duration {
	_, ahead := t.Zone()
	saving := t.IsDST()
	changes := 1
	if saving {
		changes = 20 // that of the forties went on for years, and was doubled
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

// wallClock is a date and a time as read off a calendar and a clock.
type wallClock struct {
	year, month, day, hour, minute int
}

// parseWallClock reads a date as 1984-02-04 and a time as 23:18. What does not exist is
// a [*engine.Refusal].
func parseWallClock(date, clock string) (w wallClock, err error) {
	day, err := time.Parse("2006-1-2", strings.TrimSpace(date))
	if err != nil {
		return w, engine.Refuse("`%s` is no date; it is written year, month, day, as 1984-02-04, and must exist", cleaned(date))
	}
	if y := day.Year(); y < firstYear || y > lastYear {
		return w, engine.Refuse("the calendar covers the years %s to %s, and not %s", strconv.Itoa(firstYear), strconv.Itoa(lastYear), strconv.Itoa(y))
	}
	at, err := time.Parse("15:04", strings.TrimSpace(clock))
	if err != nil {
		return w, engine.Refuse("`%s` is no time; it is written hours and minutes, from 00:00 to 23:59", cleaned(clock))
	}
	return wallClock{day.Year(), int(day.Month()), day.Day(), at.Hour(), at.Minute()}, nil
}

// in returns the moments at which the clocks of a zone show this. Two, in order, where
// the clocks were set back over it. Where they were set forward over it, skipped is
// true, and the moments are those that are meant if the clock had not been set forward,
// and if it had been already.
func (w wallClock) in(zone *time.Location) (moments []time.Time, skipped bool) {
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
