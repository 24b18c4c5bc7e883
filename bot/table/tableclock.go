package table

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// A clock by days runs from the beginning of the game. A live clock runs for each side from its
// second turn, because nobody may be there yet when a challenge is accepted. Levels use no time:
// how long they think depends on the machine. While the clock runs, nothing else ends the game of a
// side that does not move, except a deadline; while it is stopped, the table may lie idle like others. A game
// with a deadline does not lie idle.

// FlagError reports that the time of a side has run out, so that nothing can be played; see
// [Tables.Ring].
type FlagError struct{ Key store.Key }

// Error implements error.
func (e *FlagError) Error() string { return "table: the time has run out at " + e.Key.String() }

// SetClock gives a new table a clock. It refuses one unless a person plays against somebody else.
func (t *Table) SetClock(c Control) error {
	if c.None() {
		return nil
	}
	if !t.HasOpponents() || t.LevelAt(0) != "" && t.LevelAt(1) != "" {
		return engine.Refuse("a clock is for people who play against somebody else; leave `clock` out")
	}
	t.Record.Clock = NewClock(c, len(t.Record.Seats)).Kept()
	return nil
}

// clock returns the table's clock; ok is false if there is none.
func (t *Brief) clock() (c Clock, ok bool) {
	c, ok = ReadClock(t.Head.Clock)
	return c, ok && len(c.Left) == len(t.Head.Seats)
}

// Control returns the time control, the zero value for none.
func (t *Brief) Control() Control {
	c, _ := t.clock()
	return c.Control
}

// Paused reports whether the clock is paused by agreement.
func (t *Brief) Paused() bool {
	c, ok := t.clock()
	return ok && c.Paused && !t.Head.Over
}

// clockRuns reports whether the clock is running for the seat to move.
func (t *Brief) clockRuns() bool {
	c, ok := t.clock()
	return ok && c.Runs() && t.Turn() != engine.NoSeat
}

// ticks reports whether the clock should run during a seat's turn.
func (t *Table) ticks(seat engine.Seat) bool {
	if seat == engine.NoSeat || t.LevelAt(seat) != "" || t.Waiting() || t.Asks(Left) || t.Record.Result != nil {
		return false
	}
	return !t.Control().Live() || t.hasMoved(seat)
}

// hasMoved reports whether a seat has played a move that was not taken back.
func (t *Table) hasMoved(seat engine.Seat) bool {
	return slices.ContainsFunc(t.Record.Moves, func(m store.Move) bool { return m.By == t.Record.Seats[seat] })
}

// bothMoved reports whether two play here, and each has played a move that was not taken back.
func (t *Table) bothMoved() bool { return t.HasOpponents() && t.hasMoved(0) && t.hasMoved(1) }

// RequireTime returns a [*FlagError] if the time of the seat to move has run out, and a refusal if the
// clock is paused.
func (t *Table) RequireTime(now time.Time) error {
	c, ok := t.clock()
	switch turn := t.Turn(); {
	case !ok || turn == engine.NoSeat:
		return nil
	case c.Paused:
		return engine.Refuse("the clock is paused; *Resume*, or %s, goes on", t.Game.Command("pause"))
	case c.Fallen(int(turn), now, t.away):
		return &FlagError{t.Key}
	default:
		return nil
	}
}

// pressClock ends the turn of a seat that has moved, unless it is to move again.
func (t *Table) pressClock(seat engine.Seat, now time.Time) {
	c, ok := t.clock()
	next := t.Position.Turn()
	if !ok || next == seat || seat == engine.NoSeat {
		return
	}
	ran := c.Runs()
	c = c.Press(int(seat), now, t.away)
	if ran && c.Control.Live() {
		t.Record.Moves[len(t.Record.Moves)-1].Left = c.Left[seat].Milliseconds()
	}
	if t.ticks(next) {
		c = c.Start(now)
	}
	t.Record.Clock = c.Kept()
}

// resetClock gives each seat the time that it had after the remaining moves.
func (t *Table) resetClock() {
	c, ok := t.clock()
	if !ok {
		return
	}
	left := make([]time.Duration, len(t.Record.Seats))
	for _, m := range t.Record.Moves {
		if seat := t.SeatHeldBy(m.By); seat != engine.NoSeat && m.Left > 0 {
			left[seat] = time.Duration(m.Left) * time.Millisecond
		}
	}
	t.Record.Clock = c.Set(left).Kept()
}

