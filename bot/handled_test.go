package bot

import (
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/store"
)

// ledger is a store that keeps the request of each write.
type ledger struct {
	Store
	writes []string
}

func (l *ledger) Apply(c store.Change) error {
	if len(c.Put) == 0 || c.Put[0].Kind != string(table.BoardKind) { // where a board stands is nobody's request
		l.writes = append(l.writes, c.Op.Request)
	}
	return l.Store.Apply(c)
}

// noting is like [session.does], and checks that the first change, if any, records the request, so
// that it is not handled again after a restart. Later changes may be a level's.
func (s *session) noting(user, does string) chat.Reply {
	s.t.Helper()
	s.bot.Places.Flush() // where boards stand is stored a second later, and not while the store changes
	l := &ledger{Store: s.store}
	s.stores(l)
	reply := s.does(user, does)
	if len(l.writes) > 0 && l.writes[0] != s.requestID {
		s.t.Errorf("%s: %s: changes something, and notes %q", user, does, l.writes[0])
	}
	return reply
}
