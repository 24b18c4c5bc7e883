// Package tell notifies people in the way that they have chosen: that it is their turn, that
// somebody asks them for something, that a game is over. A notification is a mention in the
// channel, a direct message, or nothing. It may be followed by one reminder. During quiet hours it
// is delayed, and then sent if it is still true. A daily digest is sent to those who want one.
//
// There is one small record for each person, and one entry in the agenda, which is sorted by time.
// Notifications are stored in the transaction that causes them ([Notes.Save], [Choices.Tell]), and removed after
// sending: if the process dies in between, one is sent twice, but none is lost. A mention in an answer
// is not stored, and is lost with the answer. [Teller.Run] works through the agenda.
//
// People who have chosen nothing have no record and cost nothing. They are mentioned in the answer
// that concerns them: see [Teller.Mentions].
package tell

import (
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/store"
)

// Kind is the kind of the records of choices and pending notifications, by user ID.
const Kind store.Kind[person] = "tell"

// AgendaKind is the kind of the agenda's entries: time and user, such as "2026-01-02T15:04:05Z/11".
// Their values are empty.
const AgendaKind = "agenda"

// The reasons of notifications.
const (
	turn   = "turn"   // it is the person's turn
	asked  = "asked"  // somebody waits for the person's answer
	ending = "ending" // the game ends unless the person moves, or at its deadline
	over   = "over"   // the game is over
	news   = "news"   // something that concerns no table
	begun  = "begun"  // a game of a tournament has begun, or goes on at another table, and the opponent is to move
)

// notification is something to tell about a table, or to remind of once it has been told; or news.
type notification struct {
	Table store.Key `json:"table"`
	What  string    `json:"what"`
	Mark  string    `json:"mark"` // state of the table; the notification is true while it lasts
	Since time.Time `json:"since"`
	// Reminder is set if nothing but a reminder may follow: the notification was sent, the answer mentions
	// the person, they have made the change themselves, or they want no notifications.
	Reminder bool `json:"told,omitempty"`
	// After is when it was told or, after failures, the time of the next attempt, and Tries their number.
	After time.Time `json:"after,omitzero"`
	Tries int       `json:"tries,omitempty"`
	// Text is what is told as news, and Guild the server of its channel, which is that of Table.
	Text  string `json:"text,omitempty"`
	Guild string `json:"guild,omitempty"`
}

type person struct {
	Choice
	Locale string `json:"locale,omitempty"` // of the last change of the choices
	// Shut is set if the person accepts no direct messages, and is mentioned instead, while each digest is
	// tried. Unsaid is set until the person has been told so.
	Shut          bool           `json:"shut,omitempty"`
	Unsaid        bool           `json:"unsaid,omitempty"`
	Notifications []notification `json:"waits,omitempty"`
	// Next is the time of the next digest, and Tries how many attempts at it have failed.
	Next  time.Time `json:"next,omitzero"`
	Tries int       `json:"tries,omitempty"`
	// Due is when something is due, as in the agenda; zero for never.
	Due time.Time `json:"due,omitzero"`
}

// way returns how the person is notified at present.
func (p *person) way() string {
	if p.Way == Direct && p.Shut {
		return mention
	}
	return p.Way
}

// stampLayout is the format of times in the agenda: sortable, to the second.
const stampLayout = "2006-01-02T15:04:05Z"

// entry returns the person's entry in the agenda.
func (p *person) entry(user string) store.RecordKey {
	return store.RecordKey{Kind: AgendaKind, ID: p.Due.UTC().Format(stampLayout) + "/" + user}
}

// bound returns the ID that follows all entries due by now.
func bound(now time.Time) string { return now.UTC().Format(stampLayout) + "0" } // "0" follows "/"

// notifyDelay is how long a notification outside the channel is delayed. By then the board that it
// links to has been posted, and somebody present may have answered.
const notifyDelay = 3 * time.Second

