package table

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
)

// heavy is a game of Hex whose moves take work: as much each as it is told to.
type heavy struct {
	*hex.Position
	each   int
	played func()
}

func (p *heavy) Play(text string) (string, error) {
	p.played()
	return p.Position.Play(text)
}

func (p *heavy) Work() int { return p.each * p.Ply() }
func (p *heavy) Size() int { return 1 << 10 }

func (p *heavy) Copy() engine.Position {
	other, board := *p.Position, p.Board.Clone()
	other.Board = board
	return &heavy{&other, p.each, p.played}
}

// labour is a room of tables whose moves take work.
type labour struct {
	*room
	each int // the work of a move
	// plays is how many moves were played, those of replays among them; each calls played.
	plays  int
	played func()
}

func newLabour(t *testing.T, each int) *labour {
	t.Helper()
	l := &labour{room: newRoom(t), each: each, played: func() {}}
	g := hex.Game
	g.New = func(o engine.Options) (engine.Position, error) {
		p, err := hex.New(o)
		if err != nil {
			return nil, err
		}
		return &heavy{p.(*hex.Position), l.each, func() {
			l.plays++
			l.played()
		}}, nil
	}
	l.game = &g
	l.tables = NewTables(l.store, []*engine.Game{&g}, terms, slog.New(slog.NewTextHandler(&l.log, nil)), func() time.Time { return l.clock })
	return l
}

// A table of too much work is refused in a sentence and set aside, and the others are found.
func TestTooMuchWorkIsSetAside(t *testing.T) {
	l := newLabour(t, engine.MostWork/2)
	good, bad := l.open(both, "a1"), l.open(both, "a1", "b2", "c3", "a2", "b3")
	_, err := l.tables.Load(t.Context(), bad.Key)
	if !Gone(err) || err.Error() != "the moves of Hex, table 2 take more work than those of a table may; `/hex new` opens another" {
		t.Errorf("the error is %v", err)
	}
	found, err := l.tables.Any(t.Context(), Query{Channel: channel, Game: "hex", User: anna}, OpenFirst)
	if err != nil || found.Key != good.Key {
		t.Errorf("found %v, %v; want table %d", found, err, good.Key.Number)
	}
	l.clock = l.clock.Add(terms.IdleEnd)
	l.tables.Expire(t.Context(), func(*Table, Notice) {})
	if due, err := l.store.Due(l.clock.Add(100 * terms.IdleEnd)); err != nil || len(due) != 1 || due[0] != good.Key {
		t.Errorf("due are %v, %v", due, err)
	}
}

// A round that is stopped within a replay leaves the table for the next one.
func TestStopLeavesTablesDue(t *testing.T) {
	l := newLabour(t, 1)
	game := l.open(both, "a1", "b2", "c3")
	l.clock = l.clock.Add(terms.IdleEnd)
	ctx, stop := context.WithCancel(t.Context())
	l.plays, l.played = 0, stop
	l.tables.Expire(ctx, func(*Table, Notice) {})
	if l.plays != 1 {
		t.Errorf("%d moves were played after the stop", l.plays-1)
	}
	if due, err := l.store.Due(l.clock); err != nil || len(due) != 1 || due[0] != game.Key {
		t.Errorf("due are %v, %v", due, err)
	}
	if log := l.log.String(); strings.Contains(log, "ERROR") {
		t.Errorf("the log has\n%s", log)
	}
}
