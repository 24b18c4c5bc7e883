package discord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/playground/playgroundtest"
	"github.com/sixfold-bot/sixfold/bot/slash"
)

// stage is a gateway with its REST calls. Each connection is served by the next script; the last
// script serves all further ones.
type stage struct {
	network *playgroundtest.Network // nil: the machine's
	server  *httptest.Server
	hello   string
	scripts []func(g *guest)
	// rest, if not nil, responds to a call in place of the stage, if it returns a status.
	rest func(method, path string) (status int, body string)
	pipe func() (near, far net.Conn) // connects to discordgo in a bubble

	mu      sync.Mutex
	guests  int
	silent  []time.Duration
	linked  []bool   // the reports to Config.Linked
	logins  []string // payloads of IDENTIFY and RESUME
	at      []time.Time
	answers chan apiCall
}

// guest is a connection to the gateway.
type guest struct {
	*websocket.Conn
	t     *testing.T
	stage *stage
}

// newStage creates a stage on a network in memory, for a bubble.
func newStage(t *testing.T, scripts ...func(g *guest)) *stage {
	t.Helper()
	n := network(t)
	l, err := n.Listen(t.Context(), "tcp", "")
	if err != nil {
		t.Fatal(err)
	}
	return newStageOn(t, n, l, scripts...)
}

