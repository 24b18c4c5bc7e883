package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// Posts reach a channel, a thread and a person's direct messages on a strict server.
func TestPosterReachesThreadsAndPeople(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, fakeBot{})
		d, ctx := h.discord, t.Context()

		id, err := d.Send(ctx, h.channel, chat.Reply{Text: "three have signed up"})
		if err != nil || id == "" {
			t.Fatalf("sent as %q: %v", id, err)
		}
		if err := d.Edit(ctx, h.channel, id, chat.Reply{Text: "four have signed up"}); err != nil {
			t.Fatal(err)
		}
		h.until("the edit", func(messages []pmessage) bool {
			return len(messages) == 1 && messages[0].ID == id && messages[0].Content == "four have signed up"
		})

		button := chat.Button{Label: "Solve", Style: chat.Primary, Action: `run:hex:0:puzzle "quoted"`}
		began := time.Now()
		if id, err = d.Send(ctx, h.channel, chat.Reply{Text: "a puzzle\nof two lines", Rows: []chat.Row{{Buttons: []chat.Button{button}}}}); err != nil {
			t.Fatal(err)
		}
		for mark, want := range map[string]string{button.Action: id, "a puzzle": id, "run:hex:0:another": "", "a": "", "of two lines": "", "": ""} {
			if found, err := d.Find(ctx, h.channel, began.Add(clocksDiffer), mark); err != nil || found != want {
				t.Errorf("%s is found as %q, %v; want %q", mark, found, err, want)
			}
		}
		if found, err := d.Find(ctx, h.channel, began.Add(2*clocksDiffer), button.Action); err != nil || found != "" {
			t.Errorf("it is found as %q, %v before it was sent", found, err)
		}

		thread, err := d.Thread(ctx, h.channel, "Hex, table 3")
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Post(ctx, thread, chat.Reply{Text: "a game"}); err != nil {
			t.Fatal(err)
		}
		if err := d.Direct(ctx, world.FriendID, chat.Reply{Text: "your turn"}); err != nil {
			t.Fatal(err)
		}
		var told []pmessage
		h.get("api/messages?user=friend&channel="+world.FriendDirectID, &told)
		if len(told) != 1 || told[0].Content != "your turn" {
			t.Errorf("the friend alone has %+v", told)
		}
	})
}

// Of more than a hundred messages since a time, the last hundred are searched, for those of the bot.
func TestPosterFindsTheLastMessages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, fakeBot{})
		const first, last = 3_000_000_000_000_000_000, 149 // a snowflake of 2037
		b.api.fault = func(c apiCall) (int, http.Header, string, error) {
			var list []string
			for n := last; n > last-100; n-- { // as Discord lists them: after an ID, the oldest, and otherwise the newest
				id := first + n
				if strings.Contains(c.Path, "after=") {
					id -= 50
				}
				author := testBot
				if n == last-1 {
					author = testUser
				}
				list = append(list, fmt.Sprintf(`{"id":"%d","author":{"id":%q},"components":[{"id":1,"custom_id":"button of %[1]d"}]}`, id, author))
			}
			return http.StatusOK, nil, "[" + strings.Join(list, ",") + "]", nil
		}
		for n, want := range map[int]bool{last: true, last - 1: false, last - 99: true, last - 100: false} {
			id := strconv.Itoa(first + n)
			if found, err := b.Find(t.Context(), testChan, time.Now(), "button of "+id); err != nil || (found == id) != want {
				t.Errorf("the button of message %d is found at %q, %v", n, found, err)
			}
		}
		later := time.Date(2038, 1, 1, 0, 0, 0, 0, time.UTC)
		if found, err := b.Find(t.Context(), testChan, later, "button of "+strconv.Itoa(first+last)); err != nil || found != "" {
			t.Errorf("a message of 2037 is found at %q, %v in 2038", found, err)
		}
	})
}

