package atom4

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// atRound is the start of a round, counted on beyond the six that can be asked for.
func atRound(round int) *Position {
	p := &Position{first: round}
	p.begin(round)
	return p
}

// playAll plays the moves of a text, one after the other.
func playAll(t testing.TB, p *Position, moves string) *Position {
	t.Helper()
	for move := range strings.FieldsSeq(moves) {
		if _, err := p.Play(move); err != nil {
			t.Fatalf("%v in\n%s", err, p)
		}
	}
	return p
}

// TestOriginalGames replays every third game of the original program, with SIXFOLD_LONG=1 all
// of them, and compares what each move changed, the legal moves after it, and the end. Since
// the moves change nothing else, every state is the original's.
func TestOriginalGames(t *testing.T) {
	file, err := os.Open("testdata/original/games.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	games, plies, each := 0, 0, enginetest.Times(3, 1)
	var p *Position
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		words := strings.Fields(lines.Text())
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		problem := ""
		switch words[0] {
		case "round":
			round := 0
			if _, err := fmt.Sscan(words[1], &round); err != nil {
				t.Fatal(err)
			}
			p = atRound(round)
			games++
		case "win", "draw":
			if games%each == 0 {
				problem = sameEnd(p, words)
			}
		default:
			if plies++; games%each == 0 {
				problem = samePly(p, words)
			}
		}
		if problem != "" {
			t.Fatalf("games.txt:%d: %s:\n%s", number, problem, p)
		}
	}
	if games != 60 || plies != 9382 {
		t.Errorf("read %d games of %d plies, want 60 of 9382", games, plies)
	}
}

// samePly plays a line such as "i9 h8Y / ed3ae1a6" and says what differs.
func samePly(p *Position, words []string) string {
	slash := slices.Index(words, "/")
	before := p.rows()
	piece := p.Piece()
	if _, err := p.Play(words[0]); err != nil {
		return err.Error()
	}
	want := map[string]string{words[0]: piece.Letter()}
	for _, word := range words[1:slash] {
		want[word[:len(word)-1]] = word[len(word)-1:]
	}
	for c := range grid.Cell(grid.Size * grid.Size) {
		letter, changed := want[c.String()]
		if !changed {
			letter = before[c.Row()][c.Column():][:1]
		}
		if got := p.At(c).Letter(); got != letter {
			return fmt.Sprintf("after %s, %s is %s, want %s", words[0], c, got, letter)
		}
	}
	if len(p.Last().Changed) != len(want)-1 {
		return fmt.Sprintf("%s is told to change %v", words[0], p.Last().Changed)
	}
	var legal []string
	for _, c := range p.Legal() {
		legal = append(legal, fmt.Sprintf("%d,%d", c.Row(), c.Column()))
	}
	sum := sha256.Sum256([]byte(strings.Join(legal, ";")))
	if got := fmt.Sprintf("%x", sum[:4]); got != words[slash+1] {
		return fmt.Sprintf("after %s other moves are legal: %v", words[0], legal)
	}
	return ""
}

func sameEnd(p *Position, words []string) string {
	o := p.Outcome()
	if words[0] == "draw" {
		if o.Status != engine.Drawn || p.Turn() != engine.NoSeat {
			return fmt.Sprintf("the outcome is %s, want a draw", o.Status)
		}
		return ""
	}
	if o.Status != engine.Won || fmt.Sprint(int(o.Winner)+1) != words[1] || p.Piece() != grid.Empty {
		return fmt.Sprintf("the outcome is %s by %d, want a win by %s", o.Status, o.Winner+1, words[1])
	}
	for _, cell := range words[2:] {
		if !slices.Contains(names(p.Row()), cell) {
			return fmt.Sprintf("the row is %v, want %v", p.Row(), words[2:])
		}
	}
	return ""
}

// count walks all sequences of moves of a length, and counts them and the wins at
// just that length.
func count(p *Position, length int) (sequences, wins int) {
	if length == 0 {
		if p.winner != engine.NoSeat {
			return 1, 1
		}
		return 1, 0
	}
	for _, c := range p.Legal() {
		s, w := count(p.After(c), length-1)
		sequences, wins = sequences+s, wins+w
	}
	return sequences, wins
}

