package engine

import (
	"maps"
	"strings"
)

// Game is the descriptor of a game, all that the rest of the program knows of it: facts,
// and how to start a position. It is a value, read-only after the program has started,
// and may be shared between goroutines.
type Game struct {
	// ID is the command's name, lower case: "hex".
	ID string
	// Title is the game's name for people.
	Title Text
	// Help is one line, at most 100 characters: the command's description.
	Help Text
	// Rules is raised when an old list of moves would replay differently.
	Rules int
	// Options are the arguments of `new`, in the order in which they are offered.
	Options []Arg
	// Prepare, if not nil, completes the options of a new table with what chance or
	// the date decides, such as the seed of a puzzle: what it returns is stored, and
	// a table replays from it. Options that need nothing come back as they are. Call it
	// by [Game.Prepared].
	Prepare func(Env, Options) (Options, error)
	// Complete, if not nil, completes a line that is to be played with what chance or the
	// time decides, such as "throw" with what was thrown, so that it can be replayed. Lines
	// that need nothing come back as they are. See [Game.Completed].
	Complete func(Env, Position, string) (string, error)
	// Next returns the options for the puzzle to come after that which was asked for with
	// some: another of its kind, and any after that of a day. It returns false where no
	// puzzle was asked for. It changes nothing; nil: the game has no puzzles.
	Next func(asked Options) (Options, bool)
	// Starts are further commands that open a table: names for some options of `new`.
	Starts []Start
	// Daily are the options of `new` that open the puzzle of the day, but for its `date`:
	// "puzzle:daily"; "" where there is none.
	Daily string
	// Sides are who sits where at a table for two; the zero value where one always plays
	// alone.
	Sides Sides
	// Seats returns how many people or players a table with these options takes, 1 or 2.
	Seats func(Options) int
	// Classes are kinds of games for two that differ so much that strength in one says little
	// of the others, as with sizes of a board: each has ratings of its own. Empty: all are of
	// one kind.
	Classes []Named
	// Class returns which of Classes the games for two with some options belong to, the zero
	// value where there are none. It refuses options with which a game says nothing of
	// strength, as where one side can always win: those are not rated. Nil refuses none.
	Class func(Options) (Named, error)
	// Verbs are the kinds of move, each a subcommand.
	Verbs []Verb
	// Views are read-only questions about a position.
	Views []View
	// Tools are commands that need no table.
	Tools []Tool
	// Formats are the notations in which a game is exported and imported.
	Formats []Format
	// Opponents are the game's own players; the zero value if it has none.
	Opponents Opponents
	// Controls are what only a user interface with buttons needs.
	Controls Controls
	// Catalog holds the game's words in languages other than English.
	Catalog Catalog
	// New makes the position at the start. Options come out of [ParseOptions]; New
	// refuses with a [*Refusal] combinations that the single bounds let pass.
	New func(Options) (Position, error)
}

// Sides are the two sides of a game, and the option of `new` by which whoever opens a
// table picks one.
type Sides struct {
	// Option is the option's name: "colour". Help is its help.
	Option string
	Help   Text
	// List names them in seat order: {"red", "Red"}, {"blue", "Blue"}.
	List []Named
}

// Command is a command of the game, as a text refers to it: "new size:5".
func (g *Game) Command(line string) Command { return Command(g.ID + " " + line) }

// Prepared returns the options of a new table, completed by the game. Those that were
// asked for stay as they are.
func (g *Game) Prepared(env Env, asked Options) (Options, error) {
	if g.Prepare == nil {
		return asked, nil
	}
	return g.Prepare(env, maps.Clone(asked))
}

// Completed returns a line that is to be played, completed by the game.
func (g *Game) Completed(env Env, p Position, line string) (string, error) {
	if g.Complete == nil {
		return line, nil
	}
	return g.Complete(env, p, line)
}

// ClassOf returns the class of games with some options, as Class does; the zero value where
// the game has none.
func (g *Game) ClassOf(o Options) (Named, error) {
	if g.Class == nil {
		return Named{}, nil
	}
	return g.Class(o)
}

// Level returns the level with the given ID.
func (g *Game) Level(id string) (Level, bool) {
	if l, ok := find(g.Opponents.Levels, id, func(l Level) string { return l.ID }); ok {
		return l, true
	}
	return g.Opponents.Scale.level(id)
}

// Verb returns the verb with the given name.
func (g *Game) Verb(name string) (Verb, bool) {
	return find(g.Verbs, name, func(v Verb) string { return v.Name })
}

// MoveVerb is the name of the verb whose moves leave it out; see [Verb.Line].
const MoveVerb = "move"

// VerbOf returns the verb of a move, and its arguments.
func (g *Game) VerbOf(move string) (v Verb, arguments []string) {
	words := strings.Fields(move)
	if len(words) > 0 {
		if v, ok := g.Verb(words[0]); ok {
			return v, words[1:]
		}
	}
	v, _ = g.Verb(MoveVerb)
	return v, words
}

// View returns the view with the given name.
func (g *Game) View(name string) (View, bool) {
	return find(g.Views, name, func(v View) string { return v.Name })
}

// Tool returns the tool with the given name.
func (g *Game) Tool(name string) (Tool, bool) {
	return find(g.Tools, name, func(t Tool) string { return t.Name })
}

// Format returns the format with the given ID.
func (g *Game) Format(id string) (Format, bool) {
	return find(g.Formats, id, func(f Format) string { return f.ID })
}

func find[T any](list []T, key string, name func(T) string) (T, bool) {
	for _, item := range list {
		if name(item) == key {
			return item, true
		}
	}
	var none T
	return none, false
}
