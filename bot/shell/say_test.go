package shell

import (
	"bytes"
	"encoding/json"
	"errors"
	"image/png"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
	"github.com/sixfold-bot/sixfold/store"
)

// tried is a shell whose bot has its own store.
type tried struct {
	Shell
	t   *testing.T
	out string
}

// answer is the output of a shell.
type answer struct {
	Text    string
	Private bool
	Files   []string
	Alt     []string
	Buttons []string
	Data    struct {
		Size  int
		Board []string
		Turn  string
		Ply   int
	}
}

func newShell(t *testing.T) *tried {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "test.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	b := bot.New(config.Default(), s, bot.Games(), slog.New(slog.DiscardHandler), bot.Process{})
	return &tried{Shell: Shell{Bot: b, Records: s}, t: t, out: t.TempDir()}
}

// say returns the last line written.
func (s *tried) say(what Saying) (answer, error) {
	s.t.Helper()
	if what.User == "" {
		what.User = "you"
	}
	if what.Channel == "" {
		what.Channel = "games"
	}
	var out bytes.Buffer
	err := s.Say(s.t.Context(), what, &out)
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var a answer
	if json := json.Unmarshal([]byte(lines[len(lines)-1]), &a); json != nil {
		s.t.Fatalf("Say(%+v) wrote %q: %v (%v)", what, out.String(), json, err)
	}
	return a, err
}

// must runs a saying that must succeed.
func (s *tried) must(what Saying) answer {
	s.t.Helper()
	a, err := s.say(what)
	if err != nil {
		s.t.Fatalf("Say(%+v) = %v: %s", what, err, a.Text)
	}
	return a
}

// refused runs a saying that must be refused with the given words.
func (s *tried) refused(what Saying, words string) {
	s.t.Helper()
	a, err := s.say(what)
	if !errors.Is(err, ErrRefused) || !a.Private || !strings.Contains(a.Text, words) {
		s.t.Errorf("Say(%+v) = %v: %q, private %v; want a private refusal with %q", what, err, a.Text, a.Private, words)
	}
}

func TestSayChallenge(t *testing.T) {
	s := newShell(t)
	a := s.must(Saying{Line: "/hex new @friend size:3 swap:false", Out: s.out})
	if want := []string{"Accept", "Decline", "Rules"}; !slices.Equal(a.Buttons, want) {
		t.Errorf("buttons = %q, want %q", a.Buttons, want)
	}
	if a.Private || a.Data.Size != 3 || !strings.Contains(a.Text, "<@"+world.FriendID+">") {
		t.Errorf("answer = %+v", a)
	}
	checkPicture(t, s.out, a)

	s.refused(Saying{Press: "Accept"}, "for Friend alone")
	s.refused(Saying{User: "ann", Press: "Accept"}, "for Friend alone")
	s.must(Saying{User: "friend", Press: "accept"})
	s.refused(Saying{User: "friend", Line: "/hex move b2"}, "turn")
	a = s.must(Saying{Press: "Move", Fill: []string{"b2"}})
	if want := []string{"...", ".R.", "..."}; !slices.Equal(a.Data.Board, want) {
		t.Errorf("board = %q, want %q", a.Data.Board, want)
	}
	s.refused(Saying{User: "friend", Press: "Move", Fill: []string{"b", "2"}}, "b2")
	a = s.must(Saying{User: "friend", Press: "Move", Fill: []string{"C", "1"}}) // a column and a row
	if a.Data.Ply != 2 || a.Data.Turn != "red" {
		t.Errorf("after the answer: %+v", a.Data)
	}
}

func checkPicture(t *testing.T, folder string, a answer) {
	t.Helper()
	if len(a.Files) != 1 || len(a.Alt) != 1 || a.Alt[0] == "" {
		t.Fatalf("files %q with alternative texts %q, want one of each", a.Files, a.Alt)
	}
	f, err := os.Open(filepath.Join(folder, a.Files[0]))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := png.Decode(f); err != nil {
		t.Error(err)
	}
}

func TestSayRefuses(t *testing.T) {
	s := newShell(t)
	s.refused(Saying{Line: "hex new"}, "/")
	s.refused(Saying{Line: "/chess new"}, "chess")
	s.refused(Saying{Line: "/hex move b2"}, "/hex new")
	s.refused(Saying{Line: "/hex new size:99"}, "25")
	s.refused(Saying{Line: "/hex import file:nowhere.sgf"}, "cannot be read: open nowhere.sgf")
	s.refused(Saying{Press: "Undo"}, "There is nothing to press here")
	s.must(Saying{Line: "/hex new @you size:3"})
	s.refused(Saying{Press: "Accept"}, `There is no button "Accept" here; there are: Move, `)
	s.refused(Saying{Press: "Move"}, "This opens a form; fill it in order: ")
	s.refused(Saying{Press: "Move", Fill: []string{"a1", "a2"}}, "This opens a form")
	s.refused(Saying{Press: "Move", Fill: []string{"5c"}}, "a1 to c3")
	s.refused(Saying{Channel: "lobby", Press: "Move", Fill: []string{"a1"}}, "There is nothing to press here")
}

