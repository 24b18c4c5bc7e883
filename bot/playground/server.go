package playground

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/page"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// Config says how to run. The zero value serves on DefaultAddr, makes a token up,
// keeps nothing and logs nothing.
type Config struct {
	// Addr is host and port, DefaultAddr if empty. If that is taken, another port is.
	Addr string
	// Token is what the bot must log in with; if empty, a random one.
	Token string
	// Records keep what must outlive the process; nil: nothing does.
	Records world.Records
	Log     *slog.Logger
	// Clock is the system's if nil. Idle connections are watched by the system's
	// clock in any case.
	Clock world.Clock
	// Network is the machine's if nil.
	Network world.Network
	// Heartbeat is how often the gateway wants one, 41.25 s if 0.
	Heartbeat time.Duration
	// Check, if there is one, looks at each of the bot's requests, its path without
	// /api/v10 and its body apart. What it complains of becomes a violation, though
	// the request is answered.
	Check func(r *http.Request, body []byte) error
	// Limits are the rate limits: DefaultLimits if nil, none if empty.
	Limits Limits
}

// defaultAddr is where the page is by default, if it is free.
const defaultAddr = "127.0.0.1:8666"

// Server is a running playground. Its methods may be called concurrently.
type Server struct {
	config       Config
	world        *world.World
	violations   *violations
	limits       *limiter
	journal      *world.Journal
	stream       *page.Stream
	gateway      *gateway
	commands     *world.Commands
	interactions *world.Interactions
	messages     *world.Messages

	host    string // as the operator named it, without port
	address string // host:port for URLs

	http     *http.Server
	served   chan struct{} // closed when http has ended
	closed   sync.Once
	closeErr error // guarded by closed
}

// New starts a playground. Close ends it.
func New(c Config) (*Server, error) {
	c.Token = cmp.Or(c.Token, "playground."+rand.Text())
	c.Heartbeat = cmp.Or(c.Heartbeat, heartbeatInterval)
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Network == nil {
		c.Network = world.MachineNetwork()
	}
	listener, err := listen(c.Network, cmp.Or(c.Addr, defaultAddr))
	if err != nil {
		return nil, fmt.Errorf("playground: %w", err)
	}
	s := &Server{config: c, limits: newLimiter(c.Limits), stream: &page.Stream{}, served: make(chan struct{})}
	s.host, _, _ = net.SplitHostPort(c.Addr)
	s.address = reachable(listener.Addr())
	s.world = world.New(c.Clock, s.threadOpened)
	s.violations = newViolations(s.world.Now, c.Log)
	s.journal = world.NewJournal(c.Records, c.Log)
	handler, err := s.assemble()
	if err != nil {
		s.journal.Close()
		return nil, fmt.Errorf("playground: %w", errors.Join(err, listener.Close()))
	}
	s.http = &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(s.served)
		if err := s.http.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			c.Log.Error("playground ended", "error", err)
		}
	}()
	return s, nil
}

// listen takes the address, or if its port is taken another one.
func listen(on world.Network, addr string) (net.Listener, error) {
	l, err := on.Listen(context.Background(), "tcp", addr)
	if err == nil {
		return l, nil
	}
	host, _, split := net.SplitHostPort(addr)
	if split != nil {
		return nil, err
	}
	l, other := on.Listen(context.Background(), "tcp", net.JoinHostPort(host, "0"))
	if other != nil {
		return nil, err // the first error names the address that was asked for
	}
	return l, nil
}

// reachable is the address by which this machine reaches a listener.
func reachable(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return a.String()
	}
	return fmt.Sprintf("127.0.0.1:%d", tcp.Port)
}

// URL is the page's.
func (s *Server) URL() string { return "http://" + s.address + "/" }

// APIBase is what stands in Discord's place: discordgo's EndpointDiscord, to which
// "api/v9/" is added.
func (s *Server) APIBase() string { return s.URL() }

// Token is what the bot logs in with, without the "Bot " before it.
func (s *Server) Token() string { return s.config.Token }

// Violations returns what was refused so far, a copy, at most the first 1,000.
func (s *Server) Violations() []Violation { return s.violations.all() }

// Restrict replaces what the bot may not do in a channel.
func (s *Server) Restrict(channel string, r world.Restriction) error {
	if err := s.world.Restrict(channel, r); err != nil {
		return fmt.Errorf("playground: %w", err)
	}
	return nil
}

// Keep replaces what keeps a person, by ID or key, away.
func (s *Server) Keep(person string, standing world.Standing) error {
	if err := s.world.Keep(person, standing); err != nil {
		return fmt.Errorf("playground: %w", err)
	}
	return nil
}

// Close ends all connections and writes out what is kept. Further calls do nothing.
func (s *Server) Close() error {
	s.closed.Do(func() { s.closeErr = s.shutdown() })
	return s.closeErr
}

func (s *Server) shutdown() error {
	s.interactions.Close()
	s.stream.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	err := s.http.Shutdown(ctx)
	if err != nil {
		err = s.http.Close() // some request would not end
	}
	<-s.served
	s.gateway.close()
	s.journal.Close()
	return err
}