// whenDue returns when a notification or its reminder is due, zero for never.
func (p *person) whenDue(w notification) time.Time {
	switch {
	case w.Reminder && (p.Remind == 0 || p.Way == nothing || w.What != turn && w.What != asked):
		return time.Time{}
	case w.Reminder && w.Tries == 0 && w.After.After(w.Since): // told later
		w.Since = w.After.Add(time.Duration(p.Remind) * time.Hour)
	case w.Reminder:
		w.Since = w.Since.Add(time.Duration(p.Remind) * time.Hour)
	default:
		w.Since = w.Since.Add(notifyDelay)
	}
	if w.After.After(w.Since) {
		w.Since = w.After
	}
	return p.awake(w.Since)
}

// schedule recomputes what is due when, and drops what is not waited for any more.
func (p *person) schedule(now time.Time) {
	for i := range p.Notifications { // the clock may have been set back
		w := &p.Notifications[i]
		if w.Since.After(now) {
			w.Since, w.After = now.UTC().Truncate(time.Second), time.Time{}
		}
		if w.After.After(now.Add(longestRetry)) {
			w.After = time.Time{}
		}
	}
	p.Notifications = slices.DeleteFunc(p.Notifications, func(w notification) bool { return p.whenDue(w).IsZero() })
	if p.Digest == 0 {
		p.Next = time.Time{}
	} else if next := p.digestAfter(now); p.Next.IsZero() || p.Next.After(next) {
		p.Next = next // it was chosen, or the clock or the zone was set back
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
	for _, w := range p.Notifications {
		soonest(p.whenDue(w))
	}
	if !p.Next.IsZero() {
		soonest(p.awake(p.Next))
	}
	p.Due = p.Due.UTC().Truncate(time.Second)
}

// Notes is a [table.Companion] that records pending notifications.
type Notes struct {
	Log *slog.Logger
	Now func() time.Time
}

// Save implements [table.Companion]. A damaged record keeps nobody from playing.
func (n Notes) Save(tx *store.Tx, t *table.Table) error {
	now := n.Now()
	for _, user := range t.People() {
		p, ok, err := Kind.Get(tx, user)
		if errors.Is(err, store.ErrFormat) {
			tx.After(func() { n.Log.Error("note what is to be told", t.Attr(), "err", err) })
			continue
		}
		if err != nil {
			return err
		}
		if (!ok || t.Record.Private) && !t.EndedAs(table.Vanished) {
			continue
		}
		before := p
		p.Notifications = slices.Clone(p.Notifications)
		if !p.update(t, user, now) {
			continue
		}
		p.schedule(now)
		if err := p.put(tx, user, before); err != nil {
			return err
		}
	}
	return nil
}

// about returns the index of the notification about a table, -1 for none.
func (p *person) about(key store.Key) int {
	return slices.IndexFunc(p.Notifications, func(w notification) bool { return w.Table == key })
}

// update updates the notification about a table that is about to be stored, and reports
// whether that changes anything.
func (p *person) update(t *table.Table, user string, now time.Time) bool {
	at, what := p.about(t.Key), reasonFor(t, user)
	w := notification{Table: t.Key, What: what, Mark: markOf(t), Since: now.UTC().Truncate(time.Second)}
	if at >= 0 && p.Notifications[at].What == what && p.Notifications[at].Mark == w.Mark {
		return false
	}
	w.Reminder = t.Actor == user || p.Way == nothing || p.way() == mention && !p.quiet(now) && !t.EndedAs(table.Vanished)
	keep := what != "" && (!w.Reminder || t.Opponent(user) != "" && !p.whenDue(w).IsZero())
	if at >= 0 {
		p.Notifications = slices.Delete(p.Notifications, at, at+1)
	}
	if keep {
		p.Notifications = append(p.Notifications, w)
	}
	return keep || at >= 0
}

// reasonFor returns the reason to notify a person about a table, "" for none.
func reasonFor(t *table.Table, user string) string {
	switch p := t.Record.Pending; {
	case t.EndedAs(table.Withdrawn), t.EndedAs(table.Expired), !t.Sits(user), t.EndedAs(table.Aborted): // the last goes on elsewhere
		return ""
	case t.Record.Over:
		return over
	case slices.Contains(t.Warns, user):
		return ending
	case p != nil && p.To == user && !p.Silent:
		return asked
	case t.Record.Event != "" && t.Record.Revision <= 1 && !t.ToMove(user):
		return begun
	case t.Waiting() || !t.ToMove(user):
		return ""
	default:
		return turn
	}
}

// still reports whether a notification is still true.
func (w notification) still(t *table.Table, user string) bool {
	what := reasonFor(t, user)
	return markOf(t) == w.Mark && (what == w.What || what != over && w.What == ending)
}

// markOf identifies the state of a table. It changes with each move, end and question.
func markOf(t *table.Table) string { return t.State() + "/" + t.Question() }

// put stores a person's record and agenda entry in place of the ones before. An empty record is
// deleted.
func (p *person) put(tx *store.Tx, user string, before person) error {
	if !before.Due.IsZero() && !before.Due.Equal(p.Due) {
		tx.Delete(before.entry(user))
	}
	if !p.Due.IsZero() && !before.Due.Equal(p.Due) {
		tx.Put(AgendaKind, p.entry(user).ID, nil)
	}
	if p.Choice == (Choice{}) && len(p.Notifications) == 0 && !p.Unsaid {
		tx.Delete(Kind.Record(user))
		return nil
	}
	return Kind.Put(tx, user, *p)
}

// The ways of notification.
const (
	mention = ""        // a mention in the channel
	Direct  = "direct"  // a direct message
	nothing = "nothing" // no notification
)

// Choice are a person's notification settings. The zero value is the default.
type Choice struct {
	Way    string `json:"way,omitempty"`
	Remind int    `json:"remind,omitempty"` // after this many hours, 0 for never
	Quiet  Hours  `json:"quiet,omitzero"`
	Digest int    `json:"digest,omitempty"` // hour of the day plus 1, from 1 to 24; 0 for never
	Zone   string `json:"zone,omitempty"`   // time zone of the hours, "" for UTC
}

// maxRemind is the maximal delay of a reminder in hours.
const maxRemind = 72

// Hours is a part of the day, from one hour to before another, 0 to 23. It is empty if both are
// equal.
type Hours struct {
	From int `json:"from"`
	To   int `json:"to"`
}

func (h Hours) none() bool { return h.From == h.To }

func (h Hours) has(hour int) bool {
	if h.From <= h.To {
		return h.From <= hour && hour < h.To
	}
	return hour >= h.From || hour < h.To
}

func (c Choice) quiet(at time.Time) bool {
	return !c.Quiet.none() && c.Quiet.has(at.In(daily.ZoneNamed(c.Zone)).Hour())
}

// awake returns the first time from at on that is outside the quiet hours. It goes by the hours of the
// zone, whatever its offset, and by changes of that, such as daylight saving time.
func (c Choice) awake(at time.Time) time.Time {
	if c.Quiet.none() {
		return at
	}
	for local := at.In(daily.ZoneNamed(c.Zone)); c.Quiet.has(local.Hour()); local = at.In(local.Location()) {
		at = at.Add(time.Hour - time.Duration(local.Minute())*time.Minute - time.Duration(local.Second())*time.Second).Truncate(time.Second)
		if _, changes := local.ZoneBounds(); changes.After(local) && changes.Before(at) {
			at = changes
		}
	}
	return at
}

// digestAfter returns the time of the next digest after a time, zero for never. An hour skipped by
// daylight saving time is replaced by a neighbouring one, and a repeated hour counts once.
func (c Choice) digestAfter(at time.Time) time.Time {
	if c.Digest == 0 {
		return time.Time{}
	}
	local := at.In(daily.ZoneNamed(c.Zone))
	for day := local.Day(); ; day++ {
		next := time.Date(local.Year(), local.Month(), day, c.Digest-1, 0, 0, 0, local.Location())
		if next.After(at) {
			return next.UTC()
		}
	}
}
