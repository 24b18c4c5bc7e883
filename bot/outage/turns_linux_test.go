package outage

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/jetstream"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
)

var minutes = flag.Int("minutes", 3, "how many minutes TestTurns takes with SIXFOLD_LONG=1")

const (
	// levelTime is the longest thought of a level, as the copies' settings have it.
	levelTime = time.Second
	// lateTurn is how old a level's turn may become.
	lateTurn = levelTime + time.Minute
)

// TestTurns lets people play levels, plan, take back and resign, while copies are restarted and workers are
// told to end or killed. One of the copies is older: it knows nothing of the rules of the others. No turn of a
// level may become older than [lateTurn], no move be lost, and no board be posted twice.
func TestTurns(t *testing.T) {
	if !long {
		t.Parallel()
	}
	const seed = 31
	games, pace := 5, 300*time.Millisecond
	if long {
		games, pace = 15, 2*time.Second
	}
	s := set(t, true, 0, pace, nil, 0, 2)
	workers := s.hire(3)
	all := s.contests(games)
	posts, turns := s.watchBoards(all), s.watchTurns()

	ctx, end := context.WithCancel(t.Context())
	var playing sync.WaitGroup
	for n, c := range all {
		playing.Go(func() { c.play(ctx, rand.New(rand.NewPCG(seed, uint64(n)))) })
	}
	happened := s.comeAndGo(rand.New(rand.NewPCG(seed, 1000)), workers, all)
	end()
	playing.Wait()

	s.await("all copies of the bot, at the end", s.ready)
	s.await("the moves of all levels", func() bool { return turns.waiting() == 0 })
	total := map[string]int{}
	for _, c := range all {
		s.await("the last board", c.look)
		for what, n := range c.did {
			total[what] += n
		}
	}
	for _, text := range posts() {
		t.Error(text)
	}
	turns.end()
	for at, age := range turns.late {
		t.Errorf("a level's turn took %v: table %s after %d moves", age, at.table, at.moves)
	}
	t.Logf("%.1f minutes; %v; actions: %v", s.now().Minutes(), happened, total)
	t.Logf("turns of levels: %d seen, the oldest was %.1f s old", turns.seen, turns.oldest.Seconds())
	for _, text := range slices.Sorted(maps.Keys(s.oddness)) {
		t.Logf("%d times: %s", s.oddness[text], text)
	}
	s.answers()
	if total["move"] == 0 || total["undo"] == 0 {
		t.Error("nothing was done")
	}
}

// hire starts workers. Every second one knows the newer rules.
func (s *stage) hire(n int) (workers []*copyOfBot) {
	for i := range n {
		w := &copyOfBot{Source: s.copies[0].Source, t: s.t, number: 3 + i, args: []string{"worker"}, newer: i%2 == 0, log: &journal{}}
		w.start()
		s.t.Cleanup(w.kill)
		workers = append(workers, w)
	}
	return workers
}

// comeAndGo restarts copies and workers while people play, and counts how often.
func (s *stage) comeAndGo(random *rand.Rand, workers []*copyOfBot, all []*contest) map[string]int {
	happened := map[string]int{}
	stop := func(kind string, c *copyOfBot) {
		happened[kind+" stopped"]++
		s.await("one that can be told to stop", c.log.ready.Load)
		if err := c.stop(); err != nil {
			s.t.Error(err)
		}
		c.start()
	}
	copyStops := func() {
		stop("copies", s.copies[random.IntN(3)])
		s.await("all copies of the bot", s.ready)
	}
	workerStops := func() { stop("workers", workers[random.IntN(len(workers))]) }
	workerDies := func() {
		happened["workers killed"]++
		workers[random.IntN(len(workers))].lose(0)
	}
	allStop := func() { // as in an update, one after the other
		for _, w := range workers {
			stop("workers", w)
		}
	}
	if !long {
		for _, f := range []func(){workerDies, copyStops, allStop} {
			f()
			s.playedOn(all)
		}
		return happened
	}
	for ends := time.Now().Add(time.Duration(*minutes) * time.Minute); time.Now().Before(ends); {
		[]func(){copyStops, workerStops, workerStops, workerDies, workerDies, allStop}[random.IntN(6)]()
		wait(s.t.Context(), time.Duration(random.Int64N(int64(16*time.Second))))
	}
	return happened
}

// playedOn waits until each person has moved again.
func (s *stage) playedOn(all []*contest) {
	s.t.Helper()
	for _, c := range all {
		before := c.moves()
		s.await("that people play on", func() bool { return c.moves() > before })
	}
}

// contest is a person's games against a level in a thread, one after the other.
type contest struct {
	s             *stage
	user, channel string
	level         string
	table         string   // names the table in a command
	known         bool     // that the person's stones are must, and some of may
	must, may     []string // cells
	mu            sync.Mutex
	did           map[string]int
}

