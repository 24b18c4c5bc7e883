package bot

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/browse"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/store"
)

// finished plays games of friend and you, and one of each alone.
func finished(t *testing.T) *session {
	t.Helper()
	s := newSession(t)
	s.play("you: /hex new @friend size:3", "friend: [Accept]")
	s.play("you: /hex move b2", "friend: /hex move a1", "you: /hex move b1", "friend: /hex move a2", "you: /hex move b3")
	s.clock = s.clock.Add(time.Hour)
	s.play("you: /atom4 new opponent:@friend", "friend: [Accept]", "you: /atom4 move i7", "you: /atom4 resign", "you: [Resign]")
	s.clock = s.clock.Add(time.Hour)
	s.play("you: /hex new @stranger size:3", "stranger: [Accept]", "you: /hex move b2", "stranger: /hex move a1", "stranger: /hex resign", "stranger: [Resign]")
	return s
}

func TestHistoryListsTheNewestFirst(t *testing.T) {
	s := finished(t)
	r := s.does("you", "/history")
	lines := strings.Split(r.Text, "\n")
	if !r.Private || len(lines) != 4 {
		t.Fatalf("got %q", r.Text)
	}
	for i, want := range []string{"1. **Hex** against Stranger: **won**", "2. **Atom-4** against Friend: lost", "3. **Hex** against Friend: **won**, 5 moves"} {
		if !strings.HasPrefix(lines[i+1], want) {
			t.Errorf("line %d is %q, want %q", i+1, lines[i+1], want)
		}
	}
	if r := s.does("you", "/history game:atom4"); strings.Count(r.Text, "\n") != 1 {
		t.Errorf("of one game: %q", r.Text)
	}
	if r := s.does("stranger", "/history game:atom4"); !strings.Contains(r.Text, "None yet") {
		t.Errorf("of who has none: %q", r.Text)
	}
}

// A challenge that nobody took up was no game.
func TestHistoryLeavesOutWhatNeverBegan(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:3", "friend: [Decline]")
	if r := s.does("you", "/history"); !strings.Contains(r.Text, "None yet") {
		t.Errorf("got %q", r.Text)
	}
}

func TestHistoryHasPages(t *testing.T) {
	s := newSession(t)
	for range browse.PastShown + 3 {
		s.clock = s.clock.Add(time.Minute)
		s.play("you: /hex new @friend size:3", "friend: [Accept]", "you: /hex resign", "you: [Resign]")
	}
	s.does("you", "/history")
	r := s.does("you", "[Older]")
	if !r.Update || !strings.Contains(r.Text, "13. ") || strings.Contains(r.Text, "\n10. ") {
		t.Errorf("the second page: %q", r.Text)
	}
	if r := s.does("you", "[Newer]"); !strings.Contains(r.Text, "\n10. ") {
		t.Errorf("back on the first: %q", r.Text)
	}
}

// A finished game is opened, gone through, reviewed and written down from anywhere, by its
// players.
func TestHistoryOpensGamesOfOtherChannels(t *testing.T) {
	s := finished(t)
	away := func(user, does string) chat.Reply {
		r := s.request(user, does)
		r.Channel, r.Guild = "1002", "901"
		return s.finish(r)
	}
	away("you", "/history")
	r := away("you", "[3]")
	if r.Refused || !r.Private || len(r.Files) != 1 || !strings.Contains(r.Text, "**You") && !strings.Contains(r.Text, "wins") {
		t.Fatalf("opened: %+v", r)
	}
	board := s.shown[len(s.shown)-1]
	for _, row := range r.Rows {
		for _, b := range row.Buttons {
			if !strings.HasPrefix(b.Action, "at:"+sessionChannel+":") || len(b.Action) > chat.MaxAction {
				t.Errorf("the button %s does %q", b.Name(), b.Action)
			}
		}
	}
	for label, want := range map[string]string{show.Back: "move 4 of 5", "Replay": "from the start", "Export": "Hex", "Review": "turned at move 2"} {
		s.shown = append(s.shown, board)
		if r := away("you", "["+label+"]"); r.Refused || !r.Private || !strings.Contains(r.Text, want) {
			t.Errorf("%s: %q, private %v, refused %v", label, r.Text, r.Private, r.Refused)
		}
	}

	// Not by others, whatever the button says.
	for _, action := range []string{"at:1001:past:hex:1::", "at:1001:leaf:hex:1::2 x", "at:1001:run:hex:1:export", "at:1001:run:hex:1:show"} {
		q := s.request("robot", "/games")
		q.Kind, q.Action, q.Channel, q.Guild = chat.Press, action, "1002", "901"
		if got := s.finish(q); !got.Refused {
			t.Errorf("%s by a stranger elsewhere: %q", action, got.Text)
		}
	}
	// And it is for looking alone.
	for _, action := range []string{"at:1001:rematch:hex:1::", "at:1001:run:hex:0:new opponent:@me", "at:1001:play:hex:1::swap", "at:x:past:hex:1::", "at:1001", "at:1001:run::0:settings"} {
		q := s.request("you", "/games")
		q.Kind, q.Action, q.Channel = chat.Press, action, "1002"
		if got := s.finish(q); !got.Refused {
			t.Errorf("%s: %q", action, got.Text)
		}
	}
	if tables, err := s.store.Channel(sessionChannel); err != nil || len(tables) != 0 {
		t.Errorf("%d tables were opened from afar, %v", len(tables), err)
	}
}

