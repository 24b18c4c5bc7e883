package playgroundtest

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/coder/websocket"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

// frame is a message of the gateway.
type frame struct{ rules.Frame }

func (f *frame) isInteraction() bool {
	return f.Op == rules.OpDispatch && f.Seq != nil && f.Type != nil && *f.Type == "INTERACTION_CREATE"
}

func (f *frame) raw() []byte {
	raw, err := json.Marshal(f)
	if err != nil {
		panic(err) // it was decoded from JSON
	}
	return raw
}

// session is a session of the bot, as far as faults need it.
type session struct {
	recent []frame // the last interactions delivered, by sequence number
}

// note records an interaction, unless a resumed session delivers it again.
func (s *session) note(f frame) {
	if n := len(s.recent); n > 0 && *s.recent[n-1].Seq >= *f.Seq {
		return
	}
	s.recent = append(s.recent, f)
	s.recent = s.recent[max(0, len(s.recent)-maxRecent):]
}

func (p *Proxy) gateway(w http.ResponseWriter, r *http.Request) {
	bot, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // Accept has answered
	}
	p.links.Add(1)
	defer p.links.Done()
	bot.SetReadLimit(1 << 20)
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	l := &link{proxy: p, bot: bot, host: r.Host, query: r.URL.RawQuery}
	if f, struck := p.active.strikeKind(Hello); struck {
		l.sendText(ctx, f.Text)
		l.silence()
		l.fromBot(ctx)
		return
	}
	server, err := l.dial(ctx)
	if err != nil {
		_ = bot.CloseNow()
		return
	}
	p.mu.Lock()
	p.open[l] = true
	l.server = server
	p.mu.Unlock()
	go l.fromServer(ctx, server)
	l.fromBot(ctx)
	p.mu.Lock()
	delete(p.open, l)
	p.mu.Unlock()
}

func (l *link) dial(ctx context.Context) (*websocket.Conn, error) {
	address := "ws://" + l.proxy.server.Host + "/gateway/?" + l.query
	server, response, err := websocket.Dial(ctx, address, &websocket.DialOptions{
		Host:       l.host, // which the server tells the bot to resume at
		HTTPClient: &http.Client{Transport: &http.Transport{DialContext: l.proxy.network.DialContext}},
	})
	if err != nil {
		return nil, err
	}
	if response.Body != nil {
		_ = response.Body.Close()
	}
	server.SetReadLimit(-1)
	return server, nil
}
