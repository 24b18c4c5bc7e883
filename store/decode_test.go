package store

import (
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	bolt "go.etcd.io/bbolt"
)

func TestRecordsInAnUnknownFormatAreKept(t *testing.T) {
	tests := []struct {
		name, value string
		newer       bool
	}{
		{"newer format", `{"format":` + strconv.Itoa(Format+1) + `,"revision":1,"game":"hex"}`, true},
		{"newer shape", `{"format":` + strconv.Itoa(Format+1) + `,"revision":1,"game":"hex","moves":{"other":"shape"}}`, true},
		{"unknown field", `{"format":1,"revision":1,"game":"hex","colour":"red"}`, true},
		{"unknown field of a move", `{"format":1,"revision":1,"game":"hex","moves":[{"text":"c5","colour":"red"}]}`, true},
		{"unknown field of the end", `{"format":1,"revision":1,"game":"hex","end":{"at":1,"colour":"red"}}`, true},
		{"no format", `{"revision":1,"game":"hex"}`, false},
		{"no format and an unknown field", `{"revision":1,"game":"hex","colour":"red"}`, false},
		{"no revision", `{"format":1,"game":"hex"}`, false},
		{"another game's", `{"format":1,"revision":1,"game":"ade"}`, false},
		{"two values", `{"format":1,"revision":1,"game":"hex"}{}`, false},
		{"cut off", `{"format":1,"revision":1,"game":"he`, false},
		{"cut off after an unknown field", `{"format":1,"revision":1,"colour":"red","game":"he`, false},
		{"wrong type", `{"format":1,"revision":1,"game":"hex","moves":"c5"}`, false},
		{"negative revision", `{"format":1,"revision":-1,"game":"hex"}`, false},
		{"empty", ``, false},
		{"null", `null`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Open(t.TempDir()+"/test.db", Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}()
			k := Key{"1", "hex", 1}
			if _, err := s.Create("1", "hex", &Table{}); err != nil {
				t.Fatal(err)
			}
			key, err := k.encode()
			if err != nil {
				t.Fatal(err)
			}
			put := func(tx *bolt.Tx) error { return tx.Bucket(tablesBucket).Put(key, []byte(tt.value)) }
			if err := s.db.Update(put); err != nil {
				t.Fatal(err)
			}
			_, loadErr := s.Load(k)
			if errors.Is(loadErr, ErrNewerRecord) != tt.newer {
				t.Errorf("%v; written by a newer version: %v", loadErr, tt.newer)
			}
			// One damaged table hides no other.
			if _, err := s.Create("1", "hex", &Table{}); err != nil {
				t.Fatal(err)
			}
			channel, channelErr := s.Channel("1")
			recent, recentErr := s.Recent("1", "hex", 10)
			for _, entries := range [][]Brief{channel, recent} {
				if len(entries) != 1 || entries[0].Number != 2 {
					t.Errorf("%d tables are listed, want the sound one alone", len(entries))
				}
			}
			for _, err := range []error{loadErr, channelErr, recentErr, s.Delete(k)} {
				if !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), k.String()) {
					t.Errorf("%v, want ErrFormat with the table's key", err)
				}
			}
			// Nobody can know the revision, as nobody can load it.
			if err := s.Save(k, &Table{Head: Head{Game: "hex"}}); !errors.Is(err, ErrFormat) && !errors.Is(err, ErrStale) {
				t.Errorf("Save = %v, want a refusal", err)
			}
			err = s.db.View(func(tx *bolt.Tx) error {
				if got := string(tx.Bucket(tablesBucket).Get(key)); got != tt.value {
					t.Errorf("the record is now %q", got)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// TestHeadOfARecordIsFound tries texts that look like the fields that come after.
func TestHeadOfARecordIsFound(t *testing.T) {
	s := fresh(t)
	for i, text := range []string{``, `,"moves":`, `,"moves"`, `,`, `moves`, `":[],"moves":[`, `\`, `\",\"moves\":`} {
		table := hexTable()
		table.Names = []string{text, "moves", ",", "options"}
		table.Owner, table.Guild = text, text
		table.Pending.Kind = text
		table.Options = nil
		if i%2 == 1 {
			options, err := json.Marshal(map[string]any{"moves": []string{text}, "options": map[string]any{"moves": text}})
			if err != nil {
				t.Fatal(err)
			}
			table.Options = options
		}
		k, err := s.Create(channel, "hex", table)
		if err != nil {
			t.Fatal(err)
		}
		key, err := k.encode()
		if err != nil {
			t.Fatal(err)
		}
		err = s.view(func(tx *bolt.Tx) error {
			got, err := stored(tx, key, decodeHead)
			if err != nil {
				return err
			}
			if diff := cmp.Diff(&table.Head, got); diff != "" {
				t.Errorf("head with %q: %s", text, diff)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		if err := s.Save(k, table); err != nil {
			t.Error(err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	b, err := os.ReadFile("testdata/format-1.json")
	if err != nil {
		f.Fatal(err)
	}
	var seeds contents
	if err := json.Unmarshal(b, &seeds); err != nil {
		f.Fatal(err)
	}
	for _, table := range seeds.Tables {
		value, err := json.Marshal(table)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(value)
	}
	f.Add([]byte(`{"format":1,"revision":1,"game":"hex","seats":null,"due":"0001-01-01T00:00:00Z"}`))
	f.Add([]byte(`{"format":1,"revision":1,"game":"hex","seats":null,"rated":"hex/13","end":{"at":1795132800123,"winner":-1,"kind":"resigned","void":true,"ratings":[[1500.5,1516.25,80,0.06]]}}`))
	key, err := Key{"1", "hex", 1}.encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, value []byte) {
		table, err := decode(key, value)
		if err != nil {
			if !errors.Is(err, ErrFormat) {
				t.Errorf("decode = %v, want ErrFormat", err)
			}
			return
		}
		// What can be read can be written and read again.
		again, err := json.Marshal(table)
		if err != nil {
			t.Fatal(err)
		}
		second, err := decode(key, again)
		if err != nil {
			t.Fatalf("decode of %s: %v", again, err)
		}
		table.Options = compact(t, table.Options)
		if diff := cmp.Diff(table, second); diff != "" {
			t.Error(diff)
		}
	})
}

func FuzzDecodeKey(f *testing.F) {
	for _, k := range fixtureKeys {
		key, err := k.encode()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(key)
	}
	f.Fuzz(func(t *testing.T, key []byte) {
		k, err := decodeKey(key)
		if err != nil {
			if !errors.Is(err, ErrCorrupt) {
				t.Errorf("decodeKey = %v, want ErrCorrupt", err)
			}
			return
		}
		back, err := k.encode()
		if err != nil || string(back) != string(key) {
			t.Errorf("%q encodes to %x, %v, want %x", k, back, err, key)
		}
		if parsed, err := ParseKey(k.String()); err != nil || parsed != k {
			t.Errorf("ParseKey(%q) = %q, %v", k, parsed, err)
		}
	})
}
