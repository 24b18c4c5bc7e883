package rating

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/store"
)

// The kinds of small records.
const (
	Kind       = "rating"      // a [Standing], by user and pool: "17/hex/13"
	FadingKind = "rating-fade" // when somebody's place is lost, by time, user and pool
)

// Standing is what is kept of a person in a pool. The JSON names are the stored form.
type Standing struct {
	Rating     float64 `json:"r"`
	Deviation  float64 `json:"d"`
	Volatility float64 `json:"v"`
	Games      int     `json:"n"` // that were rated

	Last   place    `json:"last"`             // of them
	Name   string   `json:"name"`             // as last seen
	Guilds []string `json:"guilds,omitempty"` // in which the person has played one
	// Fades is when the person has no place any more unless they play, in milliseconds since
	// 1970; 0 for who has none.
	Fades int64 `json:"fades,omitempty"`
}

// player is the standing as it was after the last game.
func (s *Standing) player() glicko.Player {
	return glicko.Player{Rating: s.Rating, Deviation: s.Deviation, Volatility: s.Volatility}
}

// now is the standing at a time: the longer ago the last game, the less is known.
func (s *Standing) now(at time.Time) glicko.Player {
	return s.player().Idle(periods(time.UnixMilli(s.Last.At), at))
}

// set takes over what a game has made of the person.
func (s *Standing) set(p glicko.Player, last store.RatedCursor) {
	s.Rating, s.Deviation, s.Volatility = p.Rating, p.Deviation, p.Volatility
	s.Last = placeOf(last)
}

// place is that of a game in the order of its pool's: of its end, and of its table. The JSON
// names are the stored form.
type place struct {
	At      int64  `json:"at"` // in milliseconds since 1970
	Channel string `json:"channel,omitempty"`
	Number  int    `json:"number,omitempty"` // 0: before all games that ended then
}

func placeOf(c store.RatedCursor) place {
	return place{c.At.UnixMilli(), c.Channel, c.Number}
}

// in is the place as the store knows it.
func (p place) in(pool string) store.RatedCursor {
	c := store.RatedCursor{At: time.UnixMilli(p.At)}
	if p.Number > 0 {
		c.Key = store.Key{Channel: p.Channel, Game: gameIn(pool), Number: p.Number}
	}
	return c
}

// periods are the rating periods between two times, none where the clock has gone back.
func periods(from, to time.Time) float64 {
	return max(0, float64(to.Sub(from))/float64(period))
}

// compact is a player in as many digits as are kept: 0.01 of a point, and of the volatility
// what one game can change.
func compact(p glicko.Player) glicko.Player {
	round := func(x, digits float64) float64 { return math.Round(x*digits) / digits }
	return glicko.Player{Rating: round(p.Rating, 100), Deviation: round(p.Deviation, 100), Volatility: round(p.Volatility, 1e8)}
}

// fades is when the deviation will be that of a provisional rating, in milliseconds since
// 1970; 0 where it is so already.
func (s *Standing) fades() int64 {
	if glicko.Provisional(s.Deviation) {
		return 0
	}
	days := s.player().Until(glicko.ProvisionalDeviation)
	return s.Last.At + int64(math.Ceil(min(days, 36500)*float64(period/time.Millisecond)))
}

func standingID(user, pool string) string { return user + "/" + pool }

func fadingID(milli int64, user, pool string) string {
	return fmt.Sprintf("%016x/%s/%s", uint64(milli), user, pool)
}

// get reads the standing of a person, nil where there is none.
func (r *Rater) get(user, pool string) (*Standing, error) { return getBy(r.store, user, pool) }

func getBy(r store.Reader, user, pool string) (*Standing, error) {
	data, err := r.Get(Kind, standingID(user, pool))
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var s Standing
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("rating of %s in %s: %w", user, pool, err)
	}
	return &s, nil
}

// put adds to a change a standing and the places that follow from it.
func put(change *store.Change, user, pool string, s *Standing) error {
	if s.Fades > 0 {
		change.Remove = append(change.Remove, store.Record{Kind: FadingKind, ID: fadingID(s.Fades, user, pool)})
	}
	s.Fades = s.fades()
	if s.Fades > 0 {
		fading := store.Record{Kind: FadingKind, ID: fadingID(s.Fades, user, pool)}
		change.Remove = slices.DeleteFunc(change.Remove, func(r store.Record) bool { return r == fading })
		change.Set = append(change.Set, store.Value{Record: fading})
	}
	rank(change, user, pool, s, s.Fades == 0)
	return write(change, user, pool, s)
}

// write adds a standing alone to a change.
func write(change *store.Change, user, pool string, s *Standing) error {
	data, err := json.Marshal(s)
	change.Put = append(change.Put, store.Value{Record: store.Record{Kind: Kind, ID: standingID(user, pool)}, Data: data})
	return err
}

// rank adds to a change a person's places: everywhere, and in the servers where they have
// played. Who is gone has none.
func rank(change *store.Change, user, pool string, s *Standing, gone bool) {
	score := int32(math.Round(min(max(s.Rating, math.MinInt32), math.MaxInt32)))
	for _, board := range s.boards(pool) {
		change.Rank = append(change.Rank, store.Ranked{Board: board, Member: user, Score: score, Gone: gone})
	}
}

// boards are the rankings in which a person with the standing can have a place.
func (s *Standing) boards(pool string) []string {
	list := []string{pool}
	for _, g := range s.Guilds {
		list = append(list, board(pool, g))
	}
	return list
}

// board names the ranking of a pool in a server, or everywhere for none.
func board(pool, guild string) string {
	if guild == "" {
		return pool
	}
	return pool + "@" + guild
}

// drop adds to a change what removes a standing and its places.
func drop(change *store.Change, user, pool string, s *Standing) {
	rank(change, user, pool, s, true)
	change.Remove = append(change.Remove, store.Record{Kind: Kind, ID: standingID(user, pool)})
	if s.Fades > 0 {
		change.Remove = append(change.Remove, store.Record{Kind: FadingKind, ID: fadingID(s.Fades, user, pool)})
	}
}
