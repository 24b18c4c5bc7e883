package outage

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	gamehex "github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/jetstream"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
)

var count = flag.Int("faults", 50, "how many faults happen with SIXFOLD_LONG=1, by each way")

// TestOutages lets people play while parts fail, through a load balancer before all copies or, with
// SIXFOLD_LONG=1, also through the gateway: a few short faults, or fifty random ones for each way.
// Each table must be linearizable.
func TestOutages(t *testing.T) {
	if !long {
		t.Parallel()
	}
	t.Run("endpoints", func(t *testing.T) { outages(t, true) })
	if long {
		t.Run("gateway", func(t *testing.T) { outages(t, false) })
	}
}

func outages(t *testing.T, endpoints bool) {
	t.Helper()
	const seed = 23
	if long {
		s := set(t, endpoints, 64, 3*time.Second, nil)
		s.endure(seed, s.draw(seed), 20*time.Second, func() { wait(t.Context(), 11*time.Second) })
		return
	}
	s := set(t, endpoints, 6, 300*time.Millisecond, nil)
	list := []fault{named("the disk of a copy is full"), named("a copy is killed"), named("all nodes are killed")}
	if s.disks != nil {
		list[2] = named("all nodes lose their power")
	}
	s.endure(seed, list, time.Second, s.playOn)
}

// endure lets people play during faults, and judges what they were told.
func (s *stage) endure(seed uint64, list []fault, longest time.Duration, rest func()) {
	s.t.Helper()
	s.perform(seed, func() { s.strike(seed, list, longest, rest) })
	s.await("all copies of the bot, at the end", s.ready)
	s.judge()
	s.report()
}

// draw chooses random faults.
func (s *stage) draw(seed uint64) (list []fault) {
	random := rand.New(rand.NewPCG(seed, 1))
	all := faults
	if s.disks != nil {
		all = slices.Concat(faults, diskFaults)
	}
	for range *count {
		list = append(list, all[random.IntN(len(all))])
	}
	return list
}

// judge compares the stored games with what people were told.
func (s *stage) judge() {
	s.t.Helper()
	games := s.stored()
	defer func() {
		if err := games.Close(); err != nil {
			s.t.Error(err)
		}
	}()
	s.await("the moves of all levels", func() bool {
		waiting, err := games.Thinking()
		return err == nil && len(waiting) == 0
	})
	for _, c := range s.copies {
		if err := c.stop(); err != nil {
			s.t.Error(err)
		}
	}
	moves, errs := s.read(games)
	for n, r := range s.rooms {
		err := errs[n]
		if err == nil {
			err = r.history.judge(moves[n])
		}
		if err != nil {
			s.t.Errorf("room %d, level %v: %v", n, r.level, err)
		}
	}
	if out, err := s.copies[0].process("cluster", "check", "--all").CombinedOutput(); err != nil {
		s.t.Errorf("cluster check: %v\n%s", err, out)
	}
}

// read returns the stored moves of each room, or what is wrong with them, once the cluster confirms
// that they are complete: servers that have just returned may take time.
func (s *stage) read(games *store.Store) (moves [][]string, errs []error) {
	s.t.Helper()
	moves, errs = make([][]string, len(s.rooms)), make([]error, len(s.rooms))
	var damaged error
	s.await("all that is stored", func() bool {
		if games.Sync(s.t.Context()) != nil {
			return false
		}
		_, damaged = games.Verify(s.t.Context())
		for n, r := range s.rooms {
			moves[n], errs[n] = r.stored(games)
		}
		return !errors.Is(errors.Join(append(errs, damaged)...), store.ErrUnreachable)
	})
	if damaged != nil {
		s.t.Error(damaged)
	}
	return moves, errs
}

// stored opens a separate copy of the cluster's state.
func (s *stage) stored() (games *store.Store) {
	s.t.Helper()
	o := jetstream.Options{URLs: natstest.URLs(s.nodes), Bucket: "games", Application: "playground"}
	s.await("what the cluster holds", func() bool {
		var err error
		if games, err = openCopy(s.t, o); err != nil {
			s.t.Log(err)
		}
		return err == nil
	})
	return games
}

