package bot

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/store"
)

// Each reply of a session is checked against Discord's limits: see [session.remember].

// TestHelpIsOneMessage: of the bot and of each game, with every command.
func TestHelpIsOneMessage(t *testing.T) {
	s := newSession(t)
	for _, line := range append([]string{"/help"}, helpLines(s)...) {
		if r := s.does("you", line); r.Refused || len(r.After) > 0 {
			t.Errorf("%s: %d messages, the first %q", line, 1+len(r.After), r.Text)
		}
	}
	for id, subs := range s.bot.router.commands.Of {
		said := s.does("you", "/help game:"+id).Text
		for _, sub := range subs {
			if !strings.Contains(said, "`/"+id+" "+sub.Name+"`: "+sub.Help.String()+".") {
				t.Errorf("/help game:%s does not tell of %s", id, sub.Name)
			}
		}
	}
}

func helpLines(s *session) (lines []string) {
	for _, entry := range s.bot.Games.All {
		lines = append(lines, "/help game:"+entry.Game.ID)
	}
	return lines
}

// longNames are as long as Discord lets them be, and longer when they are escaped, or
// counted as its clients do.
var longNames = []string{strings.Repeat("*", 32), strings.Repeat("😀", 32), strings.Repeat("@", 32), strings.Repeat("W", 32)}

// TestListsFit: many tables of long names, on as many pages as it takes.
func TestListsFit(t *testing.T) {
	s := newSession(t)
	record := func(i int) *store.Table {
		s.play("you: /hex new @friend size:3", "friend: [Accept]")
		r := s.table(1)
		r.Revision, r.Names = 0, []string{longNames[i%4], longNames[(i+1)%4]}
		return r
	}
	model := record(0)
	for i := range 30 {
		for _, channel := range []string{sessionChannel, "1002"} {
			r := *model
			r.Names = []string{longNames[i%4], longNames[(i/2)%4]}
			if _, err := bottest.Create(s.store, channel, "hex", &r); err != nil {
				t.Fatal(err)
			}
		}
	}
	var said strings.Builder
	page := 1
	for ; ; page++ {
		r := s.does("you", "/games page:"+strconv.Itoa(page))
		if r.Refused {
			break
		}
		if len(r.Files) > 0 || len(r.After) > 0 {
			t.Errorf("page %d is more than a message", page)
		}
		said.WriteString(r.Text + "\n")
		turned := r.Rows[len(r.Rows)-1].Buttons
		if len(turned) != 2 || turned[0].Disabled != (page == 1) || turned[1].Disabled != (page == 7) {
			t.Errorf("page %d of 7 is turned by %+v", page, turned)
		}
	}
	if page != 8 {
		t.Errorf("%d pages, want 7", page-1)
	}
	for n := 1; n <= 31; n++ {
		want := 2 // here and elsewhere
		if n == 31 {
			want = 1
		}
		named := regexp.MustCompile(fmt.Sprintf(`Hex, table %d\b`, n))
		if got := len(named.FindAllString(said.String(), -1)); got != want {
			t.Errorf("table %d is listed %d times, want %d", n, got, want)
		}
	}
	if r := s.does("you", "/games"); s.does("you", "[More]").Text == r.Text || s.does("you", "[Back]").Text != r.Text {
		t.Error("the buttons do not turn the pages there and back")
	}
}

// TestLongWordsFit types long words wherever words can be typed: what is said of them fits,
// and what completes them.
func TestLongWordsFit(t *testing.T) {
	enginetest.Alone(t)
	t.Parallel()
	s := newSession(t)
	s.configure(func(c *config.Config) { c.Limits.PersonCommands = 1_000_000 })
	long := []string{strings.Repeat("x", 6000), strings.Repeat("*@`_ ", 1200), strings.Repeat("😀,", 2000), strings.Repeat("1 2-3 V1 ", 600)}
	for _, opened := range []bool{false, true} {
		if opened {
			s.play(
				"you: /hex new @you size:3", "you: /atom4 new @you", "you: /ade new type:D degree:4", "you: /connexion new",
				"you: /octopuszle new", "you: /iching new question:x", "you: /gordon new @you",
			)
		}
		for _, command := range s.bot.Commands() {
			for _, sub := range command.Options {
				if sub.Type == slash.SubCommand {
					s.longOptions(command.Name, sub.Name, sub.Options, long)
				}
			}
		}
	}
}

