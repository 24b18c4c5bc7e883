package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/playground/playgroundtest"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/store"
)

// hall is a playground with the bot connected as to Discord.
type hall struct {
	t       *testing.T
	network *playgroundtest.Network
	client  http.Client // of the page
	server  *playground.Server
	discord *Connection
	channel string
	gone    bool // edits of deleted messages are expected
	refused int  // code of other refusals that the test expects
}

// pmessage is a message in the page's JSON.
type pmessage struct {
	ID          string   `json:"id"`
	Content     string   `json:"content"`
	Flags       int      `json:"flags"`
	Private     bool     `json:"private"`
	Thinking    bool     `json:"thinking"`
	Mentions    []string `json:"mentions"`
	Attachments []struct {
		URL string `json:"url"`
		Alt string `json:"alt"`
	} `json:"attachments"`
	Components []pcomponent `json:"components"`
}

type pcomponent struct {
	CustomID string `json:"custom_id"`
	Label    string `json:"label"`
	Emoji    struct {
		Name string `json:"name"`
	} `json:"emoji"`
	Components []pcomponent `json:"components"`
}

// panswer is the page's response to a command, a click or a form.
type panswer struct {
	Message *pmessage `json:"message"`
	Modal   *struct {
		ID string `json:"id"`
	} `json:"modal"`
	Notice string `json:"notice"`
	Error  string `json:"error"`
}

// emptyHall has only a network. Its clock is set to 2027, as a bubble starts in 2000, before
// Discord's epoch.
func emptyHall(t *testing.T) *hall {
	t.Helper()
	takes(time.Until(time.Date(2027, 1, 1, 12, 0, 0, 0, time.UTC)))
	n := network(t)
	return &hall{
		t: t, network: n,
		client: http.Client{Transport: &http.Transport{DialContext: n.DialContext}, Timeout: time.Minute},
	}
}

// newHall fails the test for violations. It must be called inside a bubble.
func newHall(t *testing.T, bot Handler) *hall {
	t.Helper()
	h := emptyHall(t)
	server, err := playground.New(playground.Config{Network: h.network})
	if err != nil {
		t.Fatal(err)
	}
	h.server = server
	h.connect(bot)
	t.Cleanup(func() {
		synctest.Wait() // until no goroutine is about to use the socket
		if err := h.discord.Close(); err != nil {
			t.Error(err)
		}
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		for _, v := range server.Violations() {
			if h.gone && v.Code == codeUnknownMessage || v.Code != 0 && v.Code == h.refused {
				continue
			}
			t.Errorf("violation: %v", v)
		}
	})
	var state struct {
		Channels []struct {
			ID string `json:"id"`
			DM bool   `json:"dm"`
		} `json:"channels"`
	}
	h.get("api/state?user=you", &state)
	h.channel = state.Channels[0].ID
	return h
}

// connect has a bot log in.
func (h *hall) connect(bot Handler) {
	h.t.Helper()
	d, err := connectIn(h.t.Context(), h.network, bot, Config{
		Token: config.Secret(h.server.Token()), API: h.server.APIBase() + "api/v9/", Records: memory{},
	}, discard)
	if err != nil {
		h.t.Fatal(err)
	}
	h.discord = d
}

func (h *hall) get(path string, into any) []byte {
	h.t.Helper()
	request, err := http.NewRequestWithContext(h.t.Context(), http.MethodGet, h.server.URL()+path, http.NoBody)
	if err != nil {
		h.t.Fatal(err)
	}
	return h.do(request, into)
}

