// Package swapmap rates the first moves of Hex on boards of 9×9 to 14×14 by the winning probability
// of the player who makes them if there were no swap. Moves above one half should be swapped.
//
// The probabilities are estimates of the project's own search. They are stored in chances.txt, with
// the number of positions searched for each opening and the SHA-256 of the network's weights. To
// compute them again:
//
//	go run ./engine/hex/train swapmap
//
// An opening and its image after half a turn of the board have equal values, so one of each pair
// was searched. Cells are row-major from a1, and the first player joins top and bottom.
package swapmap

import (
	_ "embed" // the chances
	"errors"
	"fmt"
	"strings"
	"sync"
)

// Sizes of the supported boards.
const (
	MinSize = 9
	MaxSize = 14
)

// whole is the encoding of probability 1 in the file.
const whole = 1000

// Maps has the probabilities for all boards, and how they were computed.
type Maps struct {
	// Weights is the SHA-256 of the weights file in hexadecimal. Positions is the number of
	// positions searched per opening.
	Weights   string
	Positions int
	// Chances are the first player's, in thousandths, by size - [MinSize] and by cell.
	Chances [MaxSize - MinSize + 1][]int
}

// Chances returns the first player's winning probability after each opening, 0 to 1, by cell. The
// size is from [MinSize] to [MaxSize]. The slice is a copy.
func Chances(size int) []float64 {
	chances := make([]float64, size*size)
	for c, chance := range Embedded().Chances[size-MinSize] {
		chances[c] = float64(chance) / whole
	}
	return chances
}

//go:embed chances.txt
var embedded string

// Head is the beginning of the file, as package fmt writes and scans it.
const Head = `# The first player's chances after each opening of Hex without a swap, in thousandths,
# rows from the top. Written by: go run ./engine/hex/train swapmap
weights %s
positions %d
`

// Embedded returns the embedded maps, which are shared.
var Embedded = sync.OnceValue(func() *Maps {
	m, in := new(Maps), strings.NewReader(embedded)
	_, err := fmt.Fscanf(in, Head, &m.Weights, &m.Positions)
	for i := range m.Chances {
		size := MinSize + i
		m.Chances[i] = make([]int, size*size)
		values := []any{new(string), new(int)} // "size" and the size
		for c := range m.Chances[i] {
			values = append(values, &m.Chances[i][c])
		}
		_, rest := fmt.Fscan(in, values...)
		err = errors.Join(err, rest)
	}
	if err != nil {
		panic(fmt.Errorf("swapmap: chances.txt: %w", err))
	}
	return m
})
