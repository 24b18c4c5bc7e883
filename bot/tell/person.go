// Package tell has people hear what concerns them, each in the way that they have chosen:
// that it is their turn, that somebody asks them for something, that a game is over. That is
// said by a mention in the channel, by a direct message, or not at all; once, or once more
// where they have not come; and never in their quiet hours, after which it is said if it is
// still true. A digest comes once a day to who wants one.
//
// All that is kept of a person is one small record, and all that falls due stands in an agenda
// that is read from its beginning: an entry for each person, however much waits for them. What
// is to be said is stored in the change by which it comes about ([Notes.Save]), and struck
// out after it was said: a process that is killed between the two says it twice, and nothing
// is lost. [Teller.Run] works the agenda off.
//
// Whoever has chosen nothing has no record. They are mentioned by the answer to what concerns
// them, as [Teller.Mentions] says, and cost nothing.
package tell

import (
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine/daily"
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
		return mention
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
	case w.Told && (p.Remind == 0 || p.Way == nothing):
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
	w.Told = t.By() == user || p.Way == nothing || p.way() == mention && !p.quiet(now) && !t.EndedAs(table.Vanished)
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
	case t.EndedAs(table.Stopped): // it goes on elsewhere
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

// The ways in which a person hears what concerns them.
const (
	mention = ""        // they are mentioned in the channel
	Direct  = "direct"  // by direct message
	nothing = "nothing" // not at all
)

// Choice is how a person wants to hear what concerns them. The zero value is that of who has
// chosen nothing.
type Choice struct {
	Way    string `json:"way,omitempty"`
	Remind int    `json:"remind,omitempty"` // after how many hours, 0 for never
	Quiet  Hours  `json:"quiet,omitzero"`
	Digest int    `json:"digest,omitempty"` // the hour of the day, from 1 to 24, 0 for never
	Zone   string `json:"zone,omitempty"`   // of those hours, "" for UTC
}

// mostRemind is after how many hours a reminder may come.
const mostRemind = 72

// Hours are those of a day from one to before another, 0 to 23. They are none where both are
// the same.
type Hours struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// none reports whether there are none.
func (h Hours) none() bool { return h.From == h.To }

// has reports whether an hour is among them.
func (h Hours) has(hour int) bool {
	if h.From <= h.To {
		return h.From <= hour && hour < h.To
	}
	return hour >= h.From || hour < h.To
}

// in is the person's time zone: UTC where theirs is not known any more.
func (c Choice) in() *time.Location {
	l, err := daily.FindZone(c.Zone)
	if err != nil {
		return time.UTC
	}
	return l
}

// quiet reports whether a moment lies in the person's quiet hours.
func (c Choice) quiet(at time.Time) bool { return !c.Quiet.none() && c.Quiet.has(at.In(c.in()).Hour()) }

// quarter is the step at which quiet hours can end: there are zones that differ from others
// by quarters of an hour.
const quarter = 15 * time.Minute

// awake is the first moment from the given one on that lies in no quiet hours. Clocks that
// are put forward or back meanwhile are reckoned with, since it looks at each quarter.
func (c Choice) awake(at time.Time) time.Time {
	if !c.quiet(at) {
		return at
	}
	in := c.in()
	for at = at.Truncate(quarter).Add(quarter); c.Quiet.has(at.In(in).Hour()); {
		at = at.Add(quarter)
	}
	return at
}

// digestAfter is when the digest next comes after a moment, the zero time for never. An hour
// that is left out when clocks are put forward is taken as one beside it, and one that
// comes twice counts once.
func (c Choice) digestAfter(at time.Time) time.Time {
	if c.Digest == 0 {
		return time.Time{}
	}
	local := at.In(c.in())
	for day := local.Day(); ; day++ {
		next := time.Date(local.Year(), local.Month(), day, c.Digest-1, 0, 0, 0, local.Location())
		if next.After(at) {
			return next.UTC()
		}
	}
}
