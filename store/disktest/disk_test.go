package disktest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sectors returns the content of a file, each of whose sectors consists of one letter.
func sectors(letters string) []byte {
	var content []byte
	for _, letter := range []byte(letters) {
		content = append(content, slices.Repeat([]byte{letter}, Sector)...)
	}
	return content
}

// letters is the inverse: the runs of letters of each sector, with commas between sectors and dots
// for zeros.
func letters(content []byte) string {
	var list []string
	for sector := range slices.Chunk(content, Sector) {
		runs := slices.Compact(slices.Clone(sector))
		list = append(list, strings.ReplaceAll(string(runs), "\x00", "."))
	}
	return strings.Join(list, ",")
}

// follow follows an empty folder.
func follow(t *testing.T) *Disk {
	t.Helper()
	d, err := Follow(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// made creates a file with one name, which is synced.
func (d *Disk) made(name, content string) *node {
	n := &node{}
	d.add(filepath.Join(d.root, name), n)
	n.write(0, sectors(content))
	d.top.syncAll()
	return n
}

// TestCrash: a loss of power leaves all possible states of a file, and no others.
func TestCrash(t *testing.T) {
	for _, tt := range []struct {
		name string
		do   func(n *node) // to a file of one sector, a
		want string
	}{
		{"nothing is written", func(*node) {}, "a"},
		{"it is written", func(n *node) { n.write(0, sectors("b")) }, "a b ab ba"},
		{"it is written twice", func(n *node) { n.write(0, sectors("b")); n.write(0, sectors("c")) }, "a b c ac bc ca cb"},
		{"it is synced", func(n *node) { n.write(0, sectors("b")); n.sync(true) }, "b"},
		{"part of it is written", func(n *node) { n.write(Sector/2, sectors("b")[:Sector/2]) }, "a ab aba"},
		{"its sync fails", func(n *node) { n.write(0, sectors("b")); n.sync(false) }, "a b ab ba"},
		{"it is synced again", func(n *node) { n.write(0, sectors("b")); n.sync(false); n.sync(true) }, "a b ab ba"},
		{"it is written and synced again", func(n *node) { n.write(0, sectors("b")); n.sync(false); n.write(0, sectors("b")); n.sync(true) }, "b"},
		{"it grows", func(n *node) { n.truncate(2 * Sector) }, "a a,."},
		{"it is written at its end", func(n *node) { n.write(Sector, sectors("b")) }, "a a,. a,b a,.b a,b."},
		{"it grows on the disk", func(n *node) { n.truncate(2 * Sector); n.sync(true); n.write(Sector, sectors("b")) }, "a,. a,b a,.b a,b."},
		{"its growth is kept in mind", func(n *node) { n.truncate(2 * Sector); n.sync(false); n.sync(true) }, "a,."},
		{"it is cut off", func(n *node) { n.truncate(Sector / 2) }, "a a. a.a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := follow(t)
			tt.do(d.made("f", "a"))
			drawn := map[string]bool{}
			for seed := range uint64(4000) {
				drawn[letters(d.Crash(rand.New(rand.NewPCG(seed, 0)))["f"])] = true
			}
			want := strings.Fields(tt.want)
			slices.Sort(want)
			if got := slices.Sorted(maps.Keys(drawn)); !slices.Equal(got, want) {
				t.Errorf("drew %q, want %q", got, want)
			}
		})
	}
}

// TestCrashReorders: any write may survive without earlier ones, also in other files; neighbouring
// sectors often share their fate.
func TestCrashReorders(t *testing.T) {
	d := follow(t)
	f, g := d.made("f", strings.Repeat("a", 8)), d.made("g", "a")
	f.write(0, sectors("bbbbbbbb"))
	g.write(0, sectors("b"))
	drawn := map[string]int{}
	for seed := range uint64(10_000) {
		s := d.Crash(rand.New(rand.NewPCG(seed, 0)))
		drawn[letters(s["f"])+" "+letters(s["g"])]++
	}
	for _, want := range []string{
		"a,a,a,a,a,a,a,a a", "a,a,a,a,a,a,a,a b", "b,b,b,b,b,b,b,b a", "b,b,b,b,b,b,b,b b",
		"a,b,b,b,b,b,b,b a", "b,a,a,a,a,a,a,a b", "b,b,b,b,b,b,b,a b",
	} {
		if drawn[want] == 0 {
			t.Errorf("never drew %s", want)
		}
	}
	if n := len(drawn); n < 300 {
		t.Errorf("drew %d states", n)
	}
}

// TestCrashOfNames: a name is safe once its folder is synced, independently of others.
func TestCrashOfNames(t *testing.T) {
	for _, tt := range []struct {
		name string
		do   func(d *Disk, n *node) // n is f
		want string
	}{
		{"a file is made", func(d *Disk, n *node) { d.add(d.root+"/g", n) }, "f fg"},
		{"its folder is synced", func(d *Disk, n *node) { d.add(d.root+"/g", n); d.top.sync(true) }, "fg"},
		{"the sync fails", func(d *Disk, n *node) { d.add(d.root+"/g", n); d.top.sync(false) }, "f fg"},
		{"it fails, and is done again", func(d *Disk, n *node) { d.add(d.root+"/g", n); d.top.sync(false); d.top.sync(true) }, "fg"},
		{"it is moved", func(d *Disk, n *node) { d.add(d.root+"/f", nil); d.add(d.root+"/g", n) }, " f fg g"},
		{"it is removed", func(d *Disk, _ *node) { d.add(d.root+"/f", nil) }, " f"},
		{"a folder is made", func(d *Disk, n *node) {
			d.add(d.root+"/s", newFolder())
			d.add(d.root+"/s/g", n)
			d.find(d.root + "/s").sync(true)
		}, "f fss/g"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := follow(t)
			tt.do(d, d.made("f", "a"))
			drawn := map[string]bool{}
			for seed := range uint64(1000) {
				drawn[strings.Join(slices.Sorted(maps.Keys(d.Crash(rand.New(rand.NewPCG(seed, 0))))), "")] = true
			}
			if got := strings.Join(slices.Sorted(maps.Keys(drawn)), " "); got != tt.want {
				t.Errorf("drew %q, want %q", got, tt.want)
			}
		})
	}
}

