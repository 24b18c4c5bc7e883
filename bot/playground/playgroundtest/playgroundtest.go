// Package playgroundtest provides tests with a strict Discord server.
//
// A test starts a server with
//
//	s := playgroundtest.New(t, playground.Config{})
//
// and connects the bot to s.APIBase() with s.Token(). When the test ends, the server is closed, and
// the test fails for each violation: a request that Discord would refuse or rate-limit, one that
// its OpenAPI description does not allow, an interaction without an answer or with a late or second
// one, a gateway connection that the bot made the server close. A test that provokes violations
// names them:
//
//	s.Expect(http.StatusForbidden, 50013) // at least one must occur
//
// A request that is answered, but does not match the description, has status and code 0.
//
// Close the bot before the test ends, or in a cleanup registered after New: cleanups run in reverse
// order, and a bot that still runs when its server closes may cause errors.
//
// # Faults
//
// The bot's side of the server is behind a [Proxy] that injects faults:
//
//	s.Inject(Fault{Kind: Status, Route: "POST /channels/*/messages", Count: 2, Status: 502})
//	s.Inject(Fault{Kind: Drop})
//
// Faults of requests ([Latency], [Status], [Cut], [TooMany]) strike the requests to a route, before
// the server sees them or after it has handled them. Faults of the gateway ([Drop] to [Shuffle])
// strike the connections. The server does not know of either, so they are not violations of the
// bot's, and the server still enforces Discord's rules. A fault with no count left is not in
// s.Active().
//
// # Time
//
// By default time is the system's, so an answer after 3 seconds is late. To skip deadlines, a test
// runs in a bubble of [testing/synctest], where nothing may wait on real sockets: there server and
// bot use a [Network]. The windows of the rate limits follow the bubble's clock too; a test that
// sends much in no time sets [playground.Config.Limits], which are Discord's by default.
//
//	var n playgroundtest.Network
//	s := playgroundtest.New(t, playground.Config{Network: &n})
//
// # The description
//
// discord/openapi.json is the part of Discord's description that the playground serves, with
// Discord's licence beside it. TestReduce generates it from the full description.
package playgroundtest

import (
	"cmp"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// Server is a playground that fails its test for violations.
type Server struct {
	*playground.Server
	*Proxy

	mu       sync.Mutex
	expected map[offence]bool
}

// offence is a kind of violation that a test may expect.
type offence struct{ status, code int }

// New starts a server on a free port, and closes it when the test ends. It overrides Addr and
// Check.
func New(t testing.TB, c playground.Config) *Server {
	t.Helper()
	c.Addr = "127.0.0.1:0"
	c.Check = described(t).check
	p, err := playground.New(c)
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Server: p, expected: map[offence]bool{}}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Errorf("close the playground: %v", err)
		}
		if complaints := s.complaints(); len(complaints) > 0 {
			t.Error(strings.Join(complaints, "\n"))
		}
	})
	s.Proxy = NewProxy(t, p.APIBase(), cmp.Or(c.Clock, world.Clock(world.SystemClock{})), cmp.Or(c.Network, world.MachineNetwork()))
	return s
}

// APIBase returns the proxy's base URL, for discordgo's EndpointDiscord, to which "api/v9/" is
// added.
func (s *Server) APIBase() string { return s.Proxy.APIBase() }

// Expect allows violations with this HTTP status, or close code of the gateway, and Discord's error
// code, 0 if it has none. An interaction without an answer has status 0 and code 10062. The test
// fails if none occurs.
func (s *Server) Expect(status, code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expected[offence{status, code}] = true
}

// complaints returns the unexpected violations, and the expected ones that did not occur.
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
			list = append(list, fmt.Sprintf("no violation of status %d, code %d came, though the test expects one", o.status, o.code))
		}
	}
	return list
}
