package table

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
)

// heavy is a game of Hex whose moves take a set amount of work each.
type heavy struct {
	*hex.Position
	each    int
	played  func()
	options engine.Options
	lines   []string
}

func (p *heavy) Play(text string) (string, error) {
	p.played()
	line, err := p.Position.Play(text)
	if err == nil {
		p.lines = append(p.lines, line)
	}
	return line, err
}

func (p *heavy) Work() int { return p.each * p.Ply() }
func (p *heavy) Size() int { return 1 << 10 }

func (p *heavy) Copy() engine.Laborious {
	again, err := engine.Replay(context.Background(), &hex.Game, p.options, p.lines)
	if err != nil {
		panic(err)
	}
	return &heavy{again.(*hex.Position), p.each, p.played, p.options, slices.Clip(p.lines)}
}

// work is a room of tables whose moves take work.
type work struct {
	*room
	each int // the work of a move
	// plays is how many moves were played, those of replays among them; each calls played.
	plays  atomic.Int32
	played func()
}

func newWork(t *testing.T, each int) *work {
	t.Helper()
	l := &work{room: newRoom(t), each: each, played: func() {}}
	g := hex.Game
	g.New = func(o engine.Options) (engine.Position, error) {
		p, err := hex.New(o)
		if err != nil {
			return nil, err
		}
		return &heavy{Position: p.(*hex.Position), each: l.each, options: o, played: func() {
			l.plays.Add(1)
			l.played()
		}}, nil
	}
	l.game = &g
	l.restart()
	return l
}

// restart forgets all that is not stored.
func (l *work) restart() {
	l.tables = NewTables(l.store, []*engine.Game{l.game}, terms, Surroundings{}, slog.New(slog.NewTextHandler(&l.log, nil)), func() time.Time { return l.clock })
	l.plays.Store(0)
}

// expect fails the test unless as many moves were played since its last call.
func (l *work) expect(what string, plays int) {
	l.t.Helper()
	if got := int(l.plays.Swap(0)); got != plays {
		l.t.Errorf("%s plays %d moves, want %d", what, got, plays)
	}
}

// A table of too much work is refused in a sentence and left alone for a while, and the others are found.
func TestTooMuchWorkIsLeftAlone(t *testing.T) {
	l := newWork(t, engine.MostWork/2)
	good, bad := l.open(both, "a1"), l.open(both, "a1", "b2", "c3", "a2", "b3")
	l.restart()
	for range 2 {
		_, err := l.tables.Load(t.Context(), bad.Key)
		if !Gone(err) || err.Error() != "the moves of Hex, table 2 take more work than those of a table may; `hex new` opens another" {
			t.Errorf("the error is %v", err)
		}
	}
	l.expect("finding that out twice", 5)
	found, err := l.tables.Find(t.Context(), Query{Channel: channel, Game: "hex", User: anna}, OpenFirst, anyTable, ErrNone)
	if err != nil || found.Key != good.Key {
		t.Errorf("found %v, %v; want table %d", found, err, good.Key.Number)
	}
	l.clock = l.clock.Add(terms.IdleEnd)
	l.tables.Expire(t.Context(), everywhere, func(*Table, Notice) {})
	l.restart()
	for _, after := range []struct {
		time.Duration
		plays int
	}{{0, 5}, {leaveFor - time.Second, 0}, {time.Second, 5}} {
		l.tables.cache.Drop(func(moment) bool { return true })
		l.clock = l.clock.Add(after.Duration)
		l.tables.Expire(t.Context(), everywhere, func(*Table, Notice) {})
		l.expect("a pass "+after.String()+" later", after.plays)
	}
}

// A round that is stopped within a replay leaves the table for the next one.
func TestStopLeavesTablesDue(t *testing.T) {
	l := newWork(t, 1)
	game := l.open(both, "a1", "b2", "c3")
	l.restart()
	l.clock = l.clock.Add(terms.IdleEnd)
	ctx, stop := context.WithCancel(t.Context())
	l.played = stop
	l.tables.Expire(ctx, everywhere, func(*Table, Notice) {})
	l.expect("a round that is stopped at the first", 1)
	if due, err := l.store.Due(l.clock); err != nil || len(due) != 1 || due[0] != game.Key {
		t.Errorf("due are %v, %v", due, err)
	}
	if log := l.log.String(); strings.Contains(log, "ERROR") {
		t.Errorf("the log has\n%s", log)
	}
}
