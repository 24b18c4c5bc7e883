package rating

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/store"
)

// TestEndIsOneCommit: the end of a game and its ratings are stored together, so that whoever has
// seen one finds the other.
func TestEndIsOneCommit(t *testing.T) {
	w := newWorld(t)
	game := w.open(9, "500", table.User("11"), table.User("12"))
	w.faulty.commits = 1
	w.end(game, 0)
	w.start()
	if end := w.load(game.Key).Record.End; len(end.Ratings) != 2 {
		t.Errorf("the end is %+v", end)
	}
	w.check()
}

// TestSavedAgain: if storing the end of a game fails, the game is rated when it is stored later.
func TestSavedAgain(t *testing.T) {
	w := newWorld(t)
	game := w.open(9, "500", table.User("11"), table.User("12"))
	game.End(table.Resigned, 0)
	w.faulty.commits = 0
	if err := w.tables.Save(game); !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	w.faulty.dead, w.faulty.commits = false, -1
	w.end(game, 0)
	w.check()
}

// TestLeftUnrated: games of older versions are rated in rounds, each once, in the order of their
// ends, even if the process is killed in between.
func TestLeftUnrated(t *testing.T) {
	w := newWorld(t)
	for i := range 30 {
		w.clock = w.clock.Add(time.Minute)
		game := w.open(9, "500", table.User(strconv.Itoa(11+i%7)), table.User(strconv.Itoa(21+i%5)))
		g := w.game(game.Key)
		game.End(table.Resigned, engine.Seat(i%2))
		g.open, g.end = false, store.End{At: w.clock, Winner: i % 2, Kind: table.Resigned, Counts: true}
		game.Record.End, game.Record.Over = &g.end, true
		if err := bottest.Save(w.faulty.Store, game.Key, game.Record); err != nil {
			t.Fatal(err)
		}
		w.rate(g)
	}
	for range 5 {
		w.faulty.commits = 9 // each rates a game
		w.round()
		w.start()
	}
	w.check()
}

// TestDamagedStanding: a game ends although a standing of one of its players is damaged, and is
// rated later.
func TestDamagedStanding(t *testing.T) {
	w := newWorld(t)
	if err := w.faulty.Put(string(Kind), standingID("12", "hex/9"), []byte("{")); err != nil {
		t.Fatal(err)
	}
	game := w.open(9, "500", table.User("11"), table.User("12"))
	w.end(game, 0)
	for range 2 {
		if stored := w.load(game.Key).Record; !stored.Over || stored.Rated == "" || len(stored.End.Ratings) > 0 {
			t.Errorf("stored is %+v", stored.End)
		}
		w.round()
	}
	if n := strings.Count(w.log.String(), "rate a game"); n != 2 {
		t.Errorf("the log has %d lines about it, want one of the end and one of the rounds:\n%s", n, w.log.String())
	}
	if st, err := get(w.rater.store, "11", "hex/9"); st != nil || err != nil {
		t.Errorf("the other has %+v, %v", st, err)
	}
	if err := w.faulty.Remove(string(Kind), standingID("12", "hex/9")); err != nil {
		t.Fatal(err)
	}
	if w.round(); len(w.load(game.Key).Record.End.Ratings) != 2 {
		t.Error("the game is not rated once that is mended")
	}
}

// TestToldAtOnce: the ratings are shown to the player who ends a game, and to those who look later.
func TestToldAtOnce(t *testing.T) {
	w := newWorld(t)
	game := w.open(9, "500", table.User("11"), table.User("12"))
	w.end(game, 0)
	for _, at := range []*table.Table{game, w.load(game.Key)} {
		if said := at.StatusWords().String(); !strings.HasSuffix(said, "11 1500 → 1662 (provisional), 12 1500 → 1338 (provisional).") {
			t.Errorf("said is %q", said)
		}
	}
	w.save(game) // the table in hand is the one that is stored
}

// TestAgainstLevels: a level's rating stays unchanged, and a person gains more by beating a
// stronger level.
func TestAgainstLevels(t *testing.T) {
	gains := map[string]float64{}
	for _, level := range []string{"easy", "normal", "hard"} {
		w := newWorld(t)
		game := w.open(11, "", table.User("11"), table.Level(level))
		w.end(game, 0)
		end := game.Record.End
		gains[level] = end.Ratings[0].After - end.Ratings[0].Before
		if r := end.Ratings[1]; r.Before != r.After || r.Doubt != levelDeviation {
			t.Errorf("level %s: %+v", level, r)
		}
		if said := game.StatusWords().String(); strings.Contains(said, "Sixfold") && strings.Contains(said, ", Sixfold") {
			t.Errorf("said is %q", said)
		}
		w.check()
	}
	if !(gains["easy"] < gains["normal"] && gains["normal"] < gains["hard"]) {
		t.Errorf("gains are %v", gains)
	}
}

