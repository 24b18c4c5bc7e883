package store

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// TestSealShowsEachFlippedBit: in key, content, mark and sum.
func TestSealShowsEachFlippedBit(t *testing.T) {
	for _, content := range []string{"", "x", `{"format":1,"revision":2,"moves":[{"text":"c5"}]}`, "\xfe\xf9\xff\xfc1234"} {
		key := []byte("table")
		value := checksummed(key, []byte(content))
		if got, err := contentOf(key, value); err != nil || string(got) != content {
			t.Fatalf("%q comes back as %q, %v", content, got, err)
		}
		for i := range len(value) * 8 {
			value[i/8] ^= 1 << (i % 8)
			if got, err := contentOf(key, value); !errors.Is(err, ErrDamaged) {
				t.Errorf("%q with bit %d flipped is read as %q, %v", content, i, got, err)
			}
			value[i/8] ^= 1 << (i % 8)
		}
		if got, err := contentOf([]byte("tabld"), value); !errors.Is(err, ErrDamaged) {
			t.Errorf("%q under another key is read as %q, %v", content, got, err)
		}
	}
}

// TestSealShowsDamage: runs of zeroed or random bytes, as a bad sector leaves them.
func TestSealShowsDamage(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	key, content := []byte("key"), bytes.Repeat([]byte(`{"text":"c5"},`), 40)
	whole := checksummed(key, content)
	for range 20000 {
		value := slices.Clone(whole)
		start := r.IntN(len(content))
		for i := start; i < min(start+1+r.IntN(64), len(content)); i++ {
			value[i] = byte(r.Uint32() * r.Uint32N(2))
		}
		if bytes.Equal(value, whole) {
			continue
		}
		if _, err := contentOf(key, value); !errors.Is(err, ErrDamaged) {
			t.Fatalf("damage from byte %d on is not seen", start)
		}
	}
}

// flip changes one byte of a stored value, past the store.
func flip(t *testing.T, s *Store, bucket, key []byte, at int) {
	t.Helper()
	err := s.db.Update(func(tx *bolt.Tx) error {
		value := bytes.Clone(tx.Bucket(bucket).Get(key))
		value[at] ^= 0x20
		return tx.Bucket(bucket).Put(key, value)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// damagedStore has three tables of Hex in a channel. The second has a name that was not stored, in
// valid JSON.
func damagedStore(t *testing.T) (s *Store, keys []Key) {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "test.db"), Options{noSync: true}) // not checked at the end: it is damaged
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for range 3 {
		k, err := s.Create(channel, "hex", hexTable())
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, k)
	}
	key, err := keys[1].encode()
	if err != nil {
		t.Fatal(err)
	}
	var value []byte
	if err := s.view(func(tx *bolt.Tx) error { value = bytes.Clone(tx.Bucket(tablesBucket).Get(key)); return nil }); err != nil {
		t.Fatal(err)
	}
	flip(t, s, tablesBucket, key, bytes.Index(value, []byte("Ada")))
	return s, keys
}

// TestDamagedTableIsAlone: the table cannot be read, replaced or deleted, each error names it, and
// all other tables stay usable.
func TestDamagedTableIsAlone(t *testing.T) {
	s, keys := damagedStore(t)
	bad := keys[1]
	_, loaded := s.Load(bad)
	late := hexTable()
	late.Revision = 1
	deletes := newTx(t.Context(), s)
	deletes.DeleteTable(bad, &Table{Head: Head{Revision: 1}})
	for name, err := range map[string]error{
		"Load": loaded, "Save": s.Save(bad, late), "Delete": s.Delete(bad), "Commit": s.Commit(deletes, Op{}),
	} {
		if !errors.Is(err, ErrDamaged) || !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), bad.String()) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, list := range map[string]func() (int, error){
		"Channel": counted(func() ([]Brief, error) { return s.Channel(channel) }),
		"User":    counted(func() ([]Brief, error) { return s.User("11") }),
		"Recent":  counted(func() ([]Brief, error) { return s.Recent(channel, "hex", 10) }),
		"Sat":     counted(func() ([]Entry, error) { return s.Sat("11") }),
	} {
		n, err := list()
		if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), bad.String()) || n != 2 {
			t.Errorf("%s lists %d tables, %v", name, n, err)
		}
	}
	for _, k := range []Key{keys[0], keys[2]} {
		table, err := s.Load(k)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Save(k, table); err != nil {
			t.Errorf("%s cannot be saved: %v", k, err)
		}
	}
	if k, err := s.Create(channel, "hex", hexTable()); err != nil || k.Number != 4 {
		t.Errorf("the next table is %s, %v", k, err)
	}
}

// counted counts what is listed.
func counted[T any](list func() ([]T, error)) func() (int, error) {
	return func() (int, error) {
		all, err := list()
		return len(all), err
	}
}

