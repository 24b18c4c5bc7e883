package bot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/discord"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
	"github.com/sixfold-bot/sixfold/store"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // little is in use at a time, and much is soon left
	m.Run()
}

// recorded are the games of the recorded sessions and of the cover. A game added to [Games] changes none
// of them, and needs sessions of its own only when it is listed here.
var recorded = []string{"hex", "atom4", "ade", "connexion", "octopuszle", "iching", "gordon"}

// everyGame are the games of the bot, with levels that answer at once and always alike.
func everyGame() []show.Entry {
	games := Games()
	for i := range games {
		games[i].Game = bottest.Quick(games[i].Game)
	}
	return games
}

// quickGames are those of them that are recorded.
func quickGames() []show.Entry {
	return slices.DeleteFunc(everyGame(), func(e show.Entry) bool { return !slices.Contains(recorded, e.Game.ID) })
}

// sketchedGames are those with sketches for pictures.
func sketchedGames() []show.Entry { return sketch(quickGames()) }

// sketch makes a picture one blank pixel: drawing is by far the most of a reply's cost. Of each
// kind of scene one is drawn all the same, so that none stays without a drawer.
func sketch(games []show.Entry) []show.Entry {
	for i, e := range games {
		games[i].Draw = []render.Drawer{func(scene any, _ render.Style) (*image.Paletted, error) {
			blank := image.NewPaletted(image.Rect(0, 0, 1, 1), color.Palette{color.Black})
			if enginetest.UnderRace { // drawing takes fifteen times as long, and has its own tests
				return blank, nil
			}
			first, _ := sketched.LoadOrStore(fmt.Sprintf("%s %T", e.Game.ID, scene), sync.OnceValue(func() error {
				_, err := render.Draw(e.Draw, scene, render.Style{})
				return err
			}))
			return blank, first.(func() error)()
		}}
	}
	return games
}

var (
	sketched         sync.Map // what came of drawing a scene of each kind, by its game and type
	sketchedCovers   sync.Map // the covers of sketched games: see [covers]
	sketchedCommands sync.Map // the commands of bots with the recorded games, all alike
)

// quickHex is the one of them with which most tests play.
func quickHex() show.Entry { return show.Entry{Game: bottest.QuickHex(), Draw: hexDrawers()} }

// gatedHex is Hex against players that wait at the gate.
func gatedHex(g *bottest.Gate) show.Entry {
	return show.Entry{Game: bottest.GatedHex(g), Draw: hexDrawers()}
}

// hexDrawers draw Hex.
func hexDrawers() []render.Drawer {
	games := Games()
	return games[slices.IndexFunc(games, func(e show.Entry) bool { return e.Game.ID == "hex" })].Draw
}

// session is a bot with a store of its own, a clock that stands still, and what was
// last said to whom.
type session struct {
	t         *testing.T
	storeAt   func(file string) (*store.Store, error)
	bot       *Bot
	store     *store.Store
	commands  func() []slash.Command // of the bot
	disk      *disk
	log       *sink
	config    config.Config
	file      string
	games     []show.Entry
	sketches  bool // the games are sketched
	clock     time.Time
	now       func() time.Time // what the bot takes the time from: the clock
	shown     []utterance      // oldest first
	messages  int              // that were ever shown
	requestID string           // of the last request
	conflicts int              // that requests have met: see [contested]
	watch     *watch.Watch     // that the bot is watched by, nil for none
	form      *chat.Form       // that the last deed opened, or nil
	words     *chat.Words      // that the bot speaks, nil for those of a locale
}

// disk is the store as the bot sees it, which a test may put another in front of.
type disk struct{ Store }

// sink is where the log goes.
type sink struct{ slog.Handler }

// utterance is a reply as it stands in the channel.
type utterance struct {
	id    string
	to    string // who alone sees it, or ""
	reply chat.Reply
}

// ids are the users of the sessions.
var ids = map[string]string{"sixfold": "1", "you": "11", "friend": "12", "stranger": "13", "robot": "14", "leaver": "1234567890987654321"}

const (
	sessionChannel = "1001"
)

