package atom4

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// oracle is a second implementation of the rules, slow and literal: the table of the
// manual, rows and columns, and a look at the whole board after each move.
type oracle struct {
	board      [grid.Size][grid.Size]byte // 0 empty
	round, ply int
	winner     int // 0 or 1 or 2
}

const oracleWheel = "RYGCBP"

// effects is the manual's table: played, then what becomes of K R Y G C B P W; '-'
// passes the effect on.
var effects = map[byte]string{
	'R': "RRYYWPP-",
	'G': "GYYGCCW-",
	'B': "BPWCCBP-",
	'Y': "-RYGGKRY",
	'C': "-KGGCBBC",
	'P': "-RRKBBPP",
}

func newOracle(round int) *oracle {
	o := &oracle{round: round}
	k := (round - 1) % 6
	o.board[7][7] = oracleWheel[(k+2)%6]
	o.board[7][8] = oracleWheel[(k+5)%6]
	return o
}

func (o *oracle) piece() byte { return oracleWheel[(o.round-1+o.ply)%6] }

// beside is the neighbour in a direction, NW NE E SE SW W.
func beside(r, c, d int) (int, int) {
	even := [6][2]int{{-1, -1}, {-1, 0}, {0, 1}, {1, 0}, {1, -1}, {0, -1}}
	odd := [6][2]int{{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {0, -1}}
	s := even[d]
	if r%2 == 1 {
		s = odd[d]
	}
	return r + s[0], c + s[1]
}

func (o *oracle) at(r, c int) byte {
	if r < 0 || c < 0 || r >= grid.Size || c >= grid.Size {
		return 0
	}
	return o.board[r][c]
}

func (o *oracle) legal() []string {
	var list []string
	for r := range grid.Size {
		for c := range grid.Size {
			ok := false
			for d := range 6 {
				r1, c1 := beside(r, c, d)
				r2, c2 := beside(r, c, (d+1)%6)
				ok = ok || o.at(r1, c1) != 0 && o.at(r2, c2) != 0
			}
			if ok && o.board[r][c] == 0 && o.winner == 0 {
				list = append(list, grid.At(c, r).String())
			}
		}
	}
	return list
}

func (o *oracle) play(move string) {
	cell, _ := grid.ParseCell(move)
	row, col := cell.Row(), cell.Column()
	piece := o.piece()
	next := o.board
	next[row][col] = piece
	for d := range 6 {
		r, c := beside(row, col, d)
		for {
			on := o.at(r, c)
			if on == 0 {
				break
			}
			if becomes := effects[piece][strings.IndexByte("KRYGCBPW", on)]; becomes != '-' {
				next[r][c] = becomes
				break
			}
			r, c = beside(r, c, d)
		}
	}
	o.board = next
	o.ply++
	goal, mover := byte('W'), 1
	if strings.IndexByte("YCP", piece) >= 0 {
		goal, mover = 'K', 2
	}
	for r := range grid.Size {
		for c := range grid.Size {
			for d := range 6 {
				n, r1, c1 := 0, r, c
				for o.at(r1, c1) == goal {
					n++
					r1, c1 = beside(r1, c1, d)
				}
				if n >= 4 {
					o.winner = mover
				}
			}
		}
	}
}

func (o *oracle) rows() []string {
	var rows []string
	for r := range grid.Size {
		line := o.board[r]
		for c, b := range line {
			if b == 0 {
				line[c] = '.'
			}
		}
		rows = append(rows, string(line[:]))
	}
	return rows
}

// sameAs says whether a position is the oracle's.
func (o *oracle) sameAs(p *Position) bool {
	return slices.Equal(p.rows(), o.rows()) && slices.Equal(names(p.Legal()), o.legal()) &&
		int(p.winner)+1 == o.winner
}

func TestOracle(t *testing.T) {
	for seed := range uint64(enginetest.Times(12, 40)) {
		r := rand.New(rand.NewPCG(seed, 9))
		round := 1 + int(seed)%6
		p, o := atRound(round), newOracle(round)
		for !p.over() {
			legal := names(p.Legal())
			move := legal[r.IntN(len(legal))]
			playAll(t, p, move)
			o.play(move)
			if !o.sameAs(p) {
				t.Fatalf("after %s of round %d:\n%s\nwant\n%s", move, round, p, strings.Join(o.rows(), "\n"))
			}
		}
	}
}
