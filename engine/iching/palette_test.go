package iching

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
)

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

// TestEqualColoursAreRefused: whatever is given, a user's three colours differ, each given colour
// is shown, and nothing else changes.
func TestEqualColoursAreRefused(t *testing.T) {
	refused := 0
	for _, first := range append(colours, engine.Named{}) {
		for _, second := range append(colours, engine.Named{}) {
			for _, ground := range append(colours, engine.Named{}) {
				o := engine.Options{}
				shown := map[string]string{firstArg.Name: "gold", secondArg.Name: "red", groundArg.Name: "blue"}
				for name, id := range map[string]string{firstArg.Name: first.ID, secondArg.Name: second.ID, groundArg.Name: ground.ID} {
					if id != "" {
						o[name], shown[name] = id, id
					}
				}
				same := shown[firstArg.Name] == shown[secondArg.Name] || shown[firstArg.Name] == shown[groundArg.Name] || shown[secondArg.Name] == shown[groundArg.Name]
				var s settings
				err := s.change(o)
				if (err != nil) != same {
					t.Fatalf("%v: %v", o, err)
				}
				if err != nil {
					refused++
					if !reflect.DeepEqual(s, settings{}) {
						t.Errorf("%v is refused and leaves %+v", o, s)
					}
					continue
				}
				g, a, b := s.palette()
				if colours[g].ID != shown[groundArg.Name] || colours[a].ID != shown[firstArg.Name] || colours[b].ID != shown[secondArg.Name] {
					t.Errorf("%v shows %s, %s and %s", o, g.Title(), a.Title(), b.Title())
				}
			}
		}
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
}

// TestColourIsRefusedWithAWayOut: the refusal names both parts, the colour, and a colour that is
// accepted.
func TestColourIsRefusedWithAWayOut(t *testing.T) {
	p := newPerson(t)
	for _, tt := range []struct {
		raw  map[string]any
		want []string
	}{
		{map[string]any{"hexagons": "red"}, []string{"the hexagons", "the hexagram that it leads to", "red", "`second:"}},
		{map[string]any{"first": "gold", "second": "gold"}, []string{"the hexagram that was thrown", "the hexagram that it leads to", "gold"}},
		{map[string]any{"first": "blue"}, []string{"the hexagons", "the hexagram that was thrown", "blue", "`hexagons:"}},
	} {
		_, err := p.try("settings", tt.raw)
		why, ok := engine.Why(err)
		if !ok {
			t.Fatalf("%v: %v", tt.raw, err)
		}
		for _, want := range tt.want {
			if !strings.Contains(why.String(), want) {
				t.Errorf("%v is refused with %q, without %q", tt.raw, why, want)
			}
		}
		// What it advises is accepted together with what was asked for.
		advice := strings.Split(strings.Split(why.String(), "`")[1], ":")
		raw := map[string]any{}
		maps.Copy(raw, tt.raw)
		raw[advice[0]] = advice[1]
		if _, err := newPerson(t).try("settings", raw); err != nil {
			t.Errorf("%v is advised and refused: %v", raw, err)
		}
	}
}

// TestOldSettingsStayUsable: equal colours that an earlier version stored are shown apart,
// and the person may change anything else, and each of them.
func TestOldSettingsStayUsable(t *testing.T) {
	p := newPerson(t)
	if err := p.env.Notes.Put(settingsNote, []byte(`{"first":"gold","second":"gold"}`)); err != nil {
		t.Fatal(err)
	}
	old := p.run("settings", nil)
	zoned := p.run("settings", map[string]any{"zone": "Europe/Amsterdam"})
	line := func(a engine.Answer) string { return strings.SplitN(a.Text.String(), "\n", 2)[0] }
	if line(old) != line(zoned) {
		t.Errorf("another zone turns %q into %q", line(old), line(zoned))
	}
	a := p.run("settings", map[string]any{"first": "green"})
	var s settings
	if data, err := json.Marshal(a.Data); err != nil || json.Unmarshal(data, &s) != nil || s.First != "green" {
		t.Errorf("the data are %+v", a.Data)
	}
	_, before, second := settings{First: "gold", Second: "gold"}.palette()
	if _, _, now := s.palette(); now != second || before != labyrinth.Gold {
		t.Errorf("the second colour changes from %s to %s", fmt.Sprint(second.Title()), now.Title())
	}
}
