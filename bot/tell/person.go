package tell

import (
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/store"
)

// Kind is the kind of the small records of what people have chosen, by user ID, with what waits
// to be said to them.
const Kind store.Kind[person] = "tell"

// AgendaKind is that of the entries of the agenda: when something falls due for whom, as
// "2026-01-02T15:04:05Z/11". The records are empty.
const AgendaKind = "agenda"

// What a person is told.
const (
	turn   = "turn"   // it is theirs
	asked  = "asked"  // somebody waits for their answer
	ending = "ending" // the game ends unless they move
	over   = "over"   // it has ended
)

// wait is what a person is to be told of a table, or has been and may be reminded of.
type wait struct {
	Table store.Key `json:"table"`
	What  string    `json:"what"`
	Mark  string    `json:"mark"` // of the table as it stood: it is true as long as that does
	Since time.Time `json:"since"`
	Told  bool      `json:"told,omitempty"`
	// After is when it is tried again where something has kept it from being said, and Tries
	// is how often that has been so.
	After time.Time `json:"after,omitzero"`
	Tries int       `json:"tries,omitempty"`
}

// person is what is kept of one person.
type person struct {
	Choice
	Locale string `json:"locale,omitempty"` // in which they have chosen
	// Shut: they take no direct messages, and are mentioned instead. Unsaid: they have not been
	// told so yet.
	Shut   bool   `json:"shut,omitempty"`
	Unsaid bool   `json:"unsaid,omitempty"`
	Waits  []wait `json:"waits,omitempty"`
	// Next is when the digest comes.
	Next time.Time `json:"next,omitzero"`
	// Due is when something is to be done, as it stands in the agenda; zero for never.
	Due time.Time `json:"due,omitzero"`
}

// way is how a person hears what concerns them, as things are.
func (p *person) way() string {
	if p.Way == Direct && p.Shut {
		return Mention
	}
	return p.Way
}

// stampLayout is how the agenda writes moments: in their order, to the second.
const stampLayout = "2006-01-02T15:04:05Z"

// entry is the agenda's entry of a person.
func (p *person) entry(user string) store.Record {
	return store.Record{Kind: AgendaKind, ID: p.Due.UTC().Format(stampLayout) + "/" + user}
}

// bound is the ID before which the entries of what is due stand.
func bound(now time.Time) string { return now.UTC().Format(stampLayout) + "0" } // "0" follows "/"

// ofEntry is whose an entry of the agenda is.
func ofEntry(id string) (user string) {
	_, user, _ = strings.Cut(id, "/")
	return user
}

// patience is how long it takes until something is said outside of its channel. By then the
// board to which that leads stands there, and whoever sits before it may have answered.
const patience = 3 * time.Second

// whenDue is when a person is to hear of a wait next, zero for never.
func (p *person) whenDue(w wait) time.Time {
	switch {
	case w.Told && (p.Remind == 0 || p.Way == Nothing):
		return time.Time{}
	case w.Told:
		w.Since = w.Since.Add(time.Duration(p.Remind) * time.Hour)
	default:
		w.Since = w.Since.Add(patience)
	}
	return p.awake(latest(w.Since, w.After))
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// settle works out when something is due, and leaves out what is not waited for any more.
func (p *person) settle(now time.Time) {
	for i, w := range p.Waits {
		if w.Since.After(now) { // the clock was set back
			p.Waits[i].Since, p.Waits[i].After = now.UTC().Truncate(time.Second), time.Time{}
		}
	}
	p.Waits = slices.DeleteFunc(p.Waits, func(w wait) bool { return p.whenDue(w).IsZero() })
	if p.Digest == 0 || p.Shut {
		p.Next = time.Time{}
	} else if next := p.digestAfter(now); p.Next.IsZero() || p.Next.After(next) {
		p.Next = next // it was chosen, or the clock or the zone were set back
	}
	p.Due = time.Time{}
	soonest := func(at time.Time) {
		if !at.After(now) {
			at = p.awake(now)
		}
		if p.Due.IsZero() || at.Before(p.Due) {
			p.Due = at
		}
	}
	for _, w := range p.Waits {
		soonest(p.whenDue(w))
	}
	if !p.Next.IsZero() {
		soonest(p.awake(p.Next))
	}
	p.Due = p.Due.UTC().Truncate(time.Second)
}

// about is the place of what waits about a table, -1 where there is nothing.
func (p *person) about(key store.Key) int {
	return slices.IndexFunc(p.Waits, func(w wait) bool { return w.Table == key })
}

// note notes what a table, as it is about to be stored, has to tell a person, and reports
// whether that changes anything.
func (p *person) note(t *table.Table, user string, now time.Time) bool {
	at, what := p.about(t.Key), concerns(t, user)
	if what == "" {
		if at >= 0 {
			p.Waits = slices.Delete(p.Waits, at, at+1)
		}
		return at >= 0
	}
	w := wait{Table: t.Key, What: what, Mark: markOf(t), Since: now.UTC().Truncate(time.Second)}
	if at >= 0 && p.Waits[at].What == what && p.Waits[at].Mark == w.Mark {
		return false
	}
	w.Told = t.By() == user || p.Way == Nothing || p.way() == Mention && !p.quiet(now) && !t.EndedAs(table.Vanished)
	keep := !w.Told || reminds(t, user, what) && !p.whenDue(w).IsZero()
	switch {
	case keep && at >= 0:
		p.Waits[at] = w
	case keep:
		p.Waits = append(p.Waits, w)
	case at >= 0:
		p.Waits = slices.Delete(p.Waits, at, at+1)
	default:
		return false
	}
	return true
}

// reminds reports whether people are reminded of a table: somebody else waits for them there.
func reminds(t *table.Table, user, what string) bool {
	return (what == turn || what == asked) && t.Opponent(user) != ""
}

// concerns is what a table has to tell a person, "" for nothing.
func concerns(t *table.Table, user string) string {
	switch p := t.Record.Pending; {
	case t.EndedAs(table.Withdrawn), t.EndedAs(table.Expired), !t.Sits(user):
		return ""
	case t.Record.Over:
		return over
	case p != nil && p.To == user:
		return asked
	case t.Waiting() || !t.ToMove(user):
		return ""
	case t.Warns():
		return ending
	default:
		return turn
	}
}

// still reports whether what a person is to be told of a table is still true.
func (w wait) still(t *table.Table, user string) bool {
	what := concerns(t, user)
	return markOf(t) == w.Mark && (what == w.What || what == turn && w.What == ending)
}

// markOf names the state of a table that a person is told of. It changes with each move, end
// and question.
func markOf(t *table.Table) string { return t.State() + "/" + t.Question() }

// put stores what is now kept of a person, of whom something else was kept before. A record that
// says nothing is removed.
func (p *person) put(tx *store.Tx, user string, before person) error {
	if !before.Due.IsZero() && !before.Due.Equal(p.Due) {
		tx.Delete(before.entry(user))
	}
	if !p.Due.IsZero() && !before.Due.Equal(p.Due) {
		tx.Put(AgendaKind, p.entry(user).ID, nil)
	}
	if p.Choice == (Choice{}) && len(p.Waits) == 0 && !p.Unsaid {
		tx.Delete(Kind.Record(user))
		return nil
	}
	return Kind.Put(tx, user, *p)
}
