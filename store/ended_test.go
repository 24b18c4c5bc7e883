package store

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Few values, so that many games have ended at one time and in one pool.
var (
	somePool  = rapid.SampledFrom([]string{"", "hex/13", "hex", "hex/1"})
	someScore = rapid.SampledFrom([]int32{0, 1500, 1501, 1600, -1})
	someEnd   = rapid.Custom(func(t *rapid.T) time.Time {
		return now.Add(time.Duration(rapid.IntRange(-2, 2).Draw(t, "end")) * 700 * time.Microsecond)
	})
)

// changeEnd gives the fields that tell of the end of a game new values.
func changeEnd(t *rapid.T, table *Table) {
	table.Rated = somePool.Draw(t, "pool")
	table.Private = rapid.Bool().Draw(t, "private")
	table.Stand = nil
	if rapid.Bool().Draw(t, "stand") {
		table.Stand = &Stand{Turn: -1, Moves: len(table.Moves)}
	}
	table.End = nil
	if rapid.Bool().Draw(t, "ended") {
		return
	}
	table.End = &End{
		At: someEnd.Draw(t, "at"), Winner: rapid.IntRange(-1, 1).Draw(t, "winner"),
		Kind: rapid.SampledFrom([]string{"", "resigned"}).Draw(t, "kind"), Counts: rapid.Bool().Draw(t, "counts"),
	}
	for range rapid.IntRange(0, 2).Draw(t, "ratings") {
		after := rapid.Float64Range(-10, 3000).Draw(t, "after")
		table.End.Ratings = append(table.End.Ratings, Rating{Before: 1500.5, After: after, Deviation: 80.25, Volatility: 0.06})
	}
}

// past is the history of a user as whoever reads all tables would write it down.
func (m *model) past(user, game string) (list []Past) {
	for k, t := range m.byKey {
		seat := slices.Index(t.Seats, "user:"+user)
		if seat < 0 || t.End == nil || !t.End.Counts || game != "" && k.Game != game {
			continue
		}
		p := Past{
			Key: k, At: t.End.At.Truncate(time.Millisecond), Seat: seat, Winner: t.End.Winner, Kind: t.End.Kind,
			Rated: t.Rated, Private: t.Private,
		}
		if t.Stand != nil {
			p.Moves = t.Stand.Moves
		}
		for i, other := range t.Seats {
			if other == t.Seats[seat] {
				continue
			}
			p.Opponent = other
			if i < len(t.End.Ratings) && t.Rated != "" {
				p.Against = int(math.Round(t.End.Ratings[i].Before))
			}
		}
		if seat < len(t.End.Ratings) && t.Rated != "" {
			p.Rating = int(math.Round(t.End.Ratings[seat].After))
		}
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b Past) int { return cmp.Or(b.At.Compare(a.At), compareKeys(a.Key, b.Key)) })
	return list
}

// ended returns the tables that have ended and that keep keeps, in the order of their ends.
func (m *model) ended(keep func(*Table) bool) (list []RatedCursor) {
	for _, k := range m.list(func(_ Key, t *Table) bool { return t.End != nil && keep(t) }) {
		list = append(list, RatedCursor{m.byKey[k].End.At.Truncate(time.Millisecond), k})
	}
	slices.SortStableFunc(list, func(a, b RatedCursor) int { return a.At.Compare(b.At) })
	return list
}

// compareEnded asks the store and the model for games that are over.
func (m *simulation) compareEnded(t *rapid.T) {
	user, game := someUser.Draw(t, "user with a past"), rapid.SampledFrom([]string{"", "hex", "hexa"}).Draw(t, "game of the past")
	limit := rapid.IntRange(1, 3).Draw(t, "page")
	var cursor PastCursor
	for want := m.past(user, game); ; {
		page := want[:min(limit, len(want))]
		got, err := m.Past(user, game, cursor, limit)
		if diff := gocmp.Diff(page, append([]Past{}, got...)); err != nil || len(page)+len(got) > 0 && diff != "" {
			t.Fatalf("Past(%s, %q, %v, %d): %v %s", user, game, cursor, limit, err, diff)
		}
		if len(page) == 0 {
			break
		}
		want, cursor = want[len(page):], page[len(page)-1].Cursor()
	}
	since := someEnd.Draw(t, "past before").Truncate(time.Millisecond)
	older := slices.DeleteFunc(m.past(user, game), func(p Past) bool { return p.At.After(since) })
	if got, err := m.Past(user, game, PastCursor{At: since}, 100); err != nil || len(got) != len(older) {
		t.Errorf("Past(%s, %q, %v) has %d games, %v, want %d", user, game, since, len(got), err, len(older))
	}

	var unrated []Key
	for _, e := range m.ended(func(t *Table) bool { return t.Rated != "" && len(t.End.Ratings) == 0 }) {
		unrated = append(unrated, e.Key)
	}
	keys, err := m.Unrated(limit)
	if diff := gocmp.Diff(unrated[:min(limit, len(unrated))], keys); err != nil || diff != "" {
		t.Errorf("Unrated(%d): %v %s", limit, err, diff)
	}
	m.compareRated(t, "hex/13", limit)

	unended := m.list(func(_ Key, t *Table) bool { return (t.Over || t.Result != nil) && t.End == nil })
	var after Key
	if rapid.Bool().Draw(t, "from the middle") {
		after = someKey.Draw(t, "after")
		unended = slices.DeleteFunc(unended, func(k Key) bool { return compareKeys(k, after) <= 0 })
	}
	keys, err = m.Unended(after, limit)
	if diff := gocmp.Diff(unended[:min(limit, len(unended))], append([]Key{}, keys...)); err != nil || len(unended)+len(keys) > 0 && diff != "" {
		t.Errorf("Unended(%v, %d): %v %s", after, limit, err, diff)
	}
}

