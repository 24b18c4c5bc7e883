package store

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// model is a simple model of the store: everything in maps, every list by a scan.
type model struct {
	byKey   map[Key]*Table
	numbers map[Key]int // by a key with number 0
	records map[string]map[string]string
	handled map[string]bool
	next    map[string]map[*Store]uint8 // which step may follow, of requests that a store has carried out
	ranks   map[string]map[string]int32 // by board and member
}

func newModel() *model {
	return &model{map[Key]*Table{}, map[Key]int{}, map[string]map[string]string{}, map[string]bool{}, map[string]map[*Store]uint8{}, map[string]map[string]int32{}}
}

func (m *model) put(k Key, t *Table) {
	m.byKey[k] = clone(t)
	series := Key{k.Channel, k.Game, 0}
	m.numbers[series] = max(m.numbers[series], k.Number)
}

// list returns the keys of the tables that keep keeps, in the store's order.
func (m *model) list(keep func(Key, *Table) bool) []Key {
	var keys []Key
	for k, t := range m.byKey {
		if keep(k, t) {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, compareKeys)
	return keys
}

// compareKeys orders channels as numbers: those of the simulation are equally long.
func compareKeys(a, b Key) int {
	return cmp.Or(strings.Compare(a.Channel, b.Channel), strings.Compare(a.Game, b.Game), a.Number-b.Number)
}

func (m *model) due(before time.Time) []Key {
	keys := m.list(func(_ Key, t *Table) bool { return !t.Due.IsZero() && !t.Due.After(before) })
	slices.SortStableFunc(keys, func(a, b Key) int { return m.byKey[a].Due.Compare(m.byKey[b].Due) })
	return keys
}

// clone copies a table through its stored form.
func clone(t *Table) *Table {
	b, err := json.Marshal(t)
	if err != nil {
		panic(err)
	}
	c := &Table{}
	if err := json.Unmarshal(b, c); err != nil {
		panic(err)
	}
	return c
}

// Ranges are small, so that steps interact.
var (
	someChannel = rapid.SampledFrom([]string{"1001", "1002", "1256", "9999"})
	someGame    = rapid.SampledFrom([]string{"hex", "hexa", "ade"})
	someUser    = rapid.SampledFrom([]string{"1", "11", "12", "2", "ada"})
	someSeat    = rapid.SampledFrom([]string{"", "level:hard", "user:1", "user:11", "user:12", "user:2", "user:ada"})
	someKey     = rapid.Custom(func(t *rapid.T) Key {
		return Key{someChannel.Draw(t, "channel"), someGame.Draw(t, "game"), rapid.IntRange(1, 4).Draw(t, "number")}
	})
	someTime = rapid.Custom(func(t *rapid.T) time.Time {
		if rapid.Bool().Draw(t, "never") {
			return time.Time{}
		}
		return now.Add(time.Duration(rapid.IntRange(-3, 3).Draw(t, "due")) * 400 * time.Millisecond)
	})
	someKind    = rapid.SampledFrom([]string{"user", "users", "hash"})
	someRequest = rapid.SampledFrom([]string{"", "1", "2", "3"})
	someRecord  = rapid.SampledFrom([]string{"", "a", "ab", "a/1", "a/2", "b"})
)

// change gives the fields that the indexes follow from new values.
func change(t *rapid.T, table *Table) {
	table.Seats = rapid.SliceOfN(someSeat, 0, 2).Draw(t, "seats")
	table.Owner = rapid.SampledFrom([]string{"", "1", "11"}).Draw(t, "owner")
	table.Thinks = rapid.Bool().Draw(t, "thinks")
	table.Due = someTime.Draw(t, "due")
	table.Over = rapid.Bool().Draw(t, "over")
	table.Pending = nil
	if rapid.Bool().Draw(t, "pending") {
		table.Pending = &Pending{Kind: "open", By: "1", At: now}
	}
	table.Result = nil
	if rapid.Bool().Draw(t, "result") {
		table.Result = &Result{Status: "won", Winner: 1}
	}
	table.Moves = append(table.Moves, Move{Text: "c" + strconv.Itoa(len(table.Moves)), At: now})
	changeEnd(t, table)
}

// simulation is a store and the model that it is compared with.
type simulation struct {
	*Store
	*model
}

func TestSimulation(t *testing.T) {
	folder, files := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		files++
		path := filepath.Join(folder, strconv.Itoa(files)+".db")
		m := &simulation{model: newModel()}
		m.reopen(t, path)
		defer func() { closeChecked(t, m.Store) }()
		t.Repeat(map[string]func(*rapid.T){
			"":       m.compare,
			"save":   m.save,
			"create": m.create,
			"delete": m.delete,
			"record": m.record,
			"rank":   m.rank,
			"reopen": func(t *rapid.T) { m.reopen(t, path) },
		})
	})
}

