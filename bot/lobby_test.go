package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/store"
)

// TestOffersAskWhom: a game's own ways to begin are called what their buttons are.
func TestOffersAskWhom(t *testing.T) {
	for button, want := range map[string]string{
		"[Weighted board]":              "**Hex · Weighted board**: whom do you want to play?",
		"[14 by 14, Red left to right]": "**Hex · 14 by 14, Red left to right**: whom do you want to play?",
	} {
		s := newSession(t)
		s.does("you", "/play game:hex")
		if r := s.does("you", button); r.Text != want {
			t.Errorf("%s: %q, want %q", button, r.Text, want)
		}
	}
}

// TestNewAsksWhom: if no opponent is named, the other options are kept for the button pressed. Only the
// caller sees the question, and all see the table.
func TestNewAsksWhom(t *testing.T) {
	for pressed, want := range map[string][]string{
		"[Hard]":              {"level:hard", "user:11"},
		"[@friend]":           {"user:12", "user:11"},
		"[Whoever joins]":     {"", "user:11"},
		"[Both sides myself]": {"user:11", "user:11"},
	} {
		s := newSession(t)
		r := s.does("you", "/hex new size:7 colour:blue")
		if want := "**Hex** with `colour:blue size:7`: whom do you want to play?"; !r.Private || r.Refused || r.Text != want {
			t.Fatalf("private %t: %q, want %q", r.Private, r.Text, want)
		}
		if r = s.does("you", pressed); r.Private || r.Refused || r.Update {
			t.Errorf("%s: private %t, updates %t: %q", pressed, r.Private, r.Update, r.Text)
		}
		if seats := s.table(1).Seats; !slices.Equal(seats, want) || s.sizeOf(1) != 7 {
			t.Errorf("%s: seats %q, size %d; want %q, 7", pressed, seats, s.sizeOf(1), want)
		}
	}
}

// TestNewAsksNoMoreThanItMust: a wrong option is refused at once. Games for one, and people in a direct
// conversation with the bot, get their table. Options that no button can hold open a table for whoever
// joins.
func TestNewAsksNoMoreThanItMust(t *testing.T) {
	s := newSession(t)
	s.refused("you", "/hex new size:5 swap:true width:4", "There is no swap")
	s.play("you: /connexion new", "you: /ade new", "you: /hex puzzle")
	if r := s.does("you", "/ade play type:E degree:8"); !strings.Contains(r.Text, "`degree:8 type:E`: whom") {
		t.Errorf("/ade play: %q", r.Text)
	}
	if r := s.does("you", "[Easy]"); r.Refused || !strings.Contains(r.Text, "ADE, table 2") {
		t.Errorf("pressed: %q", r.Text)
	}
	if r := s.does("you", "/gordon new group:C7:C3"); !strings.Contains(r.Text, "`group:C7:C3`: whom") {
		t.Errorf("/gordon new: %q", r.Text)
	}
	if r := s.does("you", "[Easy]"); r.Refused || !strings.Contains(r.Files[0].Alt, "F21") {
		t.Errorf("a group with a colon: %q", r.Text)
	}
	direct := s.request("you", "/hex new size:3")
	direct.Guild, direct.Channel = "", "2001"
	if r := s.finish(direct); r.Refused || r.Private || !strings.Contains(r.Text, "Hex, table 1") {
		t.Errorf("in direct messages: %q", r.Text)
	}
	if r := s.does("you", "/ade play type:E degree:8 values:1000000"+strings.Repeat(" 1000000", 7)); !strings.Contains(r.Text, "wanted") {
		t.Errorf("too long for a button: %q", r.Text)
	}
}

// TestAgainstNobody: a menu of people without a choice, or with somebody who cannot be played, opens
// nothing.
func TestAgainstNobody(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new")
	r := s.request("you", "[@friend]")
	r.People = nil
	if said := s.finish(r); !said.Refused {
		t.Errorf("nobody picked: %q", said.Text)
	}
	s.refused("you", "[@robot]", "another bot")
	if said := s.does("you", "[@sixfold]"); said.Refused || s.table(1).Seats[1] != table.Level("normal") {
		t.Errorf("the bot picked: %q, %q", said.Text, s.table(1).Seats)
	}
}

// TestThreeTapsToTheFirstMove: from an empty channel, in every recorded game. Forms are opened
// and filled by the third tap.
func TestThreeTapsToTheFirstMove(t *testing.T) {
	t.Parallel()
	taps := map[string][]string{
		"hex":        {"[Hex]", "[Normal]", "[Move] f6"},
		"atom4":      {"[Atom-4]", "[Normal]", "[Move] i7"},
		"ade":        {"[ADE]", "[Normal]", "[Fire] V1"},
		"connexion":  {"[Connexion]", "[An empty board]", "[Place] 23 c5"},
		"octopuszle": {"[Octopuszle]", "[An empty board]", "[Place] 6 a1"},
		"iching":     {"[I Ching]", "[At a table]", "[Throw]"},
		"gordon":     {"[Gordon]", "[Normal]", "[Move] m=1 p=1"},
	}
	for _, entry := range quickGames() {
		id := entry.Game.ID
		t.Run(id, func(t *testing.T) {
			s := newSession(t)
			s.play("you: /play")
			for _, tap := range taps[id] {
				r := s.does("you", tap)
				if r.Refused || len(r.Files) == 0 {
					t.Fatalf("%s: %s", tap, r.Text)
				}
			}
			record, err := s.store.Load(store.Key{Channel: sessionChannel, Game: id, Number: 1})
			if err != nil || len(record.Moves) == 0 {
				t.Errorf("after %q: %v, %+v", taps[id], err, record)
			}
		})
	}
}

