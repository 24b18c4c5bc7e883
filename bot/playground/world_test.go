package playground_test

import (
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/playground"
)

// The routes about the world are consistent.
func TestWorld(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 0, 10003, 10004, 10013)
	d := connect(t, s, nil)
	me, err := d.User("@me")
	if err != nil || !me.Bot {
		t.Fatalf("got %+v, %v", me, err)
	}
	app, err := d.Application("@me")
	if err != nil || app.ID != me.ID {
		t.Errorf("got %+v, %v", app, err)
	}
	gateway, err := d.GatewayBot()
	if err != nil || gateway.Shards != 1 || gateway.SessionStartLimit.Total != 1000 {
		t.Errorf("got %+v, %v", gateway, err)
	}
	guilds, err := d.UserGuilds(1, "", "", false)
	if err != nil || len(guilds) != 1 {
		t.Fatalf("got %v, %v", guilds, err)
	}
	guild, err := d.Guild(guilds[0].ID)
	if err != nil || guild.OwnerID == "" {
		t.Errorf("got %+v, %v", guild, err)
	}
	c, err := d.Channel(channels(t, s)[1])
	if err != nil || c.Name != "lobby" || c.GuildID != guild.ID {
		t.Errorf("got %+v, %v", c, err)
	}
	_, err = d.Guild("1")
	wantCode(t, err, 404, 10004)
	_, err = d.UserChannelCreate("1")
	wantCode(t, err, 404, 10013)
	_, err = d.Channel("1")
	wantCode(t, err, 404, 10003)
	_, err = d.GuildRoles(guild.ID)
	wantCode(t, err, 404, 0)
}

func TestCompletionOfNames(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	d, came := inbox(t, s, echo())
	p := page{t, s, "you"}
	r := p.do("complete", object{"text": "/echo hi to:f"})
	if len(r.Items) != 2 || r.Items[0] != (item{"user", "@Friend", "", "/echo hi to:@Friend "}) || r.Items[1].Label != "@Sixfold" {
		t.Errorf("got %+v", r.Items)
	}
	p.do("run", object{"text": r.Items[0].Insert, "locale": "de"})
	i := next(t, came)
	data := i.ApplicationCommandData()
	if data.Resolved.Users[data.Options[1].Value.(string)].Username != "friend" || i.Locale != discordgo.German {
		t.Errorf("the bot got %+v", i)
	}
	if err := d.InteractionRespond(i, answer("there")); err != nil {
		t.Fatal(err)
	}
	var commands []struct{ Name string }
	p.get("commands", &commands)
	if len(commands) != 1 || commands[0].Name != "echo" {
		t.Errorf("got %+v", commands)
	}
}

// A form stays open while its interaction's token is valid.
func TestFormsExpire(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := start(t, playground.Config{Clock: clock})
	d, came := inbox(t, s, ping())
	p := page{t, s, "you"}
	got := make(chan reply, 1)
	go func() { got <- p.run("/ping") }()
	i := next(t, came)
	form := object{"type": 9, "data": object{"custom_id": "m", "title": "M", "components": []object{
		{"type": 1, "components": []object{{"type": 4, "custom_id": "cell", "label": "Cell", "style": 1}}},
	}}}
	if _, err := d.Request("POST", discordgo.EndpointInteractionResponse(i.ID, i.Token), form); err != nil {
		t.Fatal(err)
	}
	r := <-got
	clock.advance(15 * time.Minute)
	status, r := p.post("submit", object{"modal": r.Modal.ID, "fields": object{"cell": "c5"}})
	if status != 400 || !strings.HasPrefix(r.Error, "there is no form") {
		t.Errorf("got %d %s", status, r.Error)
	}
}

// An unreadable record is skipped, and does no further harm.
func TestCorruptRecords(t *testing.T) {
	t.Parallel()
	records := &memory{values: map[string][]byte{}}
	for kind, id := range map[string]string{"playground.message": "1/2", "playground.command": "/3"} {
		if err := records.Put(kind, id, []byte("{")); err != nil {
			t.Fatal(err)
		}
	}
	stranger := `{"id":"5","channel":"1456074443980800003","author":"6","content":"hello"}`
	if err := records.Put("playground.message", "1456074443980800003/5", []byte(stranger)); err != nil {
		t.Fatal(err)
	}
	s := start(t, playground.Config{Records: records})
	if got := (page{t, s, "you"}).messages("games"); len(got) != 0 {
		t.Errorf("got %+v", got)
	}
}
