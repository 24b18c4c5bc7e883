package main

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex/swapmap"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// The winning openings of 4×4 and 5×5 are known. TestSmallBoards checks that a search finds those
// of 4×4, with SIXFOLD_LONG=1 of 5×5 too, and gives equal values each time.
func TestSmallBoards(t *testing.T) {
	n, _, err := network("")
	if err != nil {
		t.Fatal(err)
	}
	s := searcher{n, 4000}
	for size, wins := range map[int][]string{
		4: {"d1", "c2", "b3", "a4"},
		5: {"e1", "b2", "c2", "d2", "e2", "b3", "c3", "d3", "a4", "b4", "c4", "d4", "a5"},
	} {
		if size > enginetest.Times(4, 5) {
			continue
		}
		chances, err := s.board(size)
		if err != nil {
			t.Fatal(err)
		}
		grid := hexgrid.Rhombus(size)
		for c, chance := range chances {
			if got := chance > 500; got != slices.Contains(wins, grid.Name(hexgrid.Cell(c))) {
				t.Errorf("%d×%d: %s has %d", size, size, grid.Name(hexgrid.Cell(c)), chance)
			}
		}
		again, err := s.board(size)
		if err != nil || !slices.Equal(chances, again) {
			t.Errorf("%d×%d differs the second time (%v)", size, size, err)
		}
	}
}

// What was read is written as the file.
func TestFileIsWrittenAsRead(t *testing.T) {
	want, err := os.ReadFile("../swapmap/chances.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got := written(swapmap.Embedded()); !bytes.Equal(got, want) {
		t.Errorf("written as\n%s", got)
	}
}
