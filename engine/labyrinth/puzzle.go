package labyrinth

import (
	"context"
	"math/rand/v2"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// newPuzzle returns a solution that fits on the board, with random pieces removed.
func newPuzzle(seed uint64, removed int) ([]board.Piece, error) {
	found, err := Complete(context.Background(), nil, seed)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(seed, 2))
	pieces := found.Pieces
	random.Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
	return pieces[removed:], nil
}

// prepare sets the seed or date of a puzzle, and its pieces, so that a stored table does not
// depend on the search for solutions.
func prepare(env engine.Env, o engine.Options) (engine.Options, error) {
	if o.Text(optionPuzzle) == puzzleEmpty {
		return o, nil
	}
	switch o.Text(optionPuzzle) {
	case puzzleDaily:
		o[daily.DateOption] = daily.Date(env, o)
	case puzzleStarted:
		o[daily.SeedOption] = daily.Seed(env, o)
	}
	pieces, err := puzzleOf(o)
	if err != nil {
		return nil, err
	}
	own := board.FormatPairs(pieces)
	if text := o.Text(optionPieces); text != "" && text != own {
		return nil, engine.Refuse("a puzzle has pieces of its own: to begin with others, leave puzzle out")
	}
	o[optionPieces] = own
	return o, nil
}

// next returns the options of another puzzle with as many missing pieces; after a numbered one,
// of the next number.
func next(asked engine.Options) (engine.Options, bool) {
	if puzzle := asked.Text(optionPuzzle); puzzle != puzzleStarted && puzzle != puzzleDaily {
		return nil, false
	}
	o := daily.Another(asked)
	o[optionPuzzle] = puzzleStarted
	delete(o, optionPieces)
	return o, true
}

// puzzleOf returns the pieces of the puzzle that the options name.
func puzzleOf(o engine.Options) ([]board.Piece, error) {
	seed := uint64(o.Int(daily.SeedOption))
	if o.Text(optionPuzzle) == puzzleDaily {
		if o.Int(optionRemoved) != defaultRemoved {
			return nil, engine.Refuse("the puzzle of the day is the same for everybody, with %s missing pieces: leave removed out, or ask for puzzle:started",
				strconv.Itoa(defaultRemoved))
		}
		var err error
		if seed, err = daily.DaySeed("", o.Text(daily.DateOption)); err != nil {
			return nil, err
		}
	}
	return newPuzzle(seed, o.Int(optionRemoved))
}

// New makes the table that the options of [Game] describe.
func New(asked engine.Options) (engine.Position, error) {
	o, err := engine.ParseOptions(arguments, asked, true)
	if err != nil {
		return nil, err
	}
	puzzle, text := o.Text(optionPuzzle), o.Text(optionPieces)
	pieces, err := board.ParsePairs(text, Board)
	if err == nil && text == "" && puzzle != puzzleEmpty {
		pieces, err = puzzleOf(o)
	}
	if err != nil {
		return nil, err
	}
	p, err := newPosition(pieces)
	if err != nil {
		return nil, err
	}
	if puzzle == puzzleStarted || puzzle == puzzleDaily {
		p.fixed = len(pieces)
	}
	if puzzle == puzzleDaily {
		if _, err := daily.Day(o.Text(daily.DateOption)); err != nil {
			return nil, err
		}
		p.day = o.Text(daily.DateOption)
	}
	p.colour, _ = ColourByID(o.Text(optionColour))
	return p, nil
}
