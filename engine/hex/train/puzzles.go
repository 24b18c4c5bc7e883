package main

import (
	"bufio"
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hex/player"
	"github.com/sixfold-bot/sixfold/engine/hex/puzzles"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// findPuzzles finds Hex puzzles, "Red to move and win" with exactly one winning move, and writes
// them in the form of engine/hex/puzzles/puzzles.txt.
//
// Weak players play on small boards. A position of their games with Red to move is a puzzle if the
// exact solver proves that one move wins and all others lose. Its difficulty is the number of
// playouts that a search needs to find the move. Equal counts and seeds give equal puzzles as long
// as players and solver do not change. The quality of puzzles is not judged otherwise.
func findPuzzles(args []string, to io.Writer) error {
	flags := flag.NewFlagSet("puzzles", flag.ContinueOnError)
	count := flags.Int("count", 300, "puzzles to find, the same number of each level")
	seed := flags.Uint64("seed", 1, "random seed")
	if err := flags.Parse(args); err != nil {
		return err
	}
	f := finder{rand: search.Rand(*seed), quota: *count / len(grades), seen: map[string]bool{}}
	found, err := f.find()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(to)
	fmt.Fprintf(out, "# go run ./engine/hex/train puzzles -count %d -seed %d\n", *count, *seed)
	fmt.Fprintln(out, "# level, size, stones in turn from Red's, the winning line, what refutes each other cell from a1")
	for _, p := range found {
		fmt.Fprintln(out, p)
	}
	return out.Flush()
}

var grades = []string{puzzles.Easy, puzzles.Medium, puzzles.Hard}

const (
	minPuzzle, maxPuzzle = 5, 8
	// hardest bounds the positions of a proof; longer proofs are abandoned.
	hardest = 3_000
	// minStones is the least number of stones of a puzzle, in units of the board's side.
	minStones = 1
)

type puzzle struct {
	level   int // index in grades
	effort  int // playouts that find the move
	size    int
	moves   []string // the moves that led there, Red's first
	line    []string // the winning move and its continuation
	replies []string // the refutations of the other cells
}

// String returns the puzzle's line in the file.
func (p puzzle) String() string {
	list := func(words []string) string { return strings.Join(words, ",") }
	return fmt.Sprintf("%s %d %s %s %s", grades[p.level], p.size, list(p.moves), list(p.line), list(p.replies))
}

type finder struct {
	rand   search.Rand
	quota  int // of each level
	seen   map[string]bool
	found  [3][]puzzle
	solver field.Solver
}

// find plays games until there are enough puzzles of each level, and returns them, easiest first.
// It logs its progress.
func (f *finder) find() ([]puzzle, error) {
	short := func(of []puzzle) bool { return len(of) < f.quota }
	for games := 1; slices.ContainsFunc(f.found[:], short); games++ {
		if err := f.game(minPuzzle + f.rand.Below(maxPuzzle-minPuzzle+1)); err != nil {
			return nil, err
		}
		if games%20 == 0 {
			log.Printf("%d games: %d easy, %d medium, %d hard", games, len(f.found[0]), len(f.found[1]), len(f.found[2]))
		}
	}
	var all []puzzle
	for _, of := range f.found {
		slices.SortStableFunc(of, func(a, b puzzle) int {
			return cmp.Or(cmp.Compare(a.effort, b.effort), cmp.Compare(a.size, b.size), cmp.Compare(len(a.line), len(b.line)))
		})
		all = append(all, of...)
	}
	return all, nil
}

// game plays a game of two weak players and takes at most one puzzle of each level from it, the
// earliest. It works backwards from the end, where proofs are short, and stops when they become too
// long.
func (f *finder) game(size int) error {
	moves, err := f.play(size)
	if err != nil {
		return err
	}
	f.solver = field.Solver{}
	var best [3]puzzle
	for n := len(moves) - len(moves)%2; n >= minStones*size; n -= 2 {
		p, err := after(size, moves[:n])
		if err != nil {
			return err
		}
		if p.Winner() != hex.Empty {
			continue
		}
		found, known := f.prove(p)
		if !known {
			break
		}
		if len(found.line) > 0 && !f.seen[p.String()] {
			if found.effort, err = effort(p, found.line[0]); err != nil {
				return err
			}
			found.moves, found.level = moves[:n], levelOf(found.effort, len(found.line))
			best[found.level] = found
			f.seen[p.String()] = true
		}
	}
	for level, found := range best {
		if found.size > 0 && len(f.found[level]) < f.quota {
			f.found[level] = append(f.found[level], found)
		}
	}
	return nil
}

func (f *finder) play(size int) ([]string, error) {
	var players [2]engine.Player
	for i := range players {
		level := []string{"beginner", "easy"}[f.rand.Below(2)]
		var err error
		if players[i], err = player.New(player.Options{Level: level, Search: "mcts", Threads: 1, Seed: f.rand.Uint64()}); err != nil {
			return nil, err
		}
	}
	var moves []string
	for {
		p, err := after(size, moves)
		if err != nil || p.Winner() != hex.Empty {
			return moves, err
		}
		c, err := players[p.Turn()].Choose(context.Background(), p)
		if err != nil {
			return nil, err
		}
		moves = append(moves, c.Move)
	}
}

func after(size int, moves []string) (*hex.Position, error) {
	p, err := engine.Replay(context.Background(), &hex.Game, engine.Options{"size": size}, moves)
	if err != nil {
		return nil, err
	}
	return p.(*hex.Position), nil
}

// prove tries every cell: a puzzle has exactly one that wins. What it finds has no line if it is
// none; known is false if the proof takes too long.
func (f *finder) prove(p *hex.Position) (found puzzle, known bool) {
	found.size = p.Height()
	board := p.PlayerPosition().Field()
	grid := p.Grid()
	f.solver.Limit = hardest
	for c := range hexgrid.Cell(grid.Cells()) {
		if p.At(c) != hex.Empty {
			continue
		}
		m := board.At(grid.Column(c), grid.Row(c))
		board.Do(m)
		v, solved := f.verdict(board)
		switch {
		case !solved:
			return puzzle{}, false
		case !v.Win && len(found.line) > 0:
			return puzzle{}, true
		case !v.Win:
			found.line = f.line(p, board, c)
		default:
			found.replies = append(found.replies, grid.Name(board.Cell(v.Move)))
		}
		board.Undo(m)
	}
	return found, true
}

// verdict solves the position after a stone, which may have ended the game.
func (f *finder) verdict(board *field.Field) (field.Verdict, bool) {
	if _, over := board.Terminal(); over {
		return field.Verdict{}, true
	}
	return f.solver.Solve(board)
}

// line returns the continuation after the winning stone, which is on the board: Blue resists as
// long as the solver can tell, until Red's edges are linked.
func (f *finder) line(p *hex.Position, board *field.Field, c hexgrid.Cell) []string {
	names := []string{p.Grid().Name(c)}
	var undo []field.Point
	var links field.Links
	for {
		links.Survey(board, uint8(hex.Red))
		if links.Won() && board.Mover() == uint8(hex.Blue) {
			break
		}
		v, ok := f.solver.Solve(board)
		if !ok {
			break
		}
		board.Do(v.Move)
		undo = append(undo, v.Move)
		names = append(names, p.Grid().Name(board.Cell(v.Move)))
	}
	for _, m := range slices.Backward(undo) {
		board.Undo(m)
	}
	return names
}

// efforts are the playouts by which the difficulty of a move is measured: the least with which most
// of several searches find it.
var efforts = []int{20, 80, 320, 1280}

const (
	searches = 3
	never    = 1 << 20
)

func effort(p *hex.Position, move string) (int, error) {
	for _, playouts := range efforts {
		hits := 0
		for seed := range uint64(searches) {
			searcher, err := player.New(player.Options{Search: "mcts", Playouts: playouts, Threads: 1, Seed: seed})
			if err != nil {
				return 0, err
			}
			c, err := searcher.Choose(context.Background(), p)
			if err != nil {
				return 0, err
			}
			if c.Move == move {
				hits++
			}
		}
		if 2*hits > searches {
			return playouts, nil
		}
	}
	return never, nil
}

// levelOf returns the level of a puzzle by the playouts that find its move and the moves needed to
// win.
func levelOf(effort, moves int) int {
	switch {
	case effort > efforts[1], effort > efforts[0] && moves >= 7, moves >= 9:
		return 2
	case effort > efforts[0], moves >= 5:
		return 1
	default:
		return 0
	}
}
