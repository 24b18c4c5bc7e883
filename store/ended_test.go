package store

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	bolt "go.etcd.io/bbolt"
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
	if table.Open() && rapid.Bool().Draw(t, "ended") {
		return
	}
	table.End = &End{
		At: someEnd.Draw(t, "at"), Winner: rapid.IntRange(-1, 1).Draw(t, "winner"),
		Kind: rapid.SampledFrom([]string{"", "resigned"}).Draw(t, "kind"), Counts: rapid.Bool().Draw(t, "counts"),
	}
	for range rapid.IntRange(0, 2).Draw(t, "ratings") {
		after := rapid.OneOf(rapid.Just(1516.4999), rapid.Float64Range(-10, 3000)).Draw(t, "after")
		table.End.Ratings = append(table.End.Ratings, Rating{Before: 1500.5, After: after, Deviation: 80.25, Volatility: 0.06, Doubt: 81.5})
	}
}

// past computes the history of a user from all tables.
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
func (m *model) ended(keep func(*Table) bool) (list []ratedCursor) {
	for _, k := range m.list(func(_ Key, t *Table) bool { return t.End != nil && keep(t) }) {
		list = append(list, ratedCursor{m.byKey[k].End.At.Truncate(time.Millisecond), k})
	}
	slices.SortStableFunc(list, func(a, b ratedCursor) int { return a.At.Compare(b.At) })
	return list
}

// compareEnded compares the finished games of the store with the model.
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
}

// compareRated reads the rated games of a pool page by page.
func (m *simulation) compareRated(t *rapid.T, pool string, limit int) {
	want := m.ended(func(t *Table) bool { return t.Rated == pool && len(t.End.Ratings) > 0 })
	var cursor ratedCursor
	if rapid.Bool().Draw(t, "from a time") {
		cursor.At = someEnd.Draw(t, "rated after").Truncate(time.Millisecond)
		want = slices.DeleteFunc(want, func(c ratedCursor) bool { return c.At.Before(cursor.At) })
	}
	for {
		page := want[:min(limit, len(want))]
		got, err := m.ratedAfter(pool, cursor, limit)
		if diff := gocmp.Diff(page, append([]ratedCursor{}, got...)); err != nil || len(page)+len(got) > 0 && diff != "" {
			t.Fatalf("ratedAfter(%s, %v, %d): %v %s", pool, cursor, limit, err, diff)
		}
		if len(page) == 0 {
			return
		}
		want, cursor = want[len(page):], page[len(page)-1]
	}
}

// rank changes some rankings at once, together with a record.
func (m *simulation) rank(t *rapid.T) {
	tx := newTx(context.Background(), m.Store)
	tx.Put("hash", "rank", []byte("1"))
	for range rapid.IntRange(1, 3).Draw(t, "ranked") {
		r := Ranked{
			Board: somePool.Draw(t, "board"), Member: someUser.Draw(t, "member"),
			Score: someScore.Draw(t, "score"), Gone: rapid.IntRange(0, 3).Draw(t, "gone") == 0,
		}
		tx.Rank(r)
		if m.ranks[r.Board] == nil {
			m.ranks[r.Board] = map[string]int32{}
		}
		if m.ranks[r.Board][r.Member] = r.Score; r.Gone {
			delete(m.ranks[r.Board], r.Member)
		}
	}
	if err := m.Commit(tx, Op{}); err != nil {
		t.Errorf("Commit = %v", err)
	}
	if m.records["hash"] == nil {
		m.records["hash"] = map[string]string{}
	}
	m.records["hash"]["rank"] = "1"
}

// compareRanks compares a board of the store with the model.
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

// FuzzPast: any index content is read without a hang or crash, and what is written is read back
// unchanged.
func FuzzPast(f *testing.F) {
	for _, p := range []Past{
		{Seat: 1, Opponent: "user:1180000000000000001", Winner: 1, Kind: "resigned", Rated: "hex/13", Rating: 1516, Against: 1490, Moves: 40},
		{Opponent: "level:hard", Winner: -1, Rated: "pool", Private: true},
		{Opponent: "user:ada"},
		{Opponent: "user:18446744073709551615", Rated: "hex", Rating: -7},
		{},
	} {
		p.Key.Game = "hex"
		f.Add(encodePast(p))
	}
	f.Add([]byte("$00\x0000")) // it is rated, and in no pool
	place := encodePlace(now, append(make([]byte, 8), "hex\x00\x00\x00\x00\x01"...))
	f.Fuzz(func(t *testing.T, value []byte) {
		p, err := decodePast("hex", place, value)
		if err != nil {
			return
		}
		if again, err := decodePast("hex", place, encodePast(p)); err != nil || again != p {
			t.Errorf("%+v is read as %+v, %v", p, again, err)
		}
	})
}

