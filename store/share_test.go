package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

// share is what one of several writers has in a store: the tables of a channel, and notes. Writers
// share the indexes and commits.
type share struct {
	Numbers map[string]int    // the last ones given, by game
	Tables  map[string]*Table // by key
	Notes   map[string]string
	Handled []string // requests, in order
	Ranks   map[string]int32
}

func newShare() *share {
	return &share{Numbers: map[string]int{}, Tables: map[string]*Table{}, Notes: map[string]string{}, Ranks: map[string]int32{}}
}

// shareGames are the games of which writers have tables.
var shareGames = []string{"hex", "ade"}

func shareChannel(writer int) string { return strconv.Itoa(1000 + writer) }

// readShare returns what a writer has in a store.
func readShare(s *Store, writer int) (*share, error) {
	sh := newShare()
	for _, game := range shareGames {
		entries, err := s.Recent(shareChannel(writer), game, 1<<20)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if sh.Tables[e.String()], err = s.Load(e.Key); err != nil {
				return nil, err
			}
		}
		series, err := encodeSeries(shareChannel(writer), game)
		if err != nil {
			return nil, err
		}
		err = s.view(func(tx *bolt.Tx) error {
			if last := lastNumber(tx, series); last > 0 {
				sh.Numbers[game] = int(last)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	err := s.Each("note", shareChannel(writer)+"/", func(id string, value []byte) bool {
		sh.Notes[id] = string(value)
		return true
	})
	if err == nil {
		var places []Place
		places, err = s.Top(shareChannel(writer), 0, 1<<20)
		for _, p := range places {
			sh.Ranks[p.Member] = p.Score
		}
	}
	for err == nil {
		id, handled := sh.request(writer), false
		if handled, err = s.Handled(id); !handled {
			break
		}
		sh.Handled = append(sh.Handled, id)
	}
	return sh, err
}

// request is the ID of a writer's next request.
func (sh *share) request(writer int) string {
	return strconv.Itoa(writer<<16 + len(sh.Handled) + 1)
}

// sum returns a short checksum of a share.
func (sh *share) sum() string {
	b, err := json.Marshal(sh)
	if err != nil {
		panic(err)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// step is the next step of a writer, and its share after that.
type step struct {
	name  string
	after *share
	do    func(*Store) error
}

// next chooses a step.
func (sh *share) next(r *rand.Rand, writer int) step {
	after := &share{maps.Clone(sh.Numbers), maps.Clone(sh.Tables), maps.Clone(sh.Notes), slices.Clone(sh.Handled), maps.Clone(sh.Ranks)}
	d := &draft{Rand: r, writer: writer, after: after, keys: slices.Sorted(maps.Keys(sh.Tables))}
	r.Shuffle(len(d.keys), func(i, j int) { d.keys[i], d.keys[j] = d.keys[j], d.keys[i] })
	kinds := []func() step{d.create, d.create, d.save, d.save, d.save, d.remove, d.put, d.put, d.put, d.unput, d.several}
	return kinds[r.IntN(len(kinds))]()
}

// draft is a step being made.
type draft struct {
	*rand.Rand
	writer int
	after  *share   // at first as it is before the step
	keys   []string // of all tables before it, in any order
}

func (d *draft) create() step {
	k := Key{Channel: shareChannel(d.writer), Game: shareGames[d.IntN(len(shareGames))]}
	d.after.Numbers[k.Game]++
	k.Number = d.after.Numbers[k.Game]
	d.after.Tables[k.String()] = &Table{Head: Head{Game: k.Game}}
	e, op := d.change(k.String()), d.request()
	return step{"creates " + k.String(), d.after, func(s *Store) error {
		made, err := s.Create(k.Channel, k.Game, e.Table, op)
		if err == nil && made != k {
			err = fmt.Errorf("created %s, not %s", made, k)
		}
		return err
	}}
}

// request notes that a request was handled, and returns its first step.
func (d *draft) request() Op {
	id := d.after.request(d.writer)
	d.after.Handled = append(d.after.Handled, id)
	return Op{Request: id}
}

// change changes a table at random, and returns what to save.
func (d *draft) change(key string) Entry {
	k, err := ParseKey(key)
	if err != nil {
		panic(err)
	}
	t := *d.after.Tables[key]
	t.Seats = []string{UserSeat + strconv.Itoa(d.IntN(4)), []string{"", "level:hard"}[d.IntN(2)]}
	t.Names = []string{"Ada", ""}
	t.Thinks, t.Over = d.IntN(2) == 0, d.IntN(4) == 0
	t.Due = time.Time{}
	if d.IntN(2) == 0 {
		t.Due = now.Add(time.Duration(d.IntN(100)) * time.Minute)
	}
	t.End, t.Rated = nil, ""
	if t.Over {
		t.End = &End{At: now.Add(time.Duration(d.IntN(100)) * time.Second), Winner: d.IntN(2), Counts: d.IntN(4) > 0}
		t.Rated = []string{"", "hex/13"}[d.IntN(2)]
		if d.IntN(2) == 0 {
			t.End.Ratings = []Rating{{1500, 1516.25, 80, 0.06, 81}, {Before: 1500}}
		}
	}
	t.Options = []byte(strconv.Itoa(d.IntN(1 << 30)))
	t.Moves = append(slices.Clip(t.Moves), Move{Text: strings.Repeat("c", d.IntN(700)), At: now})
	stored := t
	stored.Format = Format
	stored.Revision++
	d.after.Tables[key] = &stored
	return Entry{k, &t}
}

func (d *draft) save() step {
	if len(d.keys) == 0 {
		return d.create()
	}
	e, op := d.change(d.keys[0]), d.request()
	return step{"saves " + d.keys[0], d.after, func(s *Store) error { return s.Save(e.Key, e.Table, op) }}
}

func (d *draft) remove() step {
	if len(d.keys) == 0 {
		return d.create()
	}
	e := d.take(d.keys[0])
	return step{"deletes " + d.keys[0], d.after, func(s *Store) error { return s.Delete(e.Key) }}
}

// take removes a table and returns it.
func (d *draft) take(key string) Entry {
	k, err := ParseKey(key)
	if err != nil {
		panic(err)
	}
	e := Entry{k, d.after.Tables[key]}
	delete(d.after.Tables, key)
	return e
}

// record names one of a few notes.
func (d *draft) record() RecordKey {
	return RecordKey{"note", shareChannel(d.writer) + "/" + strconv.Itoa(d.IntN(6))}
}

// note returns a new text for a note.
func (d *draft) note() Value {
	v := Value{d.record(), make([]byte, []int{10, 300, 3000, 9000}[d.IntN(4)])} // the last takes several pages
	for i := range v.Data {
		v.Data[i] = 'a' + byte(d.IntN(26))
	}
	d.after.Notes[v.ID] = string(v.Data)
	return v
}

func (d *draft) put() step {
	v := d.note()
	return step{"puts " + v.ID, d.after, func(s *Store) error { return s.Put(v.Kind, v.ID, v.Data) }}
}

func (d *draft) unput() step {
	gone := d.record()
	delete(d.after.Notes, gone.ID)
	return step{"removes " + gone.ID, d.after, func(s *Store) error { return s.Remove(gone.Kind, gone.ID) }}
}

// rank gives one of a few members of a board another score, or removes it.
func (d *draft) rank() Ranked {
	r := Ranked{Board: shareChannel(d.writer), Member: strconv.Itoa(d.IntN(30)), Score: int32(1400 + d.IntN(200)), Gone: d.IntN(5) == 0}
	if d.after.Ranks[r.Member] = r.Score; r.Gone {
		delete(d.after.Ranks, r.Member)
	}
	return r
}

// several changes tables, notes and places at once.
func (d *draft) several() step {
	gone := d.record()
	tx, op := newTx(context.Background(), nil), d.request()
	v := d.note()
	tx.Put(v.Kind, v.ID, v.Data)
	tx.Delete(gone)
	delete(d.after.Notes, gone.ID)
	for i, key := range d.keys[:min(3, len(d.keys))] {
		if i < 2 {
			e := d.change(key)
			tx.Save(e.Key, e.Table)
		} else {
			e := d.take(key)
			tx.DeleteTable(e.Key, e.Table)
		}
	}
	tx.Rank(d.rank())
	tx.Rank(d.rank())
	return step{fmt.Sprintf("changes %d tables, two notes and two places", len(tx.tables)), d.after, func(s *Store) error { return s.Commit(tx, op) }}
}
