// Package play has the handlers of what people do at tables: open and join them, move, plan, undo,
// pause, resign and play again. Each subject has a file and a type of its own. [table.Tables] saves
// a change in one transaction, and [show.Boards] shows it after that.
package play

import (
	"github.com/sixfold-bot/sixfold/bot/profile"
	"github.com/sixfold-bot/sixfold/bot/show"
)

// Handlers has a handler for each subject.
type Handlers struct {
	Opening   *Opening
	Joining   *joining
	Moving    *moving
	Undoing   *undoing
	Pausing   *pausing
	Planning  *planning
	Resigning *resigning
	Rematch   *rematch
	Sharing   *sharing
	Blocking  *Blocking
	Fairness  *Fairness
}

// New returns the handlers. barred are the people whom the operator has blocked.
func New(s *show.Services, streaks *profile.PuzzleStreaks, barred []string) *Handlers {
	p := &Handlers{
		Sharing:  &sharing{streaks: streaks, styles: s.Styles},
		Blocking: &Blocking{records: s.Records, tables: s.Tables, barred: barred},
		Fairness: &Fairness{s.Tables},
		Planning: &planning{tables: s.Tables},
		Pausing:  &pausing{tables: s.Tables, boards: s.Boards, env: s.Env},
		Undoing:  &undoing{tables: s.Tables, boards: s.Boards, env: s.Env},
	}
	p.Opening = &Opening{tables: s.Tables, boards: s.Boards, env: s.Env, blocking: p.Blocking, servers: s.Servers, outbox: s.Outbox, threads: newTurns()}
	p.Joining = &joining{tables: s.Tables, boards: s.Boards, env: s.Env, blocking: p.Blocking}
	p.Moving = &moving{tables: s.Tables, boards: s.Boards, sharing: p.Sharing, env: s.Env}
	p.Resigning = &resigning{tables: s.Tables, boards: s.Boards, joining: p.Joining}
	p.Rematch = &rematch{tables: s.Tables, boards: s.Boards, opening: p.Opening, joining: p.Joining, env: s.Env}
	return p
}
