package playground_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/playground"
)

func TestModal(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	d, came := inbox(t, s, ping())
	p := page{t, s, "you"}
	open := func() *modal {
		t.Helper()
		got := make(chan reply, 1)
		go func() { got <- p.run("/ping") }()
		err := d.InteractionRespond(next(t, came), &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseModal,
			Data: &discordgo.InteractionResponseData{CustomID: "form", Title: "Your move", Components: []discordgo.MessageComponent{
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{
					discordgo.TextInput{CustomID: "cell", Label: "Cell", Style: discordgo.TextInputShort, MaxLength: 3, Required: true},
				}},
			}},
		})
		if err != nil {
			t.Fatal(err)
		}
		r := <-got
		if r.Modal == nil || r.Modal.Title != "Your move" || r.Modal.Components[0].Components[0].Label != "Cell" {
			t.Fatalf("got %+v", r)
		}
		return r.Modal
	}
	m := open()
	for name, fields := range map[string]object{"nothing": {}, "too much": {"cell": "a1234"}, "no text": {"cell": 5}} {
		if status, _ := p.post("submit", object{"modal": m.ID, "fields": fields}); status != http.StatusBadRequest {
			t.Errorf("%s is taken: %d", name, status)
		}
	}
	if status, _ := (page{t, s, "friend"}).post("submit", object{"modal": m.ID, "fields": object{"cell": "c5"}}); status != http.StatusBadRequest {
		t.Errorf("the friend may fill your form: %d", status)
	}
	got := make(chan reply, 1)
	go func() { got <- p.do("submit", object{"modal": m.ID, "fields": object{"cell": "c5"}, "wait": true}) }()
	i := next(t, came)
	row := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow)
	if in := row.Components[0].(*discordgo.TextInput); i.ModalSubmitData().CustomID != "form" || in.CustomID != "cell" || in.Value != "c5" {
		t.Errorf("the bot got %+v", in)
	}
	if err := d.InteractionRespond(i, answer("c5 it is")); err != nil {
		t.Fatal(err)
	}
	if r := <-got; r.Message == nil || r.Message.Content != "c5 it is" {
		t.Errorf("got %+v", r)
	}
	if status, _ := p.post("submit", object{"modal": m.ID, "fields": object{"cell": "c5"}}); status != http.StatusBadRequest {
		t.Errorf("a form can be submitted twice: %d", status)
	}
}

func TestAutocomplete(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	move := &discordgo.ApplicationCommand{Name: "move", Description: "Move", Options: []*discordgo.ApplicationCommandOption{
		{Type: discordgo.ApplicationCommandOptionString, Name: "cell", Description: "Where", Required: true, Autocomplete: true},
		{Type: discordgo.ApplicationCommandOptionInteger, Name: "table", Description: "Which"},
	}}
	d := connect(t, s, func(d *discordgo.Session, i *discordgo.InteractionCreate) {
		data := i.ApplicationCommandData()
		r := answer("moved to " + data.Options[0].StringValue())
		if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
			typed := data.Options[0]
			if !typed.Focused || len(data.Options) != 2 || data.Options[1].IntValue() != 2 {
				t.Errorf("the bot got %+v", data.Options)
			}
			r = &discordgo.InteractionResponse{
				Type: discordgo.InteractionApplicationCommandAutocompleteResult,
				Data: &discordgo.InteractionResponseData{Choices: []*discordgo.ApplicationCommandOptionChoice{
					{Name: typed.StringValue() + " the best", Value: "c5"}, {Name: "d6", Value: "d6"},
				}},
			}
		}
		if err := d.InteractionRespond(i.Interaction, r); err != nil {
			t.Errorf("answer: %v", err)
		}
	})
	register(t, d, move)
	p := page{t, s, "you"}
	r := p.do("complete", object{"text": "/move table:2 cell:c"})
	want := []item{{"value", "c the best", "c5", "/move table:2 cell:c the best "}, {"value", "d6", "", "/move table:2 cell:d6 "}}
	if len(r.Items) < 2 || r.Items[0] != want[0] || r.Items[1] != want[1] {
		t.Fatalf("got %+v", r.Items)
	}
	// The suggested name is replaced by its value.
	if r := p.run(r.Items[0].Insert); r.Message == nil || r.Message.Content != "moved to c5" {
		t.Errorf("got %+v", r.Message)
	}
	if r := p.do("complete", object{"text": "/mo"}); len(r.Items) != 1 || r.Items[0].Insert != "/move " {
		t.Errorf("got %+v", r.Items)
	}
}

