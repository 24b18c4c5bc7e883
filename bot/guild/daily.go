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
	"github.com/sixfold-bot/sixfold/store"
)

// PostedKind is the kind of the records of the last puzzle posted, by server.
const PostedKind store.Kind[posted] = "daily"

// SolverKind is the kind of the records of solvers, by "SERVER/GAME/DAY/PERSON"; the value is the
// person's name.
const SolverKind = "solvers"

const solversKept = 3

// Puzzle returns the message of a game's puzzle of a day, and the action of one of its buttons, by
// which the message can be found.
type Puzzle func(d Daily, day string, solvers []string) (r chat.Reply, action string, err error)

// Dailies posts puzzles of the day. It must not be used concurrently.
type Dailies struct {
	Records store.DB
	Log     *slog.Logger
	Puzzle  Puzzle
	Poster  func() chat.Poster
	Now     func() time.Time

	swept string // the last day on which old records of solvers were removed
}

// posted is the record of the last puzzle posted on a server. It is stored before the message is
// sent, so that after a lost answer the message is looked for instead of sent twice.
type posted struct {
	Day     string    `json:"day"`
	Began   time.Time `json:"began"`
	Channel string    `json:"channel"`
	Message string    `json:"message,omitempty"` // "" until the message is known to be sent
	Tries   int       `json:"tries,omitempty"`
}

func (p posted) sameStep(other posted) bool {
	return p.Day == other.Day && p.Tries == other.Tries && p.Message == other.Message
}

const maxTries = 20

// Post posts the puzzles of today, the server's own day, whose hour has come, even if the bot was away
// at that time. Puzzles of earlier days are not posted. Records of solvers that are too old are removed,
// also of servers where none is posted.
func (d *Dailies) Post(ctx context.Context) {
	d.sweep(ctx)
	err := d.Records.Each(string(Kind), "", func(guild string, data []byte) bool {
		if ctx.Err() != nil {
			return false
		}
		if w, err := Kind.Decode(guild, data); err != nil {
			d.Log.Error("read the ways of a server", "guild", guild, "err", err)
		} else if err := d.postOn(ctx, guild, w); err != nil {
			d.Log.Warn("post the puzzle of the day", "err", err)
		}
		return true
	})
	if err != nil {
		d.Log.Error("look for puzzles of the day that are due", "err", err)
	}
}

// due reports whether the hour of a day has come, by the server's clock. A last hour of the day that
// daylight saving time skips is replaced by the one before.
func (d Daily) due(local time.Time) bool {
	return local.Hour() >= d.Hour || local.Add(time.Hour).Day() != local.Day()
}

// postOn posts a server's puzzle if there is one that is due and not posted yet.
func (d *Dailies) postOn(ctx context.Context, guild string, w Ways) error {
	daily, now := w.Daily, d.Now().UTC()
	local := now.In(w.Zone())
	if daily.Game == "" || !daily.due(local) {
		return nil
	}
	day := local.Format(time.DateOnly)
	last, _, err := PostedKind.Get(d.Records, guild)
	if err != nil {
		return err
	}
	before := last
	if last.Day > now.AddDate(0, 0, 1).Format(time.DateOnly) { // a wrong clock told it
		last = posted{}
	}
	unsent := last.Day == day && last.Message == "" && last.Tries < maxTries
	if day <= last.Day && !unsent {
		return nil
	}
	yesterday := time.Date(local.Year(), local.Month(), local.Day()-1, 0, 0, 0, 0, time.UTC)
	names, err := solvers(d.Records, guild, daily.Game, yesterday.Format(time.DateOnly))
	if err != nil {
		return err
	}
	r, action, err := d.Puzzle(daily, day, names)
	if err != nil {
		return err
	}
	if unsent {
		if last.Message, err = d.Poster().Find(ctx, last.Channel, last.Began, action); err != nil || last.Message != "" {
			return d.keep(ctx, guild, before, last, err)
		}
	} else {
		last = posted{Day: day, Began: now, Channel: daily.Channel}
	}
	last.Tries++
	if err := d.keep(ctx, guild, before, last, nil); err != nil {
		return err
	}
	before = last
	last.Message, err = d.Poster().Send(ctx, last.Channel, r)
	return d.keep(ctx, guild, before, last, err)
}

// keep stores the last puzzle posted, and returns the error of posting it, if any. If the bot may not
// post, it does not try again that day. The error is [store.ErrStale] if another copy of the bot has
// changed the record since.
func (d *Dailies) keep(ctx context.Context, guild string, before, last posted, failed error) error {
	if errors.Is(failed, chat.ErrNoPost) {
		last.Tries = maxTries
	}
	return errors.Join(failed, store.Update(ctx, d.Records, store.Op{}, func(tx *store.Tx) error {
		if now, _, err := PostedKind.Get(tx, guild); err != nil || !now.sameStep(before) {
			return cmp.Or(err, store.ErrStale)
		}
		return PostedKind.Put(tx, guild, last)
	}))
}

// NoteSolved records that a person has solved a day's puzzle on a server; "" means no server.
func NoteSolved(tx *store.Tx, guild, game, day, person, name string) {
	if guild != "" {
		tx.Put(SolverKind, strings.Join([]string{guild, game, day, person}, "/"), []byte(name))
	}
}

// solvers returns the names of those who have solved a day's puzzle on a server.
func solvers(s store.DB, guild, game, day string) (names []string, err error) {
	err = s.Each(SolverKind, strings.Join([]string{guild, game, day, ""}, "/"), func(_ string, name []byte) bool {
		names = append(names, string(name))
		return true
	})
	slices.Sort(names)
	return names, err
}

// sweep removes the records of solvers that are too old, once a day by UTC. What fails is tried the next day.
func (d *Dailies) sweep(ctx context.Context) {
	now := d.Now().UTC()
	today, limit := now.Format(time.DateOnly), now.AddDate(0, 0, -solversKept).Format(time.DateOnly)
	if d.swept == today {
		return
	}
	old, err := store.Find(d.Records, SolverKind, "", func(id string) bool {
		parts := strings.Split(id, "/")
		return len(parts) == 4 && parts[2] < limit
	})
	for some := range slices.Chunk(old, 64) {
		err = errors.Join(err, store.Update(ctx, d.Records, store.Op{}, func(tx *store.Tx) error {
			for _, r := range some {
				tx.Delete(r)
			}
			return nil
		}))
	}
	if err != nil {
		d.Log.Error("remove old records of solvers", "err", err)
	}
	d.swept = today
}

// Solved returns the records of all puzzles that a person has solved.
func Solved(s store.DB, person string) ([]store.RecordKey, error) {
	return store.Find(s, SolverKind, "", func(id string) bool { return strings.HasSuffix(id, "/"+person) })
}

// Yesterday names those who solved the previous day's puzzle.
func Yesterday(solvers []string) engine.Text {
	const most = 10
	named := engine.Map(solvers[:min(most, len(solvers))], chat.Name)
	switch more := len(solvers) - len(named); {
	case len(solvers) == 0:
		return engine.Text{}
	case more > 0:
		return engine.T("Yesterday's was solved by %s and %s.", strings.Join(named, ", "), engine.Count(more, "one more", "%s more"))
	default:
		return engine.T("Yesterday's was solved by %s.", strings.Join(named, ", "))
	}
}
