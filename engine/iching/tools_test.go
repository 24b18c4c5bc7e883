package iching

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// person is somebody who asks, at a time that stands still.
type person struct {
	testing.TB
	env  engine.Env
	game engine.Game
}

func newPerson(t testing.TB) *person {
	t.Helper()
	return &person{t, engine.Env{Now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Rand: rand.New(rand.NewPCG(7, 7)), Notes: engine.NewNotes()}, Game}
}

// try runs a command.
func (p *person) try(tool string, raw map[string]any) (engine.Answer, error) {
	p.Helper()
	cmd, ok := p.game.Tool(tool)
	if !ok {
		p.Fatalf("there is no tool %s", tool)
	}
	o, err := engine.ParseOptions(cmd.Args, raw, true)
	if err != nil {
		return engine.Answer{}, err
	}
	a, err := cmd.Run(p.Context(), p.env, o, func(engine.Answer) {})
	p.presentable(a)
	return a, err
}

// presentable checks what the conformance suite checks of commands without arguments.
func (p *person) presentable(a engine.Answer) {
	p.Helper()
	if n := utf8.RuneCountInString(a.Text.String()); n > 2000 {
		p.Errorf("the text has %d characters: %q", n, a.Text)
	}
	seen := map[string]bool{}
	for _, act := range a.Actions {
		if n := utf8.RuneCountInString(act.Label.String()); n == 0 || n > 80 || len("iching"+act.Line) > 80 || seen[act.Line] {
			p.Errorf("the button %q cannot run %q", act.Label, act.Line)
		}
		seen[act.Line] = true
	}
	if len(a.Actions) > 25 {
		p.Errorf("%d buttons", len(a.Actions))
	}
}

func (p *person) run(tool string, raw map[string]any) engine.Answer {
	p.Helper()
	a, err := p.try(tool, raw)
	if err != nil {
		p.Fatalf("%s %v: %v", tool, raw, err)
	}
	return a
}

// refuses demands a refusal with these words, and that nothing is kept.
func (p *person) refuses(tool string, raw map[string]any, want string) {
	p.Helper()
	before, _ := p.env.Notes.Names()
	_, err := p.try(tool, raw)
	if why, ok := engine.Why(err); !ok || !strings.Contains(why.String(), want) {
		p.Errorf("%s %v is refused with %v, want %q", tool, raw, err, want)
	}
	if after, _ := p.env.Notes.Names(); !slices.Equal(before, after) {
		p.Errorf("%s %v: kept %v, before %v", tool, raw, after, before)
	}
}

// press runs the line of a button.
func (p *person) press(a engine.Answer, label string) engine.Answer {
	p.Helper()
	for _, act := range a.Actions {
		if act.Label.String() != label {
			continue
		}
		words := strings.Fields(act.Line)
		cmd, _ := p.game.Tool(words[0])
		raw := map[string]any{}
		for i, word := range words[1:] {
			if name, value, named := strings.Cut(word, ":"); named && slices.ContainsFunc(cmd.Args, func(a engine.Arg) bool { return a.Name == name }) {
				raw[name] = value
			} else {
				raw[cmd.Args[i].Name] = word
			}
		}
		return p.run(words[0], raw)
	}
	p.Fatalf("there is no button %q among %v", label, a.Actions)
	return engine.Answer{}
}

func labels(a engine.Answer) (list []string) {
	for _, act := range a.Actions {
		list = append(list, act.Label.String())
	}
	return list
}

func TestAskConnects(t *testing.T) {
	p := newPerson(t)
	a := p.run("ask", map[string]any{"question": "What now?"})
	d := a.Data.(readingData)
	if d.Question != "What now?" || len(d.Lines) != 6 || d.At != "2026-03-01T12:00:00Z" || d.Connexion == nil || !strings.HasPrefix(d.Move, "throw ") {
		t.Errorf("the answer is %+v", d)
	}
	c, ok := a.Scenes[1].(*Connexion)
	if !ok || len(c.Pieces) != 64 {
		t.Fatalf("the second scene is %T", a.Scenes[1])
	}
	if _, err := board.Validate(c.Pieces, false); err != nil {
		t.Errorf("the Connexion is no solution: %v", err)
	}
	plain := p.press(a, "Hide the Connexion")
	if len(plain.Scenes) != 1 || plain.Data.(readingData).Move != d.Move {
		t.Errorf("without its Connexion the reading is %+v", plain.Data)
	}
	back := p.press(plain, "Connexion")
	if !slices.Equal(back.Scenes[1].(*Connexion).Pieces, c.Pieces) {
		t.Error("the Connexion of a reading changes")
	}
	if another := p.press(a, "Throw again").Data.(readingData); another.Question != "What now?" || another.ID == d.ID || *another.Connexion == *d.Connexion {
		t.Errorf("thrown again: %+v", another)
	}
	if without := p.run("throw", nil); len(without.Scenes) != 1 || without.Data.(readingData).Connexion != nil {
		t.Error("a throw without a Connexion has one")
	}
}

