package bot

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

// TestWordsOfOneAlone: what one plays alone is no contest, and is not spoken of as one.
func TestWordsOfOneAlone(t *testing.T) {
	for _, tt := range []struct {
		name, open string
		quit       string
	}{
		{"practice", "/hex new @you size:3", "End"},
		{"a puzzle of Hex", "/hex new number:1", "Give up"},
		{"a puzzle of ADE", "/ade puzzle", "Give up"},
		{"a graph", "/ade new type:A degree:3", "End"},
		{"Gordon for one", "/gordon new group:Z5 variant:solitaire", "Give up"},
		{"a Connexion", "/connexion new", "End"},
		{"the Connexion of the day", "/connexion daily", "Give up"},
		{"an Octopuszle", "/octopuszle new", "End"},
		{"an Octopuszle begun", "/octopuszle new started:5", "Give up"},
		{"a reading", "/iching new", "End"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newSession(t)
			game, _, _ := strings.Cut(tt.open, " ")
			opened := s.does("you", tt.open)
			ended := s.does("you", game+" resign")
			if len(ended.Files) == 0 {
				ended = s.does("you", "["+tt.quit+"]")
			}
			if labels := labelsOf(opened); labels[len(labels)-1] != tt.quit {
				t.Errorf("the buttons are %q, want %q last", labels, tt.quit)
			}
			for _, r := range []chat.Reply{opened, ended} {
				said := r.Text + " " + strings.Join(labelsOf(r), " ") + " " + r.Files[0].Alt
				for _, word := range []string{"Resign", "Rematch", "Solved", "You to move", "(You)", "the game"} {
					if strings.Contains(said, word) {
						t.Errorf("%q speaks of %q", said, word)
					}
				}
			}
		})
	}
}

// TestWordsOfAReading: an answer of the oracle solves nothing.
func TestWordsOfAReading(t *testing.T) {
	s := newSession(t)
	s.play("you: /iching new")
	if r := s.does("you", "/games"); !strings.HasSuffix(r.Text, "). Just opened.") {
		t.Errorf("the list is %q", r.Text)
	}
	r := s.does("you", "[Throw]")
	if !strings.Contains(r.Text, "**Answer**: ") || !slices.Contains(labelsOf(r), "New reading") {
		t.Errorf("a reading ends with %q and the buttons %q", r.Text, labelsOf(r))
	}
}

// order is that of the buttons under a board, by their action.
var order = []string{"play", "form", "undo", "hint", "view", "run", "resign", "rematch"}

// ordered checks that the buttons under a board are in their order, each with an emoji.
func (s *session) ordered(r chat.Reply) {
	s.t.Helper()
	last := 0
	for _, row := range r.Rows {
		for _, b := range row.Buttons {
			action, _, _ := strings.Cut(b.Action, ":")
			rank := slices.Index(order, action)
			if action == "form" {
				rank = 0 // among those that move, the game decides
			}
			if rank < 0 || action == "run" && b.Label != "Rules" {
				continue
			}
			if rank < last {
				s.t.Errorf("under %q, %s comes too late: %q", r.Text, b.Label, labelsOf(r))
			}
			if b.Emoji == "" && action != "run" {
				s.t.Errorf("under %q, %s has no emoji", r.Text, b.Label)
			}
			last = rank
		}
	}
}

// TestViewsThatAreOffered: those for developers are not, and can be asked for.
func TestViewsThatAreOffered(t *testing.T) {
	s := newSession(t)
	if offered := s.types("you", "/hex view | name:"); offered != nil {
		t.Errorf("where there is no table, %q is offered", offered)
	}
	s.play("you: /hex new @you size:3")
	if got := s.types("you", "/hex view | name:"); !slices.Equal(got, []string{"path", "analysis"}) {
		t.Errorf("at a plain board %q is offered", got)
	}
	s.play("you: /hex view sets", "you: /hex view weights", "you: /hex new @you size:3 weighted:true")
	if got := s.types("you", "/hex view | name:"); !slices.Equal(got, []string{"weights", "path", "analysis"}) {
		t.Errorf("at a weighted board %q is offered", got)
	}
	s.play("you: /hex new number:1")
	if got := s.types("you", "/hex view | name:S"); !slices.Equal(got, []string{"solution"}) {
		t.Errorf("at a puzzle %q is offered", got)
	}
}

