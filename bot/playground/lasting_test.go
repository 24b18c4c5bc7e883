package playground_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/playground"
)

// memory keeps records as a store does.
type memory struct {
	mu     sync.Mutex
	values map[string][]byte
}

var errNone = errors.New("no such record")

func (m *memory) Get(kind, id string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if v, ok := m.values[kind+"\x00"+id]; ok {
		return bytes.Clone(v), nil
	}
	return nil, errNone
}

func (m *memory) Put(kind, id string, value []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.values[kind+"\x00"+id] = bytes.Clone(value)
	return nil
}

func (m *memory) Remove(kind, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.values, kind+"\x00"+id)
	return nil
}

func (m *memory) Each(kind, prefix string, f func(string, []byte) bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(m.values)) {
		if id, ok := strings.CutPrefix(key, kind+"\x00"); ok && strings.HasPrefix(id, prefix) && !f(id, m.values[key]) {
			return nil
		}
	}
	return nil
}

func (m *memory) size() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.values)
}

func TestHistoryOutlivesTheProcess(t *testing.T) {
	t.Parallel()
	records := &memory{values: map[string][]byte{}}
	clock := newClock()
	data := picture(t, 4, 4)
	var old message
	t.Run("before", func(t *testing.T) {
		s := start(t, playground.Config{Records: records, Clock: clock})
		d, came := inbox(t, s, ping())
		p := page{t, s, "you"}
		p.do("run", object{"text": "/ping"})
		i := next(t, came)
		err := multipart(t, d, "POST", discordgo.EndpointInteractionResponse(i.ID, i.Token), object{"type": 4, "data": object{
			"content": "a board", "components": rows(aButton(nil))["components"],
		}}, &discordgo.File{Name: "board.png", Reader: bytes.NewReader(data)})
		if err != nil {
			t.Fatal(err)
		}
		secret := &discordgo.WebhookParams{Content: "secret", Flags: discordgo.MessageFlagsEphemeral}
		if _, err := d.FollowupMessageCreate(i, true, secret); err != nil {
			t.Fatal(err)
		}
		p.do("run", object{"text": "/ping"})
		err = d.InteractionRespond(next(t, came), &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource})
		if err != nil {
			t.Fatal(err)
		}
		old = p.messages("games")[0]
	})
	t.Run("after, though the clock went back", func(t *testing.T) {
		clock.advance(-time.Hour)
		s := start(t, playground.Config{Records: records, Clock: clock})
		came := make(chan *discordgo.Interaction, 1)
		d := connect(t, s, func(_ *discordgo.Session, i *discordgo.InteractionCreate) { came <- i.Interaction })
		p := page{t, s, "you"}
		got := p.messages("games")
		if len(got) != 2 || got[0].ID != old.ID || got[0].Content != "a board" || got[1].Thinking || got[1].Content != "The application did not respond" {
			t.Fatalf("got %+v", got)
		}
		res := fetch(t, strings.TrimSuffix(s.URL(), "/")+got[0].Attachments[0].URL, nil)
		defer func() { _ = res.Body.Close() }()
		if b, err := io.ReadAll(res.Body); err != nil || !bytes.Equal(b, data) {
			t.Errorf("the picture has %d bytes, %v", len(b), err)
		}
		p.do("click", object{"message": old.ID, "custom_id": "go"})
		i := next(t, came)
		if i.Message.Content != "a board" || len(i.ID) != len(old.ID) || i.ID <= old.ID {
			t.Errorf("the bot got %+v", i)
		}
		if err := d.InteractionRespond(i, answer("going on")); err != nil {
			t.Fatal(err)
		}
		// The commands are still registered.
		p.do("run", object{"text": "/ping"})
		if err := d.InteractionRespond(next(t, came), answer("pong")); err != nil {
			t.Fatal(err)
		}
	})
}

func TestOldMessagesAreForgotten(t *testing.T) {
	t.Parallel()
	records := &memory{values: map[string][]byte{}}
	s := start(t, playground.Config{Records: records}, 10008)
	d := connect(t, s, nil)
	p := page{t, s, "you"}
	var state struct{ Channels []struct{ ID string } }
	p.get("state?user=you", &state)
	games := state.Channels[0].ID
	first, err := d.ChannelMessageSendComplex(games, &discordgo.MessageSend{
		Content: "0", Files: []*discordgo.File{{Name: "a.txt", Reader: strings.NewReader("a")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 200; n++ {
		p.do("say", object{"text": fmt.Sprint(n)})
	}
	var all []message
	p.get("messages?user=you&channel="+games+"&limit=1000", &all)
	if len(all) != 200 || all[0].Content != "1" || all[199].Content != "200" {
		t.Errorf("%d messages are kept, from %q to %q", len(all), all[0].Content, all[len(all)-1].Content)
	}
	_, err = d.ChannelMessage(games, first.ID)
	wantCode(t, err, 404, 10008)
	res := fetch(t, first.Attachments[0].URL, nil)
	_ = res.Body.Close()
	if res.StatusCode != http.StatusNotFound {
		t.Errorf("its file is still served: %d", res.StatusCode)
	}
	await(t, "the records of what was forgotten to go", func() bool { return records.size() == 200 })
}