// TestMarks: both hexagrams have their colours, a shared one both; in the moving
// picture one after the other.
func TestMarks(t *testing.T) {
	p := newPerson(t)
	p.run("settings", map[string]any{"first": "green", "second": "violet"})
	a := p.run("manual", map[string]any{"lines": "789677", "view": "connexion"})
	marks := a.Scenes[1].(*Connexion).Marks
	if len(marks) != 2 || marks[0].Doors != board.Hexagram(37) || marks[0].Colours[0] != labyrinth.Green || marks[1].Doors != board.Hexagram(25) || marks[1].Colours[0] != labyrinth.Violet {
		t.Errorf("the marks are %+v", marks)
	}
	same := p.run("manual", map[string]any{"lines": "777777", "view": "connexion"})
	marks = same.Scenes[1].(*Connexion).Marks
	if len(marks) != 1 || !slices.Equal(marks[0].Colours, []labyrinth.Colour{labyrinth.Green, labyrinth.Violet}) {
		t.Errorf("the marks of a throw without changing lines are %+v", marks)
	}
	film := p.press(same, "Let it blink").Scenes[1].(engine.Film)
	for i, want := range []labyrinth.Colour{labyrinth.Green, labyrinth.Violet} {
		if marks := film.Frames[i].(*Connexion).Marks; len(marks) != 1 || marks[0].Colours[0] != want {
			t.Errorf("frame %d has the marks %+v", i, marks)
		}
	}
}

func TestColoursDiffer(t *testing.T) {
	if len(colours) != 7 {
		t.Fatalf("there are %d colours", len(colours))
	}
	for _, c := range colours {
		if got, ok := labyrinth.ColourByID(c.ID); !ok || got.Title().String() != c.Title.String() {
			t.Errorf("%s is no colour of hexagons", c.ID)
		}
	}
	for _, first := range colours {
		for _, second := range colours {
			for _, ground := range colours {
				g, a, b := settings{Ground: ground.ID, First: first.ID, Second: second.ID}.palette()
				if g == a || a == b || b == g {
					t.Fatalf("%s, %s and %s give %d, %d, %d", ground.ID, first.ID, second.ID, g, a, b)
				}
			}
		}
	}
}

// TestJournal: what is saved stays, of the rest the last twelve; nobody finds another's.
func TestJournal(t *testing.T) {
	p := newPerson(t)
	saved := p.run("ask", map[string]any{"question": "Keep this?", "private": true})
	id := saved.Data.(readingData).ID
	p.press(saved, "Save")
	var last engine.Answer
	for range 30 {
		p.env.Now = p.env.Now.Add(time.Hour)
		last = p.run("throw", nil)
	}
	names, _ := p.env.Notes.Names()
	if len(names) != 1+mostRecent {
		t.Errorf("%d readings are kept, want %d", len(names), 1+mostRecent)
	}
	list := p.run("journal", nil)
	if got := list.Data.([]listed); len(got) != 1 || got[0].ID != id || got[0].Question != "Keep this?" {
		t.Errorf("the journal lists %+v", got)
	}
	again := p.press(list, "Show 2026-03-01 12:00 +00:00")
	if again.Data.(readingData).Move != saved.Data.(readingData).Move || again.Text.String() != saved.Text.String() {
		t.Errorf("shown again: %s", again.Text)
	}
	byTime := p.run("journal", map[string]any{"do": "show", "reading": last.Data.(readingData).At[:16]})
	if byTime.Data.(readingData).ID != last.Data.(readingData).ID {
		t.Errorf("by its time: %+v", byTime.Data)
	}
	files := p.run("journal", map[string]any{"do": "export"})
	var data []exported
	if err := json.Unmarshal(files.Files[1].Data, &data); err != nil || len(data) != 1 || data[0].Question != "Keep this?" || data[0].ID != id {
		t.Errorf("exported: %s, %v", files.Files[1].Data, err)
	}
	if words := string(files.Files[0].Data); !strings.Contains(words, "Keep this?") || !strings.Contains(words, "judgment") {
		t.Errorf("exported: %s", words)
	}
	other := newPerson(t)
	other.env.Rand = rand.New(rand.NewPCG(8, 8))
	other.run("throw", nil)
	other.refuses("journal", map[string]any{"do": "show", "reading": id}, "not among yours")
	p.press(again, "Delete")
	p.refuses("journal", map[string]any{"do": "show", "reading": id}, "not among yours")
	p.refuses("journal", map[string]any{"do": "export"}, "nothing is saved")
	p.refuses("journal", map[string]any{"do": "show"}, "say which reading")
}

