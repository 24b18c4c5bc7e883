package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
)

// opens presses a button that opens a form.
func (s *session) opens(user, label string) *chat.Form {
	s.t.Helper()
	said := s.finish(s.request(user, "["+label+"]"))
	if said.Form == nil {
		s.t.Fatalf("%s: [%s] opens no form: %q", user, label, said.Text)
	}
	return said.Form
}

// fills sends a form in that a person has open.
func (s *session) fills(user string, f *chat.Form, typed string, chosen map[string][]string) chat.Reply {
	s.t.Helper()
	r := s.request(user, "/games")
	r.Kind, r.Command, r.Action, r.Fields, r.Chosen = chat.Submit, "", f.Action, map[string]string{f.Fields[len(f.Fields)-1].ID: typed}, chosen
	return s.finish(r)
}

// chooses takes choices of a menu of the message that has it, or had.
func (s *session) chooses(user string, menu *chat.Menu, values ...string) chat.Reply {
	s.t.Helper()
	r := s.request(user, "/games")
	r.Kind, r.Command, r.Action, r.Values, r.Message = chat.Press, "", menu.Action, values, "1"
	for _, m := range s.shown {
		for _, row := range m.reply.Rows {
			if row.Menu == menu {
				r.Message = m.id
			}
		}
	}
	return s.finish(r)
}

// menu is the n-th menu under the newest message.
func (s *session) menu(n int) *chat.Menu {
	s.t.Helper()
	for _, row := range s.shown[len(s.shown)-1].reply.Rows {
		if row.Menu != nil {
			if n == 0 {
				return row.Menu
			}
			n--
		}
	}
	s.t.Fatalf("no menu under %+v", s.shown[len(s.shown)-1].reply)
	return nil
}

// cell is what a form's menus of columns and rows hold.
func cell(column, row string) map[string][]string {
	return map[string][]string{"menu1": {column}, "menu2": {row}}
}

// chosen are the choices of a field that are picked when the form opens.
func chosen(f chat.Field) (values []string) {
	for _, c := range f.Choices {
		if c.Chosen {
			values = append(values, c.Value)
		}
	}
	return values
}

// TestMoveByColumnAndRow: on a larger board a form has two menus, what is free as it is
// now, and a text for those who type.
func TestMoveByColumnAndRow(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:11 swap:false", "friend: [Accept]")
	f := s.opens("you", "Move")
	if !strings.Contains(f.Text, "Red to move") || !strings.Contains(f.Text, "by row: **1–11** a–k.") {
		t.Errorf("on an empty board the form says %q", f.Text)
	}
	if n := len(f.Fields); n != 3 || len(f.Fields[0].Choices) != 11 || len(f.Fields[1].Choices) != 11 || f.Fields[2].Choices != nil {
		t.Fatalf("the form has %+v", f.Fields)
	}
	if said := s.fills("you", f, "", cell("c", "5")); said.Refused || s.table(1).Moves[0].Text != "c5" {
		t.Fatalf("column c and row 5: %q", said.Text)
	}
	f = s.opens("friend", "Move")
	if !strings.Contains(f.Text, "Red's last move is c5.") || !strings.Contains(f.Text, "**5** a b d–k") {
		t.Errorf("after c5 the form says %q", f.Text)
	}
	if got := f.Fields[1].Choices[4]; got.Name != "5" || got.Detail != "free: a b d–k" {
		t.Errorf("row 5 is offered as %+v", got)
	}
	for _, tt := range []struct {
		name, typed string
		chosen      map[string][]string
		want        string
	}{
		{"a cell that is taken", "", cell("c", "5"), "c5"},
		{"no row", "", map[string][]string{"menu1": {"d"}, "menu2": nil}, "choose a column and a row"},
		{"nothing", "", map[string][]string{}, "choose a column and a row"},
		{"no cell", "zz|5", cell("d", "6"), "a cell is a letter"},
		{"more than a button can hold", strings.Repeat("x", 100), cell("d", "6"), "a cell is a letter"},
	} {
		said := s.fills("friend", f, tt.typed, tt.chosen)
		if !said.Refused || !strings.Contains(strings.ToLower(said.Text), tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, said.Text, tt.want)
		}
		again := s.opens("friend", "Try again")
		for i := range 2 {
			if got := chosen(again.Fields[i]); !slices.Equal(got, tt.chosen[again.Fields[i].ID]) {
				t.Errorf("%s: opened again, the form has %q", tt.name, got)
			}
		}
		want := strings.ReplaceAll(tt.typed, "|", " ")
		if len(want) > 50 {
			want = ""
		}
		if got := again.Fields[2].Value; got != want {
			t.Errorf("%s: opened again, the form has %q, want %q", tt.name, got, want)
		}
	}
	if said := s.fills("friend", s.opens("friend", "Try again"), "D6", cell("a", "1")); said.Refused || s.table(1).Moves[1].Text != "d6" {
		t.Errorf("what was typed goes before what was picked: %q", said.Text)
	}
}

