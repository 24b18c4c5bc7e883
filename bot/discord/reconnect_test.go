package discord

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/slash"
)

// serve logs in, and acknowledges heartbeats until the other side closes.
func serve(g *guest) {
	g.login()
	g.ready()
	g.live()
}

// lost logs in, and breaks the connection a second later.
func lost(g *guest) {
	g.login()
	g.ready()
	g.settle()
	_ = g.UnderlyingConn().Close()
}

// ops returns the opcodes of the logins so far.
func (s *stage) ops() (ops string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, login := range s.logins {
		_, after, _ := strings.Cut(login, `"op":`)
		ops += after[:1]
	}
	return ops
}

// start connects in the background, for up to a time. The end of the test closes the connection,
// which must take less than ten seconds.
func (s *stage) start(t *testing.T, patience time.Duration, c Config) (log *safeBuffer, connected func() *Connection) {
	t.Helper()
	log = &safeBuffer{}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	var d *Connection
	var err error
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		bot := fakeBot{
			handle:   func(context.Context, chat.Request) chat.Reply { return chat.Reply{Text: "hello"} },
			commands: []slash.Command{{Name: "hex", Description: "Hex"}},
		}
		d, err = s.connectWith(ctx, bot, c, slog.New(slog.NewTextHandler(log, nil)))
	}()
	t.Cleanup(func() {
		began := time.Now()
		stop()
		<-ended
		if d != nil {
			_ = d.Close() // errors about unsent answers do not matter here
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("closing took %v", took)
		}
	})
	return log, func() *Connection {
		synctest.Wait()
		select {
		case <-ended:
			if err != nil {
				t.Fatalf("not connected: %v\n%s", err, log)
			}
			return d
		default:
			return nil
		}
	}
}

// A session that cannot be resumed is given up, and the bot logs in again.
func TestRefusedResumeBecomesALogin(t *testing.T) {
	for name, tt := range map[string]struct {
		refuse func(g *guest)
		ops    string
	}{
		"4007":          {func(g *guest) { g.login(); g.leave(4007) }, "262"},
		"4009":          {func(g *guest) { g.login(); g.leave(4009) }, "262"},
		"another code":  {func(g *guest) { g.login(); g.leave(4000) }, "26662"},
		"a broken line": {func(g *guest) { g.login(); _ = g.UnderlyingConn().Close() }, "26662"},
		"no answer":     {func(g *guest) { g.login(); g.stay() }, "26662"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				scripts := []func(*guest){lost}
				for range strings.Count(tt.ops, "6") {
					scripts = append(scripts, tt.refuse)
				}
				s := newStage(t, append(scripts, serve)...)
				_, connected := s.start(t, time.Minute, Config{})
				pass(2 * time.Minute)
				if d := connected(); !d.Connected() || s.ops() != tt.ops {
					t.Errorf("logins %s, want %s; connected %t", s.ops(), tt.ops, d.Connected())
				}
			})
		})
	}
}

// TestRefusalsApart: a session is given up after refusals in a row, not after as many in its life.
func TestRefusalsApart(t *testing.T) {
	refuse := func(g *guest) { g.login(); g.leave(4000) }
	again := func(g *guest) {
		g.login()
		g.resumed()
		g.settle()
		_ = g.UnderlyingConn().Close()
	}
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, lost, refuse, again, refuse, again, refuse, func(g *guest) { g.login(); g.resumed(); g.live() })
		_, connected := s.start(t, time.Minute, Config{})
		pass(4 * time.Minute)
		if d := connected(); !d.Connected() || s.ops() != "2666666" {
			t.Errorf("logins %s, want one and then only resumes; connected %t", s.ops(), d.Connected())
		}
	})
}

