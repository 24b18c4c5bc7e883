package calendar

import (
	"math"
	"time"
)

// The years that the calendar covers: before, the hours of the sun are not known well
// enough, after, those of the earth.
const (
	FirstYear = 1800
	LastYear  = 2199
)

// YearStart is where the year of the pillars turns.
type YearStart string

// The beginnings of the year.
const (
	WinterSolstice YearStart = "winter-solstice"
	LiChun         YearStart = "li-chun" // the beginning of spring, about 4 February
)

// Place is where and how a moment is counted.
type Place struct {
	// Ahead is how far the local mean solar time is ahead of universal time.
	Ahead time.Duration
	// South: the seasons are those of the southern hemisphere. Its year Y begins in
	// June, or in August, of Y.
	South bool
	Start YearStart
}

// Moment is a moment as the sun counts it at a place.
type Moment struct {
	Pillars Pillars
	Year    int // to which the first pillar belongs
	// Rising: between winter and summer solstice.
	Rising bool
	// Local is the mean solar time of the place, as if it were universal time.
	Local time.Time
	// Sun is the longitude of the sun in degrees, half a circle ahead in the south.
	Sun float64
}

// Longitudes of the sun at the beginning of spring and at the winter solstice.
const (
	springBegins = 315
	solstice     = 270
)

// At counts a moment at a place. The months begin with the solar terms at 15 degrees of
// each sign, the year as the place has it. The day begins at midnight; the hour before
// belongs to it but has the stem of the next day's first.
func (p Place) At(t time.Time) Moment {
	m := Moment{Sun: solarLongitude(t), Local: t.UTC().Add(p.Ahead)}
	begins := 0.095 // 4 February, in years
	if p.South {
		m.Sun, begins = within360(m.Sun+180), 0.6 // 7 August
	}
	since := within360(m.Sun - springBegins)
	year := int(math.Round(2000 + (julianDay(t)-2451544.5)/365.2425 - begins - since/360))
	month := int(since / 30) // 0 is the month yin, in which spring begins
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

// julianDayNumber counts the days of the calendar.
func julianDayNumber(local time.Time) int {
	y, m, d := local.Date()
	return int(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix()/86400) + 2440588
}

// Hour is the branch of the double hour, Month that of the month.
func (m Moment) Hour() int { return m.Pillars[3].Branch() }

// Month is the branch of the solar month.
func (m Moment) Month() int { return m.Pillars[1].Branch() }
