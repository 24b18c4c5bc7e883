package iching

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
)

// person is a user at a fixed time.
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
	for _, scene := range a.Scenes {
		words := scene.Describe()
		if said := words.String(); words.Length() > engine.MostDescribed || !strings.HasSuffix(said, ".") || strings.ContainsAny(said, "*`\n") {
			p.Errorf("%T is described in %d characters by %q", scene, words.Length(), said)
		}
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
		{"asked", asked, 2},
		{"asked, connected", p.press(asked, "Connexion"), 3},
		{"asked, thrown again", p.press(asked, "Throw again"), 2},
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

// TestNobody: an unknown user may ask, but nothing is stored.
func TestNobody(t *testing.T) {
	p := newPerson(t)
	p.env.Notes = nil
	a := p.run("ask", map[string]any{"question": "Who am I?"})
	if l := labels(a); slices.Contains(l, "Save") || slices.Contains(l, "Throw again") {
		t.Errorf("the buttons are %v", l)
	}
	for tool, raw := range map[string]map[string]any{"journal": nil, "settings": {"first": "green"}} {
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
		{"manual", map[string]any{"lines": "7 8 9 6 7 0"}, "not a line"},
		{"hexagram", map[string]any{"hexagram": "0"}, "from 1 to 64"},
		{"hexagram", map[string]any{"hexagram": "nothing"}, "no hexagram is called"},
		{"hexagram", map[string]any{"hexagram": "3", "line": 7}, "only hexagrams 1 and 2"},
		{"hexagram", map[string]any{"hexagram": "3", "page": 3}, "no page 3"},
		{"search", map[string]any{"words": "   "}, "empty"},
		{"clock", map[string]any{"zone": "Mars/Olympus"}, "not a known time zone"},
		{"clock", map[string]any{"longitude": "181"}, "not a longitude"},
		{"settings", map[string]any{"zone": "Mars/Olympus"}, "not a known time zone"},
		{"settings", map[string]any{"longitude": "east"}, "not a longitude"},
		{"natal", nil, "needs a `date`"},
		{"natal", birth("date", "1984-02-30"), "not a date"},
		{"natal", birth("date", "1784-02-03"), "1800 to 2199"},
		{"natal", birth("time", "25:00"), "not a time"},
		{"natal", birth("zone", "Nowhere"), "not a known time zone"},
		{"natal", birth("sex", nil), "choose man or woman (`sex`)"},
		{"natal", birth("longitude", "999"), "not a longitude"},
		{"natal", map[string]any{"pillars": "jia-zi", "birth_year": 1924, "sex": "man"}, "four pillars"},
		{"natal", map[string]any{"pillars": "甲子 丁卯 庚申 庚辰", "sex": "man"}, "birth_year"},
		{"natal", map[string]any{"pillars": "甲子 丁卯 庚申 庚辰", "birth_year": 1925, "sex": "man"}, "the year 1925 is yi chou"},
		{"natal", map[string]any{"chart": "nonsense"}, "not a chart"},
	} {
		p.refuses(tt.tool, tt.raw, tt.want)
	}
	if names, _ := p.env.Notes.Names(); len(names) != 0 {
		t.Errorf("kept: %v", names)
	}
}

func TestAbout(t *testing.T) {
	p := newPerson(t)
	a := p.run("about", nil)
	for _, label := range labels(a) {
		if page := p.press(a, label); label != "Credits" && !strings.Contains(page.Text.String(), label) {
			t.Errorf("the page %s begins %.60q", label, page.Text)
		}
	}
	credits := p.press(a, "Credits")
	for _, shown := range pages {
		if page := p.press(credits, shown.Title); !strings.Contains(page.Text.String(), shown.Paragraphs[0]) {
			t.Errorf("the credits lead from %s to %.60q", shown.Title, page.Text)
		}
	}
}

// TestOfferedByATap: what is asked for first needs nothing typed but what its form asks for.
func TestOfferedByATap(t *testing.T) {
	p := newPerson(t)
	filled := map[string]string{
		"question": "What now?", "method": "yarrow", "lines": "7 8 9 6 7 7",
		"date": "2026-02-17", "time": "21:50", "zone": "+08:00", "sex": "man",
	}
	asked := 0
	for _, offer := range p.game.Controls.Offers {
		raw := map[string]any{}
		for _, name := range offer.Asks {
			raw[name] = filled[name]
		}
		if offer.Line != "new" {
			p.run(offer.Line, raw)
		}
		asked += len(offer.Asks)
	}
	if asked != 8 {
		t.Errorf("%d things are asked for", asked)
	}
}

// TestThrowAndConnect: where it is wished, in a command or in the settings, an answer is marked in a
// Connexion at once.
func TestThrowAndConnect(t *testing.T) {
	p := newPerson(t)
	for _, tt := range []struct {
		setting, given any
		want           bool
	}{{nil, nil, false}, {nil, true, true}, {true, nil, true}, {true, false, false}, {false, nil, false}} {
		if tt.setting != nil {
			p.run("settings", map[string]any{"connect": tt.setting})
		}
		for tool, raw := range map[string]map[string]any{"ask": {"question": "What now?"}, "throw": {}, "manual": {"lines": "789677"}} {
			if tt.given != nil {
				raw["connect"] = tt.given
			}
			c, connected := p.run(tool, raw).Scenes[0].(*Connexion)
			if connected != tt.want || connected && len(c.Marks) == 0 {
				t.Errorf("%s %+v shows a Connexion: %v", tool, tt, connected)
			}
		}
	}
}
