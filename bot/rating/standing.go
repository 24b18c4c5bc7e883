package rating

import (
	"fmt"
	"math"
	"time"

	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/store"
)

// Kind is the kind of the small records that hold standings, by user and pool: "17/hex/13".
const Kind store.Kind[*Standing] = "rating"

// FadingKind is that of the records of when somebody's place is lost, by time, user and pool.
const FadingKind = "rating-fade"

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

// set takes over what a game has made of the person. Of two games the later is the last, also
// where the other was stored after it, by a machine whose clock is behind.
func (s *Standing) set(p glicko.Player, at time.Time, key store.Key) {
	s.Rating, s.Deviation, s.Volatility = p.Rating, p.Deviation, p.Volatility
	if at.UnixMilli() >= s.Last.At {
		s.Last = place{at.UnixMilli(), key.Channel, key.Number}
	}
}

// place is that of a game in the order of its pool's: of its end, and of its table. The JSON
// names are the stored form.
type place struct {
	At      int64  `json:"at"` // in milliseconds since 1970
	Channel string `json:"channel,omitempty"`
	Number  int    `json:"number,omitempty"`
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
func get(r store.Reader, user, pool string) (*Standing, error) {
	s, _, err := Kind.Get(r, standingID(user, pool))
	return s, err
}

// put stores a standing, and the places that follow from it.
func put(tx *store.Tx, user, pool string, s *Standing) error {
	if s.Fades > 0 {
		tx.Delete(store.Record{Kind: FadingKind, ID: fadingID(s.Fades, user, pool)})
	}
	s.Fades = s.fades()
	if s.Fades > 0 {
		tx.Put(FadingKind, fadingID(s.Fades, user, pool), nil)
	}
	rank(tx, user, pool, s, s.Fades == 0)
	return Kind.Put(tx, standingID(user, pool), s)
}

// rank stores a person's places: everywhere, and in the servers where they have played. Who is
// gone has none.
func rank(tx *store.Tx, user, pool string, s *Standing, gone bool) {
	score := int32(math.Round(min(max(s.Rating, math.MinInt32), math.MaxInt32)))
	for _, board := range s.boards(pool) {
		tx.Rank(store.Ranked{Board: board, Member: user, Score: score, Gone: gone})
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

// drop removes a standing and its places.
func drop(tx *store.Tx, user, pool string, s *Standing) {
	rank(tx, user, pool, s, true)
	tx.Delete(Kind.Record(standingID(user, pool)))
	if s.Fades > 0 {
		tx.Delete(store.Record{Kind: FadingKind, ID: fadingID(s.Fades, user, pool)})
	}
}
