package hex_test

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex"
)

// TestSGFSetsUp: files with AB, AW, AE and PL. The board is as rows of ".RB", and who is to move.
func TestSGFSetsUp(t *testing.T) {
	tests := []struct{ name, file, setup, moves string }{
		{"lists of cells", "(;AP[HexGui:0.2]FF[4]GM[11]SZ[3];AB[b1][a3]\nAW[a2])", ".R./B../R.. blue to move", ""},
		{"in the first node", "(;FF[4]GM[11]SZ[3]AB[b1]AW[a2])", ".R./B../... red to move", ""},
		{"white to play", "(;FF[4]GM[11]SZ[3]PL[W]AB[b1]AW[a2])", ".R./B../... blue to move", ""},
		{"black to play, though it has more", "(;FF[4]GM[11]SZ[3]AB[b1][c1]AW[a2]PL[B])", ".RR/B../... red to move", ""},
		{"in words", "(;FF[4]GM[11]SZ[3]AB[b1]AW[a2]PL[white])", ".R./B../... blue to move", ""},
		{"a rectangle", "(;GM[11]SZ[4]AB[a1:c2]AW[a3:b4])", "RRR./RRR./BB../BB.. blue to move", ""},
		{"a rectangle from its other corners", "(;GM[11]SZ[4]AB[c1:a2]AW[b4:a3])", "RRR./RRR./BB../BB.. blue to move", ""},
		{"a rectangle without some cells", "(;GM[11]SZ[4]AB[a1:d4]AE[b1:d3]AW[d1])", "R..B/R.../R.../RRRR blue to move", ""},
		{"a rectangle in letters", "(;GM[11]SZ[4]AW[aa:bb]AB[dd])", "BB../BB../..../...R red to move", ""},
		{"a property twice, blanks inside", "(;GM[11]SZ[3]AB[ a1 ]AB[ B1 : C1 ]AW[ a2])", "RRR/B../... blue to move", ""},
		{"no value", "(;GM[11]SZ[3]AB[]AW[a2])", ".../B../... red to move", ""},
		{"played on", "(;GM[11]SZ[3]AB[b1]AW[a2];B[c1];W[c2])", ".R./B../... red to move", "c1 c2"},
		{"no stones, though Black should move and White does", "(;GM[11]SZ[3]AB[]PL[B];W[a1])", ".../.../... blue to move", "a1"},
		{"played on by who is said to move", "(;GM[11]SZ[3]AB[b1]AW[a2]PL[W];W[c1];B[c2])", ".R./B../... blue to move", "c1 c2"},
		{"played on by White, though nothing says it", "(;GM[11]SZ[3]AB[b1]AW[a2];W[c1];B[c2])", ".R./B../... blue to move", "c1 c2"},
		{"after moves", "(;GM[11]SZ[3];B[b1];W[a2];AB[c1];B[c3])", ".RR/B../... red to move", "c3"},
		{"a move taken away", "(;GM[11]SZ[3];B[b1];W[a2];AE[a2];W[b2];B[c3])", ".R./.../... blue to move", "b2 c3"},
		{"again after each", "(;GM[11]SZ[3]AB[a1];W[a2];AW[b2];B[c3])", "R../BB./... red to move", "c3"},
		{"what is there already", "(;GM[11]SZ[3];B[b1];W[a2];AB[b1]AE[c3]PL[B];B[c1])", "", "b1 a2 c1"},
		{"only that White begins", "(;GM[11]SZ[3]PL[W];W[b1];B[a2])", "", "b1 a2"},
		{"only that Black begins", "(;GM[11]SZ[3]PL[B];B[b1];W[a2])", "", "b1 a2"},
		{"the turn passed on", "(;GM[11]SZ[3];B[b1];PL[B];B[c1])", ".R./.../... red to move", "c1"},
		{"unequal sides", "(;GM[11]SZ[4:3]AB[d1]AW[a3])", "...R/..../B... red to move", ""},
		{"the source's convention: mirrored", "(;GM[11]SZ[3]RU[source]AB[b1:c1]AW[c3])", ".../R../R.B blue to move", ""},
		{"after the sides were swapped", "(;GM[11]SZ[3];B[b1];W[swap-sides];AB[c1])", ".../B../B.. red to move", ""},
		// Positions of HexGui in boardlaw's tests and in benzene's collection.
		{"boardlaw, 3x3", "(;AP[HexGui:1.0.]FF[4]GM[11]SZ[3];AB[a1]AW[a2]PL[B])", "R../B../... red to move", ""},
		{"Hein's puzzle 2 of 3x3", "(;AP[HexGui:1.0.]FF[4]GM[11]SZ[3];AB[a2][b3]AW[a1]PL[W])", "B../R../.R. blue to move", ""},
		{"Hein's puzzle 4 of 4x4", "(;AP[HexGui:1.0.]FF[4]GM[11]SZ[4];AB[d1][a4]AW[c2]PL[W])", "...R/..B./..../R... blue to move", ""},
		{"Hein's puzzle 5 of 4x4", "(;AP[HexGui:1.0.]FF[4]GM[11]SZ[4];AB[a4]AW[a1]PL[B])", "B.../..../..../R... red to move", ""},
		{"HexGui from git, 9x9", "(;AP[HexGui:0.9.GIT]FF[4]GM[11]SZ[9];AB[g1][f3][e5][d6][d7]AW[i1][c2][c7][e7][c9]PL[B])", "......R.B/..B....../.....R.../........./....R..../...R...../..BRB..../........./..B...... red to move", ""},
		{"the edge template 432, more stones of White", "(;AP[HexGui:0.2]FF[4]GM[11]SZ[11];AB[a3]AW[e1][d2][c3])", "....B....../...B......./R.B......../" + strings.Repeat(".........../", 7) + "........... red to move", ""},
		{"blanks within a list", "(;AP[HexGui:1.0.]FF[4]GM[11]SZ[4];AB[a1][b2] [c3]AW[d4]PL[B])", "R.../.R../..R./...B red to move", ""},
		{"won already", "(;GM[11]SZ[3]AB[a1:a3])", "R../R../R.. blue to move", ""},
		{"full", "(;GM[11]SZ[3]AB[a1:a3]AW[b1:c3])", "RBB/RBB/RBB red to move", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			record := decoded(t, "sgf", tt.file)
			if got := record.Options.Text("setup"); got != tt.setup || strings.Join(record.Moves, " ") != tt.moves {
				t.Errorf("set up %q, moves %q; want %q, %q", got, record.Moves, tt.setup, tt.moves)
			}
			again(t, record)
		})
	}
}

