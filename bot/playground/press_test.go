package playground_test

import (
	"bytes"
	stdmultipart "mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/playground"
)

func buttons(disabled bool) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.Button{Label: "Undo", CustomID: "undo", Style: discordgo.SecondaryButton},
			discordgo.Button{Label: "Swap", CustomID: "swap", Style: discordgo.PrimaryButton, Disabled: disabled},
			discordgo.Button{Label: "Rules", URL: "https://example.org/rules", Style: discordgo.LinkButton},
		}},
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.SelectMenu{CustomID: "level", Options: []discordgo.SelectMenuOption{{Label: "Easy", Value: "easy"}, {Label: "Hard", Value: "hard"}}},
		}},
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.SelectMenu{CustomID: "rival", MenuType: discordgo.UserSelectMenu},
		}},
	}
}

// board runs /ping and answers with buttons.
func board(t *testing.T, d *discordgo.Session, came <-chan *discordgo.Interaction, p page) *message {
	t.Helper()
	got := make(chan reply, 1)
	go func() { got <- p.run("/ping") }()
	r := answer("a board")
	r.Data.Components = buttons(true)
	if err := d.InteractionRespond(next(t, came), r); err != nil {
		t.Fatal(err)
	}
	return (<-got).Message
}

func TestPress(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	d, came := inbox(t, s, ping())
	p, friend := page{t, s, "you"}, page{t, s, "friend"}
	m := board(t, d, came, p)

	got := make(chan reply, 1)
	go func() { got <- friend.click(m, "undo") }()
	i := next(t, came)
	if data := i.MessageComponentData(); data.CustomID != "undo" || i.Message.ID != m.ID || i.Member.User.Username != "friend" || i.Message.Content != "a board" {
		t.Errorf("the bot got %+v", i)
	}
	update := answer("undone")
	update.Type = discordgo.InteractionResponseUpdateMessage
	update.Data.Components = buttons(false)
	if err := d.InteractionRespond(i, update); err != nil {
		t.Fatal(err)
	}
	if r := <-got; r.Message == nil || r.Message.ID != m.ID || r.Message.Content != "undone" || !r.Message.Edited {
		t.Errorf("got %+v", r.Message)
	}

	// A deferred update changes nothing at first, and later the same message.
	p.do("click", object{"message": m.ID, "custom_id": "swap"})
	i = next(t, came)
	if err := d.InteractionRespond(i, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate}); err != nil {
		t.Fatal(err)
	}
	content := "swapped"
	if _, err := d.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: &content}); err != nil {
		t.Fatal(err)
	}
	all := p.messages("games")
	if len(all) != 1 || all[0].Content != "swapped" || len(all[0].Components) != 3 {
		t.Errorf("got %+v", all)
	}
}

func TestSelect(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	d, came := inbox(t, s, ping())
	p := page{t, s, "you"}
	m := board(t, d, came, p)
	p.do("select", object{"message": m.ID, "custom_id": "level", "values": []string{"hard"}})
	if data := next(t, came).MessageComponentData(); data.ComponentType != discordgo.SelectMenuComponent || len(data.Values) != 1 || data.Values[0] != "hard" {
		t.Errorf("the bot got %+v", data)
	}
	friend := page{t, s, "friend"}
	var state struct{ User struct{ ID string } }
	friend.get("state?user=friend", &state)
	p.do("select", object{"message": m.ID, "custom_id": "rival", "values": []string{state.User.ID}})
	if data := next(t, came).MessageComponentData(); data.Resolved.Users[state.User.ID].Username != "friend" {
		t.Errorf("the bot got %+v", data)
	}
}