// toldOfTheOld reports whether somebody is told alone that the position is another one now.
func toldOfTheOld(said chat.Reply) bool {
	list := append([]chat.Reply{said}, said.After...)
	last := list[len(list)-1]
	return last.Private && strings.Contains(last.Text, "nothing was played")
}

// TestFormOfAnOldBoard: the game goes on, and the form may be opened again.
func TestFormOfAnOldBoard(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:11 swap:false", "friend: [Accept]")
	f := s.opens("you", "Move")
	s.play("you: /hex move c5", "friend: /hex move d6")
	said := s.fills("you", f, "", cell("a", "1"))
	if !toldOfTheOld(said) || len(s.table(1).Moves) != 2 {
		t.Errorf("a form of an old board: %+v, and %d moves", said, len(s.table(1).Moves))
	}
	if said := s.fills("friend", s.opens("you", "Move"), "", cell("a", "1")); !said.Refused || said.Rows != nil || !strings.Contains(said.Text, "not your turn") {
		t.Errorf("a form that another fills in: %q, %+v", said.Text, said.Rows)
	}
}

// TestMenusOfMoves: a menu has all moves where they are 25 at most, each with what it does.
func TestMenusOfMoves(t *testing.T) {
	s := newSession(t)
	for line, want := range map[string]int{
		"size:5": 25, "size:3": 9, "size:4 width:6": 24, "size:6": 0, "size:19": 0, "size:3 width:9": 0,
	} {
		said := s.does("you", "/hex new @you swap:false "+line)
		got := 0
		for _, row := range said.Rows {
			if row.Menu != nil {
				got += len(row.Menu.Choices)
			}
		}
		if got != want {
			t.Errorf("%s: %d choices, want %d", line, got, want)
		}
	}
	s.play("you: /hex new @you size:3 swap:false", "you: /hex move b2", "you: /hex move a3")
	menu := s.menu(0)
	details := map[string]string{}
	for _, c := range menu.Choices {
		details[c.Value] = c.Detail
	}
	for cell, want := range map[string]string{"b1": "touches b2 and the top edge", "c2": "touches b2", "a1": "touches the top edge", "c3": "touches the bottom edge", "a2": "touches b2"} {
		if details[cell] != want {
			t.Errorf("%s: %q, want %q", cell, details[cell], want)
		}
	}
	if said := s.chooses("you", menu, "b1"); said.Refused || !strings.Contains(said.Text, "b1") {
		t.Errorf("b1: %q", said.Text)
	}
	if said := s.chooses("you", menu, "c2"); !toldOfTheOld(said) {
		t.Errorf("the menu again: %+v", said)
	}
}

