package engine

import (
	"context"
	"time"
)

// Verb is a kind of move. Its line, which [Position.Play] reads, is the name and the arguments,
// separated by spaces; the name is omitted where it is "move".
type Verb struct {
	Name string
	Help Text
	Args []Arg
	// AfterEnd: the verb is allowed when the outcome is not Open.
	AfterEnd bool
	// Prepares: the verb sets the board up. While it can be played the rules stay at hand.
	Prepares bool
	// Empties: the verb discards what was done at the table, so the bot must be certain which table
	// is meant.
	Empties bool
	// Undo, if not nil, returns the canonical move that replaces the last move, one of this verb,
	// when a single step of it is taken back; "" if nothing remains of it.
	Undo func(Position) string
	// Idle, if not nil, returns a [*Refusal] with the answer of a last move, one of this verb, that has changed
	// nothing, which the bot then does not record; else nil.
	Idle func(Position) error
}

// View is a question that a position answers without changing.
type View struct {
	Name string
	Help Text
	Args []Arg
	// Command: the view is a subcommand of its own instead of a choice of `view`.
	Command bool
	// AfterEnd: the view reviews a finished game and is offered only then. BeforeEnd: it is offered
	// only until the end.
	AfterEnd, BeforeEnd bool
	// Offer, if not nil, reports whether the view has something to show. Otherwise it has no button
	// and no completion, but can still be asked for by name.
	Offer func(Position) bool
	// Think, if not 0, is the time that the answer may take; it is then queued like a player's
	// move. The context of Show ends no later.
	Think time.Duration
	// Private: the answer is shown to the caller alone. A Boolean argument named `private` lets the
	// caller choose.
	Private bool
	// Advice: the view says who stands better or what to play. It is refused while a game between
	// people is open; in other games the answer is private until the end.
	Advice bool
	// Anywhere: the view also works without a table; the position is then nil.
	Anywhere bool
	// Show must neither change nor keep the position. When the context ends it returns at once with
	// what it has.
	Show func(context.Context, Position, Options) (Answer, error)
}

// Tool is a command without a table. Run stops when the context ends and may report progress
// through the callback.
type Tool struct {
	Name string
	Help Text
	Args []Arg
	// Private: the answer is shown to the caller alone. A Boolean argument named `private` lets the
	// caller choose.
	Private bool
	// Latest, if not nil, answers `show` with the tool's last answer to the caller, for the caller
	// alone, if it is later than since; false if there is none.
	Latest func(ctx context.Context, env Env, since time.Time) (Answer, bool, error)
	// Slow: Run may think for seconds. It is then queued like a player's move and limits its own
	// time.
	Slow bool
	Run  func(ctx context.Context, env Env, o Options, progress func(Answer)) (Answer, error)
	// Solutions, if not nil, starts a search for programs that want many solutions: each call of
	// next finds another one. The answer's Text is one line, its Data the bare solution. The
	// options are those of Run, of which presentation options are ignored. next is not safe for
	// concurrent use.
	Solutions func(env Env, o Options) (next func(context.Context) (Answer, error), err error)
}

// Controls are what a user interface with buttons needs beside the commands.
type Controls struct {
	// Offers start something for one person, each by a command line such as "puzzle". They are
	// shown as buttons when the game is introduced to new users.
	Offers []Action
	// Buttons stand under the board, keyed by the name of their verb or view.
	Buttons map[string]Button
}

// Button offers a verb or a view under the board. For a view it shows the view. For a verb it opens
// a form for the arguments or plays the bare verb; the latter button is shown only while the
// position lists the bare verb among its moves.
type Button struct {
	Label Text
	// Emoji is one Unicode emoji before the label.
	Emoji string
}