func (m *simulation) reopen(t *rapid.T, path string) {
	if m.Store != nil {
		closeChecked(t, m.Store)
	}
	s, err := openKind(path, Options{noSync: true})
	if err != nil {
		t.Fatal(err)
	}
	m.Store = s
}

func (m *simulation) save(t *rapid.T) {
	k := someKey.Draw(t, "key")
	table := &Table{Head: Head{Game: k.Game}}
	var revision uint64
	if old := m.byKey[k]; old != nil {
		table, revision = clone(old), old.Revision
	}
	change(t, table)
	table.Revision += rapid.SampledFrom([]uint64{0, 0, 0, 0, 1, 5}).Draw(t, "ahead")
	stale := table.Revision != revision
	op := someOp(t)
	done := m.done(op)
	switch err := m.Save(k, table, op); {
	case done:
		if !errors.Is(err, ErrHandled) {
			t.Errorf("Save for what has been carried out = %v, want ErrHandled", err)
		}
	case stale && !errors.Is(err, ErrStale):
		t.Errorf("Save of revision %d over %d = %v, want ErrStale", table.Revision, revision, err)
	case !stale && err != nil:
		t.Errorf("Save = %v", err)
	case !stale:
		m.put(k, table)
		m.note(op)
	}
}

// someOp draws a step of a request.
func someOp(t *rapid.T) Op {
	return Op{Request: someRequest.Draw(t, "request"), Step: rapid.Uint8Range(0, 2).Draw(t, "step")}
}

// done reports whether a step of a request must be refused: because it has been carried out, or
// because the request was carried out by others, among which a store counts itself before its last
// start.
func (m *simulation) done(op Op) bool {
	next := m.next[op.Request][m.Store]
	return op.Request != "" && m.handled[op.Request] && (next == 0 || op.Step < next)
}

// note notes that a step of a request was carried out.
func (m *simulation) note(op Op) {
	m.handled[op.Request] = true
	if m.next[op.Request] == nil {
		m.next[op.Request] = map[*Store]uint8{}
	}
	m.next[op.Request][m.Store] = op.Step + 1
}

func (m *simulation) create(t *rapid.T) {
	table := &Table{}
	change(t, table)
	series := Key{Channel: someChannel.Draw(t, "channel"), Game: someGame.Draw(t, "game")}
	want := series
	want.Number = m.numbers[series] + 1
	op := someOp(t)
	done := m.done(op)
	k, err := m.Create(series.Channel, series.Game, table, op)
	if done {
		if !errors.Is(err, ErrHandled) {
			t.Fatalf("Create for what has been carried out = %v, want ErrHandled", err)
		}
		return
	}
	if err != nil || k != want {
		t.Fatalf("Create = %s, %v, want %s", k, err, want)
	}
	m.put(k, table)
	m.note(op)
}

func (m *simulation) delete(t *rapid.T) {
	k := someKey.Draw(t, "key")
	if err := m.Delete(k); err != nil {
		t.Errorf("Delete = %v", err)
	}
	delete(m.byKey, k)
}

func (m *simulation) record(t *rapid.T) {
	kind, id := someKind.Draw(t, "kind"), someRecord.Draw(t, "id")
	if m.records[kind] == nil {
		m.records[kind] = map[string]string{}
	}
	if rapid.Bool().Draw(t, "remove") {
		if err := m.Remove(kind, id); err != nil {
			t.Errorf("Remove = %v", err)
		}
		delete(m.records[kind], id)
		return
	}
	value := rapid.StringN(0, 4, -1).Draw(t, "value")
	if err := m.Put(kind, id, []byte(value)); err != nil {
		t.Errorf("Put = %v", err)
	}
	m.records[kind][id] = value
}

