package discord

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/slash"
)

func TestTokenStaysOutOfInteractions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(slowly(2*time.Second, chat.Reply{Text: "x", After: []chat.Reply{{Text: "y"}}})))
		b.receive(command("1"))
		if err := b.Post(context.Background(), testChan, chat.Reply{Text: "z", Private: true, After: []chat.Reply{{Text: "zz"}}}); err != nil {
			t.Error(err)
		}
		b.expect(t, "POST messages z", "POST messages zz", "POST callback 5", "PATCH @original x", "POST webhook y")
		for _, c := range b.api.calls {
			want := ""
			if c.What == "POST messages" {
				want = "Bot " + testToken
			}
			if c.Auth != want {
				t.Errorf("%s: Authorization %q", c, c.Auth)
			}
		}
	})
}

// faults fails the first calls of a kind with the statuses, and lets all further ones through.
func faults(what string, header http.Header, body string, statuses ...int) func(apiCall) (int, http.Header, string, error) {
	var n atomic.Int64
	return func(c apiCall) (int, http.Header, string, error) {
		if c.What != what || n.Add(1) > int64(len(statuses)) {
			return 0, nil, "", nil
		}
		status := statuses[n.Load()-1]
		if status == 0 {
			return 0, nil, "", errors.New("connection reset by peer")
		}
		return status, header, body, nil
	}
}

func TestCallsAreMadeAgain(t *testing.T) {
	tests := []struct {
		name  string
		what  string // the failing call
		fault []int  // 0: the connection breaks
		want  int    // expected number of calls
	}{
		{"an answer after every passing fault", "POST callback", []int{500, 502, 503}, 4},
		{"an answer after a broken line", "POST callback", []int{0}, 2},
		{"no answer a fifth time", "POST callback", []int{504, 504, 504, 504, 504}, 4},
		{"no answer after a refusal", "POST callback", []int{400}, 1},
		{"an edit", "PATCH @original", []int{502, 500}, 3},
		{"no further message, which may be there", "POST webhook", []int{500}, 1},
		{"no further message after a broken line", "POST webhook", []int{0}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, answering(chat.Reply{Text: "x", After: []chat.Reply{{Text: "y"}}}))
				if strings.HasPrefix(tt.what, "PATCH") {
					b.bot = answering(slowly(2*time.Second, chat.Reply{Text: "x"}))
				}
				b.api.fault = faults(tt.what, nil, "<html>", tt.fault...)
				b.receive(command("1"))
				pass(time.Hour)
				got := 0
				for _, c := range b.api.calls {
					if c.What == tt.what {
						got++
					}
				}
				if got != tt.want {
					t.Errorf("made %d times, want %d:\n%s", got, tt.want, strings.Join(b.api.lines(), "\n"))
				}
				if failed := len(tt.fault) >= tt.want; failed != (b.log.Len() > 0) {
					t.Errorf("log:\n%s", b.log)
				}
			})
		})
	}
}

func TestRateLimitIsNotSleptOutBeyondTheDeadline(t *testing.T) {
	for _, tt := range []struct {
		name  string
		after string
		want  []string
		at    time.Duration
	}{
		{"a short one is waited for", "0.5", []string{"POST callback 4 x", "POST callback 4 x"}, 500 * time.Millisecond},
		{"a long one is given up at once", "60", []string{"POST callback 4 x"}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, answering(chat.Reply{Text: "x"}))
				b.api.fault = faults("POST callback", nil, `{"message":"slow","retry_after":`+tt.after+`,"global":false}`, 429)
				b.receive(command("1"))
				b.expect(t, tt.want...)
				if at := b.api.calls[len(b.api.calls)-1].At; at != tt.at {
					t.Errorf("made again after %v, want %v", at, tt.at)
				}
			})
		})
	}
}

func TestRouteWithoutCallsLeftIsSpared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, fakeBot{})
		b.api.fault = faults("POST messages", http.Header{
			"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset-After": {"3.5"},
		}, `{"id":"1"}`, 200)
		for _, channel := range []string{"1", "2", "1"} {
			if err := b.Post(context.Background(), channel, chat.Reply{Text: "x"}); err != nil {
				t.Error(err)
			}
		}
		b.expect(t, "POST messages x", "POST messages x", "POST messages x")
		if at := b.api.calls[1].At; at != 0 {
			t.Errorf("the other channel waited for %v", at)
		}
		if at := b.api.calls[2].At; at != 3500*time.Millisecond {
			t.Errorf("the channel waited for %v", at)
		}
		if l := b.rest.limits; len(l.blocked) != 0 {
			t.Errorf("still in memory: %v", l.blocked)
		}
	})
}

func TestGlobalLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(chat.Reply{Text: "x"}))
		const posts, answers = 200, 300
		for i := range posts {
			go func() {
				if err := b.Post(context.Background(), fmt.Sprint(i), chat.Reply{Text: "x"}); err != nil {
					t.Error(err)
				}
			}()
		}
		for i := range answers {
			b.receive(command(fmt.Sprint(i+1), fmt.Sprintf(`{"channel_id":"%d"}`, i+1)))
		}
		pass(time.Hour)
		var made []time.Duration
		for _, c := range b.api.calls {
			if c.What == "POST messages" {
				made = append(made, c.At)
			} else if c.At != 0 {
				t.Fatalf("%s waited for %v", c, c.At)
			}
		}
		const limit = 50 // Discord's, per second
		for i := limit; i < len(made); i++ {
			if within := made[i] - made[i-limit]; within <= time.Second {
				t.Fatalf("%d calls within %v", limit+1, within)
			}
		}
		if len(b.api.calls) != posts+answers {
			t.Errorf("%d calls", len(b.api.calls))
		}
	})
}

