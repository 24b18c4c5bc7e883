package bot

import (
	"bytes"
	"encoding/json"
	"image/png"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/browse"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/store"
)

// ended is a game of Hex that has ended, as a test stores it.
type ended struct {
	channel string
	seats   [2]string // users by their names in sessions, or seats
	winner  int
	pool    string     // "" where it was not rated
	after   [2]float64 // ratings
	private bool
}

// keep stores a game that ends now.
func (s *session) keep(g ended) {
	s.t.Helper()
	t := &store.Table{
		Head: store.Head{
			Rules: 1, Over: true, Opened: s.clock, Touched: s.clock, Rated: g.pool, Private: g.private, Owner: ids["you"],
			Stand: &store.Stand{Turn: -1}, End: &store.End{At: s.clock, Winner: g.winner, Kind: "resigned", Counts: true},
		},
		Options: json.RawMessage(`{"size":5}`),
	}
	for i, seat := range g.seats {
		name := ""
		if id := ids[seat]; id != "" {
			name, seat = strings.ToUpper(seat[:1])+seat[1:], store.UserSeat+id
		}
		t.Seats, t.Names = append(t.Seats, seat), append(t.Names, name)
		if g.pool != "" {
			t.End.Ratings = append(t.End.Ratings, store.Rating{Before: g.after[i] - 10, After: g.after[i], Deviation: 80, Volatility: 0.06})
		}
	}
	if _, err := bottest.Create(s.store, g.channel, "hex", t); err != nil {
		s.t.Fatal(err)
	}
	s.clock = s.clock.Add(time.Hour)
}

// alt is what the one picture of a reply says.
func alt(t *testing.T, r chat.Reply) string {
	t.Helper()
	if len(r.Files) != 1 {
		t.Fatalf("%d files come with %q", len(r.Files), r.Text)
	}
	return r.Files[0].Alt
}

// TestStatsOfOthers: of somebody else count rated games, without names, those of this channel,
// and those with the caller; and nothing that is private.
func TestStatsOfOthers(t *testing.T) {
	s := newSession(t)
	const elsewhere = "2002"
	s.keep(ended{channel: elsewhere, seats: [2]string{"you", "friend"}, winner: 0})                                                               // for these two alone
	s.keep(ended{channel: elsewhere, seats: [2]string{"you", "stranger"}, winner: 1, pool: "hex/9", after: [2]float64{1480, 1730}})               // rated
	s.keep(ended{channel: elsewhere, seats: [2]string{"stranger", "you"}, winner: 1, pool: "hex/9", after: [2]float64{1700, 1520}})               // likewise
	s.keep(ended{channel: sessionChannel, seats: [2]string{"you", "level:easy"}, winner: 0})                                                      // for all here
	s.keep(ended{channel: sessionChannel, seats: [2]string{"you", "level:hard"}, winner: 0, private: true})                                       // for nobody else
	s.keep(ended{channel: elsewhere, seats: [2]string{"you", "level:normal"}, winner: 1, pool: "hex/9", after: [2]float64{1510, 1600}})           // a level may be named
	s.keep(ended{channel: elsewhere, seats: [2]string{"you", "friend"}, winner: 0, pool: "hex/13", after: [2]float64{1555, 1400}, private: true}) // for these two alone

	for _, tt := range []struct {
		user       string
		want, none []string
	}{
		{"you", []string{"of 7 games: 5–2", "Stranger 1–1", "Friend 2–0", "rated 1690"}, []string{"Somebody"}},
		{"friend", []string{"of 5 games: 3–2", "Friend 1–0", "Best win: Somebody, rated 1690", "1510", "Normal 0–1"}, []string{"Stranger", "1555", "Hard"}},
		{"robot", []string{"of 4 games: 2–2", "Best win: Somebody, rated 1690"}, []string{"Stranger", "Friend", "1555", "Hard"}},
		{"stranger", []string{"of 4 games: 2–2", "Stranger 1–1", "Best win: Stranger, rated 1690"}, []string{"Friend", "1555"}},
	} {
		r := s.does(tt.user, "/stats @you")
		said := alt(t, r)
		if !r.Private {
			t.Errorf("%s: others see it, too", tt.user)
		}
		for _, w := range tt.want {
			if !strings.Contains(said, w) {
				t.Errorf("%s is not told %q: %s", tt.user, w, said)
			}
		}
		for _, w := range tt.none {
			if strings.Contains(said, w) {
				t.Errorf("%s is told %q: %s", tt.user, w, said)
			}
		}
		if own := tt.user == "you"; own != (len(r.Rows) > 0) {
			t.Errorf("%s has %d rows of buttons", tt.user, len(r.Rows))
		}
	}
}