// TestEndsThatCannotBeStored: ends that an index cannot keep in order.
func TestEndsThatCannotBeStored(t *testing.T) {
	s := fresh(t)
	good := End{At: now, Winner: -1, Counts: true}
	for name, change := range map[string]func(*Table){
		"a time before 1970":        func(t *Table) { t.End.At = time.Unix(-1, 0) },
		"a time without end":        func(t *Table) { t.End.At = time.UnixMilli(1 << 48) },
		"a kind that is no text":    func(t *Table) { t.End.Kind = "\xff" },
		"a pool with a zero byte":   func(t *Table) { t.Rated = "hex\x00" },
		"a pool that is no text":    func(t *Table) { t.Rated = "\xff" },
		"a pool without end":        func(t *Table) { t.Rated = strings.Repeat("x", maxPool+1) },
		"a rating that is a number": func(t *Table) { t.End.Ratings = []Rating{{Before: 1}, {After: 2}} },
		"an end that is missing":    func(t *Table) { t.End = nil },
		"a rating that is none":     func(t *Table) { t.End.Ratings = []Rating{{Before: math.NaN()}} },
	} {
		end := good
		table := &Table{Head: Head{Over: true, Rated: "hex/13", End: &end}}
		change(table)
		_, err := s.Create(channel, "hex", table)
		if fine := name == "a rating that is a number"; fine != (err == nil) {
			t.Errorf("%s: Create = %v", name, err)
		}
	}
	if _, err := s.ratedAfter("hex/13", ratedCursor{At: time.Unix(-1, 0)}, 1); !errors.Is(err, ErrKey) {
		t.Errorf("ratedAfter before 1970 = %v", err)
	}
	if _, err := s.Past("11", "hex", PastCursor{At: time.Unix(-1, 0)}, 1); !errors.Is(err, ErrKey) {
		t.Errorf("Past before 1970 = %v", err)
	}
	if err := s.Commit(&Tx{ranks: []Ranked{{Board: "hex\x00", Member: "1"}}}, Op{}); !errors.Is(err, ErrKey) {
		t.Errorf("a board with a zero byte: %v", err)
	}
}

