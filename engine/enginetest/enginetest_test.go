package enginetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

var nimPromises = Promises{
	Ends:     func(o engine.Options) int { return o.Int("heap") },
	Variants: []map[string]any{{"heap": 1}, {"heap": 30, "misere": true}},
	Refused:  []map[string]any{{"heap": 0}, {"heap": 31}, {"heap": 13, "misere": true}},
	Games:    5,
}

func TestRunPassesASoundGame(t *testing.T) {
	Run(t, nimGame(&broken{}), nimPromises)
}

// Without a list of moves, and with chance.
func TestRunPassesAGameWithoutList(t *testing.T) {
	game := nimGame(&broken{})
	sound := game.New
	game.New = func(o engine.Options) (engine.Position, error) {
		p, err := sound(o)
		if err != nil {
			return nil, err
		}
		return &unlisted{p.(*nim)}, nil
	}
	game.Views, game.Opponents.Levels, game.Opponents.Default, game.Opponents.Hint = nil, nil, "", ""
	game.Complete = func(env engine.Env, p engine.Position, text string) (string, error) {
		if text != "throw" {
			return text, nil
		}
		return fmt.Sprint(1 + env.Rand.IntN(min(3, p.(*unlisted).nim.heap))), nil
	}
	promises := nimPromises
	promises.Move = func(_ *rand.Rand, _ engine.Position) string { return "throw" }
	Run(t, game, promises)
}

// unlisted hides the moves of a nim.
type unlisted struct{ nim *nim }

func (u *unlisted) Turn() engine.Seat                { return u.nim.Turn() }
func (u *unlisted) Play(text string) (string, error) { return u.nim.Play(text) }
func (u *unlisted) Outcome() engine.Outcome          { return u.nim.Outcome() }
func (u *unlisted) Describe() engine.Text            { return u.nim.Describe() }
func (u *unlisted) String() string                   { return u.nim.String() }

// recorder is a testing.TB that keeps complaints to itself.
type recorder struct {
	testing.TB
	complaints []string
}