// TestJournalTellsTheTime: by the person's clocks, in the list as in the reading, and it
// is found by that time.
func TestJournalTellsTheTime(t *testing.T) {
	p := newPerson(t)
	p.run("settings", map[string]any{"zone": "Europe/Amsterdam"})
	asked := p.run("throw", nil)
	p.press(asked, "Save")
	const at = "2026-03-01 13:00 +01:00"
	list := p.run("journal", nil)
	if !strings.Contains(asked.Text.String(), at) || !strings.Contains(list.Text.String(), at) {
		t.Errorf("%q is listed as %q", asked.Text, list.Text)
	}
	p.press(list, "Show "+at)
	for _, reading := range []string{at, "2026-03-01T13:00"} {
		p.run("journal", map[string]any{"do": "show", "reading": reading})
	}
	p.refuses("journal", map[string]any{"do": "show", "reading": "2026-03-01 12:00"}, "not among yours")
	p.run("throw", nil)
	p.refuses("journal", map[string]any{"do": "delete", "reading": at}, "2 readings fit")
	p.run("journal", map[string]any{"do": "delete", "reading": asked.Data.(readingData).ID})
	p.run("journal", map[string]any{"do": "delete", "reading": at})
}

// TestUnsavedMakeRoom: where all the room is taken, the oldest that nobody saved goes.
func TestUnsavedMakeRoom(t *testing.T) {
	p := newPerson(t)
	oldest := p.run("throw", nil).Data.(readingData).ID
	p.env.Now = p.env.Now.Add(time.Hour)
	p.run("throw", nil)
	var full error
	for i := 0; full == nil; i++ {
		full = p.env.Notes.Put(fmt.Sprintf("other-%d", i), nil)
	}
	p.run("throw", nil)
	p.refuses("journal", map[string]any{"do": "show", "reading": oldest}, "not among yours")
	p.run("settings", map[string]any{"first": "red"})
	p.run("settings", map[string]any{"first": "green"})
}

// TestJournalHasPages: all that is saved can be reached, births too, which have no time
// to be found by.
func TestJournalHasPages(t *testing.T) {
	p := newPerson(t)
	for i := range mostListed + 1 {
		p.env.Now = p.env.Now.Add(time.Hour)
		p.run("natal", map[string]any{"date": fmt.Sprintf("%d-03-01", 1950+i), "time": "12:00", "sex": "man", "save": true})
	}
	first := p.run("journal", nil)
	if n := len(first.Actions); n != mostListed+1 {
		t.Errorf("a page has %d buttons", n)
	}
	last := p.press(first, "Next page")
	if got := labels(last); !slices.Equal(got, []string{"Natal hexagram of 1950", "Page before"}) {
		t.Errorf("the last page has %q", got)
	}
	p.press(p.press(last, "Natal hexagram of 1950"), "Delete")
	p.refuses("journal", map[string]any{"page": 2}, "no page 2")
}

