package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/store"
)

// season is a day of many people who play Hex on small boards in several channels, while the
// store fails now and then, and the program is killed and started again.
type season struct {
	*session
	rand   *rand.Rand
	people int
	shaky  *shaky
	open   []store.Key
	made   int // requests
	killed int
	failed int
}

// shaky is a store in which some writes fail. Either nothing is stored, or it is stored but not
// reported, since the program has been killed.
type shaky struct {
	*store.Store
	rand *rand.Rand
	rate float64
	dead bool
	hit  int
}

func (s *shaky) write(do func() error) error {
	switch x := s.rand.Float64(); {
	case s.dead:
		return store.ErrClosed
	case x < s.rate/2:
		s.hit++
		return store.ErrFull
	case x < s.rate:
		s.hit++
		s.dead = true
		return errors.Join(do(), store.ErrClosed)
	}
	return do()
}

func (s *shaky) Commit(tx *store.Tx, op store.Op) error {
	return s.write(func() error { return s.Store.Commit(tx, op) })
}

// rates is how often a write fails.
const rates = 0.02

func newSeason(t *testing.T, people int, seed uint64) *season {
	t.Helper()
	games := sketchedGames()
	games = games[slices.IndexFunc(games, func(e show.Entry) bool { return e.Game.ID == "hex" }):][:1]
	small := *games[0].Game
	small.Class = func(engine.Options) (engine.Named, error) { return small.Classes[0], nil } // short games are rated here
	games[0].Game = &small
	s := &season{session: newSession(t, games...), rand: rand.New(rand.NewPCG(seed, 1)), people: people}
	s.restart()
	return s
}

// restart starts the program anew, with another connection to its store.
func (s *season) restart() {
	s.t.Helper()
	s.session.restart()
	s.shaky = &shaky{Store: s.store, rand: s.rand, rate: rates}
	s.stores(s.shaky)
}

// channelOf is one of some channels, and the server that it is in.
func channelOf(n int) (channel, guild string) {
	return strconv.Itoa(1001 + n%8), strconv.Itoa(900 + n%2)
}

// ask has a person do something. What is reported as done is on disk; after a fault of the store that is
// not known.
func (s *season) ask(person string, key store.Key, line string) chat.Reply {
	s.t.Helper()
	s.made++
	r := chat.Request{
		ID: strconv.Itoa(1_000_000 + s.made), App: ids["sixfold"], Channel: key.Channel, Posts: true,
		User: chat.User{ID: person, Name: "P" + person}, Locale: "en-US",
	}
	n, _ := strconv.Atoi(key.Channel)
	_, r.Guild = channelOf(n - 1001)
	called, err := slash.Parse(s.bot.Commands(), line)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Kind, r.Command, r.Sub, r.Options = chat.Command, called.Command, called.Sub, map[string]any{}
	for _, v := range called.Options {
		r.Options[v.Name] = v.Value
		if v.Type == slash.User {
			r.Options[v.Name] = chat.User{ID: strings.TrimPrefix(v.Text, "@"), Name: "P" + strings.TrimPrefix(v.Text, "@")}
		}
	}
	reply := s.handle(r)
	if line := strings.Fields(line); line[1] == "resign" && len(reply.Rows) > 0 { // it asks whether that is meant
		r.ID, r.Kind, r.OnPrivate = r.ID+"0", chat.Press, true
		r.Action = reply.Rows[0].Buttons[0].Action
		reply = s.handle(r)
	}
	return reply
}

// handle carries a request through. Where the program died over it, it is started again.
func (s *season) handle(r chat.Request) chat.Reply {
	reply := s.bot.Handle(context.Background(), r)
	if reply.Later != nil {
		reply = reply.Later(context.Background(), func(chat.Reply) {})
	}
	if s.shaky.dead {
		s.killed++
		s.failed += s.shaky.hit
		s.restart()
	}
	return reply
}

// opens has two people begin a game: half of them rated, some by the clock.
func (s *season) opens() {
	one := s.rand.IntN(s.people)
	other := (one + 1 + s.rand.IntN(s.people-1)) % s.people
	channel, _ := channelOf(s.rand.IntN(8))
	line := fmt.Sprintf("/hex new opponent:@%d size:3", 5000+other)
	if s.rand.IntN(2) == 0 {
		line += " rated:true"
	}
	if s.rand.IntN(4) == 0 {
		line += " clock:5+5"
	}
	s.ask(strconv.Itoa(5000+one), store.Key{Channel: channel}, line)
	// Perhaps it was stored and nobody was told.
	list, err := s.store.Recent(channel, "hex", 1)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, b := range list {
		if b.Head.Open() && !slices.Contains(s.open, b.Key) {
			s.open = append(s.open, b.Key)
		}
	}
}