// After op 7 in place of any message, or silence, the bot reconnects, and can be stopped.
func TestOpeningsThatComeToNothing(t *testing.T) {
	const reconnect = `{"op":7,"d":null}`
	silent := func(g *guest) { g.stay() }
	for name, tt := range map[string]struct {
		first, second func(g *guest)
		ops           string
	}{
		"op 7 for READY":       {func(g *guest) { g.login(); g.send(reconnect); g.stay() }, serve, "22"},
		"op 7 for RESUMED":     {lost, func(g *guest) { g.login(); g.send(reconnect); g.stay() }, "266"},
		"op 7 before it":       {func(g *guest) { g.send(reconnect); g.stay() }, serve, "2"},
		"silence for READY":    {func(g *guest) { g.login(); g.stay() }, serve, "22"},
		"silence after HELLO":  {silent, serve, "2"},
		"op 11 for READY":      {func(g *guest) { g.login(); g.send(`{"op":11}`); g.stay() }, serve, "22"},
		"other events instead": {func(g *guest) { g.login(); g.interaction(command("1")); g.stay() }, serve, "22"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, tt.first, tt.second, func(g *guest) {
					if strings.HasSuffix(tt.ops, "6") {
						g.login()
						g.resumed()
						g.live()
						return
					}
					serve(g)
				})
				log, connected := s.start(t, 5*time.Minute, Config{})
				pass(time.Minute)
				if d := connected(); d == nil || !d.Connected() || s.ops() != tt.ops {
					t.Fatalf("logins %s, want %s; log:\n%s", s.ops(), tt.ops, log)
				}
				if !strings.Contains(log.String(), "not connected to Discord") {
					t.Errorf("the log does not say so:\n%s", log)
				}
			})
		})
		t.Run(name+", for ever", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, tt.first) // checks that the cleanup is fast enough
				s.start(t, 24*time.Hour, Config{})
				pass(time.Hour)
				if n := strings.Count(s.ops(), "2"); n > 45 {
					t.Errorf("%d logins in an hour", n)
				}
			})
		})
	}
	t.Run("HELLO that is none", func(t *testing.T) {
		for _, hello := range []string{`{"op":7}`, `null`, `{"op":10,"d":null}`, `{"op":10,"d":{"heartbeat_interval":0}}`, `{"op":10,"d":{"heartbeat_interval":9223372036855}}`, `[]`, `{"op":9,"d":false}`} {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, serve)
				s.hello = hello
				log, connected := s.start(t, 24*time.Hour, Config{})
				pass(time.Minute)
				s.mu.Lock()
				defer s.mu.Unlock()
				if connected() != nil || s.guests < 5 || !strings.Contains(log.String(), "again_in") {
					t.Errorf("%s: tried %d times:\n%s", hello, s.guests, log)
				}
			})
		}
	})
}

// Messages that discordgo cannot decode or would panic at are dropped.
func TestUnreadableMessagesAreDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, func(g *guest) {
			g.login()
			g.send(`{"op":0,"s":1,"t":"READY","d":{"session_id":"abc","user":{"id":"` + testBot + `"},"guilds":[null]}}`)
			for _, message := range []string{
				`null`, `[]`, `{`, `0`, `{"op":0}`, `{"op":0,"t":"GUILD_CREATE","d":null}`, `{"op":"x"}`,
				`{"op":0,"t":"INTERACTION_CREATE","d":null}`, `{"op":99}`,
			} {
				g.send(message)
			}
			g.interaction(command("2"))
			g.live()
		})
		log, connected := s.start(t, time.Minute, Config{})
		s.answer(t)
		pass(time.Second)
		if d := connected(); !d.Connected() || s.ops() != "2" {
			t.Errorf("logins %s", s.ops())
		}
		if n := strings.Count(log.String(), "is dropped"); n != 5 {
			t.Errorf("%d messages were dropped by the log, want 5:\n%s", n, log)
		}
	})
}

