package htp

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/player"
)

// first is a player who takes the first empty cell, or swaps if it may.
type first struct{ limit *time.Duration }

func (f first) Choose(ctx context.Context, p engine.Position) (engine.Choice, error) {
	if end, ok := ctx.Deadline(); ok && f.limit != nil {
		*f.limit = time.Until(end)
	}
	moves := p.(engine.Picker).Moves()
	if last := moves[len(moves)-1]; last == "swap" {
		return engine.Choice{Move: last}, nil
	}
	return engine.Choice{Move: moves[0]}, nil
}

func newEngine() *Engine {
	return &Engine{Version: "1.2", Now: time.Now, NewPlayer: func(s player.Options) (engine.Player, error) {
		if s.Level == "none" {
			return nil, engine.Refuse("there is no level none")
		}
		return first{}, nil
	}}
}

// talk sends lines and returns the answers.
func talk(t *testing.T, e *Engine, lines ...string) []string {
	t.Helper()
	var out strings.Builder
	if err := e.Serve(t.Context(), nil, strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatalf("Serve: %v", err)
	}
	return split(out.String())
}

// split takes answers apart; what lies behind the last one must be nothing.
func split(out string) []string {
	answers := strings.Split(out, "\n\n")
	return answers[:len(answers)-1]
}

const (
	empty3 = "= \n  a b c\n1 . . .\n 2 . . .\n  3 . . .\nblack to move"
	b2     = "= \n  a b c\n1 . . .\n 2 . B .\n  3 . . .\nwhite to move"
)