// TestNatalIsSavedOnce: the sheet shows that it is saved, and is not saved again.
func TestNatalIsSavedOnce(t *testing.T) {
	p := newPerson(t)
	raw := map[string]any{"date": "1984-02-04", "time": "23:18", "sex": "man"}
	sheet := p.run("natal", raw)
	p.press(sheet, "Save")
	p.press(sheet, "Save")
	raw["save"] = true
	saved := p.run("natal", raw)
	if len(saved.Scenes) != 1 || !strings.Contains(saved.Text.String(), "Earlier Heaven") || !strings.Contains(saved.Text.String(), "Saved in your journal") {
		t.Errorf("saved, it shows %q", saved.Text)
	}
	list := p.run("journal", nil)
	if n := len(list.Actions); n != 1 {
		t.Fatalf("it is saved %d times", n)
	}
	p.press(p.press(p.press(list, labels(list)[0]), "Connect"), "Delete")
	if names, _ := p.env.Notes.Names(); len(names) != 0 {
		t.Errorf("deleted, but %v is kept", names)
	}
}

// TestButtonsKeepPrivacy: the buttons of a reading answer as privately as it is shown,
// however it was asked.
func TestButtonsKeepPrivacy(t *testing.T) {
	p := newPerson(t)
	public := func(a engine.Answer) (n int) {
		for _, act := range a.Actions {
			if strings.HasPrefix(act.Line, "journal ") && strings.HasSuffix(act.Line, " private:false") {
				n++
			}
		}
		return n
	}
	asked := p.run("ask", map[string]any{"question": "Where?"})
	id := asked.Data.(readingData).ID
	for _, tt := range []struct {
		name string
		a    engine.Answer
		want int
	}{
		{"asked", asked, 3},
		{"asked, thrown again", p.press(asked, "Throw again"), 3},
		{"shown", p.run("journal", map[string]any{"do": "show", "reading": id}), 0},
		{"thrown again", p.run("journal", map[string]any{"do": "again", "reading": id}), 0},
		{"shown to all", p.run("journal", map[string]any{"do": "show", "reading": id, "private": false}), 2},
		{"asked alone", p.run("ask", map[string]any{"question": "Where?", "private": true}), 0},
	} {
		if n := public(tt.a); n != tt.want {
			t.Errorf("%s: %d public buttons among %v, want %d", tt.name, n, tt.a.Actions, tt.want)
		}
	}
}

// TestNobody: whom the bot cannot tell apart may ask, but nothing is kept.
func TestNobody(t *testing.T) {
	p := newPerson(t)
	p.env.Notes = nil
	a := p.run("ask", map[string]any{"question": "Who am I?"})
	if l := labels(a); slices.Contains(l, "Save") || slices.Contains(l, "Throw again") {
		t.Errorf("the buttons are %v", l)
	}
	for tool, raw := range map[string]map[string]any{"journal": nil, "settings": {"first": "red"}} {
		if _, err := p.try(tool, raw); !errors.Is(err, errNobody) {
			t.Errorf("%s: %v", tool, err)
		}
	}
}

func TestBadInputKeepsNothing(t *testing.T) {
	p := newPerson(t)
	birth := func(change string, value any) map[string]any {
		raw := map[string]any{"date": "1984-02-04", "time": "23:18", "zone": "Asia/Shanghai", "sex": "man"}
		if raw[change] = value; value == nil {
			delete(raw, change)
		}
		return raw
	}
	for _, tt := range []struct {
		tool string
		raw  map[string]any
		want string
	}{
		{"ask", nil, "question is missing"},
		{"ask", map[string]any{"question": "  "}, "the question is empty"},
		{"ask", map[string]any{"question": strings.Repeat("x", 301)}, "1 to 300 characters"},
		{"throw", map[string]any{"method": "dice"}, "coins, yarrow"},
		{"manual", map[string]any{"lines": "7 8 9"}, "this has 3"},
		{"manual", map[string]any{"lines": "7 8 9 6 7 0"}, "no line"},
		{"hexagram", map[string]any{"hexagram": "0"}, "from 1 to 64"},
		{"hexagram", map[string]any{"hexagram": "nothing"}, "no hexagram is called"},
		{"hexagram", map[string]any{"hexagram": "3", "line": 7}, "only hexagrams 1 and 2"},
		{"hexagram", map[string]any{"hexagram": "3", "page": 3}, "no page 3"},
		{"search", map[string]any{"words": "   "}, "empty"},
		{"clock", map[string]any{"zone": "Mars/Olympus"}, "no time zone"},
		{"clock", map[string]any{"longitude": "181"}, "no longitude"},
		{"settings", map[string]any{"zone": "Mars/Olympus"}, "no time zone"},
		{"settings", map[string]any{"longitude": "east"}, "no longitude"},
		{"natal", nil, "needs a `date`"},
		{"natal", birth("date", "1984-02-30"), "no date"},
		{"natal", birth("date", "1784-02-03"), "1800 to 2199"},
		{"natal", birth("time", "25:00"), "no time"},
		{"natal", birth("zone", "Nowhere"), "no time zone"},
		{"natal", birth("sex", nil), "say `sex`"},
		{"natal", birth("longitude", "999"), "no longitude"},
		{"natal", map[string]any{"pillars": "jia-zi", "birth_year": 1924, "sex": "man"}, "four pillars"},
		{"natal", map[string]any{"pillars": "甲子 丁卯 庚申 庚辰", "sex": "man"}, "birth_year"},
		{"natal", map[string]any{"pillars": "甲子 丁卯 庚申 庚辰", "birth_year": 1925, "sex": "man"}, "the year 1925 is yi chou"},
		{"natal", map[string]any{"chart": "nonsense"}, "no chart"},
	} {
		p.refuses(tt.tool, tt.raw, tt.want)
	}
	if names, _ := p.env.Notes.Names(); len(names) != 0 {
		t.Errorf("kept: %v", names)
	}
}