// Heartbeats carry the last sequence number, also of dropped events, and several may be
// unacknowledged.
func TestHeartbeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var beats []string
		beat := func(g *guest) (ok bool) {
			_, payload, err := g.ReadMessage()
			if err == nil {
				beats = append(beats, string(payload))
			}
			return err == nil
		}
		s := newStage(t, func(g *guest) {
			g.login()
			g.ready()
			g.settle()
			g.send(`{"op":0,"s":5,"t":"PRESENCE_UPDATE","d":{}}`)
			for range 3 { // before any acknowledgement
				g.send(`{"op":1}`)
				beat(g)
			}
			_ = g.UnderlyingConn().Close()
		}, func(g *guest) {
			g.login()
			g.send(`{"op":0,"s":6,"t":"RESUMED","d":{}}`)
			for beat(g) {
				g.send(`{"op":11}`)
			}
		})
		_, connected := s.start(t, time.Minute, Config{})
		pass(3*interval - time.Second)
		want := strings.Repeat(`{"op":1,"d":5}`, 3) + strings.Repeat(`{"op":1,"d":6}`, 3)
		if d := connected(); !d.Connected() || s.ops() != "26" || !strings.Contains(s.logins[1], `"seq":5`) {
			t.Errorf("logins %s", s.logins)
		}
		if got := strings.Join(beats, ""); got != want {
			t.Errorf("heartbeats %s, want %s", got, want)
		}
	})
}

// Whatever Discord does, logins are at least five seconds apart.
func TestLoginsAreApart(t *testing.T) {
	for name, refuse := range map[string]func(g *guest){
		"op 9":          func(g *guest) { g.login(); g.send(`{"op":9,"d":false}`); g.stay() },
		"a close code":  func(g *guest) { g.login(); g.leave(4000) },
		"a broken line": func(g *guest) { g.login(); _ = g.UnderlyingConn().Close() },
		"no session":    func(g *guest) { g.login(); g.ready(); g.settle(); g.leave(4009) },
		"served a minute": func(g *guest) {
			g.login()
			g.ready()
			_ = g.SetReadDeadline(time.Now().Add(stableAfter + time.Second))
			g.live()
			g.leave(4009)
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, refuse)
				s.start(t, 24*time.Hour, Config{})
				pass(time.Hour)
				for i := 1; i < len(s.at); i++ {
					if apart := s.at[i].Sub(s.at[i-1]); apart < loginDelay || apart > 2*time.Minute {
						t.Errorf("login %d comes %v after the one before", i+1, apart)
					}
				}
				if len(s.at) < 30 {
					t.Errorf("%d logins in an hour", len(s.at))
				}
			})
		})
	}
}

// The shards of a program take turns, with Discord's concurrency.
func TestShardsTakeTurns(t *testing.T) {
	for atOnce, want := range map[int]time.Duration{1: 15 * time.Second, 2: 5 * time.Second, 4: 0} {
		t.Run(fmt.Sprint(atOnce), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, serve)
				s.rest = func(_, path string) (int, string) {
					if path != "/api/v9/gateway/bot" {
						return 0, ""
					}
					return http.StatusOK, fmt.Sprintf(`{"url":"ws%s/socket","session_start_limit":{"total":1000,"remaining":900,"max_concurrency":%d}}`,
						strings.TrimPrefix(s.server.URL, "http"), atOnce)
				}
				began, logins := time.Now(), &Logins{}
				for shard := range 4 {
					s.start(t, time.Minute, Config{Shard: shard, Shards: 4, Logins: logins})
				}
				pass(30 * time.Second)
				if len(s.at) != 4 || s.at[3].Sub(began) != want {
					t.Errorf("logins at %v, want the last after %v", s.at, want)
				}
			})
		})
	}
}

