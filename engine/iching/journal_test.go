package iching

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

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
	if len(names) != 1+mostUnsaved {
		t.Errorf("%d readings are kept, want %d", len(names), 1+mostUnsaved)
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
	p.run("settings", map[string]any{"first": "green"})
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
	if got := labels(last); !slices.Equal(got, []string{"Natal hexagram of 1950", "Previous page"}) {
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

// TestLatest: what was asked last is shown again, as it was, unless
// something else came after it.
func TestLatest(t *testing.T) {
	p := newPerson(t)
	tool, ok := p.game.Tool("journal")
	if !ok {
		t.Fatal("there is no journal")
	}
	latest := func(since time.Time) (engine.Answer, bool) {
		t.Helper()
		a, ok, err := tool.Latest(t.Context(), p.env, since)
		if err != nil {
			t.Fatal(err)
		}
		p.presentable(a)
		return a, ok
	}
	if a, ok := latest(time.Time{}); ok {
		t.Errorf("before any question: %s", a.Text)
	}
	p.run("throw", nil)
	p.env.Now = p.env.Now.Add(time.Minute)
	asked := p.run("ask", map[string]any{"question": "What now?"})
	again, ok := latest(time.Time{})
	if !ok || again.Text.String() != asked.Text.String() || again.Data.(readingData).Move != asked.Data.(readingData).Move || connected(again) {
		t.Errorf("shown again: %s", again.Text)
	}
	if _, ok := latest(p.env.Now.Add(-time.Second)); !ok {
		t.Error("what was asked later is not shown")
	}
	if a, ok := latest(p.env.Now); ok {
		t.Errorf("what was asked before is shown: %s", a.Text)
	}
	p.env.Notes = nil
	if a, ok := latest(time.Time{}); ok {
		t.Errorf("nobody is shown %s", a.Text)
	}
}