// newSession is a session with the given games, or with the recorded ones, sketched.
func newSession(t *testing.T, games ...show.Entry) *session {
	t.Helper()
	return newSessionOn(t, func(file string) (*store.Store, error) {
		if _, err := os.Stat(file); err != nil { // creating a store takes longer than copying one
			if err := os.WriteFile(file, emptyStore(), 0o600); err != nil {
				return nil, err
			}
		}
		return store.Open(file, store.Unsynced())
	}, games)
}

// emptyStore is the file of a store as it is created.
var emptyStore = sync.OnceValue(func() []byte {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "empty.db")
	s, err := store.Open(file, store.Unsynced())
	if err == nil {
		err = s.Close()
	}
	empty, read := os.ReadFile(file)
	if err = errors.Join(err, read); err != nil {
		panic(err)
	}
	return empty
})

// newSessionOn is newSession, where the file is opened in a way of its own.
func newSessionOn(t *testing.T, open func(file string) (*store.Store, error), games []show.Entry) *session {
	t.Helper()
	sketches := len(games) == 0
	if sketches {
		games = sketchedGames()
	}
	s := &session{
		t: t, storeAt: open, file: filepath.Join(t.TempDir(), "session.db"), games: games, sketches: sketches,
		clock: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), config: config.Default(), log: &sink{slog.DiscardHandler},
	}
	s.config.Think.Workers = 2
	s.config.Limits.PersonCommands = 100_000 // the clock stands still
	s.now = func() time.Time { return s.clock }
	s.start()
	t.Cleanup(func() { s.store.Close() })
	return s
}

// start opens the store and makes the bot, as at the start of the program.
func (s *session) start() {
	s.t.Helper()
	var err error
	if s.store, err = s.storeAt(s.file); err != nil {
		s.t.Fatal(err)
	}
	s.disk = &disk{s.store}
	s.bot = newBot(s.config, s.disk, s.games, slog.New(s.log), Process{Watch: s.watch, Shared: s.store.Shared()}, world{
		now:  func() time.Time { return s.now() },
		rand: rand.New(rand.NewPCG(1, 2)), // what chance gives is recorded too
		words: func(locale string) chat.Words {
			if s.words != nil {
				return *s.words
			}
			return s.bot.languages.In(locale)
		},
	})
	s.commands = sync.OnceValue(s.bot.Commands)
	if s.sketches {
		s.bot.Covers = &sketchedCovers
		first, _ := sketchedCommands.LoadOrStore("", s.commands)
		s.commands = first.(func() []slash.Command)
	}
}

// stores puts another store in front of the session's. Nothing is stored beside it meanwhile.
func (s *session) stores(other Store) {
	s.bot.Wait()
	s.disk.Store = other
}

// watched begins the session with somebody who watches.
func (s *session) watched(w *watch.Watch) {
	s.t.Helper()
	s.watch = w
	s.restart()
}

// restart ends the program and starts it again on the same file.
func (s *session) restart() {
	s.t.Helper()
	if err := s.store.Close(); err != nil {
		s.t.Fatal(err)
	}
	s.start()
}

// configure restarts the bot with other settings.
func (s *session) configure(change func(*config.Config)) {
	s.t.Helper()
	change(&s.config)
	s.restart()
}

// request makes a request of what a person does: a command, or a label in brackets,
// which presses the newest button of that name that the person sees; words behind it
// fill the form that opens.
func (s *session) request(user, does string) chat.Request {
	s.t.Helper()
	r := chat.Request{
		ID: s.nextRequest(), App: ids["sixfold"], Guild: "900", Channel: sessionChannel, Posts: true, Threads: true,
		User: chat.User{ID: ids[user], Name: strings.ToUpper(user[:1]) + user[1:]}, Locale: "en-US",
		Manages: user == "you" || user == "leaver",
	}
	if label, ok := strings.CutPrefix(does, "["); ok {
		label, _, _ = strings.Cut(label, "]")
		s.press(&r, label)
		return r
	}
	called, err := slash.Parse(s.commands(), does)
	if err != nil {
		s.t.Fatalf("%s: %v", does, err)
	}
	r.Kind, r.Command, r.Sub, r.Options = chat.Command, called.Command, called.Sub, map[string]any{}
	for _, v := range called.Options {
		r.Options[v.Name] = v.Value
		if v.Type == slash.Attachment { // named from the root of the project
			data, err := os.ReadFile(filepath.Join("..", v.Text))
			if err != nil {
				s.t.Fatal(err)
			}
			r.Options[v.Name] = engine.File{Name: filepath.Base(v.Text), Data: data}
		}
		if v.Type == slash.User {
			name := strings.TrimPrefix(v.Text, "@")
			r.Options[v.Name] = chat.User{ID: ids[name], Name: strings.ToUpper(name[:1]) + name[1:], Bot: name == "robot" || name == "sixfold"}
		}
	}
	return r
}

