package labyrinth_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
)

// TestValidateFindsFaults spoils a good solution in every way.
func TestValidateFindsFaults(t *testing.T) {
	good, _ := next(t, solver(t, 2, nil))
	tests := []struct {
		name  string
		spoil func([]labyrinth.Piece) []labyrinth.Piece
		want  string
	}{
		{"a piece less", func(p []labyrinth.Piece) []labyrinth.Piece { return p[1:] }, "63 pieces"},
		{"a piece twice", func(p []labyrinth.Piece) []labyrinth.Piece { p[0].Doors = p[1].Doors; return p }, "twice"},
		{"no piece", func(p []labyrinth.Piece) []labyrinth.Piece { p[0].Doors = 64; return p }, "from 0 to 63"},
		{"a cell twice", func(p []labyrinth.Piece) []labyrinth.Piece { p[0].Cell = p[1].Cell; return p }, "same cell"},
		{"two pieces exchanged", func(p []labyrinth.Piece) []labyrinth.Piece {
			p[0].Doors, p[1].Doors = p[1].Doors, p[0].Doors
			return p
		}, "piece"},
		{"the piece without doors beside another", func(p []labyrinth.Piece) []labyrinth.Piece {
			i := slices.IndexFunc(p, func(p labyrinth.Piece) bool { return p.Doors == 0 })
			j := slices.IndexFunc(p, func(p labyrinth.Piece) bool { return !p.Doors.Has(labyrinth.North) && p.Doors != 0 })
			p[i].Cell = p[j].Next(labyrinth.North)
			return p
		}, "neighbour there"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := labyrinth.Validate(tt.spoil(slices.Clone(good)), false)
			if _, ok := errors.AsType[*engine.Refusal](err); !ok || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("refused with %v, want words %q", err, tt.want)
			}
		})
	}
}

// TestEveryMoveIsSeen: no piece of a solution can lie one cell further.
func TestEveryMoveIsSeen(t *testing.T) {
	good, _ := next(t, solver(t, 4, nil))
	for i := range good {
		if good[i].Doors == 0 {
			continue
		}
		for s := range labyrinth.Side(labyrinth.Sides) {
			moved := slices.Clone(good)
			moved[i].Cell = moved[i].Next(s)
			if _, err := labyrinth.Validate(moved, false); err == nil {
				t.Fatalf("piece %d moved to side %d passes", i, s)
			}
		}
	}
}

func TestHexagrams(t *testing.T) {
	seen := map[labyrinth.Doors]bool{}
	for n := 1; n <= labyrinth.Pieces; n++ {
		d := labyrinth.Hexagram(n)
		if d.Number() != n || d.Lines().Doors() != d || seen[d] {
			t.Errorf("hexagram %d has the doors %d, whose number is %d", n, d, d.Number())
		}
		seen[d] = true
	}
	// Hexagram 24, the Return: one yang line, the lowest: a door to the south. 7, the Army:
	// the second from the bottom, south-west; 43: all but the highest, south-east.
	for n, want := range map[int]labyrinth.Doors{1: 63, 2: 0, 24: 1 << labyrinth.South, 7: 1 << labyrinth.SouthWest, 43: 63 &^ (1 << labyrinth.SouthEast)} {
		if got := labyrinth.Hexagram(n); got != want {
			t.Errorf("hexagram %d has the doors %06b, want %06b", n, got, want)
		}
	}
	if labyrinth.SideOfLine(1) != labyrinth.South || labyrinth.SideOfLine(6) != labyrinth.SouthEast {
		t.Error("line 1 is the south, and line 6 the south-east")
	}
}

