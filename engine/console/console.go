// Package console plays any game by lines: it is the interface of `sixfold play` for scripts, tests
// and other programs.
//
// A line of input is a move as [engine.Position.Play] reads it, optionally with the verb `move`, or
// a JSON object with the field "do":
//
//	c5                                     play a move
//	{"do":"undo"}                          take the last move back
//	{"do":"genmove","level":"hard","millis":1000}
//	                                       let a level of the game choose and play
//	{"do":"view","name":"path","args":{}}  ask the position something; "millis", as
//	                                       above, bounds the time
//	{"do":"tool","name":"rules","args":{}} run a command that needs no position
//	{"do":"export","format":"sgf"}         write the game in a notation
//	{"do":"import","format":"sgf","text":"…"}
//	                                       replace the game by one that was written
//	{"do":"show"}                          describe the position again
//
// Blank lines and lines that begin with # are skipped. Every other line is answered by one line, a
// JSON object; the first line of output describes the start. A position is described by
//
//	{"ok":true,"move":"h7","ply":1,"turn":1,
//	 "outcome":{"status":"open","winner":-1,"reason":""},"state":{…},"legal":[…]}
//
// Seats count from 0 and nobody is -1. "move" is the canonical form of the move just played;
// "state" is the game's own JSON form, if any; "legal" is present if the game lists its moves. A
// generated move adds "value", "line" and "proved" as in [engine.Choice]. Views, tools and exports
// are answered by
//
//	{"ok":true,"text":"…","data":{…},"files":[{"name":"game.sgf","text":"…"}]}
//
// where a binary file has "data", in base64, instead of "text". A refused request is answered by
// {"ok":false,"error":"…"} and changes nothing.
//
// A file argument takes the file's path. The console shows no pictures except drawings delivered as
// files, and has no players but the game's own. A person's notes last as long as the session.
package console

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// ErrRefused is returned by [Console.Play] when no game could be started. The refusal has been
// written to the output.
var ErrRefused = errors.New("console: start refused")

// Console has the dependencies of sessions. The zero value has no games.
type Console struct {
	// Games are the available games.
	Games []*engine.Game
	// Seed seeds players and random moves.
	Seed uint64
	// Now is the clock for what depends on the time, such as the puzzle of the day.
	Now func() time.Time
	// Draw renders a game's drawing as a file; nil: answers omit drawings.
	Draw func(game string, d engine.Drawing) ([]byte, error)
}

// Play starts the game with options of the form name=value and answers the lines of in until its
// end. Other options have the defaults of a table for two people. It returns ErrRefused if the game
// could not be started, the context's error when that ends, or an error of in or out.
func (c *Console) Play(ctx context.Context, game string, options []string, in io.Reader, out io.Writer) error {
	s, err := c.start(game, options)
	if err != nil {
		return errors.Join(ErrRefused, write(out, refused(err, engine.Text.String)))
	}
	if err := write(out, s.describe("")); err != nil {
		return err
	}
	return Answer(ctx, in, func(line string, refused error) (done bool, err error) {
		return false, write(out, s.reply(ctx, line, refused))
	})
}

func (c *Console) start(id string, words []string) (*session, error) {
	g, err := c.find(id)
	if err != nil {
		return nil, err
	}
	raw, err := splitOptions(words)
	if err != nil {
		return nil, err
	}
	asked, err := parse(g.Options, raw)
	if err != nil {
		return nil, err
	}
	s := &session{
		console: c,
		game:    g,
		players: map[string]engine.Player{},
		rand:    rand.New(rand.NewPCG(c.Seed, 0)),
		notes:   engine.NewNotes(),
	}
	if s.options, err = g.Prepared(s.env(), asked); err != nil {
		return nil, err
	}
	if s.position, err = g.New(s.options); err != nil {
		return nil, err
	}
	return s, nil
}

// env returns an environment with empty notes.
func (c *Console) env() engine.Env {
	return engine.Env{Now: c.Now(), Rand: rand.New(rand.NewPCG(c.Seed, 0)), Notes: engine.NewNotes()}
}

func (c *Console) find(id string) (*engine.Game, error) {
	name := func(g *engine.Game) string { return g.ID }
	if g, ok := engine.Find(c.Games, id, name); ok {
		return g, nil
	}
	return nil, engine.Refuse("there is no game %q; the games are: %s", id, names(c.Games, name))
}

// parse reads the files of file arguments and checks all arguments.
func parse(args []engine.Arg, raw map[string]any) (engine.Options, error) {
	for _, a := range args {
		path, ok := raw[a.Name].(string)
		if !ok || a.Kind != engine.Upload {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, engine.Refuse("the file cannot be read: %s", err.Error())
		}
		raw[a.Name] = engine.File{Name: filepath.Base(path), Data: data}
	}
	return engine.ParseOptions(args, raw, false)
}

func splitOptions(words []string) (map[string]any, error) {
	raw := map[string]any{}
	for _, word := range words {
		name, value, ok := strings.Cut(word, "=")
		if !ok || name == "" {
			return nil, engine.Refuse("%q is not an option; write options as name=value", word)
		}
		if _, twice := raw[name]; twice {
			return nil, engine.Refuse("%s is given twice", name)
		}
		raw[name] = value
	}
	return raw, nil
}
