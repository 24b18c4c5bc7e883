package guild

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/store"
)

// PostedKind is the kind of the small records of the last puzzle that was posted, by server.
const PostedKind store.Kind[posted] = "daily"

// SolverKind is that of who has solved a puzzle, by "SERVER/GAME/DAY/PERSON": the person's name.
const SolverKind = "solvers"

// solversKept is for how many days solvers are kept.
const solversKept = 3

// Poster is what posting takes; see [chat.Poster].
type Poster interface {
	Send(ctx context.Context, channel string, r chat.Reply) (message string, err error)
	// Find returns one of the bot's own messages since a time that carries a button of an
	// action, "" if there is none.
	Find(ctx context.Context, channel string, since time.Time, action string) (message string, err error)
}

// Puzzle makes the message of a game's puzzle of a day, and names the action of one of its
// buttons, by which it is found again.
type Puzzle func(d Daily, day string, solvers []string) (r chat.Reply, action string, err error)

// Dailies post puzzles of the day. One goroutine at a time may use it.
type Dailies struct {
	servers *Servers
	log     *slog.Logger
	puzzle  Puzzle
	post    Poster
	now     func() time.Time
}

// NewDailies returns what posts the puzzles of the day of servers.
func NewDailies(s *Servers, log *slog.Logger, post Poster, puzzle Puzzle, now func() time.Time) *Dailies {
	return &Dailies{s, log, puzzle, post, now}
}

// posted is the record of the last puzzle that was posted on a server. It is stored before the
// message is sent, so that a message whose answer was lost is looked for and not sent twice.
type posted struct {
	Day     string    `json:"day"`
	Began   time.Time `json:"began"`
	Channel string    `json:"channel"`
	Message string    `json:"message,omitempty"` // "" until it is known that it was sent
	Tries   int       `json:"tries,omitempty"`
}

// is reports whether two are the same step of the same puzzle.
func (p posted) is(other posted) bool {
	return p.Day == other.Day && p.Tries == other.Tries && p.Message == other.Message
}

// mostTries is after how many troubles a day's puzzle is given up.
const mostTries = 20

// Post posts on each server the puzzle that is due: that of today once its hour has come, also
// where the bot was away then. What was missed on earlier days is left out.
func (d *Dailies) Post(ctx context.Context) {
	var due []func() error
	err := d.servers.store.Each(string(Kind), "", func(guild string, data []byte) bool {
		w, err := Kind.Decode(guild, data)
		if err != nil {
			d.log.Error("read the ways of a server", "guild", guild, "err", err)
			return true
		}
		if w.Daily.Game != "" {
			due = append(due, func() error { return d.postOn(ctx, guild, w.Daily) })
		}
		return true
	})
	if err != nil {
		d.log.Error("look for puzzles of the day that are due", "err", err)
	}
	for _, post := range due {
		if ctx.Err() != nil {
			return
		}
		if err := post(); err != nil {
			d.log.Warn("post the puzzle of the day", "err", err)
		}
	}
}

// Due is the last moment up to a time at which a puzzle was to be posted.
func (d Daily) Due(now time.Time) (time.Time, error) {
	in, err := daily.FindZone(d.Zone)
	if err != nil {
		return time.Time{}, err
	}
	local := now.In(in)
	due := time.Date(local.Year(), local.Month(), local.Day(), d.Hour, 0, 0, 0, in)
	if due.After(now) {
		due = time.Date(local.Year(), local.Month(), local.Day()-1, d.Hour, 0, 0, 0, in)
	}
	return due, nil
}