// TestRepeats: two games in a day against a level count in full, each further one less, until a day
// has passed; one against another level, or of somebody else, is news.
func TestRepeats(t *testing.T) {
	w := newWorld(t)
	doubt := func(user, level string) float64 {
		w.clock = w.clock.Add(time.Hour)
		game := w.open(9, "", table.User(user), table.Level(level))
		w.end(game, 0)
		return w.load(game.Key).Record.End.Ratings[1].Doubt
	}
	var got []float64
	for range 5 {
		got = append(got, doubt("11", "normal"))
	}
	if want := []float64{50, 50, 100, 200, 400}; !slices.Equal(got, want) {
		t.Errorf("the level is known to %v, want %v", got, want)
	}
	if a, b := doubt("11", "hard"), doubt("12", "normal"); a != 50 || b != 50 {
		t.Errorf("another level is known to %v, the same to another to %v", a, b)
	}
	w.clock = w.clock.Add(19 * time.Hour) // 22 after the last of five games
	if got := doubt("11", "normal"); got != 100 {
		t.Errorf("after two games within a day it is known to %v", got)
	}
	w.clock = w.clock.Add(23 * time.Hour)
	if got := doubt("11", "normal"); got != 50 {
		t.Errorf("after a day's pause it is known to %v", got)
	}
	w.check()
}