func (h *hall) post(path string, body map[string]any) panswer {
	h.t.Helper()
	if body["user"] == nil {
		body["user"] = "you"
	}
	body["channel"] = h.channel
	if body["wait"] == nil {
		body["wait"] = true
	}
	data, err := json.Marshal(body)
	if err != nil {
		h.t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(h.t.Context(), http.MethodPost, h.server.URL()+"api/"+path, bytes.NewReader(data))
	if err != nil {
		h.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	var a panswer
	h.do(request, &a)
	if a.Notice != "" || a.Error != "" {
		h.t.Fatalf("%s: %s%s", path, a.Notice, a.Error)
	}
	return a
}

func (h *hall) do(request *http.Request, into any) []byte {
	h.t.Helper()
	response, err := h.client.Do(request)
	if err != nil {
		h.t.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	if into != nil {
		if err := json.Unmarshal(data, into); err != nil {
			h.t.Fatalf("%s: %v: %s", request.URL, err, data)
		}
	}
	return data
}

func (h *hall) run(line string) panswer {
	h.t.Helper()
	return h.post("run", map[string]any{"text": line})
}

// until polls until a condition holds for the channel's messages.
func (h *hall) until(what string, holds func(messages []pmessage) bool) (messages []pmessage) {
	h.t.Helper()
	eventually(h.t, what, func() bool {
		messages = nil
		h.get("api/messages?user=you&channel="+url.QueryEscape(h.channel), &messages)
		return holds(messages)
	})
	return messages
}

// last returns a condition: the last message has this content.
func last(content string) func([]pmessage) bool {
	return func(m []pmessage) bool { return len(m) > 0 && m[len(m)-1].Content == content }
}

func TestPlaygroundTakesEveryKindOfAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		option := func(name string, kind slash.OptionType) slash.Option {
			return slash.Option{Type: kind, Name: name, Description: "An option", Autocomplete: name == "cell"}
		}
		board := chat.Reply{
			Text: "board", Files: []chat.Attachment{{Name: "board.png", Data: pixel, Alt: "an empty board"}, {Name: "whole.png", Data: pixel, Kept: true}},
			Rows: []chat.Row{{Buttons: []chat.Button{{Label: "Move", Style: chat.Primary, Action: "move"}, {Label: "Next", Style: chat.Secondary, Action: "next"}}}},
		}
		bot := fakeBot{
			commands: []slash.Command{
				{Name: "say", Description: "Say", Options: []slash.Option{option("cell", slash.String), option("size", slash.Integer), option("who", slash.User), option("game", slash.Attachment)}},
				{Name: "think", Description: "Think", Options: []slash.Option{option("private", slash.Boolean)}},
			},
			handle: func(ctx context.Context, r chat.Request) chat.Reply {
				switch {
				case r.Kind == chat.Suggest:
					return chat.Reply{Suggestions: []chat.Suggestion{{Name: "c5", Value: "c5"}, {Name: "c6", Value: "c6"}}}
				case r.Kind == chat.Submit:
					return chat.Reply{Text: "you played " + r.Fields["cell"] + strings.Join(r.Chosen["row"], ""), Update: true, Files: board.Files, Rows: board.Rows, After: []chat.Reply{{
						Text: "your turn, " + chat.Mention(r.User.ID), Mentions: []string{r.User.ID},
					}}}
				case r.Action == "move":
					return chat.Reply{Form: &chat.Form{Title: "Move", Action: "form", Text: "Blue has played b2.", Fields: []chat.Field{
						{ID: "cell", Label: "Column", Required: true, Help: "A letter"},
						{ID: "row", Label: "Row", Choices: []chat.Suggestion{{Name: "Row 5", Value: "5", Detail: "free"}, {Name: "Row 6", Value: "6"}}},
					}}}
				case r.Action == "next":
					return chat.Reply{Text: "updated", Update: true}
				case r.Action == "leaf", r.Action == "slow leaf":
					again := chat.Reply{Text: "after " + r.Action, Update: true, Private: true}
					if r.Action == "slow leaf" {
						return slowly(1700*time.Millisecond, again)
					}
					again.Rows = []chat.Row{{Buttons: []chat.Button{{Label: "On", Style: chat.Secondary, Action: "slow leaf"}}}}
					return again
				case r.Command == "think" && r.Options["private"] == true:
					return chat.Reply{Text: "a book", Private: true, Rows: []chat.Row{{Buttons: []chat.Button{{Label: "On", Style: chat.Secondary, Action: "leaf"}}}}}
				case r.Command == "think":
					return slowly(1700*time.Millisecond, board)
				case r.Options["cell"] == "boom":
					panic("boom")
				case r.Options["game"] != nil:
					files, err := r.Fetch(ctx)
					if err != nil {
						return chat.Reply{Text: err.Error()}
					}
					return chat.Reply{Text: files["game"].Name + " holds " + string(files["game"].Data)}
				case r.Options["who"] != nil:
					u, _ := r.Options["who"].(chat.User)
					return chat.Reply{Text: fmt.Sprint(u.Name, " ", r.Options["size"], " ", r.Posts), Private: true}
				}
				return board
			},
		}
		h := newHall(t, bot)

		if m := h.run("/say").Message; m == nil || m.Content != "board" || m.Attachments[0].Alt != "an empty board" {
			t.Fatalf("%+v", m)
		}
		if m := h.run("/say who:@friend size:5").Message; m == nil || m.Content != "Friend 5 true" || !m.Private {
			t.Errorf("%+v", m)
		}
		if m := h.run("/say boom").Message; m == nil || !m.Private || !strings.HasSuffix(m.Content, textPanicked.String()) {
			t.Errorf("%+v", m)
		}
		if got := h.file("/say", "game", "g.sgf", "(;)"); got != "g.sgf holds (;)" {
			t.Errorf("%s", got)
		}
		var complete struct {
			Items []struct{ Label string } `json:"items"`
		}
		data, _ := json.Marshal(map[string]string{"user": "you", "channel": h.channel, "text": "/say cell:c"})
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.server.URL()+"api/complete", bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		if h.do(request, &complete); len(complete.Items) != 2 || complete.Items[0].Label != "c5" {
			t.Errorf("%+v", complete)
		}

		message := h.run("/say").Message.ID
		modal := h.post("click", map[string]any{"message": message, "custom_id": "move"}).Modal
		if modal == nil {
			t.Fatal("no form")
		}
		h.post("submit", map[string]any{"modal": modal.ID, "fields": map[string]any{"cell": "c", "row": []string{"5"}}})
		messages := h.until("the turn to be called", func(m []pmessage) bool { return len(m) > 0 && len(m[len(m)-1].Mentions) == 1 })
		if m := messages[len(messages)-2]; m.ID != message || m.Content != "you played c5" || len(m.Attachments) != 2 {
			t.Errorf("%+v", m)
		}
		h.post("click", map[string]any{"message": message, "custom_id": "next"})
		messages = h.until("the update", func(m []pmessage) bool { return len(m) > 1 && m[len(m)-2].Content == "updated" })
		if m := messages[len(messages)-2]; len(m.Attachments) != 0 || len(m.Components) != 1 {
			t.Errorf("the update left something behind: %+v", m)
		}

		// A message sent by an earlier version becomes one made of components.
		_, err = h.discord.rest.do(t.Context(), restCall{
			name: "post", method: http.MethodPost, path: "channels/" + h.channel + "/messages", asBot: true,
			body: json.RawMessage(`{"content":"old","components":[{"type":1,"components":[{"type":2,"style":1,"label":"Next","custom_id":"next"}]}]}`),
		})
		if err != nil {
			t.Fatal(err)
		}
		messages = h.until("the old message", last("old"))
		h.post("click", map[string]any{"message": messages[len(messages)-1].ID, "custom_id": "next"})
		messages = h.until("its update", last("updated"))
		if m := messages[len(messages)-1]; m.Flags != flagComponents || len(m.Components) != 1 {
			t.Errorf("an old message is updated to %+v", m)
		}

		if m := h.run("/think").Message; m == nil || !m.Thinking {
			t.Errorf("%+v", m)
		}
		h.until("the thought", last("board"))

		book := h.run("/think private:true").Message
		for _, action := range []string{"leaf", "slow leaf"} {
			h.post("click", map[string]any{"message": book.ID, "custom_id": action})
			messages = h.until("the next leaf", last("after "+action))
			if m := messages[len(messages)-1]; m.ID != book.ID || !m.Private {
				t.Errorf("a private message is leafed through as %+v", m)
			}
		}
		if err := h.discord.Post(t.Context(), h.channel, chat.Reply{Text: "unasked", Files: board.Files}); err != nil {
			t.Error(err)
		}
		h.until("the post", last("unasked"))
	})
}

