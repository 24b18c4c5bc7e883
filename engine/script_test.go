package engine_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
)

func textOf(g *engine.Game) engine.Format {
	f, _ := g.Format("text")
	return f
}

// wander plays random moves.
func wander(t *testing.T, r *rand.Rand, g *engine.Game, o engine.Options, most int) []string {
	t.Helper()
	p, err := g.New(o)
	if err != nil {
		t.Fatal(err)
	}
	var played []string
	for range most {
		moves := engine.MovesOf(p)
		if len(moves) == 0 {
			break
		}
		move, err := p.Play(moves[r.IntN(len(moves))])
		if err != nil {
			t.Fatal(err)
		}
		played = append(played, move)
	}
	return played
}

// TestTextsComeBack: the same game is read from a text as it is written, with the line breaks of another
// system, in a message's block of code and typed on one line; and from a list of its moves.
func TestTextsComeBack(t *testing.T) {
	r := rand.New(rand.NewPCG(46, 6))
	table := engine.File{Name: "my table; 4.grp", Data: []byte("e a b c !\ne a b c\na e c b\nb c e a\nc b a e\n")}
	for _, tt := range []struct {
		game *engine.Game
		raw  map[string]any
	}{
		{&atom4.Game, nil},
		{&atom4.Game, map[string]any{"round": 4, "rounds": 3}},
		{&gordon.Game, map[string]any{"variant": "standard"}},
		{&gordon.Game, map[string]any{"group": "SL(2,3)", "variant": "misere"}},
		{&gordon.Game, map[string]any{"group": "A4", "variant": "right"}},
		{&gordon.Game, map[string]any{"group": "C11", "variant": "solitaire"}},
		{&gordon.Game, map[string]any{"file": table, "variant": "standard"}},
		{&octopuszle.Game, map[string]any{"started": 0}},
		{&octopuszle.Game, map[string]any{"started": 6, "seed": 9}},
		{&octopuszle.Game, map[string]any{"size": "16", "seed": 4}},
	} {
		o, err := engine.ParseOptions(tt.game.Options, tt.raw, false)
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			moves := wander(t, r, tt.game, o, 1+r.IntN(20))
			answer, err := textOf(tt.game).Encode(t.Context(), engine.Record{Options: o, Moves: moves})
			if err != nil {
				t.Fatal(err)
			}
			data := string(answer.Files[0].Data)
			forms := []string{
				data, strings.ReplaceAll(data, "\n", "\r\n"), strings.ReplaceAll(strings.TrimSpace(data), "\n", ";"),
				strings.ReplaceAll(data, "\n", " \n"), strings.ReplaceAll(strings.TrimSpace(data), "\n", " ; "),
				"```text\n" + data + "```", "```" + data + "```",
			}
			if _, file := o.File("file"); !file {
				options, words, numbered := "", "", ""
				for _, line := range strings.Split(strings.SplitAfterN(data, "\n\n", 2)[0], "\n")[1:] {
					if name, value, ok := strings.Cut(line, " "); ok {
						options, words = options+name+": "+value+"\n", words+name+":"+value+" "
					}
				}
				for i, move := range moves {
					numbered += " " + strconv.Itoa(i+1) + ". " + move
				}
				forms = append(forms, options+strings.Join(moves, "\n"), options+strings.Join(moves, ", "), words+strings.Join(moves, ","), words+numbered, options+"\n"+numbered)
			}
			for _, form := range forms {
				back, err := textOf(tt.game).Decode(t.Context(), []byte(form))
				if err != nil || !slices.Equal(back.Moves, moves) || !equal(back.Options, o) {
					t.Errorf("%s: %q: %v %q, %v; want %v %q", tt.game.ID, form, back.Options, back.Moves, err, o, moves)
				}
			}
		}
	}
}

