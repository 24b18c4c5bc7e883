package rating

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/store"
)

// Kind is the kind of the records of standings, by user and pool, such as "17/hex/13", and of traces: see
// traceOf.
const Kind store.Kind[*Standing] = "rating"

// FadingKind is the kind of the records of when users lose their places, and traces end, by time, user and
// pool.
const FadingKind = "rating-fade"

// Standing is a user's rating in a pool. The JSON names are the stored form.
type Standing struct {
	glicko.Player     // after the last game
	Games         int `json:"n"` // number of rated games

	Last struct {
		At int64 `json:"at"` // end of the last rated game, in milliseconds since 1970
	} `json:"last"`
	Name   string   `json:"name"`             // as last seen
	Guilds []string `json:"guilds,omitempty"` // the last servers in which the user has played rated games
	// Levels are the ends of the games against each level in the day before the last one that were rated, or
	// ended without a result, in milliseconds since 1970.
	Levels map[string][]int64 `json:"levels,omitempty"`
	// Fades is when the user loses the places unless another game is played, in milliseconds since
	// 1970; 0 for a user without places.
	Fades int64 `json:"fades,omitempty"`
}

// now returns the rating at a time, with the deviation grown since the last game.
func (s *Standing) now(at time.Time) glicko.Player {
	return s.Idle(periods(time.UnixMilli(s.Last.At), at))
}

// set stores the rating after a game. The later of two games is the last one, even if it was stored
// first because another machine's clock was behind.
func (s *Standing) set(p glicko.Player, at time.Time) {
	s.Player = p
	s.Last.At = max(s.Last.At, at.UnixMilli())
}

// against returns the ends of the games against a level in the day before a time, as in Levels. The
// standing may be nil.
func (s *Standing) against(level string, at time.Time) []int64 {
	if s == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.Levels[level]), func(end int64) bool { return end <= at.Add(-period).UnixMilli() })
}

// face notes the end of a game against a level.
func (s *Standing) face(level string, at time.Time) {
	if s.Levels == nil {
		s.Levels = map[string][]int64{}
	}
	s.Levels[level] = append(s.against(level, at), at.UnixMilli())
}

// periods returns the number of rating periods between two times, 0 if the clock was set back.
func periods(from, to time.Time) float64 {
	return max(0, float64(to.Sub(from))/float64(period))
}

// compact rounds a player to the precision stored: 0.01 of a point, and 1e-8 for the volatility,
// which is finer than the change by one game.
func compact(p glicko.Player) glicko.Player {
	round := func(x, digits float64) float64 { return math.Round(x*digits) / digits }
	return glicko.Player{Rating: round(p.Rating, 100), Deviation: round(p.Deviation, 100), Volatility: round(p.Volatility, 1e8)}
}

// fades returns when the rating becomes provisional, in milliseconds since 1970; 0 if it is
// provisional.
func (s *Standing) fades() int64 {
	if glicko.Provisional(s.Deviation) {
		return 0
	}
	days := s.Until(glicko.ProvisionalDeviation)
	return s.Last.At + int64(math.Ceil(min(days, 36500)*float64(period/time.Millisecond)))
}

func standingID(user, pool string) string { return user + "/" + pool }

func fadingID(milli int64, user, pool string) string {
	return fmt.Sprintf("%016x/%s/%s", uint64(milli), user, pool)
}

func get(r store.Reader, user, pool string) (*Standing, error) {
	s, _, err := Kind.Get(r, standingID(user, pool))
	return s, err
}

const maxGuilds = 64

// put stores a standing with its places, in servers the last ones, or a trace.
func put(tx *store.Tx, user, pool string, s *Standing) error {
	if isTrace(user) {
		return leaveTrace(tx, user, pool, s, time.UnixMilli(s.Last.At))
	}
	for ; len(s.Guilds) > maxGuilds; s.Guilds = s.Guilds[1:] {
		tx.Rank(store.Ranked{Board: ranking(pool, s.Guilds[0]), Member: user, Gone: true})
	}
	s.fadeAt(tx, user, pool, s.fades())
	rank(tx, user, pool, s, s.Fades == 0)
	return Kind.Put(tx, standingID(user, pool), s)
}

// fadeAt changes when the user loses the places, 0 for never.
func (s *Standing) fadeAt(tx *store.Tx, user, pool string, milli int64) {
	if s.Fades > 0 {
		tx.Delete(store.RecordKey{Kind: FadingKind, ID: fadingID(s.Fades, user, pool)})
	}
	if s.Fades = milli; milli > 0 {
		tx.Put(FadingKind, fadingID(milli, user, pool), nil)
	}
}

// rank stores a user's places in all rankings, or removes them if gone is set.
func rank(tx *store.Tx, user, pool string, s *Standing, gone bool) {
	score := int32(math.Round(min(max(s.Rating, math.MinInt32), math.MaxInt32)))
	for _, name := range s.rankings(pool) {
		tx.Rank(store.Ranked{Board: name, Member: user, Score: score, Gone: gone})
	}
}

// rankings returns the rankings in which a user with the standing can have a place.
func (s *Standing) rankings(pool string) []string {
	list := []string{pool}
	for _, g := range s.Guilds {
		list = append(list, ranking(pool, g))
	}
	return list
}

// ranking names the leaderboard of a pool in a server, or the global one for "".
func ranking(pool, guild string) string {
	if guild == "" {
		return pool
	}
	return pool + "@" + guild
}

// meet updates a standing with the name and the server of a game.
func (s *Standing) meet(record *store.Table, seat int) {
	s.Name = cmp.Or(record.Names[seat], s.Name)
	if here := record.Guild; here != "" {
		s.Guilds = append(slices.DeleteFunc(s.Guilds, func(g string) bool { return g == here }), here)
	}
}
