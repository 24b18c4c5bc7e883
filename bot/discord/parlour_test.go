package discord

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
	"github.com/sixfold-bot/sixfold/store"
)

// parlour is a hall where people play, which records each request to Discord.
type parlour struct {
	*hall
	file  string
	store *store.Store
	bot   *bot.Bot
	tune  func(*config.Config)

	mu       sync.Mutex
	requests []string // since the last actions
	deeds    int      // number of actions these belong to
	fault    func(request string) (status int)
	called   int               // number of mentions so far
	shown    map[string]string // tables of the boards shown, by message
}

// asking records a client's requests, and makes some fail.
type asking struct {
	http.RoundTripper
	p *parlour
}

func (a asking) RoundTrip(r *http.Request) (*http.Response, error) {
	parts := strings.Split(r.URL.Path, "/")
	request := r.Method + " " + parts[len(parts)-1]
	if parts[len(parts)-3] == "webhooks" {
		request = r.Method + " webhook"
	}
	a.p.mu.Lock()
	defer a.p.mu.Unlock()
	a.p.requests = append(a.p.requests, request)
	if a.p.fault != nil {
		if status := a.p.fault(request); status != 0 {
			return response(r, status, nil, `{"message":"so it is"}`), nil
		}
	}
	return a.RoundTripper.RoundTrip(r)
}

func newParlour(t *testing.T, tune ...func(*config.Config)) *parlour {
	t.Helper()
	p := &parlour{file: t.TempDir() + "/games.db", shown: map[string]string{}, tune: func(*config.Config) {}}
	for _, f := range tune {
		p.tune = f
	}
	p.hall = emptyHall(t) // whose test it is
	p.open()
	t.Cleanup(func() { p.store.Close() })
	p.hall = newHall(t, p.bot)
	p.watch()
	return p
}

// open opens the store, and creates the bot, as at program start.
func (p *parlour) open() {
	p.t.Helper()
	var err error
	if p.store, err = store.Open(p.file, store.Options{}); err != nil {
		p.t.Fatal(err)
	}
	c := config.Default()
	c.Limits.PersonCommands = 100_000
	p.tune(&c)
	p.bot = bot.New(c, p.store, []bot.Entry{{Game: bottest.QuickHex(), Draw: drawersOfHex()}}, discard, bot.Process{})
}

func (p *parlour) watch() { p.discord.client.Transport = asking{p.discord.client.Transport, p} }

// restart restarts the program.
func (p *parlour) restart() {
	p.t.Helper()
	if err := p.discord.Close(); err != nil {
		p.t.Fatal(err)
	}
	p.bot.Wait()
	if err := p.store.Close(); err != nil {
		p.t.Fatal(err)
	}
	p.open()
	p.connect(p.bot)
	p.watch()
}

// round runs the bot's periodic work until a condition holds.
func (p *parlour) round(done func([]pmessage) bool) {
	p.t.Helper()
	p.requests = nil
	ctx, stop := context.WithCancel(p.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- p.bot.Run(ctx, p.discord) }()
	p.until("the round", done)
	stop()
	if err := <-ended; err != nil {
		p.t.Fatal(err)
	}
}

// does makes a person act, and waits until the bot has finished. The action is a command; or a
// label in brackets, which presses that button of the board, followed by the text for its form; or
// the same after a message's ID, for that message.
func (p *parlour) does(user, does string) {
	p.t.Helper()
	p.mu.Lock()
	p.requests, p.deeds = nil, 0
	p.mu.Unlock()
	var a panswer
	label, words, pressed := strings.Cut(strings.TrimPrefix(does, "["), "]")
	if pressed {
		a = p.press(user, p.newest(user, label), label)
	} else {
		a = p.post("run", map[string]any{"user": user, "text": does})
	}
	if a.Modal != nil {
		p.fill(user, a, strings.TrimSpace(words))
	}
	p.discord.busy.Wait()
}

// fill submits a form.
func (p *parlour) fill(user string, opened panswer, cell string) {
	p.t.Helper()
	p.discord.busy.Wait()
	p.mu.Lock()
	p.requests = nil
	p.mu.Unlock()
	p.post("submit", map[string]any{"user": user, "modal": opened.Modal.ID, "fields": map[string]string{"cell": cell}})
	p.discord.busy.Wait()
}

// newest returns the newest message with a button that a person sees.
func (p *parlour) newest(user, label string) pmessage {
	p.t.Helper()
	list := p.seen(user)
	for _, m := range slices.Backward(list) {
		if m.action(label) != "" {
			return m
		}
	}
	p.t.Fatalf("%s sees no button %q among %+v", user, label, list)
	return pmessage{}
}

