package discord

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/store"
)

// endpointBot is a whole bot with a store, behind an endpoint.
type endpointBot struct {
	*bench
	store *store.Store
	file  string
}

// newEndpointBot makes bot and endpoint log to the same place.
func newEndpointBot(t *testing.T) *endpointBot {
	t.Helper()
	file := t.TempDir() + "/games.db"
	s, err := store.Open(file, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	e := &endpointBot{store: s, file: file}
	var log bytes.Buffer
	e.bench = newBench(t, wholeBot(s, bottest.QuickHex(), slog.New(slog.NewTextHandler(&log, nil))), byHTTP)
	all := &slog.HandlerOptions{Level: slog.LevelDebug} // where refusals are
	e.Connection.log, e.bench.log = slog.New(slog.NewTextHandler(&log, all)), &log
	return e
}

// sum returns a checksum of the store, which every transaction changes.
func (e *endpointBot) sum(t *testing.T) [sha256.Size]byte {
	t.Helper()
	data, err := os.ReadFile(e.file)
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(data)
}

// table loads and replays the only table.
func (e *endpointBot) table(t *testing.T) *store.Table {
	t.Helper()
	return e.replayed(t, store.Key{Channel: testChan, Game: "hex", Number: 1})
}

// replayed loads a table of Hex, and replays its moves.
func (e *endpointBot) replayed(t *testing.T, key store.Key) *store.Table {
	t.Helper()
	table, err := e.store.Load(key)
	if err != nil {
		t.Fatalf("table %v: %v", key, err)
	}
	o, err := engine.DecodeOptions(hex.Game.Options, table.Options)
	if err != nil {
		t.Fatalf("table %v: %v", key, err)
	}
	moves := make([]string, len(table.Moves))
	for i, m := range table.Moves {
		moves[i] = m.Text
	}
	if _, err := engine.Replay(t.Context(), &hex.Game, o, moves); err != nil {
		t.Fatalf("table %v: %v", key, err)
	}
	return table
}

// stamp returns the identification of the position in the board's buttons.
func (e *endpointBot) stamp(t *testing.T) string {
	t.Helper()
	show := hexCommand("show", `{"name":"table","type":4,"value":1}`, `{"id":"3","token":"token-of-3"}`)
	w := e.deliver(signed(context.Background(), "http://bot.test"+endpointPath, time.Now(), show), 0)
	synctest.Wait()
	board := fmt.Sprint(responded(t, w.Result()).Body)
	pass(time.Minute) // until the board's message is known or given up
	found := buttonStamp.FindStringSubmatch(board)
	if found == nil {
		t.Fatalf("there is no button in %.200s", board)
	}
	return found[1]
}

var buttonStamp = regexp.MustCompile(`resign:hex:1:([^:]+):`)

const stranger = `{"member":{"user":{"id":"666666666666666666","username":"eve"}}}`

func hexCommand(sub, options string, more ...string) []byte {
	return wire("2", 2, fmt.Sprintf(`{"name":"hex","options":[{"name":%q,"type":1,"options":[%s]}]}`, sub, options), more...)
}

// Discord signs whatever modified clients send.
func TestBadInputIsRefusedAndLeavesNoTrace(t *testing.T) {
	long := strings.Repeat("long", 20_000)
	type input struct {
		name string
		body []byte
	}
	inputs := []input{
		{"an unknown command", wire("2", 2, `{"name":"chess"}`)},
		{"a command without a name", wire("2", 2, `{}`)},
		{"a command with a long name", wire("2", 2, `{"name":"`+long+`"}`)},
		{"an unknown subcommand", hexCommand("cheat", "")},
		{"a group of commands", wire("2", 2, `{"name":"hex","options":[{"name":"new","type":2,"options":[{"name":"new","type":1}]}]}`)},
		{"no subcommand", wire("2", 2, `{"name":"hex"}`)},
		{"a size beyond all", hexCommand("new", `{"name":"size","type":4,"value":9007199254740992}`)},
		{"a size below", hexCommand("new", `{"name":"size","type":4,"value":-1}`)},
		{"a size in words", hexCommand("new", `{"name":"size","type":3,"value":"eleven"}`)},
		{"a size with a fraction", hexCommand("new", `{"name":"size","type":10,"value":4.5}`)},
		{"a size that is a yes", hexCommand("new", `{"name":"size","type":5,"value":true}`)},
		{"an unknown level", hexCommand("new", `{"name":"level","type":3,"value":"god"}`)},
		{"an unknown option", hexCommand("new", `{"name":"cheat","type":5,"value":true}`)},
		{"an opponent in words", hexCommand("new", `{"name":"opponent","type":3,"value":"bob"}`)},
		{"a cell beyond the board", hexCommand("move", `{"name":"cell","type":3,"value":"z99"}`)},
		{"a long cell", hexCommand("move", `{"name":"cell","type":3,"value":"`+long+`"}`)},
		{"a cell of odd characters", hexCommand("move", `{"name":"cell","type":3,"value":"a\u0000\ud800\u202e1"}`)},
		{"no cell", hexCommand("move", "")},
		{"a cell that is a person", wire("2", 2, `{"name":"hex","options":[{"name":"move","type":1,"options":[{"name":"cell","type":6,"value":"5"}]}],"resolved":{"users":{"5":{"id":"5"}}}}`)},
		{"a table that is not there", hexCommand("move", `{"name":"cell","type":3,"value":"a1"},{"name":"table","type":4,"value":2}`)},
		{"a table below", hexCommand("move", `{"name":"cell","type":3,"value":"a1"},{"name":"table","type":4,"value":-1}`)},
		{"a move of a stranger", hexCommand("move", `{"name":"cell","type":3,"value":"a1"},{"name":"table","type":4,"value":1}`, stranger)},
		{"a stranger who resigns", hexCommand("resign", `{"name":"table","type":4,"value":1}`, stranger)},
		{"a stranger who takes back", hexCommand("undo", `{"name":"table","type":4,"value":1}`, stranger)},
		{"a file that is no game", wire("2", 2, `{"name":"hex","options":[{"name":"import","type":1,"options":[{"name":"file","type":11,"value":"8"}]}],
			"resolved":{"attachments":{"8":{"filename":"g.png","size":9,"url":"https://cdn.test/g.png"}}}}`)},
		{"a file that is too large", wire("2", 2, `{"name":"hex","options":[{"name":"import","type":1,"options":[{"name":"file","type":11,"value":"8"}]}],
			"resolved":{"attachments":{"8":{"filename":"g.sgf","size":99999999,"url":"https://cdn.test/g.sgf"}}}}`)},
		{"an unknown theme", wire("2", 2, `{"name":"settings","options":[{"name":"theme","type":3,"value":"pink"}]}`)},
		{"help for an unknown game", wire("2", 2, `{"name":"help","options":[{"name":"game","type":3,"value":"chess"}]}`)},
		{"an ID that is a number", command("2", `{"id":2}`)},
		{"a user that is a list", command("2", `{"member":[]}`)},
		{"data that is a text", command("2", `{"data":"hex"}`)},
		{"options that are a text", wire("2", 2, `{"name":"hex","options":"new"}`)},
		{"an app that is a path", command("2", `{"application_id":"../../users/@me"}`)},
		{"nothing but brackets", []byte(`{"id":"2","type":2,"data":` + strings.Repeat("[", 50_000) + strings.Repeat("]", 50_000) + `}`)},
		{"a form of nobody's", wire("2", 5, `{"custom_id":"fill:hex:9:0:move","components":[]}`)},
	}
	for _, id := range []string{
		"", ":", "x", "::::", "play:hex:1", "play:chess:1:0:swap", "play:hex:0:0:swap", "play:hex:-1:0:swap", "play:hex:2:0:swap",
		"play:hex:99999999999999999999:0:swap", "run:hex", "run:chess:x", "run:hex:cheat", long,
	} {
		inputs = append(inputs, input{fmt.Sprintf("a button %.20q", id), press("2", fmt.Sprintf(`{"data":{"component_type":2,"custom_id":%q}}`, id))})
	}
	synctest.Test(t, func(t *testing.T) {
		e := newEndpointBot(t)
		e.api.fault = func(c apiCall) (int, http.Header, string, error) {
			if strings.HasPrefix(c.Path, "https://cdn.test/") {
				return 200, nil, "\x89PNG\r\n\x1a\n", nil
			}
			return 0, nil, "", nil
		}
		e.open(t)
		for i, in := range inputs {
			e.refuses(t, i, in.name, in.body)
		}
		// Every possible button of the table, pressed by somebody who is not seated.
		stamp := e.stamp(t)
		for i, name := range []string{
			"accept", "allow", "back", "decline", "fill", "form", "giveup", "hint", "pick", "play", "refuse", "rematch", "resign", "share", "stage", "stop", "undo", "withdraw",
		} { // everybody may press "view"
			id := fmt.Sprintf("%s:hex:1:%s:swap", name, stamp)
			e.refuses(t, 1000+i, "a stranger's button "+name, press("2", fmt.Sprintf(`{"data":{"component_type":2,"custom_id":%q}}`, id), stranger))
		}
	})
}

// open opens a table.
func (e *endpointBot) open(t *testing.T) {
	t.Helper()
	e.interaction(hexCommand("new", `{"name":"size","type":4,"value":3},{"name":"level","type":3,"value":"easy"},{"name":"swap","type":5,"value":false}`, `{"id":"1","token":"token-of-1"}`))
	pass(time.Minute)
	if n := len(e.table(t).Moves); n > 1 {
		t.Fatalf("%d moves", n)
	}
}

// refuses sends an interaction with a new ID, and checks that nothing changes.
func (e *endpointBot) refuses(t *testing.T, i int, name string, body []byte) {
	t.Helper()
	body = bytes.Replace(body, []byte(`"id":"2"`), fmt.Appendf(nil, `"id":"%d"`, 100+i), 1)
	before := e.sum(t)
	e.log.Reset()
	w := e.deliver(signed(context.Background(), "http://bot.test"+endpointPath, time.Now(), body), 0)
	pass(time.Minute)
	if w.Code != http.StatusBadRequest {
		if got := responded(t, w.Result()); got.kind() != answerMessage || got.flags()&flagPrivate == 0 || got.content() == "" {
			t.Errorf("%s: %s", name, got)
		}
	}
	log := e.log.String()
	if strings.Count(log, "\n") != 1 || strings.Contains(log, "panic") || strings.Contains(log, "ERROR") || len(log) > 1000 {
		t.Errorf("%s: the log has %.2000s", name, log)
	}
	if e.sum(t) != before {
		t.Errorf("%s: something was stored", name)
	}
}
