package discord

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/playground/playgroundtest"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/store"
)

// strictHall is a bot that plays Hex with players at a gate, in a playground that fails the test
// for violations. It must be made inside a bubble, so that a slow machine misses no deadline.
type strictHall struct {
	*hall
	strict *playgroundtest.Server
	bot    *bot.Bot
	store  *store.Store
	gate   *bottest.Gate
}

func newStrictHall(t *testing.T) *strictHall {
	t.Helper()
	h := emptyHall(t)
	server := playgroundtest.New(t, playground.Config{Limits: playground.Limits{}, Network: h.network})
	s, err := store.Open(t.TempDir()+"/games.db", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	g := bottest.NewGate()
	bot := wholeBot(s, bottest.GatedHex(g), discard)
	d, err := connectIn(t.Context(), h.network, bot, Config{
		Token: config.Secret(server.Token()), API: server.APIBase() + "api/v9/", Records: s,
	}, discard)
	if err != nil {
		t.Fatal(err)
	}
	d.firstBy = time.Minute // the playground decides what is late
	t.Cleanup(func() {
		synctest.Wait() // until no goroutine is about to use the socket
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	h.server, h.discord = server.Server, d
	var state struct {
		Channels []struct {
			ID string `json:"id"`
		} `json:"channels"`
	}
	h.get("api/state?user=you", &state)
	h.channel = state.Channels[0].ID
	return &strictHall{h, server, bot, s, g}
}

// say runs a command without waiting for the answer.
func (h *strictHall) say(line string) {
	h.t.Helper()
	h.post("run", map[string]any{"text": line, "wait": false})
}

func (h *strictHall) inject(f playgroundtest.Fault) { h.strict.Inject(f) }

// moves returns the number of moves of the first table.
func (h *strictHall) moves() int {
	h.t.Helper()
	table, err := h.store.Load(store.Key{Channel: h.channel, Game: "hex", Number: 1})
	if err != nil {
		return -1
	}
	return len(table.Moves)
}

// online waits until the bot is logged in.
func (h *strictHall) online() {
	h.t.Helper()
	eventually(h.t, "the bot to be there", func() bool {
		var state struct {
			Bot struct {
				Online bool `json:"online"`
			} `json:"bot"`
		}
		h.get("api/state?user=you", &state)
		return state.Bot.Online
	})
}

// thinks opens a game, makes a move, and returns when the level is thinking.
func (h *strictHall) thinks() {
	h.t.Helper()
	h.run("/hex new size:5 level:normal")
	h.say("/hex move c3")
	bottest.Receive(h.t, h.gate.Entered)
}

// answers lets the level move.
func (h *strictHall) answers() {
	h.t.Helper()
	h.gate.Pass <- struct{}{}
	eventually(h.t, "the level's move", func() bool { return h.moves() == 2 })
}

// sound checks the state after a fault: the table has its two moves, and a person can continue from
// show.
func (h *strictHall) sound() {
	h.t.Helper()
	h.discord.busy.Wait()
	h.online()
	if n := h.moves(); n != 2 {
		h.t.Fatalf("the table has %d moves, want 2", n)
	}
	m := h.run("/hex show").Message
	if m == nil || len(m.Attachments) != 1 || m.Attachments[0].Alt == "" || !strings.Contains(m.Content, "(Alex) to move") {
		h.t.Fatalf("show: %+v", m)
	}
	h.gate.Pass <- struct{}{}
	h.say("/hex move e5")
	eventually(h.t, "the game to go on", func() bool { return h.moves() == 4 })
	h.discord.busy.Wait()
}

const (
	callbackRoute = "POST /interactions/*/*/callback"
	answerRoute   = "PATCH /webhooks/*/*/messages/*"
)

// A game continues through each fault: no move is lost, nothing is answered twice or refused, and
// the board can be found again.
func TestGamesGoOnThroughFaults(t *testing.T) {
	type failure = playgroundtest.Fault
	at := func(f ...failure) func(*strictHall) {
		return func(h *strictHall) {
			for _, f := range f {
				h.inject(f)
			}
		}
	}
	tests := []struct {
		name string
		// before the move, and while the level thinks
		before, during func(h *strictHall)
	}{
		{"nothing", nil, nil},
		{"5xx on the first answer", at(
			failure{Kind: playgroundtest.Status, Status: 500, Route: callbackRoute},
			failure{Kind: playgroundtest.Status, Status: 502, Route: callbackRoute},
			failure{Kind: playgroundtest.Status, Status: 503, Route: callbackRoute},
		), nil},
		{"504 after the first answer", func(h *strictHall) {
			h.strict.Expect(400, codeAcknowledged)
			h.inject(failure{Kind: playgroundtest.Status, Status: 504, Route: callbackRoute, After: true})
		}, nil},
		{"5xx on the edit", nil, at(
			failure{Kind: playgroundtest.Status, Status: 500, Route: answerRoute},
			failure{Kind: playgroundtest.Status, Status: 503, Route: answerRoute, After: true},
		)},
		{"a socket cut in the upload", at(failure{Kind: playgroundtest.Cut, Route: callbackRoute, Count: 2}), at(failure{Kind: playgroundtest.Cut, Route: answerRoute})},
		{"a socket cut before the answer to it", func(h *strictHall) {
			h.strict.Expect(400, codeAcknowledged)
			h.inject(failure{Kind: playgroundtest.Cut, Route: callbackRoute, After: true})
		}, at(failure{Kind: playgroundtest.Cut, Route: answerRoute, After: true})},
		{"a short rate limit on the first answer", at(failure{Kind: playgroundtest.TooMany, Route: callbackRoute, Delay: 50 * time.Millisecond}), nil},
		{"a short rate limit on the edit", nil, at(failure{Kind: playgroundtest.TooMany, Route: answerRoute, Delay: 50 * time.Millisecond})},
		{"a dropped gateway", nil, at(failure{Kind: playgroundtest.Drop})},
		{"op 7", nil, at(failure{Kind: playgroundtest.Reconnect})},
		{"an invalid session", nil, at(failure{Kind: playgroundtest.Invalid})},
		{"an invalid session that may be resumed", nil, at(failure{Kind: playgroundtest.Invalid, Resumable: true})},
		{"a close code that passes", nil, at(failure{Kind: playgroundtest.Close, Code: 4000})},
		{"interactions that come again", nil, at(failure{Kind: playgroundtest.Repeat, Count: 5}, failure{Kind: playgroundtest.Drop})},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := newStrictHall(t)
				h.run("/hex new size:5 level:normal")
				if tt.before != nil {
					tt.before(h)
				}
				h.say("/hex move c3")
				bottest.Receive(t, h.gate.Entered)
				h.until("the board with the move", func(m []pmessage) bool { return len(m) == 2 && len(m[1].Attachments) == 1 })
				if tt.during != nil {
					tt.during(h)
				}
				h.answers()
				h.until("the board with the answer", func(m []pmessage) bool { return len(m) == 2 && strings.Contains(m[1].Content, "(Alex) to move") })
				h.sound()
			})
		})
	}
}

