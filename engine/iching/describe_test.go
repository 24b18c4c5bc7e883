package iching

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

var saidLine = regexp.MustCompile(`([6-9]) (whole|broken)( and changing)?`)

// The description of a reading has the lines, the changing ones, and both hexagrams.
func TestReadingsTold(t *testing.T) {
	for seed := range uint64(200) {
		throw := book.Throw{Lines: book.Yarrow.Throw(rand.New(rand.NewPCG(seed, 1)))}
		p := &Position{Question: "Whither?", texts: book.Own()}
		if _, err := p.Play(throw.String()); err != nil {
			t.Fatal(err)
		}
		words := p.Describe()
		said := words.String()
		if words.Length() > engine.MostDescribed {
			t.Fatalf("%d characters: %s", words.Length(), said)
		}
		var heard book.Lines
		for i, m := range saidLine.FindAllStringSubmatch(said, -1) {
			n, _ := strconv.Atoi(m[1])
			heard[i] = book.Line(n)
			if heard[i].Yang() != (m[2] == "whole") || heard[i].Changes() != (m[3] != "") {
				t.Fatalf("a line is %q in %q", m[0], said)
			}
		}
		if heard != p.Throw.Lines {
			t.Fatalf("%q tells %s of %s", said, heard, p.Throw.Lines)
		}
		from, to := p.Throw.Lines.Hexagram(), p.Throw.Lines.Result()
		if !strings.HasPrefix(said, "Now: "+strconv.Itoa(from.Number())+" ") || !strings.HasSuffix(said, " The question: “Whither?”.") {
			t.Fatalf("told is %q", said)
		}
		if changes := strings.Contains(said, " To come: "+strconv.Itoa(to.Number())+" "); changes != (from != to) || changes == strings.Contains(said, "No line changes.") {
			t.Fatalf("%d leads to %d: %q", from.Number(), to.Number(), said)
		}
	}
}

// The description of a Connexion suffices to check it, and names the marked pieces.
func TestConnexionTold(t *testing.T) {
	p := newPerson(t)
	for seed := range uint64(5) {
		p.env.Rand = rand.New(rand.NewPCG(seed, 1))
		a := p.run("manual", map[string]any{"lines": "789677", "connect": "true"})
		c := a.Scenes[0].(*Connexion)
		said := c.Describe().String()
		if !strings.HasPrefix(said, "A Connexion of 64 hexagons. Now: 37 ") || !strings.Contains(said, " "+c.Pair[0].Colour.Title().String()+": 37. "+c.Pair[1].Colour.Title().String()+": 25. ") {
			t.Errorf("the marks are told as %q", said)
		}
		var pieces []board.Piece
		for _, m := range regexp.MustCompile(`\b(\d+) ([a-z]+\d+)\b`).FindAllStringSubmatch(said, -1) {
			piece, err := board.ParsePiece(m[1], m[2], c.Frame)
			if err != nil {
				t.Fatalf("%v in %q", err, said)
			}
			pieces = append(pieces, piece)
		}
		if _, err := board.Validate(pieces, false); err != nil {
			t.Errorf("%v: %q", err, said)
		}
	}
}

// What the other pictures show is told.
func TestScenesTold(t *testing.T) {
	p := newPerson(t)
	for _, tt := range []struct {
		tool  string
		raw   map[string]any
		wants []string
	}{
		{"hexagram", map[string]any{"hexagram": "37"}, []string{"Hexagram 37 ", "Wind over Fire. Lines from the bottom: whole, broken, whole, broken, whole, whole. Opposite: 40 "}},
		{"hexagram", map[string]any{"hexagram": "37", "line": 3}, []string{"Line 3 is marked. Leads to: 42 "}},
		{"clock", map[string]any{"zone": "UTC"}, []string{"The wheel of twelve double hours and twelve months at 12:00, mean solar time. Waning: ", "The double hour is wu 午 with hexagram 44, the month yin 寅 with hexagram 11."}},
		{"natal", map[string]any{"pillars": "甲子 丁卯 庚申 庚辰", "birth_year": 1924, "sex": "man"}, []string{"A natal sheet. Earlier Heaven: ", "controlling line 3. Years of the first: 1924 to 1932 line ", "Pillars of year, month, day and hour: jia zi 甲子, ding mao 丁卯, "}},
	} {
		a := p.run(tt.tool, tt.raw)
		said := a.Scenes[0].Describe().String()
		for _, want := range tt.wants {
			if !strings.Contains(said, want) {
				t.Errorf("%s: %q does not say %q", tt.tool, said, want)
			}
		}
		if h, ok := a.Scenes[0].(*Horoscope); ok && strings.Count(said, " line ") != len(h.Periods)+2 {
			t.Errorf("of %d periods and two controlling lines told is %q", len(h.Periods), said)
		}
	}
}
