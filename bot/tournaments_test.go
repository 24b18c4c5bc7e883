package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/tournament"
	"github.com/sixfold-bot/sixfold/bot/tournament/pairing"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// room is a channel, and the messages that the bot has sent there of its own accord.
type room struct {
	mu       sync.Mutex // guards messages
	messages []*message
	direct   []chat.Reply
	edits    int
	gone     map[string]bool // channels that were deleted
	now      func() time.Time
	told     func(text string) // nil: nobody listens
	// cut, if not nil, is asked before each message: an error is that of the connection.
	cut func() error
}

type message struct {
	id, channel string
	reply       chat.Reply
	at          time.Time
}

var _ chat.Poster = (*room)(nil)

func (r *room) Send(ctx context.Context, channel string, m chat.Reply) (string, error) {
	if r.gone[channel] {
		return "", errors.Join(chat.ErrNoPost, chat.ErrGone)
	}
	if r.cut != nil {
		if err := r.cut(); err != nil {
			return "", err
		}
	}
	if m.Later != nil {
		m = m.Later(ctx, func(chat.Reply) {})
	}
	r.mu.Lock()
	id := strconv.Itoa(8001 + len(r.messages))
	r.messages = append(r.messages, &message{id, channel, m, r.now()})
	r.mu.Unlock()
	if r.told != nil {
		r.told(m.Text)
	}
	return id, nil
}

func (r *room) Post(ctx context.Context, channel string, m chat.Reply) error {
	if m.Board == nil {
		_, err := r.Send(ctx, channel, m)
		return err
	}
	now, err := m.Board.Begin(ctx)
	if err != nil {
		return err
	}
	id := now.Message
	defer func() { m.Board.End(id) }()
	if m.Update {
		return nil
	}
	id, err = r.Send(ctx, channel, m)
	return err
}

func (r *room) Edit(_ context.Context, channel, id string, m chat.Reply) error {
	i := slices.IndexFunc(r.messages, func(m *message) bool { return m.id == id && m.channel == channel })
	if i < 0 || r.gone[channel] {
		return chat.ErrGone
	}
	r.messages[i].reply = m
	r.edits++
	return nil
}

func (r *room) Direct(_ context.Context, _ string, m chat.Reply) error {
	r.direct = append(r.direct, m)
	return nil
}

func (r *room) Find(_ context.Context, channel string, since time.Time, mark string) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.messages {
		if line, _, _ := strings.Cut(m.reply.Text, "\n"); m.channel == channel && !m.at.Before(since) && line == mark {
			return m.id, nil
		}
	}
	return "", nil
}

func (r *room) Thread(context.Context, string, string) (string, error) { return "", chat.ErrNoPost }

func (r *room) Reaches(_ context.Context, _, channel string) error {
	if r.gone[channel] {
		return errors.Join(chat.ErrNoPost, chat.ErrGone)
	}
	return nil
}

func (r *room) Unthread(context.Context, string) error { return chat.ErrNoPost }

// calls are how often each person was called.
func (r *room) calls(about string) map[string]int {
	n := map[string]int{}
	for _, m := range r.messages {
		if strings.Contains(m.reply.Text, about) {
			for _, id := range m.reply.Mentions {
				n[id]++
			}
		}
	}
	return n
}

// cup is a session with a tournament.
type cup struct {
	*session
	room *room
	next int // number of the next request
}

func newCup(t *testing.T, games ...show.Entry) *cup {
	t.Helper()
	s := newSession(t, games...)
	return &cup{s, &room{gone: map[string]bool{}, now: func() time.Time { return s.clock }}, 100}
}

// player is the n-th of the players, from 1; 0 is the organiser.
func player(n int) chat.User {
	return chat.User{ID: strconv.Itoa(2000 + n), Name: "P" + strconv.Itoa(n)}
}

// asks has a player send a command.
func (c *cup) asks(n int, does string, change ...func(*chat.Request)) chat.Reply {
	c.t.Helper()
	r := c.request("you", does)
	c.next++
	r.ID, r.User, r.Manages = strconv.Itoa(c.next), player(n), n == 0
	for _, f := range change {
		f(&r)
	}
	return c.finish(r)
}

// in has a command be sent in another channel.
func in(channel string) func(*chat.Request) { return func(r *chat.Request) { r.Channel = channel } }

// naming has a command name a player.
func naming(n int) func(*chat.Request) {
	return func(r *chat.Request) { r.Options[tournament.MemberArg.Name] = player(n) }
}

// must fails the test where a reply refuses.
func (c *cup) must(r chat.Reply) {
	c.t.Helper()
	if r.Refused {
		c.t.Fatal(r.Text)
	}
}

// refuses fails the test where a reply does not refuse with such words.
func (c *cup) refuses(r chat.Reply, words string) {
	c.t.Helper()
	if !r.Refused || !strings.Contains(r.Text, words) {
		c.t.Errorf("%q, want a refusal with %q", r.Text, words)
	}
}

// advance has the bot do what follows.
func (c *cup) advance() {
	c.clock = c.clock.Add(time.Minute)
	c.bot.tournaments.Advance(c.t.Context(), c.room)
}

// sitDown begins a tournament of so many.
func (c *cup) sitDown(players int, how string) {
	c.t.Helper()
	c.must(c.asks(0, "/tournament new game:hex title:Cup options:size:9 "+how))
	for n := 1; n <= players; n++ {
		c.must(c.asks(n, "/tournament join"))
	}
	c.advance()
	c.must(c.asks(0, "/tournament start"))
	c.advance()
}

// kept is the record of the tournament.
func (c *cup) kept() *tournament.Tournament {
	c.t.Helper()
	t, err := c.bot.tournaments.In(sessionChannel)
	if err != nil {
		c.t.Fatal(err)
	}
	return t
}

// open are the tables of the tournament that are not over.
func (c *cup) open(channel string) (list []store.Brief) {
	c.t.Helper()
	all, err := c.store.Channel(channel)
	if err != nil {
		c.t.Fatal(err)
	}
	return all
}

// wins has who has the lower number win a table after two moves of each: then it is rated.
func (c *cup) wins(key store.Key) {
	c.t.Helper()
	t, err := c.bot.Tables.Load(c.t.Context(), key)
	if err != nil {
		c.t.Fatal(err)
	}
	winner := engine.Seat(0)
	if t.UserAt(0) > t.UserAt(1) {
		winner = 1
	}
	for i, line := range []string{"a1", "b2", "c3", "d4"} {
		if len(t.Record.Moves) > i {
			continue
		}
		if _, err := t.Play(line, t.Record.Seats[i%2], c.clock); err != nil {
			c.t.Fatal(err)
		}
	}
	t.End(table.Resigned, winner)
	if err := c.bot.Tables.Save(t); err != nil {
		c.t.Fatal(err)
	}
}

// playRound has all games of the round end.
func (c *cup) playRound() {
	c.t.Helper()
	for _, b := range c.open(sessionChannel) {
		c.wins(b.Key)
	}
}

// sound checks that nothing was lost and nothing done twice: each game has one table, nobody
// was called twice to one, nobody met twice, and the points follow from the tables.
func (c *cup) sound() {
	c.t.Helper()
	t := c.kept()
	all, err := c.store.Recent(sessionChannel, "hex", 1000)
	if err != nil {
		c.t.Fatal(err)
	}
	seen := map[string]int{}
	for _, b := range all {
		seen[b.Event]++
	}
	byes, met := map[int]int{}, map[[2]int]bool{}
	for r, round := range t.Rounds {
		for i, g := range round.Games {
			if g.Second == pairing.Bye {
				byes[g.First]++
				continue
			}
			if met[[2]int{g.First, g.Second}] || met[[2]int{g.Second, g.First}] {
				c.t.Errorf("%d and %d meet twice", g.First, g.Second)
			}
			met[[2]int{g.First, g.Second}] = true
			if n := seen[fmt.Sprintf("%s/%d/%d", t.Key, r, i)]; n != 1 && !g.Forfeit[0] && !g.Forfeit[1] {
				c.t.Errorf("round %d, game %d: %d tables", r+1, i+1, n)
			}
		}
	}
	for n, times := range byes {
		if times > 1 {
			c.t.Errorf("player %d has %d byes", n, times)
		}
	}
	for id, n := range c.room.calls("your game begins") {
		if n > len(t.Rounds) {
			c.t.Errorf("%s was called %d times in %d rounds", id, n, len(t.Rounds))
		}
	}
	for r := range t.Rounds {
		said := func(m *message) bool { return strings.Contains(m.reply.Text, fmt.Sprintf("round %d of", r+1)) }
		if first := slices.IndexFunc(c.room.messages, said); first < 0 || slices.ContainsFunc(c.room.messages[first+1:], said) {
			c.t.Errorf("round %d was not told once", r+1)
		}
	}
}