func openCopy(t *testing.T, o jetstream.Options) (*store.Store, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	log, err := jetstream.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	games, err := store.OpenReplica(ctx, filepath.Join(t.TempDir(), "judge.db"), log, store.Options{})
	if err != nil {
		log.Close()
		return nil, err
	}
	t.Cleanup(log.Close)
	return games, nil
}

// stored returns the moves of the room's table or, against a level, the person's moves of all its
// tables. The rules must allow each.
func (r *room) stored(games *store.Store) (moves []string, err error) {
	briefs, err := games.Recent(r.channel, "hex", 1000)
	if err != nil {
		return nil, err
	}
	if !r.level && len(briefs) != 1 {
		return nil, fmt.Errorf("%d tables, want 1", len(briefs))
	}
	var of []store.Move
	for _, b := range briefs {
		t, err := games.Load(b.Key)
		if err != nil {
			return nil, err
		}
		var all []string
		for i, m := range t.Moves {
			all = append(all, m.Text)
			if !r.level || i%2 == 0 {
				of = append(of, m)
			}
		}
		n := size
		if r.level {
			n = 5
		}
		o := engine.Options{"size": n, "weighted": false, "swap": false, "convention": "modern"}
		if _, err := engine.Replay(context.Background(), &gamehex.Game, o, all); err != nil {
			return nil, fmt.Errorf("the table is damaged: %w", err)
		}
	}
	if r.level { // a second table may have been opened for lack of an answer; either may be played first
		slices.SortStableFunc(of, func(a, b store.Move) int { return a.At.Compare(b.At) })
	}
	for _, m := range of {
		moves = append(moves, m.Text)
	}
	return moves, nil
}

// report logs statistics, and fails for unexpected errors and silence.
func (s *stage) report() {
	s.t.Helper()
	total := map[string]int{}
	for _, r := range s.rooms {
		for outcome, n := range r.history.outcomes() {
			total[outcome] += n
		}
	}
	s.t.Logf("%d faults; actions: %v", len(s.faults), total)
	for _, text := range slices.Sorted(maps.Keys(s.oddness)) {
		s.t.Logf("%d times: %s", s.oddness[text], text)
	}
	violations := map[int]int{}
	for _, v := range s.page.Violations() {
		violations[v.Code]++
		if violations[v.Code] == 1 {
			s.t.Logf("the playground: %+v", v)
		}
	}
	s.t.Logf("refused by the playground, by code: %v", violations)
	s.answers()
	if total[done] == 0 {
		s.t.Error("nothing was done")
	}
}

// when names the fault at a time.
func (s *stage) when(at time.Duration) string {
	name := "before"
	for _, f := range s.faults {
		switch {
		case at >= f.to && strings.Contains(f.name, "copy"):
			name = "after a copy was away"
		case at >= f.to:
			name = "after servers were away"
		case at >= f.from-time.Second:
			name = f.name
		}
	}
	return name
}

// answers logs statistics of first answers, by the fault at the time of the request.
func (s *stage) answers() {
	s.t.Helper()
	times, silent, stuck, late := map[string][]time.Duration{}, map[string]int{}, map[string]int{}, map[string]int{}
	for _, f := range s.firsts {
		name := s.when(f.asked)
		if f.silent {
			silent[name]++
			continue
		}
		times[name] = append(times[name], f.took)
		if f.took > 2500*time.Millisecond {
			late[name]++
		}
		if f.stuck {
			stuck[name]++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(times)) {
		all := times[name]
		slices.Sort(all)
		s.t.Logf("%-42s %5d first answers, p50 %6.3f, p99 %6.3f, longest %6.3f s; %d after 2.5 s, %d promised alone, %d without any", name, len(all),
			all[len(all)/2].Seconds(), all[len(all)*99/100].Seconds(), all[len(all)-1].Seconds(), late[name], stuck[name], silent[name])
	}
}
