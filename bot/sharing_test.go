package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/profile"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	zones "github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex/puzzles"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/store"
)

// shares solves the day's puzzle of Hex, and returns what is shared.
func (s *session) shares(user string) string {
	s.t.Helper()
	s.play(user+": /hex puzzle", user+": /hex move "+solution(s).Line[0])
	r := s.does(user, "[Share]")
	if r.Private || r.Update || r.Refused || r.Accent == 0 || len(r.Files) > 0 {
		s.t.Errorf("sharing is answered by %+v", r)
	}
	return r.Text
}

// solution is the day's puzzle of Hex.
func solution(s *session) puzzles.Puzzle {
	return puzzles.OfDay(s.clock.UTC(), puzzles.All())
}

// there lets a day pass during which the bot is there for so many hours.
func (s *session) there(hours int) {
	s.t.Helper()
	for range hours {
		if err := profile.Mark(s.t.Context(), s.bot.Records, s.clock); err != nil {
			s.t.Fatal(err)
		}
		s.clock = s.clock.Add(time.Hour)
	}
	s.clock = s.clock.Truncate(24 * time.Hour).Add(24 * time.Hour)
}

// A person who has given up the day's puzzle was told its answer. If they open it again and solve it, that
// neither counts nor can be shared as solved. The next day is not affected.
func TestGivenUpIsNotSolved(t *testing.T) {
	s := newSession(t)
	s.clock = s.clock.Truncate(24 * time.Hour)
	for range 2 {
		s.shares("you")
		s.there(24)
	}
	s.play("you: /hex puzzle", "you: /hex resign", "you: /hex puzzle")
	if r := s.does("you", "/hex move "+solution(s).Line[0]); strings.Contains(r.Text, "in a row") {
		t.Errorf("it is solved in the words %q", r.Text)
	}
	if said := s.shares("you"); !strings.HasSuffix(said, "Solved by **You** after giving up.") || strings.Contains(said, "🟩") {
		t.Errorf("it is shared as %q", said)
	}
	if kept, err := profile.StreakOf(s.store, ids["you"], "hex"); err != nil || kept.All != 2 {
		t.Errorf("it counts: %+v, %v", kept, err)
	}
	s.clock = s.clock.Add(24 * time.Hour)
	if said := s.shares("you"); !strings.Contains(said, "at the first try") {
		t.Errorf("the next day it is shared as %q", said)
	}
}

// A streak continues over restarts and over days on which the bot was away, and ends after a day on which
// the person did not play. What is shared does not hold the answer.
func TestDaysInARowAreShared(t *testing.T) {
	s := newSession(t)
	s.clock = s.clock.Truncate(24 * time.Hour)
	for day, want := range []string{"", "2 days in a row!", "", "3 days in a row!", "", ""} {
		if day == 2 {
			s.restart()
			s.there(17) // nobody comes, but nor could they
			continue
		}
		if day == 4 {
			s.there(24) // nobody comes
			continue
		}
		answer := regexp.MustCompile(`\b` + solution(s).Line[0] + `\b`)
		text := s.shares("you")
		if got := strings.Contains(text, "in a row"); got != (want != "") || !strings.Contains(text, want) {
			t.Errorf("day %d: %q, want %q", day, text, want)
		}
		if answer.MatchString(text) {
			t.Errorf("day %d: %q has the answer %s", day, text, answer)
		}
		s.there(23)
	}
	s.play("you: /privacy forget notes")
	if kept, err := profile.StreakOf(s.store, ids["you"], "hex"); err != nil || kept.Days != 0 {
		t.Errorf("after forgetting: %+v, %v", kept, err)
	}
}

