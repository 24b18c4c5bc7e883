package jetstream

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// TestUnclear swallows the servers' answers and then cuts the connections, again and again:
// writers cannot know what has landed, and must find out.
func TestUnclear(t *testing.T) {
	o := three(t)
	opened(t, o) // creates the bucket
	var proxies []*natstest.Proxy
	open := func() changelog.Log {
		server := shared.urls()[len(proxies)%len(shared.urls())]
		p := natstest.Between(t, strings.TrimPrefix(server, "nats://"))
		proxies = append(proxies, p)
		through := o
		through.URLs = []string{p.URL().String()}
		return opened(t, through)
	}
	random := rand.New(rand.NewPCG(20, 2))
	length := 3 * time.Second
	if logtest.Long() {
		length = 3 * time.Minute
	}
	end := time.Now().Add(length)
	stop := make(chan struct{})
	ended := make(chan struct{})
	begun := false
	r := logtest.Work(t, open, logtest.Load{Writers: 3, Rows: 3, More: func(int) bool {
		if !begun { // now all logs are open
			begun = true
			go func() {
				defer close(ended)
				disturb(proxies, random, stop)
			}()
		}
		if time.Now().Before(end) {
			return true
		}
		select {
		case <-stop:
		default:
			close(stop)
		}
		return false
	}})
	<-ended
	t.Logf("%d changes, %d conflicts, %d unclear, of which %d had landed; longest gap %v", r.Changes, r.Conflicts, r.Unclear, r.Landed, r.Gap)
	if r.Changes == 0 || r.Unclear == 0 {
		t.Error("nothing was tried")
	}
}

// disturb takes turns in swallowing the answers that come through one of the proxies.
func disturb(proxies []*natstest.Proxy, random *rand.Rand, stop chan struct{}) {
	for {
		p := proxies[random.IntN(len(proxies))]
		p.Set(natstest.Trouble{Swallow: true})
		time.Sleep(time.Duration(random.IntN(20)) * time.Millisecond)
		p.Set(natstest.Trouble{Cut: true})
		p.Set(natstest.Trouble{})
		select {
		case <-stop:
			return
		case <-time.After(time.Duration(random.IntN(20)) * time.Millisecond):
		}
	}
}
