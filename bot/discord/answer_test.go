package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

// slowly returns a reply whose Later takes a while.
func slowly(d time.Duration, r chat.Reply) chat.Reply {
	return chat.Reply{Private: r.Private, Update: r.Update, Later: func(ctx context.Context, _ func(chat.Reply)) chat.Reply {
		_ = pause(ctx, d)
		return r
	}}
}

// late returns a bot whose Handle takes a while.
func late(d time.Duration, r chat.Reply) fakeBot {
	return fakeBot{handle: func(context.Context, chat.Request) chat.Reply {
		takes(d)
		return r
	}}
}

func TestAnswers(t *testing.T) {
	const soon, tooLong = time.Second, 2 * time.Second
	form := &chat.Form{Title: "Move", Action: "f", Fields: []chat.Field{{ID: "cell", Label: "Cell"}}}
	panics := func(context.Context, func(chat.Reply)) chat.Reply { panic("what ann wrote") }
	sorry := "[de] " + textPanicked.String() + " (private)"
	tests := []struct {
		name string
		bot  fakeBot
		in   json.RawMessage
		want []string
	}{
		{"at once", answering(chat.Reply{Text: "hello"}), command("1"), []string{"POST callback 4 hello"}},
		{"at once, private", answering(chat.Reply{Text: "no", Private: true}), command("1"), []string{"POST callback 4 no (private)"}},
		{"a press updates", answering(chat.Reply{Text: "board", Update: true}), press("1"), []string{"POST callback 7 board"}},
		{"a press updates a private message", answering(chat.Reply{Text: "page", Update: true, Private: true}), press("1"), []string{"POST callback 7 page"}},
		{
			"deferred update of a private message", answering(slowly(tooLong, chat.Reply{Text: "page", Update: true, Private: true})), press("1"),
			[]string{"POST callback 6", "PATCH @original page"},
		},
		{"a press answers", answering(chat.Reply{Text: "board"}), press("1"), []string{"POST callback 4 board"}},
		{"a command has nothing to update", answering(chat.Reply{Text: "board", Update: true}), command("1"), []string{"POST callback 4 board"}},
		{"a form", answering(chat.Reply{Form: form}), press("1"), []string{"POST callback 9"}},
		{"soon enough", answering(slowly(soon, chat.Reply{Text: "board"})), command("1"), []string{"POST callback 4 board"}},
		{
			"deferred", answering(slowly(tooLong, chat.Reply{Text: "board"})), command("1"),
			[]string{"POST callback 5", "PATCH @original board"},
		},
		{
			"deferred in private", answering(slowly(tooLong, chat.Reply{Text: "hint", Private: true})), command("1"),
			[]string{"POST callback 5 (private)", "PATCH @original hint"},
		},
		{
			"deferred update", answering(slowly(tooLong, chat.Reply{Text: "board", Update: true})), press("1"),
			[]string{"POST callback 6", "PATCH @original board"},
		},
		{
			"deferred answer to a press", answering(slowly(tooLong, chat.Reply{Text: "hint", Private: true})), press("1"),
			[]string{"POST callback 5 (private)", "PATCH @original hint"},
		},
		{"a slow store, public", late(tooLong, chat.Reply{Text: "board"}), command("1"), []string{"POST callback 5", "PATCH @original board"}},
		{
			"a slow store, then a refusal", late(tooLong, chat.Reply{Text: "no", Private: true}), command("1"),
			[]string{"POST callback 5", "DELETE @original", "POST webhook no (private)"},
		},
		{
			"a slow store, then a refusal of a press", late(tooLong, chat.Reply{Text: "no", Private: true}), press("1"),
			[]string{"POST callback 6", "POST webhook no (private)"},
		},
		{
			"a slow store, then a form", late(tooLong, chat.Reply{Form: form}), press("1"),
			[]string{"POST callback 6", "POST webhook [de] " + textTooLate.String() + " (private)"},
		},
		{
			"messages after", answering(chat.Reply{Text: "one", After: []chat.Reply{{Text: "two"}, slowly(tooLong, chat.Reply{Text: "three", Private: true})}}),
			command("1"),
			[]string{"POST callback 4 one", "POST webhook two", "POST webhook three (private)"},
		},
		{"a panic", fakeBot{handle: func(context.Context, chat.Request) chat.Reply { panic("what ann wrote") }}, command("1"), []string{"POST callback 4 " + sorry}},
		{"a panic in a press", answering(chat.Reply{Update: true, Later: panics}), press("1"), []string{"POST callback 4 " + sorry}},
		{
			"a panic when deferred", answering(chat.Reply{Later: func(ctx context.Context, _ func(chat.Reply)) chat.Reply {
				_ = pause(ctx, tooLong)
				panic(errors.New("what ann wrote"))
			}}), command("1"), []string{"POST callback 5", "DELETE @original", "POST webhook " + sorry},
		},
		{"garbled", answering(chat.Reply{Text: "x"}), command("1", `{"member":{"user":{"id":5}}}`), []string{"POST callback 4 [de] " + textGarbled.String() + " (private)"}},
		{"without a user", answering(chat.Reply{Text: "x"}), command("1", `{"member":null}`), []string{"POST callback 4 [de] " + textGarbled.String() + " (private)"}},
		{"garbled and no way to answer", answering(chat.Reply{Text: "x"}), command("1", `{"token":7}`), nil},
		{"no interaction of ours", answering(chat.Reply{Text: "x"}), wire("1", 1, `null`), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, tt.bot)
				b.receive(tt.in)
				b.expect(t, tt.want...)
				if strings.Contains(b.log.String(), "what ann wrote") {
					t.Errorf("the log has what people wrote:\n%s", b.log)
				}
				if strings.Contains(tt.name, "panic") && !strings.Contains(b.log.String(), "answer_test.go") {
					t.Errorf("the log has no stack:\n%s", b.log)
				}
			})
		})
	}
}

