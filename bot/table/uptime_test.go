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

// there marks every second between two times, given relative to noon.
func there(t *testing.T, k *Uptime, from, to time.Duration) {
	t.Helper()
	for d := from; d <= to; d += time.Second {
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
	k := NewUptime(m, false)
	away(t, k, -time.Hour, time.Hour, 0) // nothing is known
	there(t, k, 0, 10*time.Minute)
	if m.writes != 11 {
		t.Errorf("%d writes in ten minutes, want 11", m.writes)
	}
	away(t, k, 0, 10*time.Minute, 0)

	k = NewUptime(m, false) // killed, and started again after two hours
	away(t, k, 0, 2*time.Hour, 110*time.Minute)
	there(t, k, 2*time.Hour, 2*time.Hour+time.Minute)
	away(t, k, 0, 3*time.Hour, 110*time.Minute+59*time.Minute) // and is silent again
	there(t, k, 2*time.Hour+61*time.Second, 3*time.Hour+5*time.Second)
	away(t, k, 0, 3*time.Hour, 110*time.Minute)
	away(t, k, time.Hour, 3*time.Hour, time.Hour) // a part of it
	away(t, k, 2*time.Hour, 3*time.Hour, 0)

	if err := k.Leave(past12(3*time.Hour + 6*time.Second)); err != nil {
		t.Fatal(err)
	}
	k = NewUptime(m, false) // at once: four seconds
	there(t, k, 3*time.Hour+10*time.Second, 4*time.Hour)
	away(t, k, 3*time.Hour, 4*time.Hour, 4*time.Second)
	away(t, k, 4*time.Hour, 3*time.Hour, 0)
}

// TestStandstill: a process that stood still for some seconds was not there, before it marks and after.
func TestStandstill(t *testing.T) {
	for _, still := range []time.Duration{silence, 10 * time.Second, 75 * time.Second, 89 * time.Second} {
		k := NewUptime(&memory{}, false)
		there(t, k, 0, 30*time.Second)
		goes := 30*time.Second + still
		away(t, k, 0, goes, still)
		there(t, k, goes, 5*time.Minute)
		away(t, k, 0, 5*time.Minute, still)
		away(t, k, goes, 5*time.Minute, 0)
	}
	k := NewUptime(&memory{}, false)
	there(t, k, 0, 30*time.Second)
	there(t, k, 30*time.Second+silence-time.Millisecond, time.Minute)
	away(t, k, 0, time.Minute, 0)
}

// TestStandstillIsGivenOnce: a connection that is found lost after a standstill was silent at the same time.
func TestStandstillIsGivenOnce(t *testing.T) {
	k := NewUptime(&memory{}, false)
	there(t, k, 0, 30*time.Second)
	there(t, k, 105*time.Second, 107*time.Second)
	if err := k.Link(false, past12(20*time.Second)); err != nil {
		t.Fatal(err)
	}
	away(t, k, 0, 107*time.Second, 87*time.Second)
	if err := k.Link(true, past12(110*time.Second)); err != nil {
		t.Fatal(err)
	}
	there(t, k, 110*time.Second, 5*time.Minute)
	away(t, k, 0, 5*time.Minute, 90*time.Second)
}

// A machine that sleeps, and a clock that jumps ahead, look alike.
func TestSilence(t *testing.T) {
	k := NewUptime(&memory{}, false)
	there(t, k, 0, time.Minute)
	there(t, k, 30*24*time.Hour, 30*24*time.Hour+time.Minute)
	away(t, k, 0, 31*24*time.Hour-time.Hour, 30*24*time.Hour-time.Minute+22*time.Hour+59*time.Minute)
	away(t, k, 0, 30*24*time.Hour+time.Minute, 30*24*time.Hour-time.Minute)
}

func TestUptimeClockSetBack(t *testing.T) {
	k := NewUptime(&memory{}, false)
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
	k := NewUptime(m, false)
	there(t, k, 0, time.Minute)
	there(t, k, 25*time.Hour, 25*time.Hour+time.Minute)
	k = NewUptime(m, false)
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
	k := NewUptime(&memory{}, false)
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
	k := NewUptime(m, false)
	there(t, k, 0, 65*time.Second)
	link := func(up bool, d time.Duration) {
		t.Helper()
		if err := k.Link(up, past12(d)); err != nil {
			t.Fatal(err)
		}
	}
	link(true, 65*time.Second) // it was there
	link(false, 65*time.Second)
	if !k.Down() {
		t.Error("a lost connection is there")
	}
	there(t, k, 70*time.Second, 5*time.Minute) // the bot is, but nobody reaches it
	away(t, k, 0, 5*time.Minute, 235*time.Second)
	link(false, 4*time.Minute)
	killed := NewUptime(&memory{data: m.data}, false)
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
	k := NewUptime(m, false)
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
	k := NewUptime(m, false)
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

// copies are two copies of the bot that share a record.
func copies() (a, b *Uptime, m *memory) {
	m = &memory{}
	return NewUptime(m, true), NewUptime(m, true), m
}

// TestShared: as long as one of two copies of the bot marks, the bot is there for both.
func TestShared(t *testing.T) {
	a, b, m := copies()
	for d := time.Duration(0); d <= 5*time.Minute; d += MarkEvery {
		there(t, a, d, d)
		if d <= time.Minute || d >= 2*time.Minute { // b stands still
			there(t, b, d, d)
		}
	}
	if m.writes < 290 || m.writes > 310 {
		t.Errorf("%d writes in five minutes, want one a second", m.writes)
	}
	there(t, b, 5*time.Minute, 10*time.Minute) // a stands still, and goes on
	away(t, a, 0, 10*time.Minute, 0)
	there(t, a, 10*time.Minute, 11*time.Minute)
	c := NewUptime(m, true) // another has started
	for _, k := range []*Uptime{a, b, c} {
		away(t, k, 0, 11*time.Minute, 0)
	}
	away(t, a, 0, 12*time.Minute, time.Minute) // now none of them marks
	there(t, b, 12*time.Minute, 13*time.Minute)
	for _, k := range []*Uptime{a, b, c} {
		away(t, k, 0, 13*time.Minute, time.Minute)
	}
}

// TestSharedElection: while the cluster stores nothing nobody can move, whether a mark that was sent before is
// stored at the end or not.
func TestSharedElection(t *testing.T) {
	for _, lands := range []bool{false, true} {
		a, b, m := copies()
		there(t, a, 0, time.Minute)
		there(t, b, time.Minute, time.Minute)
		sent := m.data
		if lands {
			there(t, a, 61*time.Second, 61*time.Second)
			sent, m.data = m.data, sent
		}
		m.fails = errors.New("no leader")
		for d := 62 * time.Second; d < 70*time.Second; d += time.Second {
			if a.Mark(past12(d)) == nil || b.Mark(past12(d)) == nil {
				t.Fatal("a mark was stored")
			}
		}
		m.data, m.fails = sent, nil
		there(t, b, 70*time.Second, 80*time.Second)
		there(t, a, 80*time.Second, 2*time.Minute)
		if got := a.Away(noon, past12(2*time.Minute)); got < 7*time.Second || got > 10*time.Second {
			t.Errorf("away for %v, want the nine or ten seconds but for the %v by which clocks may differ", got, skew)
		}
	}
}

// TestSharedWithoutConnection: a copy that has lost its connection says nothing of the others, and when all have
// lost it nobody is there.
func TestSharedWithoutConnection(t *testing.T) {
	a, b, _ := copies()
	there(t, a, 0, time.Minute)
	if err := a.Link(false, past12(30*time.Second)); err != nil {
		t.Fatal(err)
	}
	if a.Down() {
		t.Error("nothing is done by the clock, though others can be reached")
	}
	there(t, a, time.Minute, 70*time.Second)
	away(t, b, 0, 70*time.Second, 10*time.Second-skew) // b has just started, and its clock may be ahead
	there(t, b, 70*time.Second, 2*time.Minute)
	if err := a.Link(true, past12(2*time.Minute)); err != nil {
		t.Fatal(err)
	}
	there(t, a, 2*time.Minute, 3*time.Minute)
	away(t, a, 0, 3*time.Minute, 10*time.Second-skew)
}

// TestSharedByClocksThatDiffer: as long as they do by no more than they may, it is no outage.
func TestSharedByClocksThatDiffer(t *testing.T) {
	for _, ahead := range []time.Duration{-skew, skew} {
		a, b, m := copies()
		for d := time.Duration(0); d < time.Minute; d += MarkEvery {
			there(t, a, d, d)
			there(t, b, d+ahead, d+ahead)
		}
		there(t, b, time.Minute+ahead, 2*time.Minute+ahead) // a has ended
		there(t, NewUptime(m, true), 2*time.Minute, 3*time.Minute)
		away(t, b, 0, 3*time.Minute, 0)
	}
}
