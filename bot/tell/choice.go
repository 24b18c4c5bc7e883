// Package tell has people hear what concerns them, each in the way that they have chosen:
// that it is their turn, that somebody asks them for something, that a game is over. That is
// said by a mention in the channel, by a direct message, or not at all; once, or once more
// where they have not come; and never in their quiet hours, after which it is said if it is
// still true. A digest comes once a day to who wants one.
//
// All that is kept of a person is one small record, and all that falls due stands in an agenda
// that is read from its beginning: an entry for each person, however much waits for them. What
// is to be said is stored in the change by which it comes about ([Teller.Changed]), and struck
// out after it was said: a process that is killed between the two says it twice, and nothing
// is lost. [Teller.Run] works the agenda off.
//
// Whoever has chosen nothing has no record. They are mentioned by the answer to what concerns
// them, as [Teller.Mentions] says, and cost nothing.
package tell

import (
	"time"

	"github.com/sixfold-bot/sixfold/engine/zone"
)

// The ways in which a person hears what concerns them.
const (
	Mention = ""        // they are mentioned in the channel
	Direct  = "direct"  // by direct message
	Nothing = "nothing" // not at all
)

// Choice is how a person wants to hear what concerns them. The zero value is that of who has
// chosen nothing.
type Choice struct {
	Way    string `json:"way,omitempty"`
	Remind int    `json:"remind,omitempty"` // after how many hours, 0 for never
	Quiet  Hours  `json:"quiet,omitzero"`
	Digest int    `json:"digest,omitempty"` // the hour of the day, from 1 to 24, 0 for never
	Zone   string `json:"zone,omitempty"`   // of those hours, "" for UTC
}

// mostRemind is after how many hours a reminder may come.
const mostRemind = 72

// Hours are those of a day from one to before another, 0 to 23. They are none where both are
// the same.
type Hours struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// none reports whether there are none.
func (h Hours) none() bool { return h.From == h.To }

// has reports whether an hour is among them.
func (h Hours) has(hour int) bool {
	if h.From <= h.To {
		return h.From <= hour && hour < h.To
	}
	return hour >= h.From || hour < h.To
}

// in is the person's time zone: UTC where theirs is not known any more.
func (c Choice) in() *time.Location {
	l, err := zone.Find(c.Zone)
	if err != nil {
		return time.UTC
	}
	return l
}

// quiet reports whether a moment lies in the person's quiet hours.
func (c Choice) quiet(at time.Time) bool { return !c.Quiet.none() && c.Quiet.has(at.In(c.in()).Hour()) }

// quarter is the step at which quiet hours can end: there are zones that differ from others
// by quarters of an hour.
const quarter = 15 * time.Minute

// awake is the first moment from the given one on that lies in no quiet hours. Clocks that
// are put forward or back meanwhile are reckoned with, since it looks at each quarter.
func (c Choice) awake(at time.Time) time.Time {
	if !c.quiet(at) {
		return at
	}
	in := c.in()
	for at = at.Truncate(quarter).Add(quarter); c.Quiet.has(at.In(in).Hour()); {
		at = at.Add(quarter)
	}
	return at
}

// digestAfter is when the digest next comes after a moment, the zero time for never. An hour
// that is left out when clocks are put forward is taken as one beside it, and one that
// comes twice counts once.
func (c Choice) digestAfter(at time.Time) time.Time {
	if c.Digest == 0 {
		return time.Time{}
	}
	local := at.In(c.in())
	for day := local.Day(); ; day++ {
		next := time.Date(local.Year(), local.Month(), day, c.Digest-1, 0, 0, 0, local.Location())
		if next.After(at) {
			return next.UTC()
		}
	}
}