func TestAnswers(t *testing.T) {
	tests := []struct {
		name  string
		input []string // after boardsize 3
		want  []string // after its answer
	}{
		{"who it is", []string{"name", "version", "protocol_version"}, []string{"= Sixfold", "= 1.2", "= 2"}},
		{"numbers come back", []string{"1 name", "002 name", "3 nam"}, []string{
			"=1 Sixfold", "=002 Sixfold", `?3 unknown command "nam"; list_commands lists those there are`,
		}},
		{"a number alone", []string{"7"}, []string{"?7 a command is missing after the number"}},
		{"lines that say nothing", []string{"", " \t", "# name", "5 # name", "name # five", "na\x01me\r"}, []string{
			"?5 a command is missing after the number", "= Sixfold", "= Sixfold",
		}},
		{"known commands", []string{"known_command genmove", "known_command GenMove", "known_command dance"}, []string{"= true", "= true", "= false"}},
		{"colours and cells in any case", []string{"play B B2", "showboard", "undo", "Play black b2", "showboard", "undo", "PLAY Red b2", "showboard"}, []string{
			"= ", b2, "= ", "= ", b2, "= ", "= ", b2,
		}},
		{"either colour, many times in a row", []string{"play w a1", "play white c1", "play blue b2", "play w b3", "showboard"}, []string{
			"= ", "= ", "= ", "= ", "= \n  a b c\n1 W . W\n 2 . W .\n  3 . W .\nblack to move",
		}},
		{"moves chosen for either colour", []string{"genmove w", "genmove w", "genmove b", "genmove b", "showboard"}, []string{
			"= a1", "= b1", "= c1", "= a2", "= \n  a b c\n1 W W B\n 2 B . .\n  3 . . .\nwhite to move",
		}},
		{"what cannot be played", []string{"play b d1", "play b 1a", "play b pass", "play green a1", "play b", "play b a1 a2", "play b b2", "play w b2", "showboard"}, []string{
			"? that is off the board: cells run from a1 to c3",
			"? the letter comes first: write a1",
			"? a cell is a letter and a number, such as c3: cells run from a1 to c3",
			`? "green" is no colour: write black or white`,
			"? write: play COLOUR VERTEX",
			"? write: play COLOUR VERTEX",
			"= ", "? b2 is taken: choose an empty cell", b2,
		}},
		{"the end by a chain", []string{"final_score", "play w a1", "play w b1", "play w c1", "final_score", "genmove b", "genmove w", "play b b2", "play b swap-pieces", "play b resign", "showboard", "undo", "final_score"}, []string{
			"? the game is not over", "= ", "= ", "= ", "= W+",
			"? the game is over: white has joined its edges",
			"? the game is over: white has joined its edges",
			"? the game is over: white has joined its edges",
			"? the game is over: white has joined its edges",
			"? the game is over: white has joined its edges",
			"= \n  a b c\n1 W W W\n 2 . . .\n  3 . . .\nwhite has won", "= ", "? the game is not over",
		}},
		{"the end by giving up", []string{"play b b2", "play w resign", "final_score", "genmove b", "undo", "showboard"}, []string{
			"= ", "= ", "= B+", "? the game is over: white has resigned", "= ", b2,
		}},
		{"giving up as a command", []string{"resign", "final_score", "undo", "resign white", "final_score", "undo", "resign green"}, []string{
			"= ", "= W+", "= ", "= ", "= B+", "= ", `? "green" is no colour: write black or white`,
		}},
		{"taking over the first stone", []string{"play b a2", "play w swap-pieces", "showboard", "undo", "swap-pieces", "showboard"}, []string{
			"= ", "= ", "= \n  a b c\n1 . W .\n 2 . . .\n  3 . . .\nblack to move",
			"= ", "= ", "= \n  a b c\n1 . W .\n 2 . . .\n  3 . . .\nblack to move",
		}},
		{"what cannot be taken over", []string{"swap-pieces", "play b b2", "play b swap-pieces", "showboard", "play w a1", "play b swap-pieces"}, []string{
			"? black can swap only as the answer to the first stone", "= ",
			"? black can swap only as the answer to the first stone", b2, "= ",
			"? black can swap only as the answer to the first stone",
		}},
		{"no swap unless it is allowed", []string{"play b b2", "genmove w", "undo", "param swap 1", "genmove w", "genmove w", "showboard"}, []string{
			"= ", "= a1", "= ", "= ", "= swap-pieces", "= a1", "= \n  a b c\n1 W . .\n 2 . W .\n  3 . . .\nblack to move",
		}},
		{"taking back at the start", []string{"undo", "play b b2", "undo", "undo"}, []string{
			"? there is no move to take back", "= ", "= ", "? there is no move to take back",
		}},
		{"a new board", []string{"play b b2", "clear_board", "showboard", "undo", "boardsize 4 4", "play b d4", "boardsize 3", "showboard"}, []string{
			"= ", "= ", empty3, "? there is no move to take back", "= ", "= ", "= ", empty3,
		}},
		{"boards that cannot be had", []string{"play b b2", "boardsize 2", "boardsize 26", "boardsize 1000000000", "boardsize -3", "boardsize x", "boardsize 2 4", "boardsize 4 26", "boardsize", "showboard"}, []string{
			"= ", "? size must be a whole number from 3 to 25", "? size must be a whole number from 3 to 25",
			"? size must be a whole number from 3 to 25", "? size must be a whole number from 3 to 25",
			`? "x" is no number of cells`, "? width must be a whole number from 3 to 25", "? size must be a whole number from 3 to 25", "? write: boardsize WIDTH [HEIGHT]", b2,
		}},
		{"unequal sides: width, then height", []string{"boardsize 4 3", "showboard", "play w a2", "play b d1", "play b a4", "play w b2", "play w c2", "play w d2", "showboard"}, []string{
			"= ", "= \n  a b c d\n1 . . . .\n 2 . . . .\n  3 . . . .\nblack to move", "= ", "= ",
			"? that is off the board: cells run from a1 to d3", "= ", "= ", "= ",
			"= \n  a b c d\n1 . . . B\n 2 W W W W\n  3 . . . .\nwhite has won",
		}},
		{"unequal sides stay, and have no swap", []string{"boardsize 4 3", "param swap 1", "play b a1", "play w swap-pieces", "genmove w", "clear_board", "genmove b", "showboard"}, []string{
			"= ", "= ", "= ", "? there is no swap on a board with unequal sides", "= b1", "= ", "= a1",
			"= \n  a b c d\n1 B . . .\n 2 . . . .\n  3 . . . .\nwhite to move",
		}},
		{"nothing after quit", []string{"quit", "name"}, []string{"= "}},
		{"parameters", []string{"param", "param time 2.5", "param TIME", "param level easy", "param level", "param level max", "param"}, []string{
			"= time 0\nthreads 0\nlevel max\nengine auto\nplayouts 0\nseed 0\nwithout none\nnetwork own\nswap 0",
			"= ", "= 2.5", "= ", "= easy", "= ",
			"= time 2.5\nthreads 0\nlevel max\nengine auto\nplayouts 0\nseed 0\nwithout none\nnetwork own\nswap 0",
		}},
		{"parameters that cannot be had", []string{"param pace 1", "param time -1", "param time NaN", "param threads 65", "param swap 2", "param seed x", "param level none", "param"}, []string{
			`? there is no parameter "pace"; the parameters are: time, threads, level, engine, playouts, seed, without, network, swap`,
			`? "-1" must be a number of seconds, at most a day`,
			`? "NaN" must be a number of seconds, at most a day`,
			`? "65" must be a whole number from 0 to 64`,
			`? "2" must be a whole number from 0 to 1`,
			`? "x" must be a whole number from 0`,
			"? there is no level none",
			"= time 0\nthreads 0\nlevel max\nengine auto\nplayouts 0\nseed 0\nwithout none\nnetwork own\nswap 0",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := talk(t, newEngine(), append([]string{"boardsize 3"}, tt.input...)...)
			if diff := cmp.Diff(append([]string{"= "}, tt.want...), got); diff != "" {
				t.Errorf("the answers differ (-want +got):\n%s", diff)
			}
		})
	}
}

// TestCommandsAreListed finds every command of the list known, and the other way
// round.
func TestCommandsAreListed(t *testing.T) {
	list := strings.Fields(strings.TrimPrefix(talk(t, newEngine(), "list_commands")[0], "= "))
	if len(list) != len(commands()) {
		t.Errorf("%d commands are listed of %d", len(list), len(commands()))
	}
	for _, name := range list {
		if got := talk(t, newEngine(), "known_command "+name)[0]; got != "= true" {
			t.Errorf("known_command %s answers %q", name, got)
		}
	}
}

