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
)

// Config says how to run. The zero value serves on DefaultAddr, makes a token up,
// keeps nothing and logs nothing.
type Config struct {
	// Addr is host and port, DefaultAddr if empty. If that is taken, another port is.
	Addr string
	// Token is what the bot must log in with; if empty, a random one.
	Token string
	// Records keep what must outlive the process; nil: nothing does.
	Records Records
	Log     *slog.Logger
	// Clock is the system's if nil. Idle connections are watched by the system's
	// clock in any case.
	Clock Clock
	// Heartbeat is how often the gateway wants one, 41.25 s if 0.
	Heartbeat time.Duration
	// Check, if there is one, looks at each of the bot's requests, its path without
	// /api/v10 and its body apart. What it complains of becomes a violation, though
	// the request is answered.
	Check func(r *http.Request, body []byte) error
	// Limits are the rate limits: DefaultLimits if nil, none if empty.
	Limits Limits
}

// DefaultAddr is where the page is, if nobody says otherwise and it is free.
const DefaultAddr = "127.0.0.1:8666"

// Server is a running playground. Its methods may be called concurrently.
type Server struct {
	world    *world
	ids      snowflakes
	token    string
	clock    Clock
	log      *slog.Logger
	check    func(*http.Request, []byte) error
	limits   *limiter
	journal  *journal
	host     string // as the operator named it, without port
	address  string // host:port for URLs
	http     *http.Server
	served   chan struct{} // closed when http has ended
	closing  chan struct{} // closed when nobody should wait any longer
	closed   sync.Once
	closeErr error // guarded by closed
	gateway  *gateway
	streams  streams
	audit    audit

	mu           sync.Mutex                // guards what follows; never held while waiting
	commands     map[string][]*command     // by scope: "" or a guild
	messages     map[string][]*message     // by channel, oldest first
	files        map[string]*storedFile    // by attachment ID
	interactions map[string]*interaction   // by token
	modals       map[string]*modal         // by ID
	offered      map[string]map[string]any // by user, command and option: autocomplete's names and their values
}

// New starts a playground. Close ends it.
func New(c Config) (*Server, error) {
	if c.Clock == nil {
		c.Clock = systemClock{}
	}
	s := &Server{
		world: newWorld(), token: c.Token, clock: c.Clock, log: c.Log, check: c.Check,
		limits:   newLimiter(c.Limits),
		commands: map[string][]*command{}, messages: map[string][]*message{}, files: map[string]*storedFile{},
		interactions: map[string]*interaction{}, modals: map[string]*modal{}, offered: map[string]map[string]any{},
		served: make(chan struct{}), closing: make(chan struct{}),
	}
	if s.token == "" {
		s.token = "playground." + rand.Text()
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.journal = newJournal(c.Records, s.log)
	if err := s.load(); err != nil {
		s.journal.close()
		return nil, fmt.Errorf("playground: %w", err)
	}
	listener, err := listen(c.Addr)
	if err != nil {
		s.journal.close()
		return nil, fmt.Errorf("playground: %w", err)
	}
	s.serve(listener, c.Addr, cmp.Or(c.Heartbeat, heartbeatInterval))
	return s, nil
}

// serve begins to answer.
func (s *Server) serve(listener net.Listener, addr string, heartbeat time.Duration) {
	s.host, _, _ = net.SplitHostPort(addr)
	s.address = reachable(listener.Addr())
	s.gateway = newGateway(s, heartbeat)
	s.http = &http.Server{Handler: s.routes(), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(s.served)
		if err := s.http.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("playground ended", "error", err)
		}
	}()
}

// listen takes the address, or if its port is taken another one.
func listen(addr string) (net.Listener, error) {
	if addr == "" {
		addr = DefaultAddr
	}
	var lc net.ListenConfig
	l, err := lc.Listen(context.Background(), "tcp", addr)
	if err == nil {
		return l, nil
	}
	host, _, split := net.SplitHostPort(addr)
	if split != nil {
		return nil, err
	}
	l, other := lc.Listen(context.Background(), "tcp", net.JoinHostPort(host, "0"))
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
func (s *Server) Token() string { return s.token }

// Close ends all connections and writes out what is kept. Further calls do nothing.
func (s *Server) Close() error {
	s.closed.Do(func() { s.closeErr = s.shutdown() })
	return s.closeErr
}

func (s *Server) shutdown() error {
	close(s.closing)
	s.streams.close()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	err := s.http.Shutdown(ctx)
	if err != nil {
		err = s.http.Close() // some request would not end
	}
	<-s.served
	s.gateway.close()
	s.journal.close()
	return err
}