// TestRatedTournamentGoesOn: where its games are not rated any more, they are played all the same, and
// no new one is begun.
func TestRatedTournamentGoesOn(t *testing.T) {
	entry, solved := quickHex(), false
	entry.Game.Class = func(engine.Options) (engine.Named, error) {
		if solved {
			return engine.Named{}, engine.Refuse("This is solved")
		}
		return entry.Game.Classes[0], nil
	}
	c := newCup(t, entry)
	c.sitDown(4, "rounds:2 rated:true")
	solved = true
	c.playRound()
	c.advance()
	for _, b := range c.open(sessionChannel) {
		if b.Rated != "" {
			t.Errorf("%s is rated", b.Key)
		}
	}
	c.playRound()
	c.advance()
	if k := c.kept(); len(k.Rounds) != 2 || k.State != tournament.Over {
		t.Errorf("it is %s after %d rounds", k.State, len(k.Rounds))
	}
	c.refuses(c.asks(0, "/tournament new game:hex rated:true"), "This is solved")
}

// TestSwissOfFive: from the sign-up to the winner, with a bye in each round, and a restart in
// each.
func TestSwissOfFive(t *testing.T) {
	c := newCup(t)
	c.sitDown(5, "rounds:3 clock:3d rated:true")
	for round := 1; round <= 3; round++ {
		k := c.kept()
		if len(k.Rounds) != round || len(c.open(sessionChannel)) != 2 {
			t.Fatalf("round %d of %d has %d open tables", len(k.Rounds), round, len(c.open(sessionChannel)))
		}
		c.restart()
		c.advance()
		c.playRound()
		c.restart()
		c.advance()
		c.sound()
	}
	k := c.kept()
	if k.State != tournament.Over || !k.EndTold {
		t.Fatalf("it is %s", k.State)
	}
	lines := k.Standings()
	if lines[0].Score < 5 || k.Players[lines[0].Player].ID != player(1).ID {
		t.Errorf("the first is %+v, want player 1, who wins all", lines[0])
	}
	last := c.room.messages[len(c.room.messages)-1].reply
	if !strings.Contains(last.Text, "has won it") || len(last.Mentions) != 1 || last.Mentions[0] != player(1).ID || len(last.Files) != 1 || last.Files[0].Alt == "" {
		t.Errorf("the end is told by %+v", last)
	}
	for n := 1; n <= 5; n++ {
		if calls := c.room.calls("your game begins")[player(n).ID]; calls < 2 || calls > 3 {
			t.Errorf("player %d was called to %d games", n, calls)
		}
	}
	if first := c.room.messages[0].reply; !strings.Contains(first.Text, "closed; 5 people play") || len(first.Rows) > 0 {
		t.Errorf("the sign-up says %q at last", first.Text)
	}
	if said := c.asks(2, "/tournament show"); said.Refused || len(said.Files) != 1 || !said.Private {
		t.Errorf("it is shown as %+v", said)
	}
	if b := c.tableOf("hex", 1); b.Clock == nil || b.Clock.Control != "3d" || b.Rated == "" {
		t.Errorf("the clock of the first table is %+v, and it is rated in %q", b.Clock, b.Rated)
	}
	before := len(c.room.messages)
	c.advance()
	if len(c.room.messages) != before {
		t.Error("something is said after the end")
	}
}

// TestWinnerIsTold in their own way: at once by direct message, or after their quiet hours, and once, also where
// the end could not be stored at first.
func TestWinnerIsTold(t *testing.T) {
	for _, tt := range []struct {
		notify         string
		direct, posted int
		after          time.Duration
	}{
		{"way:direct", 1, 0, soon},
		{"way:mention quiet:11-13", 0, 1, 2 * time.Hour},
		{"way:direct quiet:11-13", 1, 0, 2 * time.Hour},
		{"way:nothing quiet:11-13", 0, 0, 2 * time.Hour},
	} {
		c := newCup(t)
		c.must(c.asks(1, "/notify "+tt.notify))
		c.sitDown(3, "rounds:1")
		p := &post{}
		c.tell(p, soon)
		c.playRound()
		c.tell(p, soon) // that the game is over
		c.stores(noPast{c.store})
		c.advance()
		c.stores(c.store)
		c.advance()
		last := c.room.messages[len(c.room.messages)-1].reply
		if !strings.Contains(last.Text, "has won it") || slices.Contains(last.Mentions, player(1).ID) || len(c.room.direct) != 0 {
			t.Errorf("%s: the channel is told %q, which calls %q", tt.notify, last.Text, last.Mentions)
		}
		told, posted := 0, 0
		for _, after := range []time.Duration{soon, 2 * time.Hour, 2 * time.Hour} {
			direct, mentions := c.tell(p, after)
			for _, m := range slices.Concat(direct, mentions) {
				if strings.Contains(m, "has won it") && after < tt.after {
					t.Errorf("%s: told too early is %q", tt.notify, m)
				}
			}
			told += strings.Count(strings.Join(direct, ""), "has won it")
			posted += strings.Count(strings.Join(mentions, ""), "has won it. Congratulations! ["+player(1).ID)
		}
		if told != tt.direct || posted != tt.posted {
			t.Errorf("%s: told directly %d times, and in the channel %d times", tt.notify, told, posted)
		}
	}
}

// TestWinnerIsToldAcrossQuietHours once, by the announcement or after it, where their quiet hours begin or end before it
// can be noted.
func TestWinnerIsToldAcrossQuietHours(t *testing.T) {
	for notify, called := range map[string]bool{"quiet:11-13": false, "quiet:13-15": true, "way:direct quiet:11-13": false, "way:direct quiet:13-15": false} {
		c := newCup(t)
		c.must(c.asks(1, "/notify "+notify))
		c.sitDown(3, "rounds:1")
		p := &post{}
		c.tell(p, soon)
		c.playRound()
		c.tell(p, soon)
		c.stores(noPast{c.store})
		c.advance()
		c.stores(c.store)
		c.clock = c.clock.Add(2 * time.Hour)
		c.advance()
		last := c.room.messages[len(c.room.messages)-1].reply
		if !strings.Contains(last.Text, "has won it") || slices.Contains(last.Mentions, player(1).ID) != called {
			t.Errorf("%s: the channel is told %q, which calls %q", notify, last.Text, last.Mentions)
		}
		told := 0
		for range 3 {
			direct, posted := c.tell(p, 2*time.Hour)
			told += strings.Count(strings.Join(slices.Concat(direct, posted), ""), "has won it")
		}
		if told > 1 || called == (told == 1) {
			t.Errorf("%s: called by the announcement %t, and told %d times besides", notify, called, told)
		}
	}
}

// noPast is a store that does not take tournaments that are over.
type noPast struct{ *store.Store }

func (n noPast) Commit(tx *store.Tx, op store.Op) error {
	if puts(tx, tournament.PastKind) {
		return store.ErrFull
	}
	return n.Store.Commit(tx, op)
}

