// Package htp implements the Hex Text Protocol, by which programs such as HexGui and match referees
// control Hex engines: the Go Text Protocol, version 2, with Hex moves.
//
// A line is a command and its arguments, separated by spaces. A number before the command is
// repeated in the answer; # begins a comment. An answer is "=" and a result, or "?" and the reason
// of a refusal, in which case nothing has changed; a blank line ends it.
//
//	= c3
//
//	?17 c3 is taken: choose an empty cell
//
// Black moves first and joins top and bottom, White joins left and right. A colour is b, black or
// red, or w, white or blue. A vertex is a cell such as c3, column c and row 3, as in package
// hexgrid. Case is ignored.
//
// Commands beside the standard ones (name, version, protocol_version, known_command, list_commands,
// quit):
//
//	boardsize WIDTH [HEIGHT]    an empty board of 3 to 25 cells a side; HEIGHT is WIDTH by default
//	clear_board                 an empty board of the same size
//	play COLOUR VERTEX          place a stone; either colour, any number of times in a row
//	play COLOUR swap-pieces     take over the only stone: it changes its colour and is
//	                            mirrored in the long diagonal; not on unequal sides
//	play COLOUR resign          resign
//	swap-pieces                 as play, for the colour that does not own the only stone
//	resign [COLOUR]             as play; without a colour, for the one to move
//	genmove COLOUR              choose a move and play it
//	undo                        take back the last move, of any of these kinds
//	showboard                   the board, with stones B and W
//	final_score                 B+ or W+ when the game is over
//	time_settings MAIN BYO N    seconds for the game, then BYO seconds for N moves each
//	time_left COLOUR T [N]      set the remaining time; without T, show it
//	param [NAME [VALUE]]        show or set the parameters listed by [Parameters]
//
// A move takes the time of the parameter "time", else what the clock allows, else one second.
//
// The rules and players are those of package hex.
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

// Engine has what sessions share.
type Engine struct {
	// Version is the answer to the command version.
	Version string
	// Now measures the engine's own use of time.
	Now func() time.Time
	// NewPlayer returns the player that chooses moves; nil means [player.New]. Its refusals are passed on.
	NewPlayer func(player.Options) (engine.Player, error)
}

// Serve answers the lines of in until quit or the end. Initial parameters have the form name=value;
// an invalid one is an [*engine.Refusal]. Otherwise Serve returns the context's error when that
// ends, or an error of in or out.
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

// reply answers a line, or the error in its place. The answer to a line without a command is empty.
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
		return "?" + r.id + " " + errorText(err) + "\n\n"
	}
	return "=" + r.id + " " + answer + "\n\n"
}

func errorText(err error) string {
	text := err.Error()
	if why, ok := engine.Why(err); ok {
		text = why.String()
	}
	return strings.Join(strings.Fields(text), " ")
}
