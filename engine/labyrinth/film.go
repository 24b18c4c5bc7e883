package labyrinth

import (
	"slices"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// maxFrames bounds the frames of a film of a search. If there are more steps, frames are left
// out.
const maxFrames = 60

// film shows the steps of a search from the given pieces to the whole picture, pieces taken back
// included.
func film(whole Picture, given int, steps []solver.Step) engine.Film {
	f := engine.Film{Delay: 150 * time.Millisecond, Hold: 5 * time.Second}
	every := (len(steps) + maxFrames - 1) / maxFrames
	placed := slices.Clone(whole.Pieces[:given])
	for i, step := range steps {
		if step.Undo {
			placed = placed[:len(placed)-1]
		} else {
			placed = append(placed, step.Piece)
		}
		if i%every == 0 && i < len(steps)-1 {
			f.Frames = append(f.Frames, whole.at(placed, i+1))
		}
	}
	f.Frames = append(f.Frames, whole)
	f.Words = filmWords(whole, given, steps)
	return f
}

// filmWords describes the start and the end of the search, and how often it took pieces back.
func filmWords(whole Picture, given int, steps []solver.Step) engine.Text {
	undone := 0
	for _, step := range steps {
		if step.Undo {
			undone++
		}
	}
	begin := engine.T("an empty board")
	if given > 0 {
		begin = PieceCount(given)
	}
	head := engine.T("A film of the search. It begins with %s, lays a piece %s times and takes one back %s times.",
		begin, engine.Thousands(len(steps)-undone), engine.Thousands(undone))
	return engine.Fit(engine.MostDescribed, engine.T("%s At the end: %s", head, whole.Describe()), engine.T("%s At the end: %s.", head, whole.Caption))
}

// at returns the picture after a number of steps, with the placed pieces that are on its board.
func (p Picture) at(placed []board.Piece, steps int) Picture {
	p.Pieces = slices.DeleteFunc(slices.Clone(placed), func(piece board.Piece) bool { return !p.Frame.Has(piece.Cell) })
	p.Caption = engine.T("%s pieces after %s steps", strconv.Itoa(len(placed)), strconv.Itoa(steps))
	return p
}
