package discord

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/net/netutil"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// street is a listener in memory, to which connections come from given addresses.
type street struct {
	arriving chan net.Conn
	closed   chan struct{}
	close    func()
	open     atomic.Int64 // connections that the server has not closed
}

func newStreet() *street {
	s := &street{arriving: make(chan net.Conn), closed: make(chan struct{})}
	s.close = sync.OnceFunc(func() { close(s.closed) })
	return s
}

func (s *street) Accept() (net.Conn, error) {
	select {
	case c := <-s.arriving:
		return c, nil
	case <-s.closed:
		return nil, net.ErrClosed
	}
}

func (s *street) Close() error   { s.close(); return nil }
func (s *street) Addr() net.Addr { return &net.TCPAddr{} }

// come connects from an address.
func (s *street) come(ip string, port int) (net.Conn, error) {
	here, there := net.Pipe()
	s.open.Add(1)
	c := &comer{Conn: there, from: &net.TCPAddr{IP: net.ParseIP(ip), Port: port}, left: sync.OnceFunc(func() { s.open.Add(-1) })}
	select {
	case s.arriving <- c:
		return here, nil
	case <-s.closed:
		return nil, net.ErrClosed
	}
}

// comer is the server's side of a connection.
type comer struct {
	net.Conn
	from net.Addr
	left func()
}

func (c *comer) RemoteAddr() net.Addr { return c.from }

func (c *comer) Close() error {
	c.left()
	return c.Conn.Close()
}

// on serves the endpoint on a street. It must be called inside a bubble.
func (b *bench) on(s *street) {
	go func() { _ = b.transport.(*endpoint).server.Serve(netutil.LimitListener(s, maxConnections)) }()
}

// ask makes a request of Discord's, on a connection of its own, and returns its status and how long it took.
func ask(t *testing.T, s *street, r *http.Request) (status int, took time.Duration) {
	t.Helper()
	way := &http.Transport{DisableKeepAlives: true, DialContext: func(context.Context, string, string) (net.Conn, error) {
		return s.come("198.51.100.7", 443)
	}}
	begin := time.Now()
	response, err := way.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	took = time.Since(begin)
	response.Body.Close()
	return response.StatusCode, took
}

// badly is the head of a request with a well-formed signature that is not Discord's.
func badly(length string) string {
	return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: bot.test\r\nX-Signature-Ed25519: %s\r\nX-Signature-Timestamp: %d\r\n%s\r\n\r\n",
		endpointPath, hex.EncodeToString(make([]byte, ed25519.SignatureSize)), time.Now().Unix(), length)
}

// A thousand strangers who send slowly, or nothing, come again and again; nobody waits for them.
func TestEndpointKeepsNobodyWaitingForStrangers(t *testing.T) {
	form := command("1", `{"note":"`+strings.Repeat("x", 100<<10)+`"}`)
	tests := []struct {
		name string
		says func() string // what a stranger sends before it dawdles
	}{
		{"small bodies", func() string { return badly("Content-Length: 2000") + "{" }},
		{"large bodies", func() string { return badly("Content-Length: 100000") + strings.Repeat(" ", smallBody) }},
		{"bodies that seem large", func() string { return badly("Content-Length: 100000") + "{" }},
		{"bodies of unknown length", func() string { return badly("Transfer-Encoding: chunked") + "1\r\n{\r\n" }},
		{"another path", func() string { return "POST /x HTTP/1.1\r\nHost: bot.test\r\nContent-Length: 9\r\n\r\n{" }},
		{"no signature", func() string {
			return "POST " + endpointPath + " HTTP/1.1\r\nHost: bot.test\r\nContent-Length: 9\r\n\r\n{"
		}},
		{"half a head", func() string { return "POST " + endpointPath + " HTTP/1.1\r\n" }},
		{"nothing", func() string { return "" }},
		{"a refused request, and no other", func() string { return "GET /x HTTP/1.1\r\nHost: bot.test\r\n\r\n" }},
	}
	places := []struct {
		name    string
		address func(i int) string
	}{
		{"through a proxy", func(int) string { return "198.51.100.7" }}, // by which Discord's come, too
		{"from one address", func(int) string { return "203.0.113.9" }},
		{"from as many addresses", func(i int) string { return fmt.Sprintf("2001:db8:%x::1", i) }},
	}
	if !enginetest.Long() {
		tests = tests[:1]
	}
	for _, tt := range tests {
		for _, from := range places {
			t.Run(tt.name+" "+from.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					b := newBench(t, answering(chat.Reply{Text: "x"}), byHTTP)
					s := newStreet()
					b.on(s)
					var strangers sync.WaitGroup
					t.Cleanup(strangers.Wait)
					t.Cleanup(s.close)
					for i := range 1200 {
						strangers.Go(func() {
							for port := 1; ; port++ {
								conn, err := s.come(from.address(i), port)
								if err != nil {
									return
								}
								_, _ = io.WriteString(conn, tt.says())
								_, _ = io.Copy(io.Discard, conn) // until the server closes it
								conn.Close()
								takes(100 * time.Millisecond)
							}
						})
					}
					for i, body := range slices.Repeat([][]byte{command("1"), form}, 2) {
						takes(333 * time.Millisecond) // not when the strangers come
						r := signed(t.Context(), "http://bot.test"+endpointPath, time.Now(), body)
						r.Header.Set("X-Request", strconv.Itoa(i))
						if status, took := ask(t, s, r); status != http.StatusOK && status != http.StatusAccepted || took > 100*time.Millisecond {
							t.Errorf("request %d: status %d after %v", i, status, took)
						}
						if n := s.open.Load(); n > maxConnections {
							t.Errorf("%d connections are open", n)
						}
					}
				})
			})
		}
	}
}

