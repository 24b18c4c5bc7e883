package outage

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/playground"
)

// balancer is a load balancer between Discord and the endpoints of several copies: it delivers each
// interaction to one of them, or to the next if that does not respond.
type balancer struct {
	page   *playground.Server
	key    ed25519.PrivateKey
	copies []*copyOfBot
	client http.Client
	// unsure are the times of the last interactions, by channel, whose answers may come after that of the
	// next one.
	unsure sync.Map
}

// balance starts to deliver the playground's interactions to the copies' endpoints.
func balance(t *testing.T, page *playground.Server, key ed25519.PrivateKey, copies []*copyOfBot) *balancer {
	t.Helper()
	b := &balancer{page: page, key: key, copies: copies, client: http.Client{Timeout: 3 * time.Second}}
	d, err := discordgo.New("Bot " + page.Token())
	if err != nil {
		t.Fatal(err)
	}
	d.Client.Transport = rerouted{strings.TrimSuffix(strings.TrimPrefix(page.APIBase(), "http://"), "/")}
	d.StateEnabled = false
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "INTERACTION_CREATE" {
			b.deliver(bytes.Clone(e.RawData))
		}
	})
	if err := d.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return b
}

// rerouted redirects requests for Discord to a playground.
type rerouted struct{ host string }

// RoundTrip implements [http.RoundTripper].
func (p rerouted) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = "http", p.host, p.host
	return http.DefaultTransport.RoundTrip(r)
}

// deliver delivers an interaction to the first copy that responds, and returns its answer to
// Discord.
func (b *balancer) deliver(raw []byte) {
	order := rand.Perm(len(b.copies))
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	for _, i := range order {
		answer, err := b.client.Do(b.signed(ctx, *b.copies[i].log.endpoint.Load(), raw))
		if err != nil || answer.StatusCode == http.StatusServiceUnavailable {
			if err == nil {
				_ = answer.Body.Close()
			}
			continue
		}
		if answer.StatusCode == http.StatusOK {
			_ = b.answer(ctx, raw, answer)
		}
		_ = answer.Body.Close()
		return
	}
}

// unsureOf reports whether a late answer may come in a channel.
func (b *balancer) unsureOf(channel string) bool {
	at, ok := b.unsure.Load(channel)
	return ok && time.Since(at.(time.Time)) < 4*settled
}

// signed returns a request signed as by Discord.
func (b *balancer) signed(ctx context.Context, address string, raw []byte) *http.Request {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+address+"/interactions", bytes.NewReader(raw))
	if err != nil {
		panic(err)
	}
	stamp := strconv.FormatInt(time.Now().Unix(), 10)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Signature-Timestamp", stamp)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(b.key, append([]byte(stamp), raw...))))
	return r
}

// answer passes a copy's answer to the playground. Discord accepts only the first answer.
func (b *balancer) answer(ctx context.Context, raw []byte, answer *http.Response) error {
	var i struct{ ID, Token string }
	if err := json.Unmarshal(raw, &i); err != nil {
		return err
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, b.page.APIBase()+"api/v10/interactions/"+i.ID+"/"+i.Token+"/callback", bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", answer.Header.Get("Content-Type"))
	taken, err := b.client.Do(r)
	if err != nil {
		return err
	}
	return errors.Join(err, taken.Body.Close())
}
