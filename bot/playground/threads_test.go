package playground_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/playground"
)

// A command in a thread is delivered with the thread's ID, and answered there.
func TestThreadOfPerson(t *testing.T) {
	t.Parallel()
	records := &memory{values: map[string][]byte{}}
	s := start(t, playground.Config{Records: records})
	d, came := inbox(t, s, ping())
	p := page{t, s, "you"}
	opened := p.do("thread", object{"text": "A quiet game"})
	p.do("run", object{"channel": opened.Channel, "text": "/ping"})
	raw := next(t, came)
	if raw.ChannelID != opened.Channel || raw.AppPermissions&(1<<38) == 0 {
		t.Errorf("got channel %s, permissions %b", raw.ChannelID, raw.AppPermissions)
	}
	if err := d.InteractionRespond(raw, answer("pong")); err != nil {
		t.Fatal(err)
	}
	if _, err := d.ChannelMessageSend(opened.Channel, "your turn"); err != nil {
		t.Fatal(err)
	}
	if got := p.messages(opened.Channel); len(got) != 2 || got[0].Content != "pong" {
		t.Errorf("the thread has %+v", got)
	}
	if got := contents(t, s); got != "" {
		t.Errorf("the channel has %q", got)
	}
	c, err := d.Channel(opened.Channel)
	if err != nil || c.Type != discordgo.ChannelTypeGuildPublicThread || c.ParentID != channels(t, s)[0] || c.ThreadMetadata == nil {
		t.Errorf("got %+v, %v", c, err)
	}
	for _, body := range []object{
		{"text": ""}, {"text": strings.Repeat("x", 101)}, {"channel": opened.Channel, "text": "x"}, {"channel": channels(t, s)[2], "text": "x"},
	} {
		if status, r := p.post("thread", body); status != http.StatusBadRequest {
			t.Errorf("%v: %d %+v", body, status, r)
		}
	}
	// Threads are not persisted, only the command is.
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if n := records.size(); n != 1 {
		t.Errorf("%d records are kept", n)
	}
}

func TestThreadOfBot(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 10003, 50013, 50024, 50035)
	d := session(t, s, s.Token())
	ids := channels(t, s)
	thread, err := d.ThreadStart(ids[0], "Hex", discordgo.ChannelTypeGuildPublicThread, 60)
	if err != nil || thread.ParentID != ids[0] || thread.ThreadMetadata.AutoArchiveDuration != 60 {
		t.Fatalf("got %+v, %v", thread, err)
	}
	tests := []struct {
		name, path, body string
		status, code     int
	}{
		{"in an unknown channel", "1", `{"name":"x","type":11}`, 404, 10003},
		{"in a thread", thread.ID, `{"name":"x","type":11}`, 400, 50024},
		{"in direct messages", ids[2], `{"name":"x","type":11}`, 400, 50024},
		{"a private one, as by default", ids[0], `{"name":"x"}`, 400, 50024},
		{"without name", ids[0], `{"type":11}`, 400, 50035},
		{"a name of 101 characters", ids[0], `{"name":"` + strings.Repeat("x", 101) + `","type":11}`, 400, 50035},
		{"an odd time", ids[0], `{"name":"x","type":11,"auto_archive_duration":61}`, 400, 50035},
	}
	for _, tt := range tests {
		if r := call(t, s, "POST", "channels/"+tt.path+"/threads", tt.body, asBot(s)); r.status != tt.status || r.body["code"] != float64(tt.code) {
			t.Errorf("%s: %+v", tt.name, r)
		}
	}

	// The bot may archive its own threads, but not delete them or change channels.
	_, err = d.ChannelDelete(thread.ID)
	wantCode(t, err, 403, 50013)
	away := true
	if c, err := d.ChannelEdit(thread.ID, &discordgo.ChannelEdit{Archived: &away}); err != nil || !c.ThreadMetadata.Archived {
		t.Errorf("put away: %+v, %v", c, err)
	}
	_, err = d.ChannelEdit(ids[0], &discordgo.ChannelEdit{Archived: &away})
	wantCode(t, err, 403, 50013)
}
