package bot

import (
	"strings"
	"testing"
	"unicode"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
)

// nasty is text that breaks lines, reverses what follows, hides letters and draws over the
// lines around it.
const nasty = "An\u202en\u2066a\u200b\ufeff\x1b\x07\r\nZ\u0335\u0321\u0335\u0321\u0335\u0321\u0335\u0321o"

// unplain finds what people typed and nobody should read. The bot itself puts a space
// without width into mentions and links.
func unplain(text string) []rune {
	var found []rune
	marks := 0
	for _, r := range strings.NewReplacer("@\u200b", "@", ":\u200b//", "://").Replace(text) {
		if marks++; !unicode.Is(unicode.M, r) {
			marks = 0
		}
		if unicode.In(r, unicode.Cc, unicode.Cf) && r != '\n' || marks > 4 {
			found = append(found, r)
		}
	}
	return found
}

// isPlain checks all that a reply says.
func isPlain(t *testing.T, what string, r chat.Reply) {
	t.Helper()
	for _, text := range append(texts(r), texts(chat.Reply{Form: r.Form})...) {
		if bad := unplain(text); len(bad) > 0 {
			t.Errorf("%s: %q holds %U", what, text, bad)
		}
	}
	for _, s := range r.Suggestions {
		if bad := unplain(s.Name); len(bad) > 0 {
			t.Errorf("%s: %q holds %U", what, s.Name, bad)
		}
	}
}

// typing does what a person of a nasty name does, with a nasty friend.
func (s *session) typing(user, does string, change func(*chat.Request)) chat.Reply {
	s.t.Helper()
	r := s.request(user, does)
	r.User.Name = nasty
	if friend, ok := r.Options["opponent"].(chat.User); ok {
		friend.Name = nasty
		r.Options["opponent"] = friend
	}
	if change != nil {
		change(&r)
	}
	reply := s.finish(r)
	isPlain(s.t, user+": "+does, reply)
	return reply
}

func TestNamesAreShownPlain(t *testing.T) {
	s := newSession(t)
	said := s.typing("you", "/hex new @friend size:3", nil)
	if !strings.Contains(said.Text, "Anna Z\u0335\u0321\u0335\u0321o") {
		t.Errorf("the name is shown in %q", said.Text)
	}
	s.typing("friend", "[Accept]", nil)
	s.typing("you", "/hex move b2", nil)
	s.typing("friend", "/hex undo", nil)
	s.typing("friend", "/hex move swap", nil)
	s.typing("friend", "/games", nil)
	s.typing("friend", "/hex view path", nil)
	s.typing("friend", "/hex move zz"+nasty, nil)
	s.typing("friend", "/help game:"+nasty, nil)
	suggest := s.request("you", "/hex show")
	suggest.Kind, suggest.Focus, suggest.Options = chat.Suggest, "table", map[string]any{"table": nasty}
	isPlain(t, "suggestions for "+nasty, s.bot.Handle(t.Context(), suggest))
	suggest.Options["table"] = ""
	suggested := s.bot.Handle(t.Context(), suggest)
	isPlain(t, "suggestions", suggested)
	if len(suggested.Suggestions) != 1 || !strings.Contains(suggested.Suggestions[0].Name, "Anna") {
		t.Errorf("suggested: %v", suggested.Suggestions)
	}
	s.typing("friend", "/hex resign", nil)
	s.typing("friend", "[Resign]", nil)
	s.typing("you", "/hex export", nil)
	s.typing("stranger", "/hex move a1", nil)
	if names := s.table(1).Names; names[0] != engine.PlainLine(nasty) {
		t.Errorf("stored as %q", names)
	}
	said = s.typing("stranger", "/hex new open:true", func(r *chat.Request) { r.User.Name = "\u3164\u200b" })
	if !strings.Contains(said.Text, "**"+ids["stranger"]+"**") {
		t.Errorf("who has no name to see is called in %q", said.Text)
	}
}