// After a long wait for its turn, a shard asks again what Discord allows.
func TestTurnsThatTakeLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, serve)
		began := time.Now()
		var asked atomic.Int32
		s.rest = func(_, path string) (int, string) {
			if path != "/api/v9/gateway/bot" {
				return 0, ""
			}
			asked.Add(1)
			remaining := 900
			if since := time.Since(began); since > time.Minute && since < time.Hour {
				remaining = reservedLogins
			}
			return http.StatusOK, fmt.Sprintf(`{"url":"ws%s/socket","session_start_limit":{"total":1000,"remaining":%d,"reset_after":%d}}`,
				strings.TrimPrefix(s.server.URL, "http"), remaining, max(time.Hour-time.Since(began), 0).Milliseconds())
		}
		logins := &Logins{}
		leave, err := logins.Acquire(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		s.start(t, 24*time.Hour, Config{Logins: logins})
		pass(2 * stuckAfter)
		if asked.Load() < 2 {
			t.Errorf("it waits for %v, and has asked %d times how many logins are left", 2*stuckAfter, asked.Load())
		}
		leave()
		pass(time.Minute)
		if s.ops() != "" {
			t.Errorf("the last logins of a day are used: %s", s.ops())
		}
		pass(time.Hour)
		if s.ops() != "2" {
			t.Errorf("logins %s, want one after the reset", s.ops())
		}
	})
}

// After any long outage the bot reconnects soon, also if the gateway has moved or the session is
// gone.
func TestGatewayIsAwayForAnHour(t *testing.T) {
	for name, tt := range map[string]struct {
		back func(g *guest)
		ops  string
	}{
		"the session lasts":   {func(g *guest) { g.login(); g.resumed(); g.live() }, "26"},
		"the session is gone": {func(g *guest) { g.login(); g.send(`{"op":9,"d":false}`); g.stay() }, "262"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				s := newStage(t, func(g *guest) {
					g.login()
					g.send(`{"op":0,"s":1,"t":"READY","d":{"session_id":"abc","resume_gateway_url":"ws://127.0.0.1:9"}}`)
					g.settle()
					_ = g.UnderlyingConn().Close()
				}, tt.back, serve)
				s.rest = func(_, path string) (int, string) {
					if away := time.Since(began); away > time.Millisecond && away < time.Hour && (strings.Contains(path, "socket") || away < time.Hour/2) {
						return http.StatusServiceUnavailable, "<html>"
					}
					return 0, ""
				}
				log, connected := s.start(t, time.Minute, Config{})
				pass(time.Hour)
				if n := strings.Count(log.String(), "not connected"); connected().Connected() || n > 300 {
					t.Errorf("the log says %d times that there is no connection", n)
				}
				pass(maxDelay + loginDelay)
				if d := connected(); !d.Connected() || s.ops() != tt.ops {
					t.Errorf("logins %s, want %s:\n%s", s.ops(), tt.ops, log)
				}
			})
		})
	}
}

// A session that is always invalid does not use up the day's logins.
func TestInvalidSessionsAreNotAFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, func(g *guest) { g.login(); g.send(`{"op":9,"d":false}`); g.stay() })
		s.start(t, 24*time.Hour, Config{})
		pass(24 * time.Hour)
		if n := len(s.ops()); n > 900 {
			t.Errorf("%d logins in a day", n)
		}
	})
}

// Logins of earlier processes count: the last ones of a day are left to the operator.
func TestLoginsAreLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, serve)
		reset := time.Now().Add(3 * time.Hour)
		s.rest = func(_, path string) (int, string) {
			if path != "/api/v9/gateway/bot" || time.Now().After(reset) {
				return 0, ""
			}
			return http.StatusOK, fmt.Sprintf(`{"url":"ws%s/socket","session_start_limit":{"total":1000,"remaining":50,"reset_after":%d}}`,
				strings.TrimPrefix(s.server.URL, "http"), time.Until(reset).Milliseconds())
		}
		log, connected := s.start(t, 24*time.Hour, Config{})
		pass(2 * time.Hour)
		if connected() != nil || s.ops() != "" {
			t.Fatalf("logged in: %s", s.ops())
		}
		if n := strings.Count(log.String(), "hardly any more logins"); n != 1 {
			t.Errorf("said %d times, want once:\n%s", n, log)
		}
		pass(2 * time.Hour)
		if d := connected(); d == nil || !d.Connected() || s.ops() != "2" {
			t.Errorf("logins %s after the reset", s.ops())
		}
	})
}