// compare compares the store with the model.
func (m *simulation) compare(t *rapid.T) {
	k := someKey.Draw(t, "key to load")
	got, err := m.Load(k)
	if want := m.byKey[k]; want == nil {
		if !errors.Is(err, ErrNotFound) {
			t.Errorf("Load(%s) = %v, want ErrNotFound", k, err)
		}
	} else if diff := gocmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("Load(%s): %v %s", k, err, diff)
	}

	channel := someChannel.Draw(t, "channel to list")
	entries, err := m.Channel(channel)
	m.compareEntries(t, "Channel "+channel, entries, err, func(k Key, t *Table) bool {
		return k.Channel == channel && t.Result == nil && !t.Over
	})
	user := someUser.Draw(t, "user to list")
	entries, err = m.User(user)
	theirs := func(_ Key, t *Table) bool {
		owned := t.Owner == user && !slices.ContainsFunc(t.Seats, func(seat string) bool { return strings.HasPrefix(seat, "user:") })
		return (owned || slices.Contains(t.Seats, "user:"+user)) && t.Result == nil && !t.Over
	}
	m.compareEntries(t, "User "+user, entries, err, theirs)
	n, err := m.CountOpen(OpenTables{Channel: channel})
	open := m.list(func(k Key, t *Table) bool { return k.Channel == channel && t.Result == nil && !t.Over })
	if err != nil || n != len(open) {
		t.Errorf("CountOpen(%s) = %d, %v, want %d", channel, n, err, len(open))
	}

	game, limit := someGame.Draw(t, "game to list"), rapid.IntRange(0, 4).Draw(t, "limit")
	recent := m.list(func(k Key, _ *Table) bool { return k.Channel == channel && k.Game == game })
	slices.Reverse(recent)
	entries, err = m.Recent(channel, game, limit)
	m.compareTables(t, "Recent", entries, err, recent[:min(limit, len(recent))])

	keys, err := m.Thinking()
	if diff := gocmp.Diff(m.list(func(_ Key, t *Table) bool { return t.Thinks }), keys); err != nil || diff != "" {
		t.Errorf("Thinking: %v %s", err, diff)
	}
	before := someTime.Draw(t, "due before")
	keys, err = m.Due(before)
	if diff := gocmp.Diff(m.due(before), keys); err != nil || diff != "" {
		t.Errorf("Due(%s): %v %s", before, err, diff)
	}
	m.compareEnded(t)
	m.compareRanks(t)
	m.compareRecords(t, someKind.Draw(t, "kind to list"), someRecord.Draw(t, "prefix"))
	request := someRequest.Draw(t, "request to look for")
	if got, err := m.Handled(request); err != nil || got != (request != "" && m.handled[request]) {
		t.Errorf("Handled(%s) = %t, %v", request, got, err)
	}
}

func (m *simulation) compareEntries(t *rapid.T, what string, got []Brief, err error, keep func(Key, *Table) bool) {
	m.compareTables(t, what, got, err, m.list(keep))
}

func (m *simulation) compareTables(t *rapid.T, what string, got []Brief, err error, keys []Key) {
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
	var want []Brief
	for _, k := range keys {
		want = append(want, Brief{k, &m.byKey[k].Head})
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("%s: %s", what, diff)
	}
}

func (m *simulation) compareRecords(t *rapid.T, kind, prefix string) {
	var want, got []string
	for _, id := range slices.Sorted(maps.Keys(m.records[kind])) {
		if strings.HasPrefix(id, prefix) {
			want = append(want, id+"="+m.records[kind][id])
		}
	}
	err := m.Each(kind, prefix, func(id string, value []byte) bool {
		got = append(got, id+"="+string(value))
		return true
	})
	if diff := gocmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("Each(%s, %s): %v %s", kind, prefix, err, diff)
	}
	limit := rapid.IntRange(0, 3).Draw(t, "records")
	want, got = nil, nil
	for _, id := range slices.Sorted(maps.Keys(m.records[kind])) {
		if id < prefix && len(want) < limit {
			want = append(want, id+"="+m.records[kind][id])
		}
	}
	first, err := m.First(kind, prefix, limit)
	for _, v := range first {
		got = append(got, v.ID+"="+string(v.Data))
		if v.Kind != kind {
			t.Errorf("First(%s) finds a %s", kind, v.Kind)
		}
	}
	if diff := gocmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("First(%s, %s, %d): %v %s", kind, prefix, limit, err, diff)
	}
	value, err := m.Get(kind, prefix)
	if want, ok := m.records[kind][prefix]; ok != (err == nil) || want != string(value) {
		t.Errorf("Get(%s, %s) = %q, %v, want %q, %t", kind, prefix, value, err, want, ok)
	}
}