func decoded(t *testing.T, id, text string) engine.Record {
	t.Helper()
	record, err := format(t, id).Decode(t.Context(), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return record
}

// again writes a record as SGF, and demands that it is read as the same game.
func again(t *testing.T, record engine.Record) {
	t.Helper()
	want, err := engine.Replay(t.Context(), &hex.Game, record.Options, record.Moves)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := format(t, "sgf").Encode(t.Context(), record)
	if err != nil {
		t.Fatal(err)
	}
	written := string(answer.Files[0].Data)
	read := decoded(t, "sgf", written)
	got, err := engine.Replay(t.Context(), &hex.Game, read.Options, read.Moves)
	if err != nil || got.String() != want.String() || got.Turn() != want.Turn() || got.Outcome().Winner != want.Outcome().Winner || len(read.Moves) != len(record.Moves) {
		t.Errorf("%v\n%s\nis written as %s and read as\n%s", err, want, written, got)
	}
}

func TestSGFSetsUpRefuses(t *testing.T) {
	for _, file := range []string{
		"(;GM[11]SZ[3]AB[d1])", "(;GM[11]SZ[3]AB[a1:d4])", "(;GM[11]SZ[3]AW[a1:])", "(;GM[11]SZ[3]AE[:])", "(;GM[11]SZ[3]AB[a1:b2:c3])",
		"(;GM[11]SZ[3]AB[a1];W[swap-pieces])",
	} {
		if r, err := format(t, "sgf").Decode(t.Context(), []byte(file)); err == nil {
			t.Errorf("%s is read as %+v", file, r)
		} else if _, ok := engine.Why(err); !ok {
			t.Errorf("%s: %v, want a refusal", file, err)
		}
	}
}

// TestSetupOption: boards as people and programs write them.
func TestSetupOption(t *testing.T) {
	const want = ".R./B.R/... blue to move"
	tests := []struct{ name, text, want string }{
		{"rows", ". R . / B . R / . . .", want},
		{"without blanks", ".R./B.R/...", want},
		{"lines", ".R.\nB.R\n...\n", want},
		{"lines of another system", ".R.\r\nB.R\r\n...", want},
		{"lines joined by blanks, as a field of one line makes them", ". R . B . R . . .", want},
		{"this program's own", "  a b c\n1 . R .\n 2 B . R\n  3 . . .\n", want},
		{"the same on one line", "a b c 1 . R . 2 B . R 3 . . .", want},
		{"with letters below and numbers at both ends", "  a b c\n1 . R . 1\n 2 B . R 2\n  3 . . . 3\n    a b c", want},
		{"the same on one line", "a b c 1 . R . 1 2 B . R 2 3 . . . 3 a b c", want},
		{"black and white between slanted edges", "  a  b  c\n 1\\.  B  .\\1\n  2\\W  .  B\\2\n   3\\.  .  .\\3\n      a  b  c", ".B./W.B/... white to move"},
		{"MoHex and Wolve, their answer to showboard with its hash", "= \n  8f3b29a017ce55d1\n  a  b  c  \n 1\\.  B  .\\1\n  2\\W  .  B\\2\n   3\\.  .  .\\3\n      a  b  c  \n", ".B./W.B/... white to move"},
		{"the same, inferred stones in small letters, and a hash that begins with b", "  bbbbbbb0017ce551\n  a  b  c  \n 1\\.  B  .\\1\n  2\\W  .  b\\2\n   3\\.  .  .\\3\n      a  b  c  ", ".B./W.B/... white to move"},
		{"OpenSpiel", ". y . \n o . x \n  . . . \n", ".X./O.X/..."},
		{"OpenSpiel, stones at two edges", " y p . \n  . . . \n   . . . ", "XO./.../..."},
		{"boardlaw, without winning marks", ".b.\n w.b\n  ...", ".B./W.B/..."},
		{"letters joined", "abc\n.x.\no.x\n...", ".X./O.X/... o to move"},
		{"small x and o", ". x . / o . x / . . .", ".X./O.X/... O to move"},
		{"stones at edges", ".y./p.z/...", ".X./O.X/..."},
		{"@ and O", "-@-/O-@/---", ".@./O.@/..."},
		{"# and O", "_#_/O_#/___", ".#./O.#/..."},
		{"* and @", ". * .\n @ . *\n  . . .", ".*./@.*/..."},
		{"a rim of marks for the edges", "-***-\n @.*.@\n  @@.*@\n   @...@\n    -***-", ".*./@.*/..."},
		{"almost a rim", "XXXXX/O.X.O/OO.XO/O...O/.XXX.", "XXXXX/O.X.O/OO.XO/O...O/.XXX. blue to move"},
		{"discs", "· ● · / ○ · ● / · · ·", ".●./○.●/..."},
		{"coloured discs", "⚪🔴⚪\n🔵⚪🔴\n⚪⚪⚪", ".🔴./🔵.🔴/..."},
		{"coloured squares", "⬜🟥⬜\n🟦⬜🟥\n⬜⬜⬜", ".🔴./🔵.🔴/..."},
		{"a list of texts", `[".R.", "B.R", "..."]`, want},
		{"numbered rows", "1. . R .\n2. B . R\n3. . . .", want},
		{"who moves, in words", ".R./B.R/... red to move", ".R./B.R/... red to move"},
		{"who moves, first", "White to play:\n.B.\nW..\n...", ".B./W../... white to move"},
		{"who moves, by its letter", ".x./o../... o to move", ".X./O../... blue to move"},
		{"whose turn it is", ".B./W../... Black's turn", ".B./W../... red to move"},
		{"blue alone", "..B/.../...", "..B/.../... red to move"},
		{"white alone", "..W/.../...", "..W/.../... red to move"},
		{"nothing", "... / ... / ... blue to move", ".../.../... blue to move"},
		{"more columns", "....R/B..../.....", "....R/B..../..... red to move"},
		{"more rows", "..R/B../.../...", "..R/B../.../..."},
		{"very unequal counts", "RRR/B../...", "RRR/B../... blue to move"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o, p := opened(t, map[string]any{"setup": tt.text})
			_, want := opened(t, map[string]any{"setup": tt.want})
			if p.String() != want.String() || p.Turn() != want.Turn() {
				t.Errorf("%d to move on\n%s\nwant %d to move on\n%s", p.Turn(), p, want.Turn(), want)
			}
			if twice, err := hex.Game.Prepared(engine.Env{}, o); err != nil || twice.Text("setup") != o.Text("setup") {
				t.Errorf("%q is prepared as %q once more, %v", o.Text("setup"), twice.Text("setup"), err)
			}
			again(t, engine.Record{Options: o})
		})
	}
}