// nextRequest is the ID of a request: that of no other, also of another session.
func (s *session) nextRequest() string {
	s.requestID = strconv.FormatInt(lastRequest.Add(1), 10)
	return s.requestID
}

var lastRequest atomic.Int64

func (s *session) press(r *chat.Request, label string) {
	s.t.Helper()
	for i := len(s.shown) - 1; i >= 0; i-- {
		m := s.shown[i]
		if m.to != "" && m.to != r.User.ID {
			continue
		}
		for _, row := range m.reply.Rows {
			for _, b := range row.Buttons {
				if b.Name() == label {
					r.Kind, r.Action, r.Message, r.OnPrivate = chat.Press, b.Action, m.id, m.to != ""
					return
				}
			}
			if row.Menu == nil {
				continue
			}
			if name, ok := strings.CutPrefix(label, "@"); ok && row.Menu.People {
				r.Kind, r.Action, r.OnPrivate, r.Values = chat.Press, row.Menu.Action, m.to != "", []string{ids[name]}
				r.People = []chat.User{{ID: ids[name], Name: strings.ToUpper(name[:1]) + name[1:], Bot: name == "robot" || name == "sixfold"}}
				return
			}
			for _, choice := range row.Menu.Choices {
				if choice.Name == label {
					r.Kind, r.Action, r.Message, r.OnPrivate, r.Values = chat.Press, row.Menu.Action, m.id, m.to != "", []string{choice.Value}
					return
				}
			}
		}
	}
	s.t.Fatalf("%s sees no button %q", r.User.Name, label)
}

// does carries a request through to the end and returns what was said.
func (s *session) does(user, does string) chat.Reply {
	s.t.Helper()
	r := s.request(user, does)
	reply := s.finish(r)
	if s.form = reply.Form; s.form != nil {
		_, words, _ := strings.Cut(does, "] ")
		r.ID, r.Kind, r.Action = s.nextRequest(), chat.Submit, reply.Form.Action
		var ok bool
		if r.Fields, r.Chosen, ok = reply.Form.Fill(strings.Fields(words)); !ok {
			s.t.Fatalf("%q does not fill the form %+v", words, *reply.Form)
		}
		reply = s.finish(r)
	}
	return reply
}

func (s *session) finish(r chat.Request) chat.Reply {
	s.t.Helper()
	reply := s.bot.Handle(context.Background(), r)
	if reply.Later != nil {
		promised := reply
		reply = reply.Later(context.Background(), func(chat.Reply) {})
		if reply.Private && !promised.Private {
			if !reply.Refused {
				s.t.Errorf("%+v: promised a public reply, but it is private", r)
			}
		} else if reply.Private != promised.Private || reply.Update != promised.Update {
			s.t.Errorf("%+v: promised private %v, update %v; got %v, %v", r, promised.Private, promised.Update, reply.Private, reply.Update)
		}
	}
	s.remember(r, reply)
	return reply
}

func (s *session) remember(r chat.Request, reply chat.Reply) {
	if cut := discord.Beyond(reply); len(cut) > 0 {
		s.t.Errorf("%+v: the answer exceeds Discord's limits: %v", r, cut)
	}
	s.audible(reply)
	s.ordered(reply)
	s.messages++
	m := utterance{id: strconv.Itoa(7000 + s.messages), reply: reply}
	if reply.Private {
		m.to = r.User.ID
	}
	if reply.Board != nil {
		s.place(r, &m)
	}
	s.shown = append(s.shown, m)
}