func (r *recorder) Helper()      {}
func (r *recorder) Failed() bool { return len(r.complaints) > 0 }
func (r *recorder) Errorf(format string, args ...any) {
	r.complaints = append(r.complaints, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

// complaints runs one check on a game.
func complaints(t *testing.T, name string, game engine.Game, promises Promises) string {
	t.Helper()
	r := &recorder{TB: t}
	for _, c := range checks {
		if c.name != name {
			continue
		}
		done := make(chan struct{})
		go func() {
			defer close(done)
			c.run(&suite{TB: r, game: &game, promises: promises})
		}()
		<-done
		return strings.Join(r.complaints, "\n")
	}
	t.Fatalf("no check is called %q", name)
	return ""
}

func TestRunCatchesBrokenPositions(t *testing.T) {
	shared, long := 0, engine.T("%s", strings.Repeat("x", 101))
	tests := []struct {
		name, check, want string
		broken            broken
	}{
		{"a refusal leaves a trace", "refusals", "leaves a trace", broken{play: func(p *nim, text string) (string, error, bool) {
			if p.heap > 0 && text == "?" {
				p.heap--
			}
			return "", nil, false
		}}},
		{"a refusal of another kind", "refusals", "want *engine.MoveError", broken{play: func(_ *nim, text string) (string, error, bool) {
			return "", errors.New("no"), text == "?"
		}}},
		{"a refusal without words", "refusals", "want a clause", broken{play: func(_ *nim, text string) (string, error, bool) {
			return "", &engine.MoveError{Input: text, Err: engine.ErrSyntax}, text == "?"
		}}},
		{"a refusal without its kind", "refusals", "wraps", broken{play: func(_ *nim, text string) (string, error, bool) {
			return "", &engine.MoveError{Input: text, Why: engine.T("no"), Err: errors.New("no")}, text == "?"
		}}},
		{"a refusal of something else", "refusals", "gives back the input", broken{play: func(_ *nim, text string) (string, error, bool) {
			return "", &engine.MoveError{Input: "x", Why: engine.T("no"), Err: engine.ErrSyntax}, text == "?"
		}}},
		{"a panic in disguise: nonsense is played", "refusals", "another position", broken{play: func(p *nim, text string) (string, error, bool) {
			if text != "?" || p.heap < 2 {
				return "", nil, false
			}
			p.heap -= 2
			p.ply++
			return "1", nil, true
		}}},
		{"play goes on after the end", "refusals", "after the end", broken{play: func(p *nim, text string) (string, error, bool) {
			return text, nil, p.heap == 0
		}}},
		{"the end is refused as a syntax error", "refusals", "want engine.ErrOver", broken{play: func(p *nim, text string) (string, error, bool) {
			return "", &engine.MoveError{Input: text, Why: engine.T("no"), Err: engine.ErrSyntax}, p.heap == 0
		}}},
		{"a turn after the end", "games", "Turn is 1 while the outcome is won", broken{turn: func(p *nim) (engine.Seat, bool) { return 1, p.heap == 0 }}},
		{"no turn before the end", "games", "while the outcome is open", broken{turn: func(p *nim) (engine.Seat, bool) { return engine.NoSeat, p.heap == 3 }}},
		{"a third seat", "games", "at a table of 2", broken{turn: func(p *nim) (engine.Seat, bool) { return 2, p.heap > 0 }}},
		{"a winner of an open game", "games", "the winner is 0 while the outcome is open", broken{outcome: func(p *nim, o engine.Outcome) engine.Outcome {
			if p.heap > 0 {
				o.Winner = 0
			}
			return o
		}}},
		{"a win without a reason", "games", "without a reason", broken{outcome: func(_ *nim, o engine.Outcome) engine.Outcome {
			o.Reason = engine.Text{}
			return o
		}}},
		{"a game that does not end", "games", "open after 12 moves", broken{play: func(p *nim, text string) (string, error, bool) {
			p.ply++
			return text, nil, true
		}}},
		{"positions that share what they should not", "games", "played by the canonical moves", broken{play: func(p *nim, _ string) (string, error, bool) {
			shared++
			p.ply += shared % 2
			return "", nil, false
		}}},
		{"a canonical form that is refused", "games", "plays as", broken{play: func(p *nim, text string) (string, error, bool) {
			if text == "take 2" || text != "2" {
				return "", nil, false
			}
			p.heap -= 2
			p.ply++
			return "take 2", nil, true
		}}},
		{"a listed move that is refused", "moves", "listed, but refused", broken{moves: func(p *nim, sound []string) []string {
			if p.heap == 12 {
				return append(sound, "4")
			}
			return sound
		}}},
		{"a listed move that is not canonical", "moves", "but its canonical form", broken{moves: func(p *nim, sound []string) []string {
			if p.heap == 12 {
				return append(sound, " 1")
			}
			return sound
		}}},
		{"a move listed twice", "games", "lists a move twice", broken{moves: func(_ *nim, sound []string) []string {
			return append(sound, sound...)
		}}},
		{"moves after the end", "games", "moves are listed while", broken{moves: func(_ *nim, sound []string) []string {
			return append(sound, "1")
		}}},
		{"moves in changing order", "games", "and then", broken{moves: func(_ *nim, sound []string) []string {
			shared++
			if len(sound) > 1 && shared%2 == 0 {
				sound[0], sound[1] = sound[1], sound[0]
			}
			return sound
		}}},
		{"work that changes", "copies", "the moves take the work", broken{work: func(*nim) int {
			shared++
			return shared
		}}},
		{"a copy that is none", "copies", "playing on the copy changed the position", broken{copy: func(p *nim) *nim { return p }}},
		{"a copy that differs", "copies", "of the copy, it is now", broken{copy: func(p *nim) *nim { return &nim{heap: p.heap + 1, ply: p.ply, broken: p.broken} }}},
		{"a copy that forgets what does not show", "copies", "played on, the copy differs", broken{copy: func(p *nim) *nim {
			return &nim{heap: p.heap, ply: p.ply, broken: &broken{play: func(p *nim, _ string) (string, error, bool) {
				p.ply += 2
				return "", nil, false
			}}}
		}}},
		{"a description that is too long", "games", "described in 901 characters", described(func(_ *nim, sound engine.Text) engine.Text {
			return engine.T("%s%s", strings.Repeat("x", 901-sound.Length()), sound)
		})},
		{"a description that two units a character make too long", "games", "described in 901 characters", described(func(_ *nim, sound engine.Text) engine.Text {
			return engine.T("%s%s%s", strings.Repeat("x", 1-sound.Length()%2), strings.Repeat("😀", (901-sound.Length())/2), sound)
		})},
		{"a description that ends within a sentence", "games", "ends within a sentence", described(func(_ *nim, sound engine.Text) engine.Text {
			return engine.T("%s And", sound)
		})},
		{"a description with markup", "games", `has "**"`, described(func(_ *nim, sound engine.Text) engine.Text {
			return engine.T("**%s** Well.", sound)
		})},
		{"a description that does not say whose turn it is", "games", `does not say "First to move"`, described(func(_ *nim, sound engine.Text) engine.Text {
			return engine.T("%s", strings.ReplaceAll(sound.String(), "to move", "moves"))
		})},
		{"a description of the end that says whose turn it is", "games", "the game is over", described(func(_ *nim, sound engine.Text) engine.Text {
			return engine.T("%s First to move, Second to move.", sound)
		})},
		{"an offer in too many words", "picks", "a title of 101 characters", picking(func(_ string, p *engine.Picking) { p.Menu.Offers = []engine.Offer{{ID: "1", Title: long}} })},
		{"an offer that is told in too many words", "picks", "a detail of 101", picking(func(_ string, p *engine.Picking) {
			p.Menu.Offers = []engine.Offer{{ID: "1", Title: engine.T("1"), Detail: long}}
		})},
		{"several of what cannot be played", "picks", "nothing that can be picked", picking(func(_ string, p *engine.Picking) {
			p.Menu.Several, p.Menu.Offers = true, []engine.Offer{{ID: "1 1", Title: engine.T("twice")}}
		})},
		{"several of too many", "picks", "26 offers", picking(func(_ string, p *engine.Picking) { p.Menu.Several, p.Menu.Offers = true, make([]engine.Offer, 26) })},
		{"a menu of too many offers", "picks", "26 offers", forming(func(p *engine.Form) { p.Menus[0].Offers = make([]engine.Offer, 26) })},
		{"a menu of none", "picks", "0 offers", forming(func(p *engine.Form) { p.Menus[0].Offers = nil; p.Menus = append(p.Menus, p.Menus[0]) })},
		{"a menu without a title", "picks", "0 characters", forming(func(p *engine.Form) { p.Menus[0].Title = engine.Text{} })},
		{"an offer twice", "picks", "offered twice", forming(func(p *engine.Form) { p.Menus[0].Offers = slices.Repeat(p.Menus[0].Offers, 2) })},
		{"too many menus", "picks", "from 4 menus", forming(func(p *engine.Form) { p.Menus = slices.Repeat(p.Menus, 4) })},
		{"nothing picked, and taken", "picks", "nothing is picked, and taken", forming(func(p *engine.Form) {
			p.Arguments = func([][]string) (string, error) { return "1", nil }
		})},
		{"no words for what is missing", "picks", "nothing is picked: EOF", forming(func(p *engine.Form) {
			p.Arguments = func([][]string) (string, error) { return "", io.EOF }
		})},
		{"what cannot be played", "picks", "can be played", forming(func(p *engine.Form) {
			sound := p.Arguments
			p.Arguments = func(picked [][]string) (string, error) { s, err := sound(picked); return s + "?", err }
		})},
		{"a step that asks for nothing", "picks", "asks for nothing", picking(func(_ string, p *engine.Picking) { p.Menu.Title = engine.Text{} })},
		{"a step of any name", "picks", "a step of any name", picking(func(step string, p *engine.Picking) {
			if step == "no such step" {
				p.Menu.Offers = make([]engine.Offer, 1)
			}
		})},
		{"a step that leads nowhere", "picks", "leads nowhere", picking(func(step string, p *engine.Picking) {
			if step == "" {
				p.Menu.Offers = []engine.Offer{{ID: "both", Title: engine.T("both")}}
			}
		})},
		{"a move that no step has", "picks", "lead to", picking(func(step string, p *engine.Picking) {
			if step == "odd" {
				p.Menu.Offers = p.Menu.Offers[:1]
			}
		})},
		{"steps without end", "picks", "step 5", picking(func(_ string, p *engine.Picking) {
			p.More = true
			p.Menu.Offers = []engine.Offer{{ID: "odd", Title: engine.T("odd")}}
		})},
		{"a description that leaves out what matters", "games", "described alike", described(func(p *nim, _ engine.Text) engine.Text {
			return engine.T("%s to move. A heap.", [...]string{"Second", "First", "Second"}[p.Turn()+1])
		})},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := complaints(t, tt.check, nimGame(&tt.broken), nimPromises); !strings.Contains(got, tt.want) {
				t.Errorf("check %s complains %q; want %q", tt.check, got, tt.want)
			}
		})
	}
}

