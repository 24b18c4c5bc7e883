package table

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Away returns how much of the time between two moments the bot was unreachable, which is not
// charged. nil means never.
type Away func(from, to time.Time) time.Duration

// Clock is the clock of a table: how much time each side has, when it runs out, and when to warn before
// that. Callers pass all times, which are absolute: calendars and time zones play no part. Time in which
// the bot was unreachable is given back to the side whose clock ran: see [Away] and [Uptime]. It is a
// value: methods return the changed clock and do not modify shared memory.
type Clock struct {
	Control Control
	Left    []time.Duration // by seat, when the present turn began
	Since   time.Time       // when that was; zero while the clock is stopped
	Paused  bool            // stopped by agreement
	warned  uint8           // bit by seat
}

// NewClock returns a stopped clock for a number of seats.
func NewClock(c Control, seats int) Clock {
	return Clock{Control: c, Left: slices.Repeat([]time.Duration{c.Full()}, seats)}
}

// ReadClock converts a stored clock; ok is false for nil and for an unknown form.
func ReadClock(kept *store.Clock) (c Clock, ok bool) {
	if kept == nil {
		return c, false
	}
	control, err := ParseControl(kept.Control)
	if err != nil || control.None() {
		return c, false
	}
	c = NewClock(control, len(kept.Left))
	for seat, left := range kept.Left {
		c.Left[seat] = time.Duration(left) * time.Millisecond
	}
	if kept.Since != 0 {
		c.Since = time.UnixMilli(kept.Since)
	}
	c.Paused, c.warned = kept.Paused, kept.Warned
	return c, true
}

// Kept returns the clock in stored form, to the millisecond.
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

// Runs reports whether the clock is running.
func (c Clock) Runs() bool { return !c.Since.IsZero() }

// Start starts the clock, unless it is running or paused. If the turn began in the future, because
// the system's clock was set back, it begins now.
func (c Clock) Start(now time.Time) Clock {
	if !c.Paused && (!c.Runs() || c.Since.After(now)) {
		c.Since = time.UnixMilli(now.UnixMilli())
	}
	return c
}

// spent returns the time used in the present turn, 0 if it began in the future because the system's
// clock was set back.
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

// Remains returns the time left for the seat to move, 0 if it has run out.
func (c Clock) Remains(seat int, now time.Time, away Away) time.Duration {
	return max(0, c.Left[seat]-c.spent(now, away))
}

// Fallen reports whether the seat to move has run out of time.
func (c Clock) Fallen(seat int, now time.Time, away Away) bool {
	return c.Runs() && c.Remains(seat, now, away) == 0
}

// Flag returns when the seat to move will run out of time if the bot stays reachable.
func (c Clock) Flag(seat int, now time.Time, away Away) time.Time {
	return now.Add(c.Remains(seat, now, away))
}

// Stop stops the clock and charges the present turn to the seat to move.
func (c Clock) Stop(seat int, now time.Time, away Away) Clock {
	if !c.Runs() {
		return c
	}
	left := c.Remains(seat, now, away).Truncate(time.Millisecond)
	c.Since = time.Time{}
	return c.set(seat, left)
}

// Press ends the turn of a seat: it stops the clock and adds the increment of the control. A turn
// in which the clock did not run earns none.
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

// Set restores the time that the seats had left at another moment, and stops the clock. A seat
// without time gets its full time.
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

// maxAhead is the longest warning time of a control by days, and liveAhead the warning time of a
// live clock: enough to come and play.
const (
	maxAhead  = 6 * time.Hour
	liveAhead = 30 * time.Second
)

// ahead returns how long before its flag a seat is warned.
func (c Clock) ahead() time.Duration {
	if c.Control.Live() {
		return liveAhead
	}
	return min(maxAhead, c.Control.Full()/6)
}

// warns reports whether a seat is still to be warned: by days once in every turn, in a live game
// once, unless the turn begins below the warning time.
func (c Clock) warns(seat int) bool {
	return c.Runs() && c.warned&(1<<seat) == 0 && c.Left[seat] > c.ahead()
}

// ToWarn reports whether it is time to warn the seat to move.
func (c Clock) ToWarn(seat int, now time.Time, away Away) bool {
	return c.warns(seat) && c.Remains(seat, now, away) <= c.ahead()
}

// Warned records that a seat was warned.
func (c Clock) Warned(seat int) Clock {
	c.warned |= 1 << seat
	return c
}

// Alarm returns the next event of the seat to move: its warning, if canWarn is set, or its flag. It
// is zero while the clock is stopped.
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

// The limits of controls. A live game played by messages needs at least a minute.
const (
	maxDays    = 30
	maxMinutes = 180
	maxSeconds = 180
)

// Control is a time control; the zero value means no clock. Either Days or Minutes is positive.
type Control struct {
	Days             int // per move
	Minutes, Seconds int // for the game, and added with each move
}

// None reports whether there is no clock.
func (c Control) None() bool { return c == Control{} }

// Live reports whether the time is for the whole game, so that both sides play in one sitting.
func (c Control) Live() bool { return c.Minutes > 0 }

// Full returns the initial time of each side.
func (c Control) Full() time.Duration {
	if c.Live() {
		return time.Duration(c.Minutes) * time.Minute
	}
	return time.Duration(c.Days) * day
}

// String returns the typed and stored form, which [ParseControl] reads: "3d", "10+5", or "none".
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

// Info returns the control in SGF's properties, see [engine.Record]: the main time in seconds, and as most
// programs write it what comes with each move. Time for one move is a period of byo-yomi. It is nil for
// no clock.
func (c Control) Info() map[string]string {
	seconds := strconv.Itoa(int(c.Full() / time.Second))
	switch {
	case c.None():
		return nil
	case !c.Live():
		return map[string]string{"TM": "0", "OT": "1x" + seconds + " byo-yomi"}
	case c.Seconds == 0:
		return map[string]string{"TM": seconds}
	default:
		return map[string]string{"TM": seconds, "OT": strconv.Itoa(c.Seconds) + " fischer"}
	}
}

// Words describes the control.
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

// UsualControls are the suggested controls.
var UsualControls = []Control{{Days: 1}, {Days: 3}, {Days: 7}, {Minutes: 3, Seconds: 2}, {Minutes: 5, Seconds: 5}, {Minutes: 10, Seconds: 10}, {Minutes: 30, Seconds: 20}}

var (
	liveForm = regexp.MustCompile(`^(\d{1,4})(?:\s*\+\s*(\d{1,4}))?\s*(?:m|min|minutes?)?$`)
	daysForm = regexp.MustCompile(`^(\d{1,4})\s*(?:d|days?)(?:\s*a\s+move)?$`)
)

// ParseControl parses a control: "3 days", "3d a move", "10+5", "10 minutes", or "none". The error is an
// [*engine.Refusal].
func ParseControl(text string) (c Control, err error) {
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
	c.Seconds, _ = strconv.Atoi(m[2]) // 0 if absent
	if c.Minutes < 1 || c.Minutes > maxMinutes || c.Seconds > maxSeconds {
		return Control{}, engine.Refuse("a live game can have from 1 to %s minutes, and at most %s seconds more with each move", strconv.Itoa(maxMinutes), strconv.Itoa(maxSeconds))
	}
	return c, nil
}
