package hex

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/render"
)

// A whole board and its middle game are not larger than a chat should carry.
func TestFilesAreSmall(t *testing.T) {
	for _, theme := range render.Themes {
		data := file(t, randomGame(t, options(14), 14*14/2, 2), render.Style{Theme: theme, Names: []string{"Annabel", "Bob"}})
		if len(data) > 75_000 {
			t.Errorf("%s: %d bytes, want at most 75,000", theme.ID, len(data))
		}
	}
}

// mostBytes is how large the file of a picture may be.
const mostBytes = 90_000

// TestPicturesAreSmall: golden pictures, except the frame of a film, which is no file of its own,
// and crowded boards with the most backgrounds and signs. A full run has more sizes, each in every
// theme; else the themes alternate.
func TestPicturesAreSmall(t *testing.T) {
	kept, err := filepath.Glob("testdata/golden/*.png")
	if err != nil || len(kept) == 0 {
		t.Fatalf("%d pictures are kept: %v", len(kept), err)
	}
	for _, file := range kept {
		if filepath.Base(file) == "TestGoldenProgress.png" {
			continue
		}
		switch info, err := os.Stat(file); {
		case err != nil:
			t.Error(err)
		case info.Size() > mostBytes:
			t.Errorf("%s has %d bytes, more than %d", file, info.Size(), mostBytes)
		}
	}
	for turn, size := range []int{11, 19, 7, 9, 16} {
		if turn >= 2 && !enginetest.Long() {
			break
		}
		p := randomGame(t, options(size), size*size*4/5, 5)
		weighted := randomGame(t, engine.Options{"size": size, "weighted": true}, size*size*4/5, 5)
		full := randomGame(t, engine.Options{"size": size, "weighted": true}, size*size, 5)
		won := randomGame(t, options(size), size*size, 5)
		for j, tt := range []struct {
			name  string
			scene any
		}{
			{"won", won},
			{"path", hex.NewPathView(p)},
			{"full", full},
			{"sets", hex.Sets{Position: p}},
			{"weighted", weighted},
			{"weights", hex.NewWeights(weighted)},
			{"costs", hex.NewWeights(p)},
		} {
			for i, theme := range render.Themes {
				if i != (turn+j)%len(render.Themes) && !enginetest.Long() {
					continue
				}
				s := render.Style{Theme: theme, Flat: size == 11, Names: []string{"Annabel", "Björn"}}
				if data := file(t, tt.scene, s); len(data) > mostBytes {
					t.Errorf("%s, %s, size %d: %d bytes, more than %d", theme.ID, tt.name, size, len(data), mostBytes)
				}
			}
		}
	}
}