// TestTextsKeepWhoPlayed: names by seat, the day and how people ended a game come back too.
func TestTextsKeepWhoPlayed(t *testing.T) {
	for _, g := range []*engine.Game{&atom4.Game, &gordon.Game} {
		o, err := engine.ParseOptions(g.Options, nil, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, ended := range []engine.Outcome{
			{Winner: engine.NoSeat},
			{Status: engine.Won, Winner: 1, End: engine.Resigned},
			{Status: engine.Won, Winner: 0, End: engine.OnTime},
			{Status: engine.Won, Winner: 1, End: engine.Forfeited},
			{Status: engine.Drawn, Winner: engine.NoSeat, End: engine.Agreed},
			{Status: engine.Drawn, Winner: engine.NoSeat, End: engine.Cancelled},
		} {
			answer, err := textOf(g).Encode(t.Context(), engine.Record{Options: o, Names: []string{"Ada L", "Björn"}, Date: "2026-11-28", Outcome: ended})
			if err != nil {
				t.Fatal(err)
			}
			back, err := textOf(g).Decode(t.Context(), answer.Files[0].Data)
			got := back.Outcome
			if got.Reason = (engine.Text{}); err != nil || got.Status != ended.Status || got.Winner != ended.Winner || got.End != ended.End {
				t.Errorf("%s: ended as %+v, comes back as %+v, %v", g.ID, ended, got, err)
			}
			if !slices.Equal(back.Names, []string{"Ada L", "Björn"}) || back.Date != "2026-11-28" {
				t.Errorf("%s: comes back as played by %q on %q", g.ID, back.Names, back.Date)
			}
		}
	}
}

// TestTextsStop: a reader whose context has ended plays no more.
func TestTextsStop(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, text := range []string{"# Atom-4\n\ni9\nh9", "i9 h9"} {
		if back, err := textOf(&atom4.Game).Decode(stopped, []byte(text)); !errors.Is(err, context.Canceled) {
			t.Errorf("%q: %v, %v", text, back.Moves, err)
		}
	}
}

func equal(a, b engine.Options) bool {
	for name := range b {
		fa, isFile := a.File(name)
		fb, _ := b.File(name)
		if same := fa.Name == fb.Name && string(fa.Data) == string(fb.Data); isFile && !same || !isFile && a[name] != b[name] {
			return false
		}
	}
	return len(a) == len(b)
}

// TestListsOfMoves: what people type; each line of a test was counted on the board by hand.
func TestListsOfMoves(t *testing.T) {
	for _, tt := range []struct {
		game  *engine.Game
		text  string
		moves string
	}{
		{&atom4.Game, "i9 h9", "i9 h9"},
		{&atom4.Game, " I9,H9 ", "i9 h9"},
		{&atom4.Game, "1. i9 2. h9", "i9 h9"},
		{&atom4.Game, "1.i9 h9\n2.g8", "i9 h9 g8"},
		{&atom4.Game, "1) i9, 2) h9", "i9 h9"},
		{&atom4.Game, "`i9 h9`", "i9 h9"},
		{&atom4.Game, "```\ni9\nh9\n```", "i9 h9"},
		{&atom4.Game, "ｉ９，ｈ９", "i9 h9"},
		{&gordon.Game, "group:Z7\nm=5 p=1, m=2", "m=5 p=1 m=2"},
		{&gordon.Game, "group: Z7; 5 1; p=3", "m=5 p=1 m=2"},
		{&gordon.Game, "m=5 p=1 m=2 m=3 m=1", "m=5 p=1 m=2 m=3 m=1"},
		{&gordon.Game, "m = 5 → p = 1, m = 2 → p = 3", "m=5 p=1 m=2"},
		{&octopuszle.Game, "6 a1, 14 b1", "place 6 a1 place 14 b1"},
		{&octopuszle.Game, "6 a1 14 b1 remove b1", "place 6 a1 place 14 b1 remove b1"},
	} {
		back, err := textOf(tt.game).Decode(t.Context(), []byte(tt.text))
		if err != nil || strings.Join(back.Moves, " ") != tt.moves {
			t.Errorf("%s: %q is %q, %v; want %q", tt.game.ID, tt.text, back.Moves, err, tt.moves)
		}
	}
}

// TestTextsAreRefusedByLine names the line, and of a list what was tried.
func TestTextsAreRefusedByLine(t *testing.T) {
	for _, tt := range []struct {
		game        *engine.Game
		text, words string
	}{
		{&atom4.Game, "# Atom-4\nround 1\n\ni9\na1\n", "line 5: a1 touches no piece"},
		{&atom4.Game, "# Atom-4\nround 9\n\ni9\n", "round must be a whole number from 1 to 6"},
		{&atom4.Game, "# Atom-4\ncolour red\n\ni9\n", `"colour" is not an option; the options are: round, rounds`},
		{&atom4.Game, "# Atom-4\nresult nobody\n\ni9\n", "the result is first or second"},
		{&atom4.Game, "# Atom-4 round 1 i9", "the line breaks of this text are lost"},
		{&atom4.Game, "# Atom-4\n\ni9 h9\n", "line 3: "},
		{&atom4.Game, "# Atom-4\n" + strings.Repeat("\n", 6000) + "i9", "at most 6000 are read"},
		{&atom4.Game, strings.Repeat("i9 ", 1<<18), "at most 524288 are read"},
		{&atom4.Game, "i9 \xff", "it should begin with `# Atom-4`"},
		{&atom4.Game, "i9 h9\ng8 a1 h9", "line 2: `a1`: a1 touches no piece"},
		{&atom4.Game, "# Hex\n\nc3", "line 1: `#`: a cell is a letter"},
		{&gordon.Game, "group:Z7 m=5 p=1 m=5 m=2", "line 1: `m=5 m=2`: the token m = 5 is gone"},
		{&gordon.Game, "group:Z7 m=5 p=1, m=2 p=4", "line 1: `m=2 p=4`: that m leads to the place 3"},
		{&gordon.Game, "# Gordon\nfile table\n\nm=5 p=1", "file must be a file"},
		{&octopuszle.Game, "6 a1, 3 b1", "line 1: `3 b1`: the line of square 3"},
		{&octopuszle.Game, "place 6 a1 place 3 b1", "line 1: `place 3 b1`: the line of square 3"},
		{&octopuszle.Game, strings.Repeat("place 0 b2 remove b2 ", 3001), "at most 6000 moves are read"},
	} {
		_, err := textOf(tt.game).Decode(t.Context(), []byte(tt.text))
		if why, refused := engine.Why(err); !refused || !strings.Contains(why.String(), tt.words) {
			t.Errorf("%s: %.60q is refused by %v; want %q", tt.game.ID, tt.text, err, tt.words)
		}
	}
}

// TestTextsTellResults: what people agreed is kept, and never overrules the rules.
func TestTextsTellResults(t *testing.T) {
	for _, tt := range []struct {
		text string
		want engine.Outcome
	}{
		{"# Atom-4\nresult second time\n\ni9\n", engine.Outcome{Status: engine.Won, Winner: 1, End: engine.OnTime}},
		{"# Atom-4\nresult agreed\n\ni9\n", engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat, End: engine.Agreed}},
		{"i9\nresult: first", engine.Outcome{Status: engine.Won, Winner: 0, End: engine.Resigned}},
		{"# Atom-4\nresult second\n\ni7\nh7\nh6\ng6\ng8\ni9\ng7\ni6\nh9\n", engine.Outcome{Status: engine.Won, Winner: 0}},
	} {
		back, err := textOf(&atom4.Game).Decode(t.Context(), []byte(tt.text))
		if got := back.Outcome; err != nil || got.Status != tt.want.Status || got.Winner != tt.want.Winner || got.End != tt.want.End {
			t.Errorf("%q: %+v, %v; want %+v", tt.text, got, err, tt.want)
		}
	}
}