// updateClock starts or stops the clock as the state of the table requires.
func (t *Table) updateClock(now time.Time) {
	c, ok := t.clock()
	if !ok {
		return
	}
	switch turn := t.Position.Turn(); {
	case t.ticks(turn):
		c = c.Start(now)
	case turn != engine.NoSeat:
		c = c.Stop(int(turn), now, t.away)
	}
	t.Record.Clock = c.Kept()
}

// alarm returns when the clock or the deadline next requires something; zero for never.
func (t *Table) alarm(now time.Time) (at time.Time) {
	if c, ok := t.clock(); ok && t.Turn() != engine.NoSeat {
		at = c.Alarm(int(t.Turn()), now, t.away, t.Record.Posts)
	}
	if by := t.deadlineAlarm(now); at.IsZero() || !by.IsZero() && by.Before(at) {
		at = by
	}
	return at.UTC()
}

// SetDeadline has a new table be over so many hours from now, unless they are not positive.
func (t *Table) SetDeadline(hours int, now time.Time) {
	if hours > 0 {
		t.Record.Deadline = store.Deadline{From: toMillisecond(now), Hours: hours}
	}
}

// Deadline returns when the game has to be over, as far as is known now; zero for never. Time in which the
// bot could not be reached is added.
func (t *Brief) Deadline(now time.Time) time.Time {
	d := t.Head.Deadline
	if d.Hours == 0 || t.Head.Over {
		return time.Time{}
	}
	from := earlier(d.From, now)
	return from.Add(time.Duration(d.Hours)*time.Hour + t.lost(from, now))
}

// deadlineAlarm returns when to warn of the deadline or, after that, the deadline; zero for never.
func (t *Table) deadlineAlarm(now time.Time) time.Time {
	by := t.Deadline(now)
	if by.IsZero() || t.Record.Deadline.Warned {
		return by
	}
	return by.Add(-beforeDeadline(t.Record.Deadline.Hours))
}

// beforeDeadline is how long before it players are warned.
func beforeDeadline(hours int) time.Duration { return min(day, time.Duration(hours)*time.Hour/3) }

// meetDeadline does what the deadline of a table requires: it ends the game, and who is to move has lost, but
// nobody wins where nobody has moved; or it warns both players. No game ends unwarned, as at an idle table.
func (ts *Tables) meetDeadline(t *Table) (Notice, error) {
	d := &t.Record.Deadline
	switch {
	case d.Warned && len(t.Record.Moves) == 0:
		t.End(Forfeited, engine.NoSeat)
	case d.Warned:
		if t.Paused() { // a pause puts no deadline off
			t.Resume()
		}
		t.End(TimeUp, t.winnerByAbsence())
	default:
		return ts.warnOfDeadline(t)
	}
	return t.timeUp(), ts.Save(t)
}

func (ts *Tables) warnOfDeadline(t *Table) (Notice, error) {
	now, d := ts.now(), &t.Record.Deadline
	if ahead := beforeDeadline(d.Hours); t.Deadline(now).Sub(now) < ahead/2 {
		t.SetDeadline(d.Hours, now.Add(ahead-time.Duration(d.Hours)*time.Hour))
	}
	d.Warned, t.Warns = true, t.People()
	t.Record.Due = t.alarm(now)
	return Notice{
		Text:  engine.T("**%s** has to be over %s.", t.Title(), chat.Relative(t.Deadline(now))),
		Nudge: engine.T("%s, whoever is to move then loses.", mentions(t.Warns)), Calls: t.Warns,
	}, ts.Annotate(t)
}

// Pause pauses the clock. It is stored with the next save.
func (t *Table) Pause(now time.Time) {
	c, _ := t.clock()
	c = c.Stop(int(t.Turn()), now, t.away)
	c.Paused = true
	t.Record.Clock = c.Kept()
}

// Resume ends a pause. It is stored with the next save.
func (t *Table) Resume() {
	c, _ := t.clock()
	c.Paused = false
	t.Record.Clock = c.Kept()
}