// TestOneFileOfTwoNames: its content is equally uncertain under both.
func TestOneFileOfTwoNames(t *testing.T) {
	d := follow(t)
	n := d.made("f", "a")
	d.add(filepath.Join(d.root, "g"), n)
	d.top.sync(true)
	n.write(0, sectors("b"))
	for seed := range uint64(100) {
		if s := d.Crash(rand.New(rand.NewPCG(seed, 0))); letters(s["f"]) != letters(s["g"]) {
			t.Fatalf("f is %s, g is %s", letters(s["f"]), letters(s["g"]))
		}
	}
}

// TestFollow: the initial content of a folder counts as synced and can be written elsewhere; a
// write that was not followed is detected.
func TestFollow(t *testing.T) {
	folder := t.TempDir()
	s := State{"f": sectors("ab"), "s": nil, "s/g": []byte("short"), "s/e": {}}
	if err := s.Write(folder); err != nil {
		t.Fatal(err)
	}
	d, err := Follow(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Check(); err != nil {
		t.Error(err)
	}
	for seed := range uint64(10) {
		if got := d.Crash(rand.New(rand.NewPCG(seed, 0))); fmt.Sprint(got) != fmt.Sprint(s) {
			t.Errorf("drew %v, want %v", got, s)
		}
	}
	f := filepath.Join(folder, "s", "g")
	for _, do := range []func() error{
		func() error { return os.WriteFile(f, []byte("Short"), 0o600) },
		func() error { return os.Remove(f) },
		func() error { return os.Mkdir(f, 0o700) },
	} {
		if err := do(); err != nil {
			t.Fatal(err)
		}
		if err := d.Check(); err == nil {
			t.Error("a change was not found")
		}
	}
}
