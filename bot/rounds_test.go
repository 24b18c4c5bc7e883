package bot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/tournament"
	"github.com/sixfold-bot/sixfold/bot/tournament/pairing"
	"github.com/sixfold-bot/sixfold/store"
)

// TestLateGamesAreForfeited: both players of a game that is still open are warned once, before the time of the
// round is up. Then who is to move has lost, and where nobody has moved nobody scores.
func TestLateGamesAreForfeited(t *testing.T) {
	for _, directly := range []bool{false, true} {
		c := newCup(t)
		for n := 1; n <= 6 && directly; n++ {
			c.must(c.asks(n, "/notify way:direct"))
		}
		c.sitDown(6, "rounds:1 hours:72")
		tables := c.open(sessionChannel)
		for i, b := range tables {
			c.moves(b.Key, i) // one game is not begun, in one the first has moved, in one both
		}
		began, p := c.clock, &post{}
		c.tell(p, soon) // that the game begins, or it is their turn
		expires := func(after time.Duration) {
			c.clock = began.Add(after)
			c.bot.expire(t.Context(), c.room)
			c.restart()
			c.advance()
		}
		warned := func() map[string]int { return c.room.calls("whoever is to move then loses") }
		if expires(47 * time.Hour); len(warned()) != 0 {
			t.Errorf("warned too early are %v", warned())
		}
		for range 3 {
			expires(48 * time.Hour)
		}
		told, _ := c.tell(p, soon)
		for n := 1; n <= 6; n++ {
			times := warned()[player(n).ID]
			for _, m := range told {
				if strings.HasPrefix(m, player(n).ID) && strings.Contains(m, "has to be over") {
					times++
				}
			}
			if times != 1 {
				t.Errorf("player %d is warned %d times: %q", n, times, told)
			}
		}
		if expires(71 * time.Hour); len(c.open(sessionChannel)) != 3 {
			t.Errorf("%d games go on before their time", len(c.open(sessionChannel)))
		}
		expires(73 * time.Hour)
		for i, want := range [][2]int{{0, 0}, {pairing.Win, 0}, {0, pairing.Win}} {
			for _, g := range c.kept().Rounds[0].Games {
				if g.Table == tables[i].Number && (g.Points != want || g.Played != (i == 2)) {
					t.Errorf("after %d moves: %+v, want %v", i, g, want)
				}
			}
		}
		if k := c.kept(); k.State != tournament.Over {
			t.Errorf("it is %s", k.State)
		}
	}
}