func TestFindHexagram(t *testing.T) {
	p := newPerson(t)
	for _, name := range []string{"23", "䷖", "剝", "bo", "Bō", "Po", "splitting apart", "Peeling Away", "peeling", "000001"} {
		if got := p.run("hexagram", map[string]any{"hexagram": name}).Data.(leafData); got.Number != 23 {
			t.Errorf("%q is hexagram %d", name, got.Number)
		}
	}
	d := p.run("hexagram", map[string]any{"hexagram": "3"}).Data.(leafData)
	if d.Upper != "Kan" || d.Lower != "Zhen" || d.Nuclear != 23 || d.Opposite != 50 || d.Inverted != 4 {
		t.Errorf("hexagram 3 is %+v", d)
	}
	b := book{texts: own(t)}
	if list := b.suggest(nil, "2"); len(list) != 11 || list[0].ID != "2" {
		t.Errorf("2 is completed by %v", list)
	}
	if list := b.suggest(nil, "kun"); list[0].ID != "2" {
		t.Errorf("kun is completed by %v", list)
	}
}

// TestRelatedAreSymmetric: the opposite of the opposite, and so on, is the hexagram.
func TestRelatedAreSymmetric(t *testing.T) {
	for n := 1; n <= 64; n++ {
		h := Numbered(n)
		if h.Number() != n || h.Opposite().Opposite() != h || h.Inverted().Inverted() != h || h.Exchanged().Exchanged() != h || board.Lines(h).Doors().Number() != n {
			t.Errorf("hexagram %d", n)
		}
		if n%2 == 1 && Numbered(n+1) != h.Inverted() && Numbered(n+1) != h.Opposite() {
			t.Errorf("%d and %d are no pair", n, n+1)
		}
	}
}

// TestLongTextsHavePages: a file of long texts is read page by page.
func TestLongTextsHavePages(t *testing.T) {
	list := someTexts()
	for _, r := range list {
		r["judgment"] = strings.Repeat("A long judgment. ", 60)
		r["line_texts"] = []string{"1", "2", strings.Repeat("A long line. ", 60), "4", strings.Repeat("Another line. ", 60), "6"}
	}
	data, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	p := newPerson(t)
	if p.game, err = With(data); err != nil {
		t.Fatal(err)
	}
	a := p.run("hexagram", map[string]any{"hexagram": "5"})
	for _, want := range []string{"page 2 of 2", "page 1 of 2"} {
		label := "Next page"
		if want == "page 1 of 2" {
			label = "Page before"
		}
		if a = p.press(a, label); !strings.Contains(a.Text.String(), want) {
			t.Errorf("%s: %.80s", want, a.Text)
		}
	}
}

