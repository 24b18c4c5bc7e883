package playgroundtest

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

func TestDescription(t *testing.T) {
	const callback = "POST /interactions/123/abc/callback"
	tests := []struct {
		name, call, body string
		want             string // in the complaint, "" for none
	}{
		{"an answer", callback, `{"type":4,"data":{"content":"x","components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"y"}]}]}}`, ""},
		{"an unknown type of answer", callback, `{"type":3}`, "/type"},
		{"content as a number", callback, `{"type":4,"data":{"content":5}}`, "/data/content"},
		{"6 buttons", callback, `{"type":4,"data":{"components":[{"type":1,"components":[` + strings.Repeat(`{"type":2,"style":1,"label":"x","custom_id":"y"},`, 5) + `{"type":2,"style":1,"label":"x","custom_id":"z"}]}]}}`, "maxItems"},
		{"the ID of a file that comes along", callback, `{"type":4,"data":{"attachments":[{"id":"0"}]}}`, ""},
		{"a number as ID of a file that comes along", callback, `{"type":4,"data":{"attachments":[{"id":0}]}}`, "/data/attachments/0/id"},
		{"a number as ID of a user", "POST /users/@me/channels", `{"recipient_id":5}`, "/recipient_id"},
		{"permissions as a string", "PUT /applications/123/commands", `[{"name":"a","description":"b","default_member_permissions":"32"}]`, ""},
		{"permissions as words", "PUT /applications/123/commands", `[{"name":"a","description":"b","default_member_permissions":"all"}]`, "/default_member_permissions"},
		{"101 characters of description", "PUT /applications/123/commands", `[{"name":"a","description":"` + strings.Repeat("x", 101) + `"}]`, "/0/description"},
		{"a query", "GET /channels/123/messages?limit=100", "", ""},
		{"a limit beyond its bounds", "GET /channels/123/messages?limit=101", "", "limit"},
		{"a channel that is no ID", "GET /channels/games", "", "channel_id"},
		{"an unknown route", "GET /chess", "", "not described"},
		{"an unknown method", "PUT /gateway", "", "not described"},
		{"no body", "POST /channels/123/messages", "", "no body"},
		{"a body of GET", "GET /gateway/bot", "{}", "a body"},
		{"no JSON", callback, "{", "EOF"},
	}
	d := described(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			method, path, _ := strings.Cut(tt.call, " ")
			r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(tt.body))
			r.Header.Set("Content-Type", "application/json")
			err := d.check(r, []byte(tt.body))
			switch {
			case err == nil && tt.want != "":
				t.Error("no complaint")
			case err != nil && (tt.want == "" || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("complaint %v, want %q", err, tt.want)
			}
		})
	}
}

// Of a form with files, the JSON part is validated.
func TestDescriptionOfForms(t *testing.T) {
	d := described(t)
	for content, right := range map[any]bool{"x": true, 5: false} {
		kind, body, err := discordgo.MultipartBodyWithJSON(map[string]any{"content": content}, []*discordgo.File{
			{Name: "a.png", Reader: strings.NewReader("x")},
		})
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/channels/123/messages", bytes.NewReader(body))
		r.Header.Set("Content-Type", kind)
		if err := d.check(r, body); (err == nil) != right {
			t.Errorf("content %v: %v", content, err)
		}
	}
	r := httptest.NewRequestWithContext(t.Context(), "POST", "/channels/123/messages", http.NoBody)
	for kind, body := range map[string]string{
		"multipart/form-data; boundary=b":   "--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n\r\n--b--\r\n",
		"application/x-www-form-urlencoded": "content=x",
		"":                                  `{"content":"x"}`,
	} {
		r.Header.Set("Content-Type", kind)
		if err := d.check(r, []byte(body)); err == nil {
			t.Errorf("a body of type %q is taken", kind)
		}
	}
}
