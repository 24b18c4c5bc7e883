package board_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

var table = board.Frame{Cols: 18, Rows: 16}

// TestPairs: pieces on a frame go to text and back.
func TestPairs(t *testing.T) {
	var pieces []board.Piece
	for d := range board.Doors(board.Pieces) {
		pieces = append(pieces, board.Piece{Cell: board.CellAt(int(d)%18, int(d)/18), Doors: d})
	}
	text := board.FormatPairs(pieces)
	back, err := board.ParsePairs(text, table)
	if err != nil || !slices.Equal(back, pieces) {
		t.Errorf("%s comes back as %v, %v", text, back, err)
	}
	// the creative is hexagram 1, with six yang lines; the receptive is 2, with none
	if !strings.HasPrefix(text, "2@a1 ") || !strings.HasSuffix(text, " 1@j4") {
		t.Errorf("the pieces are written %s", text)
	}
	for _, same := range []string{"1@c5,2@D5", " 1@c5 ;2@d5\n", "1 @c5"} {
		got, err := board.ParsePairs(same, table)
		if same == "1 @c5" {
			if err == nil {
				t.Errorf("%q is read", same)
			}
			continue
		}
		if err != nil || board.FormatPairs(got) != "1@c5 2@d5" {
			t.Errorf("%q is read as %v, %v", same, got, err)
		}
	}
}

func TestPairsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"1":                         "is no piece on a cell",
		"0@c5":                      "from 1 to 64",
		"65@c5":                     "from 1 to 64",
		"x@c5":                      "from 1 to 64",
		"1@s5":                      "1@s5: ",
		"1@c17":                     "1@c17: ",
		strings.Repeat("1@c5 ", 65): "only 64",
	} {
		_, err := board.ParsePairs(text, table)
		if _, ok := errors.AsType[*engine.Refusal](err); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q is refused with %v, want words %q", text, err, want)
		}
	}
}

func TestJSONRefused(t *testing.T) {
	for text, want := range map[string]string{
		``:                                   "must be a JSON array",
		`{"q":0}`:                            "must be a JSON array",
		`[]`:                                 "0 pieces",
		`[{"q":0,"r":0}]`:                    "piece 1 of the file needs",
		`[{"q":0,"r":0,"doors":1},{"q":.5}]`: "must be a JSON array",
		`[{"q":0,"r":0,"doors":1},{"q":1.5,"r":0,"doors":1}]`: "piece 2 of the file needs",
		`[{"q":0,"r":0,"doors":64}]`:                          "has the doors 64",
		`[{"q":0,"r":0,"doors":-1}]`:                          "has the doors -1",
		`[{"q":10001,"r":0,"doors":1}]`:                       "too far away",
		`[{"q":0,"r":-10001,"doors":1}]`:                      "too far away",
		`[` + strings.Repeat(`{},`, 64) + `{}]`:               "65 pieces",
	} {
		_, err := board.ParseJSON([]byte(text))
		if _, ok := errors.AsType[*engine.Refusal](err); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s is refused with %v, want words %q", text, err, want)
		}
	}
	if _, err := board.ParseJSON([]byte(`[{"q":10000,"r":-10000,"doors":63}]`)); err != nil {
		t.Errorf("the farthest piece: %v", err)
	}
}

// TestJSONTakesLines: of lines of solutions, as a solver prints them, the first counts.
func TestJSONTakesLines(t *testing.T) {
	first, second := solution(t, 1), solution(t, 2)
	text := board.AppendJSON(nil, first)
	text = append(text, '\n')
	text = board.AppendJSON(text, second)
	got, err := board.ParseJSON(text)
	if err != nil || !slices.Equal(got, first) {
		t.Errorf("read %d pieces, %v", len(got), err)
	}
}

// TestKingWen: in King Wen's order hexagrams come in pairs, the second being the first one
// upside down, or where that is the same its opposite.
func TestKingWen(t *testing.T) {
	for n := 1; n < board.Pieces; n += 2 {
		first, second := linesOf(board.Hexagram(n)), linesOf(board.Hexagram(n+1))
		var turned book.Hexagram
		for line := range 6 {
			turned |= first >> line & 1 << (5 - line)
		}
		if turned == first {
			turned = ^first & 63
		}
		if second != turned {
			t.Errorf("after %06b comes %06b as number %d, want %06b", first, second, n+1, turned)
		}
	}
}

// linesOf is the inverse of [board.DoorsOf].
func linesOf(d board.Doors) (l book.Hexagram) {
	for line := range 6 {
		l |= book.Hexagram(d>>board.SideOfLine(line+1)&1) << line
	}
	return l
}

// TestLinesAreSides: line by line, a yang line alone is a door at its side.
func TestLinesAreSides(t *testing.T) {
	want := []board.Side{board.South, board.SouthWest, board.NorthWest, board.North, board.NorthEast, board.SouthEast}
	for line := 1; line <= 6; line++ {
		side := board.SideOfLine(line)
		if side != want[line-1] {
			t.Errorf("line %d is side %d, want %d", line, side, want[line-1])
		}
		if got := board.DoorsOf(1 << (line - 1)); got != 1<<side {
			t.Errorf("a yang line %d alone has the doors %06b", line, got)
		}
	}
}

// TestDistinctPieces: what lies twice, or is none, is refused by name.
func TestDistinctPieces(t *testing.T) {
	far := board.Cell{Q: 9000, R: -9000}
	for _, tt := range []struct {
		name   string
		pieces []board.Piece
		want   string
	}{
		{"two that differ", []board.Piece{{Doors: 63}, {Cell: far, Doors: 0}}, ""},
		{"one twice", []board.Piece{{Doors: 63}, {Cell: far, Doors: 63}}, "piece 1 lies there twice"},
		{"one cell", []board.Piece{{Doors: 63}, {Doors: 0}}, "pieces 1 and 2 lie on the same cell"},
		{"none such", []board.Piece{{Doors: 64}}, "no piece with the doors 64"},
	} {
		err := board.CheckDistinct(tt.pieces)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want words %q", tt.name, err, tt.want)
		}
	}
}

// TestFormatCells: the cells of a solution alone give back all its pieces.
func TestFormatCells(t *testing.T) {
	inOrder := func(pieces []board.Piece) []board.Piece {
		return slices.SortedFunc(slices.Values(pieces), func(a, b board.Piece) int { return board.InOrder(a.Cell, b.Cell) })
	}
	all := samples(t)
	for seed := range uint64(20) {
		all = append(all, solution(t, seed))
	}
	for i, pieces := range all {
		pieces = board.Tidy(pieces)
		text := board.FormatCells(pieces)
		read, ok := board.ParseCells(" " + text + "\n")
		if len(text) < 20 || len(text) > 50 || !ok || !slices.Equal(inOrder(read), inOrder(pieces)) {
			t.Errorf("solution %d: %s is read as %s, %t", i, text, board.FormatPairs(read), ok)
		}
	}
	far := slices.Clone(all[0])
	far[0].Q += 1000
	if text := board.FormatCells(far); text != "" {
		t.Errorf("%d letters for a large board", len(text))
	}
	for _, text := range []string{"", "{}", "A", "AAAA", "[1]"} {
		if pieces, ok := board.ParseCells(text); ok {
			t.Errorf("%q is read as %v", text, pieces)
		}
	}
}