func TestSayKeepsPrivateButtonsApart(t *testing.T) {
	s := newShell(t)
	s.must(Saying{Line: "/hex new @friend size:3 swap:false"})
	board := s.must(Saying{User: "friend", Press: "Accept"})
	ask := s.must(Saying{Press: "Resign"})
	if !ask.Private || len(ask.Buttons) == 0 {
		t.Fatalf("resign asks %+v, want a private question with buttons", ask)
	}
	s.refused(Saying{User: "friend", Press: ask.Buttons[0] + "!"}, strings.Join(board.Buttons, ", "))
	over := s.must(Saying{Press: ask.Buttons[0]})
	if !slices.Contains(over.Buttons, "Rematch") {
		t.Errorf("after resigning: %+v", over)
	}
	s.refused(Saying{Press: "none"}, "there are: "+strings.Join(over.Buttons, ", "))
}

func TestSayAgainstLevel(t *testing.T) {
	s := newShell(t)
	a := s.must(Saying{Line: "/hex new size:3 level:easy colour:blue"})
	if a.Data.Ply != 1 || a.Data.Turn != "blue" {
		t.Errorf("the level has not moved: %+v", a)
	}
}

// TestSayToWhom: in a menu of people "@name" stands for any person.
func TestSayToWhom(t *testing.T) {
	s := newShell(t)
	if a := s.must(Saying{Line: "/hex new size:3"}); !a.Private || !slices.Contains(a.Buttons, "@name") {
		t.Errorf("asks with %q", a.Buttons)
	}
	if a := s.must(Saying{Press: "@friend"}); a.Private || !slices.Contains(a.Buttons, "Accept") {
		t.Errorf("challenges with %q, %q", a.Text, a.Buttons)
	}
	s.must(Saying{User: "friend", Press: "Accept"})
	s.refused(Saying{User: "friend", Press: "@name"}, "There is no button")
}

func TestSayImport(t *testing.T) {
	s := newShell(t)
	file := filepath.Join(t.TempDir(), "game.sgf")
	if err := os.WriteFile(file, []byte("(;FF[4]GM[11]SZ[3];B[b2];W[a1])"), 0o644); err != nil {
		t.Fatal(err)
	}
	a := s.must(Saying{Line: "/hex import file:" + file})
	if want := []string{"B..", ".R.", "..."}; !slices.Equal(a.Data.Board, want) {
		t.Errorf("board = %q, want %q", a.Data.Board, want)
	}
	out := s.must(Saying{Line: "/hex export format:sgf", Out: s.out})
	if len(out.Files) != 1 || !strings.HasSuffix(out.Files[0], ".sgf") {
		t.Fatalf("export = %+v, want a file", out)
	}
	data, err := os.ReadFile(filepath.Join(s.out, out.Files[0]))
	if err != nil || !bytes.Contains(data, []byte("B[b2]")) {
		t.Errorf("exported %q, %v", data, err)
	}
}

func TestSayFails(t *testing.T) {
	s := newShell(t)
	broken := errors.New("broken pipe")
	saying := Saying{User: "you", Channel: "games", Line: "/hex new @you size:3"}
	if err := s.Say(t.Context(), saying, failing{broken}); !errors.Is(err, broken) {
		t.Errorf("Say = %v, want %v", err, broken)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	saying.Out = filepath.Join(file, "folder")
	var out bytes.Buffer
	if err := s.Say(t.Context(), saying, &out); err == nil || out.Len() > 0 {
		t.Errorf("Say into a folder that cannot be = %v, wrote %q", err, &out)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestLocalNames(t *testing.T) {
	same := []string{"ann", "Ann", "@ann", user("ann").ID}
	for _, name := range same {
		if got, want := user(name).ID, user("ann").ID; got != want {
			t.Errorf("user(%q) = %s, want %s", name, got, want)
		}
	}
	if user("ann").ID == user("bob").ID {
		t.Error("two names have one ID")
	}
	if got := user(world.FriendID); got != user("@Friend") {
		t.Errorf("the friend by ID is %+v", got)
	}
	if got := user("Sixfold"); !got.Bot {
		t.Errorf("the bot by name is %+v", got)
	}
	if got := channel("#games"); got != world.GamesID {
		t.Errorf("channel = %s", got)
	}
	if got := channel("123456789012345678"); got != "123456789012345678" {
		t.Errorf("channel = %s", got)
	}
}

func TestButtonsOf(t *testing.T) {
	reply := chat.Reply{
		Rows: []chat.Row{
			{Buttons: []chat.Button{
				{Label: "Undo", Action: "undo"},
				{Label: "Site", Style: chat.Link, URL: "https://example.org"},
				{Label: "Swap", Action: "swap", Disabled: true},
			}},
			{Menu: &chat.Menu{Action: "theme", Choices: []chat.Suggestion{{Name: "Dark", Value: "dark"}}}},
		},
		After: []chat.Reply{{Private: true, Rows: []chat.Row{{Buttons: []chat.Button{{Label: "Hint", Action: "hint"}}}}}},
	}
	want := []button{
		{Label: "Undo", Action: "undo"},
		{Label: "Dark", Action: "theme", Values: []string{"dark"}},
		{Label: "Hint", Action: "hint", Private: true},
	}
	if diff := cmp.Diff(want, buttonsOf(reply)); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
}