// Ring does what the clock of a table requires, and saves it: it ends a game whose time has run out,
// or warns. It returns the notice, or the zero value. op is the request that led to it, as for
// [Tables.Save].
func (ts *Tables) Ring(t *Table, op ...store.Op) (Notice, error) {
	now, turn := ts.now(), int(t.Turn())
	c, ok := t.clock()
	if !ok || t.Turn() == engine.NoSeat {
		return Notice{}, nil
	}
	var n Notice
	switch {
	case c.Fallen(turn, now, t.away):
		t.End(TimeUp, t.winnerByAbsence())
		return t.timeUp(), ts.Save(t, op...)
	case t.Record.Posts && c.ToWarn(turn, now, t.away):
		c = c.Warned(turn)
		n = t.clockWarning()
		t.Warns = n.Calls
		t.Record.Clock = c.Kept()
	case c.Control.Live() && !t.givenBack(c, now).Empty(): // the board tells another time
		n.Text = engine.T("**%s** goes on.", t.Title())
	}
	t.Record.Due = t.alarm(now)
	return n, ts.Annotate(t, op...)
}

// ClockWords describes the clock and the deadline of a table. It is empty if there is none or the game is
// over. A running time is written so that clients count it down.
func (ts *Tables) ClockWords(t *Brief) engine.Text {
	words := ts.clockWords(t)
	if by := t.Deadline(ts.now()); !by.IsZero() {
		words = engine.Sentences(words, engine.T("The game has to be over %s.", chat.Relative(by)))
	}
	return words
}

func (ts *Tables) clockWords(t *Brief) engine.Text {
	c, ok := t.clock()
	switch {
	case !ok || t.Head.Over:
		return engine.Text{}
	case t.Waiting():
		return engine.T("By the clock: %s.", c.Control.Words())
	}
	turn := t.Turn()
	var words engine.Text
	switch {
	case c.Paused:
		words = engine.T("The clock is paused.")
	case c.Runs() && turn != engine.NoSeat:
		ends := chat.Relative(c.Flag(int(turn), ts.now(), t.away))
		words = engine.Sentences(engine.T("%s's time ends %s.", t.Side(turn), ends), t.givenBack(c, ts.now()))
		turn = turn.Other() // whose time follows
	case c.Control.Live() && t.Played() < len(t.Head.Seats):
		return engine.T("The clock, %s, runs from each side's second turn.", c.Control.Words())
	}
	if !c.Control.Live() {
		return words
	}
	for seat := range engine.Seat(len(t.Head.Seats)) {
		if t.LevelAt(seat) == "" && (!c.Runs() || seat == turn) {
			words = engine.Sentences(words, engine.T("%s has %s.", t.Side(seat), timeLeft(c.Left[seat])))
		}
	}
	return words
}

// givenBack says how much time the side to move has got back in this turn, if that matters.
func (t *Brief) givenBack(c Clock, now time.Time) engine.Text {
	away, least := t.lost(c.Since, now), silence
	if !c.Control.Live() {
		least = time.Minute
	}
	if !c.Runs() || away < least {
		return engine.Text{}
	}
	return engine.T("+%s: the bot was away.", span(away))
}

// TimeEnds returns when the time of the side to move ends; ok is false if no clock runs.
func (ts *Tables) TimeEnds(t *Brief) (at time.Time, ok bool) {
	c, ok := t.clock()
	if !ok || !t.clockRuns() {
		return at, false
	}
	return c.Flag(int(t.Turn()), ts.now(), t.away), true
}

// timeLeft returns a time as clocks show it: 4:05, or 1:04:05.
func timeLeft(d time.Duration) string {
	s := int(d / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

func (t *Table) timeUp() Notice {
	n := Notice{Text: engine.T("Time is up at **%s**. %s", t.Title(), t.StatusWords()), Calls: t.People()}
	n.Nudge = engine.T("%s, the game is over.", mentions(n.Calls))
	return n
}

func mentions(people []string) string { return strings.Join(engine.Map(people, chat.Mention), ", ") }

func (t *Table) clockWarning() Notice {
	user := t.UserAt(t.Turn())
	return Notice{
		Text:  engine.T("Time is running out at **%s**.", t.Title()),
		Nudge: engine.T("%s, it is your turn.", chat.Mention(user)), Calls: []string{user},
	}
}
