package jetstream

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// message is a message of a stream that keeps only the newest of each key.
type message struct {
	key   string // of a row, or headKey, barrierKey
	value string // empty if the row is removed
	head  head
}

// stream is all messages ever, the first at sequence 1, and the states of the heads.
type stream struct {
	all    []message
	newest uint64
	states map[uint64]map[string]string
	random *rand.Rand
}

// add appends a batch of a few rows out of a few keys.
func (s *stream) add() {
	state := maps.Clone(s.states[s.newest])
	first := len(s.all)
	for _, k := range s.random.Perm(6)[:s.random.IntN(4)] {
		m := message{key: fmt.Sprintf("k%d", k)}
		delete(state, m.key)
		if s.random.IntN(3) > 0 {
			m.value = fmt.Sprint(len(s.all))
			state[m.key] = m.value
		}
		s.all = append(s.all, m)
	}
	s.all = append(s.all, message{key: ownKeys + "writer"})
	s.all = append(s.all, message{key: headKey, head: head{After: s.newest, Count: uint64(len(s.all) - first + 1)}})
	s.newest = uint64(len(s.all))
	s.states[s.newest] = state
}

// place is a server that has applied the stream up to a sequence.
type place struct {
	applied int
	skipped map[uint64]bool // messages that it never got, since another server had them no more
}

// next returns the first message from a sequence on that is not yet superseded at that place.
func (s *stream) next(p *place, from uint64) (uint64, bool) {
	for seq := from; seq <= uint64(p.applied); seq++ {
		if s.live(p, seq) {
			return seq, true
		}
	}
	return 0, false
}

func (s *stream) live(p *place, seq uint64) bool {
	if p.skipped[seq] {
		return false
	}
	for later := seq + 1; later <= uint64(p.applied); later++ {
		if s.all[later-1].key == s.all[seq-1].key && !p.skipped[later] {
			return false
		}
	}
	return true
}

// catchUp brings a place up to a sequence at once, by what a server has that is further ahead.
func (s *stream) catchUp(p *place, to, ahead int) {
	other := &place{applied: ahead}
	if s.random.IntN(2) == 0 { // what it has may have been removed as well
		p.applied = 0
	}
	for seq := uint64(p.applied + 1); seq <= uint64(to); seq++ {
		if p.skipped == nil {
			p.skipped = map[uint64]bool{}
		}
		p.skipped[seq] = !s.live(other, seq)
	}
	p.applied = to
}

// follower folds what it reads and checks every delivered state.
type follower struct {
	fold   *fold
	rows   map[string]string
	heads  int
	walled int // heads that only a wall has let through
}

func (f *follower) take(s *stream, seq uint64) error {
	switch m := s.all[seq-1]; m.key {
	case headKey:
		follows := m.head.After == f.fold.state && !f.fold.partial
		if b, ok := f.fold.head(seq, m.head); ok {
			if !follows {
				f.walled++
			}
			return f.handed(s, b)
		}
	case barrierKey, ownKeys + "writer":
		f.fold.pass(seq)
	default:
		r := changelog.Row{Bucket: "b", Key: m.key}
		if m.value != "" {
			r.Value = []byte(m.value)
		}
		if b, ok := f.fold.row(seq, r); ok {
			return f.handed(s, b)
		}
	}
	return nil
}

func (f *follower) handed(s *stream, b changelog.Batch) error {
	for _, r := range b.Rows {
		if r.Value == nil {
			delete(f.rows, r.Key)
		} else {
			f.rows[r.Key] = string(r.Value)
		}
	}
	f.heads++
	if want, ok := s.states[b.Head]; !ok || !maps.Equal(f.rows, want) {
		return fmt.Errorf("at %d after message %d: %v, want %v", b.Head, f.fold.last, f.rows, want)
	}
	return nil
}

// TestFold reads random streams from servers that are differently far, may stop within a batch and
// may be caught up by one that is further ahead:
// every delivered state is that of its head, and the last head is reached once the stream rests.
func TestFold(t *testing.T) {
	runs := 5000
	if logtest.Long() {
		runs = 2_000_000
	}
	heads, skipped, walled := 0, 0, 0
	for run := range runs {
		random := rand.New(rand.NewPCG(20, uint64(run)))
		s := &stream{states: map[uint64]map[string]string{0: {}}, random: random}
		for range random.IntN(8) {
			s.add()
		}
		from := uint64(0)
		for _, head := range slices.Sorted(maps.Keys(s.states)) {
			if random.IntN(2) == 0 {
				from = head
			}
		}
		f := &follower{fold: newFold(from), rows: maps.Clone(s.states[from])}
		if err := follow(s, f); err != nil {
			t.Fatalf("run %d: %v", run, err)
		}
		heads += f.heads
		skipped += len(s.states) - 1 - f.heads
		walled += f.walled
	}
	if walled == 0 || walled == heads || skipped == 0 {
		t.Errorf("%d heads were handed on, %d of them thanks to a wall, and %d were not: not all was tried", heads, walled, skipped)
	}
	t.Logf("%d heads handed on, %d of them thanks to a wall, %d run together", heads, walled, skipped)
}

