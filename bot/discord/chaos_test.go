package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/playground/playgroundtest"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
	"github.com/sixfold-bot/sixfold/store"
)

// TestChaos lets people play while Discord fails in random ways, drawn from a seed. Two minutes
// after the last fault the bot must be connected and answer. It must never log in more often than
// Discord allows, which for every third seed is so seldom that it has to wait, and everything that
// people were told must be in the store. SIXFOLD_LONG=1 simulates an hour for each of ten seeds,
// which are random unless SIXFOLD_SEED gives the first.
func TestChaos(t *testing.T) {
	t.Parallel()
	lasts, first, seeds := 3*time.Minute, 1, 1
	if os.Getenv("SIXFOLD_LONG") == "1" {
		lasts, first, seeds = time.Hour, rand.IntN(1_000_000), 10
		if seed, err := strconv.Atoi(os.Getenv("SIXFOLD_SEED")); err == nil {
			first = seed
		}
	}
	t.Log("| seed | faults | restarts | logins | resumes | waits for logins | moves told | longest away after the last fault |")
	for seed := first; seed < first+seeds; seed++ {
		t.Run(strconv.Itoa(seed), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { newChaos(t, uint64(seed)).run(lasts) })
		})
	}
}

// chaos is an unreliable Discord, with people who play there.
type chaos struct {
	*hall
	seed  uint64
	proxy *playgroundtest.Proxy
	draw  *rand.Rand
	store *store.Store
	bot   *bot.Bot
	log   safeBuffer
	began time.Time

	// scarce: so few logins are allowed that the bot has to wait for the next window.
	scarce bool
	waited int // number of times that it logged this

	faults, restarts int
	longest          time.Duration // longest unavailability after the last fault
	limited          time.Time     // end of the last rate limit

	mu     sync.Mutex
	upFrom time.Time // since when the gateway is connected; zero while it is not
}

