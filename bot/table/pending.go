package table

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// Kinds of what a table waits for, in [store.Pending].
const (
	Challenge = "challenge" // By asks To for a game
	Open      = "open"      // By waits for whoever joins
	Takeback  = "undo"      // By asks To to take a move back
	Pause     = "pause"     // By asks To to have the clock stand
	Left      = "left"      // the bot is not in the server any more, and may come back
)

// Ask has the table wait for an answer. To is empty where anybody may give it.
func (t *Table) Ask(kind, by, to string, now time.Time) {
	t.Record.Pending = &store.Pending{Kind: kind, By: by, To: to, At: now.UTC()}
}

// Question names the answer that the table waits for, "" for none, so that a button knows
// whether it belongs to it.
func (t *Table) Question() string {
	p := t.Record.Pending
	if p == nil || p.Kind == Left {
		return ""
	}
	h := fnv.New32a()
	fmt.Fprintf(h, "%s %s %s %d", p.Kind, p.By, p.To, p.At.UnixNano())
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}

// Waiting reports whether the game has not begun because somebody must first accept.
func (t *Brief) Waiting() bool { return t.Asks(Challenge) || t.Asks(Open) }

// AnswerBy is until when a challenge may be answered, as far as that is known now: while the bot
// could not be reached, nobody could.
func (t *Brief) AnswerBy(now time.Time) time.Time {
	from := earlier(t.Head.Pending.At, now)
	return from.Add(t.term + t.lost(from, now))
}

// lost is for how long the bot could not be reached between two moments.
func (t *Brief) lost(from, to time.Time) time.Duration {
	if t.away == nil {
		return 0
	}
	return t.away(from, to)
}

// earlier is the first of two moments.
func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// Asks reports whether the table waits for an answer of this kind.
func (t *Brief) Asks(kind string) bool {
	return t.Head.Pending != nil && t.Head.Pending.Kind == kind
}
