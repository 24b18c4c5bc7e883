// Package clock is the arithmetic of the clocks by which people play: how much time each side
// has, when it runs out, and when to warn before that.
//
// There are two kinds of time control. By days a move, each turn may take so many days. A live
// one gives each side minutes for the whole game, and seconds more with every move. All times
// are given by the caller, and are moments: what a calendar or a time zone makes of them plays
// no part. Time in which the bot could not be reached is given back to whose clock ran:
// the arithmetic asks for it by [Away], and [Uptime] keeps it.
package clock

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Away tells how much of the time between two moments the bot could not be reached: that time
// costs nobody anything. nil is never.
type Away func(from, to time.Time) time.Duration

// Clock is how the clock of a table stands. It is a value: methods return the next one, and
// what it shares with others is not changed.
type Clock struct {
	Control Control
	Left    []time.Duration // by seat, when the present turn began
	Since   time.Time       // when that was; zero while the clock stands
	Paused  bool            // people agreed that it stands
	warned  uint8           // bit by seat
}

// New is a clock for so many seats that does not run yet.
func New(c Control, seats int) Clock {
	return Clock{Control: c, Left: slices.Repeat([]time.Duration{c.Full()}, seats)}
}

// Read reads a stored clock; ok is false for nil and for one that this version cannot read.
func Read(kept *store.Clock) (c Clock, ok bool) {
	if kept == nil {
		return c, false
	}
	control, err := Parse(kept.Control)
	if err != nil || control.None() {
		return c, false
	}
	c = New(control, len(kept.Left))
	for seat, left := range kept.Left {
		c.Left[seat] = time.Duration(left) * time.Millisecond
	}
	if kept.Since != 0 {
		c.Since = time.UnixMilli(kept.Since)
	}
	c.Paused, c.warned = kept.Paused, kept.Warned
	return c, true
}

// Kept is the clock as it is stored: to the millisecond.
func (c Clock) Kept() *store.Clock {
	kept := &store.Clock{Control: c.Control.String(), Paused: c.Paused, Warned: c.warned}
	for _, left := range c.Left {
		kept.Left = append(kept.Left, left.Milliseconds())
	}
	if c.Runs() {
		kept.Since = c.Since.UnixMilli()
	}
	return kept
}

// Runs reports whether it takes somebody's time.
func (c Clock) Runs() bool { return !c.Since.IsZero() }

// Start has it run from now on, unless it runs already or is paused. A turn that began later
// than now begins now: the system's clock was set back.
func (c Clock) Start(now time.Time) Clock {
	if !c.Paused && (!c.Runs() || c.Since.After(now)) {
		c.Since = time.UnixMilli(now.UnixMilli())
	}
	return c
}

// spent is what the present turn has taken: nothing where it is yet to begin, because the
// system's clock was set back.
func (c Clock) spent(now time.Time, away Away) time.Duration {
	if !c.Runs() || !now.After(c.Since) {
		return 0
	}
	spent := now.Sub(c.Since)
	if away != nil {
		spent -= away(c.Since, now)
	}
	return max(0, spent)
}

// Remains is what is left to the seat whose turn it is, 0 when its flag has fallen.
func (c Clock) Remains(seat int, now time.Time, away Away) time.Duration {
	return max(0, c.Left[seat]-c.spent(now, away))
}

// Fallen reports whether the seat whose turn it is has run out of time.
func (c Clock) Fallen(seat int, now time.Time, away Away) bool {
	return c.Runs() && c.Remains(seat, now, away) == 0
}

// Flag is when that will be if nothing happens and the bot stays.
func (c Clock) Flag(seat int, now time.Time, away Away) time.Time {
	return now.Add(c.Remains(seat, now, away))
}

// Stop has it stand, and takes what the turn has cost from the seat whose turn it was.
func (c Clock) Stop(seat int, now time.Time, away Away) Clock {
	if !c.Runs() {
		return c
	}
	left := c.Remains(seat, now, away).Truncate(time.Millisecond)
	c.Since = time.Time{}
	return c.set(seat, left)
}

