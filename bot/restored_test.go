package bot

import (
	"compress/gzip"
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// unpacked is a store that an older version has left, with tables of all games.
func unpacked(t *testing.T, name string) *store.Store {
	t.Helper()
	packed, err := os.Open(filepath.Join("..", "store", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	r, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "old.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(path, store.Unsynced())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := s.Verify(context.Background()); err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// TestOldGamesGetTheirEnds: those of every game, as each would be told by replaying it.
func TestOldGamesGetTheirEnds(t *testing.T) {
	s := unpacked(t, "schema-3.bolt.gz")
	var games []*engine.Game
	for _, e := range Games() {
		games = append(games, e.Game)
	}
	if err := s.Put("note", "raises", nil); err != nil {
		t.Fatal(err)
	}
	keys, err := s.Unended(store.Key{}, 1000)
	if err != nil || len(keys) != 205 {
		t.Fatalf("%d tables have no end, %v", len(keys), err)
	}
	ts := table.NewTables(s, games, table.Terms{}, table.Surroundings{}, slog.New(slog.DiscardHandler), func() time.Time { return time.Unix(1, 0) })
	ts.Restore(t.Context())
	if left, err := s.Unended(store.Key{}, 1000); err != nil || len(left) > 0 {
		t.Errorf("%v still have none, %v", left, err)
	}
	past, byRules := map[string]int{}, map[string]int{}
	for _, key := range keys {
		got, err := s.Load(key)
		if err != nil {
			t.Fatal(err)
		}
		want := replayedEnd(t, games, got)
		if diff := cmp.Diff(want, got.End); diff != "" {
			t.Errorf("%s: %s", key, diff)
		}
		if got.End.Kind == "" {
			byRules[key.Game]++
		}
		sat := map[string]bool{}
		for _, seat := range got.Seats {
			if table.IsUser(seat) && want.Counts && !sat[seat] {
				past[seat[len(store.UserSeat):]]++
				sat[seat] = true
			}
		}
	}
	if len(byRules) < 3 {
		t.Errorf("the rules have ended %v", byRules)
	}
	for user, n := range past {
		if list, err := s.Past(user, "", store.PastCursor{}, 1000); err != nil || len(list) != n {
			t.Errorf("%s has a past of %d games, %v, want %d", user, len(list), err, n)
		}
	}
}

// replayedEnd is how a table ended as whoever replays it would write it down.
func replayedEnd(t *testing.T, games []*engine.Game, r *store.Table) *store.End {
	t.Helper()
	end := &store.End{At: r.Touched.Truncate(time.Millisecond), Winner: -1}
	began := true
	if r.Result != nil {
		end.At, end.Kind = r.Result.At.Truncate(time.Millisecond), r.Result.Kind
		if r.Result.Status == "won" {
			end.Winner = r.Result.Winner
		}
		began = end.Kind != table.Declined && end.Kind != table.Expired && end.Kind != table.Withdrawn
	} else {
		for _, g := range games {
			if g.ID != r.Game {
				continue
			}
			o, err := engine.DecodeOptions(g.Options, r.Options)
			if err != nil {
				t.Fatal(err)
			}
			var lines []string
			for _, m := range r.Moves {
				lines = append(lines, m.Text)
			}
			p, err := engine.Replay(t.Context(), g, o, lines)
			if err != nil {
				t.Fatal(err)
			}
			if out := p.Outcome(); out.Status == engine.Won {
				end.Winner = int(out.Winner)
			}
		}
	}
	two := len(r.Seats) == 2 && r.Seats[0] != r.Seats[1]
	end.Counts = began && (two || len(r.Moves) > 0)
	return end
}
