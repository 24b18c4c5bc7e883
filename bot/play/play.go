// Package play has the handlers of what people do at tables: open and join them, move, plan, undo,
// pause, resign and play again. Each subject has a file of its own. [table.Tables] saves a change in
// one transaction, and [show.Services.ShowTable] shows it after that.
package play

import (
	"time"

	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/watch"
)

// Handlers are the handlers of what people do at tables.
type Handlers struct {
	*show.Services
	barred  []string            // people whom the operator has blocked
	threads watch.Turns[string] // for opening threads, by person

	challenges table.Rate // those made to each person, by anybody; a restart forgets them
}

// New returns the handlers. barred are the people whom the operator has blocked.
func New(s *show.Services, barred []string) *Handlers {
	return &Handlers{
		Services: s, barred: barred,
		challenges: table.Rate{Most: 3, Within: 10 * time.Minute, Strict: true},
	}
}
