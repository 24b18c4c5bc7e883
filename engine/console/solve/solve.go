// Package solve prints solutions of the Connexion and of the Octopuszle, one a line, for
// other programs.
//
// A solution of the Connexion is a JSON array of 64 objects {"q","r","doors"} in axial
// coordinates, where bit i of doors is a door towards (0,-1) (1,-1) (1,0) (0,1) (-1,1)
// (-1,0). One of the Octopuszle is an array of 256 numbers, row by row, whose bits are
// lines to the N NE E SE S SW W NW. Without JSON, a line tells what was found. Each has
// passed a validator of its own before it is printed.
//
// The package knows the two games and prints nothing but their solutions.
package solve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
)

// MostCount is the greatest number of solutions of one call.
const MostCount = 10_000_000

// Common is what both games have.
type Common struct {
	Count int
	Seed  int
	JSON  bool
	// Seconds is the longest that one solution may take.
	Seconds int
}

// MostSeconds is the greatest of [Common.Seconds].
const MostSeconds = 24 * 60 * 60

func (c Common) check(most int) error {
	switch {
	case c.Count < 1 || c.Count > MostCount:
		return engine.Refuse("count must be from 1 to %s", strconv.Itoa(MostCount))
	case c.Seconds < 1 || c.Seconds > MostSeconds:
		return engine.Refuse("seconds must be from 1 to %s", strconv.Itoa(MostSeconds))
	case c.Seed < 0 || c.Seed > most:
		return engine.Refuse("seed must be from 0 to %s", strconv.Itoa(most))
	}
	return nil
}

// print prints so many solutions: next appends one, in words or as JSON.
func (c Common) print(ctx context.Context, w io.Writer, next func(context.Context, []byte) ([]byte, error)) error {
	out := bufio.NewWriterSize(w, 1<<16)
	var line []byte
	for range c.Count {
		limited, cancel := context.WithTimeout(ctx, time.Duration(c.Seconds)*time.Second)
		found, err := next(limited, line[:0])
		cancel()
		if errors.Is(err, context.DeadlineExceeded) {
			return errors.Join(out.Flush(), engine.Refuse("no solution was found in %s s; there may be one all the same", strconv.Itoa(c.Seconds)))
		}
		if err != nil {
			return errors.Join(out.Flush(), fmt.Errorf("solve: %w", err))
		}
		line = found
		if _, err := out.Write(append(line, '\n')); err != nil {
			return fmt.Errorf("solve: %w", err)
		}
	}
	return out.Flush()
}

// Connexion says which solutions of the labyrinth to print.
type Connexion struct {
	Common
	Groups, Largest int
	// Mirror: "", "level" or "upright". Compact: "", or a shape; see [solver.ParseShape].
	Mirror, Compact string
	// Search is "ours" or "source"; Limit the steps before it begins anew, 0 for the usual.
	Search string
	Limit  int
	// Given is a JSON file of pieces that every solution must have; nil: none.
	Given []byte
}

// finder finds solutions of the labyrinth.
type finder interface {
	Next(context.Context) (solver.Solution, error)
}

func (c Connexion) finder() (finder, error) {
	if err := c.check(daily.MaxSeed); err != nil {
		return nil, err
	}
	if c.Compact != "" {
		if c.Groups != 0 || c.Largest != 0 || c.Mirror != "" || c.Given != nil {
			return nil, engine.Refuse("a compact solution has one shape and no groups: leave out groups, largest, mirror and given pieces")
		}
		shape, err := solver.ParseShape(c.Compact)
		if err != nil {
			return nil, err
		}
		return solver.NewCompact(shape, uint64(c.Seed))
	}
	search, err := c.search()
	if err != nil {
		return nil, err
	}
	return solver.New(search, uint64(c.Seed))
}

func (c Connexion) search() (solver.Options, error) {
	search := solver.Default()
	switch c.Search {
	case "", "ours":
	case "source":
		search = solver.Original()
	default:
		return search, engine.Refuse("search must be ours or source, not %q", c.Search)
	}
	switch c.Mirror {
	case "":
	case "level":
		search.Mirror = board.Level
	case "upright":
		search.Mirror = board.Upright
	default:
		return search, engine.Refuse("mirror must be level or upright, not %q", c.Mirror)
	}
	search.Groups, search.Largest = c.Groups, c.Largest
	if c.Limit != 0 {
		search.Limit = c.Limit
	}
	var err error
	if c.Given != nil {
		search.Given, err = board.ParseJSON(c.Given)
	}
	return search, err
}

// Print prints them. What cannot be is an [*engine.Refusal], or [solver.ErrNone].
func (c Connexion) Print(ctx context.Context, w io.Writer) error {
	f, err := c.finder()
	if err != nil {
		return err
	}
	return c.print(ctx, w, func(ctx context.Context, line []byte) ([]byte, error) {
		found, err := f.Next(ctx)
		if err != nil {
			return nil, err
		}
		report, err := board.Validate(found.Pieces, c.Compact != "")
		if err != nil {
			return nil, err
		}
		if c.JSON {
			return board.AppendJSON(line, found.Pieces), nil
		}
		sizes := make([]string, len(report.Sizes))
		for i, n := range report.Sizes {
			sizes[i] = strconv.Itoa(n)
		}
		return fmt.Appendf(line, "groups %d (%s), holes %d, connections %d, triangles %d",
			report.Groups, strings.Join(sizes, " "), report.Holes, report.Connections, report.Triangles), nil
	})
}

// Octopuszle says which solutions of the Octopuszle to print.
type Octopuszle struct {
	Common
	// Diagonals is a JSON file of a board whose diagonals every solution must have; nil:
	// any.
	Diagonals []byte
}

// Print prints them. What cannot be is an [*engine.Refusal].
func (o Octopuszle) Print(ctx context.Context, w io.Writer) error {
	if err := o.check(daily.MaxSeed); err != nil {
		return err
	}
	var diagonals *octopuszle.Board
	if o.Diagonals != nil {
		var err error
		if diagonals, err = octopuszle.ParseJSON(o.Diagonals); err != nil {
			return err
		}
	}
	s, err := octopuszle.NewSolver(diagonals, uint64(o.Seed))
	if err != nil {
		return err
	}
	return o.print(ctx, w, func(ctx context.Context, line []byte) ([]byte, error) {
		b, err := s.Next(ctx)
		if err != nil {
			return nil, err
		}
		if err := octopuszle.Validate(b); err != nil {
			return nil, err
		}
		if o.JSON {
			return octopuszle.AppendJSON(line, b), nil
		}
		first := slices.Index(b[:], 0)
		return fmt.Appendf(line, "256 squares, the one without lines on %s", octopuszle.Name(first)), nil
	})
}