// postOn posts on a server what is due there and was not posted yet.
func (d *Dailies) postOn(ctx context.Context, guild string, daily Daily) error {
	now := d.now().UTC()
	due, err := daily.Due(now)
	if err != nil {
		return err
	}
	day := now.Format(time.DateOnly)
	last, _, err := PostedKind.Get(d.servers.store, guild)
	if err != nil {
		return err
	}
	before := last
	unsent := last.Day == day && last.Message == "" && last.Tries < mostTries
	if due.UTC().Format(time.DateOnly) != day || day <= last.Day && !unsent {
		return nil
	}
	solvers, err := d.servers.solvers(guild, daily.Game, now.AddDate(0, 0, -1).Format(time.DateOnly))
	if err != nil {
		return err
	}
	r, action, err := d.puzzle(daily, day, solvers)
	if err != nil {
		return err
	}
	if unsent {
		if last.Message, err = d.post.Find(ctx, last.Channel, last.Began, action); err != nil || last.Message != "" {
			return errors.Join(d.note(ctx, guild, before, last, err), err)
		}
	} else {
		last = posted{Day: day, Began: now, Channel: daily.Channel}
	}
	last.Tries++
	if err := d.keep(ctx, guild, before, last); err != nil {
		return err
	}
	before = last
	last.Message, err = d.post.Send(ctx, last.Channel, r)
	return errors.Join(d.note(ctx, guild, before, last, err), err)
}

// note keeps what became of a message. Where the bot may not post it is not tried again that
// day.
func (d *Dailies) note(ctx context.Context, guild string, before, last posted, err error) error {
	if errors.Is(err, chat.ErrNoPost) {
		last.Tries = mostTries
	}
	return d.keep(ctx, guild, before, last)
}

// keep stores what was posted last. The error is [store.ErrStale] where another copy of the bot
// has posted something since.
func (d *Dailies) keep(ctx context.Context, guild string, before, last posted) error {
	return store.Update(ctx, d.servers.store, store.Op{}, func(tx *store.Tx) error {
		if now, _, err := PostedKind.Get(tx, guild); err != nil || !now.is(before) {
			return cmp.Or(err, store.ErrStale)
		}
		old, err := d.servers.stale(guild, last.Day)
		if err != nil {
			return err
		}
		for _, r := range old {
			tx.Delete(r)
		}
		return PostedKind.Put(tx, guild, last)
	})
}

// NoteSolved notes that a person has solved a day's puzzle on a server, "" for none.
func NoteSolved(tx *store.Tx, guild, game, day, person, name string) error {
	if guild == "" {
		return nil
	}
	id := strings.Join([]string{guild, game, day, person}, "/")
	_, err := tx.Get(SolverKind, id)
	if errors.Is(err, store.ErrNotFound) {
		tx.Put(SolverKind, id, []byte(name))
		return nil
	}
	return err
}

// solvers are the names of those who have solved a day's puzzle on a server.
func (s *Servers) solvers(guild, game, day string) (names []string, err error) {
	err = s.store.Each(SolverKind, strings.Join([]string{guild, game, day, ""}, "/"), func(_ string, name []byte) bool {
		names = append(names, string(name))
		return true
	})
	slices.Sort(names)
	return names, err
}

// stale are the records of solvers on a server that are too old to be told.
func (s *Servers) stale(guild, day string) (old []store.Record, err error) {
	today, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return nil, err
	}
	limit := today.AddDate(0, 0, -solversKept).Format(time.DateOnly)
	err = s.store.Each(SolverKind, guild+"/", func(id string, _ []byte) bool {
		if parts := strings.Split(id, "/"); len(parts) == 4 && parts[2] < limit {
			old = append(old, store.Record{Kind: SolverKind, ID: id})
		}
		return true
	})
	return old, err
}

// Solved are the records of what a person has solved anywhere.
func (s *Servers) Solved(person string) (records []store.Record, err error) {
	err = s.store.Each(SolverKind, "", func(id string, _ []byte) bool {
		if strings.HasSuffix(id, "/"+person) {
			records = append(records, store.Record{Kind: SolverKind, ID: id})
		}
		return true
	})
	return records, err
}

// Yesterday says who has solved the puzzle of the day before.
func Yesterday(solvers []string) engine.Text {
	const most = 10
	var named []string
	for _, name := range solvers[:min(most, len(solvers))] {
		named = append(named, chat.Name(name))
	}
	switch more := len(solvers) - len(named); {
	case len(solvers) == 0:
		return engine.Text{}
	case more > 0:
		return engine.T("Yesterday's was solved by %s and %s.", strings.Join(named, ", "), engine.Count(more, "one more", "%s more"))
	default:
		return engine.T("Yesterday's was solved by %s.", strings.Join(named, ", "))
	}
}
