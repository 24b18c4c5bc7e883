package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
	"github.com/sixfold-bot/sixfold/render"
)

// worst is a table that costs as much as one of its game can.
type worst struct {
	name, game string
	options    map[string]any
	moves      []string
}

// lesser are tables like one that costs more: they are asked in the long form alone.
var lesser = []string{"the same for long", "a wheel", "Z128", "D64", "S5", "Z2^7", "a full board, weighted false"}

// alike are what costs as much as the same of another table: it is asked in the long form alone.
var alike = map[string]string{"long numbers": "its view film"}

// mostMoves is how many moves a table has at most by the usual settings.
const mostMoves = 5000

// again is a list of lines repeated until a table is full.
func again(lines ...string) []string {
	return slices.Repeat(lines, mostMoves/len(lines))
}

// worstTables are the worst that are known.
func worstTables(t *testing.T) []worst {
	t.Helper()
	return slices.Concat(worstHex(), worstADE(), worstGordon(t), []worst{
		{"a table full of pieces", "connexion", nil, []string{"lay " + board.FormatPairs(connexion(t))}},
		{"pieces laid and removed", "connexion", nil, again("place 1 c5", "remove c5")},
		{"squares laid and removed", "octopuszle", map[string]any{"seed": 1, "started": 0}, again("place 0 b2", "remove b2")},
		{"rounds and rounds", "atom4", nil, longMatch()},
		{"a reading", "iching", map[string]any{"question": strings.Repeat("?", 300)}, []string{"throw 6 9 6 9 6 9 at 2026-03-01T12:00:00Z"}},
	})
}

// worstHex are full boards of the greatest size: nobody joins their edges before the end.
func worstHex() (list []worst) {
	for _, weighted := range []bool{false, true} {
		// Red has two columns and then Blue, but for the last row, which is Blue's. Blue's
		// columns join no sides, and the last row does so at the end.
		var lines [2][]string
		for row := range hex.MaxSize {
			for col := range hex.MaxSize {
				seat := col / 2 % 2
				if row == hex.MaxSize-1 {
					seat = 1
				}
				lines[seat] = append(lines[seat], string(rune('a'+col))+strconv.Itoa(row+1))
			}
		}
		var moves []string
		for i := range min(len(lines[0]), len(lines[1])) {
			moves = append(moves, lines[0][i], lines[1][i])
		}
		options := map[string]any{"size": hex.MaxSize, "swap": false, "weighted": weighted}
		list = append(list, worst{fmt.Sprint("a full board, weighted ", weighted), "hex", options, moves})
	}
	return list
}

// worstADE are runs that are long, wide, or of long numbers.
func worstADE() []worst {
	var path, complete, wheel []string
	for i := 1; i < 64; i++ {
		path = append(path, fmt.Sprint(i, "-", i+1))
		wheel = append(wheel, fmt.Sprint("0-", i), fmt.Sprint(i, "-", i%63+1))
		for j := range i + 1 {
			if j > 0 {
				complete = append(complete, fmt.Sprint(j, "-", i+1))
			}
		}
	}
	cycle := append(slices.Clone(path), "64-1")
	long := strings.Repeat("9", 2000)
	edges := func(list []string) map[string]any { return map[string]any{"edges": strings.Join(list, " ")} }
	return []worst{
		{"each two of 64 nodes are neighbours", "ade", edges(complete), []string{"set V1 1", "fire 40"}},
		{"the same for long", "ade", edges(complete), []string{"set V1 1", "fire 250"}},
		{"a wheel", "ade", edges(wheel), []string{"set V1 1", "fire 400"}},
		{"a cycle", "ade", edges(cycle), again("set V1 1", "fire 9", "edit")},
		{"long numbers", "ade", edges(cycle), []string{"set all " + long, "fire 70"}},
		{"long numbers for two", "ade", map[string]any{"mode": "duel", "type": "E", "degree": 8, "values": strings.TrimSpace(strings.Repeat(long+" ", 8))}, []string{"fire", "fire", "fire"}},
		{"an unknown end", "ade", map[string]any{"type": "E", "degree": 10}, again("set all 1", "exhaust 0")},
	}
}

// worstGordon are the largest groups, one of them read from a table and without a name.
func worstGordon(t *testing.T) (list []worst) {
	t.Helper()
	for _, name := range []string{"Z128", "D64", "S5", "Z2^7"} {
		list = append(list, worst{name, "gordon", map[string]any{"group": name}, []string{"0 0"}[:0]})
	}
	unknown := engine.File{Name: "group.grp", Data: nameless()}
	if table, err := group.ReadTable(unknown.Data); err != nil || table.Name() != "" {
		t.Fatalf("the group is %v, %v", table, err)
	}
	return append(list, worst{"a table of a group without a name", "gordon", map[string]any{"file": unknown}, nil})
}

