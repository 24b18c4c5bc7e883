package store

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The files testdata/format-N.bolt are stores as a version that wrote schema and format
// N left them, and format-N.json is what they hold. They must load for ever. Those of
// the newest format are made by
//
//	go test ./store -run Fixture -update
//
// from fillFixture; once a version with that format has been released, never again.
var update = flag.Bool("update", false, "write the fixture of the newest format")

// fillFixture puts one of everything into a store.
func fillFixture(s *Store) error {
	playing := hexTable()
	fresh := &Table{Head: Head{
		Game: "hex", Rules: 1, Seats: []string{"user:11", ""}, Names: []string{"Ada", ""},
		Owner: "11", Pending: &Pending{Kind: "open", By: "user:11", At: now}, Opened: now, Touched: now,
		Due: now.Add(10 * time.Minute),
	}}
	over := hexTable()
	over.Pending, over.Thinks, over.Due = nil, false, time.Time{}
	over.Over = true
	over.Result = &Result{Status: "won", Winner: 1, Kind: "resigned", At: now}
	over.End = &End{At: now, Winner: 1, Kind: "resigned", Counts: true}
	for _, t := range []*Table{playing, fresh, over} {
		if _, err := s.Create(channel, "hex", t); err != nil {
			return err
		}
	}
	gone, err := s.Create(channel, "hex", &Table{})
	if err != nil {
		return err
	}
	elsewhere := hexTable()
	elsewhere.Game = "atom4"
	if err := s.Save(Key{other, "atom4", 7}, elsewhere); err != nil {
		return err
	}
	if err := s.Save(Key{other, "atom4", 7}, elsewhere); err != nil { // its second revision
		return err
	}
	for id, value := range map[string]string{"11": `{"theme":"dark"}`, "12": ""} {
		if err := s.Put("user", id, []byte(value)); err != nil {
			return err
		}
	}
	return s.Delete(gone)
}

// contents is everything that a store answers to the questions of fixtures.
type contents struct {
	Tables   map[string]*Table
	Channel  []string
	User     []string
	Thinking []string
	Due      []string
	Next     string // the key of the next table of Hex
	Records  map[string]string
}

// fixtureKeys are the tables of the fixtures.
var fixtureKeys = []Key{{channel, "hex", 1}, {channel, "hex", 2}, {channel, "hex", 3}, {other, "atom4", 7}}

// read asks a store everything.
func read(t *testing.T, s *Store) contents {
	t.Helper()
	c := contents{Tables: map[string]*Table{}, Records: map[string]string{}}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range fixtureKeys {
		table, err := s.Load(k)
		must(err)
		c.Tables[k.String()] = table
	}
	entries, err := s.Channel(channel)
	must(err)
	for _, e := range entries {
		c.Channel = append(c.Channel, e.String())
	}
	entries, err = s.User("11")
	must(err)
	for _, e := range entries {
		c.User = append(c.User, e.String())
	}
	names := func(keys []Key) (names []string) {
		for _, k := range keys {
			names = append(names, k.String())
		}
		return names
	}
	keys, err := s.Thinking()
	must(err)
	c.Thinking = names(keys)
	keys, err = s.Due(now.Add(time.Hour))
	must(err)
	c.Due = names(keys)
	must(s.Each("user", "", func(id string, value []byte) bool {
		c.Records[id] = string(value)
		return true
	}))
	k, err := s.Create(channel, "hex", &Table{})
	must(err)
	c.Next = k.String()
	return c
}

// writeFixture makes the files of the newest format.
func writeFixture(t *testing.T, path string) {
	t.Helper()
	s := fresh(t)
	if err := fillFixture(s); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	backup(t, s, path+".bolt")
	b, err := json.MarshalIndent(read(t, s), "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+".json", append(b, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestFixtureOfEachFormatLoads(t *testing.T) {
	for format := 1; format <= Format; format++ {
		path := filepath.Join("testdata", fmt.Sprintf("format-%d", format))
		if *update && format == Format {
			writeFixture(t, path)
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			released, err := os.ReadFile(path + ".bolt")
			if err != nil {
				t.Fatal(err)
			}
			mine := filepath.Join(t.TempDir(), "test.db")
			if err := os.WriteFile(mine, released, 0o600); err != nil {
				t.Fatal(err)
			}
			b, err := os.ReadFile(path + ".json")
			if err != nil {
				t.Fatal(err)
			}
			var want contents
			if err := json.Unmarshal(b, &want); err != nil {
				t.Fatal(err)
			}
			s := open(t, mine, Options{})
			got := read(t, s)
			// Indented in the file to be read by eye.
			for table := range maps.Values(want.Tables) {
				table.Options = compact(t, table.Options)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			for _, k := range fixtureKeys {
				if err := s.Save(k, got.Tables[k.String()]); err != nil {
					t.Errorf("a table of format %d cannot be played on: %v", format, err)
				}
			}
		})
	}
}

// compact returns JSON without its white space.
func compact(t *testing.T, raw json.RawMessage) json.RawMessage {
	t.Helper()
	if raw == nil {
		return nil
	}
	b, err := json.Marshal(raw)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Delete removes a table, whatever its revision. It is no error if there is none. A
// record that cannot be read stays, with ErrFormat.
func (s *Store) Delete(k Key) error {
	key, err := k.encode()
	if err != nil {
		return err
	}
	err = s.write(func(tx *writing) error {
		was, err := stored(tx.Tx, key, decodeHead)
		if err != nil {
			return err
		}
		return tx.replaceTable(key, was, nil, nil)
	})
	if err != nil && !errors.Is(err, ErrNotFound) {
		return fmt.Errorf("delete table %s: %w", k, err)
	}
	return nil
}
