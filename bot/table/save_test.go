package table

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/store"
)

// TestSaveSettles checks the fields from which the store's indexes are made.
func TestSaveSettles(t *testing.T) {
	r := newRoom(t)
	game := r.open([]string{User(anna), Level("easy")})
	if game.Record.Thinks || !game.Record.Due.Equal(r.clock.Add(terms.IdleWarn)) {
		t.Errorf("at the start: awaits a level %v, due %v", game.Record.Thinks, game.Record.Due)
	}
	r.clock = r.clock.Add(time.Hour)
	if _, err := game.Play("b2", User(anna), r.clock); err != nil {
		t.Fatal(err)
	}
	r.save(game)
	if got := r.load(game).Record; !got.Thinks || !got.Touched.Equal(r.clock) || !got.Due.Equal(r.clock.Add(terms.IdleWarn)) {
		t.Errorf("after a move: awaits a level %v, touched %v, due %v", got.Thinks, got.Touched, got.Due)
	}
	game.Ask(Challenge, anna, ben, r.clock)
	r.save(game)
	if got := game.Record; got.Thinks || !got.Due.Equal(r.clock.Add(terms.ChallengeExpires)) {
		t.Errorf("while it waits: awaits a level %v, due %v", got.Thinks, got.Due)
	}
	game.End(Resigned, 1)
	r.save(game)
	if got := r.load(game).Record; !got.Over || got.Thinks || !got.Due.IsZero() || got.Pending != nil || !got.Result.At.Equal(r.clock) {
		t.Errorf("after the end: %+v", got)
	}
}

// TestAnnotateLeavesTheTimes: a question does not count as activity at an idle table.
func TestAnnotateLeavesTheTimes(t *testing.T) {
	r := newRoom(t)
	game := r.open(both, "b2")
	before := *game.Record
	r.clock = r.clock.Add(time.Hour)
	game.Ask(Takeback, anna, ben, r.clock)
	if err := r.tables.Annotate(game); err != nil {
		t.Fatal(err)
	}
	got := r.load(game).Record
	if !got.Touched.Equal(before.Touched) || !got.Due.Equal(before.Due) || got.Revision != before.Revision+1 {
		t.Errorf("touched %v, due %v, revision %d; want %v, %v, %d",
			got.Touched, got.Due, got.Revision, before.Touched, before.Due, before.Revision+1)
	}
	if got.Pending == nil || got.Pending.Kind != Takeback {
		t.Errorf("the question is %+v", got.Pending)
	}
}

// TestExpireLeavesWhatItCannotReplay as it is, until another version of the bot meets it.
func TestExpireLeavesWhatItCannotReplay(t *testing.T) {
	for name, spoil := range map[string]func(*store.Table){
		"newer rules":     func(r *store.Table) { r.Rules = 99 },
		"options unknown": func(r *store.Table) { r.Options = []byte(`{"size":100}`) },
		"a move unknown":  func(r *store.Table) { r.Moves[0].Text = "fly" },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			game, other := r.open(both, "b2"), r.open(both, "b2")
			spoil(game.Record)
			if err := r.tables.Annotate(game); err != nil {
				t.Fatal(err)
			}
			before := game.Record.Revision
			for range 20 {
				r.expire(24 * time.Hour)
			}
			now, err := r.store.Load(game.Key)
			if err != nil || now.Revision != before || now.Due.IsZero() {
				t.Errorf("it has become %+v: %v", now, err)
			}
			if !r.load(other).Record.Over {
				t.Error("the other game goes on")
			}
			if n := strings.Count(r.log.String(), "tidy table"); n != 1 {
				t.Errorf("reported %d times:\n%s", n, &r.log)
			}
		})
	}
}

// TestReportLogsOnce what goes wrong in every round, until it is something else.
func TestReportLogsOnce(t *testing.T) {
	r := newRoom(t)
	key := store.Key{Channel: channel, Game: "hex", Number: 1}
	for _, err := range []error{errors.New("one"), errors.New("one"), errors.New("two"), nil, errors.New("two")} {
		r.tables.Report("a round", key, err)
	}
	if n := strings.Count(r.log.String(), "a round"); n != 3 {
		t.Errorf("logged %d times, want 3:\n%s", n, &r.log)
	}
}

// expire lets what is due happen, and returns what is to be said.
func (r *room) expire(after time.Duration) []string {
	r.t.Helper()
	r.clock = r.clock.Add(after)
	r.posted = nil
	r.tables.Expire(r.t.Context(), everywhere, func(_ *Table, n Notice) { r.posted = append(r.posted, n.Text.String()) })
	return r.posted
}

