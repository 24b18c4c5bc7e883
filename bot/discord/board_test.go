package discord

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
	"github.com/sixfold-bot/sixfold/store"
)

// parlour is a hall where people play, and where each request to Discord is written down.
type parlour struct {
	*hall
	store *store.Store

	mu       sync.Mutex
	requests []string // since the last deed
	called   int      // how many people were called in all
}

// asking notes the requests that a client makes.
type asking struct {
	http.RoundTripper
	p *parlour
}

func (a asking) RoundTrip(r *http.Request) (*http.Response, error) {
	a.p.mu.Lock()
	parts := strings.Split(r.URL.Path, "/")
	a.p.requests = append(a.p.requests, r.Method+" "+parts[len(parts)-1])
	a.p.mu.Unlock()
	return a.RoundTripper.RoundTrip(r)
}

func newParlour(t *testing.T) *parlour {
	t.Helper()
	s, err := store.Open(t.TempDir()+"/games.db", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	p := &parlour{store: s, hall: newHall(t, wholeBot(s, bottest.QuickHex(), discard))}
	p.discord.client.Transport = asking{p.discord.client.Transport, p}
	return p
}

// does has a person do something, until the bot has done all of its part: a command; a label
// in brackets, which presses that button of the board, with words that fill its form; or
// with a message's ID before them, of that message.
func (p *parlour) does(user, does string) {
	p.t.Helper()
	p.mu.Lock()
	p.requests = nil
	p.mu.Unlock()
	var a panswer
	label, words, pressed := strings.Cut(strings.TrimPrefix(does, "["), "]")
	if pressed {
		m := p.boards()
		if len(m) != 1 {
			p.t.Fatalf("%s: %s: there are %d boards", user, does, len(m))
		}
		a = p.press(user, m[0], label)
	} else {
		a = p.post("run", map[string]any{"user": user, "text": does})
	}
	if a.Modal != nil {
		p.discord.busy.Wait()
		p.mu.Lock()
		p.requests = nil
		p.mu.Unlock()
		p.post("submit", map[string]any{"user": user, "modal": a.Modal.ID, "fields": map[string]string{"cell": strings.TrimSpace(words)}})
	}
	p.discord.busy.Wait()
}

func (p *parlour) press(user string, m pmessage, label string) panswer {
	p.t.Helper()
	id := m.action(label)
	if id == "" {
		p.t.Fatalf("there is no button %q under %+v", label, m)
	}
	return p.post("click", map[string]any{"user": user, "message": m.ID, "custom_id": id})
}

// action is what a button of a message does, "" where there is none of that label.
func (m *pmessage) action(label string) string {
	for id, l := range m.buttons() {
		if l == label {
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
				found[c.CustomID] = c.Label
			}
			walk(c.Components)
		}
	}
	walk(m.Components)
	return found
}

func (p *parlour) messages() (list []pmessage) {
	p.t.Helper()
	p.get("api/messages?user=you&channel="+p.channel, &list)
	return list
}

// boards are the messages for all with anything to press.
func (p *parlour) boards() (list []pmessage) {
	p.t.Helper()
	for _, m := range p.messages() {
		if !m.Private && len(m.buttons()) > 0 {
			list = append(list, m)
		}
	}
	return list
}

// holds checks what always holds between two deeds: one message alone has what can be
// pressed, it is the newest, and the one picture is there; no more than three requests were
// made for it, and who is called, if anybody, is called once.
func (p *parlour) holds(what string, calls ...string) {
	p.t.Helper()
	all := slices.DeleteFunc(p.messages(), func(m pmessage) bool { return m.Private })
	boards := p.boards()
	if len(boards) != 1 || boards[0].ID != all[len(all)-1].ID {
		p.t.Fatalf("%s: the boards are %+v, and the newest message is %+v", what, boards, all[len(all)-1])
	}
	pictures, called := 0, 0
	for _, m := range all {
		pictures += len(m.Attachments)
		called += len(m.Mentions)
	}
	if pictures != 1 || len(boards[0].Attachments) != 1 {
		p.t.Errorf("%s: %d messages have a picture", what, pictures)
	}
	if called-p.called != len(calls) || len(calls) > 0 && !slices.Equal(boards[0].Mentions, p.ids(calls)) {
		p.t.Errorf("%s: calls %d, by the board %q; want %q", what, called-p.called, boards[0].Mentions, calls)
	}
	p.called = called
	if len(p.requests) > 3 {
		p.t.Errorf("%s: takes %d requests: %q", what, len(p.requests), p.requests)
	}
}