// file runs a command with an attachment.
func (h *hall) file(line, option, name, content string) string {
	h.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for field, value := range map[string]string{"user": "you", "channel": h.channel, "text": line, "wait": "true"} {
		if err := form.WriteField(field, value); err != nil {
			h.t.Fatal(err)
		}
	}
	part, err := form.CreateFormFile(option, name)
	if err == nil {
		_, err = part.Write([]byte(content))
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		h.t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(h.t.Context(), http.MethodPost, h.server.URL()+"api/run", &body)
	if err != nil {
		h.t.Fatal(err)
	}
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.Header.Set("X-Playground", "1")
	var a panswer
	h.do(request, &a)
	if a.Message == nil {
		h.t.Fatalf("%+v", a)
	}
	return a.Message.Content
}

// A game through the playground: it is opened, and a move is made.
func TestPlaygroundPlaysHex(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, err := store.Open(t.TempDir()+"/games.db", store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		h := newHall(t, wholeBot(s, bottest.QuickHex(), discard))
		h.run("/hex new size:3 level:easy")
		h.until("the board", func(m []pmessage) bool { return len(m) == 1 && !m[0].Thinking && len(m[0].Attachments) == 1 })
		h.run("/hex move b2")
		messages := h.until("the answer to the move", func(m []pmessage) bool {
			return len(m) > 1 && !m[len(m)-1].Thinking && len(m[len(m)-1].Attachments) == 1 && len(m[len(m)-1].Components) > 0
		})
		m := messages[len(messages)-1]
		if m.Attachments[0].Alt == "" {
			t.Error("the picture has no alternative text")
		}
		address := strings.TrimPrefix(m.Attachments[0].URL, h.server.URL())
		if picture := h.get(strings.TrimPrefix(address, "/"), nil); !bytes.HasPrefix(picture, []byte("\x89PNG")) {
			t.Errorf("no picture: %.40q", picture)
		}
		if m := h.run("/hex move b2").Message; m == nil || !m.Private {
			t.Errorf("a cell that is taken: %+v", m)
		}
	})
}

// pixel is a PNG of one pixel.
var pixel = []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\b\x06\x00\x00\x00\x1f\x15\xc4\x89" +
	"\x00\x00\x00\nIDATx\x9cc\x00\x01\x00\x00\x05\x00\x01\r\n-\xb4\x00\x00\x00\x00IEND\xaeB`\x82")
