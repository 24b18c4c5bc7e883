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
		Sharing:  &sharing{s, streaks},
		Blocking: &Blocking{s, barred},
		Fairness: &Fairness{s},
		Planning: &planning{s},
		Pausing:  &pausing{s},
		Undoing:  &undoing{s},
	}
	p.Opening = &Opening{s, p.Blocking, &turns{taken: map[string]chan struct{}{}}}
	p.Joining = &joining{s, p.Blocking}
	p.Moving = &moving{s, p.Sharing}
	p.Resigning = &resigning{s, p.Joining}
	p.Rematch = &rematch{s, p.Opening, p.Joining}
	return p
}