// TestEverythingOfferedWorks: each button of each page of /play leads on, opens a table, or asks in a form.
func TestEverythingOfferedWorks(t *testing.T) {
	t.Parallel()
	for _, entry := range Games() {
		game := entry.Game.Title.String()
		pages := newSession(t, sketch(everyGame())...)
		pages.bot.Covers = &sketchedCovers
		page := pages.does("you", "/play game:"+strings.ToUpper(entry.Game.ID))
		if page.Refused || !page.Private || !strings.HasPrefix(page.Text, "**"+game+"**") {
			t.Errorf("/play %s: %q", game, page.Text)
		}
		for _, label := range labelsOf(page) {
			s := newSession(t, sketch(everyGame())...)
			s.bot.Covers = &sketchedCovers
			s.play("you: /play game:" + entry.Game.ID)
			r := s.finish(s.request("you", "["+label+"]"))
			if r.Refused || r.Text == "" && (r.Form == nil || len(r.Form.Fields) == 0) {
				t.Errorf("%s, %s: %q", game, label, r.Text)
			}
		}
	}
}

// labelsOf are what can be pressed under a reply; people are friends.
func labelsOf(r chat.Reply) []string {
	var list []string
	for _, row := range r.Rows {
		for _, b := range row.Buttons {
			if !b.Disabled {
				list = append(list, b.Label)
			}
		}
		if row.Menu != nil && row.Menu.People {
			list = append(list, "@friend")
		}
	}
	return list
}

func TestPlayRefuses(t *testing.T) {
	s := newSession(t)
	s.refused("you", "/play game:chess", "\"chess\" is not a game of this bot; `/play` shows them")
}

// picks picks a command in the menu of a member.
func (s *session) picks(user, command, member string) chat.Reply {
	s.t.Helper()
	r := s.request(user, "/play")
	name := strings.ToUpper(member[:1]) + member[1:]
	r.Command, r.Options = command, map[string]any{chat.Target: chat.User{ID: ids[member], Name: name, Bot: member == "robot" || member == "sixfold"}}
	return s.finish(r)
}

// TestChallengeInTheMenuOfAMember asks which game, and then whether they will play; their
// name is known before they have said anything.
func TestChallengeInTheMenuOfAMember(t *testing.T) {
	enginetest.Alone(t)
	s := newSession(t)
	var duels []string
	for _, g := range s.bot.Games.Rules() {
		if len(g.Sides.List) > 0 {
			duels = append(duels, g.Title.String())
		}
	}
	if r := s.picks("you", "Challenge", "friend"); !r.Private || !slices.Equal(labelsOf(r), duels) {
		t.Errorf("asks %q with %q", r.Text, labelsOf(r))
	}
	if r := s.does("you", "[Hex]"); r.Private || !slices.Equal(r.Mentions, []string{ids["friend"]}) {
		t.Errorf("challenges with %q, calling %v", r.Text, r.Mentions)
	}
	if table := s.table(1); !slices.Equal(table.Names, []string{"You", "Friend"}) || table.Pending.To != ids["friend"] {
		t.Errorf("the table is of %q, waiting for %q", table.Names, table.Pending.To)
	}
	s.play("friend: [Accept]")
	if r := s.picks("you", "Challenge", "robot"); !r.Refused {
		t.Errorf("another bot is challenged: %q", r.Text)
	}
	if r := s.picks("you", "Challenge", "sixfold"); r.Refused || len(labelsOf(r)) != len(recorded) {
		t.Errorf("the bot is challenged: %q", r.Text)
	}
	s.picks("you", "Challenge", "you")
	s.play("you: [Gordon]")
	if r, err := s.store.Load(store.Key{Channel: sessionChannel, Game: "gordon", Number: 1}); err != nil || !slices.Equal(r.Seats, []string{"user:11", "user:11"}) {
		t.Errorf("both sides: %+v, %v", r, err)
	}
}

// TestChallengeOfLongNames: a name of any script fits on the buttons, if not whole.
func TestChallengeOfLongNames(t *testing.T) {
	s := newSession(t)
	for _, name := range []string{strings.Repeat("易", 32), strings.Repeat("👑", 32), "a:b:c", ":", strings.Repeat("x", 32)} {
		r := s.request("you", "/play")
		r.Command, r.Options = "Challenge", map[string]any{chat.Target: chat.User{ID: "999999999999999999", Name: name}}
		if said := s.finish(r); said.Refused {
			t.Errorf("%q: %q", name, said.Text)
		}
		if said := s.does("you", "[Atom-4]"); said.Refused || !slices.Equal(said.Mentions, []string{"999999999999999999"}) {
			t.Errorf("%q: %q", name, said.Text)
		}
		s.play("you: /atom4 resign")
		s.clock = s.clock.Add(time.Hour) // many challenges at once call nobody
	}
}