func TestAcknowledgementComesBetweenRefusalAndLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(slowly(time.Minute, chat.Reply{Text: "done"})))
		b.receive(command("1"))
		b.expect(t, "POST callback 5", "PATCH @original done")
		if at := b.api.calls[0].At; at != deferAfter {
			t.Errorf("acknowledged after %v", at)
		}
		if at := b.api.calls[1].At; at != time.Minute {
			t.Errorf("answered after %v", at)
		}
	})
}

// A busy channel must not delay the acknowledgement of the next command.
func TestAcknowledgementDoesNotWaitForTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, late(10*time.Second, chat.Reply{Text: "done"}))
		b.receive(command("1"))
		takes(time.Millisecond)
		b.receive(press("2"))
		b.expect(t, "POST callback 5", "POST callback 6", "PATCH @original done", "POST webhook done")
		if at := b.api.calls[1].At; at != deferAfter+time.Millisecond {
			t.Errorf("the second was acknowledged after %v", at)
		}
	})
}

func TestSuggestionsAreSent(t *testing.T) {
	suggest := func(kind int, value string) json.RawMessage {
		return wire("1", 4, fmt.Sprintf(`{"name":"hex","options":[{"name":"o","type":%d,"value":%s,"focused":true}]}`, kind, value))
	}
	var many []chat.Suggestion
	for i := range 30 {
		many = append(many, chat.Suggestion{Name: fmt.Sprint("n", i), Value: fmt.Sprint(i)})
	}
	tests := []struct {
		name  string
		reply chat.Reply
		in    json.RawMessage
		want  string
	}{
		{"texts", chat.Reply{Suggestions: []chat.Suggestion{{Name: "c5", Value: "c5"}}}, suggest(3, `"c"`), `[{"name":"c5","value":"c5"}]`},
		{"integers", chat.Reply{Suggestions: []chat.Suggestion{{Name: "five", Value: "5"}, {Name: "none", Value: "x"}}}, suggest(4, `"5"`), `[{"name":"five","value":5}]`},
		{"none", chat.Reply{}, suggest(3, `""`), `[]`},
		{"too long a name", chat.Reply{Suggestions: []chat.Suggestion{{Name: strings.Repeat("n", 101), Value: "v"}}}, suggest(3, `""`), `[{"name":"` + strings.Repeat("n", 99) + `…","value":"v"}]`},
		{"too long a value", chat.Reply{Suggestions: []chat.Suggestion{{Name: "n", Value: strings.Repeat("v", 101)}}}, suggest(3, `""`), `[]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, answering(tt.reply))
				b.receive(tt.in)
				b.expect(t, "POST callback 8")
				got, err := json.Marshal(b.api.calls[0].message()["choices"])
				if err != nil || string(got) != tt.want {
					t.Errorf("%s %v, want %s", got, err, tt.want)
				}
			})
		})
	}
	t.Run("too many", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, answering(chat.Reply{Suggestions: many}))
			b.receive(suggest(3, `""`))
			b.expect(t, "POST callback 8")
			if got, _ := b.api.calls[0].message()["choices"].([]any); len(got) != 25 {
				t.Errorf("%d choices", len(got))
			}
		})
	})
	t.Run("a panic gives none", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, fakeBot{handle: func(context.Context, chat.Request) chat.Reply { panic(1) }})
			b.receive(suggest(3, `""`))
			b.expect(t, "POST callback 8")
		})
	})
}

func TestMessagesAreWhole(t *testing.T) {
	board := chat.Attachment{Name: "board.png", Data: []byte("PNG"), Alt: "Red has c3"}
	reply := chat.Reply{
		Text: "<@5> moves", Mentions: []string{testUser}, Files: []chat.Attachment{board},
		Rows: []chat.Row{
			{Buttons: []chat.Button{{Label: "Move", Style: chat.Primary, Action: "m"}, {Label: "Site", Style: chat.Link, URL: "https://example.org", Disabled: true}}},
			{Menu: &chat.Menu{Action: "s", Placeholder: "which", Choices: []chat.Suggestion{{Name: "One", Value: "1"}}}},
			{Menu: &chat.Menu{Action: "n", Max: 25, Choices: []chat.Suggestion{{Name: "V1", Value: "1", Detail: "has 2"}, {Name: "V2", Value: "2", Chosen: true}}}},
		},
	}
	const whole = `{"allowed_mentions":{"parse":[],"users":["` + testUser + `"]},
		"attachments":[{"description":"Red has c3","filename":"board.png","id":"0"}],
		"components":[{"type":10,"content":"<@5> moves"},
			{"type":12,"items":[{"media":{"url":"attachment://board.png"},"description":"Red has c3"}]},
			{"type":1,"components":[
			{"type":2,"style":1,"label":"Move","custom_id":"m"},{"type":2,"style":5,"label":"Site","url":"https://example.org","disabled":true}]},
			{"type":1,"components":[{"type":3,"custom_id":"s","placeholder":"which","options":[{"label":"One","value":"1"}]}]},
			{"type":1,"components":[{"type":3,"custom_id":"n","min_values":0,"max_values":2,"options":[{"label":"V1","value":"1","description":"has 2"},{"label":"V2","value":"2","default":true}]}]}],
		"flags":32768`
	const bare = `{"allowed_mentions":{"parse":[],"users":[]},"attachments":[],"components":[{"type":10,"content":"over"}],"flags":32768`
	// An edit clears the content of the message that it replaces.
	const sent, edit = `}`, `,"content":null,"embeds":[]}`
	tests := []struct {
		name  string
		reply chat.Reply
		in    json.RawMessage
		what  string
		want  string
		files map[string]string
	}{
		{"an answer", reply, command("1"), "POST callback 4 <@5> moves", whole + sent, map[string]string{"files[0] board.png image/png": "PNG"}},
		{"an edit", slowly(2*time.Second, reply), command("1"), "PATCH @original <@5> moves", whole + edit, map[string]string{"files[0] board.png image/png": "PNG"}},
		{"a further message", chat.Reply{Text: "x", After: []chat.Reply{reply}}, command("1"), "POST webhook <@5> moves", whole + sent, map[string]string{"files[0] board.png image/png": "PNG"}},
		{"an update that clears", chat.Reply{Text: "over", Update: true}, press("1"), "POST callback 7 over", bare + edit, nil},
		{"an edit that clears", slowly(2*time.Second, chat.Reply{Text: "over", Update: true}), press("1"), "PATCH @original over", bare + edit, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, answering(tt.reply))
				b.receive(tt.in)
				pass(time.Hour)
				last := b.api.calls[len(b.api.calls)-1]
				var want map[string]any
				if err := json.Unmarshal([]byte(tt.want), &want); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, last.message()); last.String() != tt.what || diff != "" {
					t.Errorf("%s, want %s (-want +got):\n%s", last, tt.what, diff)
				}
				if diff := cmp.Diff(tt.files, last.Files); diff != "" {
					t.Errorf("files (-want +got):\n%s", diff)
				}
			})
		})
	}
}

func TestFormsAreWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(chat.Reply{Form: &chat.Form{Title: "Move", Action: "f", Text: "Blue has played b2.", Fields: []chat.Field{
			{ID: "cell", Label: "Cell", Help: "Where", Placeholder: "c5", Min: 2, Max: 3, Required: true},
			{ID: "why", Label: "Why", Value: "so", Long: true},
			{ID: "column", Label: "Column", Placeholder: "which", Choices: []chat.Suggestion{{Name: "A", Value: "a"}, {Name: "B", Value: "b", Detail: "free", Chosen: true}}},
			{ID: "rows", Label: "Rows", Required: true, Min: 0, Max: 9, Choices: []chat.Suggestion{{Name: "1", Value: "1"}, {Name: "2", Value: "2"}}},
		}}}))
		b.receive(press("1"))
		b.expect(t, "POST callback 9 Blue has played b2.")
		var want map[string]any
		if err := json.Unmarshal([]byte(`{"title":"Move","custom_id":"f","components":[
			{"type":10,"content":"Blue has played b2."},
			{"type":18,"label":"Cell","description":"Where","component":{"type":4,"style":1,"custom_id":"cell","placeholder":"c5","min_length":2,"max_length":3,"required":true}},
			{"type":18,"label":"Why","component":{"type":4,"style":2,"custom_id":"why","value":"so","required":false}},
			{"type":18,"label":"Column","component":{"type":3,"custom_id":"column","placeholder":"which","required":false,"options":[{"label":"A","value":"a"},{"label":"B","value":"b","description":"free","default":true}]}},
			{"type":18,"label":"Rows","component":{"type":3,"custom_id":"rows","required":true,"min_values":1,"max_values":2,"options":[{"label":"1","value":"1"},{"label":"2","value":"2"}]}}]}`), &want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, b.api.calls[0].message()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestInteractionIsHandledOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(chat.Reply{Text: "x"}))
		b.receive(command("1"))
		b.receive(command("1"))
		b.expect(t, "POST callback 4 x")
	})
}

// The response to the first answer is lost: Discord has the answer, but the bot does not know.
func TestAnswerThatSeemedToFailIsNotLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(chat.Reply{Text: "board"}))
		lost := false
		b.api.fault = func(c apiCall) (int, http.Header, string, error) {
			if c.What == "POST callback" && !lost {
				lost = true
				b.api.answered["token-of-1"] = true
				return 0, nil, "", errors.New("connection reset")
			}
			return 0, nil, "", nil
		}
		b.receive(command("1"))
		b.expect(t, "POST callback 4 board", "POST callback 4 board", "PATCH @original board")
	})
}
