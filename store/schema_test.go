package store

import (
	"bytes"
	"strconv"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// TestFileWithoutOwnersGetsThem: a file of schema 2 does not index who has opened a table at
// which nobody sits. It is whole as it is, and the first write completes it.
func TestFileWithoutOwnersGetsThem(t *testing.T) {
	s := fresh(t)
	watched := &Table{Head: Head{Game: "hex", Seats: []string{"level:easy", "level:hard"}, Names: []string{"", ""}, Owner: "11", Thinks: true}}
	over := &Table{Head: Head{Game: "hex", Seats: []string{"level:easy", "level:hard"}, Names: []string{"", ""}, Owner: "11", Over: true}}
	for _, table := range []*Table{hexTable(), watched, over} {
		if _, err := s.Create(channel, "hex", table); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	writeBolt(t, s.path, func(tx *bolt.Tx) error {
		key, err := Key{channel, "hex", 2}.encode()
		if err != nil {
			return err
		}
		if err := tx.Bucket(usersBucket).Delete(userEntry("11", key).key); err != nil {
			return err
		}
		return tx.Bucket(metaBucket).Put(schemaKey, []byte("2"))
	})
	s = open(t, s.path, Options{})
	whole := func(schema string) {
		t.Helper()
		if _, err := s.Verify(t.Context()); err != nil {
			t.Errorf("a file of schema %s: %v", schema, err)
		}
		err := s.view(func(tx *bolt.Tx) error {
			if got := tx.Bucket(metaBucket).Get(schemaKey); !bytes.Equal(got, []byte(schema)) {
				t.Errorf("the schema is %s, want %s", got, schema)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	whole("2")
	if err := s.Put("user", "11", nil); err != nil {
		t.Fatal(err)
	}
	whole(strconv.Itoa(Schema))
	entries, err := s.User("11")
	if err != nil || len(entries) != 2 || entries[1].Number != 2 {
		t.Errorf("the tables of the owner are %v, %v", entries, err)
	}
	if watched, err = s.Load(entries[1].Key); err != nil {
		t.Fatal(err)
	}
	watched.Over = true
	if err := s.Save(entries[1].Key, watched); err != nil {
		t.Fatal(err)
	}
	whole(strconv.Itoa(Schema))
}

// TestOwnerThatCannotBeStored, or server: it would end the key of an index too early.
func TestOwnerThatCannotBeStored(t *testing.T) {
	s := fresh(t)
	for _, owner := range []string{"1\x001", "\xff"} {
		if _, err := s.Create(channel, "hex", &Table{Head: Head{Owner: owner}}); err == nil {
			t.Errorf("a table of %q is stored", owner)
		}
		if _, err := s.Create(channel, "hex", &Table{Head: Head{Guild: owner}}); err == nil {
			t.Errorf("a table of the server %q is stored", owner)
		}
	}
}
