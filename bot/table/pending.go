package table

import (
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// Kinds of what a table waits for, in [store.Pending].
const (
	Challenge = "challenge" // By asks To for a game
	Open      = "open"      // By waits for whoever joins
	Takeback  = "undo"      // By asks To to take a move back
)

// Ask has the table wait for an answer. To is empty where anybody may give it.
func (t *Table) Ask(kind, by, to string, now time.Time) {
	t.Record.Pending = &store.Pending{Kind: kind, By: by, To: to, At: now.UTC()}
}

// Waiting reports whether the game has not begun because somebody must first accept.
func (t *Brief) Waiting() bool { return t.Asks(Challenge) || t.Asks(Open) }

// Asks reports whether the table waits for an answer of this kind.
func (t *Brief) Asks(kind string) bool {
	return t.Head.Pending != nil && t.Head.Pending.Kind == kind
}
