package page

import (
	"encoding/json"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// Any input from a bot is either refused or can be shown.
func FuzzBodies(f *testing.F) {
	for _, body := range []string{
		`{"content":"x","components":[{"type":1,"components":[{"type":2,"style":1,"label":"Go","custom_id":"go"}]}]}`,
		`{"flags":32768,"components":[{"type":17,"components":[{"type":10,"content":"x"}]},null]}`,
		`{"custom_id":"m","title":"M","components":[{"type":18,"label":"L","component":{"type":3,"custom_id":"s","options":[null]}}]}`,
		`{"name":"hex","description":"d","options":[{"type":1,"name":"new","description":"d","options":[null]}]}`,
		`{"content":null,"embeds":[null],"components":[null],"allowed_mentions":{"parse":["users"],"users":["x"]}}`, `null`, `[]`, ``,
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		w := world.New(nil)
		j := world.NewJournal(nil, nil)
		defer j.Close()
		store, err := world.NewMessages(w, j, "http://127.0.0.1", func(world.Change, world.Message) {})
		if err != nil {
			t.Fatal(err)
		}
		files := map[int]rules.Upload{0: {Name: "a.png", Data: []byte("x")}}
		d := &rules.Draft{Path: "data"}
		if rules.Decode("data", []byte(body), d) == nil && d.Check(files) == nil {
			if m, err := store.Post(world.Message{Channel: world.GamesID, Author: world.BotID}, d); err == nil {
				if _, err := json.Marshal(store.JSON(&m)); err != nil {
					t.Errorf("%q cannot be sent: %v", body, err)
				}
				if _, err := json.Marshal(view(w, store, &m)); err != nil {
					t.Errorf("%q cannot be shown: %v", body, err)
				}
			}
		}
		m := &rules.Modal{}
		if rules.Decode("data", []byte(body), m) == nil && m.Check("data") == nil {
			// Missing fields must be refused without a panic.
			_, _ = fill(m.Components, map[string]any{})
		}
		c := &rules.Command{}
		if rules.Decode("", []byte(body), c) == nil {
			_ = rules.CheckCommands([]*rules.Command{c})
		}
	})
}
