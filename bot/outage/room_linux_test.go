package outage

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// size is the size of the boards. People leave the last row and column empty, so that nobody wins.
const size = 7

// room is a thread with a table. Either one person with two clients plays both sides, moving,
// taking back and looking concurrently; or one plays against a level.
type room struct {
	s       *stage
	user    string
	channel string
	level   bool
	history history

	mu   sync.Mutex
	seen string // the board last shown here
}

// reply is the page's JSON for an answer.
type reply struct {
	Notice  string
	Message *message
}

type message struct {
	ID          string
	Content     string
	Private     bool
	Thinking    bool
	Attachments []struct{ Alt string }
	Components  json.RawMessage
	Answers     *struct{ Command string } `json:"reply_to"`
}

// buttons returns the IDs of the message's buttons.
func (m *message) buttons() (ids []string) {
	for _, id := range customIDs.FindAllSubmatch(m.Components, -1) {
		ids = append(ids, string(id[1]))
	}
	return ids
}

func (m *message) alt() string {
	if len(m.Attachments) == 0 {
		return ""
	}
	return m.Attachments[0].Alt
}

// play acts as one client until the context ends. After an unclear result the client doubles its
// pause: an unclear action may take effect for as long as [settled], and the judge cannot handle
// too many at once.
func (r *room) play(ctx context.Context, client int, random *rand.Rand) {
	const longest = settled / 2
	pace := r.s.pace
	for wait(ctx, time.Duration(random.Int64N(int64(2*pace)))) {
		if r.level {
			r.turn(random)
			continue
		}
		if did, _ := r.act(client, r.choose(random)); did.outcome == unclear {
			pace = min(2*pace, longest)
		} else {
			pace = r.s.pace
		}
	}
}

// choose picks the next action.
func (r *room) choose(random *rand.Rand) action {
	r.mu.Lock()
	seen := r.seen
	r.mu.Unlock()
	stones := len(cells.FindAllString(seen, -1))
	switch n := random.IntN(10); {
	case n < 2:
		return action{kind: "show"}
	case n < 4 || stones > 20:
		return action{kind: "undo"}
	}
	return action{kind: "move", cell: cell(random, size-1)}
}

func cell(random *rand.Rand, size int) string {
	return string(rune('a'+random.IntN(size))) + strconv.Itoa(1+random.IntN(size))
}

// act requests an action, and records its result.
func (r *room) act(client int, a action) (result, string) {
	command := strings.TrimSpace("/hex " + a.kind + " " + a.cell)
	asked := r.s.now()
	m := r.s.run(r.user, r.channel, command)
	answered := r.s.now()
	result := r.read(a, m)
	if r.level {
		result.board = ""
	}
	if a.kind == "move" && r.level {
		a.kind = "add"
	}
	if !r.level || a.kind == "add" {
		r.history.add(client, a, asked, answered, result)
	}
	if result.board != "" {
		r.mu.Lock()
		r.seen = result.board
		r.mu.Unlock()
	}
	if m == nil {
		return result, ""
	}
	return result, m.alt()
}

// read returns the result that an answer reports; nil means no answer.
func (r *room) read(a action, m *message) result {
	says := func(texts ...string) bool {
		return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(m.Content, text) })
	}
	switch {
	case m == nil || m.Thinking || says("not known yet", "do not answer just now", "about to restart", "handing over"): // another copy may have carried it out
		return result{outcome: unclear}
	case m.Private && says("is taken") && !r.level:
		return result{outcome: taken}
	case m.Private && says("nothing to take back"):
		return result{outcome: nothing}
	case m.Private && says("is taken", "Nothing was changed", "nothing was changed", "Somebody was faster"):
		return result{outcome: refused}
	case !m.Private && (a.kind == "show" || a.kind == "undo" && says("Taken back by") || a.kind == "move" && says("**: "+a.cell+".", "Sixfold Easy**: ")):
		return result{done, shown(m.alt())}
	}
	r.s.odd(a, m)
	return result{outcome: unclear}
}

var (
	cells     = regexp.MustCompile(`[a-z][0-9]+`)
	redly     = regexp.MustCompile(`Red: ([a-z0-9 ]*)\.`)
	customIDs = regexp.MustCompile(`"custom_id":"([^"]*)"`)
	bluely    = regexp.MustCompile(`Blue: ([a-z0-9 ]*)\.`)
)

// shown returns the board that a picture's description contains.
func shown(alt string) string {
	if !strings.HasPrefix(alt, "Hex, ") {
		return ""
	}
	var sides [2][]string
	for i, of := range []*regexp.Regexp{redly, bluely} {
		if m := of.FindStringSubmatch(alt); m != nil {
			sides[i] = strings.Fields(m[1])
		}
	}
	return stones(sides)
}

// turn makes a move against the level, or starts a game.
func (r *room) turn(random *rand.Rand) {
	m := r.s.run(r.user, r.channel, "/hex show")
	switch {
	case m == nil || m.Thinking || m.Private || strings.Contains(m.alt(), "Blue to move"): // the level is thinking
		return
	case !strings.Contains(m.alt(), "Red to move"):
		r.s.run(r.user, r.channel, "/hex new size:5 level:easy swap:false")
		return
	}
	board := shown(m.alt())
	for {
		c := cell(random, 5)
		if !slices.Contains(cells.FindAllString(board, -1), c) {
			r.act(0, action{kind: "move", cell: c})
			return
		}
	}
}

// promised is how long to wait for a deferred answer. After that the result is unclear.
func promised() time.Duration {
	if long {
		return 15 * time.Second
	}
	return 2 * time.Second
}

// run runs a command, and returns the final message, nil for none.
func (s *stage) run(user, channel, command string) *message {
	asked := s.ask()
	var answer reply
	body, _ := json.Marshal(map[string]any{"user": user, "channel": channel, "text": command, "wait": true})
	ok := s.call(http.MethodPost, "api/run", body, &answer)
	f := &first{asked: asked, took: s.now() - asked, silent: !ok || answer.Notice != ""}
	s.note(f)
	m := answer.Message
	for until := time.Now().Add(promised()); m != nil && m.Thinking && time.Now().Before(until); {
		wait(context.Background(), 100*time.Millisecond)
		m = s.message(user, channel, m.ID)
	}
	f.stuck = m != nil && m.Thinking
	return m
}

// message returns a message that a user sees, nil if it is gone.
func (s *stage) message(user, channel, id string) *message {
	var list []*message
	if !s.call(http.MethodGet, "api/messages?limit=50&user="+user+"&channel="+url.QueryEscape(channel), nil, &list) {
		return nil
	}
	for _, m := range list {
		if m.ID == id {
			return m
		}
	}
	return nil
}

// call makes a request to the page, and reports whether it succeeded.
func (s *stage) call(method, path string, body []byte, answer any) bool {
	r, err := http.NewRequestWithContext(context.Background(), method, s.page.URL()+path, bytes.NewReader(body))
	if err != nil {
		s.t.Error(err)
		return false
	}
	r.Header.Set("Content-Type", "application/json")
	response, err := s.client.Do(r)
	if err != nil {
		return false
	}
	defer func() { _ = response.Body.Close() }()
	return response.StatusCode == http.StatusOK && json.NewDecoder(response.Body).Decode(answer) == nil
}

// wait waits, and reports whether the context is still alive.
func wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
