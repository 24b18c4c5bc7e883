package playground

import (
	"encoding/json"
	"testing"
	"time"
)

// Whatever a bot sends is taken or refused by name, and what is taken can be shown.
func FuzzBodies(f *testing.F) {
	for _, body := range []string{
		`{"content":"x","components":[{"type":1,"components":[{"type":2,"style":1,"label":"Go","custom_id":"go"}]}]}`,
		`{"embeds":[{"title":"x","image":{"url":"attachment://a.png"}}],"attachments":[{"id":0,"filename":"a.png"}]}`,
		`{"flags":32768,"components":[{"type":17,"components":[{"type":10,"content":"x"}]},null]}`,
		`{"custom_id":"m","title":"M","components":[{"type":18,"label":"L","component":{"type":3,"custom_id":"s","options":[null]}}]}`,
		`{"name":"hex","description":"d","options":[{"type":1,"name":"new","description":"d","options":[null]}]}`,
		`{"content":null,"embeds":[null],"components":[null],"allowed_mentions":{"parse":["users"],"users":["x"]}}`, `null`, `[]`, ``,
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		s := &Server{world: newWorld(), clock: systemClock{}, files: map[string]*storedFile{}, journal: &journal{}}
		files := map[int]upload{0: {name: "a.png", data: []byte("x")}}
		d := &draft{}
		if decode("data", []byte(body), d) == nil && d.check("data", files) == nil {
			m := &message{ID: "1", Channel: gamesID, Author: applicationID, At: time.Unix(0, 0)}
			if s.apply(m, d, files) == nil {
				if _, err := json.Marshal(s.messageJSON(m)); err != nil {
					t.Errorf("%q cannot be sent: %v", body, err)
				}
				if _, err := json.Marshal(s.view(m)); err != nil {
					t.Errorf("%q cannot be shown: %v", body, err)
				}
			}
		}
		m := &modalDraft{}
		if decode("data", []byte(body), m) == nil && m.check("data") == nil {
			// What is missing is refused; it must not be missed.
			_, _ = fill(m.Components, map[string]any{})
		}
		c := &command{}
		if decode("", []byte(body), c) == nil {
			_ = checkCommand(c)
		}
	})
}
