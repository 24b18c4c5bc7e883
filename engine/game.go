package engine

import (
	"context"
	"maps"
	"time"
)

// Game is all that the rest of the program knows of a game: facts, and how to
// start a position. It is a value, read-only after the program has started, and
// may be shared between goroutines.
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
	// Starts are further commands that open a table: names for some options of `new`.
	Starts []Start
	// Sides name who sits where, in seat order: {"red", "Red"}, {"blue", "Blue"}.
	// Side is the option by which the opener of a table picks one: "colour".
	Sides []Named
	Side  Side
	// Seats tells how many people or players a table with these options takes, 1 or 2.
	Seats func(Options) int
	// Verbs are the kinds of move, each a subcommand.
	Verbs []Verb
	// Views are read-only questions about a position.
	Views []View
	// Tools are commands that need no table.
	Tools []Tool
	// Formats are the notations in which a game is exported and imported.
	Formats []Format
	// Levels are the game's own players, weakest first; none if it has no player.
	Levels []Level
	// DefaultLevel is the ID of the level that plays when none is named, and
	// HintLevel of the one that gives hints.
	DefaultLevel, HintLevel string
	// Texts, if not nil, returns the game as it speaks with other texts: the content of
	// a file that the operator names. It refuses with a [*Refusal] what it cannot use.
	Texts func(data []byte) (Game, error)
	// Catalog holds the game's words in languages other than English.
	Catalog Catalog
	// New makes the position at the start. Options come out of [ParseOptions]; New
	// refuses with a [*Refusal] combinations that the single bounds let pass.
	New func(Options) (Position, error)
}

// Start is a command that opens a table in a way of its own: "/ade puzzle".
type Start struct {
	Name string
	Help Text
	Args []Arg
	// Solo: a table for one; nobody is asked who else plays.
	Solo bool
	// Options turns the command's arguments into raw values for the game's options;
	// those that it leaves out have their default. Nil: Args are options of the game.
	Options func(Options) map[string]any
}

// Parse checks the raw values of the command's arguments and turns them into options of
// the game, as [ParseOptions] does those of `new`.
func (s Start) Parse(g *Game, raw map[string]any, alone bool) (Options, error) {
	o, err := ParseOptions(s.Args, raw, alone)
	if err != nil {
		return nil, err
	}
	given := map[string]any(o)
	if s.Options != nil {
		given = s.Options(o)
	}
	return ParseOptions(g.Options, given, alone)
}

// Side describes the option by which a player picks a seat.
type Side struct {
	Name string // "colour"
	Help Text
}

// Verb is one kind of move. Its line, as understood by [Position.Play], is
// the name followed by the arguments, parted by blanks; the name is left out
// where it is "move".
type Verb struct {
	Name string
	Help Text
	Args []Arg
	// AfterEnd: allowed when the outcome is not Open.
	AfterEnd bool
	// Button, if not empty, offers the verb under the board: pressed, it plays the
	// bare verb, or opens a form for its arguments. A bare verb's button is there
	// only while the position lists the verb among its moves.
	Button Text
	// Menu, if not empty, is what stands in a menu of the verb's moves under the board,
	// which is there while the position lists 2 to 25 of them.
	Menu Text
}

// View is a question that a position answers without changing.
type View struct {
	Name string
	Help Text
	Args []Arg
	// Command: a subcommand of its own instead of a choice of `view`.
	Command bool
	// Button, if not empty, offers the view under the board; with AfterEnd only when the
	// game is over.
	Button   Text
	AfterEnd bool
	// Think, if not 0, is the time that the answer may take: it then waits for its turn
	// like a player's move. It runs against the context, which ends no later.
	Think time.Duration
	// Private: only who asks sees the answer. An argument `private`, a Boolean, lets the
	// person choose.
	Private bool
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
	// Slow: Run may think for seconds. It then waits for its turn like a player's move,
	// and limits itself the time that it takes.
	Slow bool
	Run  func(ctx context.Context, env Env, o Options, progress func(Answer)) (Answer, error)
}

