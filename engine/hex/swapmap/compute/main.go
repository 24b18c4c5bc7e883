// Command compute searches every opening of Hex on the boards of package swapmap, and
// writes what the search thinks of them.
//
//	go run ./engine/hex/swapmap/compute [-positions 1000] [-out engine/hex/swapmap/chances.txt]
//
// Each opening is searched anew by the program's network, on one thread, so that the same
// weights give the same chances on machines that evaluate alike; of two that half a turn of
// the board exchanges, one is searched for both. With 1,000 positions that takes some two
// minutes of one core with AVX-512.
package main

import (
	"bytes"
	"context"
	"flag"
	"log"
	"math"
	"os"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/player"
	"github.com/sixfold-bot/sixfold/engine/hex/swapmap"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

func main() {
	log.SetFlags(log.Ltime)
	positions := flag.Int("positions", 1000, "`number` of positions that the search looks at for an opening")
	out := flag.String("out", "engine/hex/swapmap/chances.txt", "`file` to write")
	flag.Parse()
	if err := run(*positions, *out); err != nil {
		log.Fatal(err)
	}
}

func run(positions int, out string) error {
	m := swapmap.Maps{Weights: net.Checksum(), Positions: positions}
	for size := swapmap.MinSize; size <= swapmap.MaxSize; size++ {
		chances, err := board(size, positions)
		if err != nil {
			return err
		}
		m.Chances[size-swapmap.MinSize] = chances
		log.Printf("%d×%d is done", size, size)
	}
	var text bytes.Buffer
	if err := m.Write(&text); err != nil {
		return err
	}
	return os.WriteFile(out, text.Bytes(), 0o644) //nolint:gosec // it is source, for all to read
}

// board searches the openings of one board; the chances are in thousandths.
func board(size, positions int) ([]int, error) {
	grid := hexgrid.Rhombus(size)
	chances := make([]int, grid.Cells())
	for c := range hexgrid.Cell(grid.Cells()) {
		if grid.Opposite(c) < c {
			chances[c] = chances[grid.Opposite(c)]
			continue
		}
		chance, err := opening(size, grid.Name(c), positions)
		if err != nil {
			return nil, err
		}
		chances[c] = int(math.Round(1000 * chance))
	}
	return chances, nil
}

// opening searches a board after one stone, and returns the chance of whoever placed it.
func opening(size int, move string, positions int) (float64, error) {
	p, err := hex.New(engine.Options{"size": size})
	if err != nil {
		return 0, err
	}
	if _, err := p.Play(move); err != nil {
		return 0, err
	}
	searcher, err := player.New(player.Options{Search: "network", Threads: 1, Playouts: positions, Without: []string{"early"}})
	if err != nil {
		return 0, err
	}
	choice, err := searcher.Choose(context.Background(), p)
	return 1 - choice.Value, err
}
