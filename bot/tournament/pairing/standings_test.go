package pairing

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// event reads a crosstable: a player a line, their number first, then a word for each round: "w7+"
// is a win with the first seat against player 7, "b7=" a draw with the second, "w7-" a loss,
// "W7+" and "B7-" a win and a loss without a game, "bye" a bye, "half" and "none" half a point
// and none for who was not there. Numbers begin with 1.
func event(t *testing.T, file string) Event {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return crosstable(t, strings.Split(strings.TrimSpace(string(text)), "\n"))
}

func crosstable(t *testing.T, lines []string) Event {
	t.Helper()
	e := Event{Players: len(lines)}
	points := map[string]int{"+": Win, "=": Half, "-": Loss}
	for _, line := range lines {
		words := strings.Fields(line)
		p, err := strconv.Atoi(words[0])
		if err != nil {
			t.Fatal(err)
		}
		for r, word := range words[1:] {
			if r == len(e.Rounds) {
				e.Rounds = append(e.Rounds, nil)
			}
			if absent, ok := map[string]int{"bye": Win, "half": Half, "none": Loss}[word]; ok {
				e.Rounds[r] = append(e.Rounds[r], Game{First: p - 1, Second: Bye, Points: [2]int{absent, 0}})
				continue
			}
			other, err := strconv.Atoi(word[1 : len(word)-1])
			if err != nil {
				t.Fatal(err)
			}
			first := strings.EqualFold(word[:1], "w")
			g := gameIn(&e, r, p-1, other-1, first)
			g.Played = strings.ToLower(word) == word
			seat := 1
			if first {
				seat = 0
			}
			g.Points[seat] = points[word[len(word)-1:]]
		}
	}
	return e
}

// gameIn is the game of two in a round, which is made where it is not there yet.
func gameIn(e *Event, r, p, q int, first bool) *Game {
	if !first {
		p, q = q, p
	}
	for i := range e.Rounds[r] {
		if g := &e.Rounds[r][i]; g.First == p && g.Second == q {
			return g
		}
	}
	e.Rounds[r] = append(e.Rounds[r], Game{First: p, Second: q})
	return &e.Rounds[r][len(e.Rounds[r])-1]
}

// byPlayer are a figure of all lines, by number.
func byPlayer(lines []Line, figure func(Line) int) []int {
	list := make([]int, len(lines))
	for _, l := range lines {
		list[l.Player] = figure(l)
	}
	return list
}

func figures(values ...float64) []float64 { return values }

// TestPublishedTieBreaks: the worked solutions of Mario Held, "Exercises in Tie-Breaking", FIDE
// Arbiters' Commission 2024, exercises 1 to 15 and 27: a Swiss tournament of sixteen with
// byes, absences and a win without a game, and a round robin of six.
func TestPublishedTieBreaks(t *testing.T) {
	swiss := event(t, "testdata/swiss5.txt")
	round := event(t, "testdata/roundrobin.txt")
	for _, tt := range []struct {
		name    string
		lines   []Line
		figure  func(Line) int
		divisor float64
		want    []float64
	}{
		{
			"score", swiss.Standings(false), func(l Line) int { return l.Score }, 2,
			figures(3.5, 4, 3.5, 3.5, 2.5, 3, 1.5, 2.5, 1.5, 1, 2.5, 2, 1.5, 2, 2, 3.5),
		},
		{
			"Buchholz", swiss.Standings(false), func(l Line) int { return l.Buchholz }, 2,
			figures(12.5, 13, 15.5, 15, 8.5, 12, 14.5, 13.5, 9, 13, 13.5, 11.5, 14, 11, 12, 12.5),
		},
		{
			"Buchholz cut 1", swiss.Standings(false), func(l Line) int { return l.Cut }, 2,
			figures(11, 12, 13, 11.5, 7.5, 11, 12.5, 12, 7.5, 11.5, 12, 9.5, 12, 9, 11, 11),
		},
		{
			"Sonneborn-Berger", swiss.Standings(false), func(l Line) int { return l.Berger }, 4,
			figures(8, 9.5, 10.5, 9.75, 4.25, 6.5, 3.25, 5.25, 2.25, 1.5, 5.75, 4, 4.25, 4.5, 3.5, 7.25),
		},
		{
			"wins", swiss.Standings(false), func(l Line) int { return l.Wins }, 1,
			figures(2, 3, 2, 2, 2, 3, 1, 2, 1, 1, 2, 2, 1, 2, 2, 3),
		},
		{
			"Sonneborn-Berger of a round robin", round.Standings(true), func(l Line) int { return l.Berger }, 4,
			figures(9.25, 6.25, 6.25, 4.25, 3.25, 2.25),
		},
	} {
		for p, got := range byPlayer(tt.lines, tt.figure) {
			if float64(got)/tt.divisor != tt.want[p] {
				t.Errorf("%s of player %d: %v, want %v", tt.name, p+1, float64(got)/tt.divisor, tt.want[p])
			}
		}
	}
}