// A form opened by a button may update the button's message.
func TestModalOfButton(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	d, came := inbox(t, s, ping())
	p := page{t, s, "you"}
	m := board(t, d, came, p)

	got := make(chan reply, 1)
	go func() { got <- p.click(m, "undo") }()
	i := next(t, came)
	form := object{"type": 9, "data": object{"custom_id": "form", "title": "Sure?", "components": []object{
		{"type": 18, "label": "Why", "component": object{"type": 4, "custom_id": "why", "style": 2, "required": false, "value": "a slip"}},
		{"type": 18, "label": "Level", "component": aMenu(object{"label": "Easy", "value": "easy"}, object{"label": "Hard", "value": "hard"})},
	}}}
	if _, err := d.Request("POST", discordgo.EndpointInteractionResponse(i.ID, i.Token), form); err != nil {
		t.Fatal(err)
	}
	r := <-got
	if r.Modal == nil {
		t.Fatalf("got %+v", r)
	}
	for name, values := range map[string]any{
		"a value that is not offered": []string{"god"}, "a value twice": []string{"easy", "easy"}, "two values of one": []string{"easy", "hard"},
		"no value of a menu that is required": []string{}, "a text": "easy", "a number": []int{1},
	} {
		if status, _ := p.post("submit", object{"modal": r.Modal.ID, "fields": object{"menu": values}}); status != http.StatusBadRequest {
			t.Errorf("%s is taken: %d", name, status)
		}
	}
	go func() {
		got <- p.do("submit", object{"modal": r.Modal.ID, "fields": object{"menu": []string{"hard"}}, "wait": true})
	}()
	i = next(t, came)
	if i.Message == nil || i.Message.ID != m.ID {
		t.Errorf("the bot does not learn of the message: %+v", i.Message)
	}
	update := object{"type": 7, "data": object{"content": "undone", "components": []object{}}}
	res, err := d.Request("POST", discordgo.EndpointInteractionResponse(i.ID, i.Token)+"?with_response=true", update)
	if err != nil {
		t.Fatal(err)
	}
	var about struct {
		Interaction struct {
			ID      string
			Message string `json:"response_message_id"`
		}
		Resource struct {
			Type    int
			Message struct{ Content string }
		}
	}
	if err := json.Unmarshal(res, &about); err != nil {
		t.Fatal(err)
	}
	if about.Interaction.ID != i.ID || about.Interaction.Message != m.ID || about.Resource.Type != 7 || about.Resource.Message.Content != "undone" {
		t.Errorf("with_response answers %s", res)
	}
	if r := <-got; r.Message == nil || r.Message.ID != m.ID || len(r.Message.Components) != 0 {
		t.Errorf("got %+v", r.Message)
	}
}

// Without a connected bot, suggestions return at once, and commands report the missing answer in
// time.
func TestWithoutBot(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := start(t, playground.Config{Clock: clock})
	move := echo()
	move.Options[0].Autocomplete = true
	register(t, session(t, s, s.Token()), move)
	p := page{t, s, "you"}
	if r := p.do("complete", object{"text": "/echo h"}); len(r.Items) != 0 || r.Hint != "text: What" {
		t.Errorf("got %+v", r)
	}
	events := listen(t, s, "you")
	r := p.do("run", object{"text": "/echo h"})
	clock.advance(patience)
	if _, e := until(t, events, "notice"); e.Interaction != r.Interaction {
		t.Errorf("got %+v, want a notice about %s", e, r.Interaction)
	}
}