func TestGlobalRateLimitHoldsBackAllOfTheBot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(chat.Reply{Text: "x"}))
		b.api.fault = faults("POST messages", nil, `{"retry_after":2,"global":true}`, 429)
		go func() { _ = b.Post(context.Background(), "1", chat.Reply{Text: "one"}) }()
		takes(time.Millisecond)
		go func() { _ = b.Post(context.Background(), "2", chat.Reply{Text: "two"}) }()
		b.receive(command("1"))
		pass(time.Minute)
		for i, want := range []time.Duration{0, time.Millisecond, 2 * time.Second, 2 * time.Second} {
			if got := b.api.calls[i].At.Truncate(time.Millisecond); got != want {
				t.Errorf("%s at %v, want %v", b.api.calls[i], got, want)
			}
		}
	})
}

func TestPostSaysWhereTheBotMayNot(t *testing.T) {
	for code, want := range map[int]bool{50001: true, 50013: true, 10003: true, 50007: true, 50035: false} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, fakeBot{})
			b.api.fault = faults("POST messages", nil, fmt.Sprintf(`{"code":%d,"message":"no"}`, code), 403)
			err := b.Post(context.Background(), testChan, chat.Reply{Text: "x"})
			if err == nil || errors.Is(err, chat.ErrNoPost) != want {
				t.Errorf("code %d: %v", code, err)
			}
		})
	}
}

func TestPostWorksOutWhatComesLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, fakeBot{})
		reply := slowly(time.Second, chat.Reply{Text: "<@5>", Mentions: []string{"5"}, Files: []chat.Attachment{{Name: "b.png", Data: []byte("PNG"), Alt: "alt"}}})
		if err := b.Post(context.Background(), testChan, reply); err != nil {
			t.Error(err)
		}
		b.expect(t, "POST messages <@5>")
		c := b.api.calls[0]
		if c.Files["files[0] b.png image/png"] != "PNG" || c.Path != "channels/"+testChan+"/messages" {
			t.Errorf("%+v", c)
		}
	})
}

func TestErrorsHideTheToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(chat.Reply{Text: "x"}))
		b.api.fault = func(apiCall) (int, http.Header, string, error) { return 0, nil, "", errors.New("no route to host") }
		b.receive(command("1"))
		pass(time.Hour)
		if !strings.Contains(b.log.String(), "no route to host") {
			t.Errorf("the log does not say why:\n%s", b.log)
		} // newBench looks for the token
	})
}

func TestOnlyLoopbackIsCalledFromThePlayground(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	defer server.Close()
	d, err := newConnection(fakeBot{}, Config{API: server.URL + "/api/v9/"}, discard)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.rest.do(t.Context(), restCall{name: "x", method: "GET", path: "x"}); err != nil {
		t.Error(err)
	}
	// An address for documentation: not on loopback, and without a name server.
	if _, err := d.get(t.Context(), "http://192.0.2.1/file"); err == nil || !strings.Contains(err.Error(), "not on loopback") {
		t.Errorf("another host was called: %v", err)
	}
}

func TestAPIMustBeABase(t *testing.T) {
	for _, api := range []string{"127.0.0.1:1", "http://127.0.0.1:1/api/v9", "/api/", "::"} {
		if _, err := newConnection(fakeBot{}, Config{API: api}, discard); err == nil {
			t.Errorf("%q was taken", api)
		}
	}
}

func TestCommandsAreWrittenOnChangeAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one := []slash.Command{{Name: "hex", Description: "Hex", Contexts: []int{0, 1}, IntegrationTypes: []int{0, 1}}}
		two := append([]slash.Command{{Name: "help", Description: "Help"}}, one...)
		b := newBench(t, fakeBot{})
		sync := func(commands []slash.Command, guild string) []string {
			t.Helper()
			b.api.calls = nil
			b.bot, b.config.Guild = fakeBot{commands: commands}, guild
			if err := b.syncCommands(context.Background(), testApp); err != nil {
				t.Fatal(err)
			}
			for _, c := range b.api.calls {
				if c.Auth != "Bot "+testToken {
					t.Errorf("%s without the token", c)
				}
			}
			return b.api.lines()
		}
		same := func(what string, got []string, want ...string) {
			t.Helper()
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: %v, want %v", what, got, want)
			}
		}
		same("first", sync(one, ""), "PUT commands")
		same("unchanged", sync(one, ""), "GET commands")
		same("changed", sync(two, ""), "PUT commands")
		b.api.commands = nil
		same("wiped by somebody", sync(two, ""), "GET commands", "PUT commands")
		same("in a server, and no more everywhere", sync(two, testGuild), "PUT commands", "PUT commands")
		if c := b.api.calls[0]; c.Path != "applications/"+testApp+"/commands" || len(c.Body["list"].([]any)) != 0 {
			t.Errorf("%s %v", c.Path, c.Body)
		}
		if c := b.api.calls[1]; c.Path != "applications/"+testApp+"/guilds/"+testGuild+"/commands" ||
			bytes.Contains(b.api.commands, []byte("contexts")) || bytes.Contains(b.api.commands, []byte("integration_types")) {
			t.Errorf("%s %s", c.Path, b.api.commands)
		}
		if two[1].Contexts == nil {
			t.Error("the bot's own commands were changed")
		}
		same("in the server still", sync(two, testGuild), "GET commands")
		b.api.fault = faults("PUT commands", nil, `{"code":50001,"message":"Missing Access"}`, 403)
		same("everywhere, having left the server", sync(two, ""), "PUT commands", "PUT commands")
		same("everywhere still", sync(two, ""), "GET commands")
	})
}
