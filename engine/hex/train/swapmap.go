package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/player"
	"github.com/sixfold-bot/sixfold/engine/hex/swapmap"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// swapMaps searches every opening of Hex on the boards of package swapmap and writes their values.
//
// Each opening is searched anew on one thread, by the embedded or another network, so that equal
// weights give equal values on machines that evaluate alike. Of two openings that half a turn of
// the board exchanges, one is searched for both. With 4,000 positions it takes about two minutes on
// one core with AVX-512.
func swapMaps(args []string) error {
	flags := flag.NewFlagSet("swapmap", flag.ContinueOnError)
	positions := flags.Int("positions", 4000, "`number` of positions that the search looks at for an opening")
	weights := flags.String("weights", "", "`file` of weights; the program's own if empty")
	out := flags.String("out", "engine/hex/swapmap/chances.txt", "`file` to write")
	if err := flags.Parse(args); err != nil {
		return err
	}
	n, sum, err := network(*weights)
	if err != nil {
		return err
	}
	s := searcher{n, *positions}
	m := swapmap.Maps{Weights: sum, Positions: *positions}
	for size := swapmap.MinSize; size <= swapmap.MaxSize; size++ {
		chances, err := s.board(size)
		if err != nil {
			return err
		}
		m.Chances[size-swapmap.MinSize] = chances
		log.Printf("%d×%d is done", size, size)
	}
	return os.WriteFile(*out, written(&m), 0o644) //nolint:gosec // it is source, for all to read
}

// written returns the maps as chances.txt.
func written(m *swapmap.Maps) []byte {
	text := fmt.Appendf(nil, swapmap.Head, m.Weights, m.Positions)
	for i, chances := range m.Chances {
		size := swapmap.MinSize + i
		text = fmt.Appendln(text, "size", size)
		for row := range slices.Chunk(chances, size) {
			for _, chance := range row {
				text = fmt.Appendf(text, "%4d", chance)
			}
			text = append(text, '\n')
		}
	}
	return text
}

// network reads a network, by default the embedded one, and returns it with the checksum of its
// file.
func network(file string) (n *net.Network, sum string, err error) {
	if file == "" {
		return net.Embedded(), net.Checksum(), nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, "", err
	}
	n, err = net.Read(bytes.NewReader(data))
	return n, fmt.Sprintf("%x", sha256.Sum256(data)), err
}

type searcher struct {
	network   *net.Network
	positions int
}

// board searches the openings of one board and returns their values in thousandths.
func (s searcher) board(size int) ([]int, error) {
	grid := hexgrid.Rhombus(size)
	chances := make([]int, grid.Cells())
	for c := range hexgrid.Cell(grid.Cells()) {
		if grid.Opposite(c) < c {
			chances[c] = chances[grid.Opposite(c)]
			continue
		}
		chance, err := s.opening(size, grid.Name(c))
		if err != nil {
			return nil, err
		}
		chances[c] = int(math.Round(1000 * chance))
	}
	return chances, nil
}

// opening searches a board after one stone and returns the winning probability of its player.
func (s searcher) opening(size int, move string) (float64, error) {
	p, err := hex.New(engine.Options{"size": size})
	if err != nil {
		return 0, err
	}
	if _, err := p.Play(move); err != nil {
		return 0, err
	}
	one, err := player.New(player.Options{Network: s.network, Threads: 1, Playouts: s.positions, Without: []string{"early"}})
	if err != nil {
		return 0, err
	}
	choice, err := one.Choose(context.Background(), p)
	return 1 - choice.Value, err
}