func (s *stage) contests(n int) (all []*contest) {
	s.t.Helper()
	for i := range n {
		var opened struct{ Channel string }
		user := []string{"you", "friend", "ada", "ben", "cho"}[i%5]
		body := fmt.Sprintf(`{"user":%q,"channel":"games","text":"Contest %d"}`, user, i)
		if !s.call(http.MethodPost, "api/thread", []byte(body), &opened) {
			s.t.Fatal("no thread can be opened")
		}
		all = append(all, &contest{s: s, user: user, channel: opened.Channel, level: []string{"easy", "normal"}[i%2], did: map[string]int{}})
	}
	return all
}

// moves returns how many moves were acknowledged.
func (c *contest) moves() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.did["move"]
}

func (c *contest) count(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.did[what]++
}

// play acts until the context ends.
func (c *contest) play(ctx context.Context, random *rand.Rand) {
	for wait(ctx, time.Duration(random.Int64N(int64(2*c.s.pace)))) {
		if c.table == "" {
			c.begin()
			continue
		}
		if m, outcome := c.ask("show", ""); outcome == done {
			c.turn(random, m.alt())
		}
	}
}

// begin opens a new table, which the following commands name.
func (c *contest) begin() {
	c.known, c.may, c.table = false, nil, ""
	if m, outcome := c.ask("new", "size:5 swap:false level:"+c.level); outcome == done {
		if number := tableNumber.FindStringSubmatch(m.Content); number != nil {
			c.table = " table:" + number[1]
		}
	}
}

var tableNumber = regexp.MustCompile(`\*\*Hex, table (\d+)\*\*`)

// turn acts on what the person sees.
func (c *contest) turn(random *rand.Rand, alt string) {
	board := cells.FindAllString(shown(alt), -1)
	free := cell(random, 5)
	for slices.Contains(board, free) {
		free = cell(random, 5)
	}
	n := random.IntN(10)
	switch thinks := strings.Contains(alt, "Blue to move"); {
	case !thinks && !strings.Contains(alt, "Red to move"):
		c.begin()
	case n == 0:
		c.known = false
		c.ask("undo", "")
	case n == 1 && random.IntN(3) == 0:
		c.resign()
	case n == 2 && thinks:
		c.plan("any " + free)
	case n == 2:
		reply := cell(random, 5)
		if reply != free {
			c.may = append(c.may, reply)
			c.plan(free + " any " + reply)
		}
	case !thinks:
		c.move(free)
	}
}

func (c *contest) plan(moves string) {
	c.may = append(c.may, cells.FindAllString(moves, -1)...)
	c.ask("plan", "moves:"+moves)
}

func (c *contest) move(to string) {
	before := slices.Clone(c.may) // with what was not clear, or is planned
	c.may = append(c.may, to)
	m, outcome := c.ask("move", to)
	switch outcome {
	case done:
		c.must = append(c.must, to)
		c.check(m)
	case refused:
		c.may = before
	}
}

// resign asks to resign, and presses the button that does.
func (c *contest) resign() {
	m, _ := c.ask("resign", "")
	if m == nil {
		return
	}
	for _, id := range m.buttons() {
		if strings.HasPrefix(id, "giveup:") {
			c.known = false
			body, _ := json.Marshal(map[string]any{"user": c.user, "channel": c.channel, "message": m.ID, "custom_id": id, "wait": true})
			var answer reply
			if !c.s.call(http.MethodPost, "api/click", body, &answer) || answer.Message == nil || answer.Message.Thinking {
				c.unclear()
			}
		}
	}
}

// look shows the table, and reports whether its board was seen and is as the person knows it.
func (c *contest) look() bool {
	_, outcome := c.ask("show", "")
	return outcome == done
}

// ask gives a command. If a board is shown, it is checked.
func (c *contest) ask(kind, options string) (*message, string) {
	m := c.s.run(c.user, c.channel, strings.TrimSpace("/hex "+kind+" "+options)+c.table)
	switch {
	case m == nil || m.Thinking || says(m, "not known yet", "do not answer just now", "about to restart", "handing over"):
		c.unclear()
		return m, unclear
	case m.Private:
		if says(m, "newer version") {
			c.count("newer")
			return m, refused
		}
		if kind != "plan" && kind != "resign" {
			c.s.odd(action{kind: kind}, m)
		}
		c.count(kind + ", private")
		return m, refused
	}
	c.count(kind)
	if kind != "move" {
		c.check(m)
	}
	return m, done
}

// unclear notes an answer that may come after the next one's.
func (c *contest) unclear() {
	c.count("unclear")
	c.s.balancer.unsure.Store(c.channel, time.Now())
}