// opened returns the options and the position of `new` with raw options.
func opened(t *testing.T, raw map[string]any) (engine.Options, engine.Position) {
	t.Helper()
	asked, err := engine.ParseOptions(hex.Game.Options, raw, false)
	if err != nil {
		t.Fatal(err)
	}
	o, err := hex.Game.Prepared(engine.Env{}, asked)
	if err != nil {
		t.Fatal(err)
	}
	p, err := hex.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return o, p
}

// TestSetupWithOtherOptions: the size follows from the rows, and tells them apart where they are not.
func TestSetupWithOtherOptions(t *testing.T) {
	o, p := opened(t, map[string]any{"setup": "R...B.......", "width": 4, "weighted": true, "convention": "source"})
	if got := p.(*hex.Position); got.Width() != 4 || got.Height() != 3 || !got.Weighted() || o.Int("size") != 3 || o.Bool("swap") {
		t.Errorf("options %v, the board is\n%s", o, got)
	}
	if _, p = opened(t, map[string]any{"setup": "R..........B", "size": 4}); p.(*hex.Position).Width() != 3 {
		t.Errorf("the board is\n%s", p)
	}
	if _, err := hex.Game.ClassOf(o); err == nil {
		t.Error("a game on a board that was set up is rated")
	}
}

// TestSetupSays how the marks were read.
func TestSetupSays(t *testing.T) {
	for text, want := range map[string]string{
		".R./B.R/...": "Set up with 2 red stones and one blue stone.",
		".x./o.x/...": "Set up with 2 red stones and one blue stone. X is Red, O is Blue.",
		"..B/.../...": "Set up with 0 red stones and one blue stone.",
		".B./W../...": "Set up with one red stone and one blue stone. B is Red, W is Blue.",
		"⚪🔴⚪/⚪⚪⚪/⚪⚪⚪": "Set up with one red stone and 0 blue stones. 🔴 is Red, 🔵 is Blue.",
	} {
		_, p := opened(t, map[string]any{"setup": text})
		if got := p.(engine.Teller).Told().String(); got != want {
			t.Errorf("%q says %q, want %q", text, got, want)
		}
	}
}