// TestBlockedServerKeepsItsResults: they are taken, and nothing is said, while the server is blocked.
func TestBlockedServerKeepsItsResults(t *testing.T) {
	c := newCup(t)
	c.sitDown(3, "rounds:1")
	c.playRound()
	c.configure(func(s *config.Config) { s.Limits.BlockedServers = []string{"900"} })
	said := len(c.room.messages)
	c.advance()
	for _, g := range c.kept().Rounds[0].Games {
		if !g.Done {
			t.Errorf("a result is not taken: %+v", g)
		}
	}
	if c.kept().State != tournament.Running || len(c.room.messages) != said {
		t.Errorf("it is %s, and said is %+v", c.kept().State, c.room.messages[said:])
	}
}

// TestSignUp: all of many who press Join at once are kept, by a few edits of one message.
func TestSignUp(t *testing.T) {
	c := newCup(t)
	c.must(c.asks(0, "/tournament new game:hex"))
	c.advance()
	join := c.room.messages[0].reply.Rows[0].Buttons[0]
	press := func(r *chat.Request) {
		r.Kind, r.Action, r.Command, r.Sub, r.Options = chat.Press, join.Action, "", "", nil
	}
	request := func(n int) chat.Request {
		r := c.request("you", "/tournament join")
		r.ID, r.User = strconv.Itoa(500+n), player(n)
		press(&r)
		return r
	}
	signsUp := func(r chat.Request) {
		if said := c.bot.Handle(t.Context(), r); said.Refused || !said.Private || said.Update {
			t.Errorf("%+v", said)
		}
	}
	signsUp(request(30)) // the first, who stands on the first page
	var all sync.WaitGroup
	for n := 1; n <= pairing.Most; n++ {
		if r := request(n); n != 30 {
			all.Go(func() { signsUp(r) })
		}
	}
	all.Wait()
	c.advance()
	k := c.kept()
	if len(k.Players) != pairing.Most || c.room.edits != 1 || len(c.room.messages) != 1 {
		t.Errorf("%d players, %d messages, %d edits", len(k.Players), len(c.room.messages), c.room.edits)
	}
	if text := c.room.messages[0].reply.Text; !strings.Contains(text, "64 people have signed up") || !strings.Contains(text, "P64") || chat.Length(text) > chat.MaxText {
		t.Errorf("the message says %q", text)
	}
	c.refuses(c.asks(65, "/tournament join"), "64 people have signed up")
	if said := c.asks(7, "/tournament join"); !strings.Contains(said.Text, "You are signed up") {
		t.Errorf("a second time: %q", said.Text)
	}
	c.must(c.asks(7, "/tournament leave"))
	c.refuses(c.asks(7, "/tournament leave"), "not signed up")
	c.must(c.asks(65, "/tournament join"))
	c.refuses(c.asks(1, "/tournament start"), "who organises it")
	c.must(c.asks(0, "/tournament start"))
	c.advance()
	if n := len(c.open(sessionChannel)); n != 32 {
		t.Errorf("%d tables are open", n)
	}
	for show, lines := range map[string]int{"/tournament show": 10, "/tournament show page:7": 4} {
		said := c.asks(30, show)
		c.must(said)
		if alt := said.Files[0].Alt; len(said.Rows) != 2 || strings.Count(alt, " with ") != lines || strings.Contains(alt, "P30 ") != (lines == 10) {
			t.Errorf("%s: %+v, %q", show, said.Rows, alt)
		}
	}
}

// TestLateEntries: until the last round but one is over, people can join by the button under the sign-up, and
// play from the next round on.
func TestLateEntries(t *testing.T) {
	c := newCup(t)
	c.sitDown(4, "rounds:3")
	signUp := func() chat.Reply { return c.room.messages[0].reply }
	for round, late := range []int{5, 6} {
		said := c.asks(late, "/tournament join")
		c.must(said)
		if want := fmt.Sprintf("from round %d on", round+2); !strings.Contains(said.Text, want) {
			t.Errorf("%q, want %q", said.Text, want)
		}
		c.advance()
		if want := fmt.Sprintf("%d people play, and others can still join", late); !strings.Contains(signUp().Text, want) || len(signUp().Rows) != 1 {
			t.Errorf("the sign-up says %q, want %q, with buttons %v", signUp().Text, want, signUp().Rows)
		}
		c.playRound()
		c.advance()
		paired := slices.ContainsFunc(c.kept().Rounds[round+1].Games, func(g tournament.Game) bool { return g.First == late-1 || g.Second == late-1 })
		if !paired {
			t.Errorf("player %d has joined, and round %d is %+v", late, round+2, c.kept().Rounds)
		}
	}
	if said := signUp(); !strings.Contains(said.Text, "closed; 6 people play") || len(said.Rows) > 0 {
		t.Errorf("in the last round the sign-up says %q", said.Text)
	}
	c.refuses(c.asks(7, "/tournament join"), "nobody can join any more")
	if said := c.asks(6, "/tournament show"); said.Refused || len(said.Files) != 1 || !strings.Contains(said.Files[0].Alt, "P6") {
		t.Errorf("it is shown as %+v", said)
	}
	c.playRound()
	c.advance()
	c.sound()
}

// TestSignUpClosesAtAnEarlyEnd: nobody is invited to a tournament that was stopped, or ended as too few are left.
func TestSignUpClosesAtAnEarlyEnd(t *testing.T) {
	for _, how := range []func(c *cup){
		func(c *cup) { c.must(c.asks(0, "/tournament stop")) },
		func(c *cup) {
			for n := 1; n <= 3; n++ {
				c.must(c.asks(n, "/tournament withdraw"))
			}
		},
	} {
		c := newCup(t)
		c.sitDown(4, "rounds:3")
		how(c)
		c.advance()
		if said := c.room.messages[0].reply; !strings.Contains(said.Text, "closed; 4 people play") || len(said.Rows) > 0 {
			t.Errorf("the sign-up says %q, with %v, in the state %q", said.Text, said.Rows, c.kept().State)
		}
	}
}

// TestNobodyJoinsLater: where everybody meets everybody, or who has withdrawn.
func TestNobodyJoinsLater(t *testing.T) {
	c := newCup(t)
	c.sitDown(3, "system:all")
	c.refuses(c.asks(4, "/tournament join"), "nobody can join any more")
	c.must(c.asks(0, "/tournament stop"))
	c.advance()
	c.sitDown(5, "rounds:3")
	c.must(c.asks(1, "/tournament withdraw"))
	c.refuses(c.asks(1, "/tournament join"), "have withdrawn")
}

// TestBlockedMeetLast: who has blocked others meets them only when all the rest are met, and is told, alone,
// how to play.
func TestBlockedMeetLast(t *testing.T) {
	c := newCup(t)
	for _, other := range []int{2, 3, 4} {
		c.must(c.asks(1, "/settings block:@friend", func(r *chat.Request) { r.Options[play.BlockOption] = player(other) }))
	}
	c.sitDown(6, "rounds:3")
	for round := 1; round <= 3; round++ {
		var met string
		for _, g := range c.kept().Rounds[round-1].Games {
			if first, second := c.kept().Players[g.First].ID, c.kept().Players[g.Second].ID; first == player(1).ID {
				met = second
			} else if second == player(1).ID {
				met = first
			}
		}
		if blocked := numberOf(met) < 5; blocked != (round == 3) || len(c.room.direct) != round/3 {
			t.Errorf("in round %d player 1 meets %s, and is told %+v", round, met, c.room.direct)
		}
		c.playRound()
		c.advance()
	}
	if told := c.room.direct; len(told) != 1 || !strings.Contains(told[0].Text, "whom you have blocked") || !strings.Contains(told[0].Text, "/hex resign") {
		t.Errorf("is told %+v", told)
	}
	if len(c.room.calls("blocked")) > 0 {
		t.Error("the channel is told")
	}
	c.sound()
}