// check compares the person's stones on a board with what was acknowledged. An answer may have become a line
// meanwhile, with the board in a message of its own.
func (c *contest) check(m *message) {
	if m.alt() == "" {
		return
	}
	var stones []string // none on an empty board
	if red := redly.FindStringSubmatch(m.alt()); red != nil {
		stones = strings.Fields(red[1])
	}
	if c.known {
		for _, s := range c.must {
			if !slices.Contains(stones, s) {
				c.s.t.Errorf("%s: the move %s was lost: %s", c.channel, s, m.alt())
			}
		}
		for _, s := range stones {
			if !slices.Contains(c.must, s) && !slices.Contains(c.may, s) {
				c.s.t.Errorf("%s: nobody has asked for %s: %s", c.channel, s, m.alt())
			}
		}
	}
	c.known, c.must = true, stones
}

// says reports whether a message contains one of the texts.
func says(m *message, texts ...string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(m.Content, text) })
}

// watchBoards follows what is shown in the contests' threads. The returned function ends that, and returns
// a line for each board that was shown twice, though nobody asked for it.
func (s *stage) watchBoards(all []*contest) (doubled func() []string) {
	ctx, end := context.WithCancel(s.t.Context())
	last := map[string]*event{}
	for _, c := range all {
		last[c.channel] = &event{}
	}
	var lines []string
	var watching sync.WaitGroup
	watching.Go(func() {
		for ctx.Err() == nil {
			s.events(ctx, func(e *event) {
				board := last[e.Channel]
				if board == nil || e.Message.alt() == "" || e.Message.Private {
					return
				}
				if now, then := e.Message.alt(), board.Message.alt(); now == then && e.Message.ID != board.Message.ID && !e.asked() && !s.balancer.unsureOf(e.Channel) {
					lines = append(lines, fmt.Sprintf("%.1f s: in %s the same board again: %q, after %q: %s", s.now().Seconds(), e.Channel, e.Message.Content, board.Message.Content, now))
				}
				last[e.Channel] = e
			})
		}
	})
	return func() []string {
		end()
		watching.Wait()
		return lines
	}
}

// event is a change to a message, as the page is told of it.
type event struct {
	Channel string
	Message message
}

// asked reports whether the message shows a board because somebody asked for it.
func (e *event) asked() bool {
	return e.Message.Answers != nil && slices.Contains([]string{"/hex show", "/hex new"}, e.Message.Answers.Command)
}

// events calls see for what the page is told, until the page's stream or the context ends.
func (s *stage) events(ctx context.Context, see func(*event)) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.page.URL()+"api/stream?user=you", http.NoBody)
	if err != nil {
		s.t.Error(err)
		return
	}
	response, err := s.client.Do(r)
	if err != nil {
		return
	}
	defer func() { _ = response.Body.Close() }()
	in := bufio.NewScanner(response.Body)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var e event
		if data, ok := strings.CutPrefix(in.Text(), "data: "); ok && json.Unmarshal([]byte(data), &e) == nil {
			see(&e)
		}
	}
}

// turn is a level's turn at a table.
type turn struct {
	table store.Key
	moves int // played before it
}

// turnWatch looks at all turns of levels. late has the ages of those that became older than
// [lateTurn]. Its fields may be read after end.
type turnWatch struct {
	mu     sync.Mutex
	open   map[turn]time.Time // when it was seen first
	seen   int
	oldest time.Duration
	late   map[turn]time.Duration
	end    func()
}

// waiting returns how many turns are open.
func (w *turnWatch) waiting() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.open)
}

// watchTurns begins to look at all turns of levels.
func (s *stage) watchTurns() *turnWatch {
	games, err := openCopy(s.t, jetstream.Options{URLs: natstest.URLs(s.nodes), Bucket: "games", Application: "playground"})
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, end := context.WithCancel(s.t.Context())
	w := &turnWatch{open: map[turn]time.Time{}, late: map[turn]time.Duration{}}
	var watching sync.WaitGroup
	watching.Go(func() {
		for wait(ctx, 200*time.Millisecond) {
			if err := w.look(ctx, games); err != nil && ctx.Err() == nil {
				s.t.Log(err)
			}
		}
	})
	w.end = func() {
		end()
		watching.Wait()
		if err := games.Close(); err != nil {
			s.t.Error(err)
		}
	}
	return w
}

func (w *turnWatch) look(ctx context.Context, games *store.Store) error {
	if err := games.Sync(ctx); err != nil {
		return err
	}
	keys, err := games.Thinking()
	if err != nil {
		return err
	}
	now, open := time.Now(), map[turn]time.Time{}
	w.mu.Lock()
	defer w.mu.Unlock()
	for at := range w.open {
		keys = append(keys, at.table) // also those that nobody counts as waiting any more
	}
	for _, key := range keys {
		t, err := games.Load(key)
		if err != nil || t.Over {
			continue
		}
		at := turn{key, len(t.Moves)}
		since, known := w.open[at]
		if _, twice := open[at]; twice || !known && !t.Thinks {
			continue // listed before, or the person's turn
		}
		if !known {
			since, w.seen = now, w.seen+1
		}
		open[at] = since
		age := now.Sub(since)
		if w.oldest = max(w.oldest, age); age > lateTurn {
			w.late[at] = age
		}
	}
	w.open = open
	return nil
}