// dawdle sends the beginning of a request, and returns the status of the answer and when it came.
func dawdle(t *testing.T, s *street, port int, says string) (status string, took time.Duration) {
	t.Helper()
	conn, err := s.come("203.0.113.9", port)
	if err != nil {
		t.Error(err)
		return "", 0
	}
	defer conn.Close()
	begin := time.Now()
	_, _ = io.WriteString(conn, says)
	answer, _ := io.ReadAll(conn)
	_, status, _ = strings.Cut(string(answer), " ")
	status, _, _ = strings.Cut(status, " ")
	return status, time.Since(begin)
}

func TestEndpointBoundsTheTimeOfReading(t *testing.T) {
	tests := []struct {
		length, body string
		want         time.Duration
	}{
		{"Content-Length: 2000", "{", smallBy},
		{"Content-Length: 100000", strings.Repeat(" ", smallBody-1), smallBy},
		{"Content-Length: 100000", strings.Repeat(" ", smallBody), largeBy},
		{"Transfer-Encoding: chunked", "1\r\n{\r\n", smallBy},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.length, " ", len(tt.body)), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, answering(chat.Reply{Text: "x"}), byHTTP)
				s := newStreet()
				b.on(s)
				if status, took := dawdle(t, s, 1, badly(tt.length)+tt.body); status != "400" || took != tt.want {
					t.Errorf("status %s after %v, want 400 after %v", status, took, tt.want)
				}
			})
		})
	}
}

// Of large bodies only some are read at a time: those that came last.
func TestEndpointReadsFewLargeBodiesAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(chat.Reply{Text: "x"}), byHTTP)
		s := newStreet()
		b.on(s)
		const more = 10
		var reading sync.WaitGroup
		for i := range maxLarge + more {
			reading.Go(func() {
				status, took := dawdle(t, s, i, badly("Content-Length: 100000")+strings.Repeat(" ", smallBody))
				if in := took == largeBy; status != "400" || in != (i >= more) {
					t.Errorf("body %d: status %s after %v", i, status, took)
				}
			})
			pass(time.Millisecond)
		}
		reading.Wait()
		pass(watch.RefusalsEvery)
		if log := b.log.String(); !strings.Contains(log, "unreadable:74") {
			t.Error(log)
		}
	})
}

// The time for reading a body is none for the answer. A connection makes way for no stranger while
// its request is answered, and stays open for the next.
func TestEndpointAnswersBeyondTheTimeOfReading(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, answering(slowly(deferAfter-time.Millisecond, chat.Reply{Text: "x"})), byHTTP)
		s := newStreet()
		b.on(s)
		var dialled int
		way := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
			dialled++
			return s.come("198.51.100.7", dialled)
		}}
		t.Cleanup(way.CloseIdleConnections)
		time.AfterFunc(time.Second, func() {
			for port := range maxStrangers + 1 {
				if conn, err := s.come("198.51.100.7", 1000+port); err == nil {
					t.Cleanup(func() { conn.Close() })
				}
			}
		})
		for i := range 3 {
			response, err := way.RoundTrip(signed(t.Context(), "http://bot.test"+endpointPath, time.Now(), command(strconv.Itoa(1+i))))
			if err != nil {
				t.Fatal(err)
			}
			if got := responded(t, response).String(); got != "RESPONSE 4 x" {
				t.Error(got)
			}
			takes(time.Minute)
		}
		if dialled != 1 {
			t.Errorf("%d connections for one", dialled)
		}
	})
}