// place puts a board where Discord would show it, and shrinks the boards that it replaces.
func (s *session) place(r chat.Request, m *utterance) {
	now, err := m.reply.Board.Begin(context.Background())
	if err != nil {
		s.t.Fatal(err)
	}
	if stands := now.Message == "" || now.Message == r.Message; m.reply.Update && stands && len(m.reply.Mentions) == 0 && r.Message != "" {
		m.id = r.Message
	}
	for i, old := range s.shown {
		switch {
		case old.id == "" || old.id != now.Message && (old.id != r.Message || !m.reply.Update):
		case old.id == m.id:
			s.shown[i] = utterance{}
		case old.id == now.Message:
			s.shown[i].reply = now.Line
		default:
			s.shown[i].reply = now.Pressed
		}
	}
	m.reply.Board.End(m.id)
	s.bot.Places.Flush()
}

// transcript is a reply in words, as the session files have it.
func transcript(r chat.Reply) string {
	var b strings.Builder
	kind := "says"
	switch {
	case r.Refused:
		kind = "refuses"
	case r.Private && r.Update:
		kind = "whispers, replacing"
	case r.Private:
		kind = "whispers"
	case r.Update && r.Board != nil && len(r.Mentions) > 0:
		kind = "says, and shrinks that board"
	case r.Update:
		kind = "replaces"
	}
	fmt.Fprintf(&b, "    %s: %s\n", kind, strings.ReplaceAll(r.Text, "\n", "\n          "))
	if len(r.Mentions) > 0 {
		fmt.Fprintf(&b, "    calls: %s\n", strings.Join(r.Mentions, " "))
	}
	for _, f := range r.Files {
		fmt.Fprintf(&b, "    file: %s", f.Name)
		if f.Alt != "" {
			fmt.Fprintf(&b, " (%s)", f.Alt)
		}
		b.WriteByte('\n')
	}
	for _, row := range r.Rows {
		if row.Menu != nil {
			fmt.Fprintf(&b, "    menu: %s:", row.Menu.Placeholder)
			if row.Menu.People {
				b.WriteString(" @…")
			}
			for _, choice := range row.Menu.Choices {
				fmt.Fprintf(&b, " [%s]", choice.Name)
			}
			b.WriteByte('\n')
			continue
		}
		b.WriteString("    buttons:")
		for _, button := range row.Buttons {
			if button.Disabled {
				fmt.Fprintf(&b, " (%s)", button.Name())
			} else {
				fmt.Fprintf(&b, " [%s]", button.Name())
			}
		}
		b.WriteByte('\n')
	}
	for _, after := range r.After {
		b.WriteString(strings.ReplaceAll(transcript(after), "    says:", "    then:"))
	}
	return b.String()
}

// TestSessions plays the recorded sessions: a line "person: what they do", and
// indented below it what the bot answers. "later: 30h" lets time pass, "restart:"
// ends the program and starts it again. Everything is logged, and nothing that people wrote. What
// requests read changes before they are stored: see [contested].
func TestSessions(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/sessions/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	var conflicts atomic.Int64
	t.Cleanup(func() {
		if conflicts.Load() == 0 {
			t.Error("no transaction has met a conflict")
		}
	})
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			recorded, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := string(recorded)
			played, n := playSession(t, want)
			conflicts.Add(int64(n))
			if *rendertest.Update {
				if err := os.WriteFile(file, []byte(played), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			if !drawnSessions() {
				want = whole.ReplaceAllString(want, "")
			}
			if diff := cmp.Diff(want, played); diff != "" {
				t.Errorf("%s (-recorded +said):\n%s", file, diff)
			}
		})
	}
}

// drawnSessions reports whether recorded sessions have their pictures drawn. A sketch shows all
// of its scene, so that none has a file of the whole beside it.
func drawnSessions() bool { return enginetest.Long() || *rendertest.Update }

// whole is what a session tells of such a file.
var whole = regexp.MustCompile(`(?m)^( +-# All of it is in the file, at full size\.| +file: .*-whole\.png .*)\n`)

