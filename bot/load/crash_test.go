//go:build unix

package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// long enables the full versions of slow tests.
var long = os.Getenv("SIXFOLD_LONG") == "1"

// crashes kills a bot repeatedly while people play, and records what they were told.
type crashes struct {
	t       *testing.T
	kind    string
	discord *fakeDiscord
	file    string
	rooms   []*room
	rand    *rand.Rand

	acknowledged atomic.Int64 // moves
	resumed      int          // turns of the bot that were open when it was killed
}

func newCrashes(t *testing.T, kind string) *crashes {
	t.Helper()
	c := &crashes{
		t: t, kind: kind, discord: newDiscord(t), file: filepath.Join(t.TempDir(), "crash.db"),
		rand: rand.New(rand.NewPCG(1, 2)),
	}
	for n := range 64 {
		level := ""
		switch n % 8 {
		case 0:
			level = "easy"
		case 1:
			level = "normal" // thinks so long that some always wait for a turn
		}
		r := newRoom(c.discord, n, 5, level)
		r.note = func(answer) { c.acknowledged.Add(1) }
		c.rooms = append(c.rooms, r)
	}
	return c
}

// life runs the bot while everybody plays, and ends it after so many more acknowledged moves. It
// returns what is wrong with the stored games.
func (c *crashes) life(moves int64, end func(*process)) error {
	c.t.Helper()
	p := start(c.t, c.discord, c.file, c.kind)
	enough := c.acknowledged.Load() + moves
	reached := make(chan struct{})
	refused := make([]error, len(c.rooms))
	var once sync.Once
	var all sync.WaitGroup
	for i, r := range c.rooms {
		all.Go(func() {
			for {
				err := r.move(c.t.Context())
				if c.acknowledged.Load() >= enough {
					once.Do(func() { close(reached) })
				}
				if errors.Is(err, errGone) || errors.Is(err, errStopping) {
					return
				}
				if err != nil { // a valid request was refused, as after a loss
					refused[i] = err
					once.Do(func() { close(reached) })
					return
				}
			}
		})
	}
	<-reached
	end(p)
	all.Wait()
	return errors.Join(append(refused, c.kept())...)
}