// TestTournamentRefusals: what cannot be, is said.
func TestTournamentRefusals(t *testing.T) {
	c := newCup(t)
	c.refuses(c.asks(1, "/tournament join"), "no tournament in this channel")
	c.refuses(c.asks(1, "/tournament new game:hex"), "may manage the server")
	c.refuses(c.asks(0, "/tournament new game:chess"), "no game")
	c.refuses(c.asks(0, "/tournament new game:octopuszle"), "alone")
	c.refuses(c.asks(0, "/tournament new game:hex options:size:99"), "Size: 99 is out of bounds")
	c.refuses(c.asks(0, "/tournament new game:hex options:colour:red"), "leave it out")
	c.refuses(c.asks(0, "/tournament new game:hex clock:soon"), "no time control")
	c.refuses(c.asks(0, "/tournament new game:hex system:all rounds:3"), "rounds")
	c.refuses(c.asks(0, "/tournament new game:hex", func(r *chat.Request) { r.Posts = false }), "may not post")
	c.must(c.asks(0, "/tournament new game:hex"))
	c.refuses(c.asks(0, "/tournament new game:hex"), "goes on in this channel")
	c.must(c.asks(1, "/tournament join"))
	c.must(c.asks(2, "/tournament join"))
	c.refuses(c.asks(0, "/tournament start"), "2 people have signed up")
	c.refuses(c.asks(1, "/tournament withdraw"), "has not begun")
	c.must(c.asks(3, "/tournament join"))
	c.must(c.asks(0, "/tournament start"))
	c.refuses(c.asks(1, "/tournament leave"), "has begun")
	c.refuses(c.asks(4, "/tournament withdraw"), "does not play")
	c.refuses(c.asks(1, "/tournament withdraw", naming(2)), "who organises it")
	c.refuses(c.asks(1, "/tournament stop"), "no tournament in this server that you organise")
	c.must(c.asks(0, "/tournament stop"))
	c.advance()
	c.refuses(c.asks(0, "/tournament start"), "no tournament")
	c.must(c.asks(1, "/tournament new game:hex", func(r *chat.Request) { r.Arranges = true }))
}

// TestWithdrawals: who withdraws loses the game that goes on and is paired no more, by an
// organiser's word too; who does not come loses that game alone.
func TestWithdrawals(t *testing.T) {
	c := newCup(t)
	c.sitDown(6, "rounds:3")
	k := c.kept()
	g := k.Rounds[0].Games[0]
	first, second := numberOf(k.Players[g.First].ID), numberOf(k.Players[g.Second].ID)
	c.must(c.asks(first, "/tournament withdraw"))
	other := k.Rounds[0].Games[1]
	absent := numberOf(k.Players[other.Second].ID)
	c.must(c.asks(0, "/tournament forfeit player:@friend", naming(absent)))
	c.advance()
	k = c.kept()
	if g := k.Rounds[0].Games[0]; !g.Done || g.Played || g.Points != [2]int{0, pairing.Win} {
		t.Errorf("the game of who has withdrawn is %+v", g)
	}
	if g := k.Rounds[0].Games[1]; !g.Done || g.Points != [2]int{pairing.Win, 0} {
		t.Errorf("the game of who did not come is %+v", g)
	}
	if n := len(c.open(sessionChannel)); n != 1 {
		t.Errorf("%d tables are open", n)
	}
	c.refuses(c.asks(0, "/tournament forfeit player:@friend", naming(second)), "no game in this round")
	c.playRound()
	c.advance()
	k = c.kept()
	if len(k.Rounds) != 2 {
		t.Fatalf("%d rounds", len(k.Rounds))
	}
	for _, g := range k.Rounds[1].Games {
		if k.Players[g.First].Gone || g.Second != pairing.Bye && k.Players[g.Second].Gone {
			t.Errorf("who has withdrawn is paired: %+v", g)
		}
	}
	c.must(c.asks(0, "/tournament withdraw player:@friend", naming(second)))
	c.playRound()
	c.advance()
	c.playRound()
	c.advance()
	if k = c.kept(); k.State != tournament.Over {
		t.Errorf("it is %s after %d rounds", k.State, len(k.Rounds))
	}
	c.sound()
}

// TestDecidedGamesAreUnrated: organisers cannot have a friend win ratings by their word. Who withdraws loses them.
func TestDecidedGamesAreUnrated(t *testing.T) {
	for _, how := range []struct {
		by    func(loser int) int
		does  string
		rated bool
	}{
		{func(int) int { return 0 }, "/tournament forfeit player:@friend", false},
		{func(int) int { return 0 }, "/tournament withdraw player:@friend", false},
		{func(loser int) int { return loser }, "/tournament withdraw", true},
	} {
		c := newCup(t)
		c.sitDown(3, "rounds:1 rated:true")
		key := c.open(sessionChannel)[0].Key
		c.moves(key, 2)
		record, err := c.store.Load(key)
		if err != nil {
			t.Fatal(err)
		}
		loser := numberOf(strings.TrimPrefix(record.Seats[0], store.UserSeat))
		c.must(c.asks(how.by(loser), how.does, naming(loser)))
		if !how.rated {
			c.must(c.asks(loser, "/tournament withdraw"))
		}
		c.advance()
		if record, err = c.store.Load(key); err != nil || record.End == nil || record.End.Winner != 1 || (len(record.End.Ratings) > 0) != how.rated {
			t.Errorf("%s ends the game as %+v, %v", how.does, record.End, err)
		}
	}
}

// TestForfeitCallsBoth: both players hear of a game that the organiser has decided, by a message that
// calls them.
func TestForfeitCallsBoth(t *testing.T) {
	c := newCup(t)
	c.sitDown(4, "rounds:1")
	k := c.kept()
	g := k.Rounds[0].Games[0]
	both := []string{k.Players[g.First].ID, k.Players[g.Second].ID}
	c.must(c.asks(0, "/tournament forfeit player:@friend", naming(numberOf(both[1]))))
	before := len(c.room.messages)
	c.room.cut = func() error { return errors.New("a passing trouble") }
	c.advance() // ends the game, and cannot tell them
	c.room.cut = nil
	c.advance()
	c.advance()
	called := 0
	for _, m := range c.room.messages[before:] {
		if slices.Equal(m.reply.Mentions, both) && strings.Contains(m.reply.Text, "your game is over") {
			called++
		}
	}
	if called != 1 {
		t.Errorf("%d messages call both", called)
	}
}

func numberOf(id string) int {
	n, _ := strconv.Atoi(id)
	return n - 2000
}

// TestPlayersAreCalledThoughTheBoardIsShown: somebody shows the board of a new game before its players
// are called.
func TestPlayersAreCalledThoughTheBoardIsShown(t *testing.T) {
	c := newCup(t)
	c.room.told = func(text string) {
		key := c.open(sessionChannel)
		if !strings.Contains(text, "your game begins") || len(key) != 2 {
			return
		}
		c.room.told = nil // the other one's
		place, _, err := c.bot.Places.Begin(t.Context(), key[1].Key, 1)
		if err != nil || place.Message != "" {
			t.Errorf("its board is %+v, %v", place, err)
		}
		place.Message = "9001"
		c.bot.Places.End(key[1].Key, place)
	}
	c.sitDown(4, "rounds:1")
	if called := c.room.calls("your game begins"); len(called) != 4 || c.room.told != nil {
		t.Errorf("called are %v", called)
	}
}

// TestEachRoundIsToldByAnyClock: also where Discord's is ahead, and the bot does not know what it has sent.
func TestEachRoundIsToldByAnyClock(t *testing.T) {
	c := newCup(t)
	c.room.now = func() time.Time { return c.clock.Add(time.Hour) }
	c.sitDown(4, "rounds:2")
	for range 2 {
		c.restart()
		c.playRound()
		c.advance()
	}
	c.sound()
	if last := c.room.messages[len(c.room.messages)-1].reply; !strings.Contains(last.Text, "is over") {
		t.Errorf("the end is told by %q", last.Text)
	}
}

// noCalls is a store that does not take that players have been called.
type noCalls struct{ *store.Store }

func (n noCalls) Commit(tx *store.Tx, op store.Op) error {
	written, _ := tx.Records()
	if slices.ContainsFunc(written, func(v store.Value) bool { return strings.Contains(string(v.Data), `"called":true`) }) {
		return store.ErrFull
	}
	return n.Store.Commit(tx, op)
}