func TestSearch(t *testing.T) {
	p := newPerson(t)
	found := p.run("search", map[string]any{"words": "Dragon field"}).Data.([]Passage)
	all := p.run("search", map[string]any{"words": "dragon"}).Data.([]Passage)
	if len(all) < 6 || len(found) >= len(all) || all[0].Hexagram != 1 {
		t.Errorf("a dragon stands in %v, in a field in %v", all, found)
	}
	p.run("search", map[string]any{"words": "the"})
	titled := p.run("search", map[string]any{"words": "cauldron"})
	for i, passage := range titled.Data.([]Passage) {
		if text := (book{texts: own(t)}).passage(passage); !strings.Contains(strings.ToLower(text), "cauldron") {
			t.Errorf("no cauldron stands in %q", text)
		}
		if title := (Passage{50, titlePart, 0}); (passage == title) != (i == 0) {
			t.Errorf("found %d: %+v", i, passage)
		}
	}
	one := p.run("search", map[string]any{"words": "arrogant dragon"})
	if !strings.Contains(one.Text.String(), "stands in one text.") {
		t.Errorf("%s", one.Text)
	}
}

func TestClock(t *testing.T) {
	p := newPerson(t)
	want := []int{24, 19, 19, 11, 11, 34, 34, 43, 43, 1, 1, 44, 44, 33, 33, 12, 12, 20, 20, 23, 23, 2, 2, 24}
	for hour, hexagram := range want {
		p.env.Now = time.Date(2026, 12, 22, hour, 30, 0, 0, time.UTC)
		d := p.run("clock", nil).Data.(clockState)
		if d.Hour.Hexagram != hexagram || d.Month.Hexagram != 24 {
			t.Errorf("%d:30 is of %+v, the month of %+v", hour, d.Hour, d.Month)
		}
	}
	p.env.Now = time.Date(2026, 6, 21, 12, 0, 0, 0, time.UTC)
	a := p.run("clock", map[string]any{"longitude": "-180", "hemisphere": "south"})
	if d := a.Data.(clockState); d.Local != "2026-06-21T00:00:00" || d.Hour.Hexagram != 24 || d.Month.Hexagram != 24 {
		t.Errorf("midnight of midwinter in the south: %+v", d)
	}
	p.run("settings", map[string]any{"zone": "Asia/Tokyo"})
	if d := p.run("clock", nil).Data.(clockState); d.Local != "2026-06-21T21:00:00" {
		t.Errorf("by the settings it is %s", d.Local)
	}
	if a = p.press(p.run("clock", nil), "Connect"); len(a.Scenes) != 2 {
		t.Errorf("connected: %d scenes", len(a.Scenes))
	}
	if a = p.press(a, "Hide the Connexion"); len(a.Scenes) != 1 {
		t.Errorf("hidden again: %d scenes", len(a.Scenes))
	}
}

// TestSavedPlace: a saved longitude counts at the person's own place alone, and both can
// be cleared.
func TestSavedPlace(t *testing.T) {
	p := newPerson(t)
	p.run("settings", map[string]any{"zone": "Europe/Amsterdam", "longitude": "4.9"})
	for _, tt := range []struct{ zone, longitude, want string }{
		{"", "", "12:19:36"},
		{"+08:00", "", "20:00:00"},
		{"+08:00", "116.4", "19:45:36"},
	} {
		raw := map[string]any{}
		if tt.zone != "" {
			raw["zone"] = tt.zone
		}
		if tt.longitude != "" {
			raw["longitude"] = tt.longitude
		}
		if d := p.run("clock", raw).Data.(clockState); d.Local != "2026-03-01T"+tt.want {
			t.Errorf("%v: it is %s, want %s", raw, d.Local, tt.want)
		}
	}
	p.run("settings", map[string]any{"longitude": "none"})
	if d := p.run("clock", nil).Data.(clockState); d.Local != "2026-03-01T13:00:00" {
		t.Errorf("without the longitude it is %s", d.Local)
	}
	if s := p.run("settings", map[string]any{"zone": "None"}).Data.(settings); s != (settings{}) {
		t.Errorf("cleared, the settings are %+v", s)
	}
}

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
	if marks := connected.Scenes[1].(*Connexion).Marks; marks[0].Doors != board.Hexagram(44) || marks[1].Doors != board.Hexagram(61) {
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

func TestAbout(t *testing.T) {
	p := newPerson(t)
	a := p.run("about", nil)
	for _, label := range labels(a) {
		if page := p.press(a, label); !strings.Contains(page.Text.String(), label) {
			t.Errorf("the page %s begins %.60q", label, page.Text)
		}
	}
}

func BenchmarkAsk(b *testing.B) {
	p := newPerson(b)
	p.env.Notes = nil
	for b.Loop() {
		p.run("ask", map[string]any{"question": "How long?"})
	}
}