// Format is a notation for whole games. Either function may be nil.
type Format struct {
	ID    string // "sgf"
	Title Text
	// Encode writes a game. The answer holds files, or text such as a link.
	Encode func(Record) (Answer, error)
	// Decode reads what Encode wrote, and what other programs write. It
	// refuses with a [*Refusal] that names the place. The record's moves are
	// canonical and replay without error.
	Decode func(data []byte) (Record, error)
}

// Record is a whole game on paper.
type Record struct {
	Options Options
	Moves   []string  // canonical, from the start
	Names   []string  // by seat, "" when unknown
	Outcome Outcome   // as agreed by the players: it may end a game that the rules leave open
	Date    time.Time // zero when unknown
}

// Level is one strength of a game's own player.
type Level struct {
	ID    string
	Title Text
	// Think is the time that the level may take for a move. Whoever asks for a
	// move bounds it by a context: this package has no clock.
	Think time.Duration
	// New makes a player for one table. The seed makes it repeatable as far as its
	// search is (one thread, stopped by count and not by the clock).
	New func(seed uint64) Player
}

// Player is an opponent, hint giver or puzzle solver for one table. It may keep
// a search tree between calls and is not safe for concurrent use.
type Player interface {
	// Choose picks a move for the position, whose outcome must be Open. It does
	// not change it. When the context ends it answers at once with the best found
	// so far; it returns an error only when it has no move at all.
	Choose(ctx context.Context, p Position) (Choice, error)
}

// Keeper is a player that knows more by its next call if it is kept until then. Any
// position of its game may follow: it finds out itself what of its knowledge holds.
type Keeper interface {
	Player
	// Kept is about how much memory its knowledge takes, in bytes: 0 when there is
	// none, and a new player would do as well.
	Kept() int
}

// Choice is a move and what its player thinks of it.
type Choice struct {
	Move   string   `json:"move"`           // canonical
	Value  float64  `json:"value"`          // chance of winning for the mover, 0 to 1
	Line   []string `json:"line,omitempty"` // expected continuation, Move first
	Proved bool     `json:"proved"`         // Value is a proved win (1) or loss (0)
	// Resign: the player would give up against a person. Move is legal all the same.
	Resign bool `json:"resign,omitempty"`
}

// Suggestion is a scene: a position with a choice shown on it.
type Suggestion struct {
	Position Position
	Choice   Choice
}

// Answer is what a view or a tool replies. Scenes are what package render draws;
// Data is the machine-readable form, ready for encoding/json.
type Answer struct {
	Text   Text
	Data   any
	Scenes []any
	Files  []File
	// Actions are at most 25, in rows of 5. No two have the same line.
	Actions []Action
}

// Film is a scene that moves: its frames, scenes of one kind, become one animated
// picture, each shown for Delay, the last one for Hold.
type Film struct {
	Frames      []any
	Delay, Hold time.Duration
}

// Targa is a scene to be handed over as a TGA file, which older programs read.
type Targa struct{ Scene any }

// Action is a button under an answer: pressed, it runs the line as a command of
// the same game ("solve seed:7"), at the same table if there is one.
type Action struct {
	Label Text
	Line  string
	// Then, if not empty, is a second line at the same table, whose answer is shown in
	// place of the first one's. It is for tables of one, where nobody is to be told.
	Then string
	// Replace: the answer takes the place of the message that the button is under.
	Replace bool
}

// File is something to hand to, or taken from, a person.
type File struct {
	Name string `json:"name"`
	Data []byte `json:"data"`
}

// Prepared returns the options of a new table, completed by the game. Those that were
// asked for stay as they are.
func (g *Game) Prepared(env Env, asked Options) (Options, error) {
	if g.Prepare == nil {
		return asked, nil
	}
	return g.Prepare(env, maps.Clone(asked))
}

// Level returns the level with the given ID.
func (g *Game) Level(id string) (Level, bool) {
	return find(g.Levels, id, func(l Level) string { return l.ID })
}

// Verb returns the verb with the given name.
func (g *Game) Verb(name string) (Verb, bool) {
	return find(g.Verbs, name, func(v Verb) string { return v.Name })
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
