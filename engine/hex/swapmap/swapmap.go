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
	"bufio"
	_ "embed" // the chances
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
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

// ErrFormat is returned by Read for an invalid file.
var ErrFormat = errors.New("swapmap: not a file of chances")

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

// Embedded returns the embedded maps, which are shared.
var Embedded = sync.OnceValue(func() *Maps {
	m, err := Read(strings.NewReader(embedded))
	if err != nil {
		panic(err) // a test reads the file
	}
	return m
})

// Write writes the maps in the form that [Read] reads.
func (m *Maps) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "# The first player's chances after each opening of Hex without a swap, in thousandths,")
	fmt.Fprintln(out, "# rows from the top. Written by: go run ./engine/hex/train swapmap")
	fmt.Fprintln(out, "weights", m.Weights)
	fmt.Fprintln(out, "positions", m.Positions)
	for i, chances := range m.Chances {
		fmt.Fprintln(out, "size", MinSize+i)
		for row := range slices.Chunk(chances, MinSize+i) {
			for _, chance := range row {
				fmt.Fprintf(out, "%4d", chance)
			}
			fmt.Fprintln(out)
		}
	}
	return out.Flush()
}

// Read reads a file written by [Maps.Write]. For an invalid file the error wraps [ErrFormat].
func Read(r io.Reader) (*Maps, error) {
	m := new(Maps)
	lines := bufio.NewScanner(r)
	size := MinSize - 1
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		var err error
		switch {
		case len(words) == 0 || strings.HasPrefix(words[0], "#"):
		case words[0] == "weights" && len(words) == 2:
			m.Weights = words[1]
		case words[0] == "positions" && len(words) == 2:
			m.Positions, err = strconv.Atoi(words[1])
		case words[0] == "size" && len(words) == 2 && size < MaxSize && words[1] == strconv.Itoa(size+1):
			size++
		default:
			err = m.row(size, words)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %q", ErrFormat, lines.Text())
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read chances: %w", err)
	}
	return m, m.check()
}

func (m *Maps) row(size int, words []string) error {
	if size < MinSize || len(words) != size {
		return ErrFormat
	}
	for _, word := range words {
		chance, err := strconv.Atoi(word)
		if err != nil || chance < 0 || chance > whole {
			return ErrFormat
		}
		m.Chances[size-MinSize] = append(m.Chances[size-MinSize], chance)
	}
	return nil
}

func (m *Maps) check() error {
	if m.Weights == "" || m.Positions < 1 {
		return fmt.Errorf("%w: it does not say how they were computed", ErrFormat)
	}
	for i, chances := range m.Chances {
		if size := MinSize + i; len(chances) != size*size {
			return fmt.Errorf("%w: size %d has %d openings", ErrFormat, size, len(chances))
		}
	}
	return nil
}