func newChaos(t *testing.T, seed uint64) *chaos {
	t.Helper()
	c := &chaos{hall: emptyHall(t), seed: seed, draw: rand.New(rand.NewPCG(seed, 40)), scarce: seed%3 == 0}
	c.began = time.Now()
	limits := playground.DefaultLimits()
	if c.scarce {
		limits[playground.IdentifyLimit] = playground.Limit{Calls: 4, Window: scarceWindow}
	}
	server, err := playground.New(playground.Config{Network: c.network, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	c.server = server
	c.proxy = playgroundtest.NewProxy(t, server.APIBase(), world.SystemClock{}, c.network)
	if c.store, err = store.Open(t.TempDir()+"/games.db", store.Options{}); err != nil {
		t.Fatal(err)
	}
	c.bot = wholeBot(c.store, bottest.QuickHex(), slog.New(slog.NewTextHandler(&c.log, nil)))
	return c
}

// scarceWindow is the window of the login limit if logins are scarce.
const scarceWindow = 20 * time.Minute

// run plays for a time, and then checks everything.
func (c *chaos) run(lasts time.Duration) {
	c.t.Helper()
	ctx, stop := context.WithCancel(c.t.Context())
	var serving, playing sync.WaitGroup
	serving.Go(func() { c.serve(ctx) })
	players := []*player{c.player("you", world.GamesID), c.player("ada", world.LobbyID)}
	enough := make(chan struct{})
	for _, p := range players {
		playing.Go(func() { p.play(enough) })
	}
	for time.Since(c.began) < lasts && !c.t.Failed() {
		c.storm(time.Duration(1+c.draw.IntN(4)) * min(time.Minute, lasts/4))
		c.calm()
	}
	close(enough)
	playing.Wait()
	for _, p := range players {
		p.check()
	}
	stop()
	serving.Wait()
	c.checkLogins()
	c.checkViolations()
	told := 0
	for _, p := range players {
		for _, cells := range p.told {
			told += len(cells)
		}
	}
	logins, resumes := c.logins()
	c.t.Logf("| %d | %d | %d | %d | %d | %d | %d | %v |",
		c.seed, c.faults, c.restarts, logins, resumes, c.waited, told, c.longest.Round(time.Millisecond))
	if told == 0 {
		c.t.Error("nobody has played")
	}
	if c.t.Failed() {
		c.t.Logf("log:\n%s", c.log.String())
	}
	c.proxy.Close()
	if err := errors.Join(c.server.Close(), c.store.Close()); err != nil {
		c.t.Error(err)
	}
}

// serve runs the program, and restarts it when Discord refuses it for good.
func (c *chaos) serve(ctx context.Context) {
	log := slog.New(slog.NewTextHandler(&c.log, nil))
	for ctx.Err() == nil {
		d, err := connectIn(ctx, c.network, c.bot, Config{
			Token: config.Secret(c.server.Token()), API: c.proxy.APIBase() + "api/v9/",
			Records: c.store, Handled: c.store.Handled, Linked: c.linked,
		}, log)
		if err == nil {
			err = c.attend(ctx, d)
		}
		if ctx.Err() != nil {
			return
		}
		if _, final := errors.AsType[*FinalError](err); !final {
			c.t.Errorf("it has ended: %v", err)
			return
		}
		c.restarts++
		_ = pause(ctx, 10*time.Second)
	}
}

// attend serves a connection as the program does.
func (c *chaos) attend(ctx context.Context, d *Connection) error {
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- c.bot.Run(ctx, d) }()
	select {
	case <-d.Done():
	case <-ctx.Done():
	}
	began := time.Now()
	stop()
	err := errors.Join(d.Err(), <-ended)
	_ = d.Close() // errors about unsent answers do not matter here
	if took := time.Since(began); took > 10*time.Second {
		c.t.Errorf("it took %v to stop", took)
	}
	return err
}

func (c *chaos) linked(up bool, silent time.Duration) {
	c.bot.Linked(up, silent)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.upFrom = time.Time{}
	if up {
		c.upFrom = time.Now()
	}
}

// storm injects faults for a time, and then ends pending ones. The last may be a silent one: a dead
// line.
func (c *chaos) storm(lasts time.Duration) {
	for end := time.Now().Add(lasts); time.Now().Before(end); {
		c.strike(c.fault())
		takes(time.Duration(c.draw.ExpFloat64() * float64(7*time.Second)))
	}
	for _, f := range c.proxy.Active() {
		if c.proxy.End(f.ID); f.Kind == playgroundtest.TooMany {
			c.limit(f.Delay)
		}
	}
	if c.draw.IntN(2) == 0 {
		c.strike(playgroundtest.Fault{Kind: playgroundtest.Still})
	}
}

// strike injects a fault.
func (c *chaos) strike(f playgroundtest.Fault) {
	c.proxy.Inject(f)
	c.faults++
	fmt.Fprintf(&c.log, "time=%s FAULT %.200q\n", time.Now().Format(time.RFC3339Nano), fmt.Sprint(f))
	if f.Kind == playgroundtest.TooMany {
		c.limit(time.Duration(max(f.Count, 1)) * f.Delay)
	}
}

// limit records the end of a rate limit.
func (c *chaos) limit(lasts time.Duration) {
	if until := time.Now().Add(lasts); until.After(c.limited) {
		c.limited = until
	}
}

// calm waits for two minutes after the last fault. Then a request must be answered.
func (c *chaos) calm() {
	c.t.Helper()
	const promised = 2 * time.Minute
	last := time.Now()
	if c.limited.After(last) {
		last = c.limited
	}
	fmt.Fprintf(&c.log, "time=%s CALM from %s\n", time.Now().Format(time.RFC3339Nano), last.Format(time.RFC3339Nano))
	takes(time.Until(last.Add(promised)))
	if said := strings.Count(c.log.String(), "hardly any more logins"); c.scarce && said > c.waited {
		c.waited = said
		last = time.Now().Add(scarceWindow) // when logins must be allowed again
		takes(time.Until(last.Add(promised)))
	}
	c.mu.Lock()
	up := c.upFrom
	c.mu.Unlock()
	if up.IsZero() {
		c.t.Errorf("not connected %v after the last fault, at %v", promised, last)
		return
	}
	c.longest = max(c.longest, up.Sub(last))
	if said, answered := c.say("ben", world.GamesID, "/hex rules"); !answered {
		c.t.Errorf("nobody answers %v after the last fault, at %v: %+v", promised, last, said)
	}
}

// say runs a command, and reports whether it was answered in time.
func (c *chaos) say(user, channel, line string) (a panswer, answered bool) {
	body, err := json.Marshal(map[string]any{"user": user, "channel": channel, "text": line, "wait": true})
	if err != nil {
		c.t.Error(err)
		return a, false
	}
	r, err := http.NewRequestWithContext(c.t.Context(), http.MethodPost, c.server.URL()+"api/run", bytes.NewReader(body))
	if err != nil {
		c.t.Error(err)
		return a, false
	}
	r.Header.Set("Content-Type", "application/json")
	response, err := c.client.Do(r)
	if err != nil {
		c.t.Error(err)
		return a, false
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil || json.Unmarshal(data, &a) != nil {
		c.t.Errorf("%s: %v: %s", line, err, data)
	}
	return a, a.Message != nil
}

// fault draws a fault.
func (c *chaos) fault() playgroundtest.Fault {
	count := c.count(3)
	switch c.draw.IntN(20) {
	case 0, 1:
		return playgroundtest.Fault{Kind: playgroundtest.Drop}
	case 2:
		return playgroundtest.Fault{Kind: playgroundtest.Reconnect}
	case 3:
		return playgroundtest.Fault{Kind: playgroundtest.Invalid, Resumable: c.draw.IntN(2) == 0}
	case 4:
		return playgroundtest.Fault{Kind: playgroundtest.Close, Code: c.closeCode()}
	case 5, 6:
		return playgroundtest.Fault{Kind: playgroundtest.Say, Text: c.word()}
	case 7:
		return playgroundtest.Fault{Kind: playgroundtest.Still}
	case 8, 9:
		return playgroundtest.Fault{Kind: playgroundtest.Hello, Text: c.word(), Count: count}
	case 10, 11:
		return playgroundtest.Fault{Kind: playgroundtest.Answer, Text: c.word(), Count: count}
	case 12, 13:
		return playgroundtest.Fault{Kind: playgroundtest.Login, Code: c.closeCode(), Count: count}
	case 14:
		return playgroundtest.Fault{Kind: playgroundtest.Deaf, Count: count}
	case 15:
		return playgroundtest.Fault{Kind: []playgroundtest.Kind{playgroundtest.Repeat, playgroundtest.Shuffle}[c.draw.IntN(2)], Count: max(count, 1)}
	default:
		return c.restFault()
	}
}

// restFault draws a fault of a REST call, or of opening a connection.
func (c *chaos) restFault() playgroundtest.Fault {
	routes := []string{
		"", callbackRoute, answerRoute, "POST /channels/*/messages", "PATCH /channels/*/messages/*", "GET /gateway/bot", "GET /gateway/",
		"GET /applications/@me",
	}
	f := playgroundtest.Fault{Route: routes[c.draw.IntN(len(routes))], Count: c.count(5), After: c.draw.IntN(3) == 0}
	switch c.draw.IntN(4) {
	case 0:
		f.Kind, f.Delay = playgroundtest.Latency, time.Duration(1+c.draw.IntN(15_000))*time.Millisecond
	case 1:
		f.Kind, f.Delay = playgroundtest.TooMany, time.Duration(1+c.draw.IntN(30_000))*time.Millisecond
		f.Global = c.draw.IntN(4) == 0
	case 2:
		f.Kind = playgroundtest.Cut
	case 3:
		refusals := []playgroundtest.Fault{
			{Status: 500},
			{Status: 502},
			{Status: 503},
			{Status: 504},
			{Status: 400},
			{Status: 400, Code: 50035},
			{Status: 403},
			{Status: 403, Code: codeNoPermission},
			{Status: 403, Code: codeMissingAccess},
			{Status: 403, Code: 40333},
			{Status: 404},
		}
		refused := refusals[c.draw.IntN(len(refusals))]
		f.Kind, f.Status, f.Code = playgroundtest.Status, refused.Status, refused.Code
	}
	return f
}

// count draws how often a fault strikes: up to most times, or until the storm ends.
func (c *chaos) count(most int) int {
	if c.draw.IntN(8) == 0 {
		return -1
	}
	return 1 + c.draw.IntN(most)
}

// closeCode draws a known or unknown close code. Codes that end the program are rare.
func (c *chaos) closeCode() int {
	codes := []int{4000, 4001, 4002, 4003, 4005, 4006, 4007, 4008, 4009, 4900}
	if c.draw.IntN(10) == 0 {
		codes = []int{4004, 4010, 4011, 4012, 4013, 4014}
	}
	return codes[c.draw.IntN(len(codes))]
}

// word draws a valid frame to be sent at an unexpected point.
func (c *chaos) word() string {
	words := []string{
		"", "", `{"op":7,"d":null}`, `{"op":7,"d":null}`, `{"op":9,"d":false}`, `{"op":9,"d":true}`, `{"op":9}`,
		"null", "[]", "{", "0", "\xff\xfe", strings.Repeat("[", 20_000), `{"op":"x"}`, `{"op":99}`, `{"op":1}`, `{"op":1,"d":"x"}`,
		`{"op":10}`, `{"op":10,"d":{"heartbeat_interval":-1}}`, `{"op":10,"d":{"heartbeat_interval":41250}}`, `{"op":11}`, `{"op":0}`,
		`{"op":0,"s":2,"t":"GUILD_CREATE","d":null}`, `{"op":0,"s":1,"t":"INTERACTION_CREATE","d":null}`,
		`{"op":0,"s":1,"t":"INTERACTION_CREATE","d":"x"}`, `{"op":0,"s":1,"t":"INTERACTION_CREATE","d":{"type":"x","data":[]}}`,
		`{"op":0,"s":999999,"t":"X","d":{}}`, `{"op":0,"s":1,"t":"READY","d":null}`, `{"op":0,"s":1,"t":"READY","d":{"user":"x"}}`,
		`{"op":0,"s":1,"t":"READY","d":{"session_id":"x","resume_gateway_url":"ws://127.0.0.1:9","guilds":[null]}}`,
		`{"op":0,"s":2,"t":"RESUMED","d":null}`,
	}
	return words[c.draw.IntN(len(words))]
}

// logins returns how often the bot has tried to log in and to resume.
func (c *chaos) logins() (logins, resumes int) {
	for _, a := range c.proxy.Attempts() {
		if a.Resumes {
			resumes++
		} else {
			logins++
		}
	}
	return logins, resumes
}

// checkLogins checks Discord's limits: one login in five seconds, and 1,000 a day.
func (c *chaos) checkLogins() {
	c.t.Helper()
	var at []time.Time
	for _, a := range c.proxy.Attempts() {
		if !a.Resumes {
			at = append(at, a.At)
		}
	}
	for i := 1; i < len(at); i++ {
		if apart := at[i].Sub(at[i-1]); apart < 5*time.Second {
			c.t.Errorf("two logins %v apart, at %v", apart, at[i])
		}
	}
	if days := 1 + time.Since(c.began)/(24*time.Hour); len(at) > 1000*int(days) {
		c.t.Errorf("%d logins", len(at))
	}
}

// checkViolations ignores violations caused by late or lost answers, and by invented gateway
// frames. All others are bugs of the bot.
func (c *chaos) checkViolations() {
	c.t.Helper()
	for _, v := range c.server.Violations() {
		switch {
		case v.Code == 10062, v.Code == codeAcknowledged, v.Code == codeUnknownWebhook:
		case v.Method == "GATEWAY" && v.Status == closeSequence:
		default:
			c.t.Errorf("violation: %v", v)
		}
	}
}

// player plays both sides of small boards.
type player struct {
	c             *chaos
	user, channel string
	draw          *rand.Rand
	table         int      // the current table, 0 for none
	free          []string // cells not known to be taken

	told, tried map[int][]string // moves by table: those shown, and all attempted
}

func (c *chaos) player(user, channel string) *player {
	return &player{
		c: c, user: user, channel: channel, draw: rand.New(rand.NewPCG(c.seed, uint64(user[0]))),
		told: map[int][]string{}, tried: map[int][]string{},
	}
}

// side is the size of the boards.
const side = 5

var tableNumber = regexp.MustCompile(`table (\d+)`)

// play plays until enough is closed.
func (p *player) play(enough <-chan struct{}) {
	for {
		select {
		case <-enough:
			return
		case <-time.After(time.Duration(5000+p.draw.IntN(10_000)) * time.Millisecond):
		}
		if p.table == 0 {
			p.open()
		} else {
			p.move()
		}
	}
}

// open opens a table, or another if the answer is lost.
func (p *player) open() {
	a, answered := p.c.say(p.user, p.channel, fmt.Sprintf("/hex new @%s size:%d", p.user, side))
	if !answered {
		return
	}
	found := tableNumber.FindStringSubmatch(a.Message.Content)
	if found == nil {
		return
	}
	p.table, _ = strconv.Atoi(found[1])
	for i := range side * side {
		p.free = append(p.free, fmt.Sprintf("%c%d", 'a'+i%side, 1+i/side))
	}
}

// move makes a move, and records it if it appears on the board.
func (p *player) move() {
	i := p.draw.IntN(len(p.free))
	cell := p.free[i]
	p.free = slices.Delete(p.free, i, i+1)
	p.tried[p.table] = append(p.tried[p.table], cell)
	a, answered := p.c.say(p.user, p.channel, fmt.Sprintf("/hex move cell:%s table:%d", cell, p.table))
	if answered && len(a.Message.Attachments) > 0 && regexp.MustCompile(`\b`+cell+`\b`).MatchString(a.Message.Attachments[0].Alt) {
		p.told[p.table] = append(p.told[p.table], cell)
		if strings.Contains(a.Message.Attachments[0].Alt, "wins") {
			p.free = nil
		}
	}
	if answered && a.Message.Private && strings.Contains(a.Message.Content, "is over") {
		p.free = nil // the answer to the last move was lost
	}
	if len(p.free) == 0 {
		p.table = 0
	}
}

// check compares the store with what was told: all moves told are there, in order, and no others
// than those attempted.
func (p *player) check() {
	p.c.t.Helper()
	for n, tried := range p.tried {
		kept, err := p.c.store.Load(store.Key{Channel: p.channel, Game: "hex", Number: n})
		if err != nil {
			p.c.t.Errorf("table %d: %v", n, err)
			continue
		}
		told := 0
		for _, move := range kept.Moves {
			if told < len(p.told[n]) && move.Text == p.told[n][told] {
				told++
			}
			if !slices.Contains(tried, move.Text) {
				p.c.t.Errorf("table %d: nobody has made %s", n, move.Text)
			}
		}
		if told < len(p.told[n]) {
			p.c.t.Errorf("table %d: %s was told and is not there: %v", n, p.told[n][told], kept.Moves)
		}
	}
}