// An answer that takes 2 of the 3 seconds is in time. A slower one is lost, but the move is kept.
func TestGamesGoOnThroughLatency(t *testing.T) {
	for _, tt := range []struct {
		name  string
		delay time.Duration
	}{{"in time", 2 * time.Second}, {"too late", 4 * time.Second}} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := newStrictHall(t)
				h.run("/hex new size:5 level:normal")
				if tt.delay > 3*time.Second {
					h.strict.Expect(0, 10062)   // the person got no answer
					h.strict.Expect(404, 10062) // and the bot got an error
				}
				h.inject(playgroundtest.Fault{Kind: playgroundtest.Latency, Delay: tt.delay, Route: callbackRoute})
				h.say("/hex move c3")
				bottest.Receive(t, h.gate.Entered)
				eventually(t, "the answer", func() bool {
					if tt.delay > 3*time.Second {
						return len(h.strict.Violations()) >= 2
					}
					var m []pmessage
					h.get("api/messages?user=you&channel="+h.channel, &m)
					return len(m) == 2
				})
				h.answers()
				h.sound()
			})
		})
	}
}

// A long rate limit leaves no time for the first answer. It is not slept through.
func TestGamesGoOnThroughALongRateLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newStrictHall(t)
		h.run("/hex new size:5 level:normal")
		h.strict.Expect(0, 10062)
		h.inject(playgroundtest.Fault{Kind: playgroundtest.TooMany, Route: callbackRoute, Delay: time.Hour})
		h.say("/hex move c3")
		bottest.Receive(t, h.gate.Entered)
		eventually(t, "the answer to be refused", func() bool { return len(h.strict.Active()) == 0 })
		pass(4 * time.Second)
		h.answers()
		h.sound()
	})
}

// The interaction's token expires while the level thinks: the move is made, and show displays it.
func TestGamesGoOnAfterTheToken(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newStrictHall(t)
		h.thinks()
		h.until("the board with the move", func(m []pmessage) bool { return len(m) == 2 && len(m[1].Attachments) == 1 })
		const many = 100
		h.inject(playgroundtest.Fault{Kind: playgroundtest.Status, Route: answerRoute, Count: many, Status: 401, Code: 50027})
		h.answers()
		h.discord.busy.Wait()
		for _, f := range h.strict.Active() {
			if h.strict.End(f.ID); f.Count == many {
				t.Error("no answer was refused")
			}
		}
		h.sound()
	})
}

// Interactions out of order: each is answered once, and only valid moves are made.
func TestDeliveriesOutOfOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newStrictHall(t)
		h.run("/hex new size:5 level:normal")
		h.inject(playgroundtest.Fault{Kind: playgroundtest.Shuffle, Count: 3})
		h.gate.Pass <- struct{}{}
		h.gate.Pass <- struct{}{}
		h.say("/hex move c3")
		h.say("/hex show")
		h.say("/hex move c3")
		h.until("three answers", func(m []pmessage) bool {
			answers := 0
			for _, x := range m {
				if !x.Thinking {
					answers++
				}
			}
			return answers == 4
		})
		eventually(t, "the level's move", func() bool { return h.moves() >= 2 })
		h.sound()
	})
}