// TestLongNames: a line that says how a game stands fits a telephone, whatever people are
// called.
func TestLongNames(t *testing.T) {
	s := newSession(t)
	as := func(user, does, name string) chat.Reply {
		r := s.request(user, does)
		r.User.Name = name
		return s.finish(r)
	}
	long := strings.Repeat("Wolfeschlegel", 3)[:32]
	s.play("you: /hex new @friend size:3 swap:false")
	as("friend", "[Accept]", strings.Repeat("漢字", 16))
	as("you", "/hex move a1", long)
	r := as("friend", "/hex show", strings.Repeat("漢字", 16))
	if n := utf8.RuneCountInString(r.Text); n > 45 || !strings.Contains(r.Text, "漢字漢") {
		t.Errorf("%q has %d characters", r.Text, n)
	}
	r = as("friend", "/hex move a2", strings.Repeat("漢字", 16))
	said := strings.ReplaceAll(r.Text, chat.Mention(ids["you"]), "@You")
	if n := utf8.RuneCountInString(said); n > 45 {
		t.Errorf("%q has %d characters", said, n)
	}
}

// TestResigningAsksFirst wherever there is something to lose.
func TestResigningAsksFirst(t *testing.T) {
	for _, does := range [][]string{
		{"you: /hex new @friend size:3", "friend: [Accept]"},
		{"you: /hex new level:easy size:3"},
		{"you: /hex new @you size:3", "you: /hex move b2"},
		{"you: /hex new number:1", "you: /hex move a1"},
	} {
		s := newSession(t)
		s.play(does...)
		r := s.does("you", "/hex resign")
		if !r.Private || !strings.Contains(r.Text, "Are you sure?") || s.table(1).Over {
			t.Errorf("%s: giving up is answered by %q", does, r.Text)
		}
	}
}

// TestButtonsOfAFreshTable: none of the views offered under a board that was just opened
// refuses to be looked at, and no form asks in words that are cut.
func TestButtonsOfAFreshTable(t *testing.T) {
	for _, open := range []string{
		"/hex new size:5", "/hex puzzle which:random", "/atom4 new @you", "/ade new type:A degree:3", "/ade puzzle", "/ade play opponent:@you",
		"/connexion new", "/connexion puzzle", "/octopuszle new", "/iching new", "/gordon new", "/gordon new variant:solitaire",
	} {
		t.Run(open, func(t *testing.T) {
			s := newSession(t)
			for _, b := range buttonsOf(s.does("you", open)) {
				if strings.HasPrefix(b.Action, "view:") {
					if r := s.does("you", "["+b.Label+"]"); r.Refused {
						t.Errorf("[%s] answers %q", b.Label, r.Text)
					}
				}
				if strings.HasPrefix(b.Action, "form:") {
					for _, f := range s.opens("you", b.Label).Fields {
						if strings.HasSuffix(f.Label, "…") && !strings.HasSuffix(f.Label, " …") {
							t.Errorf("[%s] asks %q", b.Label, f.Label)
						}
					}
				}
			}
		})
	}
}

// TestViewsOnceThereIsSomething: they are offered as soon as they show something.
func TestViewsOnceThereIsSomething(t *testing.T) {
	s := newSession(t)
	for _, tt := range []struct{ open, move, view string }{
		{"/iching new", "[Throw]", "Read"},
		{"/ade new edges:1-2 2-3 values:1 0 0", "[Fire]", "Trace"},
	} {
		if labels := labelsOf(s.does("you", tt.open)); slices.Contains(labels, tt.view) {
			t.Errorf("%s: %q", tt.open, labels)
		}
		if labels := labelsOf(s.does("you", tt.move)); !slices.Contains(labels, tt.view) {
			t.Errorf("%s %s: %q", tt.open, tt.move, labels)
		}
	}
}

// TestCommandsOfOneAlone: games that one plays alone speak of nobody else.
func TestCommandsOfOneAlone(t *testing.T) {
	s := newSession(t)
	for _, game := range []string{"connexion", "octopuszle", "iching"} {
		r := s.does("you", "/help "+game)
		for _, word := range []string{"challenge", "asked first", "Give the game up"} {
			if strings.Contains(r.Text, word) {
				t.Errorf("the help of %s speaks of %q", game, word)
			}
		}
	}
}