func TestRunCatchesBrokenGames(t *testing.T) {
	long := engine.T("%s", strings.Repeat("x", 101))
	hidden := 0
	tests := []struct {
		name, check, want string
		breakIt           func(*engine.Game)
	}{
		{"a view with a long help", "descriptor", "it has 101", func(g *engine.Game) { g.Views[0].Help = long }},
		{"a view whose name has blanks", "descriptor", "a name of one word", func(g *engine.Game) { g.Views[0].Name = "the heap" }},
		{"an option twice", "descriptor", `"heap" is there twice`, func(g *engine.Game) { g.Options[1].Name = "heap" }},
		{"required after optional", "descriptor", "comes after an optional", func(g *engine.Game) {
			g.Options = append(g.Options, engine.Arg{Name: "x", Help: engine.T("x"), Kind: engine.Word, Required: true})
		}},
		{"a default beyond the bounds", "descriptor", "the default 99", func(g *engine.Game) { g.Options[0].Default = 99 }},
		{"a default of another type", "descriptor", `the default 12 of heap`, func(g *engine.Game) { g.Options[0].Default = "12" }},
		{"a choice twice", "descriptor", `choice of pick "x" is there twice`, func(g *engine.Game) {
			choices := []engine.Named{{ID: "x", Title: engine.T("x")}, {ID: "x", Title: engine.T("y")}}
			g.Verbs[0].Args = append(g.Verbs[0].Args, engine.Arg{Name: "pick", Help: engine.T("x"), Kind: engine.Pick, Choices: choices})
		}},
		{"a long button", "descriptor", "the button has 101", func(g *engine.Game) { button(g, engine.Button{Label: long, Emoji: "👆"}) }},
		{"a button without emoji", "descriptor", "each has one", func(g *engine.Game) { button(g, engine.Button{Label: engine.T("Take")}) }},
		{"letters for an emoji", "descriptor", "each has one", func(g *engine.Game) { button(g, engine.Button{Label: engine.T("Take"), Emoji: ":x:"}) }},
		{"a button of nothing", "descriptor", "not one verb or view", func(g *engine.Game) {
			g.Controls.Buttons = map[string]engine.Button{"take": {Label: engine.T("Take"), Emoji: "👆"}}
		}},
		{"arguments to pick for a verb that takes none", "picks", "takes no arguments", func(g *engine.Game) { g.Verbs[0].Args = nil }},
		{"a hint that says nothing", "players", "hint: the answer is empty", func(g *engine.Game) {
			g.Opponents.HintAt = func(engine.Position) (engine.Answer, bool) { return engine.Answer{}, true }
		}},
		{"half of a move that is none", "undo", "takes the place of", func(g *engine.Game) {
			g.Verbs[0].Undo = func(engine.Position) string { return "take 1" }
		}},
		{"a default level that is none", "descriptor", `"brutal" is named as a level`, func(g *engine.Game) { g.Opponents.Default = "brutal" }},
		{"one side for two seats", "descriptor", "1 sides for 2 seats", func(g *engine.Game) { g.Sides.List = g.Sides.List[:1] }},
		{"a translation that loses an argument", "descriptor", "which has other arguments", func(g *engine.Game) {
			g.Catalog = engine.Catalog{"de": {"A heap of %s": "Ein Haufen"}}
		}},
		{"no rules", "descriptor", "Rules from 1", func(g *engine.Game) { g.Rules = 0 }},
		{"a start for one with two seats", "starts", "2 seats at a table for one", func(g *engine.Game) {
			g.Starts = []engine.Start{{Name: "puzzle", Help: engine.T("x"), Solo: true}}
		}},
		{"a start beyond the options", "starts", "start big with map[]: heap must be", func(g *engine.Game) {
			g.Starts = []engine.Start{{Name: "big", Help: engine.T("x"), Options: func(engine.Options) map[string]any {
				return map[string]any{"heap": 31}
			}}}
		}},
		{"a puzzle after which comes none that can be", "starts", "which does not parse", func(g *engine.Game) {
			g.Next = func(engine.Options) (engine.Options, bool) { return engine.Options{"heap": 31}, true }
		}},
		{"a puzzle after which the puzzles end", "starts", "after which there is no other", func(g *engine.Game) {
			g.Next = func(o engine.Options) (engine.Options, bool) { return engine.Options{"heap": 30}, o.Int("heap") != 30 }
		}},
		{"a puzzle that changes with the next", "starts", "changes what it is given", func(g *engine.Game) {
			g.Next = func(o engine.Options) (engine.Options, bool) { o["heap"] = 3; return o, true }
		}},
		{"a puzzle after which comes that of the day", "starts", "which depends on the day", func(g *engine.Game) {
			g.Next = func(engine.Options) (engine.Options, bool) { return engine.Options{}, true }
			prepare(func(env engine.Env, o engine.Options) engine.Options {
				if o.Int("heap") == 12 {
					o["heap"] = 13 + env.Now.Day()%2
				}
				return o
			})(g)
		}},
		{"options of endless completion", "starts", "completes once more", prepare(func(_ engine.Env, o engine.Options) engine.Options {
			o["heap"] = 1 + o.Int("heap")%29
			return o
		})},
		{"options completed by a hidden chance", "starts", "by the same chance", prepare(func(_ engine.Env, o engine.Options) engine.Options {
			hidden++
			o["heap"] = 1 + hidden%29
			return o
		})},
		{"options that no command can give", "starts", "which parses as", prepare(func(_ engine.Env, o engine.Options) engine.Options {
			o["heap"] = 99
			return o
		})},
		{"New takes anything", "options", "want a Refusal", func(g *engine.Game) {
			g.New = func(engine.Options) (engine.Position, error) { return &nim{heap: 12, broken: &broken{}}, nil }
		}},
		{"an option without bounds", "options", "New(map[heap:0", func(g *engine.Game) { g.Options[0].Min = 0 }},
		{"a player's illegal move", "players", "move 1 plays as", player(engine.Choice{Move: "9"})},
		{"a player's confidence", "players", "values its move at 2", player(engine.Choice{Move: "1", Value: 2})},
		{"a player's line", "players", "its line begins with", player(engine.Choice{Move: "1", Line: []string{"2"}})},
		{"a player who touches the board", "players", "changed the position", func(g *engine.Game) {
			g.Opponents.Levels[0].New = func(uint64) engine.Player {
				return nimPlayer(func(p *nim) engine.Choice { p.heap--; return engine.Choice{Move: "1"} })
			}
		}},
		{"a view that touches the board", "views", "view heap changed the position", func(g *engine.Game) {
			g.Views[0].Show = func(_ context.Context, p engine.Position, _ engine.Options) (engine.Answer, error) {
				p.(*nim).ply++
				return engine.Answer{Text: engine.T("x")}, nil
			}
		}},
		{"a view that shows nothing for one of its choices", "views", "the answer is empty", func(g *engine.Game) {
			g.Views[0].Args = []engine.Arg{{Name: "deep", Help: engine.T("Deeper"), Kind: engine.Boolean, Default: false}}
			g.Views[0].Show = func(_ context.Context, _ engine.Position, o engine.Options) (engine.Answer, error) {
				if o.Bool("deep") {
					return engine.Answer{}, nil
				}
				return engine.Answer{Text: engine.T("x")}, nil
			}
		}},
		{"a view whose scene cannot be described at the end", "views", "is described in 0 characters", func(g *engine.Game) {
			g.Views[0].Show = func(_ context.Context, p engine.Position, _ engine.Options) (engine.Answer, error) {
				return engine.Answer{Text: engine.T("x"), Scenes: []engine.Scene{atTheEnd{p}}}, nil
			}
		}},
		{"a view that says nothing", "views", "the answer is empty", func(g *engine.Game) {
			g.Views[0].Show = func(context.Context, engine.Position, engine.Options) (engine.Answer, error) {
				return engine.Answer{}, nil
			}
		}},
		{"a view that fails", "views", "want an answer or a Refusal", func(g *engine.Game) {
			g.Views[0].Show = func(context.Context, engine.Position, engine.Options) (engine.Answer, error) {
				return engine.Answer{}, errors.New("no")
			}
		}},
		{"a view that advises what cannot be done", "views", `refers to "nim exhaust"`, func(g *engine.Game) {
			g.Views[0].Show = func(context.Context, engine.Position, engine.Options) (engine.Answer, error) {
				return engine.Answer{Text: engine.T("Say: %s", engine.T("%s", engine.Command("nim exhaust")))}, nil
			}
		}},
		{"a refusal that advises a command of another game", "views", `refers to "hex hint"`, func(g *engine.Game) {
			g.Views[0].Show = func(context.Context, engine.Position, engine.Options) (engine.Answer, error) {
				return engine.Answer{}, engine.Refuse("ask for %s", engine.Command("hex hint"))
			}
		}},
		{"a choice of who sees an answer that is none", "descriptor", "must be a Boolean", func(g *engine.Game) {
			g.Views[0].Args = []engine.Arg{{Name: "private", Help: engine.T("x"), Kind: engine.Word}}
		}},
		{"too many actions", "views", "26 actions; a message takes 25", acts(26, func(i int) string { return fmt.Sprint("rules ", i) })},
		{"one action twice", "views", `"rules" is there twice`, acts(2, func(int) string { return "rules" })},
		{"an action that is no command", "views", "which is no command", acts(1, func(int) string { return "heap" })},
		{"an action too long for a button", "views", "of at most 80 bytes", acts(1, func(int) string { return "rules " + strings.Repeat("x", 72) })},
		{"a tool that talks too much", "tools", "the text has 2001 characters", func(g *engine.Game) {
			g.Tools[0].Run = func(context.Context, engine.Env, engine.Options, func(engine.Answer)) (engine.Answer, error) {
				return engine.Answer{Text: engine.T("%s", strings.Repeat("x", 2001))}, nil
			}
		}},
		{"solutions by a hidden chance", "tools", "by the same chance", func(g *engine.Game) {
			g.Tools[0].Solutions = func(engine.Env, engine.Options) (func(context.Context) (engine.Answer, error), error) {
				return func(context.Context) (engine.Answer, error) {
					hidden++
					return engine.Answer{Text: engine.T("x"), Data: hidden}, nil
				}, nil
			}
		}},
		{"a tool that fails", "tools", "tool rules: no", func(g *engine.Game) {
			g.Tools[0].Run = func(context.Context, engine.Env, engine.Options, func(engine.Answer)) (engine.Answer, error) {
				return engine.Answer{}, errors.New("no")
			}
		}},
		{"a format that loses the last move", "formats", "Moves:", func(g *engine.Game) {
			g.Formats[0].Encode = func(ctx context.Context, r engine.Record) (engine.Answer, error) {
				r.Moves = r.Moves[:max(0, len(r.Moves)-1)]
				return encodeNim(ctx, r)
			}
		}},
		{"a format that forgets who resigned", "formats", "Winner:", func(g *engine.Game) {
			g.Formats[0].Encode = func(ctx context.Context, r engine.Record) (engine.Answer, error) {
				r.Outcome.Winner = engine.NoSeat
				return encodeNim(ctx, r)
			}
		}},
		{"a format that does not read what it wrote", "formats", "does not read what it wrote", func(g *engine.Game) {
			g.Formats[0].Encode = func(context.Context, engine.Record) (engine.Answer, error) {
				return engine.Answer{Text: engine.T("x")}, nil
			}
		}},
		{"a format that refuses without words", "formats", "want a Refusal", func(g *engine.Game) {
			g.Formats[0].Decode = func(ctx context.Context, data []byte) (engine.Record, error) {
				r, err := decodeNim(ctx, data)
				if err != nil {
					return r, errors.New("no")
				}
				return r, nil
			}
		}},
		{"a format whose moves are illegal", "formats", "plays as", func(g *engine.Game) {
			g.Formats[0].Decode = func(ctx context.Context, data []byte) (engine.Record, error) {
				r, err := decodeNim(ctx, data)
				r.Moves = append(r.Moves, "9")
				return r, err
			}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			game := nimGame(&broken{})
			tt.breakIt(&game)
			if got := complaints(t, tt.check, game, nimPromises); !strings.Contains(got, tt.want) {
				t.Errorf("check %s complains %q; want %q", tt.check, got, tt.want)
			}
		})
	}
}

