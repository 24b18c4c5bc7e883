package rating

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// FlagKind is the kind of the records of flags, by server, reason and users.
const FlagKind store.Kind[Flag] = "rating-flag"

// The reasons of flags.
const (
	// Quits means that a user has resigned several games in a row right after the beginning, as if
	// to lower the rating on purpose.
	Quits = "quits"
	// Pair means that one of two users always wins against the other, with all moves made within
	// seconds, as if both accounts belonged to one person.
	Pair = "pair"
)

// Flag marks games that look manipulated, for those who manage the server. It has no consequences.
// The JSON names are the stored form.
type Flag struct {
	What   string    `json:"what"`
	Game   string    `json:"game"`
	People []string  `json:"people,omitempty"` // user IDs: who resigned; or winner and loser
	Names  []string  `json:"names,omitempty"`
	At     time.Time `json:"at"` // end of the last game concerned
}

const (
	quitsInRow = 3  // games in a row of one user
	quitMoves  = 10 // maximal number of moves in such a game, of both sides
	pairGames  = 5  // games between two users
	pairPage   = 12 // number of the loser's latest games examined
	pairPace   = 5 * time.Second
)

// flag stores the flags that the end of a table gives rise to.
func (r *Rater) flag(tx *store.Tx, key store.Key, record *store.Table) error {
	b := table.Brief{Key: key, Head: &record.Head}
	winner := record.End.Winner
	if record.Guild == "" || winner < 0 || len(b.People()) != 2 || record.Leaving != 0 {
		return nil
	}
	loser := 1 - winner
	won, lost := strings.TrimPrefix(record.Seats[winner], store.UserSeat), strings.TrimPrefix(record.Seats[loser], store.UserSeat)
	games, err := r.store.Past(lost, record.Game, store.PastCursor{}, pairPage)
	if err != nil {
		return err
	}
	games = slices.Insert(slices.DeleteFunc(games, func(g store.Past) bool { return g.Key == key }), 0, store.Past{
		Key: key, Seat: loser, Opponent: record.Seats[winner], Winner: winner, Kind: record.End.Kind, Rated: record.Rated, Moves: len(record.Moves),
	})
	if quits(games) {
		if err := storeFlag(tx, record, Quits, []string{lost}, []string{record.Names[loser]}); err != nil {
			return err
		}
	}
	if pair, err := r.pair(games, record); err != nil || !pair {
		return err
	}
	return storeFlag(tx, record, Pair, []string{won, lost}, []string{record.Names[winner], record.Names[loser]})
}

// storeFlag stores a flag, in place of an earlier one for the same reason and users.
func storeFlag(tx *store.Tx, record *store.Table, what string, people, names []string) error {
	id := record.Guild + "/" + what + "/" + strings.Join(people, "/")
	return FlagKind.Put(tx, id, Flag{What: what, Game: record.Game, People: people, Names: names, At: record.End.At})
}

// quits reports whether a user has resigned the latest rated games, newest first, right after the
// beginning.
func quits(games []store.Past) bool {
	games = slices.DeleteFunc(slices.Clone(games), func(g store.Past) bool { return g.Rated == "" })
	return len(games) >= quitsInRow && !slices.ContainsFunc(games[:quitsInRow], func(g store.Past) bool {
		return g.Kind != table.Resigned || g.Winner == g.Seat || g.Moves > quitMoves
	})
}

// pair reports whether a user has lost all of the latest rated games against the winner of the
// newest one, last, provided that there are enough of them and that the moves of the newest ones
// were made at once.
func (r *Rater) pair(games []store.Past, last *store.Table) (bool, error) {
	seat := games[0].Opponent
	games = slices.DeleteFunc(slices.Clone(games), func(g store.Past) bool { return g.Rated == "" || g.Opponent != seat })
	saved := func(g store.Past) bool { return g.Winner < 0 || g.Winner == g.Seat }
	if len(games) < pairGames || slices.ContainsFunc(games, saved) || !hasty(last.Moves) {
		return false, nil
	}
	for _, g := range games[1:pairGames] {
		record, err := r.store.Load(g.Key)
		if err != nil || !hasty(record.Moves) {
			return false, err
		}
	}
	return true, nil
}

// hasty reports whether each move was made within seconds of the previous one.
func hasty(moves []store.Move) bool {
	for i := 1; i < len(moves); i++ {
		if moves[i].At.Sub(moves[i-1].At) > pairPace {
			return false
		}
	}
	return true
}

// Flags returns the flags of a server, newest first.
func (r *Rater) Flags(guild string) ([]Flag, error) {
	var list []Flag
	err := each(r.store, FlagKind, guild+"/", func(_ string, f Flag) { list = append(list, f) })
	slices.SortStableFunc(list, func(a, b Flag) int { return b.At.Compare(a.At) })
	return list, err
}

// each calls f with the records of a kind whose IDs begin with prefix. Those that cannot be read are left
// out and reported at the end as [store.ErrFormat].
func each[T any](s store.DB, kind store.Kind[T], prefix string, f func(id string, value T)) error {
	var failed error
	err := s.Each(string(kind), prefix, func(id string, data []byte) bool {
		if value, err := kind.Decode(id, data); err == nil {
			f(id, value)
		} else {
			failed = errors.Join(failed, err)
		}
		return true
	})
	return errors.Join(err, failed)
}