// sequences are the numbers of move sequences of length 1, 2, 3 and so on, in any
// round: facts about the original game.
var sequences = []int{2, 6, 24, 120, 672, 4128, 27264, 193344, 1464576, 11763328}

func TestSequences(t *testing.T) {
	for round := 1; round <= wheelRounds; round++ {
		longest := enginetest.Times(5, 6)
		if round == 1 {
			longest = enginetest.Times(7, 8)
		}
		for length := 1; length <= longest; length++ {
			got, wins := count(atRound(round), length)
			if got != sequences[length-1] || wins != 0 {
				t.Errorf("round %d: %d sequences of %d moves and %d wins, want %d and none", round, got, length, wins, sequences[length-1])
			}
		}
	}
}

func TestFastestWin(t *testing.T) {
	p := atRound(1)
	for _, move := range [][2]int{{6, 8}, {6, 7}, {5, 7}, {5, 6}, {7, 6}, {8, 8}, {6, 6}, {5, 8}, {8, 7}} {
		if p.over() {
			t.Fatalf("over after %d plies:\n%s", p.ply, p)
		}
		playAll(t, p, grid.At(move[1], move[0]).String())
	}
	if p.winner != 0 || p.ply != 9 {
		t.Fatalf("not won after 9 plies:\n%s", p)
	}
	want := []string{grid.At(6, 5).String(), grid.At(7, 6).String(), grid.At(7, 7).String(), grid.At(8, 8).String()}
	got := names(p.Row())
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the row is %v, want %v", got, want)
	}
}

// turned is the colour that stands in the next round for another: one step of the
// wheel, black and white exchanged.
func turned(c grid.Colour) grid.Colour {
	switch i := slices.Index(grid.Wheel[:], c); {
	case i >= 0:
		return grid.WheelAt(i + 1)
	case c == grid.Black:
		return grid.White
	case c == grid.White:
		return grid.Black
	}
	return c
}

// TestRoundsAreAlike plays random games in a round and in the next one at once: they
// stay images of each other, move by move.
func TestRoundsAreAlike(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 4))
		round := 1 + int(seed)%12
		p, q := atRound(round), atRound(round+1)
		for !p.over() {
			legal := p.Legal()
			if !slices.Equal(legal, q.Legal()) || q.Piece() != turned(p.Piece()) {
				t.Fatalf("rounds %d and %d part:\n%s\n%s", round, round+1, p, q)
			}
			c := legal[r.IntN(len(legal))]
			playAll(t, p, c.String())
			playAll(t, q, c.String())
			for c := range grid.Cell(grid.Size * grid.Size) {
				if q.At(c) != turned(p.At(c)) {
					t.Fatalf("%s is no image:\n%s\n%s", c, p, q)
				}
			}
		}
		if !q.over() || !slices.Equal(p.Row(), q.Row()) || p.winner != engine.NoSeat && q.winner != p.winner.Other() {
			t.Fatalf("the ends differ:\n%s\n%s", p, q)
		}
	}
}

func TestSetUp(t *testing.T) {
	for round, want := range map[int]string{
		1: "G P R 1", 2: "C R Y 2", 3: "B Y G 1", 4: "P G C 2", 5: "R C B 1", 6: "Y B P 2", 7: "G P R 1", 12: "Y B P 2",
	} {
		p := atRound(round)
		got := fmt.Sprintf("%s %s %s %d", p.At(grid.At(7, 7)).Letter(), p.At(grid.At(8, 7)).Letter(), p.Piece().Letter(), p.Turn()+1)
		if got != want {
			t.Errorf("round %d begins with %s, want %s", round, got, want)
		}
		if legal := names(p.Legal()); !slices.Equal(legal, []string{"i7", "i9"}) {
			t.Errorf("round %d: %v are legal, want i7 and i9", round, legal)
		}
	}
}

