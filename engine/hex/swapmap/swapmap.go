// Package swapmap knows how good the first moves of Hex are, on boards of 9×9 to 14×14: the
// chance of whoever has made them, if there were no swap. Those above one half are to be
// swapped.
//
// The chances are estimates of the project's own search, and lie in chances.txt with what
// they were computed by: how many positions each opening was searched with, and the
// SHA-256 of the network's weights. To compute them again:
//
//	go run ./engine/hex/train swapmap
//
// An opening and the one after half a turn of the board are worth the same, so that one of
// each pair was searched. Cells are row-major from a1, and the first player joins top and
// bottom. The package knows nothing of other boards, and nothing of the game that follows.
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

// Sizes of the boards that are known.
const (
	MinSize = 9
	MaxSize = 14
)

// whole is a chance of 1 in the file.
const whole = 1000

// ErrFormat is returned by Read for what is no file of chances.
var ErrFormat = errors.New("swapmap: not a file of chances")

// Maps are the chances on all boards, and how they were computed.
type Maps struct {
	// Weights is the SHA-256 of the file of weights, in hexadecimal digits. Positions is with
	// how many positions an opening was searched.
	Weights   string
	Positions int
	// Chances are the first player's, in thousandths, by size less [MinSize] and by cell.
	Chances [MaxSize - MinSize + 1][]int
}

// Chances are the first player's after each opening, 0 to 1, by cell. The size is from
// [MinSize] to [MaxSize]. The slice is the caller's.
func Chances(size int) []float64 {
	chances := make([]float64, size*size)
	for c, chance := range Embedded().Chances[size-MinSize] {
		chances[c] = float64(chance) / whole
	}
	return chances
}

//go:embed chances.txt
var embedded string

// Embedded returns what is part of the program. It is shared.
var Embedded = sync.OnceValue(func() *Maps {
	m, err := Read(strings.NewReader(embedded))
	if err != nil {
		panic(err) // a test reads it
	}
	return m
})

// Write writes a file for [Read].
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

// Read reads a file that [Maps.Write] has written. It returns an error that is [ErrFormat]
// where the file is at fault.
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

// row reads a row of a board.
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

// check finds what is missing.
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