func (p *parlour) press(user string, m pmessage, label string) panswer {
	p.t.Helper()
	id := m.action(label)
	if id == "" {
		p.t.Fatalf("there is no button %q under %+v", label, m)
	}
	return p.post("click", map[string]any{"user": user, "message": m.ID, "custom_id": id})
}

// action returns the action of a message's button, "" without a button of that label.
func (m *pmessage) action(label string) string {
	for id, l := range m.buttons() {
		if l == label {
			return id
		}
	}
	return ""
}

// menu returns the action of a message's first menu.
func (m *pmessage) menu() string {
	for id, label := range m.buttons() {
		if label == "" && strings.HasPrefix(id, "pick:") {
			return id
		}
	}
	return ""
}

func (m *pmessage) buttons() map[string]string {
	found := map[string]string{}
	var walk func([]pcomponent)
	walk = func(list []pcomponent) {
		for _, c := range list {
			if c.CustomID != "" {
				found[c.CustomID] = cmp.Or(c.Label, c.Emoji.Name)
			}
			walk(c.Components)
		}
	}
	walk(m.Components)
	return found
}

func (p *parlour) messages() []pmessage { return p.seen("you") }

// seen returns the messages that a person sees.
func (p *parlour) seen(user string) (list []pmessage) {
	p.t.Helper()
	p.get("api/messages?user="+user+"&channel="+p.channel, &list)
	return list
}

// boards returns the public messages with buttons or menus.
func (p *parlour) boards() (list []pmessage) {
	p.t.Helper()
	for _, m := range p.messages() {
		if !m.Private && len(m.buttons()) > 0 {
			list = append(list, m)
		}
	}
	return list
}

// table returns the number of the table whose board a message is, "" for none.
func (m *pmessage) table() string {
	for id := range m.buttons() {
		if parts := strings.Split(id, ":"); len(parts) > 2 && parts[2] != "0" {
			return parts[2]
		}
	}
	return ""
}

// holds checks the invariants between actions: for each table exactly one message has buttons; it
// is the newest of all its boards, and the only one with a picture. An action made at most three
// requests, and mentions exactly those expected, once, in the newest message.
func (p *parlour) holds(what string, calls ...string) {
	p.t.Helper()
	boards := map[string]pmessage{}
	for _, m := range p.boards() {
		n := m.table()
		if old, twice := boards[n]; twice {
			p.t.Fatalf("%s: table %s has two boards: %+v and %+v", what, n, old, m)
		}
		boards[n], p.shown[m.ID] = m, n
	}
	called, last := 0, pmessage{}
	for _, m := range p.messages() {
		if m.Private {
			continue
		}
		n := p.shown[m.ID]
		if n != "" && world.CompareIDs(m.ID, boards[n].ID) > 0 {
			var all []string
			for _, m := range p.messages() {
				all = append(all, m.Content)
			}
			p.t.Fatalf("%s: the board of table %s is %q, and %q was shown after it, among\n%s\nby %q", what, n, boards[n].Content, m.Content, strings.Join(all, "\n"), p.requests)
		}
		if wants := m.ID == boards[n].ID; n != "" && wants != (len(m.Attachments) == 1) {
			p.t.Errorf("%s: a picture stands in %q: %t", what, m.Content, !wants)
		}
		called += len(m.Mentions)
		last = m
	}
	if called-p.called != len(calls) || len(calls) > 0 && !slices.Equal(last.Mentions, p.ids(calls)) {
		p.t.Errorf("%s: calls %d, the newest message %q; want %q", what, called-p.called, last.Mentions, calls)
	}
	p.called = called
	if len(p.requests) > 3*max(1, p.deeds) {
		p.t.Errorf("%s: takes %d requests: %q", what, len(p.requests), p.requests)
	}
}

// ids returns the IDs of people.
func (p *parlour) ids(names []string) (list []string) {
	var state struct {
		Users []struct{ ID, Key string } `json:"users"`
	}
	p.get("api/state?user=you", &state)
	for _, name := range names {
		for _, u := range state.Users {
			if u.Key == name {
				list = append(list, u.ID)
			}
		}
	}
	return list
}

// deed is an action of a person, and whom it mentions.
type deed struct{ user, does, calls string }

func (p *parlour) play(deeds ...deed) {
	p.t.Helper()
	for _, d := range deeds {
		p.does(d.user, d.does)
		if d.calls == "" {
			p.holds(d.user + ": " + d.does)
		} else {
			p.holds(d.user+": "+d.does, d.calls)
		}
	}
}