// The bot serves with the registered commands, logs once what is wrong with the new ones, and
// retries.
func TestServesWithoutItsCommands(t *testing.T) {
	for name, tt := range map[string]struct {
		status int
		body   string
	}{
		"created too often":  {400, `{"code":30034,"message":"Max number of daily application command creates has been reached (200)"}`},
		"limited for hours":  {429, `{"message":"You are being rate limited.","retry_after":43200,"global":false}`},
		"out of service":     {503, `upstream connect error`},
		"no access anywhere": {403, `{"code":50001,"message":"Missing Access"}`},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, serve)
				began, written := time.Now(), 0
				s.rest = func(method, _ string) (int, string) {
					switch {
					case method != http.MethodPut:
						return 0, ""
					case time.Since(began) < 12*time.Hour:
						return tt.status, tt.body
					}
					written++
					return http.StatusOK, `[]`
				}
				log, connected := s.start(t, time.Minute, Config{})
				pass(30 * time.Second)
				if d := connected(); d == nil || !d.Connected() {
					t.Fatalf("it does not serve:\n%s", log)
				}
				pass(11 * time.Hour)
				if tt.status == http.StatusTooManyRequests && !strings.Contains(log.String(), "again_in=12h") {
					t.Errorf("the log does not say when it is tried again:\n%s", log)
				}
				if n := strings.Count(log.String(), "the commands are not written"); n < 1 || n > 2 { // with another delay
					t.Errorf("said %d times:\n%s", n, log)
				}
				pass(26 * time.Hour)
				if written != 1 || s.ops() != "2" {
					t.Errorf("written %d times, logins %s", written, s.ops())
				}
			})
		})
	}
	t.Run("a server that it is not in", func(t *testing.T) {
		for _, body := range []string{`{"code":50001,"message":"Missing Access"}`, `{"code":10004,"message":"Unknown Guild"}`} {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, serve)
				s.rest = func(method, _ string) (int, string) {
					if method == http.MethodPut {
						return http.StatusForbidden, body
					}
					return 0, ""
				}
				var log bytes.Buffer
				_, err := s.connectWith(t.Context(), fakeBot{}, Config{Guild: testGuild}, slog.New(slog.NewTextHandler(&log, nil)))
				if _, ok := errors.AsType[*FinalError](err); !ok || s.ops() != "" {
					t.Errorf("%v after logins %q, want a FinalError before the login", err, s.ops())
				}
			})
		}
	})
}

// A Discord that does not respond at the start is asked until it does.
func TestDiscordIsAwayAtTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, serve)
		began := time.Now()
		s.rest = func(string, string) (int, string) {
			if time.Since(began) < 10*time.Minute {
				return http.StatusBadGateway, "<html>"
			}
			return 0, ""
		}
		log, connected := s.start(t, time.Hour, Config{})
		pass(15 * time.Minute)
		if d := connected(); d == nil || !d.Connected() || s.ops() != "2" {
			t.Errorf("logins %s:\n%s", s.ops(), log)
		}
		if !strings.Contains(log.String(), "not connected to Discord") {
			t.Errorf("the log does not say so:\n%s", log)
		}
	})
}

// TestShorterLimitShortensNone: of two limits of one scope the later end counts.
func TestShorterLimitShortensNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimits(1)
		l.block(globalScope, 5*time.Second)
		l.block(globalScope, time.Second)
		if left := l.blockedFor(globalScope); left != 5*time.Second {
			t.Errorf("blocked for %v, want 5s", left)
		}
	})
}
