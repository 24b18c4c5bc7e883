package table

import (
	"errors"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// memory is a store of one record that counts what is written to it.
type memory struct {
	data   []byte
	writes int
	fails  error
}

func (m *memory) Get(string, string) ([]byte, error) {
	if m.fails != nil {
		return nil, m.fails
	}
	if m.data == nil {
		return nil, store.ErrNotFound
	}
	return m.data, nil
}

func (m *memory) Each(string, string, func(string, []byte) bool) error { return nil }

func (m *memory) LastNumber(string, string) (int, error) { return 0, nil }

func (m *memory) Load(store.Key) (*store.Table, error) { return nil, store.ErrNotFound }

func (m *memory) Commit(tx *store.Tx, _ store.Op) error {
	if m.fails != nil {
		return m.fails
	}
	written, _ := tx.Records()
	m.data, m.writes = written[0].Data, m.writes+1
	return nil
}

var noon = time.Date(2026, 3, 29, 0, 30, 0, 0, time.UTC) // the night in which clocks are changed

func past12(d time.Duration) time.Time { return noon.Add(d) }

// there marks every ten seconds between two times, given relative to noon.
func there(t *testing.T, k *Uptime, from, to time.Duration) {
	t.Helper()
	for d := from; d <= to; d += 10 * time.Second {
		if err := k.Mark(past12(d)); err != nil {
			t.Fatal(err)
		}
	}
}

func away(t *testing.T, k *Uptime, from, to, want time.Duration) {
	t.Helper()
	if got := k.Away(past12(from), past12(to)); got != want {
		t.Errorf("away from %v to %v: %v, want %v", from, to, got, want)
	}
}

func TestRestarts(t *testing.T) {
	m := &memory{}
	k := NewUptime(m)
	away(t, k, -time.Hour, time.Hour, 0) // nothing is known
	there(t, k, 0, 10*time.Minute)
	if m.writes != 11 {
		t.Errorf("%d writes in ten minutes, want 11", m.writes)
	}
	away(t, k, 0, 10*time.Minute, 0)

	k = NewUptime(m) // killed, and started again after two hours
	away(t, k, 0, 2*time.Hour, 110*time.Minute)
	there(t, k, 2*time.Hour, 2*time.Hour+time.Minute)
	away(t, k, 0, 3*time.Hour, 110*time.Minute+59*time.Minute) // and is silent again
	there(t, k, 2*time.Hour+70*time.Second, 3*time.Hour)
	away(t, k, 0, 3*time.Hour, 110*time.Minute)
	away(t, k, time.Hour, 3*time.Hour, time.Hour) // a part of it
	away(t, k, 2*time.Hour, 3*time.Hour, 0)

	if err := k.Leave(past12(3*time.Hour + 5*time.Second)); err != nil {
		t.Fatal(err)
	}
	k = NewUptime(m) // at once: five seconds
	there(t, k, 3*time.Hour+10*time.Second, 4*time.Hour)
	away(t, k, 3*time.Hour, 4*time.Hour, 5*time.Second)
	away(t, k, 4*time.Hour, 3*time.Hour, 0)
}

// A machine that sleeps, and a clock that jumps ahead, look alike.
func TestSilence(t *testing.T) {
	k := NewUptime(&memory{})
	there(t, k, 0, time.Minute)
	there(t, k, 30*24*time.Hour, 30*24*time.Hour+time.Minute)
	away(t, k, 0, 31*24*time.Hour-time.Hour, 30*24*time.Hour-time.Minute+22*time.Hour+59*time.Minute)
	away(t, k, 0, 30*24*time.Hour+time.Minute, 30*24*time.Hour-time.Minute)
}

func TestUptimeClockSetBack(t *testing.T) {
	k := NewUptime(&memory{})
	there(t, k, time.Hour, 2*time.Hour)
	there(t, k, 0, 30*time.Minute) // set back by two hours: nothing is lost
	away(t, k, 0, 30*time.Minute, 0)
	there(t, k, 3*time.Hour, 3*time.Hour) // and ahead again
	away(t, k, 0, 3*time.Hour, 150*time.Minute)
	there(t, k, time.Hour, time.Hour) // back, and ahead once more: what overlaps counts once
	there(t, k, 4*time.Hour, 4*time.Hour)
	away(t, k, 0, 4*time.Hour, 210*time.Minute)
}

// TestAheadAndBack: times told by a clock that was ahead are no outage when they come, even if the
// bot was restarted before the clock was corrected.
func TestAheadAndBack(t *testing.T) {
	m := &memory{}
	k := NewUptime(m)
	there(t, k, 0, time.Minute)
	there(t, k, 25*time.Hour, 25*time.Hour+time.Minute)
	k = NewUptime(m)
	if !k.SetBack(past12(2 * time.Minute)) {
		t.Error("it is not noted that the clock was set back")
	}
	there(t, k, 2*time.Minute, time.Hour)
	if k.SetBack(past12(time.Hour)) || k.SetBack(past12(time.Hour-time.Second)) {
		t.Error("the clock was set back, it says, and was not")
	}
	away(t, k, 0, time.Hour, time.Minute)
}

// TestSetBackWithoutConnection: a clock that is set back while the connection is lost is recorded
// once, and the outage is measured by the corrected clock.
func TestSetBackWithoutConnection(t *testing.T) {
	k := NewUptime(&memory{})
	there(t, k, 3*time.Hour, 3*time.Hour)
	if err := k.Link(false, past12(3*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if !k.SetBack(past12(0)) {
		t.Error("it is not noted that the clock was set back")
	}
	there(t, k, 0, time.Minute)
	if k.SetBack(past12(time.Minute)) {
		t.Error("the clock was set back once, and it says so again")
	}
	away(t, k, 0, time.Minute, time.Minute)
	if err := k.Link(true, past12(10*time.Minute)); err != nil {
		t.Fatal(err)
	}
	away(t, k, 0, 10*time.Minute, 10*time.Minute)
}

func TestConnection(t *testing.T) {
	m := &memory{}
	k := NewUptime(m)
	there(t, k, 0, time.Minute)
	link := func(up bool, d time.Duration) {
		t.Helper()
		if err := k.Link(up, past12(d)); err != nil {
			t.Fatal(err)
		}
	}
	link(true, time.Minute) // it was there
	link(false, 65*time.Second)
	if !k.Down() {
		t.Error("a lost connection is there")
	}
	there(t, k, 70*time.Second, 5*time.Minute) // the bot is, but nobody reaches it
	away(t, k, 0, 5*time.Minute, 235*time.Second)
	link(false, 4*time.Minute)
	killed := NewUptime(&memory{data: m.data})
	link(true, 6*time.Minute)
	if k.Down() {
		t.Error("a connection is lost for ever")
	}
	there(t, k, 6*time.Minute, 10*time.Minute)
	away(t, k, 0, 10*time.Minute, 295*time.Second)

	there(t, killed, 8*time.Minute, 9*time.Minute) // without the connection, until it ended
	away(t, killed, 0, 9*time.Minute, 8*time.Minute-65*time.Second)
}

func TestOutagesAreBounded(t *testing.T) {
	m := &memory{}
	k := NewUptime(m)
	for i := range 1000 {
		d := time.Duration(i) * 20 * time.Minute
		there(t, k, d, d+time.Minute)
	}
	end := 999*20*time.Minute + time.Minute
	if got := k.Away(past12(0), past12(end)); got < 999*19*time.Minute || got > end {
		t.Errorf("away for %v of %v", got, end)
	}
	if len(k.kept.Away) > maxOutages || len(m.data) > 8<<10 {
		t.Errorf("%d outages in %d bytes", len(k.kept.Away), len(m.data))
	}
	there(t, k, 200*24*time.Hour, 200*24*time.Hour)
	if len(k.kept.Away) != 1 {
		t.Errorf("%d outages after half a year, want the last", len(k.kept.Away))
	}
}

func TestFaults(t *testing.T) {
	m := &memory{data: []byte("{"), fails: errors.New("disk")}
	k := NewUptime(m)
	if err := k.Mark(noon); err == nil {
		t.Error("a record that could not be read is no fault")
	}
	m.fails = nil
	there(t, k, 0, time.Minute) // an unreadable record is as none
	away(t, k, -time.Hour, time.Minute, 0)
	m.fails = errors.New("disk")
	if err := k.Mark(past12(2 * time.Hour)); err == nil {
		t.Error("a failed write is no fault")
	}
	m.fails = nil
	there(t, k, 2*time.Hour+10*time.Second, 3*time.Hour)
	away(t, k, 0, 3*time.Hour, 119*time.Minute+10*time.Second)
}

// TestShared: one of two copies of the bot marks, and the other sees it.
func TestShared(t *testing.T) {
	m := &memory{}
	marks, knows := NewUptime(m), NewUptime(m)
	there(t, marks, 0, 5*time.Minute)
	away(t, knows, 0, 5*time.Minute, 0)
	there(t, knows, 10*time.Minute, 12*time.Minute) // the first copy died after five minutes
	away(t, knows, 0, 12*time.Minute, 5*time.Minute)
	away(t, marks, 0, 12*time.Minute, 5*time.Minute)
}
