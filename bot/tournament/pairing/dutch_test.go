package pairing

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestKnownRounds: rounds as another program for the Dutch system pairs them, with seats.
func TestKnownRounds(t *testing.T) {
	text, err := os.ReadFile("testdata/dutch.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, rest := range strings.Split(string(text), "\ncase ")[1:] {
		name, rest, _ := strings.Cut(strings.TrimSpace(rest), "\n")
		table, rest, _ := strings.Cut(rest, "\nrounds ")
		e := crosstable(t, strings.Split(table, "\n"))
		e.Gone = make([]bool, e.Players)
		words := strings.Fields(rest)
		for words[1] == "gone" {
			e.Gone[count(t, words[2])-1] = true
			words = append(words[:1], words[3:]...)
		}
		round, err := e.Swiss(count(t, words[0]))
		got := map[string]bool{}
		for _, g := range round {
			got[fmt.Sprintf("%d-%d", g.First+1, g.Second+1)] = true
		}
		for _, want := range words[2:] {
			if !got[want] {
				t.Errorf("%s: %s is missing in %v (%v)", name, want, got, err)
			}
		}
		if want := len(words) - 2; len(got) != want {
			t.Errorf("%s: %d games, want %d", name, len(got), want)
		}
	}
}

func count(t *testing.T, word string) int {
	t.Helper()
	n, err := strconv.Atoi(word)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestWorkIsBounded: the last round of the most players, which counts all brackets, takes few matchings.
func TestWorkIsBounded(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	e := &Event{Players: Most, Gone: make([]bool, Most)}
	for len(e.Rounds) < 14 {
		round, err := e.Swiss(15)
		if err != nil {
			t.Fatal(err)
		}
		chance{random, 0.1, 0}.play(e, round)
	}
	if n := testing.AllocsPerRun(1, func() { _, _ = e.Swiss(15) }); n > 200_000 {
		t.Errorf("%.0f allocations", n)
	}
}

// TestPointsWithoutAGame are a downfloat (FIDE C.04.3, 1.4.3), and their absence is none.
func TestPointsWithoutAGame(t *testing.T) {
	for points, want := range map[int]float{Loss: stayed, Half: down, Win: down} {
		if got := floatIn([][]turn{{{opponent: Bye, points: points, seat: none}}}, 0, 0); got != want {
			t.Errorf("%d halves: %v, want %v", points, got, want)
		}
	}
}

// TestSeatFaults of two candidates for the first place who both must have the second seat: which of C10
// to C13 their game does not meet.
func TestSeatFaults(t *testing.T) {
	had := func(seats ...int) *contender {
		c := &contender{}
		for _, seat := range seats {
			c.history = append(c.history, turn{seat: seat})
		}
		c.wants = preferenceOf(c.history)
		return c
	}
	for _, tt := range []struct {
		name string
		a, b *contender
		want [4]bool
	}{
		{"two more, two in succession", had(0, 0), had(0, 0), [4]bool{true, true, true, false}},
		{"two more each, one in succession", had(0, 0), had(0, 0, 1, 0), [4]bool{true, false, true, false}},
		{"one has fewer, and had it twice", had(0, 0), had(1, 0, 0), [4]bool{false, true, true, false}},
		{"two more against a strong preference", had(0, 0), had(0), [4]bool{2: true, 3: true}},
		{"two more against a mild one", had(0, 0), had(1, 0), [4]bool{2: true}},
		{"different seats", had(0, 0), had(1, 1), [4]bool{}},
	} {
		if got := seatFaults(tt.a, tt.b); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