// TestLongLine: an overlong line is refused, and the next is read.
func TestLongLine(t *testing.T) {
	got := talk(t, newEngine(), "play b "+strings.Repeat("a", 2<<20), "name")
	if len(got) != 2 || !strings.HasPrefix(got[0], "? the line is longer") || got[1] != "= Sixfold" {
		t.Errorf("the answers are %.80q", got)
	}
}

func TestServeParameters(t *testing.T) {
	var out strings.Builder
	in := strings.NewReader("param")
	if err := newEngine().Serve(t.Context(), []string{"time=3", "threads=1", "engine=mcts"}, in, &out); err != nil {
		t.Fatal(err)
	}
	want := "= time 3\nthreads 1\nlevel max\nengine mcts\nplayouts 0\nseed 0\nwithout none\nnetwork own\nswap 0\n\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
	for _, word := range []string{"time", "pace=1", "level=none", "swap=yes"} {
		err := newEngine().Serve(t.Context(), []string{word}, strings.NewReader("name"), &out)
		if _, ok := engine.Why(err); !ok {
			t.Errorf("parameter %q: %v, want a refusal", word, err)
		}
	}
}

// TestNetwork reads weights from a file, by parameter, and refuses what are none.
func TestNetwork(t *testing.T) {
	var weights bytes.Buffer
	if err := net.NewParams(1).Write(&weights); err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for path, data := range map[string][]byte{"good.bin": weights.Bytes(), "short.bin": weights.Bytes()[:weights.Len()/2]} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e := newEngine()
	var asked []player.Options
	e.NewPlayer = func(s player.Options) (engine.Player, error) {
		asked = append(asked, s)
		return first{}, nil
	}
	got := talk(t, e, "param network bad.bin", "param network short.bin", "param network", "param network good.bin",
		"param without LINKS,saves", "param network", "param without", "param network own", "param without none", "genmove b")
	want := []string{"= own", "= ", "= ", "= good.bin", "= links,saves", "= ", "= ", "= a1"}
	if diff := cmp.Diff(want, got[2:]); diff != "" {
		t.Error(diff)
	}
	for i, start := range []string{"? the network cannot be read: ", "? the network cannot be used: "} {
		if !strings.HasPrefix(got[i], start) {
			t.Errorf("answer %d is %q, want it to begin with %q", i, got[i], start)
		}
	}
	for i, s := range asked {
		if loaded := i < 2; (s.Network != nil) != loaded {
			t.Errorf("player %d is asked for with network %v", i, s.Network)
		}
	}
	if len(asked) != 4 || !cmp.Equal(asked[1].Without, []string{"links", "saves"}) || asked[3].Without != nil {
		t.Errorf("the players asked for are %+v", asked)
	}
}

func TestServeEnds(t *testing.T) {
	broken := errors.New("broken")
	if err := newEngine().Serve(t.Context(), nil, iotest.ErrReader(broken), new(strings.Builder)); !errors.Is(err, broken) {
		t.Errorf("with broken input: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := newEngine().Serve(ctx, nil, strings.NewReader("name"), new(strings.Builder)); !errors.Is(err, context.Canceled) {
		t.Errorf("when the context has ended: %v", err)
	}
}

// TestPlaysHex lets a player of Hex win by the one stone that wins, and prevent it.
func TestPlaysHex(t *testing.T) {
	lines := []string{"boardsize 4", "param playouts 500", "play b b1", "play b b2", "play b b3", "play w a4"}
	for colour, result := range map[string]string{"b": "= B+", "w": "? the game is not over"} {
		got := talk(t, &Engine{Now: time.Now, NewPlayer: player.New}, append(lines, "genmove "+colour, "final_score")...)
		if got[6] != "= b4" || got[7] != result {
			t.Errorf("%s moves, and the result: %q, want b4 and %q", colour, got[6:], result)
		}
	}
}

// TestFacingKnowsTheLastStone: a player that answers a stone knows it, and one that moves twice in
// a row has none.
func TestFacingKnowsTheLastStone(t *testing.T) {
	b, err := newBoard(5, 5)
	if err != nil {
		t.Fatal(err)
	}
	if b, err = b.placed(hex.Red, "a2"); err == nil {
		b, err = b.swapped(hex.Blue)
	}
	for _, step := range []struct {
		after string
		mover hex.Colour
		last  string
	}{{"", hex.Red, "b1"}, {"c3", hex.Blue, "c3"}, {"d1", hex.Red, ""}} {
		if step.after != "" {
			b, err = b.placed(hex.Red, step.after)
		}
		if err != nil {
			t.Fatal(err)
		}
		p, err := b.positionFor(step.mover, false)
		if err != nil {
			t.Fatal(err)
		}
		name := ""
		if last, ok := p.Last(); ok {
			name = p.Grid().Name(last)
		}
		if name != step.last || p.Mover() != step.mover {
			t.Errorf("%v is to answer %q, want %v and %q", p.Mover(), name, step.mover, step.last)
		}
	}
}
