package table

import (
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Control{
		"": {}, "none": {}, " None ": {}, "1d": {Days: 1}, "3 days": {Days: 3}, "7 days a move": {Days: 7}, "30D": {Days: 30},
		"3+2": {Minutes: 3, Seconds: 2}, "5 + 5": {Minutes: 5, Seconds: 5}, "180+180": {Minutes: 180, Seconds: 180}, "1+0": {Minutes: 1},
		"10m": {Minutes: 10}, "10 minutes": {Minutes: 10}, "10+10 min": {Minutes: 10, Seconds: 10},
	} {
		got, err := ParseControl(text)
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v; want %+v", text, got, err, want)
		}
		if again, err := ParseControl(got.String()); err != nil || again != want {
			t.Errorf("%q comes back from %q as %+v, %v", text, got.String(), again, err)
		}
	}
	for _, text := range []string{"0d", "31d", "99999d", "0+5", "181+0", "3+181", "3+", "+3", "5", "1 2", "3+2+1", "-1d", "1.5+0", "3d 3+2", strings.Repeat("9", 1000), "`x`"} {
		if got, err := ParseControl(text); err == nil {
			t.Errorf("%q is %+v", text, got)
		} else if _, told := engine.Why(err); !told {
			t.Errorf("%q: %v is no refusal", text, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"3d", "10+5", "none", "5 minutes", "1 day a move"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseControl(text)
		if err != nil {
			if _, told := engine.Why(err); !told {
				t.Fatalf("%q: %v is no refusal", text, err)
			}
			return
		}
		if again, err := ParseControl(c.String()); err != nil || again != c {
			t.Fatalf("%q: %+v comes back as %+v, %v", text, c, again, err)
		}
		if !c.None() && (c.Full() < time.Minute || c.Full() > maxDays*day) {
			t.Fatalf("%q gives %v", text, c.Full())
		}
	})
}

var start = time.Date(2026, 3, 29, 0, 30, 0, 0, time.UTC) // the night in which clocks are changed

func at(d time.Duration) time.Time { return start.Add(d) }

// TestLiveClock plays moves that take 10 s each with 3+2.
func TestLiveClock(t *testing.T) {
	c := NewClock(Control{Minutes: 3, Seconds: 2}, 2)
	if c.Press(0, at(time.Hour), nil).Left[0] != 3*time.Minute {
		t.Error("a turn for which the clock did not run has cost time, or given some")
	}
	now := start
	for move := range 10 {
		c = c.Start(now)
		now = now.Add(10 * time.Second)
		c = c.Press(move%2, now, nil)
		c, _ = ReadClock(c.Kept())
	}
	for seat := range 2 {
		if c.Left[seat] != 3*time.Minute-5*8*time.Second {
			t.Errorf("seat %d has %v", seat, c.Left[seat])
		}
	}
	c = c.Start(now)
	if got := c.Flag(0, now.Add(20*time.Second), nil); !got.Equal(now.Add(140 * time.Second)) {
		t.Errorf("the flag falls at %v", got)
	}
	for after, fallen := range map[time.Duration]bool{0: false, 140*time.Second - time.Millisecond: false, 140 * time.Second: true, 99 * day: true} {
		if c.Fallen(0, now.Add(after), nil) != fallen {
			t.Errorf("fallen after %v: %v", after, !fallen)
		}
	}
	if left := c.Remains(0, now.Add(99*day), nil); left != 0 {
		t.Errorf("%v is left after 99 days", left)
	}
}

func TestDaysAMove(t *testing.T) {
	c := NewClock(Control{Days: 3}, 2).Start(start)
	c = c.Press(0, at(3*day-time.Second), nil).Start(at(3*day - time.Second))
	if c.Left[0] != 3*day || c.Fallen(1, at(6*day-2*time.Second), nil) || !c.Fallen(1, at(6*day-time.Second), nil) {
		t.Errorf("after a move: %+v", c)
	}
}

// TestOutagesAreGivenBack: of two hours, the bot is away for one.
func TestOutagesAreGivenBack(t *testing.T) {
	away := func(from, to time.Time) time.Duration {
		return max(0, min(to.Sub(start), 90*time.Minute)-max(from.Sub(start), 30*time.Minute))
	}
	c := NewClock(Control{Minutes: 60}, 2).Start(start)
	if left := c.Remains(0, at(2*time.Hour), away); left != 0 {
		t.Errorf("%v is left", left)
	}
	if left := c.Remains(0, at(90*time.Minute), away); left != 30*time.Minute {
		t.Errorf("%v is left, want 30 minutes", left)
	}
	if flag := c.Flag(0, at(90*time.Minute), away); !flag.Equal(at(2 * time.Hour)) {
		t.Errorf("the flag falls at %v", flag)
	}
	if c = c.Stop(0, at(100*time.Minute), away); c.Left[0] != 20*time.Minute {
		t.Errorf("%v is left, want 20 minutes", c.Left[0])
	}
}