func TestPressRefuses(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	d, came := inbox(t, s, ping())
	p := page{t, s, "you"}
	m := board(t, d, came, p)
	tests := []struct {
		name, path string
		body       object
		want       string
	}{
		{"a disabled button", "click", object{"message": m.ID, "custom_id": "swap"}, `"swap" is disabled`},
		{"an unknown button", "click", object{"message": m.ID, "custom_id": "fire"}, `the message has no component "fire"`},
		{"a link, which has no ID", "click", object{"message": m.ID, "custom_id": ""}, `the message has no component ""`},
		{"an unknown message", "click", object{"message": "1", "custom_id": "undo"}, `there is no message "1"`},
		{"a message of another channel", "click", object{"channel": "lobby", "message": m.ID, "custom_id": "undo"}, "there is no message"},
		{"a menu clicked", "click", object{"message": m.ID, "custom_id": "level"}, `"level" is no button`},
		{"a button chosen from", "select", object{"message": m.ID, "custom_id": "undo"}, `"undo" is no menu`},
		{"a value not offered", "select", object{"message": m.ID, "custom_id": "level", "values": []string{"god"}}, `the menu does not offer "god"`},
		{"too many values", "select", object{"message": m.ID, "custom_id": "level", "values": []string{"easy", "hard"}}, "choose 1 to 1"},
		{"an unknown user", "click", object{"user": "mallory", "message": m.ID, "custom_id": "undo"}, `there is no user "mallory"`},
		{"the bot as user", "click", object{"user": "sixfold", "message": m.ID, "custom_id": "undo"}, `there is no user "sixfold"`},
		{"an unknown channel", "run", object{"channel": "attic", "text": "/ping"}, `there is no channel "attic"`},
		{"an unknown command", "run", object{"text": "/pong"}, "there is no command /pong; there is /ping"},
		{"no command", "run", object{"text": "ping"}, "a command begins with /"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status, r := p.post(tt.path, tt.body)
			if status != http.StatusBadRequest || !strings.HasPrefix(r.Error, tt.want) {
				t.Errorf("got %d %q, want %q", status, r.Error, tt.want)
			}
		})
	}
}

func TestCommandOptionRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	d := connect(t, s, nil)
	load := &discordgo.ApplicationCommand{Name: "load", Description: "Load", Options: []*discordgo.ApplicationCommandOption{
		{Type: discordgo.ApplicationCommandOptionAttachment, Name: "file", Description: "A file", Required: true},
	}}
	register(t, d, echo(), load)
	tests := []struct{ name, text, want string }{
		{"nobody of that name", "/echo hi to:@mallory", "to: there is no user @mallory; there are @Alex, @Friend, @Ada, @Ben, @Cho, @Sixfold"},
		{"no file", "/load", "attach a file for file"},
		{"a missing value", "/echo", "/echo needs text: what"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status, r := page{t, s, "you"}.post("run", object{"text": tt.text})
			if status != http.StatusBadRequest || r.Error != tt.want {
				t.Errorf("got %d %q, want %q", status, r.Error, tt.want)
			}
		})
	}
}