// TestCompact finds 20 solutions of each shape, with SIXFOLD_LONG=1 100,000.
func TestCompact(t *testing.T) {
	shapes := map[string]string{
		"a parallelogram":  labyrinth.Parallelogram,
		"a hexagon and 3":  labyrinth.HexagonAnd3,
		"a square of rows": strings.Repeat("########/", 8),
	}
	for name, text := range shapes {
		t.Run(name, func(t *testing.T) {
			shape, err := labyrinth.ParseShape(text)
			if err != nil {
				t.Fatal(err)
			}
			c, err := labyrinth.NewCompact(shape, 1)
			if err != nil {
				t.Fatal(err)
			}
			for range enginetest.Many(20) {
				found, err := c.Next(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if r, err := labyrinth.Validate(found.Pieces, true); err != nil || r.Connections != labyrinth.Connections {
					t.Fatalf("%+v, %v", r, err)
				}
				for i, p := range found.Pieces {
					if p.Cell != shape[i] {
						t.Fatalf("piece %d lies on %v, not in the shape", i, p.Cell)
					}
				}
			}
		})
	}
}

// TestShapesKeepEmptyRows: they part what is above from what is below.
func TestShapesKeepEmptyRows(t *testing.T) {
	half := strings.Repeat("########/", 4)
	shape, err := labyrinth.ParseShape(half + "/" + half)
	if err != nil {
		t.Fatal(err)
	}
	if first, second := shape[31].Name(), shape[32].Name(); first != "h4" || second != "a6" {
		t.Errorf("the halves end on %s and begin on %s, want h4 and a6", first, second)
	}
}

func TestShapesRefused(t *testing.T) {
	for text, want := range map[string]string{
		strings.Repeat("#######/", 9):  "63 cells",
		"par9":                         "write # for a cell",
		strings.Repeat("#.", 64):       "no solution exists",
		strings.Repeat("#", 64):        "no solution exists",
		strings.Repeat("########/", 9): "72 cells",
	} {
		shape, err := labyrinth.ParseShape(text)
		if err == nil {
			_, err = labyrinth.NewCompact(shape, 1)
		}
		if _, ok := errors.AsType[*engine.Refusal](err); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q is refused with %v, want words %q", text, err, want)
		}
	}
}

// TestParseJSONTakesOneListOfLists: what lies deeper is no piece.
func TestParseJSONTakesOneListOfLists(t *testing.T) {
	for text, want := range map[string]string{
		`[{"q":0,"r":0,"doors":63}]`:          "",
		`[ [{"q":0,"r":0,"doors":63}], [{}]]`: "",
		`[[[{"q":0,"r":0,"doors":63}]]]`:      "piece 1 of the file needs whole numbers",
		`[[]]`:                                "0 pieces",
	} {
		pieces, err := labyrinth.ParseJSON([]byte(text))
		if want == "" && (err != nil || len(pieces) != 1) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s is read as %v, %v, want words %q", text, pieces, err, want)
		}
	}
}

func FuzzParseJSON(f *testing.F) {
	f.Add([]byte(`[{"q":0,"r":0,"doors":63}]`))
	f.Add([]byte(`[[{"q":0,"r":0,"doors":63},{"q":9999,"r":-9999,"doors":0}]]`))
	f.Add([]byte(`[{"q":1e9,"r":0,"doors":64},null,{}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		pieces, err := labyrinth.ParseJSON(data)
		if err != nil {
			if _, ok := errors.AsType[*engine.Refusal](err); !ok {
				t.Fatalf("%v is no refusal", err)
			}
			return
		}
		_, _ = labyrinth.Validate(pieces, false)
		labyrinth.NewPicture(pieces, labyrinth.Blue, engine.Text{})
		back, err := labyrinth.ParseJSON(labyrinth.AppendJSON(nil, pieces))
		if err != nil || !slices.Equal(back, pieces) {
			t.Fatalf("%v comes back as %v, %v", pieces, back, err)
		}
	})
}

func FuzzPlay(f *testing.F) {
	f.Add("place 1 c5\nplace 41 c4\nremove c4\nlay 8@h9 2@l9")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := labyrinth.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(text) {
			before := p.String()
			canonical, err := p.Play(line)
			if err != nil && p.String() != before {
				t.Fatalf("refusing %q left a trace", line)
			}
			if err == nil && strings.HasPrefix(canonical, "place ") {
				fields := strings.Fields(canonical)
				if _, err := p.Play("remove " + fields[2]); err != nil {
					t.Fatal(err)
				}
				if again, err := p.Play(canonical); err != nil || again != canonical {
					t.Fatalf("%q plays again as %q, %v", canonical, again, err)
				}
			}
		}
	})
}