// compareRated reads the rated games of a pool page by page.
func (m *simulation) compareRated(t *rapid.T, pool string, limit int) {
	want := m.ended(func(t *Table) bool { return t.Rated == pool && len(t.End.Ratings) > 0 })
	var cursor RatedCursor
	if rapid.Bool().Draw(t, "from a time") {
		cursor.At = someEnd.Draw(t, "rated after").Truncate(time.Millisecond)
		want = slices.DeleteFunc(want, func(c RatedCursor) bool { return c.At.Before(cursor.At) })
	}
	for {
		page := want[:min(limit, len(want))]
		got, err := m.RatedAfter(pool, cursor, limit)
		if diff := gocmp.Diff(page, append([]RatedCursor{}, got...)); err != nil || len(page)+len(got) > 0 && diff != "" {
			t.Fatalf("RatedAfter(%s, %v, %d): %v %s", pool, cursor, limit, err, diff)
		}
		if len(page) == 0 {
			return
		}
		want, cursor = want[len(page):], page[len(page)-1]
	}
}

// rank changes some rankings at once, together with a record.
func (m *simulation) rank(t *rapid.T) {
	c := Change{Put: []Value{{Record{"hash", "rank"}, []byte("1")}}}
	for range rapid.IntRange(1, 3).Draw(t, "ranked") {
		r := Ranked{
			Board: somePool.Draw(t, "board"), Member: someUser.Draw(t, "member"),
			Score: someScore.Draw(t, "score"), Gone: rapid.IntRange(0, 3).Draw(t, "gone") == 0,
		}
		c.Rank = append(c.Rank, r)
		if m.ranks[r.Board] == nil {
			m.ranks[r.Board] = map[string]int32{}
		}
		if m.ranks[r.Board][r.Member] = r.Score; r.Gone {
			delete(m.ranks[r.Board], r.Member)
		}
	}
	if err := m.Apply(c); err != nil {
		t.Errorf("Apply = %v", err)
	}
	if m.records["hash"] == nil {
		m.records["hash"] = map[string]string{}
	}
	m.records["hash"]["rank"] = "1"
}

// compareRanks asks the store and the model for a board.
func (m *simulation) compareRanks(t *rapid.T) {
	board := somePool.Draw(t, "board to list")
	members := slices.SortedFunc(maps.Keys(m.ranks[board]), func(a, b string) int {
		return cmp.Or(cmp.Compare(m.ranks[board][b], m.ranks[board][a]), strings.Compare(a, b))
	})
	var want []Place
	for i, member := range members {
		p := Place{Member: member, Score: m.ranks[board][member], Place: i + 1, Of: len(members)}
		if i > 0 && want[i-1].Score == p.Score {
			p.Place = want[i-1].Place
		}
		want = append(want, p)
		if got, ok, err := m.PlaceOf(board, member); got != p || !ok || err != nil {
			t.Errorf("PlaceOf(%s, %s) = %+v, %t, %v, want %+v", board, member, got, ok, err, p)
		}
	}
	offset := rapid.IntRange(0, 2).Draw(t, "offset")
	got, err := m.Top(board, offset, 2)
	if diff := gocmp.Diff(append([]Place{}, want[min(offset, len(want)):min(offset+2, len(want))]...), append([]Place{}, got...)); err != nil || diff != "" {
		t.Errorf("Top(%s, %s): %v %s", board, strconv.Itoa(offset), err, diff)
	}
}
