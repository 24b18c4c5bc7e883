// Command find finds puzzles of Hex, "Red to move and win" with exactly one winning
// move, and writes them as engine/hex/puzzles/puzzles.txt has them:
//
//	go run ./engine/hex/puzzles/find -count 300 -seed 1 > puzzles.txt
//
// Weak players play on small boards. Where Red is to move in one of their games and the
// exact solver proves that one move wins and all others lose, that is a puzzle. It is
// the harder, the more playouts a search needs to find the move. The same count
// and seed give the same puzzles, as long as players and solver stay as they are. It
// does not judge how beautiful a puzzle is.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"log"
	"os"

	"github.com/sixfold-bot/sixfold/engine/search"
)

func main() {
	log.SetFlags(0)
	count := flag.Int("count", 300, "puzzles to find, the same number of each level")
	seed := flag.Uint64("seed", 1, "random seed")
	flag.Parse()
	f := finder{rand: search.Rand(*seed), quota: *count / len(levels), seen: map[string]bool{}}
	found, err := f.find(func(line string) { fmt.Fprintln(os.Stderr, line) })
	if err != nil {
		log.Fatal(err)
	}
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprintf(out, "# go run ./engine/hex/puzzles/find -count %d -seed %d\n", *count, *seed)
	fmt.Fprintln(out, "# level, size, stones in turn from Red's, the winning line, what refutes each other cell from a1")
	for _, p := range found {
		fmt.Fprintln(out, p)
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}