// TestEnter: which tables cannot be rated, and the pools of the others.
func TestEnter(t *testing.T) {
	for name, tt := range map[string]struct {
		seats   []string
		options map[string]any
		help    bool
		pool    string
		why     string
	}{
		"two people":       {[]string{"user:11", "user:12"}, nil, false, "hex/12", ""},
		"whoever joins":    {[]string{"user:11", ""}, map[string]any{"size": 14}, false, "hex/13", ""},
		"a level":          {[]string{"user:11", "level:hard"}, map[string]any{"size": 9}, false, "hex/9", ""},
		"an unrated level": {[]string{"user:11", "level:max"}, map[string]any{"size": 9}, false, "", "never measured"},
		"two levels":       {[]string{"level:easy", "level:hard"}, nil, false, "", "levels that play each other"},
		"oneself":          {[]string{"user:11", "user:11"}, nil, false, "", "one of two people"},
		"hints":            {[]string{"user:11", "user:12"}, nil, true, "", "a game with hints"},
		"no swap":          {[]string{"user:11", "user:12"}, map[string]any{"swap": false}, false, "", "without the swap"},
	} {
		t.Run(name, func(t *testing.T) {
			o, err := engine.ParseOptions(hex.Game.Options, tt.options, false)
			if err != nil {
				t.Fatal(err)
			}
			game, err := table.New(&hex.Game, o, tt.seats, []string{"a", "b"}, time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			game.Record.Help = tt.help
			err = Enter(game)
			why, refused := engine.Why(err)
			if game.Record.Rated != tt.pool || refused != (tt.why != "") || !strings.Contains(why.String(), tt.why) {
				t.Errorf("rated in %q, %v", game.Record.Rated, err)
			}
		})
	}
}

// TestFade: a user who has not played for long has no place until the next game.
func TestFade(t *testing.T) {
	w := newWorld(t)
	for n := range 14 {
		w.clock = w.clock.Add(time.Hour)
		w.end(w.open(9, "500", table.User("11"), table.User("12")), n%2)
	}
	placed := func() bool {
		_, ok, err := w.faulty.PlaceOf(ranking("hex/9", "500"), "11")
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	st, err := get(w.rater.store, "11", "hex/9")
	if err != nil || !placed() || glicko.Provisional(st.Deviation) {
		t.Fatalf("after 14 games: %+v, %v, %v", st, placed(), err)
	}
	w.clock = time.UnixMilli(st.fades()).Add(-time.Minute)
	if w.round(); !placed() || glicko.Provisional(st.now(w.clock).Deviation) {
		t.Error("the place is lost too early")
	}
	w.clock = w.clock.Add(2 * time.Minute)
	if w.round(); placed() || !glicko.Provisional(st.now(w.clock).Deviation) {
		t.Error("the place is kept too long")
	}
	w.check()
	w.end(w.open(9, "500", table.User("11"), table.User("12")), 0)
	if !placed() {
		t.Error("a game gives no place back")
	}
	w.check()
}

// TestPlacesInManyServers: a rated game gives a place in its server, however many servers there were
// before. Of these the one longest not played in goes, until the next game there.
func TestPlacesInManyServers(t *testing.T) {
	w := newWorld(t)
	const first = 500
	plays := func(server int) {
		w.clock = w.clock.Add(time.Minute)
		w.end(w.open(9, strconv.Itoa(server), table.User("11"), table.User("12")), server%2)
	}
	for server := first; server <= first+maxGuilds; server++ {
		plays(server)
		if server == first+maxGuilds-1 {
			plays(first)
		}
	}
	wants := func(placed bool, server int) {
		t.Helper()
		if _, ok, err := w.faulty.PlaceOf(ranking("hex/9", strconv.Itoa(server)), "11"); ok != placed || err != nil {
			t.Errorf("placed in server %d: %v, %v; want %v", server, ok, err, placed)
		}
	}
	wants(true, first)
	wants(false, first+1)
	wants(true, first+2)
	wants(true, first+maxGuilds)
	plays(first + 1)
	wants(true, first+1)
	wants(false, first+2)
	w.check()
}

// TestDamagedStandingHoldsNoOtherUp: other users lose their places in time although one standing is
// damaged.
func TestDamagedStandingHoldsNoOtherUp(t *testing.T) {
	w := newWorld(t)
	for n := range 14 {
		w.clock = w.clock.Add(time.Hour)
		w.end(w.open(9, "500", table.User("11"), table.User("12")), n%2)
	}
	err := store.Update(t.Context(), w.rater.store, store.Op{}, func(tx *store.Tx) error {
		tx.Put(string(Kind), standingID("11", "hex/9"), []byte("{"))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	w.clock = w.clock.AddDate(10, 0, 0)
	w.round()
	if _, placed, err := w.faulty.PlaceOf(ranking("hex/9", "500"), "12"); placed || err != nil {
		t.Errorf("placed: %v, %v", placed, err)
	}
}

// TestFlags: which games are flagged and which are not.
func TestFlags(t *testing.T) {
	for name, tt := range map[string]struct {
		games int
		moves []string      // of each after four, before the end
		pace  time.Duration // of a move
		lost  int           // the game of this number is won by the other; -1: none
		guild string
		want  []string
	}{
		"gives up thrice":            {3, nil, time.Minute, -1, "500", []string{Quits}},
		"gives up twice":             {2, nil, time.Minute, -1, "500", nil},
		"has won between":            {3, nil, time.Minute, 1, "500", nil},
		"gives up late":              {3, []string{"c1", "d1", "e1", "f1", "g1", "h1", "i1"}, time.Minute, -1, "500", nil},
		"always loses, at once":      {5, []string{"c1", "d1", "e1", "f1", "g1", "h1", "i1"}, time.Second, -1, "500", []string{Pair}},
		"always loses, after a time": {5, []string{"c1", "d1", "e1", "f1", "g1", "h1", "i1"}, time.Minute, -1, "500", nil},
		"loses four of five, fast":   {5, []string{"c1", "d1", "e1", "f1", "g1", "h1", "i1"}, time.Second, 2, "500", nil},
		"nowhere":                    {5, nil, time.Second, -1, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			for n := range tt.games {
				game := w.open(11, tt.guild, table.User("11"), table.User("12"))
				for _, m := range tt.moves {
					w.clock = w.clock.Add(tt.pace)
					w.play(game, m)
				}
				w.clock = w.clock.Add(tt.pace)
				winner := 0
				if n == tt.lost {
					winner = 1
				}
				w.end(game, winner)
				w.clock = w.clock.Add(time.Hour)
			}
			flags, err := w.rater.Flags("500")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range flags {
				got = append(got, f.What)
				if !slices.Contains(f.People, "12") || !slices.Contains(f.Names, "12") {
					t.Errorf("%+v", f)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("flags are %v, want %v", got, tt.want)
			}
			l := w.rater
			flagged := func(c *chat.Call) (chat.Reply, error) { return l.flags(c, nil) }
			told, err := w.asks(flagged, "1", "500", nil)
			if says := map[string]string{Quits: "**12** has given up 3 games", Pair: "**11** has won 5 games and more against **12** and lost none"}; err != nil ||
				len(tt.want) > 0 && !strings.Contains(told.Text, says[tt.want[0]]) || len(tt.want) == 0 && !strings.Contains(told.Text, "No rated game") {
				t.Errorf("told is %q, %v", told.Text, err)
			}
			w.check()
			w.forget("12")
			flags, err = w.rater.Flags("500")
			if err != nil || len(flags) != len(tt.want) {
				t.Errorf("after one is forgotten: %v, %v", flags, err)
			}
			for _, f := range flags {
				if slices.Contains(f.People, "12") || slices.Contains(f.Names, "12") {
					t.Errorf("a flag names who is forgotten: %+v", f)
				}
			}
		})
	}
}

// club returns a world with rated users: the lower the number, the stronger.
func club(t *testing.T, people int) *world {
	t.Helper()
	w := newWorld(t)
	for round := 1; round < 12; round++ {
		for a := range people {
			b := (a + round) % people
			if a < b {
				w.clock = w.clock.Add(time.Minute)
				w.end(w.open(9, []string{"500", "501"}[a%2], table.User(strconv.Itoa(100+a)), table.User(strconv.Itoa(100+b))), 0)
			}
		}
	}
	return w
}

func (w *world) asks(run func(*chat.Call) (chat.Reply, error), user, guild string, options map[string]any) (chat.Reply, error) {
	c := &chat.Call{
		Ctx: w.t.Context(), User: chat.User{ID: user, Name: user},
		Words: chat.NewLanguages().In(""), Request: chat.Request{Guild: guild, Manages: true, Options: options},
	}
	return run(c)
}

// given gives the leaderboard the options of the call.
func given(run func(*chat.Call, engine.Options) (chat.Reply, error)) func(*chat.Call) (chat.Reply, error) {
	return func(c *chat.Call) (chat.Reply, error) {
		o, err := c.Options(LeaderboardArgs, false)
		if err != nil {
			return chat.Reply{}, err
		}
		return run(c, o)
	}
}

// TestLeaderboard: pages of ten in order, always with the caller's own place, globally or by
// server, and buttons to the other pages.
func TestLeaderboard(t *testing.T) {
	w := club(t, 24)
	l := w.rater
	seen := map[string]bool{}
	last, of := math.Inf(1), 0
	for page := 1; ; page++ {
		r, err := w.asks(given(l.Leaderboard), "123", "500", map[string]any{"scope": "everywhere", "page": page})
		if err != nil {
			t.Fatal(err)
		}
		rows := r.Data.([]Row)
		for i, row := range rows {
			if row.Rating > last || seen[row.User] || row.Place > (page-1)*pageSize+i+1 || row.Games < 2 {
				t.Errorf("page %d: %+v after a rating of %v", page, row, last)
			}
			seen[row.User], last, of = true, row.Rating, row.Of
		}
		if !strings.Contains(r.Text, "123") && !strings.Contains(r.Text, "You: ") {
			t.Errorf("page %d does not say where I am: %s", page, r.Text)
		}
		if labels := buttons(r); slices.Contains(labels, "Higher") != (page > 1) || !slices.Contains(labels, "This server") || !slices.Contains(labels, "13 by 13 and more") {
			t.Errorf("page %d has %v", page, labels)
		}
		if !slices.Contains(buttons(r), "Lower") {
			if len(rows) == pageSize && len(seen) < of {
				t.Errorf("page %d is no last one", page)
			}
			break
		}
	}
	if len(seen) != of || of < 15 {
		t.Errorf("%d have places, %d were seen", of, len(seen))
	}
	r, err := w.asks(given(l.Leaderboard), "100", "501", nil)
	if err != nil || !strings.Contains(r.Text, "**Hex, 9 by 9**, in this server") || !strings.Contains(r.Text, "You: ") {
		t.Errorf("the leaderboard of the server: %v, %s", err, r.Text)
	}
	for _, row := range r.Data.([]Row) {
		if st, _ := get(w.rater.store, row.User, "hex/9"); !slices.Contains(st.Guilds, "501") {
			t.Errorf("%+v has never played there", row)
		}
	}
	for why, options := range map[string]map[string]any{
		"fewer pages": {"page": 9}, "only games for two": {"game": "chess"}, "the classes of Hex": {"class": "7"}, "this is no server": {"scope": "here"},
	} {
		guild := "500"
		if why == "this is no server" {
			guild = ""
		}
		if _, err := w.asks(given(l.Leaderboard), "100", guild, options); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%v: %v, want %q", options, err, why)
		}
	}
}

// buttons returns the labels of a reply's buttons.
func buttons(r chat.Reply) (labels []string) {
	for _, row := range r.Rows {
		for _, b := range row.Buttons {
			labels = append(labels, b.Label)
		}
	}
	return labels
}

// TestRank: a user's ratings in each pool, with places in the server and everywhere.
func TestRank(t *testing.T) {
	w := club(t, 24)
	w.end(w.open(11, "500", table.User("112"), table.Level("easy")), 0)
	l := w.rater
	r, err := w.asks(l.Rank, "112", "500", nil)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(r.Text, "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[2], "Hex, 9 by 9: **") || !strings.Contains(lines[2], " in this server, ") || !strings.HasSuffix(lines[3], "after one game, provisional") {
		t.Errorf("told is %q", lines)
	}
	later := w.clock.AddDate(0, 6, 0)
	l.now = func() time.Time { return later }
	r, err = w.asks(l.Rank, "112", "500", nil)
	if err != nil {
		t.Fatal(err)
	}
	row := r.Data.(map[string]Row)["hex/9"]
	if said := "± " + table.Points(2*row.Deviation) + " "; !strings.Contains(r.Text, said) {
		t.Errorf("half a year later told is %q, without %q", r.Text, said)
	}
	if r, err := w.asks(l.Rank, "7", "500", nil); err != nil || !strings.Contains(r.Text, "You have played no rated game yet") {
		t.Errorf("of who has none: %v, %s", err, r.Text)
	}
	if _, err := w.asks(l.Rank, "7", "500", map[string]any{"player": chat.User{ID: "9", Name: "Robot", Bot: true}}); err == nil {
		t.Error("a bot has ratings")
	}
}

// TestLevelWithoutRating: a game against a level whose rating was removed meanwhile is not rated,
// and delays no other.
func TestLevelWithoutRating(t *testing.T) {
	w := newWorld(t)
	game := w.open(9, "", table.User("11"), table.Level("easy"))
	game.Record.Seats[1] = table.Level("max")
	w.games = nil
	for i, m := range game.Record.Moves {
		if !table.IsUser(m.By) {
			game.Record.Moves[i].By = table.Level("max")
		}
	}
	game.End(table.Resigned, 0)
	w.save(game)
	if stored := w.load(game.Key).Record; stored.Rated != "" || len(stored.End.Ratings) > 0 {
		t.Errorf("rated in %q: %+v", stored.Rated, stored.End)
	}
	if keys, err := w.faulty.Unrated(1); err != nil || len(keys) > 0 {
		t.Errorf("waiting are %v, %v", keys, err)
	}
	if st, err := get(w.rater.store, "11", "hex/9"); st != nil || err != nil {
		t.Errorf("%+v, %v", st, err)
	}
}

// TestEndsAtOnce: simultaneous games of the same users are each rated once, one after the other,
// during rounds.
func TestEndsAtOnce(t *testing.T) {
	w := newWorld(t)
	games := make([]*table.Table, 24)
	for i := range games {
		games[i] = w.open(9, "500", table.User(strconv.Itoa(11+i%3)), table.User(strconv.Itoa(21+i%2)))
	}
	var all sync.WaitGroup
	for i, game := range games {
		all.Go(func() {
			game.End(table.Resigned, engine.Seat(i%2))
			if err := w.tables.Save(game); err != nil {
				t.Error(err)
			}
			if end := game.Record.End; len(end.Ratings) != 2 {
				t.Errorf("told is %+v", end)
			}
			if i%8 == 0 {
				w.rater.Pass(t.Context())
			}
		})
	}
	all.Wait()
	rated := 0
	for user := range 3 {
		st, err := get(w.rater.store, strconv.Itoa(11+user), "hex/9")
		if err != nil || st == nil {
			t.Fatal(st, err)
		}
		rated += st.Games
	}
	if rated != len(games) {
		t.Errorf("%d games are rated, want %d", rated, len(games))
	}
}

// TestClockBehind: a game stored after another, but with an earlier end by the clock of its
// machine, is rated with no elapsed time, and the later one stays the last.
func TestClockBehind(t *testing.T) {
	w := newWorld(t)
	w.end(w.open(9, "", table.User("11"), table.User("12")), 0)
	later := w.clock
	w.clock = w.clock.Add(-time.Hour)
	w.end(w.open(9, "", table.User("11"), table.User("12")), 0)
	st, err := get(w.rater.store, "11", "hex/9")
	if err != nil || st.Games != 2 || st.Last.At != later.UnixMilli() {
		t.Errorf("%+v, %v", st, err)
	}
	w.check()
}
