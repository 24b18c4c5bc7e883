package calendar

import (
	"math"
	"time"
)

// The years that the calendar covers. Solar time is not known well enough before them, and the
// rotation of the earth not after them.
const (
	FirstYear = 1800
	LastYear  = 2199
)

// YearStart is when the year of the pillars begins.
type YearStart string

// The beginnings of the year.
const (
	WinterSolstice YearStart = "winter-solstice"
	LiChun         YearStart = "li-chun" // the beginning of spring, about 4 February
)

// Place is the place and the convention for counting a moment.
type Place struct {
	// Ahead is local mean solar time minus universal time.
	Ahead time.Duration
	// South selects the seasons of the southern hemisphere. Its year Y begins in June, or in
	// August, of Y.
	South bool
	Start YearStart
}

// Moment is a moment in the solar time of a place.
type Moment struct {
	Pillars Pillars
	Year    int // of the first pillar
	// Rising reports whether the moment is between winter and summer solstice.
	Rising bool
	// Local is the place's mean solar time, represented as universal time.
	Local time.Time
	// Sun is the longitude of the sun in degrees, plus 180 in the south.
	Sun float64
}

// Longitudes of the sun at the beginning of spring and at the winter solstice.
const (
	springBegins = 315
	solstice     = 270
)

// At counts a moment at a place. Months begin with the solar terms at 15 degrees of each sign,
// the year by the place's YearStart. The day begins at midnight; the hour before midnight belongs
// to it but has the stem of the next day's first hour.
func (p Place) At(t time.Time) Moment {
	m := Moment{Sun: solarLongitude(t), Local: t.UTC().Add(p.Ahead)}
	begins := 0.095 // 4 February, in years
	if p.South {
		m.Sun, begins = within360(m.Sun+180), 0.6 // 7 August
	}
	since := within360(m.Sun - springBegins)
	year := int(math.Round(2000 + (julianDay(t)-2451544.5)/365.2425 - begins - since/360))
	month := int(since / 30) // 0 is the month yin, which begins spring
	m.Year = year
	if p.Start != LiChun && since >= within360(solstice-springBegins) {
		m.Year++
	}
	m.Rising = m.Sun >= solstice || m.Sun < solstice-180
	day := pillar(julianDayNumber(m.Local) - 11)
	m.Pillars = Pillars{
		YearPillar(m.Year),
		pillar((year-4)*12 + 2 + month),
		day,
		pillar(int(day)*12 + (m.Local.Hour()+1)/2),
	}
	return m
}

func julianDayNumber(local time.Time) int {
	y, m, d := local.Date()
	return int(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix()/86400) + 2440588
}

// Hour returns the branch of the double hour.
func (m Moment) Hour() int { return m.Pillars[3].Branch() }

// Month returns the branch of the solar month.
func (m Moment) Month() int { return m.Pillars[1].Branch() }
