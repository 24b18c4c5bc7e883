package iching

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// TestNatalData: the machine-readable form of a published example.
func TestNatalData(t *testing.T) {
	p := newPerson(t)
	a := p.run("natal", map[string]any{"pillars": "甲子 丁卯 庚申 庚辰", "birth_year": 1924, "sex": "man"})
	encoded, err := json.Marshal(a.Data)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"pillars":["甲子","丁卯","庚申","庚辰"],"birth_year":1924,"odd":31,"even":34,"heaven":6,"earth":4,"earlier":44,"line":6,"later":61,"later_line":3,` +
		`"periods":[{"heaven":"earlier","line":6,"from":1924,"to":1932,"years":[`
	if !strings.HasPrefix(string(encoded), want) {
		t.Errorf("%s", encoded)
	}
	if names, _ := p.env.Notes.Names(); len(names) != 0 {
		t.Errorf("without being saved, %v is kept", names)
	}
	connected := p.press(a, "Connect")
	if marks := connected.Scenes[0].(*Connexion).Marks; marks[0].Doors != board.Hexagram(44) || marks[1].Doors != board.Hexagram(61) {
		t.Errorf("the marks are %+v", marks)
	}
	hidden := p.press(connected, "Hide")
	years := p.press(hidden, "Years")
	if !strings.Contains(years.Text.String(), "1924 to 1932: 44 6 47") {
		t.Errorf("the years: %s", years.Text)
	}
	p.press(hidden, "Save")
	list := p.run("journal", nil)
	saved := p.press(list, "Natal hexagram of 1924")
	if saved.Data.(natalState).Earlier != 44 {
		t.Errorf("saved: %+v", saved.Data)
	}
	p.press(saved, "Delete")
	if names, _ := p.env.Notes.Names(); len(names) != 0 {
		t.Errorf("deleted, but %v is kept", names)
	}
}

// TestNatalOptions: what the conventions change.
func TestNatalOptions(t *testing.T) {
	p := newPerson(t)
	natal := func(more ...string) string {
		raw := map[string]any{"date": "2000-01-10", "time": "23:50", "zone": "Europe/Amsterdam", "sex": "woman"}
		for i := 0; i < len(more); i += 2 {
			raw[more[i]] = more[i+1]
		}
		d := p.run("natal", raw).Data.(natalState)
		return fmt.Sprint(d.Pillars, d.BirthYear)
	}
	for _, tt := range []struct {
		name string
		more []string
		want string
	}{
		{"the winter solstice turns the year", nil, "[庚辰 丁丑 丁卯 壬子] 2000"},
		{"the beginning of spring turns it", []string{"year_start", "li-chun"}, "[己卯 丁丑 丁卯 壬子] 1999"},
		{"the sun is 40 minutes behind", []string{"longitude", "4.9"}, "[庚辰 丁丑 丁卯 壬子] 2000"},
		{"far in the west it is an hour less", []string{"longitude", "-6"}, "[庚辰 丁丑 丁卯 辛亥] 2000"},
		{"the south counts from June", []string{"hemisphere", "south"}, "[己卯 辛未 丁卯 壬子] 1999"},
		{"daylight saving is taken off", []string{"date", "2000-07-10", "time", "00:30"}, "[庚辰 癸未 戊辰 甲子] 2000"},
	} {
		if got := natal(tt.more...); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestYearOfBirthThatBeganBefore: where a convention counts the birth to another year than the date, and
// the periods of life with it, that is told.
func TestYearOfBirthThatBeganBefore(t *testing.T) {
	p := newPerson(t)
	for _, tt := range []struct{ date, hemisphere, start, year string }{
		{"2000-01-10", "south", "winter-solstice", "1999"},
		{"2000-07-10", "south", "winter-solstice", ""},
		{"2000-01-10", "north", "li-chun", "1999"},
		{"2000-01-10", "north", "winter-solstice", ""},
		{"1999-12-30", "north", "winter-solstice", "2000"},
	} {
		a := p.run("natal", map[string]any{"date": tt.date, "time": "12:00", "sex": "man", "hemisphere": tt.hemisphere, "year_start": tt.start})
		told := strings.Contains(a.Text.String(), "the birth belongs to the year")
		if told != (tt.year != "") || !strings.Contains(a.Text.String(), "the birth belongs to the year "+tt.year) && told {
			t.Errorf("%v: %s", tt, a.Text)
		}
	}
}

// TestChangedClocks: a time that the clocks skipped or repeated is told, and both
// readings are offered.
func TestChangedClocks(t *testing.T) {
	p := newPerson(t)
	for _, tt := range []struct{ date, said, first, second string }{
		{"2024-03-31", "set forward", "03:30 by the clocks at +02:00", "01:30 by the clocks at +01:00"},
		{"2024-10-27", "set back", "02:30 by the clocks at +02:00", "02:30 by the clocks at +01:00"},
	} {
		a := p.run("natal", map[string]any{"date": tt.date, "time": "02:30", "zone": "Europe/Amsterdam", "sex": "man"})
		if !strings.Contains(a.Text.String(), tt.said) || len(a.Scenes) != 0 || !slices.Equal(labels(a), []string{tt.first, tt.second}) {
			t.Errorf("%s: %q with %q", tt.date, a.Text, labels(a))
		}
		for i, label := range []string{tt.first, tt.second} {
			if got := p.press(a, label).Data.(natalState); fmt.Sprint(got) != fmt.Sprint(a.Data.([]natalState)[i]) {
				t.Errorf("%s: %s gives %+v", tt.date, label, got)
			}
		}
	}
	if names, _ := p.env.Notes.Names(); len(names) != 0 {
		t.Errorf("kept: %v", names)
	}
}

// TestControllingLineIsExplained: every text that names a controlling line explains it.
func TestControllingLineIsExplained(t *testing.T) {
	p := newPerson(t)
	pillars := map[string]any{"pillars": "jia-zi ding-mao geng-shen geng-chen", "birth_year": 1924, "sex": "man"}
	for _, a := range []engine.Answer{p.run("natal", pillars), p.press(p.run("natal", pillars), "Connect")} {
		text := a.Text.String()
		if strings.Contains(text, "controlling line 6") && !strings.Contains(text, "The controlling line follows from the hour") {
			t.Errorf("not explained: %s", text)
		}
		if !strings.Contains(text, "controlling line 6") {
			t.Errorf("not told: %s", text)
		}
	}
}

// TestNatalLeadsWithTheAnswer: what the lines say and what governs this year come first, how it was counted
// last. The annual hexagrams are those of the periods: 2022 is year 9 of the last one.
func TestNatalLeadsWithTheAnswer(t *testing.T) {
	p := newPerson(t)
	pillars := map[string]any{"pillars": "jia-zi ding-mao geng-shen geng-chen", "birth_year": 1924, "sex": "man"}
	for _, tt := range []struct {
		date, want string
	}{
		{"1933-03-01", "The year 1933: line 1 of **44 A Chance Encounter** governs 1933 to 1938, and the hexagram of the year is **1 Unceasing Heaven**."},
		{"2022-12-01", "The year 2022: line 2 of **61 Sincerity Within** governs 2014 to 2022, and the hexagram of the year is **28 "},
		{"2022-12-30", ""},
		{"1923-06-01", ""},
		{"1923-12-30", "The year 1924: line 6"},
		{"2300-01-01", ""},
	} {
		p.env.Now, _ = time.Parse(time.DateOnly, tt.date)
		text := p.run("natal", pillars).Text.String()
		if !strings.HasPrefix(text, "The first part of life (Earlier Heaven), 1924 to 1974: **44 A Chance Encounter** ䷫ 姤 Gòu, controlling line 6\n> ") {
			t.Errorf("it begins: %s", text)
		}
		if told := strings.Contains(text, " governs "); told != (tt.want != "") || !strings.Contains(text, tt.want) {
			t.Errorf("%s: %s", tt.date, text)
		}
		if strings.Index(text, "Pillars") < strings.Index(text, "Later Heaven") {
			t.Errorf("the pillars come first: %s", text)
		}
	}
}