// button gives the verb of a game a button.
func button(g *engine.Game, b engine.Button) {
	g.Controls.Buttons = map[string]engine.Button{engine.MoveVerb: b}
}

// acts breaks a game by the lines under the answer of a view.
func acts(count int, line func(int) string) func(*engine.Game) {
	return func(g *engine.Game) {
		g.Views[0].Show = func(context.Context, engine.Position, engine.Options) (engine.Answer, error) {
			a := engine.Answer{Text: engine.T("x")}
			for i := range count {
				a.Actions = append(a.Actions, engine.Action{Label: engine.T("x"), Line: line(i)})
			}
			return a, nil
		}
	}
}

// prepare breaks a game by how it completes options.
func prepare(complete func(engine.Env, engine.Options) engine.Options) func(*engine.Game) {
	return func(g *engine.Game) {
		g.Prepare = func(env engine.Env, o engine.Options) (engine.Options, error) { return complete(env, o), nil }
	}
}

// TestRunPassesAGameOfChance: what a table begins with is drawn by lot.
func TestRunPassesAGameOfChance(t *testing.T) {
	game := nimGame(&broken{})
	game.Options[0].Default, game.Options[0].Min = nil, 1
	prepare(func(env engine.Env, o engine.Options) engine.Options {
		if o.Int("heap") == 0 {
			o["heap"] = 14 + env.Rand.IntN(17)
		}
		return o
	})(&game)
	game.Starts = []engine.Start{{
		Name: "small", Help: engine.T("Begin with few"), Args: []engine.Arg{{
			Name: "count", Help: engine.T("How many"), Kind: engine.Integer, Required: true, Min: 1, Max: 5,
		}},
		Options: func(o engine.Options) map[string]any { return map[string]any{"heap": o.Int("count")} },
	}}
	Run(t, game, nimPromises)
}

// player breaks a game by a level that always chooses the same.
func player(choice engine.Choice) func(*engine.Game) {
	return func(g *engine.Game) {
		g.Opponents.Levels[0].New = func(uint64) engine.Player { return nimPlayer(func(*nim) engine.Choice { return choice }) }
	}
}

// described breaks a game by what it says of its positions.
func described(by func(p *nim, sound engine.Text) engine.Text) broken { return broken{describe: by} }

func forming(by func(*engine.Form)) broken {
	return broken{form: func(f engine.Form) engine.Form { by(&f); return f }}
}

func picking(by func(step string, p *engine.Picking)) broken {
	return broken{picking: func(step string, p engine.Picking) engine.Picking { by(step, &p); return p }}
}

// atTheEnd is a scene that has words for open positions only.
type atTheEnd struct{ engine.Position }

func (a atTheEnd) Describe() engine.Text {
	if a.Outcome().Status != engine.Open {
		return engine.Text{}
	}
	return a.Position.Describe()
}
