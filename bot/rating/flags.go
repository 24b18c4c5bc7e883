package rating

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/store"
)

// FlagKind is the kind of the small records that tell those who manage a server of games that
// look made up: a [Flag], by server, what, and people.
const FlagKind store.Kind[Flag] = "rating-flag"

// What a flag says.
const (
	// Quits: somebody has given up several games in a row right after their beginning, as
	// people do who want a rating below their strength.
	Quits = "quits"
	// Pair: of two people one always wins against the other, within seconds a move, as where
	// one person has two accounts.
	Pair = "pair"
)

// Flag is what those who manage a server may want to look at. Nothing follows from it by
// itself. The JSON names are the stored form.
type Flag struct {
	What   string    `json:"what"`
	Game   string    `json:"game"`
	People []string  `json:"people,omitempty"` // user IDs: who gave up; or who won, and who lost
	Names  []string  `json:"names,omitempty"`
	At     time.Time `json:"at"` // the end of the last game of that kind
}

const (
	quitsInRow = 3  // games of one person
	quitMoves  = 10 // at most in such a game, of both
	pairGames  = 5  // of two people
	pairPage   = 12 // among so many last games of one of them
	pairPace   = 5 * time.Second
)

// flag stores what the end of a table suggests to those who manage its server.
func (r *Rater) flag(tx *store.Tx, key store.Key, record *store.Table) error {
	b := table.Brief{Key: key, Head: &record.Head}
	winner := record.End.Winner
	if record.Guild == "" || winner < 0 || len(b.People()) != 2 {
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
		if err := note(tx, record, Quits, []string{lost}, []string{record.Names[loser]}); err != nil {
			return err
		}
	}
	if pair, err := r.pair(games, record); err != nil || !pair {
		return err
	}
	return note(tx, record, Pair, []string{won, lost}, []string{record.Names[winner], record.Names[loser]})
}

// note stores a flag, in place of one that says the same.
func note(tx *store.Tx, record *store.Table, what string, people, names []string) error {
	id := record.Guild + "/" + what + "/" + strings.Join(people, "/")
	return FlagKind.Put(tx, id, Flag{What: what, Game: record.Game, People: people, Names: names, At: record.End.At})
}

// quits reports whether somebody has given up their last rated games, the newest first, right
// after the beginning.
func quits(games []store.Past) bool {
	count := 0
	for _, g := range games {
		switch {
		case g.Rated == "":
			continue
		case g.Kind != table.Resigned || g.Winner == g.Seat || g.Moves > quitMoves:
			return false
		}
		if count++; count == quitsInRow {
			return true
		}
	}
	return false
}

// pair reports whether somebody has lost all of their last rated games, the newest of which is
// given, against who has won that, and there were enough of them, in which both moved at once.
func (r *Rater) pair(games []store.Past, last *store.Table) (bool, error) {
	seat := games[0].Opponent
	games = slices.DeleteFunc(slices.Clone(games), func(g store.Past) bool { return g.Rated == "" || g.Opponent != seat })
	if len(games) < pairGames {
		return false, nil
	}
	for _, g := range games {
		if g.Winner < 0 || g.Winner == g.Seat {
			return false, nil
		}
	}
	if !hasty(last.Moves) {
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

// hasty reports whether each move of a game came within seconds of the one before.
func hasty(moves []store.Move) bool {
	for i := 1; i < len(moves); i++ {
		if moves[i].At.Sub(moves[i-1].At) > pairPace {
			return false
		}
	}
	return true
}

// Flags lists what those who manage a server may want to look at, the newest first.
func (r *Rater) Flags(guild string) ([]Flag, error) {
	var list []Flag
	var failed error
	err := r.store.Each(string(FlagKind), guild+"/", func(_ string, data []byte) bool {
		var f Flag
		if failed = json.Unmarshal(data, &f); failed == nil {
			list = append(list, f)
		}
		return failed == nil
	})
	slices.SortStableFunc(list, func(a, b Flag) int { return b.At.Compare(a.At) })
	return list, cmp.Or(err, failed)
}

// kept is what is kept of a person's ratings.
type kept struct {
	Standings map[string]*Standing `json:"standings,omitempty"` // by the IDs of their records
	Flags     map[string]Flag      `json:"flags,omitempty"`     // likewise
}

// Export returns all that is kept of a person's ratings, a [kept], and nil for nothing.
func (r *Rater) Export(user string) (any, error) {
	all, err := r.standings(user)
	k := kept{Standings: map[string]*Standing{}, Flags: map[string]Flag{}}
	for pool, s := range all {
		k.Standings[standingID(user, pool)] = s
	}
	if err == nil {
		err = r.flagged(user, func(id string, f Flag) { k.Flags[id] = f })
	}
	if err != nil || len(k.Standings)+len(k.Flags) == 0 {
		return nil, err
	}
	return k, nil
}

// Forget removes all that is kept of a person's ratings. What they did to those of others stays.
func (r *Rater) Forget(tx *store.Tx, user string) error {
	all, err := r.standings(user)
	if err != nil {
		return err
	}
	for pool := range all {
		s, err := get(tx, user, pool)
		if err != nil {
			return err
		}
		if s != nil {
			drop(tx, user, pool, s)
		}
	}
	return r.flagged(user, func(id string, _ Flag) {
		tx.Delete(FlagKind.Record(id))
	})
}

// flagged calls f with the flags about a person, by ID.
func (r *Rater) flagged(user string, f func(id string, flag Flag)) error {
	var failed error
	err := r.store.Each(string(FlagKind), "", func(id string, data []byte) bool {
		var flag Flag
		failed = json.Unmarshal(data, &flag)
		if failed == nil && slices.Contains(flag.People, user) {
			f(id, flag)
		}
		return failed == nil
	})
	return cmp.Or(err, failed)
}

// standings are those of a person, by pool.
func (r *Rater) standings(user string) (map[string]*Standing, error) {
	all := map[string]*Standing{}
	var failed error
	err := r.store.Each(string(Kind), user+"/", func(id string, data []byte) bool {
		var s Standing
		if failed = json.Unmarshal(data, &s); failed == nil {
			all[strings.TrimPrefix(id, user+"/")] = &s
		}
		return failed == nil
	})
	return all, cmp.Or(err, failed)
}
