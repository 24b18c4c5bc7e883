package operate

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/jetstream"
)

// The record of the settings on which the copies of a bot agree.
const (
	accordKind = "accord"
	accordID   = "settings"
)

// The record is looked at every [Renew]. Looks are counted instead of time, so that none passes while
// nobody can renew the record.
const (
	renewAfter   = 4                  // looks without a renewal: one of the living copies renews it
	replaceAfter = int(Lapse / Renew) // such looks: no copy lives that would
)

// terms are settings by key, such as "discord.shards".
type terms map[string]string

// termsOf returns the settings that must be the same for all copies of a bot. Who is blocked need not
// be, so that one copy after the other can be told.
func termsOf(c config.Config) terms {
	t := terms{"discord.guild": c.Discord.Guild, "discord.shards": fmt.Sprint(c.Discord.Shards), "cluster.copies": fmt.Sprint(c.Cluster.Copies)}
	for section, keys := range map[string]reflect.Value{"tables.": reflect.ValueOf(c.Tables), "limits.": reflect.ValueOf(c.Limits)} {
		for field, value := range keys.Fields() {
			if value.Kind() != reflect.Slice {
				t[section+field.Tag.Get("toml")] = fmt.Sprint(value)
			}
		}
	}
	return t
}

// unlike lists how settings differ from those of others. What only one side has, of a newer version,
// is no difference.
func (t terms) unlike(theirs terms) (list []string) {
	for _, key := range slices.Sorted(maps.Keys(t)) {
		if other, ok := theirs[key]; ok && other != t[key] {
			list = append(list, fmt.Sprintf("%s is %q here and %q there", key, t[key], other))
		}
	}
	return list
}

// accord is the agreement of the copies of a bot on their settings, seen from one of them. It is a
// record that living copies renew. A copy with other settings may replace the record only once it
// has seen no renewal for [Lapse]; whoever then still runs with the former ones ends.
type accord struct {
	store *store.Store
	log   *slog.Logger
	terms terms

	seen  []byte // the record as last read
	looks int    // how often it was seen so, 0 while the store is unreachable
}

type accordRecord struct {
	Settings terms  `json:"settings"`
	Beat     uint64 `json:"beat"` // renewals
}

// newAccord returns the agreement of a copy with these settings, nil without a cluster.
func newAccord(s *store.Store, settings config.Config, log *slog.Logger) *accord {
	if !s.Shared() {
		return nil
	}
	return &accord{store: s, log: log, terms: termsOf(settings)}
}

// enter waits until this copy's settings are those on record. The error says which differ from those
// of copies that live.
func (a *accord) enter(ctx context.Context) error {
	for told := false; a != nil; {
		renewed, unlike := a.look(a.store.Sync(ctx))
		switch {
		case a.looks == 0:
		case unlike == nil:
			return nil
		case renewed:
			return disagreement(unlike)
		case !told:
			told = true
			a.log.Info("the settings are new, and hold once no copy with the former ones runs", "differ", strings.Join(unlike, ", "))
		}
		if err := jetstream.Pause(ctx, Renew); err != nil {
			return err
		}
	}
	return nil
}

func disagreement(unlike []string) error {
	return fmt.Errorf("copies of the bot run with other settings: %s; set the same here, or, to change them for all, "+
		"stop all copies and start them with the new ones", strings.Join(unlike, ", "))
}

// during runs work, with a context that ends if copies with other settings have replaced this one.
// Then it returns which differ.
func (a *accord) during(ctx context.Context, work func(context.Context) error) error {
	if a == nil {
		return work(ctx)
	}
	both, ctx := errgroup.WithContext(ctx)
	ctx, stop := context.WithCancel(ctx)
	both.Go(func() error { defer stop(); return work(ctx) })
	both.Go(func() error {
		for jetstream.Pause(ctx, Renew) == nil {
			if _, unlike := a.look(nil); unlike != nil {
				return disagreement(unlike)
			}
		}
		return nil
	})
	return both.Wait()
}

// look reads the record, unless the store is unreachable, and renews or replaces it if that is due. It
// returns whether another copy has renewed it since the last look, and how its settings differ.
func (a *accord) look(unreachable error) (renewed bool, unlike []string) {
	var data []byte
	err := store.Update(context.Background(), a.store, store.Op{}, func(tx *store.Tx) (err error) {
		if data, err = stored(tx, accordKind, accordID); err != nil {
			return err
		}
		var r accordRecord
		_ = json.Unmarshal(data, &r) // an unreadable one is replaced
		due := renewAfter
		if unlike = a.terms.unlike(r.Settings); unlike != nil {
			due = replaceAfter
		}
		if r.Settings == nil || unreachable == nil && a.looks >= due && bytes.Equal(data, a.seen) {
			data, err = json.Marshal(accordRecord{a.terms, r.Beat + 1})
			unlike = nil
			tx.Put(accordKind, accordID, data)
		}
		return err
	})
	if err != nil || unreachable != nil {
		a.looks = 0
		return false, nil
	}
	if !bytes.Equal(data, a.seen) {
		renewed, a.seen, a.looks = a.looks > 0, data, 0
	}
	a.looks++
	return renewed, unlike
}