// TestPlayersAreCalledOnceSure: where it is not known whether players were called to a game, they are
// once, also if somebody has shown its board; but not where they play already.
func TestPlayersAreCalledOnceSure(t *testing.T) {
	for name, tt := range map[string]struct {
		called, used, shown, moved bool
		want                       int
	}{
		"not called": {want: 1}, "called": {called: true, want: 1}, "shown": {shown: true, want: 1}, "used": {used: true, want: 1},
		"played": {shown: true, moved: true, want: 0}, "called and played": {called: true, shown: true, moved: true, want: 0},
	} {
		c := newCup(t)
		c.room.cut = func() error {
			if !tt.called && len(c.room.messages) == 2 { // the sign-up and the round
				return errors.New("the connection is lost")
			}
			return nil
		}
		c.stores(noCalls{c.store})
		c.sitDown(3, "rounds:1")
		c.room.cut = nil
		c.stores(c.store)
		g, err := c.bot.Tables.Load(t.Context(), c.open(sessionChannel)[0].Key)
		if err == nil && tt.moved {
			if _, err = g.Play("a1", g.Record.Seats[0], c.clock); err == nil {
				err = c.bot.Tables.Save(g)
			}
		}
		if err == nil && tt.used {
			err = c.bot.Tables.Save(g)
		}
		before := len(c.room.messages)
		if err == nil && tt.shown {
			err = c.room.Post(t.Context(), sessionChannel, c.bot.Unasked(g, table.Notice{Text: g.Headline()}))
		}
		if err != nil {
			t.Fatal(err)
		}
		if tt.moved {
			c.room.messages = c.room.messages[before:] // the board before is a line now
		}
		c.advance()
		c.advance()
		if called := c.room.calls("your game begins"); len(called) != 2*tt.want || called[g.UserAt(0)] != tt.want {
			t.Errorf("%s: called are %v", name, called)
		}
	}
}

// TestForfeitByTime: where the time of a game runs out before both have moved, who was to
// move has lost without a game.
func TestForfeitByTime(t *testing.T) {
	c := newCup(t)
	c.sitDown(4, "clock:1d rounds:1")
	c.clock = c.clock.AddDate(0, 0, 2)
	c.bot.expire(t.Context(), c.room)
	c.advance()
	for _, g := range c.kept().Rounds[0].Games {
		if !g.Done || g.Played || g.Points != [2]int{0, pairing.Win} {
			t.Errorf("%+v", g)
		}
	}
}

// TestRoundRobinOfThree: all meet all, a withdrawal gives the points away.
func TestRoundRobinOfThree(t *testing.T) {
	c := newCup(t)
	c.sitDown(3, "system:all")
	c.must(c.asks(3, "/tournament withdraw"))
	for range 3 {
		c.advance()
		c.playRound()
	}
	c.advance()
	k := c.kept()
	if k.State != tournament.Over || len(k.Rounds) != 3 {
		t.Fatalf("it is %s after %d rounds", k.State, len(k.Rounds))
	}
	if l := k.Standings(); l[0].Score != 4 || l[1].Score != 2 || l[2].Score != 0 || k.Players[l[0].Player].ID != player(1).ID {
		t.Errorf("they stand %+v", l)
	}
	c.sound()
}

// TestChannelGone: a tournament whose channel is deleted waits, its organiser is told once,
// and it goes on in another with the games as they stood.
func TestChannelGone(t *testing.T) {
	c := newCup(t)
	c.sitDown(4, "rounds:2")
	key := c.open(sessionChannel)[0].Key
	g, err := c.bot.Tables.Load(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Play("a1", g.Record.Seats[0], c.clock); err != nil {
		t.Fatal(err)
	}
	if err := c.bot.Tables.Save(g); err != nil {
		t.Fatal(err)
	}
	c.wins(c.open(sessionChannel)[1].Key)
	c.room.gone[sessionChannel] = true
	c.advance()
	c.wins(c.open(sessionChannel)[0].Key) // somebody plays on through their own tables
	c.advance()
	c.advance()
	if len(c.room.direct) != 1 || !strings.Contains(c.room.direct[0].Text, "/tournament move") || !c.kept().Lost {
		t.Fatalf("the organiser was told %+v", c.room.direct)
	}
	c.refuses(c.asks(1, "/tournament move", in("1002")), "no tournament in this server that you organise")
	c.must(c.asks(0, "/tournament move", in("1002")))
	c.advance()
	if _, err := c.bot.tournaments.In(sessionChannel); err == nil {
		t.Error("it is in the old channel still")
	}
	moved, err := c.bot.tournaments.In("1002")
	if err != nil || len(moved.Rounds) != 2 || len(c.open("1002")) != 2 {
		t.Fatalf("%+v, %v, %d tables", moved, err, len(c.open("1002")))
	}
	c.room.gone["1002"] = true
	if g, err = c.bot.Tables.Load(t.Context(), c.open("1002")[0].Key); err != nil {
		t.Fatal(err)
	}
	if _, err := g.Play("a1", g.Record.Seats[0], c.clock); err != nil {
		t.Fatal(err)
	}
	if err := c.bot.Tables.Save(g); err != nil {
		t.Fatal(err)
	}
	c.must(c.asks(0, "/tournament move", in("1003")))
	c.advance()
	tables := c.open("1003")
	moves := 0
	for _, b := range tables {
		moves += b.Stand.Moves
	}
	if len(tables) != 2 || moves != 1 || len(c.open("1002")) != 0 {
		t.Errorf("%d tables with %d moves; %d are left behind", len(tables), moves, len(c.open("1002")))
	}
}

// TestLostChannelIsToldOnce: also where it cannot be noted.
func TestLostChannelIsToldOnce(t *testing.T) {
	c := newCup(t)
	c.must(c.asks(0, "/tournament new game:hex"))
	c.room.gone[sessionChannel] = true
	c.stores(full{c.store})
	for range 3 {
		c.advance()
	}
	c.stores(c.store)
	c.advance()
	if len(c.room.direct) != 1 || !c.kept().Lost {
		t.Errorf("told %+v, lost: %v", c.room.direct, c.kept().Lost)
	}
}

// TestLostWithTables: the results of a tournament that has lost its channel are taken, so that its
// tables may be deleted, and it can be stopped once it is over.
func TestLostWithTables(t *testing.T) {
	c := newCup(t)
	c.room.told = func(text string) {
		if strings.Contains(text, "round 1 of") {
			c.room.gone[sessionChannel] = true // before the tables are called
		}
	}
	c.sitDown(4, "rounds:1")
	if !c.kept().Lost || len(c.open(sessionChannel)) != 2 {
		t.Fatalf("lost: %v, %d tables", c.kept().Lost, len(c.open(sessionChannel)))
	}
	c.playRound()
	c.advance()
	for i, g := range c.kept().Rounds[0].Games {
		if !g.Done || g.Points[0]+g.Points[1] != pairing.Win {
			t.Errorf("game %d is %+v", i, g)
		}
	}
	c.must(c.asks(0, "/tournament move", in("1002")))
	c.room.gone["1002"] = true
	c.advance()
	if k, err := c.bot.tournaments.In("1002"); err != nil || k.State != tournament.Over || !k.Lost {
		t.Fatalf("%+v, %v", k, err)
	}
	c.must(c.asks(0, "/tournament stop"))
	c.advance()
	if k, err := c.bot.tournaments.In("1002"); err != nil || !k.EndTold {
		t.Errorf("it is not ended: %+v, %v", k, err)
	}
}

// TestRefusedMessage: a message that Discord never accepts, because of its title for instance, is not
// a channel that is lost.
func TestRefusedMessage(t *testing.T) {
	c := newCup(t)
	c.room.cut = func() error { return fmt.Errorf("%w: blocked", chat.ErrGone) }
	c.sitDown(4, "rounds:1")
	c.playRound()
	c.advance()
	c.advance()
	if k := c.kept(); k.State != tournament.Over || !k.EndTold || len(c.room.direct) != 0 {
		t.Errorf("%+v, the organiser is told %v", k, c.room.direct)
	}
}

// TestMovedMeanwhile: that a tournament moves while it posts is no error.
func TestMovedMeanwhile(t *testing.T) {
	c := newCup(t)
	log := c.logged()
	c.room.told = func(text string) {
		if strings.Contains(text, "round 1 of") && !c.kept().EndTold {
			c.room.told = nil
			c.must(c.asks(0, "/tournament move", in("1002")))
		}
	}
	c.sitDown(4, "rounds:1")
	if strings.Contains(log.String(), "ERROR") || strings.Contains(log.String(), `"err"`) {
		t.Error(log.String())
	}
	c.advance()
	if n := len(c.open("1002")); n != 2 {
		t.Errorf("%d tables where it has gone", n)
	}
}

// slowRoom accepts messages in all channels but one only once it is released.
type slowRoom struct {
	*room
	fast    string
	release chan struct{}
}

func (r *slowRoom) Send(ctx context.Context, channel string, m chat.Reply) (string, error) {
	if channel != r.fast {
		<-r.release
	}
	return r.room.Send(ctx, channel, m)
}

// TestSlowChannels: channels whose messages wait hold up no other tournament, however many they are.
func TestSlowChannels(t *testing.T) {
	c := newCup(t)
	slow := &slowRoom{c.room, "2000", make(chan struct{})}
	c.must(c.asks(0, "/tournament new game:hex", in(slow.fast)))
	for n := range 20 {
		c.must(c.asks(0, "/tournament new game:hex", in(strconv.Itoa(1001+n))))
	}
	other := make(chan struct{})
	first := sync.OnceFunc(func() { close(other) })
	c.room.told = func(string) { first() }
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.bot.tournaments.Advance(t.Context(), slow)
	}()
	select {
	case <-other:
	case <-time.After(time.Minute): // only if it fails
		t.Error("the other tournament waits")
	}
	close(slow.release)
	<-done
	if len(c.room.messages) != 21 {
		t.Errorf("%d messages", len(c.room.messages))
	}
}

