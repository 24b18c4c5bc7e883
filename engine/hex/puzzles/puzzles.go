// Package puzzles is a collection of Hex puzzles: Red is to move, and exactly one cell wins.
//
// The exact solver proved this when command train found them, and the tests prove it again. Playing
// a puzzle is implemented in package hex.
package puzzles

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// file has the collection, one puzzle per line; its first lines name the command that made it and
// describe the format. Tables refer to puzzles by number: after a reordering or a removal the
// game's Rules must be raised.
//
//go:embed puzzles.txt
var file string

// Levels of puzzles, easiest first.
const (
	Easy   = "easy"
	Medium = "medium"
	Hard   = "hard"
)

// Puzzle is a puzzle of the collection. It is shared: do not change it.
type Puzzle struct {
	Number  int // from 1
	Level   string
	Size    int
	Moves   []string          // the moves that led there, Red's first
	Line    []string          // the winning cell and a continuation with Blue's longest resistance
	Replies map[string]string // by cell: Blue's answer that refutes it
}

// All returns the collection, easiest first, with numbers from 1.
var All = sync.OnceValue(func() []Puzzle {
	var all []Puzzle
	for line := range strings.Lines(file) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		p, err := parse(strings.TrimSpace(line))
		if err != nil {
			panic(fmt.Errorf("puzzles: puzzle %d: %w", len(all)+1, err)) // the file is embedded
		}
		p.Number = len(all) + 1
		all = append(all, p)
	}
	return all
})

// Count returns the number of puzzles, which every start of the program needs, without reading them.
func Count() int { return strings.Count(file, "\n") - strings.Count(file, "#") }

// Of returns the puzzles of a level, all for "".
func Of(level string) []Puzzle {
	return slices.DeleteFunc(slices.Clone(All()), func(p Puzzle) bool { return level != "" && p.Level != level })
}

func parse(line string) (p Puzzle, err error) {
	words := strings.Fields(line)
	if len(words) != 5 {
		return p, fmt.Errorf("%d words instead of 5", len(words))
	}
	p.Level = words[0]
	if p.Size, err = strconv.Atoi(words[1]); err != nil {
		return p, err
	}
	p.Moves, p.Line = strings.Split(words[2], ","), strings.Split(words[3], ",")
	replies := strings.Split(words[4], ",")
	grid := hexgrid.Rhombus(p.Size)
	p.Replies = map[string]string{}
	for c := range hexgrid.Cell(grid.Cells()) {
		name := grid.Name(c)
		if slices.Contains(p.Moves, name) || name == p.Line[0] {
			continue
		}
		if len(p.Replies) == len(replies) {
			return p, fmt.Errorf("too few replies: %d", len(replies))
		}
		p.Replies[name] = replies[len(p.Replies)]
	}
	if len(p.Replies) != len(replies) {
		return p, fmt.Errorf("%d replies for %d cells", len(replies), len(p.Replies))
	}
	return p, nil
}

// OfDay selects a puzzle for a day: n consecutive days have different ones of n puzzles, and those
// of neighbouring days are far apart.
func OfDay(day time.Time, from []Puzzle) Puzzle { return from[ofDay(day, len(from))] }

func ofDay(day time.Time, n int) int {
	const secondsOfDay = 24 * 60 * 60
	days := int(day.Unix() / secondsOfDay)
	stride := n*5/8 + 1
	for gcd(stride, n) > 1 {
		stride++
	}
	return ((days%n+n)*stride%n + n) % n
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
