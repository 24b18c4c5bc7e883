package bot

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
)

// slowly returns a reply that takes a time in Later.
func slowly(d time.Duration, r Reply) Reply {
	return Reply{Private: r.Private, Update: r.Update, Later: func(ctx context.Context, _ func(Reply)) Reply {
		_ = pause(ctx, d)
		return r
	}}
}

// late has Handle itself take a time.
func late(d time.Duration, r Reply) fakeBot {
	return fakeBot{handle: func(context.Context, Request) Reply {
		time.Sleep(d)
		return r
	}}
}

func TestAnswers(t *testing.T) {
	const soon, tooLong = time.Second, 2 * time.Second
	form := &Form{Title: "Move", Action: "f", Fields: []Field{{ID: "cell", Label: "Cell"}}}
	panics := func(context.Context, func(Reply)) Reply { panic("what ann wrote") }
	sorry := "[de] " + textPanicked.String() + " (private)"
	tests := []struct {
		name string
		bot  fakeBot
		in   json.RawMessage
		want []string
	}{
		{"at once", answering(Reply{Text: "hello"}), command("1"), []string{"POST callback 4 hello"}},
		{"at once, private", answering(Reply{Text: "no", Private: true}), command("1"), []string{"POST callback 4 no (private)"}},
		{"a press updates", answering(Reply{Text: "board", Update: true}), press("1"), []string{"POST callback 7 board"}},
		{"a press answers", answering(Reply{Text: "board"}), press("1"), []string{"POST callback 4 board"}},
		{"a command has nothing to update", answering(Reply{Text: "board", Update: true}), command("1"), []string{"POST callback 4 board"}},
		{"a form", answering(Reply{Form: form}), press("1"), []string{"POST callback 9"}},
		{"soon enough", answering(slowly(soon, Reply{Text: "board"})), command("1"), []string{"POST callback 4 board"}},
		{
			"deferred", answering(slowly(tooLong, Reply{Text: "board"})), command("1"),
			[]string{"POST callback 5", "PATCH @original board"},
		},
		{
			"deferred in private", answering(slowly(tooLong, Reply{Text: "hint", Private: true})), command("1"),
			[]string{"POST callback 5 (private)", "PATCH @original hint"},
		},
		{
			"deferred update", answering(slowly(tooLong, Reply{Text: "board", Update: true})), press("1"),
			[]string{"POST callback 6", "PATCH @original board"},
		},
		{
			"deferred answer to a press", answering(slowly(tooLong, Reply{Text: "hint", Private: true})), press("1"),
			[]string{"POST callback 5 (private)", "PATCH @original hint"},
		},
		{"a slow store, public", late(tooLong, Reply{Text: "board"}), command("1"), []string{"POST callback 5", "PATCH @original board"}},
		{
			"a slow store, then a refusal", late(tooLong, Reply{Text: "no", Private: true}), command("1"),
			[]string{"POST callback 5", "DELETE @original", "POST webhook no (private)"},
		},
		{
			"a slow store, then a refusal of a press", late(tooLong, Reply{Text: "no", Private: true}), press("1"),
			[]string{"POST callback 6", "POST webhook no (private)"},
		},
		{
			"a slow store, then a form", late(tooLong, Reply{Form: form}), press("1"),
			[]string{"POST callback 6", "POST webhook [de] " + textTooLate.String() + " (private)"},
		},
		{
			"messages after", answering(Reply{Text: "one", After: []Reply{{Text: "two"}, slowly(tooLong, Reply{Text: "three", Private: true})}}),
			command("1"),
			[]string{"POST callback 4 one", "POST webhook two", "POST webhook three (private)"},
		},
		{"a panic", fakeBot{handle: func(context.Context, Request) Reply { panic("what ann wrote") }}, command("1"), []string{"POST callback 4 " + sorry}},
		{"a panic in a press", answering(Reply{Update: true, Later: panics}), press("1"), []string{"POST callback 4 " + sorry}},
		{
			"a panic when deferred", answering(Reply{Later: func(ctx context.Context, _ func(Reply)) Reply {
				_ = pause(ctx, tooLong)
				panic(errors.New("what ann wrote"))
			}}), command("1"), []string{"POST callback 5", "DELETE @original", "POST webhook " + sorry},
		},
		{"garbled", answering(Reply{Text: "x"}), command("1", `{"member":{"user":{"id":5}}}`), []string{"POST callback 4 [de] " + textGarbled.String() + " (private)"}},
		{"without a user", answering(Reply{Text: "x"}), command("1", `{"member":null}`), []string{"POST callback 4 [de] " + textGarbled.String() + " (private)"}},
		{"garbled and no way to answer", answering(Reply{Text: "x"}), command("1", `{"token":7}`), nil},
		{"no interaction of ours", answering(Reply{Text: "x"}), wire("1", 1, `null`), nil},
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
				if strings.Contains(tt.name, "panic") && !strings.Contains(b.log.String(), "discord_answer_test.go") {
					t.Errorf("the log has no stack:\n%s", b.log)
				}
			})
		})
	}
}