// TestStatsShownToAll: whoever shows their profile names nobody who has not played in this
// channel, and does so once.
func TestStatsShownToAll(t *testing.T) {
	s := newSession(t)
	s.keep(ended{channel: "2002", seats: [2]string{"you", "stranger"}, winner: 0, pool: "hex/9", after: [2]float64{1520, 1690}})
	s.keep(ended{channel: sessionChannel, seats: [2]string{"you", "friend"}, winner: 0})
	s.keep(ended{channel: sessionChannel, seats: [2]string{"you", "robot"}, winner: 0, private: true})
	if said := alt(t, s.does("you", "/stats")); !strings.Contains(said, "Best win: Stranger, rated 1680") || !strings.Contains(said, "Robot 1–0") {
		t.Errorf("you are told %q", said)
	}
	r := s.does("you", "[Show to all]")
	if !r.Private || !r.Update || len(r.Rows) > 0 || len(r.After) != 1 || r.After[0].Private {
		t.Fatalf("got %+v", r)
	}
	if said := alt(t, r.After[0]); strings.Contains(said, "Stranger") || strings.Contains(said, "Robot") || !strings.Contains(said, "Friend 1–0") || !strings.Contains(said, "of 3 games") {
		t.Errorf("all are told %q", said)
	}
	if len(r.After[0].Rows) > 0 {
		t.Error("what all see has buttons, which would be theirs, too")
	}
}

// TestStatsOfRating: the rating shown is that of the pool played last, as uncertain as it is
// by now.
func TestStatsOfRating(t *testing.T) {
	s := newSession(t)
	s.keep(ended{channel: "2002", seats: [2]string{"you", "friend"}, winner: 0, pool: "hex/9", after: [2]float64{1600, 1400}})
	s.keep(ended{channel: "2002", seats: [2]string{"friend", "you"}, winner: 0, pool: "hex/13", after: [2]float64{1510, 1490}})
	if said := alt(t, s.does("you", "/stats")); !strings.Contains(said, "Rated 1490 ± 160 in Hex, ") {
		t.Errorf("it says %q", said)
	}
	if said := alt(t, s.does("you", "/stats game:hex/9")); !strings.Contains(said, "Rated 1600 ± 160 in Hex, ") || !strings.Contains(said, "of one game: 1–0") {
		t.Errorf("of a class it says %q", said)
	}
	s.clock = s.clock.AddDate(1, 0, 0)
	if said := alt(t, s.does("you", "/stats")); !strings.Contains(said, ", provisional, in Hex") {
		t.Errorf("after a year it says %q", said)
	}
}

// TestStatsMenu offers the games and classes that were played, and all of them.
func TestStatsMenu(t *testing.T) {
	s := newSession(t)
	for range 2 {
		s.keep(ended{channel: "2002", seats: [2]string{"you", "friend"}, winner: 0, pool: "hex/9", after: [2]float64{1600, 1400}})
	}
	s.keep(ended{channel: "2002", seats: [2]string{"you", "friend"}, winner: 1})
	r := s.does("you", "/stats game:HEX")
	var names []string
	for _, choice := range r.Rows[0].Menu.Choices {
		names = append(names, choice.Name+" "+choice.Value+" "+strconv.FormatBool(choice.Chosen))
	}
	if got := strings.Join(names, "|"); !strings.HasPrefix(got, "All games game:all false|Hex game:hex true|Hex, ") || !strings.HasSuffix(got, " game:hex/9 false") {
		t.Errorf("it offers %q", got)
	}
	if r = s.does("you", "["+r.Rows[0].Menu.Choices[2].Name+"]"); !r.Update || !strings.Contains(alt(t, r), "of 2 games: 2–0") {
		t.Errorf("of the class: %+v", r)
	}
	if r = s.does("you", "[All games]"); !strings.Contains(alt(t, r), "of 3 games: 2–1") {
		t.Errorf("of all: %+v", r)
	}
	typed := s.request("you", "/stats game:hex/")
	typed.Kind, typed.Focus = chat.Suggest, browse.OnlyArg.Name
	if got := s.bot.Handle(t.Context(), typed).Suggestions; len(got) != 3 || got[0].Value != "hex/9" {
		t.Errorf("hex/ is completed as %v", got)
	}
}

// TestStatsAreDrawn: the picture is one, and its words fit, whoever has played whom.
func TestStatsAreDrawn(t *testing.T) {
	s := newSession(t)
	for i := range 40 {
		name := "user" + strconv.Itoa(i%7)
		ids[name] = strconv.Itoa(900 + i%7)
		t.Cleanup(func() { delete(ids, name) })
		s.keep(ended{channel: "2002", seats: [2]string{"you", name}, winner: i % 2, pool: "hex/9", after: [2]float64{1500 + float64(i), 1500}})
	}
	r := s.does("you", "/stats")
	if n := utf8.RuneCountInString(alt(t, r)); n == 0 || n > chat.MaxAlt {
		t.Errorf("the words have %d characters", n)
	}
	if img, err := png.Decode(bytes.NewReader(r.Files[0].Data)); err != nil || img.Bounds().Dx() != 1100 {
		t.Errorf("the picture: %v", err)
	}
}