// kept compares the stored games with what people were told, and continues from the stored ones.
func (c *crashes) kept() (err error) {
	s, err := store.Open(c.file, store.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if _, err := s.Verify(c.t.Context()); err != nil {
		return err
	}
	for _, r := range c.rooms {
		tables, err := r.stored(s)
		if err != nil {
			return err
		}
		if err := r.resume(tables); err != nil {
			return err
		}
		if r.awaitsLevel() {
			c.resumed++
		}
	}
	thinking, err := s.Thinking()
	if err == nil && len(thinking) != c.awaiting() {
		err = fmt.Errorf("%d tables await the bot, want %d", len(thinking), c.awaiting())
	}
	return err
}

// awaiting returns the number of rooms in which it is the bot's turn.
func (c *crashes) awaiting() (n int) {
	for _, r := range c.rooms {
		if r.awaitsLevel() {
			n++
		}
	}
	return n
}

// stored returns the tables of a room, the oldest first.
func (r *room) stored(s *store.Store) ([]*store.Table, error) {
	briefs, err := s.Recent(r.channel(), "hex", 1000)
	var tables []*store.Table
	for _, b := range slices.Backward(briefs) {
		t, failed := s.Load(b.Key)
		tables, err = append(tables, t), errors.Join(err, failed)
	}
	return tables, err
}

// resume compares the tables of a room, the oldest first, with what was acknowledged, and takes
// over an unacknowledged change, of which there may be one.
func (r *room) resume(entries []*store.Table) error {
	if n := len(entries); n < r.games() || n > r.games()+1 {
		return fmt.Errorf("%s: %d tables, acknowledged were %d", r.channel(), n, r.games())
	}
	if r.offered && len(entries) == r.games() {
		return fmt.Errorf("%s: the acknowledged challenge is not stored", r.channel())
	}
	told := r.over
	if r.game != nil {
		told = append(slices.Clone(told), r.moves)
	}
	for i, e := range entries {
		var stored []string
		for _, m := range e.Moves {
			stored = append(stored, m.Text)
		}
		current := i == len(told)-1
		switch {
		case i == len(told):
			if r.offered = r.level == "" && e.Pending != nil; !r.offered {
				if err := r.begun(); err != nil {
					return err
				}
			}
		case e.Pending != nil:
			return fmt.Errorf("%s: the acknowledged acceptance of game %d is not stored", r.channel(), i+1)
		case !slices.Equal(stored[:min(len(told[i]), len(stored))], told[i]):
			return fmt.Errorf("%s: the moves are %v, acknowledged were %v", r.channel(), stored, told[i])
		case len(stored) > len(told[i]) && !current:
			return fmt.Errorf("%s: the moves are %v, though it was over after %v", r.channel(), stored, told[i])
		case current:
			if err := r.catchUp(stored[len(told[i]):]); err != nil {
				return err
			}
		}
	}
	r.asking = ""
	return nil
}

// catchUp plays the unacknowledged moves: the one requested, and the level's answer to it or to the
// move before.
func (r *room) catchUp(moves []string) error {
	for _, move := range moves {
		asked := move == r.asking
		if asked {
			r.asking = ""
			r.untold++
		}
		if r.game.Turn() == engine.NoSeat || !asked && !r.awaitsLevel() {
			return fmt.Errorf("%s: %s is stored, but nobody has asked for it", r.channel(), move)
		}
		if err := r.play(move); err != nil {
			return err
		}
	}
	return nil
}

// finish starts the bot once more, waits until it has made its moves, and stops it.
func (c *crashes) finish() {
	c.t.Helper()
	p := start(c.t, c.discord, c.file, c.kind)
	var all sync.WaitGroup
	for _, r := range c.rooms {
		all.Go(func() {
			if !r.awaitsLevel() {
				return
			}
			if err := r.awaitLevel(context.WithoutCancel(c.t.Context())); err != nil {
				c.t.Errorf("%s: the bot's turn was not resumed: %v", r.channel(), err)
			}
		})
	}
	all.Wait()
	p.vitals() // returns when all are ready, so that it is not stopped during startup
	p.stop()
	if err := c.kept(); err != nil {
		c.t.Error(err)
	}
	if n := c.awaiting(); n > 0 {
		c.t.Errorf("%d turns of the bot still await it", n)
	}
}

// TestKilledBotLosesNothingAcknowledged kills a bot at random moments while people play in 64
// channels. After a restart everything that anybody was told is there, every table can be replayed,
// and the bot makes its moves.
func TestKilledBotLosesNothingAcknowledged(t *testing.T) {
	kills, moves := 4, int64(150)
	if long {
		kills, moves = 50, 300
	}
	c := newCrashes(t, "blank")
	for range kills {
		moment := time.Duration(c.rand.IntN(5000)) * time.Microsecond
		err := c.life(1+c.rand.Int64N(moves), func(p *process) {
			time.Sleep(moment) // the test must pass with any value
			p.kill()
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	c.finish()
	if c.resumed == 0 {
		t.Error("no turn of the bot was open when it was killed: the test has not tried to resume one")
	}
	t.Logf("%d kills, %d moves acknowledged, %d turns of the bot resumed", kills, c.acknowledged.Load(), c.resumed)
}

// TestKilledHastyBotIsFoundOut runs the same check on a bot that acknowledges before the commit.
func TestKilledHastyBotIsFoundOut(t *testing.T) {
	c := newCrashes(t, "hasty")
	for range 20 {
		if err := c.life(200, (*process).kill); err != nil {
			t.Log(err)
			return
		}
	}
	t.Error("a bot that acknowledges before the commit has lost nothing in 20 kills: the check finds nothing")
}