func TestClockSetBack(t *testing.T) {
	c := NewClock(Control{Minutes: 5, Seconds: 5}, 2).Start(start)
	if c.Fallen(0, at(-99*day), nil) || c.Remains(0, at(-99*day), nil) != 5*time.Minute {
		t.Error("a clock that was set back costs time")
	}
	if flag := c.Flag(0, at(-time.Hour), nil); !flag.Equal(at(-55 * time.Minute)) {
		t.Errorf("the flag falls at %v", flag)
	}
	if now := c.Start(at(-time.Hour)); !now.Since.Equal(at(-time.Hour)) || !now.Fallen(0, at(-55*time.Minute), nil) {
		t.Errorf("a turn of later begins at %v", now.Since)
	}
	if now := c.Start(at(time.Minute)); !now.Since.Equal(start) {
		t.Errorf("a turn that runs begins anew at %v", now.Since)
	}
	if c = c.Press(0, at(-time.Hour), nil).Start(at(-time.Hour)); c.Left[0] != 5*time.Minute+5*time.Second {
		t.Errorf("a move gives %v", c.Left[0])
	}
	if !c.Since.Equal(at(-time.Hour)) {
		t.Error("the next turn begins in the future")
	}
}

func TestPause(t *testing.T) {
	c := NewClock(Control{Minutes: 5}, 2).Start(start).Stop(0, at(time.Minute), nil)
	c.Paused = true
	c, _ = ReadClock(c.Kept())
	if !c.Paused || c.Runs() || c.Start(at(time.Hour)).Runs() || c.Fallen(0, at(99*day), nil) {
		t.Errorf("a clock that is paused: %+v", c)
	}
	c.Paused = false
	if c = c.Start(at(day)); c.Remains(0, at(day+time.Minute), nil) != 3*time.Minute {
		t.Errorf("after the pause: %+v", c)
	}
}

func TestSetGivesBack(t *testing.T) {
	c := NewClock(Control{Minutes: 5}, 2).Start(start)
	before := c
	c = c.Set([]time.Duration{time.Minute, 0})
	if c.Runs() || c.Left[0] != time.Minute || c.Left[1] != 5*time.Minute {
		t.Errorf("%+v", c)
	}
	if before.Left[0] != 5*time.Minute {
		t.Error("the clock before has changed too")
	}
}

func TestWarnings(t *testing.T) {
	for _, tt := range []struct {
		control     Control
		left, ahead time.Duration
	}{
		{Control{Days: 1}, day, 4 * time.Hour},
		{Control{Days: 3}, 3 * day, 6 * time.Hour},
		{Control{Days: 7}, 7 * day, 6 * time.Hour},
		{Control{Minutes: 5, Seconds: 5}, 5 * time.Minute, 30 * time.Second},
	} {
		c := NewClock(tt.control, 2).Start(start)
		warn, flag := at(tt.left-tt.ahead), at(tt.left)
		if got := c.Alarm(1, start, nil, true); !got.Equal(warn) {
			t.Errorf("%s: warned at %v, want %v", tt.control, got, warn)
		}
		if got := c.Alarm(1, start, nil, false); !got.Equal(flag) {
			t.Errorf("%s: nobody can be warned, and there is an alarm at %v", tt.control, got)
		}
		if c.ToWarn(1, warn.Add(-time.Millisecond), nil) || !c.ToWarn(1, warn, nil) {
			t.Errorf("%s: warned at the wrong time", tt.control)
		}
		c, _ = ReadClock(c.Warned(1).Kept())
		if c.ToWarn(1, warn, nil) || !c.Alarm(1, warn, nil, true).Equal(flag) {
			t.Errorf("%s: warned twice", tt.control)
		}
		next := c.Press(1, warn, nil).Start(warn)
		if by := next.warns(1); by != !tt.control.Live() {
			t.Errorf("%s: warned in a later turn: %v", tt.control, by)
		}
		if !next.warns(0) {
			t.Errorf("%s: the other side is not warned", tt.control)
		}
	}
	c := NewClock(Control{Minutes: 5, Seconds: 5}, 2).set(0, 20*time.Second).Start(start)
	if c.ToWarn(0, start, nil) || !c.Alarm(0, start, nil, true).Equal(at(20*time.Second)) {
		t.Error("warned at once")
	}
}

func TestUnreadable(t *testing.T) {
	if _, ok := ReadClock(nil); ok {
		t.Error("there is a clock of nothing")
	}
	kept := NewClock(Control{Days: 3}, 2).Kept()
	kept.Control = "by moonlight"
	if _, ok := ReadClock(kept); ok {
		t.Error("a later version's control is read")
	}
}
