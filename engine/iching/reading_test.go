package iching

import (
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// connected reports whether the one picture of an answer is a Connexion.
func connected(a engine.Answer) bool {
	_, ok := a.Scenes[0].(*Connexion)
	return ok && len(a.Scenes) == 1
}

// TestAskConnects: the hexagrams of an answer are shown first, and by a button their Connexion in
// their place.
func TestAskConnects(t *testing.T) {
	p := newPerson(t)
	asked := p.run("ask", map[string]any{"question": "What now?"})
	if connected(asked) || len(asked.Scenes) != 1 {
		t.Fatalf("the answer is shown by %d pictures, the first a %T", len(asked.Scenes), asked.Scenes[0])
	}
	a := p.press(asked, "Connexion")
	d := a.Data.(readingData)
	if d.Question != "What now?" || len(d.Lines) != 6 || d.At != "2026-03-01T12:00:00Z" || d.Connexion == nil || !strings.HasPrefix(d.Move, "throw ") {
		t.Errorf("the answer is %+v", d)
	}
	if !connected(a) {
		t.Fatalf("the scene is %T", a.Scenes[0])
	}
	c := a.Scenes[0].(*Connexion)
	if _, err := board.Validate(c.Pieces, false); err != nil || len(c.Pieces) != 64 {
		t.Errorf("the Connexion is no solution: %v", err)
	}
	plain := p.press(a, "Hexagrams")
	if connected(plain) || plain.Data.(readingData).Move != d.Move {
		t.Errorf("without its Connexion the reading is %+v", plain.Data)
	}
	back := p.press(plain, "Connexion")
	if !slices.Equal(back.Scenes[0].(*Connexion).Pieces, c.Pieces) {
		t.Error("the Connexion of a reading changes")
	}
	thrown := p.press(a, "Throw again")
	another := p.press(thrown, "Connexion").Data.(readingData)
	if connected(thrown) || another.Question != "What now?" || another.ID == d.ID || *another.Connexion == *d.Connexion {
		t.Errorf("thrown again: %+v", another)
	}
}

// TestMarks: both hexagrams have their colours, a shared one both; in the moving
// picture one after the other.
func TestMarks(t *testing.T) {
	p := newPerson(t)
	p.run("settings", map[string]any{"first": "green", "second": "violet"})
	a := p.run("manual", map[string]any{"lines": "789677", "connect": "true"})
	marks := a.Scenes[0].(*Connexion).Marks
	if len(marks) != 2 || marks[0].Doors != board.Hexagram(37) || marks[0].Colours[0] != labyrinth.Green || marks[1].Doors != board.Hexagram(25) || marks[1].Colours[0] != labyrinth.Violet {
		t.Errorf("the marks are %+v", marks)
	}
	names := func(marks []labyrinth.Mark) (list []string) {
		for _, m := range marks {
			for _, name := range m.Names {
				list = append(list, name.String())
			}
		}
		return list
	}
	if got := names(marks); !slices.Equal(got, []string{"Now", "To come"}) {
		t.Errorf("the marks are called %q", got)
	}
	same := p.run("manual", map[string]any{"lines": "777777", "connect": "true"})
	marks = same.Scenes[0].(*Connexion).Marks
	if len(marks) != 1 || !slices.Equal(marks[0].Colours, []labyrinth.Colour{labyrinth.Green, labyrinth.Violet}) {
		t.Errorf("the marks of a throw without changing lines are %+v", marks)
	}
	if got := names(marks); !slices.Equal(got, []string{"Now", "To come"}) {
		t.Errorf("the marks of a throw without changing lines are called %q", got)
	}
	film := p.press(same, "Animate").Scenes[0].(engine.Film)
	for i, want := range []labyrinth.Colour{labyrinth.Green, labyrinth.Violet} {
		name := []string{"Now", "To come"}[i]
		if marks := film.Frames[i].(*Connexion).Marks; len(marks) != 1 || marks[0].Colours[0] != want || !slices.Equal(names(marks), []string{name}) {
			t.Errorf("frame %d has the marks %+v", i, marks)
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
