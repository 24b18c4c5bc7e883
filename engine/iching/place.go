package iching

import (
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
)

var (
	zoneArg       = daily.ZoneArg(engine.T("The time zone, by its largest city, such as Europe/Amsterdam, or +08:00"))
	longitudeArg  = engine.Arg{Name: "longitude", Help: engine.T("Degrees east of Greenwich, west with a minus: 4.9, for true local time"), Kind: engine.Word, Min: 1, Max: 20}
	hemisphereArg = engine.Arg{Name: "hemisphere", Help: engine.T("Which hemisphere's seasons count; default north"), Kind: engine.Pick, Choices: []engine.Named{
		{ID: "north", Title: engine.T("North")}, {ID: south, Title: engine.T("South")},
	}}
	yearStartArg = engine.Arg{Name: "year_start", Help: engine.T("When the year begins; default the winter solstice"), Kind: engine.Pick, Choices: []engine.Named{
		{ID: string(calendar.WinterSolstice), Title: engine.T("Winter solstice")}, {ID: string(calendar.LiChun), Title: engine.T("Li Chun, the beginning of spring")},
	}}
)

// placeOf returns the place by which moments are counted; at is such a moment, in its zone.
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

// momentOf returns the moment of a command by its arguments for the place, and by the clocks there.
func momentOf(env engine.Env, o engine.Options) (m calendar.Moment, now time.Time, err error) {
	zone, err := daily.FindZone(o.Text(zoneArg.Name))
	if err != nil {
		return m, now, err
	}
	if now = env.Now.In(zone); now.Year() < calendar.FirstYear || now.Year() > calendar.LastYear {
		return m, now, engine.Refuse("the calendar covers the years %s to %s", strconv.Itoa(calendar.FirstYear), strconv.Itoa(calendar.LastYear))
	}
	place, err := placeOf(o, now)
	if err != nil {
		return m, now, err
	}
	return place.At(now), now, nil
}