// TestFireSeveralNodes at once.
func TestFireSeveralNodes(t *testing.T) {
	s := newSession(t)
	s.play("you: /ade play @friend type:A degree:4 values:1 2 0 3", "friend: [Accept]")
	menu := s.menu(0)
	if least, most := menu.Counts(); least != 1 || most != 3 || menu.Choices[1].Detail != "2 becomes -2, and 2 more for V1 V3" {
		t.Fatalf("the menu takes %d to %d: %+v", least, most, menu.Choices)
	}
	if said := s.chooses("you", menu, "V1", "V4"); said.Refused || s.tableOf("ade", 1).Moves[0].Text != "fire V1 V4" {
		t.Errorf("V1 and V4: %q", said.Text)
	}
	s.play("you: /ade new degree:5")
	f := s.opens("you", "Set")
	if said := s.fills("you", f, "", map[string][]string{"menu1": {"V1", "V4"}, "menu2": {"7"}}); said.Refused || s.tableOf("ade", 2).Moves[0].Text != "set V1 7 V4 7" {
		t.Errorf("two nodes set: %q", said.Text)
	}
}

// TestStages: what is too much for a menu is picked step by step, in the place of the board,
// and each step can be taken back.
func TestStages(t *testing.T) {
	s := newSession(t)
	s.play("you: /gordon new @friend group:Z29", "friend: [Accept]")
	step := func(user string, menu *chat.Menu, value, says string) chat.Reply {
		t.Helper()
		said := s.chooses(user, menu, value)
		if said.Refused || !said.Update || said.Private || !strings.Contains(said.Text, says) {
			t.Fatalf("%s: %+v, want %q", value, said, says)
		}
		return said
	}
	root := s.menu(0)
	if said := s.chooses("friend", root, "@0"); !said.Refused || !strings.Contains(said.Text, "not your turn") {
		t.Errorf("another's turn: %q", said.Text)
	}
	if said := s.chooses("you", root, "@99"); !said.Refused {
		t.Errorf("a step that there is not: %q", said.Text)
	}
	step("you", root, "@25", "Take a step:")
	back := s.menu(0)
	if got := len(back.Choices); got != 4 {
		t.Errorf("%d choices after the first 25 of 29", got)
	}
	if said := s.finish(s.request("friend", "[Back]")); !said.Refused || !strings.Contains(said.Text, "not your turn") {
		t.Errorf("another takes a step back: %q", said.Text)
	}
	s.play("you: [Back]")
	if s.menu(0).Choices[0].Value != "@0" {
		t.Errorf("back: %+v", s.menu(0))
	}
	step("you", back, "m=27", "Go to a place, with m = 27")
	step("you", s.menu(0), "m=27 @0", "Go to a place")
	step("you", s.menu(0), "m=27 p=3", "m=27 p=3")
	if len(s.tableOf("gordon", 1).Moves) != 1 {
		t.Errorf("%d moves", len(s.tableOf("gordon", 1).Moves))
	}
	if said := s.chooses("you", root, "@0"); !toldOfTheOld(said) {
		t.Errorf("a step of an old board: %+v", said)
	}
}

// unasked is a position of Hex of which nobody opens the form.
type unasked struct {
	*hex.Position
	t *testing.T
}

func (u unasked) Picking(verb, step string) engine.Picking {
	p := u.Position.Picking(verb, step)
	p.Form = func() engine.Form {
		u.t.Errorf("a board without a menu works out how %q is picked", verb)
		return engine.Form{}
	}
	return p
}

// TestMenuAsksForNothingInVain: under a board whose moves are too many for a menu, nobody works
// out the columns and rows of a form.
func TestMenuAsksForNothingInVain(t *testing.T) {
	board, err := table.New(&hex.Game, engine.Options{"size": 7}, []string{"you", "friend"}, []string{"You", "Friend"}, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	board.Position = unasked{board.Position.(*hex.Position), t}
	if rows := (&show.Call{}).Menus(board); rows != nil {
		t.Errorf("a board of 49 cells has the menu %v", rows)
	}
}