// If the bot may not post, a turn resumed after a restart is played without a message.
func TestResumedTurnsWhereTheBotMayNotPost(t *testing.T) {
	for _, tt := range []struct {
		name   string
		rule   world.Restriction
		opened bool // before the restriction
		tries  bool // whether it tries to post
	}{
		{"muted later", world.Restriction{Code: codeNoPermission}, true, true},
		{"out of sight later", world.Restriction{Code: codeMissingAccess}, true, true},
		{"muted from the start", world.Restriction{Code: codeNoPermission}, false, false},
		{"a guest", world.Restriction{Guest: true}, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := newStrictHall(t)
				restrict := func() {
					if err := h.strict.World().Restrict(h.channel, tt.rule); err != nil {
						t.Fatal(err)
					}
				}
				if !tt.opened {
					restrict()
				}
				h.run("/hex new size:5 level:normal")
				if tt.opened {
					restrict()
				}
				if tt.tries {
					h.strict.Expect(403, tt.rule.Code)
				}
				h.interrupted()
				ctx, stop := context.WithCancel(t.Context())
				ended := make(chan error, 1)
				tried := make(chan struct{}, 1)
				go func() { ended <- h.bot.Run(ctx, reporting{h.discord, tried}) }()
				bottest.Receive(t, h.gate.Entered)
				h.answers()
				if tt.tries {
					bottest.Receive(t, tried)
				}
				stop()
				if err := bottest.Receive(t, ended); err != nil {
					t.Error(err)
				}
				h.sound()
			})
		})
	}
}

// reporting is a poster that signals each attempt.
type reporting struct {
	chat.Poster
	tried chan struct{}
}

func (p reporting) Post(ctx context.Context, channel string, r chat.Reply) error {
	defer offer(p.tried, struct{}{})
	return p.Poster.Post(ctx, channel, r)
}

// interrupted makes a move whose answer is cut off by the end of the program.
func (h *strictHall) interrupted() {
	h.t.Helper()
	var owner string
	if table, err := h.store.Load(store.Key{Channel: h.channel, Game: "hex", Number: 1}); err == nil {
		owner = table.Owner
	}
	ctx, crash := context.WithCancel(h.t.Context())
	reply := h.bot.Handle(ctx, chat.Request{
		ID: "5", Kind: chat.Command, Command: "hex", Sub: "move", Options: map[string]any{"cell": "c3"},
		Channel: h.channel, User: chat.User{ID: owner, Name: "Alex"}, Locale: "en-GB",
	})
	if reply.Later == nil {
		h.t.Fatalf("%+v", reply)
	}
	over := make(chan chat.Reply, 1)
	go func() { over <- reply.Later(ctx, func(chat.Reply) {}) }()
	bottest.Receive(h.t, h.gate.Entered)
	crash()
	bottest.Receive(h.t, over)
}

// pondering is a player that takes a minute per move.
type pondering struct{}

func (pondering) Choose(ctx context.Context, p engine.Position) (engine.Choice, error) {
	if err := pause(ctx, time.Minute); err != nil {
		return engine.Choice{}, err
	}
	return bottest.FirstMove{}.Choose(ctx, p)
}

// A long game between levels outlives the interaction's token: the bot stops using it in time,
// plays on, and posts the end of the game.
func TestWatchedGameOutlivesItsToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := store.Open(t.TempDir()+"/games.db", store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		config := config.Default()
		config.Think.Limit = "" // no limit
		whole := bot.New(config, s, []bot.Entry{{Game: bottest.Played(&hex.Game, pondering{}, time.Hour), Draw: drawersOfHex()}}, discard, bot.Process{})
		b := newBench(t, whole)
		ctx, stop := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- whole.Run(ctx, b) }()
		defer func() {
			stop()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}()
		b.receive(wire("1", 2, `{"name":"hex","options":[{"name":"new","type":1,"options":[
			{"name":"level","type":3,"value":"easy"},{"name":"versus","type":3,"value":"hard"},{"name":"size","type":4,"value":5}]}]}`))
		pass(time.Hour + time.Second) // between two rounds
		table, err := s.Load(store.Key{Channel: testChan, Game: "hex", Number: 1})
		if err != nil || !table.Over || len(table.Moves) < 15 {
			t.Fatalf("the game is not over: %+v, %v", table, err)
		}
		calls := b.api.calls
		for _, c := range calls {
			if c.At >= 15*time.Minute && c.Auth == "" {
				t.Errorf("%s came after %v", c, c.At)
			}
		}
		if end := calls[len(calls)-2]; end.What != "POST messages" || !strings.Contains(end.content(), "wins") || len(end.Files) != 1 {
			t.Errorf("the end is told by %s", end)
		}
		if last := calls[len(calls)-1]; last.What != "PATCH 900000000000000001" || len(last.Files) != 0 {
			t.Errorf("the board before becomes %s", last)
		}
	})
}

// offer sends a value unless the channel is full.
func offer[T any](to chan T, value T) {
	select {
	case to <- value:
	default:
	}
}
