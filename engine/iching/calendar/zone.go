package calendar

import (
	_ "embed"
	"regexp"
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

// Zones calls f for each name until it returns false.
func Zones(f func(name string) bool) {
	for name := range strings.Lines(zoneList) {
		if !f(strings.TrimSuffix(name, "\n")) {
			return
		}
	}
}

// offset is how people write a fixed difference from universal time.
var offset = regexp.MustCompile(`^(?i:UTC|GMT)? ?([+-])(\d{1,2})(?::?([0-5]\d))?$`)

// FindZone finds a time zone by its IANA name, in any spelling of upper and lower case,
// or as an offset such as +08:00. What it does not know is a [*engine.Refusal].
func FindZone(name string) (*time.Location, error) {
	name = strings.ReplaceAll(strings.TrimSpace(name), " ", "_")
	if strings.EqualFold(name, "UTC") || strings.EqualFold(name, "GMT") || strings.EqualFold(name, "Z") {
		return time.UTC, nil
	}
	if m := offset.FindStringSubmatch(name); m != nil {
		return fixedZone(m[1], m[2], m[3])
	}
	var found *time.Location
	Zones(func(known string) bool {
		if strings.EqualFold(known, name) {
			found, _ = time.LoadLocation(known)
		}
		return found == nil
	})
	if found == nil {
		return nil, engine.Refuse("`%s` is not a known time zone; give an IANA name such as `Europe/Amsterdam`, or an offset such as `+08:00`", engine.Quotable(name))
	}
	return found, nil
}

func fixedZone(sign, hours, minutes string) (*time.Location, error) {
	h, _ := strconv.Atoi(hours)
	m, _ := strconv.Atoi(minutes)
	seconds := h*3600 + m*60
	if seconds > 15*3600 {
		return nil, engine.Refuse("no place is %s hours from universal time; the most is 15", hours)
	}
	if sign == "-" {
		seconds = -seconds
	}
	return time.FixedZone(time.UTC.String()+sign+hours, seconds), nil
}

// StandardAhead is how far the clocks of a zone are ahead of universal time at a moment,
// without daylight saving. Where winter time is the exception by law, as in Ireland, it
// is the standard here.
func StandardAhead(t time.Time) time.Duration {
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