func TestSetupRefusesBoards(t *testing.T) {
	tests := []struct {
		raw map[string]any
		why string
	}{
		{map[string]any{"setup": "no stones"}, `the stones must be R and B, or B and W, or X and O, and empty cells dots, as in ` + "`.R. / B.R / ...`" + `, and nothing like "N"`},
		{map[string]any{"setup": "///"}, "has no cells"},
		{map[string]any{"setup": "..R/../..."}, "row 1 has 3 cells, row 2 has 2"},
		{map[string]any{"setup": "a b c d\n. . R\n. B .\n. . ."}, "name 4 columns, and its rows have 3 cells"},
		{map[string]any{"setup": "R.R.R"}, "where its rows end"},
		{map[string]any{"setup": "../.."}, "must be a whole number from 3"},
		{map[string]any{"setup": "RBW/.../..."}, "must be R and B, or B and W, or X and O"},
		{map[string]any{"setup": ".../.../... green to move"}, "neither red nor blue"},
		{map[string]any{"setup": ".../.../...", "size": 5}, "3 rows and 3 columns: leave `size` and `width` out"},
		{map[string]any{"setup": ".../.../...", "swap": true}, "no swap"},
		{map[string]any{"setup": "R../R../R.."}, "nothing to play on this board: red joins top and bottom"},
		{map[string]any{"setup": ".../.../...", "puzzle": "random"}, "leave out `setup`"},
	}
	for _, tt := range tests {
		asked, err := engine.ParseOptions(hex.Game.Options, tt.raw, false)
		if err == nil {
			_, err = hex.Game.Prepared(engine.Env{}, asked)
		}
		if why, ok := engine.Why(err); !ok || !strings.Contains(why.String(), tt.why) {
			t.Errorf("%v: %v, want %q", tt.raw, err, tt.why)
		}
	}
}