func TestQuestionsAreShownPlain(t *testing.T) {
	s := newSession(t)
	asks := func(r *chat.Request) { r.Options["question"] = "What of " + nasty + "?" }
	for _, does := range []string{"/iching ask question:x", "/iching throw question:x", "/iching new question:x"} {
		said := s.typing("you", does, asks)
		if !strings.Contains(said.Text, "Anna Z\u0335\u0321\u0335\u0321o?`") && does != "/iching new question:x" {
			t.Errorf("%s: the question is repeated as %q", does, said.Text)
		}
	}
	s.typing("you", "/iching journal", nil)
	s.typing("you", "/iching show", nil)
	s.typing("you", "/iching search words:xx", func(r *chat.Request) { r.Options["words"] = nasty })
	said := s.typing("you", "/iching ask question:x", func(r *chat.Request) { r.Options["question"] = "\u200b \u202e\n" })
	if !said.Refused || !strings.Contains(said.Text, "question is empty") {
		t.Errorf("a question of nothing to see: %q", said.Text)
	}
}

// TestFormsAreReadPlain: what is written into a form is typed, too.
func TestFormsAreReadPlain(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @you size:3")
	said := s.typing("you", "[Move]", nil)
	r := s.request("you", "/hex show")
	r.Kind, r.Action, r.Fields = chat.Submit, said.Form.Action, map[string]string{"cell": "\u202eb\u200b2\r\n"}
	if said := s.finish(r); said.Refused || s.table(1).Moves[0].Text != "b2" {
		t.Errorf("b2 with what cannot be seen: %q", said.Text)
	}
}

// TestMovesAreReadTypewritten: what phones and text editors make of signs, letters and digits is read
// in the moves and plans of every game.
func TestMovesAreReadTypewritten(t *testing.T) {
	for _, tt := range []struct{ opens, plays, want string }{
		{"/ade new degree:3", "/ade free V1 −5", "free V1 -5"},
		{"/ade new degree:3 values:１ ０ ２", "/ade fire ２", "fire"},
		{"/ade new degree:3", "/ade set what:Ｖ１\u00a0＝\u3000３，Ｖ２ ４", "set V1 3 V2 4"},
		{"/ade new degree:3 edges:ａ—ｂ，ｂ→ｃ", "/ade set what:ｂ ４", "set b 4"},
		{"/hex new @you size:3", "/hex move ｂ２", "b2"},
		{"/hex new @you size:3", "/hex move cell:\u00a0Ｂ２\u3000", "b2"},
		{"/atom4 new @you", "/atom4 move ｉ７", "i7"},
		{"/connexion new", "/connexion place piece:２３ cell:ｃ５", "23 c5"},
		{"/connexion new", "/connexion lay pieces:２３＠ｃ５", "23@c5"},
		{"/octopuszle new", "/octopuszle place square:６ cell:ａ１", "6 a1"},
	} {
		s := newSession(t)
		s.play("you: "+tt.opens, "you: "+tt.plays)
		game, _, _ := strings.Cut(tt.opens[1:], " ")
		if moves := s.tableOf(game, 1).Moves; len(moves) == 0 || !strings.Contains(moves[0].Text, tt.want) {
			t.Errorf("%s is played as %+v, want %s", tt.plays, moves, tt.want)
		}
	}
	s := newSession(t)
	s.play("you: /hex new @friend size:11", "friend: [Accept]", "friend: /hex plan moves:ｃ５\u00a0→\u00a0ｄ４", "you: /hex move c5")
	if moves := s.table(1).Moves; len(moves) != 2 || moves[1].Text != "d4" {
		t.Errorf("the plan plays %+v", moves)
	}
}

// TestFilesAreReadPlain: a word of a file may be repeated where it is refused.
func TestFilesAreReadPlain(t *testing.T) {
	s := newSession(t)
	file := func(text string) func(*chat.Request) {
		return func(r *chat.Request) { r.Options["file"] = engine.File{Name: nasty, Data: []byte(text)} }
	}
	if said := s.typing("you", "/ade import", file("\ufeff# ADE\r\n\r\nset V1 1\r\nset V"+nasty)); !said.Refused || !strings.Contains(said.Text, "VAnna") {
		t.Errorf("a text with a flaw: %q", said.Text)
	}
	if said := s.typing("you", "/ade import", file("\ufeff# ADE\r\n\r\nset V1 1\u200b\r\n")); said.Refused {
		t.Errorf("a text with what cannot be seen is refused: %q", said.Text)
	}
}

// TestLinesOfATextStay: a game that is written down may have several.
func TestLinesOfATextStay(t *testing.T) {
	s := newSession(t)
	said := s.typing("you", "/gordon new group:x", func(r *chat.Request) { r.Options["group"] = "\ufeffe a !\r\ne a\r\na e" })
	if said.Refused {
		t.Errorf("a table of a group in lines is refused: %q", said.Text)
	}
}