func TestAcknowledgementComesBetweenRefusalAndLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(slowly(time.Minute, Reply{Text: "done"})))
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

// A channel that is kept busy must not make the next command late.
func TestAcknowledgementDoesNotWaitForTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, late(10*time.Second, Reply{Text: "done"}))
		b.receive(command("1"))
		time.Sleep(time.Millisecond)
		b.receive(press("2"))
		b.expect(t, "POST callback 5", "POST callback 6", "PATCH @original done", "POST webhook done")
		if at := b.api.calls[1].At; at != deferAfter+time.Millisecond {
			t.Errorf("the second was acknowledged after %v", at)
		}
	})
}

func TestRequestsOfAChannelAreHandledInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var order []string
		bot := fakeBot{handle: func(_ context.Context, r Request) Reply {
			if r.Kind != Suggest {
				time.Sleep(100 * time.Millisecond)
			}
			order = append(order, r.ID)
			return slowly(time.Minute, Reply{Text: "x"}) // which nothing waits for
		}}
		b := newBench(t, bot)
		for i := range 20 {
			b.receive(command(fmt.Sprint(1000 + i)))
		}
		b.receive(command("1020", fmt.Sprintf(`{"channel_id":"%s1"}`, testChan)))
		time.Sleep(2 * time.Millisecond)
		b.receive(wire("1021", 4, `{"name":"hex","options":[{"name":"move","type":1,"options":[{"name":"cell","type":3,"value":"c","focused":true}]}]}`))
		synctest.Wait()
		if len(order) != 1 || order[0] != "1021" {
			t.Errorf("%v were handled before the suggestion", order)
		}
		time.Sleep(5 * time.Second)
		synctest.Wait()
		order = append([]string{}, order[1:]...)
		last := ""
		for _, id := range order {
			if id == "1020" {
				continue
			}
			if id < last {
				t.Errorf("order %v", order)
			}
			last = id
		}
		if len(order) != 21 {
			t.Errorf("%d were handled", len(order))
		}
	})
}

func TestSuggestions(t *testing.T) {
	suggest := func(kind int, value string) json.RawMessage {
		return wire("1", 4, fmt.Sprintf(`{"name":"hex","options":[{"name":"o","type":%d,"value":%s,"focused":true}]}`, kind, value))
	}
	var many []Suggestion
	for i := range 30 {
		many = append(many, Suggestion{Name: fmt.Sprint("n", i), Value: fmt.Sprint(i)})
	}
	tests := []struct {
		name  string
		reply Reply
		in    json.RawMessage
		want  string
	}{
		{"texts", Reply{Suggestions: []Suggestion{{"c5", "c5"}}}, suggest(3, `"c"`), `[{"name":"c5","value":"c5"}]`},
		{"integers", Reply{Suggestions: []Suggestion{{"five", "5"}, {"none", "x"}}}, suggest(4, `"5"`), `[{"name":"five","value":5}]`},
		{"numbers", Reply{Suggestions: []Suggestion{{"half", "0.5"}}}, suggest(10, `"0"`), `[{"name":"half","value":0.5}]`},
		{"none", Reply{}, suggest(3, `""`), `[]`},
		{"too long a name", Reply{Suggestions: []Suggestion{{strings.Repeat("n", 101), "v"}}}, suggest(3, `""`), `[{"name":"` + strings.Repeat("n", 99) + `…","value":"v"}]`},
		{"too long a value", Reply{Suggestions: []Suggestion{{"n", strings.Repeat("v", 101)}}}, suggest(3, `""`), `[]`},
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
			b := newBench(t, answering(Reply{Suggestions: many}))
			b.receive(suggest(3, `""`))
			b.expect(t, "POST callback 8")
			if got, _ := b.api.calls[0].message()["choices"].([]any); len(got) != 25 {
				t.Errorf("%d choices", len(got))
			}
		})
	})
	t.Run("a panic gives none", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, fakeBot{handle: func(context.Context, Request) Reply { panic(1) }})
			b.receive(suggest(3, `""`))
			b.expect(t, "POST callback 8")
		})
	})
}

func TestProgressIsShownAtMostOnceASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(Reply{Later: func(_ context.Context, show func(Reply)) Reply {
			for i := range 25 {
				show(Reply{Text: fmt.Sprint(i)})
				time.Sleep(90 * time.Millisecond)
			}
			return Reply{Text: "end"}
		}}))
		b.receive(command("1"))
		b.expect(t, "POST callback 4 0", "PATCH @original 11", "PATCH @original 22", "PATCH @original end")
	})
}

func TestProgressTakesTheFormOfTheAnswer(t *testing.T) {
	later := func(_ context.Context, show func(Reply)) Reply {
		show(Reply{Text: "half"})
		time.Sleep(3 * time.Second)
		return Reply{Text: "whole", Private: true}
	}
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(Reply{Private: true, Later: later}))
		b.receive(press("1"))
		b.expect(t, "POST callback 4 half (private)", "PATCH @original whole")
	})
}

// A press that was acknowledged as an update, and then is answered by a new message,
// has one new message, which is edited.
func TestProgressAfterTheWrongAcknowledgement(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, fakeBot{handle: func(context.Context, Request) Reply {
			time.Sleep(2 * time.Second)
			return Reply{Later: func(_ context.Context, show func(Reply)) Reply {
				show(Reply{Text: "half"})
				time.Sleep(2 * time.Second)
				return Reply{Text: "whole"}
			}}
		}})
		b.receive(press("1"))
		b.expect(t, "POST callback 6", "POST webhook half", "PATCH 900000000000000001 whole")
	})
}