func playSession(t *testing.T, recorded string) (played string, conflicts int) {
	t.Helper()
	var games []show.Entry
	if drawnSessions() {
		games = quickGames()
	}
	s := newSession(t, games...)
	var out bytes.Buffer
	log := s.logged()
	room := &hall{Poster: (&show.Outbox{}).Poster(), s: s, out: &out}
	s.bot.Outbox.Through(room)
	for line := range strings.Lines(recorded) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, " ") {
			continue
		}
		fmt.Fprintln(&out, line)
		user, does, ok := strings.Cut(line, ": ")
		switch {
		case strings.HasPrefix(line, "#") || line == "":
		case line == "restart:":
			s.restart()
			s.bot.Outbox.Through(room)
		case !ok:
			t.Fatalf("not understood: %q", line)
		case user == "later":
			d, err := time.ParseDuration(does)
			if err != nil {
				t.Fatal(err)
			}
			s.clock = s.clock.Add(d)
			posted := &posts{}
			s.bot.expire(context.Background(), posted)
			s.bot.tournaments.Advance(context.Background(), posted)
			for _, r := range posted.list() {
				out.WriteString(transcript(r))
			}
			s.bot.follower.Pass(context.Background())
		default:
			out.WriteString(transcript(s.noting(user, does)))
			s.bot.follower.Pass(context.Background())
		}
	}
	s.logsNobody(log.String())
	s.forgetsEverybody()
	return out.String(), s.conflicts
}

// hall is the channel of a session as the bot reaches it unasked.
type hall struct {
	chat.Poster // the rest reaches nobody
	s           *session
	out         *bytes.Buffer
}

func (h *hall) Send(_ context.Context, _ string, r chat.Reply) (string, error) {
	id := "live " + strconv.Itoa(len(h.s.shown))
	h.s.shown = append(h.s.shown, utterance{id: id, reply: r})
	h.out.WriteString(strings.ReplaceAll(transcript(r), "    says:", "    posts:"))
	return id, nil
}

func (h *hall) Edit(_ context.Context, _, message string, r chat.Reply) error {
	i := slices.IndexFunc(h.s.shown, func(u utterance) bool { return u.id == message })
	if i < 0 {
		return chat.ErrGone
	}
	h.s.shown[i].reply = r
	h.out.WriteString(strings.ReplaceAll(transcript(r), "    says:", "    edits:"))
	return nil
}

// sessionLines are what people do in a session file.
func sessionLines(t *testing.T, file string) []string {
	t.Helper()
	recorded, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(recorded)) {
		line = strings.TrimRight(line, "\n")
		user, _, ok := strings.Cut(line, ": ")
		if _, person := ids[user]; ok && person {
			lines = append(lines, line)
		}
	}
	return lines
}

// TestSessionsCoverEverything: each command, each subcommand and each button stands in
// a session, so that none is added without one.
func TestSessionsCoverEverything(t *testing.T) {
	var all strings.Builder
	files, _ := filepath.Glob("testdata/sessions/*.txt")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	s := newSession(t)
	for _, command := range s.bot.Commands() {
		if !command.Typed() {
			continue
		}
		lines := []string{"/" + command.Name}
		if len(command.Options) > 0 && command.Options[0].Type == slash.SubCommand {
			lines = nil
			for _, sub := range command.Options {
				lines = append(lines, "/"+command.Name+" "+sub.Name)
			}
		}
		for _, line := range lines {
			if !strings.Contains(all.String(), ": "+line) {
				t.Errorf("no session uses %s", line)
			}
		}
	}
	for _, label := range []string{
		"Move", "Swap", "Undo", "Hint", "Resign", "Rematch", "Accept", "Decline", "Join", "Withdraw", "Allow", "Refuse",
		"Replay", show.ToStart, show.Back, show.Forward, show.ToEnd, "Next puzzle",
	} {
		if !strings.Contains(all.String(), ": ["+label+"]") {
			t.Errorf("no session presses %s", label)
		}
	}
}

// posts collects what is posted outside of interactions.
type posts struct {
	chat.Poster // the rest is never called

	mu sync.Mutex
	ch []chat.Reply
}

func (p *posts) Post(_ context.Context, channel string, r chat.Reply) error {
	if _, err := strconv.ParseUint(channel, 10, 64); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ch = append(p.ch, r)
	return nil
}

func (p *posts) Send(ctx context.Context, channel string, r chat.Reply) (string, error) {
	return "8001", p.Post(ctx, channel, r)
}

func (p *posts) Edit(ctx context.Context, channel, _ string, r chat.Reply) error {
	return p.Post(ctx, channel, r)
}

func (p *posts) Find(context.Context, string, time.Time, string) (string, error) { return "", nil }

func (p *posts) Reaches(context.Context, string, string) error { return nil }

func (p *posts) list() []chat.Reply {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ch
}
