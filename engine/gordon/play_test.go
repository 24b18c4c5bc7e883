package gordon

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

// FuzzPlay plays lines: a refused one leaves no trace, and what was played replays from
// its canonical form.
func FuzzPlay(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		f.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add("S3", Standard, string(data))
	}
	f.Add("Q8", Misere, "i -j\np=k\nM = -1\nm=i p=1")
	f.Fuzz(func(t *testing.T, group, variant, lines string) {
		enginetest.Bounded(t, len(group)+len(variant)+len(lines), func() {
			start, err := New(engine.Options{"group": group, "variant": variant})
			if err != nil {
				if _, ok := errors.AsType[*engine.Refusal](err); !ok {
					t.Fatalf("%q, %q: %v", group, variant, err)
				}
				return
			}
			p, moves := start.(*Position), []string(nil)
			for line := range strings.Lines(lines) {
				before := p.String()
				move, err := p.Play(line)
				if err != nil {
					if _, ok := errors.AsType[*engine.MoveError](err); !ok || p.String() != before {
						t.Fatalf("refusing %q: %v, on\n%s", line, err, p)
					}
					continue
				}
				moves = append(moves, move)
			}
			again, err := engine.Replay(t.Context(), &Game, engine.Options{"group": group, "variant": variant}, moves)
			if err != nil || again.String() != p.String() {
				t.Fatalf("%q replay as %v, %v", moves, again, err)
			}
		})
	})
}

// Names that look like the notation are told apart from it: the sign after m or p counts.
func TestNamesThatLookLikeMoves(t *testing.T) {
	table, err := group.ReadTable([]byte("m=a a !\nm=a a\na m=a\n"))
	if err != nil {
		t.Fatal(err)
	}
	p := start(table.Group, Standard)
	if move, err := p.Play("m=m=a p=a"); err != nil || move != "m=m=a p=a" {
		t.Fatalf("%q, %v", move, err)
	}
	if move, err := p.Play("m=a"); err != nil || move != "m=a" {
		t.Fatalf("%q, %v", move, err)
	}
}

// TestLoadedGroupsAreTold: what is known of a group from a file, and what is odd about
// the file, until the second move.
func TestLoadedGroupsAreTold(t *testing.T) {
	o, err := Game.Prepared(engine.Env{}, engine.Options{"group": "0 1 2! 0 1 2 1 2 0 2 0 1"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	for turn := range 2 {
		told := p.(engine.Teller).Told().String()
		if !strings.Contains(told, "C3, a group of order 3: abelian") || !strings.Contains(told, "belongs after a blank") {
			t.Errorf("turn %d: %q", turn, told)
		}
		if turn == 0 {
			if _, err := p.Play("m=1 p=0"); err != nil {
				t.Fatal(err)
			}
		}
	}
	named, err := New(engine.Options{"group": "Z3"})
	if err != nil || !named.(engine.Teller).Told().Empty() {
		t.Errorf("a group of the catalogue is told of, %v", err)
	}
}

// Games of the time when the catalogue wrote the exponent 1 are replayed.
func TestOldNamesAreReplayed(t *testing.T) {
	options := engine.Options{"group": "Dic3", "variant": Standard}
	old, err := engine.Replay(t.Context(), &Game, options, []string{"m=a1 p=a1b", "m=a1b", "m=a5b"})
	if err != nil {
		t.Fatal(err)
	}
	now, err := engine.Replay(t.Context(), &Game, options, []string{"m=a p=ab", "m=ab", "m=a5b"})
	if err != nil {
		t.Fatal(err)
	}
	if old.String() != now.String() {
		t.Errorf("old names lead to\n%s\nand new ones to\n%s", old, now)
	}
}
