// Package htp speaks the Hex Text Protocol, by which programs such as HexGui and
// referees of matches talk to Hex engines: the Go Text Protocol, version 2, with Hex
// moves.
//
// A line is a command with its arguments, words apart by blanks. A number before
// the command comes back with the answer; what follows # is a comment. An answer is
// "=" and what was asked for, or "?" and why that cannot be had, in which case
// nothing has changed; a blank line ends it.
//
//	= c3
//
//	?17 c3 is taken: choose an empty cell
//
// Black moves first and joins top and bottom, White joins left and right. A colour
// is b, black, w or white; red is another name of black, blue of white. A vertex is a
// cell such as c3, column c and row 3, as in package hexgrid. Either case will do.
//
// Commands beside those of every engine (name, version, protocol_version,
// known_command, list_commands, quit):
//
//	boardsize WIDTH [HEIGHT]    an empty board, 3 to 19 cells wide and as high, or so high
//	clear_board                 an empty board of the same size
//	play COLOUR VERTEX          place a stone; either colour, any number of times in a row
//	play COLOUR swap-pieces     take over the only stone: it changes its colour and is
//	                            mirrored in the long diagonal; not on unequal sides
//	play COLOUR resign          give up
//	swap-pieces                 the same for the colour that does not own the only stone
//	resign [COLOUR]             the same; without a colour, for the one to move
//	genmove COLOUR              choose a move and play it
//	undo                        take back the last of these
//	showboard                   the board, B and W on it
//	final_score                 B+ or W+ when the game is over
//	time_settings MAIN BYO N    seconds for the game, then BYO seconds for N moves each
//	time_left COLOUR T [N]      what is left of them; without T, how much that is
//	param [NAME [VALUE]]        show or set what is listed by [Parameters]
//
// A move takes the time that the parameter says, or else what the clock allows, or
// else one second.
//
// The package plays Hex by the rules and the players of package hex, and has no
// others.
package htp

import (
	"context"
	"io"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/console"
	"github.com/sixfold-bot/sixfold/engine/hex/player"
)

// Engine holds what a session needs from outside. Its zero value is usable.
type Engine struct {
	// Version is told to who asks for it.
	Version string
	// Now measures how much of its time the engine uses; nil: it believes what
	// time_left says alone.
	Now func() time.Time
	// NewPlayer makes who chooses the moves; nil means [player.New]. Its refusals
	// are passed on.
	NewPlayer func(player.Options) (engine.Player, error)
	// ReadFile reads the weights of a network; nil: there are no files.
	ReadFile func(path string) ([]byte, error)
}

// Serve answers the lines of in until quit or their end. Parameters to begin with are
// written as name=value; one that cannot be had is an [*engine.Refusal]. Else it
// returns the context's error when that ends, or an error of in or out.
func (e *Engine) Serve(ctx context.Context, parameters []string, in io.Reader, out io.Writer) error {
	s := newSession(e)
	for _, word := range parameters {
		name, value, ok := strings.Cut(word, "=")
		if !ok {
			return engine.Refuse("%q is not a parameter; write parameters as name=value", word)
		}
		if err := s.set(name, value); err != nil {
			return err
		}
	}
	return console.Answer(ctx, in, func(line string, refused error) (done bool, err error) {
		_, err = io.WriteString(out, s.reply(ctx, line, refused))
		return s.done, err
	})
}

// reply answers a line, or words why there was none to read. It is empty where a line
// says nothing.
func (s *session) reply(ctx context.Context, line string, err error) string {
	r, ok := parse(line)
	answer := ""
	switch {
	case err != nil:
	case !ok:
		return ""
	default:
		answer, err = s.run(ctx, r)
	}
	if err != nil {
		return "?" + r.id + " " + words(err) + "\n\n"
	}
	return "=" + r.id + " " + answer + "\n\n"
}

// words are those of a refusal, on one line.
func words(err error) string {
	text := err.Error()
	if why, ok := engine.Why(err); ok {
		text = why.String()
	}
	return strings.Join(strings.Fields(text), " ")
}