// A thread is deleted if the bot may, and otherwise archived, as its creator always may.
func TestPosterRemovesThreads(t *testing.T) {
	for _, tt := range []struct {
		code int // of the refusal to delete, 0 for none
		want []string
		well bool
	}{
		{0, []string{"DELETE 55"}, true},
		{codeNoPermission, []string{"DELETE 55", "PATCH 55"}, true},
		{codeMissingAccess, []string{"DELETE 55"}, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, fakeBot{})
			b.api.fault = func(c apiCall) (int, http.Header, string, error) {
				switch {
				case strings.HasPrefix(c.What, "PATCH"):
					return http.StatusOK, nil, `{"id":"55"}`, nil
				case tt.code != 0:
					return http.StatusForbidden, nil, fmt.Sprintf(`{"code":%d,"message":"no"}`, tt.code), nil
				}
				return http.StatusOK, nil, `{"id":"55"}`, nil
			}
			if err := b.Unthread(t.Context(), "55"); (err == nil) != tt.well {
				t.Errorf("code %d: %v", tt.code, err)
			}
			b.expect(t, tt.want...)
		})
	}
}

func TestPosterSaysWhatIsGone(t *testing.T) {
	for _, tt := range []struct {
		code         int
		noPost, gone bool
		send         func(b *bench) error
	}{
		{10003, true, true, func(b *bench) error { return b.Post(context.Background(), testChan, chat.Reply{Text: "x"}) }},
		{10003, true, true, func(b *bench) error { _, err := b.Thread(context.Background(), testChan, "x"); return err }},
		{10003, true, true, func(b *bench) error { return b.Unthread(context.Background(), testChan) }},
		{10008, false, true, func(b *bench) error { return b.Edit(context.Background(), testChan, "1", chat.Reply{Text: "x"}) }},
		{10013, false, true, func(b *bench) error { return b.Direct(context.Background(), "1", chat.Reply{Text: "x"}) }},
		{50007, true, false, func(b *bench) error { return b.Direct(context.Background(), "1", chat.Reply{Text: "x"}) }},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, fakeBot{})
			b.api.fault = func(apiCall) (int, http.Header, string, error) {
				return http.StatusNotFound, nil, fmt.Sprintf(`{"code":%d,"message":"no"}`, tt.code), nil
			}
			if err := tt.send(b); errors.Is(err, chat.ErrNoPost) != tt.noPost || errors.Is(err, chat.ErrGone) != tt.gone {
				t.Errorf("code %d: %v", tt.code, err)
			}
		})
	}
}

// Whether a channel is reachable follows from Discord's responses about it and, if the bot cannot
// see it, about its server.
func TestPosterSaysWhatItReaches(t *testing.T) {
	const missing, unknown = `{"code":50001,"message":"Missing Access"}`, `{"code":10004,"message":"Unknown Guild"}`
	for _, tt := range []struct {
		channel, server int // status
		body, further   string
		want            []error
	}{
		{200, 200, `{"id":"55"}`, `{}`, nil},
		{404, 200, `{"code":10003,"message":"Unknown Channel"}`, `{}`, []error{chat.ErrNoPost, chat.ErrGone}},
		{403, 200, missing, `{"id":"900"}`, []error{chat.ErrNoPost}},
		{403, 404, missing, unknown, []error{chat.ErrNoPost, chat.ErrLeft}},
		{403, 403, missing, missing, []error{chat.ErrNoPost, chat.ErrLeft}},
		{403, 401, missing, `{"code":0,"message":"401: Unauthorized"}`, []error{chat.ErrNoPost}},
		{401, 404, `{"code":0,"message":"401: Unauthorized"}`, unknown, []error{}},
		{404, 404, `{"code":0,"message":"404: Not Found"}`, unknown, []error{chat.ErrGone}},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, fakeBot{})
			b.api.fault = func(c apiCall) (int, http.Header, string, error) {
				if strings.Contains(c.Path, "guilds/900") {
					return tt.server, nil, tt.further, nil
				}
				return tt.channel, nil, tt.body, nil
			}
			err := b.Reaches(t.Context(), "900", "55")
			if (err == nil) != (tt.want == nil) {
				t.Errorf("%d %s, %d %s: %v", tt.channel, tt.body, tt.server, tt.further, err)
			}
			for _, kind := range []error{chat.ErrNoPost, chat.ErrGone, chat.ErrLeft} {
				if errors.Is(err, kind) != slices.Contains(tt.want, kind) {
					t.Errorf("%d %s, %d %s: %v", tt.channel, tt.body, tt.server, tt.further, err)
				}
			}
		})
	}
}
