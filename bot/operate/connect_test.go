package operate

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// parting records how a connection is closed.
type parting struct{ how string }

func (p *parting) Close() error    { p.how += "closed"; return nil }
func (p *parting) HandOver() error { p.how += "handed over"; return nil }

func TestOnlyALostLeaseIsHandedOver(t *testing.T) {
	for _, c := range []struct {
		cause error
		want  string
	}{
		{errLost, "handed over"},
		{fmt.Errorf("the shard: %w", errLost), "handed over"},
		{context.Canceled, "closed"}, // the program ends
		{nil, "closed"},              // the connection has ended by itself
	} {
		ctx, end := context.WithCancelCause(t.Context())
		if c.cause != nil {
			end(c.cause)
		}
		var p parting
		if err := part(ctx, p.Close, p.HandOver); err != nil || p.how != c.want {
			t.Errorf("%v: %s, want %s (%v)", c.cause, p.how, c.want, err)
		}
		end(nil)
	}
}

// TestLostConnections: a bot that is alone notes that people cannot reach it, which stops the clocks. A
// copy does not, because people reach another.
func TestLostConnections(t *testing.T) {
	opened := func(open func(file string) (*store.Store, error)) *store.Store {
		s, err := open(filepath.Join(t.TempDir(), "games.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	var log logtest.Memory
	alone := opened(func(file string) (*store.Store, error) { return store.Open(file, store.Unsynced()) })
	one := opened(func(file string) (*store.Store, error) {
		return store.OpenReplica(t.Context(), file, log.Client(0), store.Unsynced())
	})
	for s, want := range map[*store.Store]int{alone: 1, one: 0} {
		quiet := slog.New(slog.DiscardHandler)
		b := bot.New(config.Default(), s, nil, quiet, bot.Process{Shared: s.Shared()})
		(&server{instance: &instance{Bot: b, store: state{Store: s}}}).linked(false, 0)
		noted, err := store.Find(s, string(table.UptimeKind), "", nil)
		if err != nil || len(noted) != want {
			t.Errorf("shared %t: %d notes, want %d (%v)", s.Shared(), len(noted), want, err)
		}
	}
}
