package clock

import (
	"slices"
	"time"

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