// TestPublishedDirectEncounters: exercises 23 to 26 of the same.
func TestPublishedDirectEncounters(t *testing.T) {
	swiss5, swiss9, round := event(t, "testdata/swiss5.txt"), event(t, "testdata/swiss9.txt"), event(t, "testdata/roundrobin.txt")
	for _, tt := range []struct {
		name    string
		event   Event
		allMeet bool
		tied    []int
		want    []int // places among them, from 0
	}{
		{"23: none has met all", swiss5, false, []int{1, 3, 4, 16}, []int{0, 0, 0, 0}},
		{"24: one has met nobody", swiss5, false, []int{5, 8, 11}, []int{0, 0, 0}},
		{"25: at 6", swiss9, false, []int{1, 2, 4, 6}, []int{1, 3, 1, 0}},
		{"25: at 4½", swiss9, false, []int{7, 8, 16}, []int{0, 0, 0}},
		{"25: at 4", swiss9, false, []int{5, 10, 14, 15}, []int{0, 0, 0, 0}},
		{"25: at 3", swiss9, false, []int{9, 12}, []int{0, 0}},
		{"26: at 3½", round, true, []int{1, 2, 3}, []int{0, 1, 1}},
		{"26: at 1½, with a win without a game", round, true, []int{4, 5, 6}, []int{2, 1, 0}},
	} {
		tied := make([]int, len(tt.tied))
		for i, p := range tt.tied {
			tied[i] = p - 1
		}
		rank := map[int]int{}
		directEncounter(tt.event.histories(), tied, tt.allMeet, 0, rank)
		for i, p := range tied {
			if rank[p] != tt.want[i] {
				t.Errorf("%s: player %d is ranked %d, want %d", tt.name, p+1, rank[p], tt.want[i])
			}
		}
	}
}

// TestPlaces: players whom nothing separates share a place, and the next place is skipped.
func TestPlaces(t *testing.T) {
	e := Event{Players: 4, Rounds: [][]Game{{
		{First: 0, Second: 2, Points: [2]int{Half, Half}, Played: true}, {First: 1, Second: 3, Points: [2]int{Half, Half}, Played: true},
	}, {
		{First: 0, Second: 1, Points: [2]int{Win, Loss}, Played: true}, {First: 3, Second: 2, Points: [2]int{Win, Loss}, Played: true},
	}}}
	var got []string
	for _, l := range e.Standings(false) {
		got = append(got, strconv.Itoa(l.Place)+":"+strconv.Itoa(l.Player))
	}
	if want := "1:0 1:3 3:1 3:2"; strings.Join(got, " ") != want {
		t.Errorf("places and players are %v, want %s", got, want)
	}
	if lines := (&Event{Players: 3}).Standings(false); lines[2].Place != 1 || lines[2].Player != 2 {
		t.Errorf("before the first round they stand %+v", lines)
	}
}

// TestTieBreaksInOrder: each tie-break decides only between those whom the previous ones leave equal.
func TestTieBreaksInOrder(t *testing.T) {
	for _, tt := range []struct {
		name         string
		first, other Line
	}{
		{"score", Line{Score: 2}, Line{Score: 1, Cut: 9, Buchholz: 9, Berger: 9}},
		{"Buchholz cut 1", Line{Score: 2, Cut: 2}, Line{Score: 2, Cut: 1, Buchholz: 9, Berger: 9}},
		{"Buchholz", Line{Score: 2, Cut: 2, Buchholz: 2}, Line{Score: 2, Cut: 2, Buchholz: 1, Berger: 9}},
		{"Sonneborn-Berger", Line{Score: 2, Cut: 2, Buchholz: 2, Berger: 2}, Line{Score: 2, Cut: 2, Buchholz: 2, Berger: 1}},
	} {
		if byScore(tt.first, tt.other) >= 0 || byScore(tt.other, tt.first) <= 0 {
			t.Errorf("%s does not decide", tt.name)
		}
	}
}
