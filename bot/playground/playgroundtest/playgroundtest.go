// Package playgroundtest gives tests a Discord that forgives nothing.
//
// A test starts a server with
//
//	s := playgroundtest.New(t, playground.Config{})
//
// and connects the bot to s.APIBase() with s.Token(). When the test ends, the server
// is closed, and the test fails for each violation: a request that Discord would
// refuse or rate-limit, one that its OpenAPI description does not allow, an
// interaction without answer or with a late or second one, a gateway connection that
// the bot made the server close. A test that provokes some says which:
//
//	s.Expect(http.StatusForbidden, 50013) // and at least one such must come
//
// A request that is answered, though not as described, has status and code 0.
//
// Close the bot before the test ends, or in a cleanup registered after New: cleanups
// run last first, and a bot that still runs when its server closes may complain.
//
// # Faults
//
// The bot's side of the server lies behind a [Proxy], by which what can go wrong is
// made to go wrong:
//
//	s.Inject(Fault{Kind: Status, Route: "POST /channels/*/messages", Count: 2, Status: 502})
//	s.Inject(Fault{Kind: Drop})
//
// Faults of requests ([Latency], [Status], [Cut], [TooMany]) strike the requests of a
// route, before the server sees them or after it has handled them. Faults of the gateway
// ([Drop] to [Shuffle]) strike the connections. The server knows nothing of either, so
// that what a fault refuses is none of the bot's mistakes, and the server holds the bot
// to Discord's rules as ever. A fault that has struck as often as it should is no longer among
// s.Active().
//
// # Time
//
// By default time is the system's, so that an answer after 3 seconds is late. For a
// test that steps over a deadline there is [Clock], which moves when it is told to:
//
//	clock := playgroundtest.NewClock()
//	s := playgroundtest.New(t, playground.Config{Clock: clock})
//	clock.Advance(15 * time.Minute)
//
// The windows of the rate limits end by that clock too. A test that stands still and
// sends much sets [playground.Config.Limits], which are Discord's otherwise.
//
// # A network in memory
//
// In a bubble of [testing/synctest] neither waits for anything real. There the server and the
// bot meet in a [Network]:
//
//	var n playgroundtest.Network
//	s := playgroundtest.New(t, playground.Config{Network: &n})
//
// # The description
//
// It is a copy of the part that the playground serves, in discord/openapi.json, with the
// licence of Discord beside it; TestReduce makes it from the whole.
package playgroundtest

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// Server is a playground whose violations fail its test.
type Server struct {
	*playground.Server

	proxy    *Proxy
	t        testing.TB
	mu       sync.Mutex
	expected map[offence]bool
}

// offence is a kind of violation that a test may expect.
type offence struct{ status, code int }

func (o offence) String() string { return fmt.Sprintf("status %d, code %d", o.status, o.code) }

// New starts a server on a free port and closes it when the test ends. An Addr or a
// Check of the config is replaced.
func New(t testing.TB, c playground.Config) *Server {
	t.Helper()
	c.Addr = "127.0.0.1:0"
	c.Check = described(t).check
	p, err := playground.New(c)
	if err != nil {
		t.Fatal(err)
	}
	proxy, err := NewProxy(p.APIBase(), cmp.Or(c.Clock, world.Clock(world.SystemClock{})), cmp.Or(c.Network, world.MachineNetwork()))
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Server: p, proxy: proxy, t: t, expected: map[offence]bool{}}
	t.Cleanup(func() {
		if err := errors.Join(proxy.Close(), p.Close()); err != nil {
			t.Errorf("close the playground: %v", err)
		}
		if complaints := s.complaints(); len(complaints) > 0 {
			t.Error(strings.Join(complaints, "\n"))
		}
	})
	return s
}

// APIBase stands in Discord's place for the bot: discordgo's EndpointDiscord, to which
// "api/v9/" is added.
func (s *Server) APIBase() string { return s.proxy.APIBase() }

// Inject makes a fault happen, or has it strike later, and returns its ID for
// [Server.End].
func (s *Server) Inject(f Fault) (id string, err error) { return s.proxy.Inject(f) }

// Active are the faults that will still strike, oldest first.
func (s *Server) Active() []Fault { return s.proxy.Active() }

// End ends a fault, and reports whether it was there.
func (s *Server) End(id string) bool { return s.proxy.End(id) }

// Expect lets the bot commit violations of this HTTP status, or close code of the
// gateway, and of Discord's error code, 0 if it has none. An interaction that was left
// without answer has status 0 and code 10062. The test fails if none comes.
func (s *Server) Expect(status, code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expected[offence{status, code}] = true
}

// complaints are the violations that were not expected, and the expected that did not
// come.
func (s *Server) complaints() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []string
	came := map[offence]bool{}
	for _, v := range s.Violations() {
		o := offence{v.Status, v.Code}
		came[o] = true
		if !s.expected[o] {
			list = append(list, fmt.Sprintf("violation: %v", v))
		}
	}
	for o := range s.expected {
		if !came[o] {
			list = append(list, fmt.Sprintf("no violation of %v came, though the test expects one", o))
		}
	}
	return list
}
