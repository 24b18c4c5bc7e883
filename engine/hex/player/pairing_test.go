package player

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// mirrorPlayer is the textbook pairing strategy for the favoured side: it only answers the last
// stone. It moves second.
type mirrorPlayer struct{ search.Rand }

// answer mirrors the last stone in the long diagonal of rows 1 to m+1, or of as many columns. If
// the stone is outside or its partner is taken, any cell will do.
func (m *mirrorPlayer) answer(g *game) string {
	col, row := g.Grid().Column(g.Last), g.Grid().Row(g.Last)
	if g.Width() < g.Height() {
		col, row = mirror(col, row)
	} else {
		row, col = mirror(row, col)
	}
	if c := g.Grid().At(col, row); c != hexgrid.NoCell && g.At(c) == board.Empty {
		return g.Grid().Name(c)
	}
	moves := g.Moves()
	return moves[m.Below(len(moves))]
}

// mirror is for a board with more rows than columns.
func mirror(col, row int) (int, int) {
	if row <= col {
		return row, col + 1
	}
	return row - 1, col
}

// shapes are boards with unequal sides: columns and rows.
var shapes = [][2]int{{3, 4}, {4, 3}, {6, 7}, {7, 6}, {10, 11}, {4, 9}, {9, 4}, {3, 12}}

// TestMirroringBeatsEveryLevel: by a theorem no level can win against it. Each level plays on one
// of the boards with one of the searches, with SIXFOLD_LONG=1 on all with both.
func TestMirroringBeatsEveryLevel(t *testing.T) {
	m := &mirrorPlayer{3}
	for i, shape := range shapes {
		for j, l := range levels {
			if (i+j)%len(shapes) != 0 && !enginetest.Long() {
				continue
			}
			for k, by := range Searches() {
				if j%2 != k && !enginetest.Long() {
					continue
				}
				// Red has the longer way, and moves first.
				g := newGame(kind{width: shape[0], size: shape[1], sideways: shape[0] > shape[1]})
				p, err := New(Options{Level: l.id, Search: by, Playouts: enginetest.Times(10, 20) + j*enginetest.Times(5, 10), Threads: 1, Seed: uint64(i)})
				if err != nil {
					t.Fatal(err)
				}
				for g.Winner() == board.Empty {
					if g.Mover == board.Red {
						g.play(t, choose(t, p, g).Move)
					} else {
						g.play(t, m.answer(g))
					}
				}
				if g.Winner() != board.Blue {
					t.Errorf("%v: %s by %s beats the mirror\n%s", shape, l.id, by, g)
				}
			}
		}
	}
}

// TestStrongLevelsKeepTheShorterWay: levels that know pairings win every game as the favoured side,
// whoever moves first, against random play, a lower level and themselves, and say so; with
// SIXFOLD_LONG=1, on each board against all three.
func TestStrongLevelsKeepTheShorterWay(t *testing.T) {
	r := &random{5}
	for i, shape := range shapes {
		for _, id := range []string{"hard", "max"} {
			for _, by := range Searches() {
				for j, opponent := range []string{"chance", "normal", id} {
					if i%3 != j && !enginetest.Long() {
						continue
					}
					g := newGame(kind{width: shape[0], size: shape[1], sideways: i%2 == 0})
					favoured := g.Favoured()
					ours, theirs := limited(t, id, by, uint64(i)), engine.Player(nil)
					if opponent != "chance" {
						theirs = limited(t, opponent, by, uint64(i)+100)
					}
					play(t, g, favoured, ours, theirs, r)
					if g.Winner() != favoured {
						t.Errorf("%v: %s by %s loses the shorter way against %s\n%s", shape, id, by, opponent, g)
					}
				}
			}
		}
	}
}

