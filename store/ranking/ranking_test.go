package ranking

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	bolt "go.etcd.io/bbolt"
	"pgregory.net/rapid"
)

// memory is a file with one bucket.
func memory(t testing.TB) *bolt.DB {
	t.Helper()
	db, err := bolt.Open(filepath.Join(t.TempDir(), "test.db"), 0o600, &bolt.Options{NoSync: true, NoGrowSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// inBucket calls f with an empty bucket.
func inBucket(t rapid.TB, db *bolt.DB, f func(*bolt.Bucket)) {
	t.Helper()
	tx, err := db.Begin(true)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	b, err := tx.CreateBucketIfNotExists([]byte("ranks"))
	if err != nil {
		t.Fatal(err)
	}
	f(b)
}

// model is a ranking in the simplest form: it sorts.
type model map[string]map[string]int32

func (m model) top(board string) (list []Place) {
	for member, score := range m[board] {
		list = append(list, Place{Member: member, Score: score, Of: len(m[board])})
	}
	slices.SortFunc(list, func(a, b Place) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Member, b.Member))
	})
	for i := range list {
		list[i].Place = i + 1
		if i > 0 && list[i].Score == list[i-1].Score {
			list[i].Place = list[i-1].Place
		}
	}
	return list
}

// TestAgainstSorting compares the bucket with the model after random changes.
func TestAgainstSorting(t *testing.T) {
	db := memory(t)
	someBoard := rapid.SampledFrom([]string{"", "hex/13", "hex/13@1", "hex/1", "hex"})
	someMember := rapid.SampledFrom([]string{"", "1", "11", "12", "2", "a\x00b", "level:hard"})
	someScore := rapid.OneOf(
		rapid.SampledFrom([]int32{0, -1, 1, 15, 16, 17, 1500, 1501, 1516, math.MinInt32, math.MaxInt32}),
		rapid.Int32Range(1400, 1700), rapid.Int32(),
	)
	rapid.Check(t, func(t *rapid.T) {
		inBucket(t, db, func(b *bolt.Bucket) {
			m := model{}
			change := func(t *rapid.T) {
				board, member := someBoard.Draw(t, "board"), someMember.Draw(t, "member")
				if m[board] == nil {
					m[board] = map[string]int32{}
				}
				if rapid.IntRange(0, 3).Draw(t, "remove") == 0 {
					if err := Remove(b, board, member); err != nil {
						t.Fatal(err)
					}
					delete(m[board], member)
					return
				}
				score := someScore.Draw(t, "score")
				if err := Set(b, board, member, score); err != nil {
					t.Fatal(err)
				}
				m[board][member] = score
			}
			t.Repeat(map[string]func(*rapid.T){
				"":       func(t *rapid.T) { compare(t, b, m, someBoard.Draw(t, "board to ask")) },
				"change": change,
			})
		})
	})
}

// compare asks for every place of a board, and for every part of its list.
func compare(t rapid.TB, b *bolt.Bucket, m model, board string) {
	t.Helper()
	if err := Check(context.Background(), b); err != nil {
		t.Fatal(err)
	}
	list := m.top(board)
	for offset := range len(list) + 2 {
		for _, limit := range []int{0, 1, 3, 100} {
			want := list[min(offset, len(list)):min(offset+limit, len(list))]
			got, err := Top(b, board, offset, limit)
			if err != nil || !slices.Equal(want, got) {
				t.Fatalf("Top(%q, %d, %d): %v %s", board, offset, limit, err, gocmp.Diff(want, got))
			}
		}
	}
	for _, want := range list {
		if got, ok, err := Of(b, board, want.Member); got != want || !ok || err != nil {
			t.Fatalf("Of(%q, %q) = %+v, %t, %v, want %+v", board, want.Member, got, ok, err, want)
		}
	}
	if got, ok, err := Of(b, board, "nobody"); got != (Place{}) || ok || err != nil {
		t.Fatalf("Of nobody = %+v, %t, %v", got, ok, err)
	}
}

// TestManyMembers: the places are those of sorting, with many members as with few.
func TestManyMembers(t *testing.T) {
	db, r, m := memory(t), rand.New(rand.NewPCG(1, 18)), model{"hex/13": {}}
	inBucket(t, db, func(b *bolt.Bucket) {
		for range 6000 {
			member, score := fmt.Sprint(r.IntN(2000)), int32(1500+300*r.NormFloat64())
			m["hex/13"][member] = score
			if err := Set(b, "hex/13", member, score); err != nil {
				t.Fatal(err)
			}
		}
		list := m.top("hex/13")
		for range 200 {
			i := r.IntN(len(list))
			if got, _, err := Of(b, "hex/13", list[i].Member); err != nil || got != list[i] {
				t.Fatalf("Of = %+v, %v, want %+v", got, err, list[i])
			}
			got, err := Top(b, "hex/13", i, 20)
			if diff := gocmp.Diff(list[i:min(i+20, len(list))], got); err != nil || diff != "" {
				t.Fatalf("Top from %d: %v %s", i, err, diff)
			}
		}
	})
}

// TestDamageIsFound changes, removes and adds single entries.
func TestDamageIsFound(t *testing.T) {
	db := memory(t)
	fill := func(b *bolt.Bucket) {
		for board, scores := range map[string][]int32{"hex/13": {1500, 1516, 1516, 40}, "hex": {7, -7}} {
			for i, score := range scores {
				if err := Set(b, board, fmt.Sprint(i), score); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	var keys [][]byte
	inBucket(t, db, func(b *bolt.Bucket) {
		fill(b)
		if err := Check(t.Context(), b); err != nil {
			t.Fatal(err)
		}
		err := b.ForEach(func(key, _ []byte) error {
			keys = append(keys, slices.Clone(key))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
	damages := map[string]func(b *bolt.Bucket, key []byte) error{
		"removed": func(b *bolt.Bucket, key []byte) error { return b.Delete(key) },
		"changed": func(b *bolt.Bucket, key []byte) error { return b.Put(key, append(slices.Clone(b.Get(key)), 1)) },
		"another number": func(b *bolt.Bucket, key []byte) error {
			value := slices.Clone(b.Get(key))
			if len(value) == 0 {
				value = []byte{0}
			}
			value[len(value)-1] ^= 2
			return b.Put(key, value)
		},
		"one more": func(b *bolt.Bucket, key []byte) error { return b.Put(append(slices.Clone(key), 'x'), b.Get(key)) },
	}
	for name, damage := range damages {
		for _, key := range keys {
			inBucket(t, db, func(b *bolt.Bucket) {
				fill(b)
				if err := damage(b, key); err != nil {
					t.Fatal(err)
				}
				if err := Check(t.Context(), b); !errors.Is(err, ErrDamaged) {
					t.Errorf("%x %s: Check = %v", key, name, err)
				}
				for _, board := range []string{"hex", "hex/13"} { // they end, whatever there is
					_, _ = Top(b, board, 1, 3)
					_, _, _ = Of(b, board, "1")
					_ = Set(b, board, "1", 3)
					_ = Remove(b, board, "2")
				}
			})
		}
	}
}

// TestCheckEnds with its context.
func TestCheckEnds(t *testing.T) {
	inBucket(t, memory(t), func(b *bolt.Bucket) {
		if err := Set(b, "hex", "1", 2); err != nil {
			t.Fatal(err)
		}
		ctx, end := context.WithCancel(t.Context())
		end()
		if err := Check(ctx, b); !errors.Is(err, context.Canceled) {
			t.Errorf("Check = %v", err)
		}
	})
}