// nameless is the table of a group of order 128 that the catalogue lacks, although it has
// elements of the same kinds as some there: pairs (x, z) of 3 and 4 bits, of which a product adds
// to z what depends on both x.
func nameless() []byte {
	const low, order = 4, 128
	form := [3][3]int{{1, 2, 4}, {0, 8, 3}, {0, 0, 5}}
	product := func(a, b int) int {
		z := a ^ b
		for i := range 3 {
			for j := range 3 {
				if a>>(low+i)&1 != 0 && b>>(low+j)&1 != 0 {
					z ^= form[i][j]
				}
			}
		}
		return z
	}
	var out strings.Builder
	for a := range order {
		fmt.Fprint(&out, "e", a, " ")
	}
	out.WriteString("!\n")
	for a := range order {
		for b := range order {
			fmt.Fprint(&out, "e", product(a, b), " ")
		}
		out.WriteByte('\n')
	}
	return []byte(out.String())
}

// connexion are the pieces of a solution.
func connexion(t *testing.T) []board.Piece {
	t.Helper()
	search := solver.Default()
	search.Frame = labyrinth.Board
	s, err := solver.New(search, 1)
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return found.Pieces
}

// longMatch is a match of Atom-4 without an end.
func longMatch() (moves []string) {
	games := show.NewGames(Games(), nil)
	p, err := games.ByID["atom4"].Game.New(nil)
	for n := 0; err == nil && n < mostMoves; n++ {
		legal := p.(engine.Picker).Moves()
		moves = append(moves, legal[7*n%len(legal)])
		_, err = p.Play(moves[n])
	}
	return moves
}

// TestWorstTables: whatever is asked of the worst tables takes no more of the processor and
// of memory than a request may.
func TestWorstTables(t *testing.T) {
	enginetest.Alone(t)
	games := show.NewGames(Games(), nil)
	for _, w := range worstTables(t) {
		if !enginetest.Long() && slices.Contains(lesser, w.name) {
			continue
		}
		t.Run(w.game+" "+w.name, func(t *testing.T) { w.check(t, games.ByID[w.game]) })
	}
}

// check asks a table all that can be asked of it.
func (w worst) check(t *testing.T, entry *show.Entry) {
	t.Helper()
	g := entry.Game
	asked, err := engine.ParseOptions(g.Options, w.options, true)
	if err != nil {
		t.Fatal(err)
	}
	o, err := g.Prepared(engine.Env{Now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}, asked)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	const picture = 64 << 10 // what may be allocated for one, or for a film, as an input
	length := picture + len(stored)
	for _, m := range w.moves {
		length += len(m)
	}
	does := func(what string, do func() error) {
		t.Helper()
		if !enginetest.Long() && alike[w.name] == what {
			return
		}
		enginetest.Bounded(t, length, func() {
			if err := do(); err != nil && !isRefusal(err) {
				t.Errorf("%s: %v", what, err)
			}
		})
		if t.Failed() {
			t.Fatalf("that was: %s", what)
		}
	}
	var p engine.Position
	does("a replay", func() (err error) {
		p, err = engine.Replay(t.Context(), g, o, w.moves)
		if err != nil {
			t.Fatal(err)
		}
		return nil
	})
	does("what it says", func() error {
		_ = p.Describe().String()
		_ = p.Outcome().Reason.String()
		if teller, ok := p.(engine.Teller); ok {
			_ = teller.Told().String()
		}
		if lister, ok := p.(engine.Picker); ok {
			_ = lister.Moves()
		}
		return nil
	})
	for _, v := range g.Verbs {
		for _, a := range v.Args {
			if a.Suggest != nil {
				does("suggestions for "+v.Name, func() error {
					_ = a.Suggest(p, "")
					return nil
				})
			}
		}
	}
	if enginetest.UnderRace {
		return // each picture is drawn by one goroutine
	}
	does("its picture", func() error {
		_, err := render.PNG(entry.Draw, p, render.Style{})
		return err
	})
	for _, f := range g.Formats {
		if f.Encode != nil {
			does("its form as "+f.ID, func() error {
				a, err := f.Encode(t.Context(), engine.Record{Options: o, Moves: w.moves, Outcome: p.Outcome()})
				return shown(t, entry, a, err)
			})
		}
	}
	for _, v := range g.Views {
		args, err := engine.ParseOptions(v.Args, nil, false)
		if err != nil {
			continue
		}
		does("its view "+v.Name, func() error {
			ctx, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
			defer stop()
			a, err := v.Show(ctx, p, args)
			return shown(t, entry, a, err)
		})
	}
}

// shown draws what an answer shows.
func shown(t *testing.T, entry *show.Entry, a engine.Answer, err error) error {
	t.Helper()
	for _, scene := range a.Scenes {
		if err != nil {
			break
		}
		switch scene := scene.(type) {
		case engine.Film:
			_, err = render.GIF(t.Context(), entry.Draw, scene, render.Style{})
		case engine.Drawing:
			_, err = render.File(entry.Draw, entry.Encode, scene, render.Style{})
		default:
			_, err = render.PNG(entry.Draw, scene, render.Style{})
		}
	}
	return err
}

func isRefusal(err error) bool {
	_, refused := engine.Why(err)
	return refused
}