// TestPuzzleOfTheDayIsThatOfTheServer: between Auckland's midnights one puzzle is today's, also over UTC's
// midnight, and is posted, opened and counted as such. In direct messages the day is that of UTC.
func TestPuzzleOfTheDayIsThatOfTheServer(t *testing.T) {
	s := newSession(t)
	s.does("you", "/server daily game:hex hour:9 zone:Pacific/Auckland")
	auckland := zones.ZoneNamed("Pacific/Auckland")
	solves := func(user, guild string, day, hour int, in *time.Location) string {
		t.Helper()
		s.clock = time.Date(2026, 3, day, hour, 30, 0, 0, in)
		answer := puzzles.OfDay(time.Date(2026, 3, day, 0, 0, 0, 0, time.UTC), puzzles.All()).Line[0]
		said := ""
		for _, line := range []string{"/hex puzzle", "/hex move " + answer} {
			q := s.request(user, line)
			q.Guild = guild
			r := s.finish(q)
			if said = r.Text; r.Refused {
				t.Errorf("day %d, %d:30: %s: %s", day, hour, line, said)
			}
		}
		return said
	}
	for _, tt := range []struct {
		day, hour int
		want      string
	}{{2, 9, ""}, {3, 23, "2 days in a row!"}, {4, 0, "3 days in a row!"}, {5, 14, "4 days in a row!"}, {6, 12, "5 days in a row!"}} {
		if said := solves("friend", "900", tt.day, tt.hour, auckland); !strings.Contains(said, tt.want) {
			t.Errorf("day %d, %d:30: %q, want %q", tt.day, tt.hour, said, tt.want)
		}
	}
	records, err := guild.Solved(s.bot.Records, ids["friend"])
	if want := (store.RecordKey{Kind: guild.SolverKind, ID: "900/hex/2026-03-06/" + ids["friend"]}); err != nil || !slices.Contains(records, want) {
		t.Errorf("noted are %v, %v", records, err)
	}
	for day := 2; day <= 4; day++ {
		said := solves("stranger", "", day, 23, time.UTC)
		if want := strconv.Itoa(day-1) + " days in a row!"; day > 2 && !strings.Contains(said, want) {
			t.Errorf("in direct messages on day %d: %q, want %q", day, said, want)
		}
	}
}

// TestSolvedPuzzleIsOneCommit: what solves the puzzle of the day counts it, for the person and for
// their server, in the commit of the move.
func TestSolvedPuzzleIsOneCommit(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex puzzle")
	var put []store.Value
	s.stores(&counting{s.store, func(tx *store.Tx) {
		if saved, _, _ := tx.Tables(); len(saved) == 1 {
			put, _ = tx.Records()
		}
	}})
	s.play("you: /hex move " + solution(s).Line[0])
	for _, kind := range []string{string(profile.StreakKind), guild.SolverKind} {
		if !slices.ContainsFunc(put, func(v store.Value) bool { return v.Kind == kind && v.Data != nil }) {
			t.Errorf("the commit of the move has only %v, no %s", put, kind)
		}
	}
}

// Only puzzles of the day, on their day, count; and only who has solved one can share it.
func TestWhatIsShared(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new date:2026-02-28", "you: /hex move "+puzzles.OfDay(s.clock.AddDate(0, 0, -1), puzzles.All()).Line[0])
	if text := s.does("you", "[Share]").Text; !strings.Contains(text, "2026-02-28") {
		t.Errorf("another day's puzzle is shared by %q", text)
	}
	if kept, err := profile.StreakOf(s.store, ids["you"], "hex"); err != nil || kept.All != 0 {
		t.Errorf("another day's puzzle counts: %+v, %v", kept, err)
	}
	s.play("you: /hex new number:7")
	share := strings.Join([]string{"share", "hex", "2", "0", ""}, ":")
	if r := s.pressed("you", share); !r.Refused || !r.Private {
		t.Errorf("an open puzzle is shared: %+v", r)
	}
	if r := s.pressed("friend", share); !r.Refused || !r.Private {
		t.Errorf("somebody else's puzzle is shared: %+v", r)
	}
	s.play("you: /hex resign table:2")
	if r := s.pressed("you", share); !r.Refused {
		t.Errorf("a puzzle that was given up is shared: %+v", r)
	}
}

// newest is the table of a game that was opened last.
func newest(s *session, game string) *table.Table {
	s.t.Helper()
	all, err := s.store.Recent(sessionChannel, game, 1)
	if err != nil || len(all) == 0 {
		s.t.Fatal(all, err)
	}
	t, err := s.bot.Tables.Load(s.t.Context(), all[0].Key)
	if err != nil {
		s.t.Fatal(err)
	}
	return t
}

// riddle is the name of a table's puzzle.
func riddle(t *table.Table) string {
	r, _ := engine.RiddleOf(t.Position)
	return r.Name.String()
}

// The button of a card opens the same puzzle for whoever presses it, on another day too.
func TestCardsOpenTheSamePuzzle(t *testing.T) {
	s := newSession(t)
	for _, line := range []string{
		"/hex puzzle", "/hex puzzle grade:hard", "/hex new number:7", "/hex new puzzle:random", "/ade puzzle daily:true", "/ade puzzle task:end seed:5",
		"/connexion daily", "/connexion puzzle removed:3", "/octopuszle new started:9 seed:4",
	} {
		s.does("you", line)
		game := strings.Fields(line)[0][1:]
		made := newest(s, game)
		again, ok := play.Opens(made)
		if !ok {
			t.Errorf("%s: %q is too long for a button", line, again)
			continue
		}
		s.clock = s.clock.Add(48 * time.Hour)
		if r := s.does("friend", "/"+game+" "+again); r.Refused || !r.Private {
			t.Errorf("%s: %q is answered by %+v", line, again, r)
			continue
		}
		if other := newest(s, game); other.Key == made.Key || other.Position.String() != made.Position.String() || riddle(other) != riddle(made) {
			t.Errorf("%s: %q opens another puzzle:\n%s\n%s", line, again, made.Position, other.Position)
		}
	}
}