func TestExpireWarnsAndEnds(t *testing.T) {
	r := newRoom(t)
	game := r.open(both, "b2", "a1")
	if said := r.expire(terms.IdleWarn - time.Second); len(said) != 0 {
		t.Errorf("said too early: %q", said)
	}
	said := r.expire(time.Second)
	ends := chat.Relative(r.clock.Add(terms.IdleEnd - terms.IdleWarn))
	if want := []string{"**Hex, table 1** lies idle. It ends " + ends + " unless somebody moves."}; !slices.Equal(said, want) {
		t.Errorf("warned with %q, want %q", said, want)
	}
	if said := r.expire(time.Hour); len(said) != 0 {
		t.Errorf("warned twice: %q", said)
	}
	said = r.expire(terms.IdleEnd - terms.IdleWarn)
	if want := []string{"**Hex, table 1** has ended, for nobody moved any more. **Blue (Ben) wins**: Red did not come back."}; !slices.Equal(said, want) {
		t.Errorf("ended with %q, want %q", said, want)
	}
	if got := r.load(game); !got.Record.Over || got.Outcome().Winner != 1 {
		t.Errorf("after the end: %+v", got.Record)
	}
}

// TestNothingEndsUnwarned, however long the bot did not look.
func TestNothingEndsUnwarned(t *testing.T) {
	r := newRoom(t)
	game := r.open(both)
	if said := r.expire(10 * terms.IdleEnd); len(said) != 1 || !strings.Contains(said[0], "It ends "+chat.Relative(r.clock.Add(24*time.Hour))) {
		t.Errorf("said %q, want a warning", said)
	}
	r.expire(terms.IdleEnd - terms.IdleWarn)
	if got := r.load(game); !got.EndedAs(Cancelled) || got.Outcome().Winner != engine.NoSeat {
		t.Errorf("a game in which nobody moved ends with %+v", got.Record.Result)
	}
}

func TestChallengesExpireSilently(t *testing.T) {
	r := newRoom(t)
	game := r.open(both)
	game.Ask(Challenge, anna, ben, r.clock)
	r.save(game)
	if said := r.expire(terms.ChallengeExpires); len(said) != 1 || strings.Contains(said[0], "<@") {
		t.Errorf("said %q, want one sentence that calls nobody", said)
	}
	if got := r.load(game); !got.EndedAs(Expired) || got.Began() {
		t.Errorf("the challenge ends with %+v", got.Record.Result)
	}
}

// everywhere reports every channel as reachable.
func everywhere(context.Context, *Brief) error { return nil }

// refusing is a store that stores nothing.
type refusing struct{ *store.Store }

var errRefusing = errors.New("test: nothing is stored")

func (refusing) Commit(*store.Tx, store.Op) error { return errRefusing }

// TestFailedSaveTakesBackWhatFollowed: the table in hand has the move of its player, as before the save, and
// none that was planned; nor has it ended.
func TestFailedSaveTakesBackWhatFollowed(t *testing.T) {
	r := newRoom(t)
	game := r.open(both)
	tree, err := r.tables.Grow(t.Context(), game, ben, "b2 c3")
	if err == nil {
		err = r.tables.KeepPlan(game, ben, tree)
	}
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return r.clock }
	other := NewTables(refusing{r.store}, []*engine.Game{&hex.Game}, terms, Surroundings{}, slog.New(slog.NewTextHandler(&r.log, nil)), now)
	if _, err := game.Play("b2", User(anna), r.clock); err != nil {
		t.Fatal(err)
	}
	before := game.Position.String()
	if err := other.Save(game); !errors.Is(err, errRefusing) {
		t.Fatal(err)
	}
	if !slices.Equal(game.Moves(), []string{"b2"}) || game.Position.String() != before || len(game.Planned) != 0 {
		t.Errorf("in hand are %v, of which planned %v, on\n%s", game.Moves(), game.Planned, game.Position)
	}
	r.save(game)
	if got := r.load(game); !slices.Equal(got.Moves(), []string{"b2", "c3"}) {
		t.Errorf("saved again, it has %v", got.Moves())
	}
}

// TestPlanChangedWhileSaving: if another copy of the bot has changed a plan, what was played by the old
// one is taken back, and the answer is that of the new one.
func TestPlanChangedWhileSaving(t *testing.T) {
	r := newRoom(t)
	game := r.open(both)
	plan := func(ts *Tables, text string) {
		tree, err := ts.Grow(t.Context(), r.load(game), ben, text)
		if err == nil {
			err = ts.KeepPlan(r.load(game), ben, tree)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	plan(r.tables, "b2 c3")
	now := func() time.Time { return r.clock }
	disk := &hasty{r.store, func() { plan(r.tables, "b2 a1") }}
	other := NewTables(disk, []*engine.Game{&hex.Game}, terms, Surroundings{}, slog.New(slog.NewTextHandler(&r.log, nil)), now)
	if _, err := game.Play("b2", User(anna), r.clock); err != nil {
		t.Fatal(err)
	}
	if err := other.Save(game); err != nil {
		t.Fatal(err)
	}
	want := []string{"b2", "a1"}
	if got := r.load(game); !slices.Equal(got.Moves(), want) || !slices.Equal(game.Moves(), want) || game.Position.String() != got.Position.String() {
		t.Errorf("stored are %v, in hand are %v on\n%s", got.Moves(), game.Moves(), game.Position)
	}
	if len(game.Planned) != 1 || game.Planned[0].Text != "a1" {
		t.Errorf("played by plan is %v", game.Planned)
	}
}