// Kept returns the records about a user's ratings: standings and their traces, and flags.
func (r *Rater) Kept(user string) ([]store.RecordKey, error) {
	found, failed := r.flagged(user)
	trace, err := traceOf(r.store, user)
	for _, of := range []string{user, trace} {
		standings, damaged := store.Find(r.store, string(Kind), of+"/", nil)
		found, failed = append(found, standings...), errors.Join(failed, damaged)
	}
	return found, errors.Join(failed, err)
}

// Forget removes a user's standings, of which traces stay for a while, and the user from flags. The effects on
// others' ratings stay.
func (r *Rater) Forget(tx *store.Tx, user string) error {
	trace, err := traceOf(tx, user)
	if err != nil {
		return err
	}
	all, damaged := r.standings(user)
	for pool := range all {
		s, err := get(tx, user, pool)
		if err != nil {
			return err
		}
		if s != nil {
			rank(tx, user, pool, s, true)
			tx.Delete(Kind.Record(standingID(user, pool)))
			s.fadeAt(tx, user, pool, 0)
			damaged = errors.Join(damaged, leaveTrace(tx, trace, pool, s, r.now()))
		}
	}
	flagged, err := r.flagged(user)
	for _, record := range flagged {
		damaged = errors.Join(damaged, forgetIn(tx, record, user))
	}
	return errors.Join(damaged, err)
}

// forgetIn removes a user from a flag, or a flag that cannot be read.
func forgetIn(tx *store.Tx, record store.RecordKey, user string) error {
	f, ok, err := FlagKind.Get(tx, record.ID)
	tx.Delete(record)
	at := slices.Index(f.People, user)
	if !ok || at < 0 || at >= len(f.Names) {
		return err
	}
	f.People[at], f.Names[at] = table.Nobody(), ""
	guild, _, _ := strings.Cut(record.ID, "/")
	return FlagKind.Put(tx, guild+"/"+f.What+"/"+strings.Join(f.People, "/"), f)
}

// flagged returns the records of the flags about a user, also of damaged ones.
func (r *Rater) flagged(user string) ([]store.RecordKey, error) {
	return store.Find(r.store, string(FlagKind), "", func(id string) bool { return strings.Contains(id+"/", "/"+user+"/") })
}

// standings returns a user's standings, by pool.
func (r *Rater) standings(user string) (map[string]*Standing, error) {
	all := map[string]*Standing{}
	err := each(r.store, Kind, user+"/", func(id string, s *Standing) { all[strings.TrimPrefix(id, user+"/")] = s })
	return all, err
}

const maxFlags = 15

// ServerCommands returns the subcommands of /server.
func (r *Rater) ServerCommands() []chat.Subcommand {
	return []chat.Subcommand{{Name: "ratings", Help: engine.T("Rated games here that you may want to look at"), Run: r.flags}}
}

func (r *Rater) flags(c *chat.Call, _ engine.Options) (chat.Reply, error) {
	if c.Request.Guild == "" || !c.Request.Manages {
		return chat.Reply{}, engine.Refuse("this is for those who manage the server")
	}
	list, err := r.Flags(c.Request.Guild)
	damaged := errors.Is(err, store.ErrFormat)
	switch {
	case damaged:
		r.log.Error("read the flags of a server", "guild", c.Request.Guild, "err", err)
	case err != nil:
		return chat.Reply{}, err
	case len(list) == 0:
		return chat.Whisper(c.Say("No rated game in this server looks made up.")), nil
	}
	lines := []string{c.Say("**Rated games that you may want to look at**"), ""}
	for _, f := range list[:min(len(list), maxFlags)] {
		title := engine.T("%s", f.Game)
		if g, err := r.game(f.Game); err == nil {
			title = g.Title
		}
		lines = append(lines, "- "+c.Words.Say(f.words(title)))
	}
	if damaged {
		lines = append(lines, "- "+c.Say("What is kept of further games is damaged and cannot be read. Please tell whoever runs this bot."))
	}
	lines = append(lines, "", c.Say("Nothing follows from this by itself: there may be good reasons."))
	reply := chat.Whisper(lines...)
	reply.Data = list
	return reply, nil
}

func (f Flag) words(game engine.Text) engine.Text {
	day := f.At.UTC().Format("2006-01-02")
	name := func(i int) engine.Text {
		if i < len(f.Names) && f.Names[i] != "" {
			return engine.T("%s", chat.Name(f.Names[i]))
		}
		return engine.T("somebody")
	}
	if f.What == Pair {
		return engine.T("%s: **%s** has won %s games and more against **%s** and lost none, each within seconds a move. The last ended on %s.",
			game, name(0), strconv.Itoa(pairGames), name(1), day)
	}
	return engine.T("%s: **%s** has given up %s games in a row right after the beginning. The last ended on %s.",
		game, name(0), strconv.Itoa(quitsInRow), day)
}
