package discord

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/watch"
)

func watching(w *watch.Watch) func(*Config) { return func(c *Config) { c.Watch = w } }

// reads reports missing metrics.
func reads(t *testing.T, w *watch.Watch, want ...string) {
	t.Helper()
	got := bottest.Figures(t, w)
	for _, figure := range want {
		if !strings.Contains(got, "\n"+figure+"\n") {
			t.Errorf("there is no figure %s in\n%s", figure, got)
		}
	}
}

func TestFirstAnswersAreCountedOnce(t *testing.T) {
	suggest := wire("1", 4, `{"name":"hex","options":[{"name":"o","type":3,"value":"c","focused":true}]}`)
	const none = "sixfold_first_answer_seconds_count 0"
	tests := []struct {
		name    string
		bot     fakeBot
		in      json.RawMessage
		status  []int // of the first answers to callbacks
		body    string
		figures []string
	}{
		{
			"at once", answering(chat.Reply{Text: "x", After: []chat.Reply{{Text: "y"}}}), command("1"), nil, "",
			[]string{`sixfold_first_answer_seconds_bucket{le="0.005"} 1`, "sixfold_first_answer_seconds_count 1", "sixfold_deadline_misses_total 0"},
		},
		{
			"acknowledged", answering(slowly(time.Minute, chat.Reply{Text: "x"})), command("1"), nil, "",
			[]string{"sixfold_first_answer_seconds_sum 1.5", "sixfold_first_answer_seconds_count 1", "sixfold_deadline_misses_total 0"},
		},
		{
			"a fault that passes", answering(chat.Reply{Text: "x"}), command("1"),
			[]int{500, 503},
			"{}",
			[]string{"sixfold_first_answer_seconds_count 1", "sixfold_deadline_misses_total 0"},
		},
		{
			"a fault that stays", answering(chat.Reply{Text: "x"}), command("1"),
			[]int{404},
			`{"code":10062,"message":"Unknown interaction"}`,
			[]string{none, "sixfold_deadline_misses_total 1", "sixfold_unsent_messages_total 0"},
		},
		{
			"a rate limit beyond the deadline", answering(chat.Reply{Text: "x"}), command("1"),
			[]int{429},
			`{"message":"slow","retry_after":60}`,
			[]string{none, "sixfold_deadline_misses_total 1", `sixfold_rate_limited_total{call="answer"} 1`},
		},
		{
			"autocomplete", answering(chat.Reply{}), suggest, nil, "",
			[]string{none, "sixfold_autocomplete_seconds_count 1", "sixfold_deadline_misses_total 0"},
		},
		{
			"autocomplete in vain", answering(chat.Reply{}), suggest,
			[]int{404},
			`{"code":10062,"message":"Unknown interaction"}`,
			[]string{"sixfold_autocomplete_seconds_count 0", "sixfold_deadline_misses_total 1"},
		},
		{
			"garbled", answering(chat.Reply{Text: "x"}), command("1", `{"member":null}`), nil, "",
			[]string{"sixfold_first_answer_seconds_count 1", "sixfold_deadline_misses_total 0"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := watch.New()
				b := newBench(t, tt.bot, watching(w))
				b.api.fault = faults("POST callback", nil, tt.body, tt.status...)
				b.receive(tt.in)
				pass(time.Hour)
				reads(t, w, tt.figures...)
			})
		})
	}
}

func TestMessagesThatCannotBeSentAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch.New()
		b := newBench(t, answering(chat.Reply{Text: "x", After: []chat.Reply{{Text: "y"}}}), watching(w))
		b.api.fault = faults("POST webhook", nil, "{}", 400)
		b.receive(command("1"))
		pass(time.Hour)
		reads(t, w, "sixfold_unsent_messages_total 1", "sixfold_first_answer_seconds_count 1", "sixfold_deadline_misses_total 0")
	})
	synctest.Test(t, func(t *testing.T) {
		w := watch.New()
		b := newBench(t, answering(slowly(time.Minute, chat.Reply{Text: "x"})), watching(w))
		b.api.fault = faults("PATCH @original", nil, "{}", 400)
		b.receive(command("1"))
		pass(time.Hour)
		reads(t, w, "sixfold_unsent_messages_total 1", "sixfold_first_answer_seconds_count 1", "sixfold_deadline_misses_total 0")
	})
}

func TestGatewayIsWatched(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := watch.New()
		away := make(chan string, 1)
		s := newStage(t, func(g *guest) {
			g.login()
			g.ready()
			g.settle()
			_ = g.UnderlyingConn().Close()
		}, func(g *guest) {
			g.login()
			away <- bottest.Figures(t, w)
			g.resumed()
			g.interaction(command("2"))
			g.stay()
		})
		d, err := s.connectWith(t.Context(), answering(chat.Reply{Text: "hello"}), Config{Watch: w}, discard)
		if err != nil {
			t.Fatal(err)
		}
		s.answer(t)
		if got := <-away; !strings.Contains(got, "\nsixfold_gateway_connected 0\n") {
			t.Errorf("between the two there is\n%s", got)
		}
		reads(t, w, "sixfold_gateway_connected 1", "sixfold_gateway_logins_total 1", "sixfold_gateway_resumes_total 1")
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		reads(t, w, "sixfold_gateway_connected 0")
	})
}
