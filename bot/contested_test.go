package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/store"
)

// ledger is a store that keeps the request of each write.
type ledger struct {
	Store
	writes []string
}

func (l *ledger) Commit(tx *store.Tx, op store.Op) error {
	if !puts(tx, string(table.BoardKind)) { // where a board stands is nobody's request
		l.writes = append(l.writes, op.Request)
	}
	return l.Store.Commit(tx, op)
}

// contested is a store in which somebody else is always faster: between what a transaction of a
// request reads and its first commit, each record gets other bytes of the same meaning, and each
// table that it does not save another revision. So the transaction runs again, on what was changed
// meanwhile. (Who moves at a board that has changed is told so instead.)
type contested struct {
	Store
	overtaken map[store.Op]bool // the transactions that have met a conflict
	conflicts *int
}

func (l contested) Commit(tx *store.Tx, op store.Op) error {
	if op.Request == "" || l.overtaken[op] {
		return l.Store.Commit(tx, op)
	}
	l.overtaken[op] = true
	_, _, tables := tx.Tables()
	_, records := tx.Records()
	err := store.Update(context.Background(), l.Store, store.Op{}, func(other *store.Tx) error {
		for _, key := range tables {
			t, err := other.Load(key)
			if err != nil {
				return err
			}
			other.Save(key, t)
		}
		for _, v := range records {
			if json.Valid(v.Data) {
				other.Put(v.Kind, v.ID, append(bytes.Clone(v.Data), ' '))
			}
		}
		return nil
	})
	if err == nil {
		err = l.Store.Commit(tx, op)
	}
	if errors.Is(err, store.ErrStale) {
		*l.conflicts++
	}
	return err
}

// noting is like [session.does] in a contested store, and checks that the first change, if any,
// records the request, so that it is not handled again after a restart. Later changes may be a
// level's.
func (s *session) noting(user, does string) chat.Reply {
	s.t.Helper()
	s.bot.Places.Flush() // where boards stand is stored a second later, and not while the store changes
	l := &ledger{Store: contested{s.store, map[store.Op]bool{}, &s.conflicts}}
	s.stores(l)
	reply := s.does(user, does)
	if len(l.writes) > 0 && l.writes[0] != s.requestID {
		s.t.Errorf("%s: %s: changes something, and notes %q", user, does, l.writes[0])
	}
	return reply
}