// moves has so many moves be played at a new table.
func (c *cup) moves(key store.Key, n int) {
	c.t.Helper()
	g, err := c.bot.Tables.Load(c.t.Context(), key)
	for i := range n {
		if err == nil {
			_, err = g.Play([]string{"a1", "b2", "c3", "d4"}[i], g.Record.Seats[i%2], c.clock)
		}
	}
	if err == nil {
		err = c.bot.Tables.Save(g)
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

// TestNoGameEndsUnwarned: where the bot comes too late to warn in time, it gives time after the warning.
func TestNoGameEndsUnwarned(t *testing.T) {
	c := newCup(t)
	c.sitDown(4, "rounds:1 hours:72")
	began := c.clock
	for _, at := range []struct {
		days float64
		open int
	}{{4, 2}, {4.9, 2}, {5.1, 0}} {
		c.clock = began.Add(time.Duration(at.days * float64(24*time.Hour)))
		if c.bot.expire(t.Context(), c.room); len(c.open(sessionChannel)) != at.open {
			t.Errorf("after %v days %d games go on", at.days, len(c.open(sessionChannel)))
		}
	}
}

// TestDeadlineIsPutOff by the time in which the bot was away.
func TestDeadlineIsPutOff(t *testing.T) {
	c := newCup(t)
	c.sitDown(4, "rounds:1 hours:72")
	began := c.clock
	for _, at := range []struct {
		days float64
		open int
	}{{3.1, 2}, {3.9, 2}, {4.1, 0}} {
		c.clock = began.Add(time.Duration(at.days * float64(24*time.Hour)))
		away := fmt.Sprintf(`{"seen":%d,"away":[[%d,%d]]}`, c.clock.UnixMilli(), began.Add(24*time.Hour).UnixMilli(), began.Add(48*time.Hour).UnixMilli())
		c.putRecord(store.RecordKey{Kind: string(table.UptimeKind), ID: "bot"}, []byte(away))
		if c.bot.expire(t.Context(), c.room); len(c.open(sessionChannel)) != at.open {
			t.Errorf("after %v days, with one away, %d games go on", at.days, len(c.open(sessionChannel)))
		}
	}
}

// TestDeadlines: who begins a tournament says how long a round lasts, else the number of players does, unless a
// clock by days has it. The sign-up, the round, its boards and the standings tell it.
func TestDeadlines(t *testing.T) {
	for how, tt := range map[string]struct {
		players, hours int
		words          string
	}{
		"":           {4, 120, "5 days a round"},
		"clock:10+5": {9, 96, "4 days a round"},
		"rated:true": {17, 72, "3 days a round"},
		"clock:3d":   {4, 0, ""},
		"hours:0":    {4, 0, ""},
		"hours:2":    {4, 2, "2 hours a round"},
		"hours:24":   {4, 24, "one day a round"},
	} {
		c := newCup(t)
		c.sitDown(tt.players, how)
		g := c.open(sessionChannel)[0]
		if g.Deadline.Hours != tt.hours || g.Deadline.From.IsZero() != (tt.hours == 0) {
			t.Errorf("%q: a game has %+v", how, g.Deadline)
		}
		shown := c.asks(1, "/tournament show")
		said := []string{c.room.messages[0].reply.Text, c.room.messages[1].reply.Text, shown.Text, shown.Files[0].Alt}
		for i, text := range said {
			if !strings.Contains(text, tt.words) || tt.words == "" && strings.Contains(text, "a round") {
				t.Errorf("%q: text %d is %q", how, i, text)
			}
		}
		ends := fmt.Sprintf("has to be over <t:%d:R>", c.clock.Add(time.Duration(tt.hours)*time.Hour).Unix())
		if board := c.room.messages[len(c.room.messages)-1].reply.Text; strings.Contains(board, ends) != (tt.hours > 0) {
			t.Errorf("%q: a board says %q", how, board)
		}
	}
}

// TestDeadlineBeginsAnew where the game goes on in another channel; and players are warned once more where the
// bot has come back to a server that it had left.
func TestDeadlineBeginsAnew(t *testing.T) {
	c := newCup(t)
	c.sitDown(3, "rounds:1 hours:72")
	c.clock = c.clock.Add(48 * time.Hour)
	c.must(c.asks(0, "/tournament move", in("1002")))
	c.advance()
	at := c.open("1002")[0]
	if !at.Deadline.From.Equal(c.clock) {
		t.Errorf("at %s it has %+v", c.clock, at.Deadline)
	}
	began := c.clock
	for _, does := range []struct {
		hours int
		left  bool
		open  int
	}{{hours: 48, open: 1}, {hours: 50, left: true, open: 1}, {hours: 73, open: 1}, {hours: 96, open: 1}, {hours: 98, open: 0}} {
		c.clock = began.Add(time.Duration(does.hours) * time.Hour)
		g, err := c.bot.Tables.Load(t.Context(), at.Key)
		switch {
		case err != nil:
		case does.left:
			err = c.bot.Tables.Left(t.Context(), g)
		case g.Asks(table.Left):
			g.BotIsBack(true)
			err = c.bot.Tables.Save(g)
		}
		if err != nil {
			t.Fatal(err)
		}
		if c.bot.expire(t.Context(), c.room); len(c.open("1002")) != does.open {
			t.Errorf("after %d hours %d games go on", does.hours, len(c.open("1002")))
		}
	}
}

// TestDeadlineInAPause: at the deadline who is to move loses, as both were warned, though they have paused the
// clock; the board says the same as the standings.
func TestDeadlineInAPause(t *testing.T) {
	c := newCup(t)
	c.sitDown(3, "rounds:1 hours:72 clock:10+5")
	at, began := c.open(sessionChannel)[0].Key, c.clock
	c.moves(at, 2)
	g, err := c.bot.Tables.Load(t.Context(), at)
	if err == nil {
		g.Pause(c.clock)
		err = c.bot.Tables.Save(g)
	}
	for _, hours := range []time.Duration{48, 73} {
		c.clock = began.Add(hours * time.Hour)
		c.bot.expire(t.Context(), c.room)
	}
	if err == nil {
		g, err = c.bot.Tables.Load(t.Context(), at)
	}
	if err != nil {
		t.Fatal(err)
	}
	if end := g.Record.End; end == nil || end.Kind != table.TimeUp || end.Winner != 1 {
		t.Errorf("it has ended as %+v: %s", end, g.StatusWords())
	}
}

// TestDeadlineWithAClockSetBack begins anew, so that nobody waits for the time of the wrong clock.
func TestDeadlineWithAClockSetBack(t *testing.T) {
	c := newCup(t)
	c.sitDown(3, "rounds:1 hours:72")
	c.clock = c.clock.Add(-48 * time.Hour)
	if !c.bot.Tables.SetBack(t.Context()) {
		t.Error("that is not finished")
	}
	if at := c.open(sessionChannel)[0]; !at.Deadline.From.Equal(c.clock) || !at.Due.Equal(c.clock.Add(48*time.Hour)) {
		t.Errorf("at %s it is due %s, with %+v", c.clock, at.Due, at.Deadline)
	}
}