// ids are the IDs of people.
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

// deed is what a person does, and who is called by it.
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

// TestOneBoard plays whole games in each kind of channel, by commands, buttons and forms:
// after each deed one board alone stands in the channel, the newest of its messages.
func TestOneBoard(t *testing.T) {
	between := []deed{
		{"you", "/hex new @friend size:3 swap:false", "friend"},
		{"friend", "[Accept]", "you"},
		{"you", "/hex move b2", "friend"},
		{"friend", "[Move] a1", "you"},
		{"you", "[Undo]", "friend"},
		{"friend", "[Refuse]", "you"},
		{"you", "/hex undo", "friend"},
		{"friend", "[Allow]", "you"},
		{"you", "[Move] b1", "friend"},
		{"friend", "/hex show", ""},
		{"friend", "/hex move a2", "you"},
		{"you", "/hex move b2", "friend"},
		{"friend", "[Move] a3", "you"},
		{"you", "[Move] b3", "friend"},
	}
	for _, tt := range []struct {
		name     string
		restrict world.Restriction
	}{
		{"a channel of the bot's", world.Restriction{}},
		{"a channel where it may not post", world.Restriction{Code: 50013}},
		{"a channel that it does not see", world.Restriction{Code: 50001}},
		{"a server where it is a guest", world.Restriction{Guest: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := newParlour(t)
			if err := p.server.Restrict(p.channel, tt.restrict); err != nil {
				t.Fatal(err)
			}
			p.play(between...)
		})
	}
}

// TestBoardAgainstTheBot: nobody has to be called, so that the board stays where it is, until
// a command brings it down.
func TestBoardAgainstTheBot(t *testing.T) {
	t.Parallel()
	p := newParlour(t)
	p.play(deed{"you", "/hex new size:4 level:easy swap:false", ""})
	first := p.boards()[0].ID
	for _, does := range []string{"[Move] b2", "[Undo]", "[Move] b3", "[Move] c4"} {
		p.play(deed{"you", does, ""})
		if p.boards()[0].ID != first || len(p.requests) != 1 {
			t.Errorf("%s: the board moves, by %q", does, p.requests)
		}
	}
	p.play(deed{"you", "/hex move c3", ""})
	if m := p.messages(); len(m) != 2 || m[0].ID != first || !strings.Contains(m[0].Content, "c4 · You") {
		t.Errorf("the board before has become %+v", m)
	}
	p.play(deed{"you", "[Resign]", ""})
}

// TestBoardThatIsGone: whatever becomes of the messages, the game goes on.
func TestBoardThatIsGone(t *testing.T) {
	t.Parallel()
	p := newParlour(t)
	p.gone = true
	p.play(deed{"you", "/hex new @you size:4", ""}, deed{"you", "/hex move a1", ""})
	for _, does := range []string{"/hex move b2", "/hex move c3"} {
		p.remove(p.boards()[0].ID)
		p.does("you", does)
		p.holds(does + " after the board was deleted")
	}
}

// remove deletes a message as a moderator does.
func (p *parlour) remove(message string) {
	p.t.Helper()
	_, err := p.discord.rest.do(p.t.Context(), restCall{
		name: "delete", method: http.MethodDelete, path: fmt.Sprintf("channels/%s/messages/%s", p.channel, message), asBot: true,
	})
	if err != nil {
		p.t.Fatal(err)
	}
}