func TestRefusals(t *testing.T) {
	tests := []struct {
		name, moves, text string
		err               error
		says              string
	}{
		{"taken", "", "h8", engine.ErrIllegal, "a green piece lies on h8: choose an empty vertex beside two neighbouring pieces, such as i7"},
		{"fresh board, one neighbour", "", "h7", engine.ErrIllegal, "the first piece goes to i7 or i9"},
		{"fresh board, far away", "", "a1", engine.ErrIllegal, "the first piece goes to i7 or i9"},
		{"one neighbour", "i7", "i6", engine.ErrIllegal, "i6 makes no triangle with two neighbouring pieces: one is missing on h6 or j7; j7 would do"},
		{"no neighbour", "i7", "a1", engine.ErrIllegal, "a1 touches no piece at all: place it beside two pieces that are neighbours, such as on h7"},
		{"off the board", "", "q1", engine.ErrSyntax, "cells run from a1 to p16"},
		{"no cell", "", "left", engine.ErrSyntax, "a letter and a number"},
		{"too early", "i7", "next", engine.ErrIllegal, "round 1 is not over yet: Black places a yellow piece"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := playAll(t, atRound(1), tt.moves)
			before := p.String()
			_, err := p.Play(tt.text)
			if !errors.Is(err, tt.err) {
				t.Fatalf("Play(%q) = %v, want %v", tt.text, err, tt.err)
			}
			if why, _ := engine.Why(err); !strings.Contains(why.String(), tt.says) {
				t.Errorf("says %q, want %q", why, tt.says)
			}
			if p.String() != before {
				t.Error("position changed by a refused move")
			}
		})
	}
}

// fastest is the fastest win in round 1.
const fastest = "i7 h7 h6 g6 g8 i9 g7 i6 h9"

func TestMatch(t *testing.T) {
	position, err := New(engine.Options{"rounds": 2})
	if err != nil {
		t.Fatal(err)
	}
	p := playAll(t, position.(*Position), fastest)
	if o := p.Outcome(); o.Status != engine.Won || o.Winner != 0 || p.Score(0) != 1 || p.Score(1) != 0 {
		t.Fatalf("round 1 ends %v with score %v", o, p.score)
	}
	if _, err := p.Play("a1"); !errors.Is(err, engine.ErrOver) || !strings.Contains(err.Error(), "`atom4 next` begins round 2") {
		t.Errorf("a move after the end: %v", err)
	}
	playAll(t, p, "next")
	if p.Round() != 2 || p.Turn() != 1 || p.Piece() != grid.Yellow || p.Score(0) != 1 || p.Last() != nil || p.Row() != nil {
		t.Fatalf("round 2 begins\n%s", p)
	}
	// The same moves win for who begins.
	playAll(t, p, fastest)
	if p.Outcome().Winner != 1 || p.Score(0) != 1 || p.Score(1) != 1 {
		t.Errorf("round 2 ends\n%s", p)
	}
	for _, text := range []string{"next", "a1"} {
		if _, err := p.Play(text); !errors.Is(err, engine.ErrOver) || !strings.Contains(err.Error(), "the match is over") {
			t.Errorf("%s after the match: %v", text, err)
		}
	}
	if len(p.Moves()) != 0 {
		t.Errorf("after the match %v are listed", p.Moves())
	}
}

// A match may begin with any round: its rounds are counted from there.
func TestMatchFromALaterRound(t *testing.T) {
	position, err := New(engine.Options{"round": 4, "rounds": 2})
	if err != nil {
		t.Fatal(err)
	}
	p := playAll(t, position.(*Position), fastest+" next "+fastest)
	if nth, rounds := p.Match(); nth != 2 || rounds != 2 || p.Round() != 5 || !p.lastOfMatch() {
		t.Errorf("round %d is number %d of %d", p.Round(), nth, rounds)
	}
	var s state
	if data, err := json.Marshal(p); err != nil || json.Unmarshal(data, &s) != nil || s.Round != 5 || s.First != 4 || s.Rounds != 2 {
		t.Errorf("as JSON: %+v, %v", s, err)
	}
}

func TestSuggest(t *testing.T) {
	p := playAll(t, atRound(1), "i7")
	list := suggestCells(p, "I")
	if len(list) != 1 || list[0].ID != "i9" {
		t.Fatalf("for I: %v", list)
	}
	all := suggestCells(p, "")
	if len(all) != len(p.Legal()) || all[0].Title.String() != "i9: i8 P→R" && all[0].Title.String() == "" {
		t.Errorf("all: %v", all)
	}
	for i, n := range all {
		c, _ := grid.ParseCell(n.ID)
		if i > 0 {
			before, _ := grid.ParseCell(all[i-1].ID)
			if len(p.Effect(c).Changed) > len(p.Effect(before).Changed) {
				t.Errorf("%s comes after %s", n.ID, all[i-1].ID)
			}
		}
	}
}
