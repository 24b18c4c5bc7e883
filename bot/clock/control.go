// Package clock is the arithmetic of the clocks by which people play: how much time each side
// has, when it runs out, and when to warn before that.
//
// There are two kinds of time control. By days a move, each turn may take so many days. A live
// one gives each side minutes for the whole game, and seconds more with every move. All times
// are given by the caller, and are moments: what a calendar or a time zone makes of them plays
// no part. Time in which the bot could not be reached is the caller's to tell, see [Away].
package clock

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

const day = 24 * time.Hour

// Bounds of what can be asked for. A live game through messages needs a minute at least.
const (
	MaxDays    = 30
	MaxMinutes = 180
	MaxSeconds = 180
)

// Control is a time control; the zero value is none. Either Days or Minutes is above 0.
type Control struct {
	Days             int // for each move
	Minutes, Seconds int // for the game, and more with each move
}

// None reports whether there is no clock.
func (c Control) None() bool { return c == Control{} }

// Live reports whether the time is for the whole game, so that people sit through it.
func (c Control) Live() bool { return c.Minutes > 0 }

// Full is what each side has at first.
func (c Control) Full() time.Duration {
	if c.Live() {
		return time.Duration(c.Minutes) * time.Minute
	}
	return time.Duration(c.Days) * day
}

// String is the control as it is typed and stored, which [Parse] reads: "3d", "10+5", or
// "none".
func (c Control) String() string {
	switch {
	case c.None():
		return "none"
	case c.Live():
		return strconv.Itoa(c.Minutes) + "+" + strconv.Itoa(c.Seconds)
	default:
		return strconv.Itoa(c.Days) + "d"
	}
}

// Words are the control in words.
func (c Control) Words() engine.Text {
	switch {
	case c.None():
		return engine.T("no clock")
	case !c.Live():
		return engine.Count(c.Days, "one day a move", "%s days a move")
	case c.Seconds == 0:
		return engine.T("%s each", engine.Count(c.Minutes, "one minute", "%s minutes"))
	default:
		return engine.T("%s each and %s more with each move", engine.Count(c.Minutes, "one minute", "%s minutes"), engine.Count(c.Seconds, "one second", "%s seconds"))
	}
}

// Usual are the controls that are offered.
var Usual = []Control{{Days: 1}, {Days: 3}, {Days: 7}, {Minutes: 3, Seconds: 2}, {Minutes: 5, Seconds: 5}, {Minutes: 10, Seconds: 10}, {Minutes: 30, Seconds: 20}}

var (
	liveForm = regexp.MustCompile(`^(\d{1,4})(?:\s*\+\s*(\d{1,4}))?\s*(?:m|min|minutes?)?$`)
	daysForm = regexp.MustCompile(`^(\d{1,4})\s*(?:d|days?)(?:\s*a\s+move)?$`)
)

// Parse reads a control: "3 days", "3d a move", "10+5", "10 minutes", or "none". Anything else
// is a [*engine.Refusal].
func Parse(text string) (c Control, err error) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" || text == "none" {
		return c, nil
	}
	if m := daysForm.FindStringSubmatch(text); m != nil {
		if c.Days, _ = strconv.Atoi(m[1]); c.Days < 1 || c.Days > MaxDays {
			return Control{}, engine.Refuse("a move can have from 1 to %s days", strconv.Itoa(MaxDays))
		}
		return c, nil
	}
	m := liveForm.FindStringSubmatch(text)
	if m == nil || m[2] == "" && !strings.HasSuffix(text, "m") && !strings.Contains(text, "min") {
		return c, engine.Refuse("`%s` is no time control; write days a move such as `3d`, minutes and seconds a move such as `10+5`, or `none`", engine.Quotable(text))
	}
	c.Minutes, _ = strconv.Atoi(m[1])
	c.Seconds, _ = strconv.Atoi(m[2]) // 0 where there are none
	if c.Minutes < 1 || c.Minutes > MaxMinutes || c.Seconds > MaxSeconds {
		return Control{}, engine.Refuse("a live game can have from 1 to %s minutes, and at most %s seconds more with each move", strconv.Itoa(MaxMinutes), strconv.Itoa(MaxSeconds))
	}
	return c, nil
}
