package bot

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// end gives up the game at a table.
func (s *session) end(game string, number int) *table.Table {
	s.t.Helper()
	at, err := s.bot.Tables.Load(s.t.Context(), store.Key{Channel: sessionChannel, Game: game, Number: number})
	if err != nil {
		s.t.Fatal(err)
	}
	at.End(table.Resigned, engine.NoSeat)
	if err := s.bot.Tables.Save(at, store.Op{Request: s.nextRequest()}); err != nil {
		s.t.Fatal(err)
	}
	return at
}

// TestNextPuzzle: after a puzzle the button leads to another of its kind: after a numbered
// one to the next number, after that of a day to any. Pressed again it leads to the same.
func TestNextPuzzle(t *testing.T) {
	for _, tt := range []struct{ begin, next, without string }{
		{"/hex new number:3", "number:4", ""},
		{"/hex new number:3 grade:easy", "grade:easy", "number:3"},
		{"/hex puzzle which:random grade:medium", "puzzle:random grade:medium", ""},
		{"/hex puzzle", "puzzle:random", "date"},
		{"/ade puzzle task:layers seed:1", "mode:puzzle task:layers seed:2", ""},
		{"/ade puzzle daily:true", "mode:puzzle", "date"},
		{"/connexion puzzle removed:3 seed:5", "puzzle:started removed:3 seed:6", ""},
		{"/octopuszle new started:6 seed:5", "started:6 seed:6", ""},
		{"/connexion daily", "puzzle:started", "date"},
	} {
		game := strings.Fields(tt.begin)[0][1:]
		s := newSession(t)
		s.play("you: " + tt.begin)
		old := s.end(game, 1)
		c := s.bot.UnaskedCall(old)
		button := c.AgainButton(old)
		if button.Label != "Next puzzle" {
			t.Errorf("%s is followed by the button %q", tt.begin, button.Label)
		}
		for range 2 {
			if r := s.pressed("you", button.Action); r.Refused {
				t.Fatalf("%s: no next puzzle: %q", tt.begin, r.Text)
			}
		}
		record := s.tableOf(game, 2)
		given := optionsOf(t, record.Options)
		for want := range strings.FieldsSeq(tt.next) {
			if !slices.Contains(given, want) {
				t.Errorf("%s is followed by %v, want %s", tt.begin, given, want)
			}
		}
		if tt.without != "" && slices.ContainsFunc(given, func(o string) bool { return strings.HasPrefix(o, tt.without) }) {
			t.Errorf("%s is followed by %v", tt.begin, given)
		}
		if _, err := s.store.Load(store.Key{Channel: sessionChannel, Game: game, Number: 3}); err == nil {
			t.Errorf("%s: two presses open two tables", tt.begin)
		}
	}
}

// optionsOf are stored options as they are typed.
func optionsOf(t *testing.T, stored []byte) (list []string) {
	t.Helper()
	var o map[string]any
	if err := json.Unmarshal(stored, &o); err != nil {
		t.Fatal(err)
	}
	for name, value := range o {
		list = append(list, fmt.Sprintf("%s:%v", name, value))
	}
	return list
}

// TestNoNextPuzzle after what is none.
func TestNoNextPuzzle(t *testing.T) {
	for _, begin := range []string{"/hex new @you", "/ade new", "/connexion new", "/octopuszle new", "/gordon new @you"} {
		game := strings.Fields(begin)[0][1:]
		s := newSession(t)
		s.play("you: " + begin)
		old := s.end(game, 1)
		if b := s.bot.UnaskedCall(old).AgainButton(old); strings.Contains(b.Label, "puzzle") || b.Style != chat.Success {
			t.Errorf("%s is followed by %q", begin, b.Label)
		}
	}
}

// TestNewWeightedGame: a finished weighted game offers another one like it, and a plain one.
func TestNewWeightedGame(t *testing.T) {
	for _, opponent := range []string{"@friend", "@you"} {
		s := newSession(t)
		s.play("you: /hex new " + opponent + " size:3 weighted:true swap:false")
		rival := strings.TrimPrefix(opponent, "@")
		if rival != "you" {
			s.play("friend: [Accept]")
		}
		s.play("you: /hex move b1", rival+": /hex move a1", "you: /hex move b2", rival+": /hex move a2", "you: /hex move b3")
		if labels := labelsOf(s.shown[len(s.shown)-1].reply); slices.Contains(labels, "Rematch") || slices.Contains(labels, "Again") {
			t.Errorf("%s: a finished weighted game offers %q", opponent, labels)
		}
		if r := s.does("you", "[New plain game]"); !r.Private || r.Text != "**Hex**: whom do you want to play?" {
			t.Errorf("%s: a plain game: %q", opponent, r.Text)
		}
		s.does("you", "/hex show table:1")
		if r := s.does("you", "[New weighted game]"); r.Refused || !strings.Contains(r.Files[0].Alt, "Weighted Hex, 3 by 3") {
			t.Errorf("%s: a weighted game: %q", opponent, r.Text)
		}
	}
}