// TestLostTableIsAlone: an indexed table whose own key has changed does not hide the others.
func TestLostTableIsAlone(t *testing.T) {
	s, keys := damagedStore(t)
	lost, err := keys[0].encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.db.Update(func(tx *bolt.Tx) error { return tx.Bucket(tablesBucket).Delete(lost) }); err != nil {
		t.Fatal(err)
	}
	for name, list := range map[string]func() (int, error){
		"Channel": counted(func() ([]Brief, error) { return s.Channel(channel) }),
		"User":    counted(func() ([]Brief, error) { return s.User("11") }),
	} {
		n, err := list()
		if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "indexed, but not there") || n != 1 {
			t.Errorf("%s lists %d tables, %v", name, n, err)
		}
	}
}

// TestDamageIsNamed: Verify, and the check of a backup, name each damaged table and record.
func TestDamageIsNamed(t *testing.T) {
	s, keys := damagedStore(t)
	for _, id := range []string{"1", "2"} {
		if err := s.Put("user", id, []byte(`{"theme":"dark"}`)); err != nil {
			t.Fatal(err)
		}
	}
	flip(t, s, recordsBucket, []byte("user\x002"), 3)
	third, err := keys[2].encode()
	if err != nil {
		t.Fatal(err)
	}
	flip(t, s, tablesBucket, third, 5)
	_, verified := s.Verify(t.Context())
	_, copied := WriteCopy(t.Context(), filepath.Join(t.TempDir(), "copy.db"), false, s.Backup)
	for name, err := range map[string]error{"Verify": verified, "WriteCopy": copied} {
		if !errors.Is(err, ErrDamaged) {
			t.Fatalf("%s: %v", name, err)
		}
		for _, want := range []string{keys[1].String(), keys[2].String(), `user "2"`} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s does not name %s: %v", name, want, err)
			}
		}
		for _, other := range []string{keys[0].String() + ":", `user "1"`} {
			if strings.Contains(err.Error(), other) {
				t.Errorf("%s names %s: %v", name, other, err)
			}
		}
	}
}

// TestDamagedRecord: the record is refused, the others of its kind are listed, and it may be
// replaced or removed.
func TestDamagedRecord(t *testing.T) {
	s := fresh(t)
	for _, id := range []string{"1", "2", "3"} {
		if err := s.Put("user", id, []byte("{}"+id)); err != nil {
			t.Fatal(err)
		}
	}
	flip(t, s, recordsBucket, []byte("user\x002"), 0)
	if value, err := s.Get("user", "2"); !errors.Is(err, ErrDamaged) || value != nil {
		t.Errorf("Get = %q, %v", value, err)
	}
	var seen []string
	err := s.Each("user", "", func(id string, _ []byte) bool { seen = append(seen, id); return true })
	if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), `user "2"`) || !slices.Equal(seen, []string{"1", "3"}) {
		t.Errorf("Each lists %v, %v", seen, err)
	}
	if err := s.Put("user", "2", []byte("new")); err != nil {
		t.Fatal(err)
	}
	if value, err := s.Get("user", "2"); err != nil || string(value) != "new" {
		t.Errorf("after Put: %q, %v", value, err)
	}
}

// hasChecksum reports whether the value under a key has a checksum.
func hasChecksum(t *testing.T, s *Store, bucket, key []byte) bool {
	t.Helper()
	with := false
	err := s.view(func(tx *bolt.Tx) error {
		value := tx.Bucket(bucket).Get(key)
		content, err := contentOf(key, value)
		with = len(content) < len(value)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return with
}

// TestRecordsWithoutChecksums: records from before there were checksums are read, and get one when
// they are stored again.
func TestRecordsWithoutChecksums(t *testing.T) {
	s := fresh(t)
	k, err := s.Create(channel, "hex", hexTable())
	if err = errors.Join(err, s.Put("user", "11", []byte("{}")), s.Close()); err != nil {
		t.Fatal(err)
	}
	table, err := k.encode()
	if err != nil {
		t.Fatal(err)
	}
	record, err := encodeRecord("user", "11")
	if err != nil {
		t.Fatal(err)
	}
	writeBolt(t, s.path, func(tx *bolt.Tx) error {
		bare := func(bucket, key []byte) error {
			content, err := contentOf(key, tx.Bucket(bucket).Get(key))
			return errors.Join(err, tx.Bucket(bucket).Put(key, bytes.Clone(content)))
		}
		return errors.Join(bare(tablesBucket, table), bare(recordsBucket, record))
	})
	s = open(t, s.path, Options{})
	if _, err := s.Verify(t.Context()); err != nil {
		t.Error(err)
	}
	found, err := s.Load(k)
	if err != nil {
		t.Fatal(err)
	}
	if value, err := s.Get("user", "11"); err != nil || string(value) != "{}" {
		t.Errorf("the record is %q, %v", value, err)
	}
	for _, want := range []bool{false, true} {
		if is := []bool{hasChecksum(t, s, tablesBucket, table), hasChecksum(t, s, recordsBucket, record)}; is[0] != want || is[1] != want {
			t.Errorf("the table and the record have checksums: %v, want %t", is, want)
		}
		if err := errors.Join(s.Save(k, found), s.Put("user", "11", []byte("{}"))); err != nil {
			t.Fatal(err)
		}
	}
}