// follow reads until the stream has rested long enough.
func follow(s *stream, f *follower) error {
	places := []*place{{}, {}, {}}
	at := places[0]
	often := 1 + s.random.IntN(6) // how often changes are made
	for step := 0; ; step++ {
		rests := step >= 200
		switch n := s.random.IntN(30); {
		case n < often && !rests:
			s.add()
		case n == 6 && !rests && s.random.IntN(4) == 0:
			at = places[s.random.IntN(len(places))]
			f.fold.restart()
		case n < 15: // one of the servers goes on, perhaps into the midst of a batch
			p := places[s.random.IntN(len(places))]
			if s.random.IntN(2) == 0 {
				p = at
			}
			to := p.applied + s.random.IntN(len(s.all)-p.applied+1)
			if s.random.IntN(4) > 0 {
				to = min(to, p.applied+1+s.random.IntN(3))
			}
			if s.random.IntN(8) == 0 {
				s.catchUp(p, to, to+s.random.IntN(len(s.all)-to+1))
			}
			p.applied = to
		default:
			if f.fold.asks() && s.random.IntN(3) == 0 {
				s.all = append(s.all, message{key: barrierKey})
				if f.fold.seen != s.newest {
					f.fold.wall = uint64(len(s.all))
				} else if err := f.handed(s, f.fold.reached()); err != nil {
					return err
				}
			}
			seq, ok := s.next(at, f.fold.last+1)
			if !ok {
				if rests && at.applied == len(s.all) && !f.fold.asks() {
					if f.fold.state != s.newest {
						return fmt.Errorf("the follower rests at %d, before %d", f.fold.state, s.newest)
					}
					return nil
				}
				continue
			}
			if err := f.take(s, seq); err != nil {
				return err
			}
		}
	}
}

// TestPieces reads more than fits into one batch for a new copy.
func TestPieces(t *testing.T) {
	row := func(i int) changelog.Row {
		return changelog.Row{Bucket: "b", Key: fmt.Sprint(i), Value: []byte("x")}
	}
	f := newFold(0)
	seq, handed := uint64(0), 0
	for range 2*pieceRows + 10 {
		seq += 2 // another has been superseded
		b, ok := f.row(seq, row(int(seq)))
		if !ok {
			continue
		}
		if handed += len(b.Rows); b.Head != 0 || len(b.Rows) != pieceRows {
			t.Fatalf("a piece of head %d has %d rows, want %d", b.Head, len(b.Rows), pieceRows)
		}
	}
	if handed != 2*pieceRows {
		t.Errorf("%d rows were handed on, want %d", handed, 2*pieceRows)
	}
	if b, ok := f.head(seq+1, head{After: 0, Count: 2}); ok {
		t.Errorf("after pieces, a batch that was made to head 0 is handed on with %d rows", len(b.Rows))
	}
	if !f.asks() {
		t.Fatal("a head after pieces is not to be confirmed")
	}
	if b := f.reached(); b.Head != seq+1 || len(b.Rows) != 10 {
		t.Errorf("the last piece is of head %d with %d rows, want %d with 10", b.Head, len(b.Rows), seq+1)
	}
	for i := range pieceRows + 1 { // now it has a state
		if b, ok := f.row(seq+2+uint64(i), row(i)); ok {
			t.Fatalf("a copy with a state is handed a piece of %d rows", len(b.Rows))
		}
	}
	f.rows = make([]changelog.Row, behindRows-2, behindRows) // as though all those had come
	for i := range 2 {
		if f.lost() {
			t.Errorf("a copy that is %d rows behind may not go on", len(f.rows))
		}
		f.row(seq+2+uint64(behindRows+i), row(behindRows+i))
	}
	if !f.lost() {
		t.Errorf("a copy that is %d rows behind may go on", len(f.rows))
	}

	large := newFold(0)
	value := make([]byte, pieceBytes/4)
	for i := range uint64(4) {
		if _, ok := large.row(i+1, changelog.Row{Bucket: "b", Key: "same", Value: value}); ok {
			t.Errorf("%d times the same row make a piece", i+1)
		}
	}
}