// longOptions gives each text among the options of a command a long word, and the others
// that it needs a good value.
func (s *session) longOptions(command, sub string, options []slash.Option, long []string) {
	s.t.Helper()
	for _, o := range options {
		if o.Type != slash.String || len(o.Choices) > 0 {
			continue
		}
		for _, word := range long {
			r := s.request("you", "/help")
			r.User.Name = longNames[len(word)%4]
			r.Command, r.Sub, r.Options = command, sub, map[string]any{o.Name: word}
			for _, other := range options {
				if _, given := r.Options[other.Name]; other.Required && !given {
					r.Options[other.Name] = goodValue(other)
				}
			}
			if said := s.finish(r); said.Refused && len(said.After) > 0 {
				s.t.Errorf("/%s %s refuses a long %s in %d messages: %.200q…", command, sub, o.Name, 1+len(said.After), said.Text)
			}
			r.Kind, r.Focus = chat.Suggest, o.Name
			for _, typed := range []string{"", word} {
				r.Options[o.Name] = typed
				s.suggestionsFit(r)
			}
		}
	}
}

func goodValue(o slash.Option) any {
	switch {
	case len(o.Choices) > 0:
		return o.Choices[0].Value
	case o.Type == slash.Integer:
		return 1
	case o.Type == slash.Boolean:
		return true
	default:
		return "a1"
	}
}

func (s *session) suggestionsFit(r chat.Request) {
	s.t.Helper()
	list := s.bot.Handle(s.t.Context(), r).Suggestions
	if len(list) > chat.MaxChoices {
		s.t.Errorf("/%s %s %s: %d suggestions", r.Command, r.Sub, r.Focus, len(list))
	}
	for _, n := range list {
		if chat.Length(n.Name) > chat.MaxChoice || n.Name == "" || len(n.Value) > chat.MaxChoice {
			s.t.Errorf("/%s %s %s: the suggestion %q, %q", r.Command, r.Sub, r.Focus, n.Name, n.Value)
		}
	}
}

// TestLongMovesAreToldInShort: the board shows them.
func TestLongMovesAreToldInShort(t *testing.T) {
	s := newSession(t)
	var edges []string
	for i := 1; i < 64; i++ {
		edges = append(edges, fmt.Sprintf("%d-%d", i, i+1))
	}
	s.play("you: /ade new edges:" + strings.Join(edges, " "))
	var values []string
	for i := range 64 {
		values = append(values, strconv.Itoa(1_000_000+i))
	}
	r := s.request("you", "/ade set what:x")
	r.Options["what"] = strings.Join(values, " ")
	said := s.finish(r)
	if said.Refused || len(said.After) > 0 || chat.Length(said.Text) > 2*show.MostRepeated || !strings.Contains(said.Text, "…") {
		t.Errorf("a move of 64 numbers is told as %q", said.Text)
	}
}

// TestLongRefusalsKeepTheirReason: what is repeated of a long word is short.
func TestLongRefusalsKeepTheirReason(t *testing.T) {
	c := &show.Call{Call: chat.Call{Words: newSession(t).bot.Words("en")}}
	said := c.Refusal(engine.Refuse("%q is no cell: %s", strings.Repeat("x", 5000), engine.T("try %s or %s", "c5", strings.Repeat("y", 5000)))).Text
	if len(said) > 3*show.MostRepeated || !strings.Contains(said, "is no cell: try c5 or yyy") {
		t.Errorf("told as %q", said)
	}
}