// Press ends the turn of a seat, which gets what the control gives for a move, and has the
// clock stand. A turn for which it did not run gets nothing.
func (c Clock) Press(seat int, now time.Time, away Away) Clock {
	if !c.Runs() {
		return c
	}
	c = c.Stop(seat, now, away)
	if c.Control.Live() {
		return c.set(seat, c.Left[seat]+time.Duration(c.Control.Seconds)*time.Second)
	}
	c.warned = 0
	return c.set(seat, c.Control.Full())
}

// Set gives every seat what it had at another time, by seat, and has the clock stand. A seat
// that had nothing yet gets its full time.
func (c Clock) Set(left []time.Duration) Clock {
	c.Left, c.Since = slices.Clone(left), time.Time{}
	if !c.Control.Live() {
		c.warned = 0
	}
	for seat, had := range c.Left {
		if had <= 0 {
			c.Left[seat] = c.Control.Full()
		}
	}
	return c
}

func (c Clock) set(seat int, left time.Duration) Clock {
	c.Left = slices.Clone(c.Left)
	c.Left[seat] = left
	return c
}

// Pause has it stand until [Clock.Resume].
func (c Clock) Pause(seat int, now time.Time, away Away) Clock {
	c = c.Stop(seat, now, away)
	c.Paused = true
	return c
}

// Resume ends a pause. The clock runs with the next [Clock.Start].
func (c Clock) Resume() Clock {
	c.Paused = false
	return c
}

// mostAhead is how long before the end of days somebody is warned at most, and liveAhead
// before that of a live game: enough to come and play.
const (
	mostAhead = 6 * time.Hour
	liveAhead = 30 * time.Second
)

// ahead is how long before its flag a seat is warned.
func (c Clock) ahead() time.Duration {
	if c.Control.Live() {
		return liveAhead
	}
	return min(mostAhead, c.Control.Full()/6)
}

// warns reports whether a seat is to be warned in the present turn: by days in every turn, in
// a live game once, unless the turn begins with so little that it would be at once.
func (c Clock) warns(seat int) bool {
	return c.Runs() && c.warned&(1<<seat) == 0 && c.Left[seat] > c.ahead()
}

// ToWarn reports whether it is time to warn the seat whose turn it is.
func (c Clock) ToWarn(seat int, now time.Time, away Away) bool {
	return c.warns(seat) && c.Remains(seat, now, away) <= c.ahead()
}

// Warned notes that a seat was warned.
func (c Clock) Warned(seat int) Clock {
	c.warned |= 1 << seat
	return c
}

// Alarm is when something is next to happen to the seat whose turn it is: the flag, or the
// warning where somebody can be warned. It is zero while the clock stands.
func (c Clock) Alarm(seat int, now time.Time, away Away, canWarn bool) time.Time {
	switch flag := c.Flag(seat, now, away); {
	case !c.Runs():
		return time.Time{}
	case canWarn && c.warns(seat):
		return flag.Add(-c.ahead())
	default:
		return flag
	}
}

const day = 24 * time.Hour

// Bounds of what can be asked for. A live game through messages needs a minute at least.
const (
	maxDays    = 30
	maxMinutes = 180
	maxSeconds = 180
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
		if c.Days, _ = strconv.Atoi(m[1]); c.Days < 1 || c.Days > maxDays {
			return Control{}, engine.Refuse("a move can have from 1 to %s days", strconv.Itoa(maxDays))
		}
		return c, nil
	}
	m := liveForm.FindStringSubmatch(text)
	if m == nil || m[2] == "" && !strings.HasSuffix(text, "m") && !strings.Contains(text, "min") {
		return c, engine.Refuse("`%s` is no time control; write days a move such as `3d`, minutes and seconds a move such as `10+5`, or `none`", engine.Quotable(text))
	}
	c.Minutes, _ = strconv.Atoi(m[1])
	c.Seconds, _ = strconv.Atoi(m[2]) // 0 where there are none
	if c.Minutes < 1 || c.Minutes > maxMinutes || c.Seconds > maxSeconds {
		return Control{}, engine.Refuse("a live game can have from 1 to %s minutes, and at most %s seconds more with each move", strconv.Itoa(maxMinutes), strconv.Itoa(maxSeconds))
	}
	return c, nil
}