// play plays a game. ours is the favoured side and must call every choice a proven win; theirs is
// the other, nil for random play.
func play(t *testing.T, g *game, favoured board.Colour, ours, theirs engine.Player, r *random) {
	t.Helper()
	for g.Winner() == board.Empty {
		switch {
		case g.Mover == favoured:
			c := choose(t, ours, g)
			checkChoice(t, g, c)
			if !c.Proved || c.Value != 1 {
				t.Fatalf("%s is worth %v, proved: %v, on\n%s", c.Move, c.Value, c.Proved, g)
			}
			g.play(t, c.Move)
		case theirs != nil:
			g.play(t, choose(t, theirs, g).Move)
		default:
			g.play(t, r.move(g))
		}
	}
}

// limited is a level's player that searches little.
func limited(t *testing.T, level, by string, seed uint64) engine.Player {
	t.Helper()
	p, err := New(Options{Level: level, Search: by, Playouts: 12, Threads: 1, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPairsAreKnownToSome: hard and max announce the winner while a pairing is intact, and not if
// Red has both cells of a pair in each. Blue is favoured.
func TestPairsAreKnownToSome(t *testing.T) {
	open := []string{".....", ".....", ".....", ".....", ".....", "....."}
	broken := []string{".R...", ".....", "R....", ".....", "....R", "....."} // b1 and a3, b1 and e5
	tests := []struct {
		name   string
		rows   []string
		mover  board.Colour
		proved bool
		value  float64
	}{
		{"the longer way to move", open, board.Red, true, 0},
		{"the shorter way to move", open, board.Blue, true, 1},
		{"pairs broken into", broken, board.Blue, false, 0},
	}
	for _, tt := range tests {
		g := setup(tt.mover, tt.rows...)
		for _, id := range []string{"beginner", "easy", "normal", "hard", "max"} {
			knows := tt.proved && (id == "hard" || id == "max")
			c := choose(t, limited(t, id, searchRollouts, 1), g)
			if c.Proved != knows || knows && c.Value != tt.value {
				t.Errorf("%s: %s chooses %s worth %v, proved %v", tt.name, id, c.Move, c.Value, c.Proved)
			}
		}
	}
}

// TestAnalysisKnowsPairs: the analysis announces the winner while a pairing is intact, and the
// answer to an intrusion.
func TestAnalysisKnowsPairs(t *testing.T) {
	a := NewAnalyst(20)
	tests := []struct {
		name  string
		k     kind
		moves []string
		value float64
	}{
		{"the longer way is lost", kind{width: 10, size: 11}, nil, 0},
		{"the shorter way is won", kind{width: 10, size: 11}, []string{"f6"}, 1},
		{"and to move first too", kind{width: 11, size: 10}, nil, 1},
		{"the other way round", kind{width: 10, size: 11, sideways: true}, nil, 1},
	}
	for _, tt := range tests {
		g := played(t, tt.k, tt.moves...)
		c, r := a.Search(t.Context(), g.Position)
		checkChoice(t, g, c)
		if !c.Proved || c.Value != tt.value || r.Proof != search.Unproved {
			t.Errorf("%s: %s is worth %v, proved %v, by the search alone %v", tt.name, c.Move, c.Value, c.Proved, r.Proof)
		}
	}
	square, _ := a.Search(t.Context(), boardAfter(t, 11).Position)
	if square.Proved {
		t.Errorf("on equal sides %s is proved", square.Move)
	}
}

// TestNetworkKnowsTheShorterWay although it was trained on equal sides: the longer the mover's way,
// the lower the value of the empty board, with small changes between neighbouring sizes. Values of
// boards that are nearly won need not be ordered.
func TestNetworkKnowsTheShorterWay(t *testing.T) {
	for _, width := range []int{6, 8, 11, 13} {
		before := 1.0
		for height := width - 1; height <= width+4; height++ {
			e := newEvaluator(net.Embedded(), field.New(width, height, make([]uint8, width*height), field.Red, field.Red), 0)
			value := float64(e.value(false))
			if value >= before && value < 0.98 {
				t.Errorf("%d×%d is worth %.3f to who crosses the rows, one row less %.3f", width, height, value, before)
			}
			before = value
		}
		if before > 0.4 {
			t.Errorf("%d×%d is worth %.3f to who has the longer way", width, width+4, before)
		}
	}
}