func TestHistoryOfAnotherIsWhatConcernsTheCaller(t *testing.T) {
	s := finished(t)
	in := func(user, channel, guild string) int {
		r := s.request(user, "/history player:@you")
		r.Channel, r.Guild = channel, guild
		return strings.Count(s.finish(r).Text, "\n**") + strings.Count(s.finish(r).Text, ". **")
	}
	if got := in("robot", sessionChannel, "900"); got != 3 {
		t.Errorf("in the channel of the games there are %d, want 3", got)
	}
	if got := in("robot", "1002", "900"); got != 0 {
		t.Errorf("elsewhere on the server there are %d, want none", got)
	}
	if got := in("friend", "1002", "901"); got != 2 {
		t.Errorf("who played with them sees %d, want 2", got)
	}
	s.refused("friend", "/history player:@you export:true", "nobody those of others")
}

func TestHistoryAsAFile(t *testing.T) {
	s := finished(t)
	r := s.does("you", "/history export:true")
	if len(r.Files) != 1 || !r.Private {
		t.Fatalf("got %+v", r)
	}
	archive, err := zip.NewReader(bytes.NewReader(r.Files[0].Data), int64(len(r.Files[0].Data)))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, f := range archive.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		got[f.Name] = string(text)
	}
	if n := strings.Count(got["hex.sgf"], "(;"); n != 2 {
		t.Errorf("%d games of Hex, want 2: %s", n, got["hex.sgf"])
	}
	if len(got) != 2 {
		t.Errorf("the files are %v", got)
	}
	s.refused("robot", "/history export:true", "no finished games")
}

// A game that another version of the program cannot play is left out, and so is one that was
// deleted.
func TestHistoryLeavesOutWhatIsGone(t *testing.T) {
	s := finished(t)
	key := store.Key{Channel: sessionChannel, Game: "hex", Number: 1}
	record, err := s.store.Load(key)
	if err != nil {
		t.Fatal(err)
	}
	record.Rules = 99
	if err := bottest.Save(s.store, key, record); err != nil {
		t.Fatal(err)
	}
	if r := s.does("you", "/history"); strings.Count(r.Text, "\n") != 2 {
		t.Errorf("got %q", r.Text)
	}
}

// unplayable plays some games of which the newest are by rules that the program does not know.
func unplayable(t *testing.T, games, newest int) *session {
	t.Helper()
	s := newSession(t)
	for number := 1; number <= games; number++ {
		s.clock = s.clock.Add(time.Minute)
		s.play("you: /hex new @friend size:3", "friend: [Accept]", "you: /hex resign", "you: [Resign]")
		if number <= games-newest {
			continue
		}
		record := s.table(number)
		record.Rules = 99
		if err := bottest.Save(s.store, store.Key{Channel: sessionChannel, Game: "hex", Number: number}, record); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// TestHistoryRepeatsNoGame: where some games cannot be played here, the pages have the others, each once.
func TestHistoryRepeatsNoGame(t *testing.T) {
	const readable = browse.PastShown + 2
	s := unplayable(t, readable+3, 3)
	listed := map[string]int{}
	for _, page := range []string{"1", "2"} {
		for line := range strings.Lines(s.does("you", "/history page:"+page).Text) {
			if _, game, ok := strings.Cut(line, ". "); ok {
				listed[strings.TrimSpace(game)]++
			}
		}
	}
	for game, times := range listed {
		if times > 1 {
			t.Errorf("%d times: %s", times, game)
		}
	}
	if len(listed) != readable {
		t.Errorf("%d games are listed, want %d", len(listed), readable)
	}
}

// TestHistoryWithAPageOfUnplayableGames does not say that there are no games, and leads to older ones.
func TestHistoryWithAPageOfUnplayableGames(t *testing.T) {
	s := unplayable(t, browse.PastShown+1, browse.PastShown)
	if r := s.does("you", "/history"); !strings.Contains(r.Text, "None on this page.") {
		t.Errorf("the newest ten: %q", r.Text)
	}
	if r := s.does("you", "[Older]"); strings.Count(r.Text, "against Friend") != 1 {
		t.Errorf("the oldest: %q", r.Text)
	}
}