// plays has whoever is to act at an open table do so.
func (s *season) plays() {
	i := s.rand.IntN(len(s.open))
	key := s.open[i]
	record, err := s.store.Load(key)
	if err != nil {
		s.t.Fatal(err)
	}
	at := " table:" + strconv.Itoa(key.Number)
	switch {
	case !record.Head.Open():
		s.open = slices.Delete(s.open, i, i+1)
	case record.Pending != nil:
		s.ask(record.Pending.To, key, "/hex join"+at)
	default:
		person := strings.TrimPrefix(record.Seats[record.Stand.Turn], store.UserSeat)
		if s.rand.IntN(25) == 0 {
			s.ask(person, key, "/hex resign"+at)
			return
		}
		t, err := s.bot.Tables.Load(context.Background(), key)
		if err != nil {
			s.t.Fatal(err)
		}
		moves := t.Position.(engine.Picker).Moves()
		move := moves[s.rand.IntN(len(moves))]
		if move == "swap" {
			s.ask(person, key, "/hex swap"+at)
			return
		}
		s.ask(person, key, "/hex move cell:"+move+at)
	}
}

// round is what the program does unasked. Faults leave work to a later one.
func (s *season) round() {
	s.bot.expire(context.Background(), &posts{})
	s.bot.rater.Pass(context.Background())
	if s.shaky.dead {
		s.killed++
		s.failed += s.shaky.hit
		s.restart()
	}
}

// day plays a number of games.
func (s *season) day(games int) {
	s.t.Helper()
	step := 24 * time.Hour / time.Duration(games*12)
	begun := 0
	for begun < games || len(s.open) > 0 {
		s.clock = s.clock.Add(time.Duration(s.rand.Int64N(int64(2 * step))))
		if len(s.open) == 0 || begun < games && len(s.open) < s.people/2 {
			s.opens()
			begun++
		} else {
			s.plays()
		}
		if s.made%20 == 0 {
			s.round()
		}
	}
	s.shaky.rate = 0
	s.round()
}

// TestDayOfManyPeople: however writes fail and the program is killed, every finished game
// is in the histories of its players and rated exactly once, and all sums agree with a model
// that knows the finished tables alone.
func TestDayOfManyPeople(t *testing.T) {
	people, games := 12, 60
	if enginetest.Long() {
		people, games = 200, 5000
	}
	s := newSeason(t, people, 18)
	s.day(games)
	t.Logf("%d requests, %d failed writes, %d kills", s.made, s.failed, s.killed)
	if s.killed == 0 || s.failed <= s.killed {
		t.Errorf("%d kills and %d failed writes prove nothing", s.killed, s.failed)
	}
	s.agrees()
}

// ending is a finished table as the model takes it.
type ending struct {
	store.Key
	*store.Table
}

// finishedTables are all that are over, in the order of their ends.
func (s *season) finishedTables() (list []ending) {
	s.t.Helper()
	for n := range 8 {
		channel, _ := channelOf(n)
		all, err := s.store.Recent(channel, "hex", math.MaxInt)
		if err != nil {
			s.t.Fatal(err)
		}
		for _, b := range all {
			record, err := s.store.Load(b.Key)
			if err != nil {
				s.t.Fatal(err)
			}
			if record.Head.Open() || record.End == nil {
				s.t.Fatalf("%s is not over", b.Key)
			}
			list = append(list, ending{b.Key, record})
		}
	}
	slices.SortFunc(list, func(a, b ending) int {
		if c := a.End.At.Compare(b.End.At); c != 0 {
			return c
		}
		return strings.Compare(fmt.Sprintf("%s %09d", a.Channel, a.Number), fmt.Sprintf("%s %09d", b.Channel, b.Number))
	})
	return list
}

// tally is what the model knows of a person.
type tally struct {
	past, won, lost int
	rated           int
	player          glicko.Player
	last            time.Time
}