func TestMessagesAreWhole(t *testing.T) {
	board := Attachment{Name: "board.png", Data: []byte("PNG"), Alt: "Red has c3"}
	reply := Reply{
		Text: "<@5> moves", Mentions: []string{testUser}, Files: []Attachment{board},
		Rows: []Row{
			{Buttons: []Button{{Label: "Move", Style: Primary, Action: "m"}, {Label: "Site", Style: Link, URL: "https://example.org", Disabled: true}}},
			{Menu: &Menu{Action: "s", Placeholder: "which", Choices: []Suggestion{{"One", "1"}}}},
		},
	}
	const whole = `{"allowed_mentions":{"parse":[],"users":["` + testUser + `"]},
		"attachments":[{"description":"Red has c3","filename":"board.png","id":0}],
		"components":[{"type":1,"components":[
			{"type":2,"style":1,"label":"Move","custom_id":"m"},{"type":2,"style":5,"label":"Site","url":"https://example.org","disabled":true}]},
			{"type":1,"components":[{"type":3,"custom_id":"s","placeholder":"which","options":[{"label":"One","value":"1"}]}]}],
		"content":"<@5> moves","embeds":[]}`
	const bare = `{"allowed_mentions":{"parse":[],"users":[]},"attachments":[],"components":[],"content":"over","embeds":[]}`
	tests := []struct {
		name  string
		reply Reply
		in    json.RawMessage
		what  string
		want  string
		files map[string]string
	}{
		{"an answer", reply, command("1"), "POST callback 4 <@5> moves", whole, map[string]string{"files[0] board.png image/png": "PNG"}},
		{"an edit", slowly(2*time.Second, reply), command("1"), "PATCH @original <@5> moves", whole, map[string]string{"files[0] board.png image/png": "PNG"}},
		{"a further message", Reply{Text: "x", After: []Reply{reply}}, command("1"), "POST webhook <@5> moves", whole, map[string]string{"files[0] board.png image/png": "PNG"}},
		{"an update that clears", Reply{Text: "over", Update: true}, press("1"), "POST callback 7 over", bare, nil},
		{"an edit that clears", slowly(2*time.Second, Reply{Text: "over", Update: true}), press("1"), "PATCH @original over", bare, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, answering(tt.reply))
				b.receive(tt.in)
				time.Sleep(time.Hour)
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
		b := newBench(t, answering(Reply{Form: &Form{Title: "Move", Action: "f", Fields: []Field{
			{ID: "cell", Label: "Cell", Placeholder: "c5", Min: 2, Max: 3, Required: true},
			{ID: "why", Label: "Why", Value: "so", Long: true},
		}}}))
		b.receive(press("1"))
		b.expect(t, "POST callback 9")
		var want map[string]any
		if err := json.Unmarshal([]byte(`{"title":"Move","custom_id":"f","components":[
			{"type":1,"components":[{"type":4,"style":1,"custom_id":"cell","label":"Cell","placeholder":"c5","min_length":2,"max_length":3,"required":true}]},
			{"type":1,"components":[{"type":4,"style":2,"custom_id":"why","label":"Why","value":"so","required":false}]}]}`), &want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, b.api.calls[0].message()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestInteractionIsHandledOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(Reply{Text: "x"}))
		b.receive(command("1"))
		b.receive(command("1"))
		b.expect(t, "POST callback 4 x")
	})
}

// The first answer is lost on the way back: Discord has it, the bot does not know.
func TestAnswerThatSeemedToFailIsNotLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(Reply{Text: "board"}))
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

func TestCloseSendsAnswersInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := false
		b := newBench(t, fakeBot{handle: func(_ context.Context, r Request) Reply {
			if r.ID == "1" {
				return slowly(time.Second, Reply{Text: "drawn"})
			}
			return Reply{Later: func(ctx context.Context, _ func(Reply)) Reply {
				<-ctx.Done() // a thought
				ended = true
				return Reply{Text: "cut short"}
			}}
		}})
		b.receive(command("1"))
		b.receive(command("2"))
		time.Sleep(time.Millisecond)
		start := time.Now()
		go func() {
			time.Sleep(500 * time.Millisecond)
			b.receive(command("3"))
		}()
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if took := time.Since(start); !ended || took > graceBy+time.Second {
			t.Errorf("thought ended: %v, closed after %v", ended, took)
		}
		b.expect(t, "POST callback 4 [de] "+textClosing.String()+" (private)",
			"POST callback 4 drawn", "POST callback 5", "PATCH @original cut short")
		select {
		case <-b.Done():
		default:
			t.Error("not done")
		}
		if b.Err() != nil {
			t.Error(b.Err())
		}
	})
}

func TestCloseDoesNotWaitForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		b := newBench(t, answering(Reply{Later: func(context.Context, func(Reply)) Reply {
			<-release
			return Reply{Text: "x"}
		}}))
		b.receive(command("1"))
		start := time.Now()
		if err := b.Close(); err == nil {
			t.Error("no error")
		}
		if took := time.Since(start); took > drainBy+2*time.Second {
			t.Errorf("closed after %v", took)
		}
		close(release)
	})
}

func TestThoughtsEndBeforeTheToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(Reply{Later: func(ctx context.Context, _ func(Reply)) Reply {
			<-ctx.Done()
			return Reply{Text: "enough"}
		}}))
		b.receive(command("1"))
		b.expect(t, "POST callback 5", "PATCH @original enough")
		if at := b.api.calls[1].At; at < 14*time.Minute || at >= 15*time.Minute {
			t.Errorf("ended after %v", at)
		}
	})
}