// Three puzzles of each kind, with SIXFOLD_LONG=1 ten, answered wrongly: all of it is told to the player alone, and
// nothing that is told, shown, said of a picture, or offered holds the answer.
func TestWrongAnswersOfEachKind(t *testing.T) {
	t.Parallel()
	for game, open := range map[string]func(*session, int) wrong{
		"hex": wrongHex, "ade": wrongADE, "connexion": wrongConnexion, "octopuszle": wrongOctopuszle,
	} {
		t.Run(game, func(t *testing.T) {
			s := newSession(t)
			for n := range enginetest.Times(3, 10) {
				before := len(s.shown)
				w := open(s, n)
				number := newest(s, game).Key.Number
				for _, line := range append(w.lines, "show", "replay", "export") {
					if _, known := s.bot.router.commands.Find(game, strings.Fields(line)[0]); known {
						s.does("you", fmt.Sprintf("/%s %s table:%d", game, line, number))
					}
				}
				if newest(s, game).Record.Over {
					t.Fatalf("puzzle %d is solved by %q", n, w.lines)
				}
				for _, m := range s.shown[before:] {
					for _, said := range all(m.reply) {
						if m.to != ids["you"] || w.answer.MatchString(said) {
							t.Errorf("puzzle %d: %q is told to %q, the answer being %s", n, said, m.to, w.answer)
						}
					}
				}
				if r := s.does("stranger", fmt.Sprintf("/%s show table:%d", game, number)); !r.Refused {
					t.Errorf("puzzle %d: a stranger is told %q", n, r.Text)
				}
				r := s.pressed("you", strings.Join([]string{"giveup", game, strconv.Itoa(number), newest(s, game).Stamp(), ""}, ":"))
				if game != "connexion" && !w.answer.MatchString(r.Text) || !r.Private {
					t.Errorf("puzzle %d is given up and answered by %q, want %s", n, r.Text, w.answer)
				}
			}
		})
	}
}

// all is all that a reply holds, to people and to programs, but the menus of its board:
// they list whatever may be tried.
func all(r chat.Reply) []string {
	data, _ := json.Marshal(r.Data)
	r.Rows = slices.DeleteFunc(slices.Clone(r.Rows), func(row chat.Row) bool { return row.Menu != nil })
	list := append(texts(r), string(data))
	for _, after := range r.After {
		list = append(list, all(after)...)
	}
	return list
}

// wrong are the lines of wrong answers to a puzzle, and what none of the replies may hold.
type wrong struct {
	lines  []string
	answer *regexp.Regexp
}

func wrongHex(s *session, n int) wrong {
	number := 1 + 24*n
	s.play(fmt.Sprintf("you: /hex new number:%d", number))
	p := puzzles.All()[number-1]
	w := wrong{answer: regexp.MustCompile(`\b` + p.Line[0] + `\b`)}
	for _, cell := range slices.Sorted(maps.Keys(p.Replies))[:5] {
		w.lines = append(w.lines, "move "+cell)
	}
	return w
}

func wrongADE(s *session, n int) wrong {
	s.play(fmt.Sprintf("you: /ade puzzle task:%s seed:%d", []string{"layers", "end", "fixed"}[n%3], n))
	z := newest(s, "ade").Position.(*ade.Position).Puzzle()
	w := wrong{answer: regexp.MustCompile(`(^|[^0-9-])` + strings.Join(z.Solution.Strings(), `[", ]{1,4}`) + `([^0-9]|$)`)}
	for i, value := range z.Solution { // one value is another
		others := slices.Clone(z.Solution)
		if others[i] = big.NewInt(1 - min(1, value.Int64())); others.Positive() != 0 && !solves(z, others) {
			w.lines = append(w.lines, "set what:"+strings.Join(others.Strings(), ","), "verdict", "exhaust", "edit")
		}
	}
	return w
}

// solves reports whether a run from some values solves a puzzle.
func solves(z *ade.Puzzle, start graph.Values) bool {
	run := ade.Attempt{Start: start, Now: start}
	for ; run.Layers < 100 && run.Now.Positive() != 0; run.Layers++ {
		if run.Now = z.Graph.Fire(run.Now); z.Solved(run) {
			return true
		}
	}
	return z.Solved(run)
}