// TestChannelIsBack: the tournament goes on in a channel in which the bot may post again, once it is
// asked to.
func TestChannelIsBack(t *testing.T) {
	c := newCup(t)
	c.sitDown(4, "rounds:2")
	c.room.gone[sessionChannel] = true
	for _, b := range c.open(sessionChannel) {
		c.wins(b.Key)
	}
	c.advance()
	if !c.kept().Lost {
		t.Fatal("it is not lost")
	}
	c.room.gone[sessionChannel] = false
	c.advance()
	if c.kept().Rounds[1].Announced {
		t.Error("it has gone on by itself")
	}
	c.must(c.asks(0, "/tournament move"))
	c.advance()
	if k := c.kept(); k.Lost || !k.Rounds[1].Announced || len(c.open(sessionChannel)) != 2 {
		t.Errorf("%+v, %d tables", k, len(c.open(sessionChannel)))
	}
	c.refuses(c.asks(0, "/tournament move"), "tournament goes on in this channel already")
}

// TestMovedGameIsOneCommit: a game that goes on in another channel ends in the old one by the
// commit that opens its new table, and not at all where somebody has moved meanwhile.
func TestMovedGameIsOneCommit(t *testing.T) {
	c := newCup(t)
	c.sitDown(3, "rounds:1 rated:true")
	key := c.open(sessionChannel)[0].Key
	c.must(c.asks(0, "/tournament move", in("1002")))
	moves := func() {
		g, err := c.store.Load(key)
		if err == nil {
			err = bottest.Save(c.store, key, g) // somebody has done something there
		}
		if err != nil {
			t.Error(err)
		}
	}
	saves := 0
	c.stores(&counting{c.store, func(tx *store.Tx) {
		saved, _, _ := tx.Tables()
		if len(saved) == 2 {
			if saves++; saves == 1 {
				moves()
			}
		} else if slices.ContainsFunc(saved, func(k store.Key) bool {
			saves, err := tx.Load(k)
			return err != nil || saves.Revision == 0 || k == key
		}) {
			t.Errorf("one of the two tables is stored alone: %v", saved)
		}
	}})
	for range 3 {
		c.advance()
	}
	if left, now := c.open(sessionChannel), c.open("1002"); len(left) != 0 || len(now) != 1 || saves != 2 {
		t.Errorf("%d tables are left behind, %d are open, after %d commits", len(left), len(now), saves)
	}
}

// TestGameThatEndsBeforeItMoves: a game that ends just before it would go on at another table counts
// as it ended.
func TestGameThatEndsBeforeItMoves(t *testing.T) {
	c := newCup(t)
	c.sitDown(3, "rounds:1 rated:true")
	key := c.open(sessionChannel)[0].Key
	c.must(c.asks(0, "/tournament move", in("1002")))
	c.stores(&overtaking{c.store, key, func() { c.wins(key) }}) // after its result was looked for
	for range 3 {
		c.advance()
	}
	k, err := c.bot.tournaments.In("1002")
	if err != nil || k.State != tournament.Over || len(c.open("1002")) != 0 {
		t.Errorf("%+v, %v; %d tables are open", k, err, len(c.open("1002")))
	}
	if g, err := c.store.Load(key); err != nil || g.End == nil || g.End.Kind != table.Resigned || len(g.End.Ratings) != 2 {
		t.Errorf("the game has ended as %+v, %v", g.End, err)
	}
}

// TestMovedGameIsNotToldToBeOver: it goes on at another table, and both hear of that, also after a move.
func TestMovedGameIsNotToldToBeOver(t *testing.T) {
	for _, moves := range []string{"", "c3"} {
		c := newCup(t)
		for n := 1; n <= 3; n++ {
			c.must(c.asks(n, "/notify way:direct"))
		}
		c.sitDown(3, "rounds:1")
		if moves != "" {
			at := c.open(sessionChannel)[0]
			mover := strings.TrimPrefix(at.Seats[at.Stand.Turn], store.UserSeat)
			c.must(c.asks(1, "/hex move "+moves, func(r *chat.Request) { r.User.ID = mover }))
		}
		p := &post{}
		c.tell(p, soon)
		c.must(c.asks(0, "/tournament move", in("1002")))
		for range 3 {
			c.advance()
		}
		if direct, _ := c.tell(p, soon); len(direct) != 2 || strings.Contains(strings.Join(direct, ""), "is over") {
			t.Errorf("after the moves %q told is %q", moves, direct)
		}
	}
}

// TestOpenedGameIsOneCommit: the commit that opens the table of a game notes it in the tournament, so
// that a stop leaves no table behind of which the tournament does not know.
func TestOpenedGameIsOneCommit(t *testing.T) {
	c := newCup(t)
	opened := 0
	c.stores(&counting{c.store, func(tx *store.Tx) {
		saved, _, _ := tx.Tables()
		if len(saved) == 0 {
			return
		}
		opened++
		if !puts(tx, tournament.Kind) {
			t.Errorf("a table is opened alone: %v", saved)
		}
	}})
	c.sitDown(4, "rounds:1")
	if opened != 2 {
		t.Errorf("%d tables are opened", opened)
	}
}

// counting is a store that tells of each transaction before its commit.
type counting struct {
	Store
	before func(*store.Tx)
}

func (s *counting) Commit(tx *store.Tx, op store.Op) error {
	s.before(tx)
	return s.Store.Commit(tx, op)
}

// puts reports whether a transaction stores a small record of a kind.
func puts(tx *store.Tx, kind string) bool {
	written, _ := tx.Records()
	return slices.ContainsFunc(written, func(v store.Value) bool { return v.Kind == kind && v.Data != nil })
}

// panicking is a store that panics at a table.
type panicking struct {
	*store.Store
	key store.Key
}

func (s panicking) Load(key store.Key) (*store.Table, error) {
	if key == s.key {
		panic("test")
	}
	return s.Store.Load(key)
}

