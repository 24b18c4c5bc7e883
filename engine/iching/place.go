package iching

import (
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
)

// suggestZones completes the name of a zone: those of which a part begins with what was
// typed, then those that hold it.
func suggestZones(_ engine.Position, typed string) []engine.Named {
	typed = strings.ToLower(strings.ReplaceAll(strings.TrimSpace(typed), " ", "_"))
	var first, others []engine.Named
	calendar.Zones(func(name string) bool {
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

var (
	zoneArg       = engine.Arg{Name: "zone", Help: engine.T("The time zone: an IANA name such as Europe/Amsterdam, or +08:00"), Kind: engine.Word, Min: 1, Max: 60, Suggest: suggestZones}
	longitudeArg  = engine.Arg{Name: "longitude", Help: engine.T("Degrees east of Greenwich, west with a minus: 4.9, for true local time"), Kind: engine.Word, Min: 1, Max: 20}
	hemisphereArg = engine.Arg{Name: "hemisphere", Help: engine.T("Which hemisphere's seasons count; default north"), Kind: engine.Pick, Choices: []engine.Named{
		{ID: "north", Title: engine.T("North")}, {ID: south, Title: engine.T("South")},
	}}
	yearStartArg = engine.Arg{Name: "year_start", Help: engine.T("When the year begins; default the winter solstice"), Kind: engine.Pick, Choices: []engine.Named{
		{ID: string(calendar.WinterSolstice), Title: engine.T("Winter solstice")}, {ID: string(calendar.LiChun), Title: engine.T("Li Chun, the beginning of spring")},
	}}
)

// placeOf reads from the arguments how moments are counted; at is one of them, in its
// zone.
func placeOf(o engine.Options, at time.Time) (calendar.Place, error) {
	p := calendar.Place{Ahead: calendar.StandardAhead(at), South: o.Text(hemisphereArg.Name) == south, Start: calendar.YearStart(o.Text(yearStartArg.Name))}
	if text := o.Text(longitudeArg.Name); text != "" {
		degrees, err := calendar.ParseLongitude(text)
		if err != nil {
			return p, err
		}
		const dayDegree = 24 * float64(time.Hour) / 360
		p.Ahead = time.Duration(degrees * dayDegree)
	}
	return p, nil
}

// zoneOf is the zone in the arguments, or universal time.
func zoneOf(o engine.Options) (*time.Location, error) {
	if name := o.Text(zoneArg.Name); name != "" {
		return calendar.FindZone(name)
	}
	return time.UTC, nil
}
