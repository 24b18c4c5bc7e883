package discord

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/store"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // little is in use at a time, and much is soon left
	m.Run()
}

// counted accepts every call, and signals each answer to an interaction. Like Discord's, its
// responses name a bucket with no calls left.
type counted struct{ answers chan struct{} }

func (c counted) RoundTrip(r *http.Request) (*http.Response, error) {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return nil, err
	}
	c.answers <- struct{}{}
	return response(r, http.StatusNoContent, http.Header{
		"X-Ratelimit-Bucket": {"b"}, "X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset-After": {"0.001"},
	}, ""), nil
}

// liveHeap returns the heap in use after full collections.
func liveHeap() int64 {
	var m runtime.MemStats
	for range 3 { // objects with finalizers need a second collection
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestInteractionsLeaveNothingBehind answers interactions (100,000 with SIXFOLD_LONG=1), and checks
// that the heap does not grow. discordgo keeps 459 bytes of each.
func TestInteractionsLeaveNothingBehind(t *testing.T) {
	const most = 100_000
	few := 2000
	if os.Getenv("SIXFOLD_LONG") == "1" {
		few = most
	}
	s, err := store.Open(t.TempDir()+"/games.db", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for _, tt := range []struct {
		name string
		bot  Handler
		n    int
	}{
		{"the connection", answering(chat.Reply{Text: "x"}), few},
		{"the whole bot", wholeBot(s, bottest.QuickHex(), discard), few},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := newConnection(tt.bot, Config{Token: testToken, API: testAPI, Records: memory{}}, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			d.recent.keep = 0 // what is kept for some minutes is not left for ever
			answers := make(chan struct{}, 64)
			d.client.Transport = counted{answers}
			answer := func(from, to int) {
				for i := from; i < to; i++ {
					d.receive(variety(i))
					<-answers
				}
				d.busy.Wait()
			}
			warm := min(tt.n, 5000)
			answer(0, warm)
			before := liveHeap()
			answer(warm, warm+min(tt.n, most))
			grown := liveHeap() - before
			each := float64(grown) / float64(min(tt.n, most))
			t.Logf("%d interactions: the heap grew by %d bytes, %.2f each", min(tt.n, most), grown, each)
			if each > 40 { // the runtime's own growth, with a margin
				t.Errorf("each interaction leaves %.1f bytes behind", each)
			}
		})
	}
}

// variety returns interactions of all kinds in many channels: commands that are refused or list,
// presses, suggestions, and undecodable ones.
func variety(i int) json.RawMessage {
	id := fmt.Sprint(1000 + i)
	channel := fmt.Sprintf(`{"channel_id":"%d"}`, 1000+i%5000)
	switch i % 5 {
	case 0:
		return wire(id, 4, `{"name":"hex","options":[{"name":"move","type":1,"options":[{"name":"cell","type":3,"value":"c","focused":true}]}]}`, channel)
	case 1:
		return press(id, channel)
	case 2:
		return wire(id, 2, `{"name":"games","options":[]}`, channel)
	case 3:
		return command(id, `{"member":{"user":{"id":5}}}`)
	default:
		return command(id, channel)
	}
}