// TestDamagedGameHoldsNoOtherUp: where the table of one game cannot be read, or to read it panics, the results of
// the others are taken all the same.
func TestDamagedGameHoldsNoOtherUp(t *testing.T) {
	for name, broken := range map[string]func(*store.Store, store.Key) Store{
		"unreadable": func(s *store.Store, key store.Key) Store { return damaged{s, key} },
		"a panic":    func(s *store.Store, key store.Key) Store { return panicking{s, key} },
	} {
		c := newCup(t)
		c.sitDown(4, "rounds:1")
		tables := c.open(sessionChannel)
		c.stores(broken(c.store, tables[0].Key))
		c.wins(tables[1].Key)
		c.advance()
		done := 0
		for _, g := range c.kept().Rounds[0].Games {
			if g.Done {
				done++
			}
		}
		if done != 1 {
			t.Errorf("%s: the results of %d games are taken, want one", name, done)
		}
		c.stores(c.store)
		c.wins(tables[0].Key)
		c.advance()
		c.advance()
		if k := c.kept(); k.State != tournament.Over {
			t.Errorf("%s: it is %s", name, k.State)
		}
	}
}

// TestDamagedGamesCanBeForfeited: it cannot end in another way. The table may be unreadable, or a panic, or
// hold moves that the rules do not have.
func TestDamagedGamesCanBeForfeited(t *testing.T) {
	for _, how := range []string{"unreadable", "a panic", "unknown moves"} {
		c := newCup(t)
		c.sitDown(4, "rounds:1")
		tables := c.open(sessionChannel)
		switch how {
		case "unreadable":
			c.stores(damaged{c.store, tables[0].Key})
		case "a panic":
			c.stores(panicking{c.store, tables[0].Key})
		default:
			err := store.Update(t.Context(), c.store, store.Op{}, func(tx *store.Tx) error {
				record, err := tx.Load(tables[0].Key)
				if err == nil {
					record.Moves = []store.Move{{Text: "z99", By: record.Seats[0]}}
					tx.Save(tables[0].Key, record)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		c.wins(tables[1].Key)
		g := c.kept().Rounds[0].Games[0]
		if g.Table != tables[0].Number {
			g = c.kept().Rounds[0].Games[1]
		}
		c.must(c.asks(numberOf(c.kept().Players[g.First].ID), "/tournament withdraw"))
		c.advance()
		c.advance()
		if k := c.kept(); k.State != tournament.Over {
			t.Errorf("%s: it is %s: %+v", how, k.State, k.Rounds)
		}
	}
}

// TestChannelGoneWithItsGames: where the clocks of the games come first to the deleted channel, the
// organiser is told all the same, nobody has lost, and the games go on elsewhere as they stood.
func TestChannelGoneWithItsGames(t *testing.T) {
	c := newCup(t)
	c.sitDown(4, "clock:1d rounds:1 rated:true")
	g, err := c.bot.Tables.Load(t.Context(), c.open(sessionChannel)[0].Key)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Play("a1", g.Record.Seats[0], c.clock); err != nil {
		t.Fatal(err)
	}
	if err := c.bot.Tables.Save(g); err != nil {
		t.Fatal(err)
	}
	c.room.gone[sessionChannel] = true
	defer c.bot.Outbox.Through(c.room)()
	c.clock = c.clock.Add(21 * time.Hour)
	c.bot.expire(t.Context(), c.room)
	if left := c.open(sessionChannel); len(left) != 0 {
		t.Fatalf("%d tables are left in the channel", len(left))
	}
	c.advance()
	if len(c.room.direct) != 1 || !c.kept().Lost {
		t.Fatalf("the organiser was told %+v", c.room.direct)
	}
	c.must(c.asks(0, "/tournament move", in("1002")))
	c.advance()
	tables, moves := c.open("1002"), 0
	for _, b := range tables {
		moves += b.Stand.Moves
		if b.Rated == "" {
			t.Errorf("%s is not rated any more", b.Key)
		}
	}
	if len(tables) != 2 || moves != 1 {
		t.Errorf("%d tables with %d moves", len(tables), moves)
	}
}

// TestWithdrawalsAfterTheChannel: who withdraws when the channel is gone loses, and not whose turn it
// was at the table that has ended by that.
func TestWithdrawalsAfterTheChannel(t *testing.T) {
	for seat := range 2 {
		c := newCup(t)
		c.sitDown(4, "rounds:1")
		c.room.gone[sessionChannel] = true
		c.bot.Tables.Vanish(t.Context(), sessionChannel)
		c.advance()
		g := c.kept().Rounds[0].Games[0]
		gone := [2]int{g.First, g.Second}[seat]
		c.must(c.asks(numberOf(c.kept().Players[gone].ID), "/tournament withdraw"))
		c.must(c.asks(0, "/tournament move", in("1002")))
		c.advance()
		moved, err := c.bot.tournaments.In("1002")
		if err != nil {
			t.Fatal(err)
		}
		if got := moved.Rounds[0].Games[0].Points; got[seat] != 0 || got[1-seat] == 0 {
			t.Errorf("seat %d has withdrawn, and the points are %v", seat, got)
		}
	}
}

// breaking is a store that fails at its n-th write, once. Places of boards, which are stored some
// time later and by another goroutine, do not count.
type breaking struct {
	Store
	left *int
	err  error
	done bool // the write is done all the same, and the answer lost
}

func (b breaking) fails() bool {
	*b.left--
	return *b.left == 0
}

func (b breaking) Commit(tx *store.Tx, op store.Op) error {
	if !puts(tx, string(table.BoardKind)) && b.fails() {
		if b.done {
			_ = b.Store.Commit(tx, op)
		}
		return b.err
	}
	return b.Store.Commit(tx, op)
}

// TestKillsAtEachStep: a tournament of five is played to its end with a stop of the program at
// each of its writes and messages in turn, before the write and after it. Each time it ends
// with the same games.
func TestKillsAtEachStep(t *testing.T) {
	died := errors.New("the program dies")
	play := func(write, message int, after bool) (writes, messages int) {
		c := newCup(t)
		c.sitDown(5, "rounds:2")
		left, sent, stopped := write, message, false
		breaks := breaking{c.store, &left, died, after}
		c.stores(breaks)
		c.room.cut = func() error {
			if sent--; sent == 0 {
				return died
			}
			return nil
		}
		for range 12 {
			c.advance()
			if !stopped && (left <= 0 && write > 0 || sent <= 0 && message > 0) {
				c.restart()
				stopped = true
				c.advance()
			}
			c.stores(c.store) // moves of people are no steps of the tournament
			c.playRound()
			if !stopped {
				c.stores(breaks)
			}
		}
		if c.sound(); t.Failed() {
			t.Fatalf("with a stop at write %d (done: %v) or message %d", write, after, message)
		}
		k := c.kept()
		if k.State != tournament.Over || !k.EndTold || len(k.Rounds) != 2 {
			t.Fatalf("with a stop at write %d, message %d, it is %s after %d rounds", write, message, k.State, len(k.Rounds))
		}
		for _, l := range k.Standings() {
			if k.Players[l.Player].ID == player(1).ID && l.Score != 4 {
				t.Errorf("who wins all stands %+v", l)
			}
		}
		return -left, -sent
	}
	writes, messages := play(0, 0, false)
	if writes < 8 || messages < 4 {
		t.Fatalf("%d writes and %d messages", writes, messages)
	}
	for n := 1; n <= writes; n++ {
		play(n, 0, false)
		play(n, 0, true)
	}
	for n := 1; n <= messages; n++ {
		play(0, n, false)
	}
}

// standsStill is a store before whose n-th write something else happens, once. Places of boards do not count.
type standsStill struct {
	Store
	left    *int
	happens func()
}

func (o standsStill) Commit(tx *store.Tx, op store.Op) error {
	if !puts(tx, string(table.BoardKind)) {
		if *o.left--; *o.left == 0 {
			o.happens()
		}
	}
	return o.Store.Commit(tx, op)
}

// TestTwoHoldersOfTheClock: a copy of the bot stands still before each of its writes in turn, for so long
// that another one takes the clock and goes on with the tournament. Then the first writes what it was
// about to. Each game has one table, and each player is called to it once.
func TestTwoHoldersOfTheClock(t *testing.T) {
	play := func(write int) (writes int) {
		c := newCup(t)
		left := write
		other := newBot(c.config, c.store, c.games, slog.New(c.log), Process{}, world{now: func() time.Time { return c.now() }, rand: rand.New(rand.NewPCG(3, 4))})
		stands := standsStill{c.store, &left, func() { other.tournaments.Advance(t.Context(), c.room) }}
		c.stores(stands)
		c.sitDown(5, "rounds:2")
		for range 6 {
			c.advance()
			c.stores(c.store) // moves of people are no steps of the tournament
			c.playRound()
			c.stores(stands)
		}
		k := c.kept()
		if c.sound(); t.Failed() || k.State != tournament.Over || len(k.Rounds) != 2 {
			t.Fatalf("with a standstill before write %d it is %s after %d rounds", write, k.State, len(k.Rounds))
		}
		return -left
	}
	writes := play(0)
	if writes < 8 {
		t.Fatalf("%d writes", writes)
	}
	for n := 1; n <= writes; n++ {
		play(n)
	}
}

// TestRoomForTables: where a channel has no room, games wait until there is.
func TestRoomForTables(t *testing.T) {
	c := newCup(t)
	c.config.Limits.ChannelTables = 1
	c.restart()
	c.sitDown(4, "rounds:1")
	for range 2 {
		if n := len(c.open(sessionChannel)); n != 1 {
			t.Fatalf("%d tables are open", n)
		}
		c.playRound()
		c.advance()
		c.advance()
	}
	if k := c.kept(); k.State != tournament.Over {
		t.Errorf("it is %s", k.State)
	}
	told := func(m *message) bool {
		return strings.Contains(m.reply.Text, "games wait for room, because this channel")
	}
	if n := len(slices.DeleteFunc(c.room.messages, func(m *message) bool { return !told(m) })); n != 1 {
		t.Errorf("the channel is told %d times", n)
	}
}

// noRoom is a store that does not take that games wait for room.
type noRoom struct{ *store.Store }

func (n noRoom) Commit(tx *store.Tx, op store.Op) error {
	written, _ := tx.Records()
	if slices.ContainsFunc(written, func(v store.Value) bool { return strings.Contains(string(v.Data), `"waits":true`) }) {
		return store.ErrFull
	}
	return n.Store.Commit(tx, op)
}

// TestWaitingForRoomIsToldOnce, also while it cannot be stored.
func TestWaitingForRoomIsToldOnce(t *testing.T) {
	c := newCup(t)
	c.config.Limits.ChannelTables = 1
	c.restart()
	c.stores(noRoom{c.store})
	c.sitDown(4, "rounds:1")
	c.advance()
	c.stores(c.store)
	c.advance()
	told := func(m *message) bool { return strings.Contains(m.reply.Text, "games wait for room") }
	if n := len(slices.DeleteFunc(c.room.messages, func(m *message) bool { return !told(m) })); n != 1 {
		t.Errorf("the channel is told %d times", n)
	}
}

// TestForgottenPlayers: who has all of theirs removed has no name in a tournament any more,
// and plays on in none.
func TestForgottenPlayers(t *testing.T) {
	c := newCup(t)
	c.sitDown(4, "rounds:1")
	c.must(c.asks(2, "/privacy forget what:all sure:true"))
	c.advance()
	k := c.kept()
	for _, p := range k.Players {
		if p.ID == player(2).ID || p.Gone != (p.ID == "") || p.Gone != (p.Name == "") {
			t.Errorf("%+v", p)
		}
	}
	c.playRound()
	c.advance()
	if k := c.kept(); k.State != tournament.Over {
		t.Errorf("it is %s", k.State)
	}
}

// TestForgottenPlayersOfThePast: who is taken out of a tournament that has ended leaves alone the
// one that goes on in its channel.
func TestForgottenPlayersOfThePast(t *testing.T) {
	c := newCup(t)
	c.sitDown(4, "rounds:1")
	c.playRound()
	c.advance()
	c.must(c.asks(0, "/tournament new game:hex title:Next"))
	c.must(c.asks(2, "/privacy forget what:all sure:true"))
	if k := c.kept(); k.Title != "Next" {
		t.Errorf("%q is kept", k.Title)
	}
	if past, err := c.store.Get(tournament.PastKind, sessionChannel); err != nil || strings.Contains(string(past), player(2).ID) {
		t.Errorf("%s, %v: what has ended still names them", past, err)
	}
}

// TestTournamentGoesOnAtOnce: when the last game of a round is over the next is paired without
// waiting for the bot's rounds.
func TestTournamentGoesOnAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCup(t)
		c.must(c.asks(0, "/tournament new game:hex options:size:5 rounds:2"))
		for n := 1; n <= 4; n++ {
			c.must(c.asks(n, "/tournament join"))
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		sent := make(chan string, 100)
		c.room.told = func(text string) { sent <- text }
		go func() { ended <- c.bot.Run(ctx, c.room) }()
		until := func(words string) {
			t.Helper()
			for said := ""; !strings.Contains(said, words); {
				said = bottest.Receive(t, sent)
			}
		}
		until("4 people have signed up")
		synctest.Wait() // until that is noted: by a clock that stands still, later messages look like earlier ones
		c.must(c.asks(0, "/tournament start"))
		for range 2 {
			until("your game begins")
			until("your game begins")
			c.playRound()
		}
		until("has won it")
		stop()
		if err := bottest.Receive(t, ended); err != nil {
			t.Error(err)
		}
	})
}

// TestResignedAtOnce: who resigns before the first move has come all the same, so that the
// winner may still have a bye, and all rounds are played.
func TestResignedAtOnce(t *testing.T) {
	c := newCup(t)
	c.sitDown(5, "rounds:3")
	for range 3 {
		for _, b := range c.open(sessionChannel) {
			g, err := c.bot.Tables.Load(t.Context(), b.Key)
			if err != nil {
				t.Fatal(err)
			}
			g.End(table.Resigned, 0)
			if err := c.bot.Tables.Save(g); err != nil {
				t.Fatal(err)
			}
		}
		c.advance()
	}
	k := c.kept()
	if k.State != tournament.Over || len(k.Rounds) != 3 || !k.Rounds[0].Games[0].Played {
		t.Errorf("it is %s after %d rounds: %+v", k.State, len(k.Rounds), k.Rounds)
	}
	c.sound()
}

// TestMovedAgainAndAgain: each move of a tournament calls its players anew, so there are three within
// ten minutes.
func TestMovedAgainAndAgain(t *testing.T) {
	c := newCup(t)
	c.sitDown(4, "rounds:1")
	for _, channel := range []string{"1002", "1003", "1002"} {
		c.must(c.asks(0, "/tournament move", in(channel)))
		c.advance()
	}
	c.refuses(c.asks(0, "/tournament move", in("1003")), "which calls their players each time")
	c.clock = c.clock.Add(8 * time.Minute)
	c.must(c.asks(0, "/tournament move", in("1003")))
}

// TestCalledThoughQuietHoursBegan between the commit of the table, when nothing was noted to be told after
// them, and the call, which the connection has delayed.
func TestCalledThoughQuietHoursBegan(t *testing.T) {
	c := newCup(t)
	c.clock = time.Date(2026, 3, 7, 21, 57, 0, 0, time.UTC)
	c.must(c.asks(1, "/notify quiet:22-7"))
	c.room.cut = func() error {
		if len(c.open(sessionChannel)) > 0 {
			return errors.New("a passing trouble")
		}
		return nil
	}
	c.sitDown(4, "rounds:1")
	c.advance()
	c.room.cut = nil
	c.advance()
	if n := c.room.calls("your game begins"); c.clock.Hour() != 22 || n[player(1).ID] != 1 || n[player(2).ID] != 1 {
		t.Errorf("at %s called are %v", c.clock, n)
	}
}