// TestStoredEnd: it is short, strict and readable.
func TestStoredEnd(t *testing.T) {
	end := End{At: now, Winner: 1, Kind: "resigned", Counts: true, Ratings: []Rating{{1500, 1483.75, 80.5, 0.059994, 81}, {1500, 1516.25, 80.5, 0.06, 81.25}}}
	b, err := json.Marshal(end)
	want := `{"at":1795176000123,"winner":1,"kind":"resigned","ratings":[[150000,148375,8050,5999400,8100],[150000,151625,8050,6000000,8125]]}`
	if err != nil || string(b) != want {
		t.Errorf("stored it is %s, %v", b, err)
	}
	if b, err = json.Marshal(End{At: now, Winner: -1}); err != nil || string(b) != `{"at":1795176000123,"winner":-1,"void":true}` {
		t.Errorf("one that does not count is %s, %v", b, err)
	}
	for _, bad := range []string{`{"at":1,"winner":0,"looser":1}`, `{"at":1,"winner":0,"ratings":[[1,2,3]]}`, `{"at":"now"}`} {
		if err := json.Unmarshal([]byte(bad), &end); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
}

// lists are all that a store lists of games that are over, and of rankings.
type lists struct {
	Past    []Past
	Unrated []Key
	Rated   []ratedCursor
	Top     []Place
}

func readLists(t *testing.T, s *Store) (l lists) {
	t.Helper()
	var errs [4]error
	l.Past, errs[0] = s.Past("11", "", PastCursor{}, 1000)
	l.Unrated, errs[1] = s.Unrated(1000)
	l.Rated, errs[2] = s.ratedAfter("hex/13", ratedCursor{}, 1000)
	l.Top, errs[3] = s.Top("hex/13", 0, 1000)
	if err := errors.Join(errs[:]...); err != nil {
		t.Fatal(err)
	}
	return l
}

// TestCompactKeepsLists of finished games and rankings.
func TestCompactKeepsLists(t *testing.T) {
	path := full40(t)
	s := open(t, path, Options{})
	before := readLists(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Compact(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(before, readLists(t, open(t, path, Options{}))); diff != "" {
		t.Error(diff)
	}
	if len(before.Past) != 9 || len(before.Unrated) != 5 || len(before.Rated) != 4 || len(before.Top) != 40 {
		t.Errorf("there was %+v", before)
	}
}

// TestDamagedPastIsAlone: a damaged entry of a history does not hide the others.
func TestDamagedPastIsAlone(t *testing.T) {
	s, err := Open(full40(t), Options{noSync: true}) // not checked at the end: it is damaged
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	whole := readLists(t, s).Past
	err = s.db.Update(func(tx *bolt.Tx) error {
		c := tx.Bucket(pastBucket).Cursor()
		_, _ = c.First()
		key, _ := c.Next()
		return tx.Bucket(pastBucket).Put(bytes.Clone(key), []byte{0xff})
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Past("11", "", PastCursor{}, 1000)
	if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), whole[1].Key.String()) {
		t.Errorf("Past = %v, want %s", err, whole[1].Key)
	}
	if diff := gocmp.Diff(slices.Delete(slices.Clone(whole), 1, 2), got); diff != "" {
		t.Error(diff)
	}
	if _, err := s.Verify(t.Context()); !errors.Is(err, ErrCorrupt) {
		t.Errorf("Verify = %v", err)
	}
}

// ratedCursor is a rated game in the order in which the games of a pool ended: by the time,
// to the millisecond, and then by the key. One without a key comes before all of its time.
type ratedCursor struct {
	At time.Time
	Key
}

// ratedAfter returns the games of a pool that have been rated, in the order of their ends:
// at most limit of those that come after the cursor, of which the zero value is before all.
// It reads an index alone.
func (s *Store) ratedAfter(pool string, after ratedCursor, limit int) ([]ratedCursor, error) {
	if err := checkPool(pool); err != nil {
		return nil, err
	}
	prefix := append([]byte(pool), 0)
	from := bytes.Clone(prefix)
	if after != (ratedCursor{}) {
		if err := checkMilli(after.At); err != nil {
			return nil, err
		}
		from = append(from, encodeMilli(after.At)...)
	}
	if after.Key != (Key{}) {
		key, err := after.encode()
		if err != nil {
			return nil, err
		}
		from = append(from, key...)
	}
	var list []ratedCursor
	err := s.scan(ratedBucket, from, prefix, limit, func(entry []byte) error {
		ended, err := decodeEnded(entry[len(prefix):])
		list = append(list, ended)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the rated games of %s: %w", pool, err)
	}
	return list, nil
}

// decodeEnded reads the time of an end, and the key that follows it.
func decodeEnded(entry []byte) (ratedCursor, error) {
	if len(entry) < milliSize {
		return ratedCursor{}, fmt.Errorf("%w: index key %x", ErrCorrupt, entry)
	}
	k, err := decodeKey(entry[milliSize:])
	return ratedCursor{time.UnixMilli(int64(readMilli(entry))).UTC(), k}, err
}

// scan calls f with the keys of an index that begin with prefix and come after from, at most
// limit of them.
func (s *Store) scan(bucket, from, prefix []byte, limit int, f func(entry []byte) error) error {
	return s.view(func(tx *bolt.Tx) error {
		c := tx.Bucket(bucket).Cursor()
		entry, _ := c.Seek(from)
		if from != nil && bytes.Equal(entry, from) {
			entry, _ = c.Next()
		}
		for ; limit > 0 && entry != nil && bytes.HasPrefix(entry, prefix); entry, _ = c.Next() {
			if err := f(entry); err != nil {
				return err
			}
			limit--
		}
		return nil
	})
}