func TestFileOption(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	d, came := inbox(t, s, &discordgo.ApplicationCommand{Name: "load", Description: "Load", Options: []*discordgo.ApplicationCommandOption{
		{Type: discordgo.ApplicationCommandOptionAttachment, Name: "file", Description: "A file", Required: true},
	}})
	var body bytes.Buffer
	w := stdmultipart.NewWriter(&body)
	for name, value := range map[string]string{"user": "you", "channel": "games", "text": "/load"} {
		if err := w.WriteField(name, value); err != nil {
			t.Fatal(err)
		}
	}
	part, err := w.CreateFormFile("file", "my game.sgf")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write([]byte("(;GM[11])")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	p := page{t, s, "you"}
	if status, _ := p.send("run", w.FormDataContentType(), bytes.NewReader(body.Bytes()), nil); status != http.StatusForbidden {
		t.Errorf("a form without the header is taken: %d", status)
	}
	status, r := p.send("run", w.FormDataContentType(), &body, http.Header{"X-Playground": {"1"}})
	if status != http.StatusOK {
		t.Fatalf("%d %s", status, r.Error)
	}
	i := next(t, came)
	data := i.ApplicationCommandData()
	a := data.Resolved.Attachments[data.Options[0].Value.(string)]
	if a.Filename != "my_game.sgf" || a.Size != 9 {
		t.Fatalf("the bot got %+v", a)
	}
	res := fetch(t, a.URL, nil)
	defer func() { _ = res.Body.Close() }()
	var got bytes.Buffer
	if _, err := got.ReadFrom(res.Body); err != nil || got.String() != "(;GM[11])" {
		t.Errorf("the file holds %q, %v", got.String(), err)
	}
	if err := d.InteractionRespond(i, answer("loaded")); err != nil {
		t.Fatal(err)
	}
}

func TestDirectMessages(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	inGuilds := ping()
	inGuilds.Name = "guild"
	inGuilds.Contexts = &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	d, came := inbox(t, s, ping(), inGuilds)
	var state struct {
		Channels []struct {
			ID string
			DM bool
		}
	}
	p := page{t, s, "you"}
	p.get("state?user=you", &state)
	dm := state.Channels[len(state.Channels)-1]
	if len(state.Channels) != 3 || !dm.DM {
		t.Fatalf("got %+v", state)
	}
	p.do("run", object{"channel": dm.ID, "text": "/ping"})
	i := next(t, came)
	if i.Member != nil || i.User == nil || i.User.Username != "you" || i.GuildID != "" || i.Context != discordgo.InteractionContextBotDM {
		t.Errorf("the bot got %+v", i)
	}
	if err := d.InteractionRespond(i, answer("hello")); err != nil {
		t.Fatal(err)
	}
	if status, _ := p.post("run", object{"channel": dm.ID, "text": "/guild"}); status != http.StatusBadRequest {
		t.Errorf("a command for servers runs in direct messages: %d", status)
	}
	if status, _ := (page{t, s, "friend"}).post("run", object{"channel": dm.ID, "text": "/ping"}); status != http.StatusBadRequest {
		t.Errorf("the friend may use your direct messages: %d", status)
	}
	c, err := d.UserChannelCreate(i.User.ID)
	if err != nil || c.ID != dm.ID {
		t.Fatalf("got %+v, %v", c, err)
	}
	if _, err := d.ChannelMessageSend(c.ID, "your turn"); err != nil {
		t.Fatal(err)
	}
	if got := p.messages(dm.ID); len(got) != 2 || got[1].Content != "your turn" {
		t.Errorf("got %+v", got)
	}
}

func TestChannelMessages(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 50005, 10008, 10003)
	d := connect(t, s, nil)
	p := page{t, s, "you"}
	var state struct{ Channels []struct{ ID string } }
	p.get("state?user=you", &state)
	games := state.Channels[0].ID
	var you struct{ User struct{ ID string } }
	p.get("state?user=you", &you)

	m, err := d.ChannelMessageSendComplex(games, &discordgo.MessageSend{
		Content: "<@" + you.User.ID + "> it is your turn", AllowedMentions: &discordgo.MessageAllowedMentions{Users: []string{you.User.ID}},
	})
	if err != nil {
		t.Fatal(err)
	}
	silent, err := d.ChannelMessageSendComplex(games, &discordgo.MessageSend{
		Content: "<@" + you.User.ID + "> plays", AllowedMentions: &discordgo.MessageAllowedMentions{},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Mentions) != 1 || len(silent.Mentions) != 0 {
		t.Errorf("mentions %v and %v", m.Mentions, silent.Mentions)
	}
	edited, err := d.ChannelMessageEdit(games, silent.ID, "<@"+you.User.ID+"> played")
	if err != nil || edited.Content == silent.Content || edited.EditedTimestamp == nil {
		t.Fatalf("got %+v, %v", edited, err)
	}
	got := p.messages("#games")
	if len(got) != 2 || len(got[0].Mentions) != 1 || len(got[1].Mentions) != 0 {
		t.Errorf("an edit calls somebody: %+v", got)
	}
	if err := d.ChannelMessageDelete(games, m.ID); err != nil {
		t.Fatal(err)
	}
	_, err = d.ChannelMessageEdit(games, m.ID, "gone")
	wantCode(t, err, 404, 10008)
	said := p.do("say", object{"text": "hello all"})
	_, err = d.ChannelMessageEdit(games, said.Message.ID, "mine")
	wantCode(t, err, 403, 50005)
	if all, err := d.ChannelMessages(games, 10, "", "", ""); err != nil || len(all) != 2 || all[0].ID != said.Message.ID {
		t.Errorf("got %+v, %v", all, err)
	}
	_, err = d.ChannelMessageSend("1", "nowhere")
	wantCode(t, err, 404, 10003)
}
