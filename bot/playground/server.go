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
	"strings"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/page"
	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
	"github.com/sixfold-bot/sixfold/bot/watch"
)

// Config configures a server. The zero value listens on defaultAddr with a random token, and
// neither persists nor logs.
type Config struct {
	// Addr is host:port, defaultAddr if empty. If it is in use, another port is taken.
	Addr string
	// Token is the bot's token, random if empty.
	Token string
	// Records store what must outlive the process; nil: nothing does.
	Records world.Records
	Log     *slog.Logger
	// Clock is the system's if nil. Idle connections always follow the system's clock.
	Clock world.Clock
	// Network is the machine's if nil.
	Network world.Network
	// Heartbeat is the gateway's heartbeat interval, 41.25 s if 0.
	Heartbeat time.Duration
	// Check, if not nil, examines each of the bot's requests, with a path without /api/v10 and the
	// body apart. Its error becomes a violation, but the request is still answered.
	Check func(r *http.Request, body []byte) error
	// Limits are the rate limits: DefaultLimits if nil, none if empty.
	Limits Limits
}

const (
	defaultAddr    = "127.0.0.1:8666"
	maxConnections = 512         // at a time; the oldest make way
	bodyBy         = time.Minute // for a body; streams, and the gateway, have none
)

// Server is a running playground. Its methods are safe for concurrent use.
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

	host    string // the configured host
	address string // host:port for URLs

	http   *http.Server
	end    context.CancelCauseFunc // ends the requests that wait, and the connections that stay open
	served sync.WaitGroup          // until http has ended
	close  func() error            // shutdown, once
}

// New starts a playground. Close ends it.
func New(c Config) (*Server, error) {
	c.Token = cmp.Or(c.Token, "playground."+rand.Text())
	c.Heartbeat = cmp.Or(c.Heartbeat, heartbeatInterval)
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	c.Network = cmp.Or(c.Network, world.MachineNetwork())
	listener, err := listen(c.Network, cmp.Or(c.Addr, defaultAddr))
	if err != nil {
		return nil, fmt.Errorf("playground: %w", err)
	}
	s := &Server{config: c, limits: newLimiter(c.Limits), stream: &page.Stream{}}
	s.close = sync.OnceValue(s.shutdown)
	s.host, _, _ = net.SplitHostPort(c.Addr)
	s.address = reachable(listener.Addr())
	s.world = world.New(c.Clock)
	s.violations = &violations{now: s.world.Now, log: c.Log}
	s.journal = world.NewJournal(c.Records, c.Log)
	handler, err := s.assemble()
	if err != nil {
		s.journal.Close()
		return nil, fmt.Errorf("playground: %w", errors.Join(err, listener.Close()))
	}
	ctx, end := context.WithCancelCause(context.Background())
	s.end = end
	s.http = &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, ConnState: watch.NewCrowd(maxConnections).State,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	s.served.Go(func() {
		if err := s.http.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			c.Log.Error("playground ended", "error", err)
		}
	})
	return s, nil
}

// listen listens on the address, or on another port if that one is in use.
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
		return nil, err // the first error names the requested address
	}
	return l, nil
}

// reachable returns the address at which this machine reaches a listener.
func reachable(a net.Addr) string {
	if tcp, ok := a.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("127.0.0.1:%d", tcp.Port)
	}
	return a.String()
}

// URL returns the URL of the page.
func (s *Server) URL() string { return "http://" + s.address + "/" }

// APIBase returns the base URL that replaces Discord's (discordgo's EndpointDiscord), to which
// "api/v9/" is added.
func (s *Server) APIBase() string { return s.URL() }

// Token returns the bot's token, without the prefix "Bot ".
func (s *Server) Token() string { return s.config.Token }

// Violations returns a copy of the violations so far, at most the first 1,000.
func (s *Server) Violations() []Violation { return s.violations.all() }

// World returns the world, in which a test restricts the bot and people.
func (s *Server) World() *world.World { return s.world }

// Close ends all connections and flushes the journal. Further calls do nothing.
func (s *Server) Close() error { return s.close() }

// errClosing ends the requests that wait.
var errClosing = errors.New("the playground is closing")

func (s *Server) shutdown() error {
	s.end(errClosing)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	err := s.http.Shutdown(ctx)
	if err != nil {
		err = s.http.Close() // a request did not end in time
	}
	s.served.Wait()
	s.gateway.links.Wait()
	s.journal.Close()
	return err
}

// assemble creates the server's parts, and returns its HTTP handler.
func (s *Server) assemble() (http.Handler, error) {
	var err error
	s.commands, err = world.NewCommands(s.world, s.journal, func(scope string, n int) bool {
		return s.limits.spend(s.world.Now(), CreateLimit, scope, n)
	}, s.stream.Commands)
	if err != nil {
		return nil, err
	}
	s.messages, err = world.NewMessages(s.world, s.journal, strings.TrimSuffix(s.URL(), "/"), s.messageChanged)
	if err != nil {
		return nil, err
	}
	s.gateway = &gateway{server: s, sessions: map[string]*session{}}
	s.interactions = world.NewInteractions(s.world, s.messages, s.gateway.interaction, s.unanswered, s.stream.Modal)
	bot := s.serveAPI()
	people := page.Handler(page.Config{
		World: s.world, Messages: s.messages, Commands: s.commands, Interactions: s.interactions,
		Log: s.config.Log, Stream: s.stream, Online: s.gateway.isOnline,
	})
	mux := http.NewServeMux()
	mux.Handle("/api/v9/", http.StripPrefix("/api/v9", bot))
	mux.Handle("/api/v10/", http.StripPrefix("/api/v10", bot))
	mux.Handle("GET /gateway/", s.gateway)
	mux.HandleFunc("GET /api/violations", func(w http.ResponseWriter, _ *http.Request) {
		rules.WriteJSON(w, http.StatusOK, s.Violations())
	})
	mux.Handle("/", people)
	return s.guard(mux), nil
}

type object = map[string]any

// messageChanged notifies pages of a change to a message. A file that no component shows is a
// violation.
func (s *Server) messageChanged(change world.Change, m world.Message) {
	s.stream.Message(s.world, s.messages, change, &m)
	if m.Flags&rules.FlagComponentsV2 == 0 || change == world.Deleted {
		return
	}
	for _, a := range m.Unshown() {
		s.violations.add(Violation{Method: "MESSAGE", Path: m.ID, Message: "no component shows " + a.Name})
	}
}

// unanswered records that a connected bot missed its deadline, and notifies the person, except for
// an autocompletion.
func (s *Server) unanswered(i *world.Interaction) {
	if s.gateway.isOnline() {
		s.violations.add(Violation{
			Method: "INTERACTION", Path: i.ID, Code: rules.UnknownInteraction.Code, Message: "no answer within 3 s",
		})
	}
	if i.Type != world.AutocompleteInteraction {
		s.stream.Unanswered(i)
	}
}