func wrongConnexion(s *session, n int) wrong {
	s.play(fmt.Sprintf("you: /connexion puzzle removed:4 seed:%d", n))
	o, err := engine.ParseOptions(labyrinth.Game.Options, map[string]any{"puzzle": "started", "removed": 1, "seed": n}, true)
	if err != nil {
		s.t.Fatal(err)
	}
	whole, err := labyrinth.Game.New(o) // the same solution, all but one piece of it
	if err != nil {
		s.t.Fatal(err)
	}
	p := newest(s, "connexion").Position.(*labyrinth.Position)
	var w wrong
	var answers []string
	for _, piece := range whole.(*labyrinth.Position).Pieces() {
		if !slices.Contains(p.Left(), piece.Doors) {
			continue
		}
		number := piece.Doors.Number()
		answers = append(answers, fmt.Sprintf(`\b%d[ @]%s\b`, number, piece.Name()), fmt.Sprintf(`"hexagram":%d,"cell":"%s"`, number, piece.Name()))
		for _, cell := range p.Open() {
			if cell != piece.Cell {
				w.lines = append(w.lines, fmt.Sprintf("place piece:%d cell:%s", number, cell.Name()), "check", "remove cell:"+cell.Name())
			}
		}
	}
	w.answer = regexp.MustCompile(strings.Join(answers, "|"))
	return w
}

func wrongOctopuszle(s *session, n int) wrong {
	s.play(fmt.Sprintf("you: /octopuszle new started:%d seed:%d", 6+n%8, n))
	p := newest(s, "octopuszle").Position.(*octopuszle.Position)
	var w wrong
	var answers []string
	fits := map[string]bool{}
	for _, solution := range p.Solutions() {
		for at, square := range solution {
			fits[place(int(square), at)] = true
		}
		for at := 0; at < octopuszle.SmallSquares; at += octopuszle.Small {
			row := solution[at : at+octopuszle.Small]
			if p.At(at) == row[0] && p.At(at+1) == row[1] && p.At(at+2) == row[2] && p.At(at+3) == row[3] {
				continue // all of it is given
			}
			answers = append(answers, strings.ReplaceAll(strings.Trim(fmt.Sprint(row), "[]"), " ", "[ ,]+"))
		}
	}
	for at := range octopuszle.SmallSquares {
		if given := p.At(at); given != octopuszle.NoSquare {
			continue
		}
		for _, square := range p.LeftFor(0) {
			if line := place(int(square), at); !fits[line] {
				w.lines = append(w.lines, line, "check", "remove cell:"+cellOf(at))
			}
		}
	}
	w.answer = regexp.MustCompile(`\b(` + strings.Join(answers, "|") + `)\b`)
	return w
}

func place(square, at int) string {
	return fmt.Sprintf("place square:%d cell:%s", square, cellOf(at))
}

func cellOf(at int) string {
	return string(rune('a'+at%octopuszle.Small)) + strconv.Itoa(at/octopuszle.Small+1)
}

// While the bot runs it notes that it is there.
func TestRunningIsNoted(t *testing.T) {
	s := newSession(t)
	ctx, stop := context.WithCancel(t.Context())
	stop() // after the first round
	if err := s.bot.Run(ctx, &posts{}); err != nil {
		t.Fatal(err)
	}
	if kept, err := s.store.Get("hours", s.clock.Format(time.DateOnly)); err != nil || string(kept) != `{"there":4096}` {
		t.Errorf("at noon %s is noted, %v", kept, err)
	}
}

// The puzzle that somebody has before them is not opened a second time, so that no try is
// forgotten; another one is, and the same for somebody else, elsewhere, or once it is over.
func TestPuzzleIsOpenedOnce(t *testing.T) {
	s := newSession(t)
	opens := func(user, line string, want int) chat.Reply {
		t.Helper()
		r := s.does(user, line)
		if got := newest(s, "hex").Key.Number; got != want {
			t.Errorf("%s: %s: the newest table is %d, want %d", user, line, got, want)
		}
		return r
	}
	opens("you", "/hex puzzle", 1)
	s.does("you", "/hex move a1")
	if r := opens("you", "/hex puzzle", 1); !strings.HasPrefix(r.Text, "You have begun this puzzle here.") || !strings.Contains(r.Text, "One try so far") || !r.Private {
		t.Errorf("it is opened again: %+v", r.Text)
	}
	opens("you", "/hex new number:7", 2)
	opens("friend", "/hex puzzle", 3)
	s.play("you: /hex resign table:1", "you: [Give up]")
	opens("you", "/hex puzzle", 4)
}