// FuzzText reads anything in a time that fits its length, and what it reads is written and read again.
func FuzzText(f *testing.F) {
	games := []*engine.Game{&ade.Game, &atom4.Game, &gordon.Game, &octopuszle.Game}
	for game, text := range []string{
		"# ADE\ntype E\ndegree 6\n\nset V1 1\nfire 2\nexhaust\n", "# Atom-4\nround 2\nfirst Ann\nresult first time\n\ni7\nh7\n",
		"# Gordon\nfile \"a.grp\" \"e a !\\ne a\\na e\\n\"\nvariant misere\n\nm=e p=a\n", "# Octopuszle\nstarted 6\nseed 5\n\nplace 0 c3\n",
	} {
		f.Add(game, text)
	}
	for game, text := range []string{"1-2 2-3", "round:2 1. i9, 2) h9", "group: Z7\nm=5 p=1 m=2\nresult: second", "6 a1 14 b1 remove b1"} {
		f.Add(game, text)
		f.Add(game, "```\n"+text+"\n```")
	}
	f.Fuzz(func(t *testing.T, game int, text string) {
		g := games[uint(game)%uint(len(games))]
		enginetest.Bounded(t, len(text), func() {
			record, err := textOf(g).Decode(t.Context(), []byte(text))
			if err != nil {
				if !engine.IsRefusal(err) {
					t.Fatalf("%T: %v", err, err)
				}
				return
			}
			answer, err := textOf(g).Encode(t.Context(), record)
			if err != nil {
				t.Fatal(err)
			}
			again, err := textOf(g).Decode(t.Context(), answer.Files[0].Data)
			if err != nil || !slices.Equal(again.Moves, record.Moves) || !equal(again.Options, record.Options) {
				t.Fatalf("%q is read as %+v, written as\n%s\nand read as %+v, %v", text, record, answer.Files[0].Data, again, err)
			}
		})
	})
}