// agrees checks histories, results, ratings and the leaderboard against the model.
func (s *season) agrees() {
	s.t.Helper()
	model, rated := map[string]*tally{}, 0
	of := func(seat string) *tally {
		if model[seat] == nil {
			model[seat] = &tally{player: glicko.New()}
		}
		return model[seat]
	}
	for _, e := range s.finishedTables() {
		counted := e.Result == nil || !slices.Contains([]string{table.Declined, table.Expired, table.Withdrawn}, e.Result.Kind)
		if e.End.Counts != counted {
			s.t.Errorf("%s ended as %+v, counts %v", e.Key, e.Result, e.End.Counts)
		}
		if !counted {
			continue
		}
		moved := map[string]int{}
		for _, m := range e.Moves {
			moved[m.By]++
		}
		for seat, by := range e.Seats {
			p := of(by)
			p.past++
			switch e.End.Winner {
			case seat:
				p.won++
			case 1 - seat:
				p.lost++
			}
		}
		enough := e.End.Winner < 0 || moved[e.Seats[1-e.End.Winner]] > 0
		if (e.Rated != "" && enough) != (len(e.End.Ratings) == 2) {
			s.t.Errorf("%s with the pool %q and %v moves has the ratings %+v", e.Key, e.Rated, moved, e.End.Ratings)
		}
		if len(e.End.Ratings) != 2 {
			continue
		}
		rated++
		s.rates(of(e.Seats[0]), of(e.Seats[1]), e)
	}
	s.histories(model)
	s.standings(model)
	s.t.Logf("%d rated games", rated)
}

// rates has the model rate a game.
func (s *season) rates(red, blue *tally, e ending) {
	at := e.End.At
	away := func(p *tally) float64 {
		if p.last.IsZero() {
			return 0
		}
		return max(0, at.Sub(p.last).Hours()/24)
	}
	score := 0.5
	if e.End.Winner >= 0 {
		score = float64(1 - e.End.Winner)
	}
	r, b := red.player, blue.player
	red.player = r.After([]glicko.Game{{Opponent: b.Idle(away(blue)), Score: score}}, away(red))
	blue.player = b.After([]glicko.Game{{Opponent: r.Idle(away(red)), Score: 1 - score}}, away(blue))
	red.last, blue.last = at, at
	red.rated++
	blue.rated++
}

func (s *season) histories(model map[string]*tally) {
	s.t.Helper()
	won, lost := 0, 0
	for seat, want := range model {
		list, err := s.store.Past(strings.TrimPrefix(seat, store.UserSeat), "", store.PastCursor{}, math.MaxInt)
		if err != nil {
			s.t.Fatal(err)
		}
		var got tally
		for _, p := range list {
			got.past++
			switch p.Winner {
			case p.Seat:
				got.won++
			case 1 - p.Seat:
				got.lost++
			}
		}
		if got.past != want.past || got.won != want.won || got.lost != want.lost {
			s.t.Errorf("%s has a history of %+v, want %+v", seat, got, want)
		}
		won, lost = won+got.won, lost+got.lost
	}
	if won != lost || won == 0 {
		s.t.Errorf("%d games are won and %d lost", won, lost)
	}
}

// standings checks each person's rating, and that the leaderboard is in their order.
func (s *season) standings(model map[string]*tally) {
	s.t.Helper()
	const pool = "hex/9"
	if left, err := s.store.Unrated(1); err != nil || len(left) > 0 {
		s.t.Errorf("%v is not rated, %v", left, err)
	}
	sure := 0
	for seat, want := range model {
		if want.rated == 0 {
			continue
		}
		if !glicko.Provisional(want.player.Deviation) {
			sure++
		}
		var got rating.Standing
		data, err := s.store.Get(string(rating.Kind), strings.TrimPrefix(seat, store.UserSeat)+"/"+pool)
		if err == nil {
			err = json.Unmarshal(data, &got)
		}
		if err != nil {
			s.t.Fatal(err)
		}
		// What is stored is rounded after each game.
		if got.Games != want.rated || math.Abs(got.Rating-want.player.Rating) > 1 || math.Abs(got.Deviation-want.player.Deviation) > 1 {
			s.t.Errorf("%s stands %+v after %d games, want %+v after %d", seat, got, got.Games, want.player, want.rated)
		}
	}
	places, err := s.store.Top(pool, 0, math.MaxInt32)
	if err != nil {
		s.t.Fatal(err)
	}
	if math.Abs(float64(len(places)-sure)) > 1 { // one may be at the border
		s.t.Errorf("%d have a place, want %d", len(places), sure)
	}
	for i, p := range places {
		want := math.Round(model[store.UserSeat+p.Member].player.Rating)
		if math.Abs(float64(p.Score)-want) > 1 || i > 0 && p.Score > places[i-1].Score {
			s.t.Errorf("place %d: %+v, whose rating is %v", i+1, p, want)
		}
	}
}