// TestRowsRead: a written board is a game without moves, also one that is won.
func TestRowsRead(t *testing.T) {
	record := decoded(t, "rows", "  a b c\n1 B . W\n 2 B . .\n  3 B . .\n")
	if record.Outcome.Status != engine.Won || record.Outcome.Winner != 0 || record.Options.Text("setup") != "B.W/B../B.. blue to move" {
		t.Errorf("read as %+v", record)
	}
	if _, err := format(t, "rows").Decode(t.Context(), []byte(strings.Repeat(".R./", 3000))); err == nil {
		t.Error("a text of 12,000 bytes is read")
	}
}

func TestHexWorldRefusesSetUp(t *testing.T) {
	o, _ := opened(t, map[string]any{"setup": ".R./B.R/..."})
	_, err := format(t, "hexworld").Encode(t.Context(), engine.Record{Options: o})
	if why, ok := engine.Why(err); !ok || !strings.Contains(why.String(), "set up") {
		t.Errorf("%v, want a refusal that says why", err)
	}
}

// TestReviewOfSetUp: a game from a board that was set up is looked back on like others.
func TestReviewOfSetUp(t *testing.T) {
	o, _ := opened(t, map[string]any{"setup": ".R../..../..../B... red to move"})
	p, err := engine.Replay(t.Context(), &hex.Game, o, strings.Fields("d4 b2 c3 b3 c4"))
	if err != nil {
		t.Fatal(err)
	}
	review := hex.NewReview(t.Context(), p.(*hex.Position))
	if len(review.Red) != 6 || review.Position.At(1) != hex.Red || review.Position.Stones() != 2+review.Ply {
		t.Errorf("the review has %d chances, and the board before move %d is\n%s", len(review.Red), review.Ply+1, review.Position)
	}
}

func FuzzSetup(f *testing.F) {
	f.Add(". R . / B . R / . . .")
	f.Add("  a b c\n1 . B .\n 2 W . B\n  3 . . .\nwhite to play")
	f.Add("⚪🔴⚪\n🔵⚪🔴\n⚪⚪⚪")
	f.Add("(;GM[11]SZ[4]AB[a1:c2]AW[d4]PL[W];W[a4])")
	f.Fuzz(func(t *testing.T, text string) {
		enginetest.Bounded(t, len(text), func() {
			for _, id := range []string{"rows", "sgf"} {
				record, err := format(t, id).Decode(t.Context(), []byte(text))
				if _, ok := engine.Why(err); err != nil && !ok {
					t.Fatalf("%s: %v, want a refusal", id, err)
				}
				if err == nil {
					again(t, record)
				}
			}
		})
	})
}

// TestSetupBounded: half a megabyte of rectangles, and of stones set up again after each move.
func TestSetupBounded(t *testing.T) {
	for _, text := range []string{
		"(;GM[11]SZ[19]AB" + strings.Repeat("[a1:s19]", 1<<16) + ")",
		"(;GM[11]SZ[19]" + strings.Repeat(";AE[a1:s19];B[a1];W[s19]", 15_000) + ")",
		"(;GM[11]SZ[19]" + strings.Repeat("AB[a1:s19]AE[a1:s19]", 20_000) + ")",
	} {
		enginetest.Bounded(t, len(text), func() { decoded(t, "sgf", text) })
	}
}