// newStageOn is newStage on a network, nil for the machine's, with a listener.
func newStageOn(t *testing.T, n *playgroundtest.Network, l net.Listener, scripts ...func(g *guest)) *stage {
	t.Helper()
	s := &stage{network: n, pipe: quietPipe, scripts: scripts, answers: make(chan apiCall, 1000)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v9/applications/@me", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"id":%q,"bot":{"id":%q}}`, testApp, testBot)
	})
	mux.HandleFunc("GET /api/v9/gateway/bot", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"url":"ws%s/socket"}`, strings.TrimPrefix(s.server.URL, "http"))
	})
	mux.HandleFunc("/socket/", func(w http.ResponseWriter, r *http.Request) { s.welcome(t, w, r) })
	mux.HandleFunc("/api/v9/", func(w http.ResponseWriter, r *http.Request) {
		c := apiCall{Path: r.URL.Path}
		if err := c.read(r); err != nil {
			t.Error(err)
		}
		if strings.Contains(c.Path, "/callback") {
			s.answers <- c
			w.WriteHeader(http.StatusNoContent)
			return
		}
		fmt.Fprint(w, "[]")
	})
	scripted := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.rest != nil {
			if status, body := s.rest(r.Method, r.URL.Path); status != 0 {
				w.WriteHeader(status)
				fmt.Fprint(w, body)
				return
			}
		}
		mux.ServeHTTP(w, r)
	})
	s.server = &httptest.Server{Listener: l, Config: &http.Server{Handler: scripted, ReadHeaderTimeout: time.Minute}}
	s.server.Start()
	t.Cleanup(s.server.Close)
	return s
}

// interval is the time between heartbeats.
const interval = 41250 * time.Millisecond

func (s *stage) welcome(t *testing.T, w http.ResponseWriter, r *http.Request) {
	t.Helper()
	up := websocket.Upgrader{}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		t.Error(err)
		return
	}
	defer conn.Close()
	s.mu.Lock()
	script := s.scripts[min(s.guests, len(s.scripts)-1)]
	s.guests++
	s.mu.Unlock()
	g := &guest{conn, t, s}
	g.send(cmp.Or(s.hello, fmt.Sprintf(`{"op":10,"d":{"heartbeat_interval":%d}}`, interval.Milliseconds())))
	script(g)
}

func (g *guest) send(payload string) { _ = g.WriteMessage(websocket.TextMessage, []byte(payload)) }

// login reads IDENTIFY or RESUME.
func (g *guest) login() {
	for {
		_, payload, err := g.ReadMessage()
		if err != nil {
			return
		}
		if bytes.Contains(payload, []byte(`"op":2`)) || bytes.Contains(payload, []byte(`"op":6`)) {
			g.stage.mu.Lock()
			g.stage.logins = append(g.stage.logins, string(payload))
			g.stage.at = append(g.stage.at, time.Now())
			g.stage.mu.Unlock()
			return
		}
	}
}

// stay reads until the other side closes, and returns the close code.
func (g *guest) stay() int {
	for {
		if _, _, err := g.ReadMessage(); err != nil {
			code := 0
			if e, ok := err.(*websocket.CloseError); ok { //nolint:errorlint // ReadMessage does not wrap
				code = e.Code
			}
			return code
		}
	}
}

// live acknowledges heartbeats until the other side closes.
func (g *guest) live() {
	for {
		_, payload, err := g.ReadMessage()
		if err != nil {
			return
		}
		if bytes.Contains(payload, []byte(`"op":1,`)) {
			g.send(`{"op":11}`)
		}
	}
}

// settle returns when the other side has logged in and sent its first heartbeat. If the line broke
// earlier, a bubble's clock would stop: discordgo sleeps with its lock held, and its reader waits for that.
func (g *guest) settle() {
	_, _, _ = g.ReadMessage()
	takes(time.Second)
}

func (g *guest) ready() {
	g.send(`{"op":0,"s":1,"t":"READY","d":{"v":9,"session_id":"abc","user":{"id":"` + testBot + `","username":"sixfold"},"application":{"id":"` + testApp + `"},"guilds":[]}}`)
}

func (g *guest) resumed() { g.send(`{"op":0,"s":2,"t":"RESUMED","d":{}}`) }

func (g *guest) interaction(raw json.RawMessage) {
	g.send(`{"op":0,"s":3,"t":"INTERACTION_CREATE","d":` + string(raw) + `}`)
}

func (g *guest) leave(code int) {
	_ = g.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, "no"), time.Now().Add(time.Second))
	g.stay()
}

// connect opens a connection and closes it at the end of the test.
func (s *stage) connect(t *testing.T, bot Handler) (*Connection, error) {
	t.Helper()
	var log safeBuffer
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	d, err := s.connectWith(ctx, bot, Config{
		Linked: func(up bool, silent time.Duration) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.linked = append(s.linked, up)
			s.silent = append(s.silent, silent)
		},
	}, slog.New(slog.NewTextHandler(&log, nil)))
	t.Cleanup(func() {
		if s.network != nil {
			synctest.Wait() // until no goroutine is about to use the socket
		}
		if d != nil {
			if err := d.Close(); err != nil {
				t.Error(err)
			}
		}
		if strings.Contains(log.String(), testToken) {
			t.Errorf("the token is in the log:\n%s", log.String())
		}
	})
	return d, err
}

// connectWith opens a connection to the stage.
func (s *stage) connectWith(ctx context.Context, bot Handler, c Config, log *slog.Logger) (*Connection, error) {
	c.Token, c.API, c.Records = testToken, s.server.URL+"/api/v9/", memory{}
	if s.network == nil {
		return Connect(ctx, bot, c, log)
	}
	return connectBy(ctx, s.pipe, s.network, bot, c, log)
}

// safeBuffer is a buffer for a log that several goroutines write.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// answer waits for the next answer of the bot.
func (s *stage) answer(t *testing.T) apiCall {
	t.Helper()
	select {
	case c := <-s.answers:
		return c
	case <-time.After(30 * time.Second):
		t.Fatal("no answer came")
		return apiCall{}
	}
}

func TestConnectServes(t *testing.T) {
	t.Parallel()
	left := make(chan int, 1)
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := newStageOn(t, nil, l, func(g *guest) {
		g.login()
		g.ready()
		g.interaction(command("1"))
		left <- g.stay()
	})
	seen := make(chan chat.Request, 1)
	bot := fakeBot{handle: func(_ context.Context, r chat.Request) chat.Reply {
		seen <- r
		return chat.Reply{Text: "hello"}
	}, commands: []slash.Command{{Name: "hex", Description: "Hex"}}}
	d, err := s.connect(t, bot)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.answer(t); got.content() != "hello" || got.Path != "/api/v9/interactions/1/token-of-1/callback" {
		t.Errorf("%+v", got)
	}
	if r := bottest.Receive(t, seen); r.App != testBot { // the answer came after it
		t.Errorf("the bot's user is %s", r.App)
	}
	if login := s.logins[0]; !strings.Contains(login, `"token":"Bot `+testToken+`"`) || !strings.Contains(login, `"intents":0`) {
		t.Errorf("login %s", login)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	select {
	case code := <-left:
		if code != websocket.CloseNormalClosure {
			t.Errorf("left with %d", code)
		}
	case <-time.After(30 * time.Second):
		t.Error("never left")
	}
	if d.Err() != nil {
		t.Error(d.Err())
	}
}

// TestWhatComesAtTheEndIsAnswered: Discord sends an interaction just before the close frame, and
// discordgo passes it on just after.
func TestWhatComesAtTheEndIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		closing := make(chan struct{})
		s := newStage(t, func(g *guest) {
			g.login()
			g.ready()
			g.settle()
			<-closing
			g.interaction(command("1"))
			g.stay()
		})
		s.pipe = func() (near, far net.Conn) {
			near, far = net.Pipe()
			return quiet{near, 200 * time.Millisecond}, far
		}
		d, err := s.connect(t, answering(chat.Reply{Text: "x"}))
		if err != nil {
			t.Fatal(err)
		}
		pass(30 * time.Second)
		close(closing)
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		if got := s.answer(t); got.content() != "[de] "+textClosing.String() {
			t.Errorf("%+v", got)
		}
	})
}

func TestConnectRefusedForGood(t *testing.T) {
	t.Parallel()
	for _, code := range []int{4004, 4010, 4011, 4012, 4013, 4014} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, func(g *guest) {
					g.login()
					g.leave(code)
				})
				_, err := s.connect(t, fakeBot{})
				if final, ok := errors.AsType[*FinalError](err); !ok || finalCodes[code] == "" || final.why != finalCodes[code] {
					t.Errorf("%v, want %s", err, finalCodes[code])
				}
				s.mu.Lock()
				defer s.mu.Unlock()
				if s.guests != 1 {
					t.Errorf("logged in %d times", s.guests)
				}
			})
		})
	}
}

func TestConnectToNobody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		s.server.Close()
		if _, err := s.connect(t, fakeBot{}); err == nil {
			t.Error("no error")
		}
	})
}

func TestConnectGivesUpWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, func(g *guest) { g.stay() }) // never READY
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		_, err := s.connectWith(ctx, fakeBot{}, Config{}, discard)
		if err == nil {
			t.Error("no error")
		}
	})
}

func TestGatewayComesBack(t *testing.T) {
	tests := []struct {
		name string
		drop func(g *guest)
	}{
		{"after a broken line", func(g *guest) { _ = g.UnderlyingConn().Close() }},
		{"after a close code that passes", func(g *guest) { g.leave(4000) }},
		{"when told to", func(g *guest) { g.send(`{"op":7,"d":null}`); g.stay() }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, func(g *guest) {
					g.login()
					g.ready()
					g.settle()
					tt.drop(g)
				}, func(g *guest) {
					g.login()
					g.resumed()
					g.interaction(command("2"))
					g.stay()
				})
				d, err := s.connect(t, answering(chat.Reply{Text: "hello"}))
				if err != nil {
					t.Fatal(err)
				}
				if got := s.answer(t); !strings.Contains(got.Path, "/2/token-of-2/") {
					t.Errorf("%+v", got)
				}
				s.mu.Lock()
				defer s.mu.Unlock()
				if !strings.Contains(s.logins[1], `"op":6`) || !strings.Contains(s.logins[1], `"session_id":"abc"`) {
					t.Errorf("came back with %s", s.logins[1])
				}
				if n := len(s.linked); n < 3 || !s.linked[0] || s.linked[1] || !s.linked[n-1] {
					t.Errorf("linked: %v, want there, lost, and there again", s.linked)
				}
				select {
				case <-d.Done():
					t.Errorf("ended: %v", d.Err())
				default:
				}
			})
		})
	}
}

// Discord repeats at a resume what came while the line was broken. What it no longer takes an answer to
// must not be carried out.
func TestResumeLeavesWhatIsTooOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const epoch = 1_420_070_400_000              // of Discord, in milliseconds
		takes(2 * time.Until(time.UnixMilli(epoch))) // the bubble begins before it
		aged := func(age time.Duration) string {
			return strconv.FormatInt((time.Now().Add(-age).UnixMilli()-epoch)<<22, 10)
		}
		old, young, late := "", "", ""
		s := newStage(t, lost, func(g *guest) {
			g.login()
			old, young = aged(3*time.Second), aged(time.Second)
			g.interaction(command(old))
			g.interaction(command(young))
			g.resumed()
			late = aged(time.Minute) // this machine's clock may be wrong
			g.interaction(command(late))
			g.stay()
		})
		if _, err := s.connect(t, answering(chat.Reply{Text: "hello"})); err != nil {
			t.Fatal(err)
		}
		first, second := s.answer(t), s.answer(t)
		if got := first.Path + second.Path; !strings.Contains(got, young) || !strings.Contains(got, late) {
			t.Errorf("of %s, %s and %s, answered are %s", old, young, late, got)
		}
	})
}

func TestGatewayLogsInAgainWhenTheSessionIsGone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, func(g *guest) {
			g.login()
			g.ready()
			g.settle()
			_ = g.UnderlyingConn().Close()
		}, func(g *guest) {
			g.login() // RESUME
			g.send(`{"op":9,"d":false}`)
			g.stay()
		}, func(g *guest) {
			g.login() // IDENTIFY
			g.ready()
			g.interaction(command("2"))
			g.stay()
		})
		if _, err := s.connect(t, answering(chat.Reply{Text: "hello"})); err != nil {
			t.Fatal(err)
		}
		s.answer(t)
		s.mu.Lock()
		defer s.mu.Unlock()
		if len(s.logins) != 3 || !strings.Contains(s.logins[2], `"op":2`) {
			t.Errorf("logins %v", s.logins)
		}
	})
}

func TestGatewayEndsWithTheReason(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, func(g *guest) {
			g.login()
			g.ready()
			g.settle()
			_ = g.UnderlyingConn().Close()
		}, func(g *guest) {
			g.login()
			g.leave(4004)
		})
		d, err := s.connect(t, fakeBot{})
		if err != nil {
			t.Fatal(err)
		}
		select {
		case <-d.Done():
		case <-time.After(30 * time.Second):
			t.Fatal("it goes on")
		}
		if err := d.Err(); err == nil || !strings.Contains(err.Error(), "the token is not valid") {
			t.Errorf("reason %v", err)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.guests != 2 {
			t.Errorf("logged in %d times", s.guests)
		}
	})
}

// Without heartbeat acknowledgements the bot closes with a code that keeps the session, and misses
// no event.
func TestGatewayComesBackFromTheDead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		left := make(chan int, 1)
		s := newStage(t, func(g *guest) {
			g.login()
			g.ready()
			left <- g.stay()
		}, func(g *guest) {
			g.login()
			g.resumed()
			g.interaction(command("2"))
			g.live()
		})
		if _, err := s.connect(t, answering(chat.Reply{Text: "hello"})); err != nil {
			t.Fatal(err)
		}
		select {
		case code := <-left:
			if code != websocket.CloseServiceRestart {
				t.Errorf("left with %d", code)
			}
		case <-time.After(time.Minute):
			t.Fatal("it stays with the dead")
		}
		s.answer(t)
		s.mu.Lock()
		defer s.mu.Unlock()
		if !strings.Contains(s.logins[len(s.logins)-1], `"op":6`) {
			t.Errorf("logins %v", s.logins)
		}
		if lost := slices.Index(s.linked, false); lost < 0 || s.silent[lost] < interval {
			t.Errorf("lost after %v of silence (%v), want %v at least", s.silent, s.linked, interval)
		}
	})
}

func TestInteractionsStayInOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const n = 300
		s := newStage(t, func(g *guest) {
			g.login()
			g.ready()
			for i := range n {
				g.interaction(command(fmt.Sprint(1000 + i)))
			}
			g.stay()
		})
		var mu sync.Mutex
		var order []string
		bot := fakeBot{handle: func(_ context.Context, r chat.Request) chat.Reply {
			mu.Lock()
			defer mu.Unlock()
			order = append(order, r.ID)
			return chat.Reply{Text: "x"}
		}}
		if _, err := s.connect(t, bot); err != nil {
			t.Fatal(err)
		}
		for range n {
			s.answer(t)
		}
		for i, id := range order {
			if id != fmt.Sprint(1000+i) {
				t.Fatalf("place %d has %s", i, id)
			}
		}
	})
}
