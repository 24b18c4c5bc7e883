package engine

import (
	"context"
	"time"
)

// Verb is one kind of move. Its line, as understood by [Position.Play], is
// the name followed by the arguments, parted by blanks; the name is left out
// where it is "move".
type Verb struct {
	Name string
	Help Text
	Args []Arg
	// AfterEnd: allowed when the outcome is not Open.
	AfterEnd bool
	// Empties: it throws away what was done at the table, so that it must be certain which
	// table is meant.
	Empties bool
	// Undo, if not nil, returns the canonical move that takes the place of the last one, a
	// move of this verb, when it is taken back step by step; "" where nothing of it is left.
	Undo func(Position) string
}

// View is a question that a position answers without changing.
type View struct {
	Name string
	Help Text
	Args []Arg
	// Command: a subcommand of its own instead of a choice of `view`.
	Command bool
	// AfterEnd: it looks back at a game, and is offered only when that is over. BeforeEnd: it
	// is offered only until then.
	AfterEnd, BeforeEnd bool
	// Offer, if not nil, reports whether the view has something to show, and so is offered
	// by its button and while its name is typed. Who knows the name can ask for it all the
	// same.
	Offer func(Position) bool
	// Think, if not 0, is the time that the answer may take: it then waits for its turn
	// like a player's move. It runs against the context, which ends no later.
	Think time.Duration
	// Private: only who asks sees the answer. An argument `private`, a Boolean, lets the
	// person choose.
	Private bool
	// Advice: it tells who stands better, or what to play, so that it is closed between
	// people while their game goes on, and else private until the end.
	Advice bool
	// Anywhere: it answers where there is no table too; the position is then nil.
	Anywhere bool
	// Show must not change the position, and not keep it. When the context ends it
	// answers at once with what it has.
	Show func(context.Context, Position, Options) (Answer, error)
}

// Tool is a command without a table. Run may take long: it stops when the
// context ends, and reports progress, if it wishes, through the callback.
type Tool struct {
	Name string
	Help Text
	Args []Arg
	// Private: only who asks sees the answer. An argument `private`, a Boolean, lets the
	// person choose.
	Private bool
	// Latest, if not nil, answers `show` with what the tool has shown the person last, for
	// the person alone, if that was after the given time; false if nothing was.
	Latest func(ctx context.Context, env Env, since time.Time) (Answer, bool, error)
	// Slow: Run may think for seconds. It then waits for its turn like a player's move,
	// and limits itself the time that it takes.
	Slow bool
	Run  func(ctx context.Context, env Env, o Options, progress func(Answer)) (Answer, error)
	// Solutions, if not nil, begins a search for programs that want many solutions: each
	// call of next finds another. The answer's Text is a line in words, its Data the
	// solution and nothing else. The options are those of Run; those that only say how an
	// answer looks do not count. next is not safe for concurrent use.
	Solutions func(env Env, o Options) (next func(context.Context) (Answer, error), err error)
}

// Controls are what a user interface with buttons needs of a game, beside its commands.
type Controls struct {
	// Offers are what one person can begin with, each by a line of a command: "puzzle". They
	// have buttons where the game is shown to whom it is new.
	Offers []Action
	// Buttons stand under the board, by the name of the verb or view that each offers.
	Buttons map[string]Button
}

// Button offers a verb or a view under the board. Pressed, it plays the bare verb, for which
// it is there only while the position lists that among its moves, or opens a form for the
// verb's arguments; or it shows the view.
type Button struct {
	Label Text
	// Emoji is one emoji of Unicode that stands before the label.
	Emoji string
}
