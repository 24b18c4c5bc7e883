package discord

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
	"github.com/sixfold-bot/sixfold/store"
)

// TestOneBoard plays whole games in each kind of channel, by commands, buttons and forms: after
// each action exactly one board is in the channel, in its newest message.
func TestOneBoard(t *testing.T) {
	between := []deed{
		{"you", "/hex new @friend size:3 swap:false", "friend"},
		{"friend", "[Accept]", "you"},
		{"you", "/hex move b2", "friend"},
		{"friend", "[Move] a1", "you"},
		{"you", "[Undo]", "friend"},
		{"friend", "[Refuse]", "you"},
		{"you", "/hex undo", "friend"},
		{"friend", "[Allow]", "you"},
		{"you", "[Move] b1", "friend"},
		{"friend", "/hex show", ""},
		{"friend", "/hex move a2", "you"},
		{"you", "/hex move b2", "friend"},
		{"friend", "[Move] a3", "you"},
		{"you", "[Move] b3", "friend"},
		{"friend", "[Rematch]", "you"},
		{"you", "[Accept]", "friend"},
		{"friend", "[Move] b2", "you"},
		{"you", "/hex new @friend size:4 swap:false", "friend"},
		{"friend", "[Accept]", "you"},
		{"friend", "/hex undo table:2", "you"},
		{"you", "/hex move c3 table:3", "friend"},
		{"friend", "[Move] b2", "you"},
	}
	for _, tt := range []struct {
		name     string
		restrict world.Restriction
	}{
		{"a channel of the bot's", world.Restriction{}},
		{"a channel where it may not post", world.Restriction{Code: 50013}},
		{"a channel that it does not see", world.Restriction{Code: 50001}},
		{"a server where it is a guest", world.Restriction{Guest: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := newParlour(t)
				if err := p.server.World().Restrict(p.channel, tt.restrict); err != nil {
					t.Fatal(err)
				}
				p.play(between...)
			})
		})
	}
	t.Run("direct messages", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			p := newParlour(t)
			p.channel = p.direct()
			p.play(
				deed{"you", "/hex new size:4 swap:false", ""}, deed{"you", "[Move] a1", ""}, deed{"you", "/hex move b2", ""},
				deed{"you", "[Undo]", ""}, deed{"you", "/hex show", ""}, deed{"you", "[Resign]", ""},
				deed{"you", "[Resign]", ""}, deed{"you", "[Rematch]", ""},
			)
		})
	})
}

// TestOneBoardInAWholeGame plays Hex on its usual board by forms: red goes down the first column.
func TestOneBoardInAWholeGame(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		p.play(deed{"you", "/hex new @friend swap:false", "friend"}, deed{"friend", "[Accept]", "you"})
		for row := 1; row <= 11; row++ {
			p.play(deed{"you", fmt.Sprintf("[Move] a%d", row), "friend"})
			if row < 11 {
				p.play(deed{"friend", fmt.Sprintf("[Move] b%d", row), "you"})
			}
		}
		m := p.messages()
		if len(m) != 2+21 || !strings.Contains(m[22].Content, "wins") || !strings.HasSuffix(m[21].Content, `20\. b10 · Friend`) {
			t.Errorf("%d messages tell the game, at last %q and %q", len(m), m[len(m)-2].Content, m[len(m)-1].Content)
		}
	})
}

// direct returns the channel of your direct messages with the bot.
func (p *parlour) direct() string {
	var state struct {
		Channels []struct {
			ID string `json:"id"`
			DM bool   `json:"dm"`
		} `json:"channels"`
	}
	p.get("api/state?user=you", &state)
	for _, c := range state.Channels {
		if c.DM {
			return c.ID
		}
	}
	p.t.Fatal("there are no direct messages")
	return ""
}

// TestBoardAfterARestart: the earlier board is found, and edited as the bot.
func TestBoardAfterARestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		p.play(deed{"you", "/hex new @friend size:3 swap:false", "friend"}, deed{"friend", "[Accept]", "you"}, deed{"you", "/hex move b2", "friend"})
		p.restart()
		p.play(deed{"friend", "/hex move a1", "you"})
		p.restart()
		p.play(deed{"you", "[Move] c3", "friend"})
	})
}

// TestBoardOfAnIdleTable: the warning is a board, and so is the end; an expired challenge is edited
// in place.
func TestBoardOfAnIdleTable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		p.play(
			deed{"you", "/hex new @friend size:3 swap:false", "friend"}, deed{"friend", "[Accept]", "you"}, deed{"you", "/hex move b2", "friend"},
			deed{"you", "/hex new @friend size:4", "friend"},
		)
		p.tune = func(c *config.Config) {
			c.Tables.ChallengeExpires, c.Tables.IdleWarn, c.Tables.IdleEnd = "1ns", "1ns", "1h"
		}
		p.restart()
		p.age()
		p.round(func(m []pmessage) bool {
			return len(m) == 5 && strings.Contains(m[3].Content, "Nobody has accepted") && strings.Contains(m[4].Content, "lies idle") && len(m[2].Attachments) == 0
		})
		delete(p.shown, p.messages()[3].ID)                                                              // the challenge leaves no board
		p.requests = slices.DeleteFunc(p.requests, func(r string) bool { return r == "GET "+p.channel }) // checks whether the channel exists
		p.holds("a warning", "friend")
		p.play(deed{"friend", "[Move] a1", "you"})
	})
}

// age makes every table due.
func (p *parlour) age() {
	p.t.Helper()
	for n := 1; ; n++ {
		key := store.Key{Channel: p.channel, Game: "hex", Number: n}
		record, err := p.store.Load(key)
		if err != nil {
			return
		}
		record.Due = time.Now().Add(-time.Hour)
		if err := bottest.Save(p.store, key, record); err != nil {
			p.t.Fatal(err)
		}
	}
}

// TestPermissionsWithdrawn between two moves: the game continues with the remaining permissions.
func TestPermissionsWithdrawn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		p.play(deed{"you", "/hex new @friend size:4 swap:false", "friend"}, deed{"friend", "[Accept]", "you"}, deed{"you", "[Move] b2", "friend"})
		for i, code := range []int{50013, 50001, 0} {
			if err := p.server.World().Restrict(p.channel, world.Restriction{Code: code}); err != nil {
				t.Fatal(err)
			}
			p.play(deed{"friend", "/hex move a" + strconv.Itoa(i+1), "you"}, deed{"you", "[Move] d" + strconv.Itoa(i+1), "friend"})
		}
	})
}

// TestBoardOfLevels: a game between two levels has one board from start to end.
func TestBoardOfLevels(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		p.does("you", "/hex new size:3 level:easy versus:hard")
		p.requests = nil // one request per move
		p.holds("a game of levels")
		if m := p.messages(); len(m) != 1 || !strings.Contains(m[0].Content, "wins") {
			t.Errorf("it is told by %+v", m)
		}
	})
}

// TestBoardThatCannotBeSent: if no new message can be sent, the pressed one becomes the board
// again, the opponent is called by a message, and the game continues there.
func TestBoardThatCannotBeSent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		p.play(deed{"you", "/hex new @friend size:3 swap:false", "friend"}, deed{"friend", "[Accept]", "you"})
		p.fault = func(request string) int {
			if request == "POST webhook" {
				return http.StatusInternalServerError
			}
			return 0
		}
		p.does("you", "[Move] b2")
		p.requests = nil // one more than usual
		p.holds("no new message can be sent", "friend")
		p.fault = nil
		p.play(deed{"friend", "[Move] a1", "you"})
	})
}

// TestOldBoards: a press on a board that could not be shrunk plays nothing, and shrinks it.
func TestOldBoards(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		p.play(deed{"you", "/hex new @friend size:3 swap:false", "friend"}, deed{"friend", "[Accept]", "you"})
		old := p.boards()[0]
		if err := p.server.World().Restrict(p.channel, world.Restriction{Guest: true}); err != nil {
			t.Fatal(err)
		}
		p.discord.paths.Clear() // as after the tokens have expired
		p.does("you", "/hex move b2")
		boards := p.boards()
		if len(boards) != 2 || boards[0].ID != old.ID {
			t.Fatalf("the boards are %+v", boards)
		}
		p.called++
		p.press("you", old, "Move")
		p.discord.busy.Wait()
		p.holds("a press on the old board")
		m := p.messages()
		if hint := m[len(m)-1]; !hint.Private || !strings.Contains(hint.Content, "nothing was played") || !strings.Contains(hint.Content, "/"+boards[1].ID+")") {
			t.Errorf("you are told %+v", hint)
		}
	})
}

// atOnce makes people act so that everything reaches the bot before it handles the first action.
func (p *parlour) atOnce(times int, do func(i int)) {
	p.t.Helper()
	arrived := func() int {
		p.discord.recent.mu.Lock()
		defer p.discord.recent.mu.Unlock()
		return len(p.discord.recent.recent) + len(p.discord.recent.previous)
	}
	before, gate := arrived(), make(chan struct{})
	p.discord.queues.Add(p.channel, func() { <-gate })
	p.requests, p.deeds = nil, times
	for i := range times {
		do(i)
	}
	synctest.Wait()
	waiting := arrived() - before
	close(gate)
	if waiting != times {
		p.t.Fatalf("%d of %d wait for their turn", waiting, times)
	}
	p.discord.busy.Wait()
}

// TestAtOnce: a button pressed twice, a form on an old position, and two people who move at once
// play one move, and leave one board.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	moves := func(p *parlour) int {
		record, err := p.store.Load(store.Key{Channel: p.channel, Game: "hex", Number: 1})
		if err != nil {
			t.Fatal(err)
		}
		return len(record.Moves)
	}
	t.Run("a form on an old position", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p := newParlour(t)
			p.play(deed{"you", "/hex new size:4 level:easy swap:false", ""})
			opened := p.press("you", p.boards()[0], "Move")
			p.play(deed{"you", "[Move] b2", ""})
			p.fill("you", opened, "b3")
			p.holds("a form of a move ago")
			m := p.messages()
			if hint := m[len(m)-1]; moves(p) != 2 || !hint.Private || !strings.Contains(hint.Content, "The position has moved on") {
				t.Errorf("%d moves, and you are told %q", moves(p), hint.Content)
			}
		})
	})
	t.Run("a form whose board has shrunk", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p := newParlour(t)
			p.play(deed{"you", "/hex new @you size:4 swap:false", ""})
			opened := p.press("you", p.boards()[0], "Move")
			p.play(deed{"you", "/hex move b2", ""})
			before := p.messages()[0].Content
			p.fill("you", opened, "b3")
			p.holds("a form of a board before")
			m := p.messages()
			if hint := m[len(m)-1]; moves(p) != 1 || !hint.Private || !strings.Contains(hint.Content, "is here") || m[0].Content != before {
				t.Errorf("%d moves, and you are told %q under %q", moves(p), hint.Content, m[0].Content)
			}
		})
	})
	t.Run("a button twice", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p := newParlour(t)
			p.play(deed{"you", "/hex new @friend size:4", "friend"}, deed{"friend", "[Accept]", "you"}, deed{"you", "[Move] b2", "friend"})
			board := p.boards()[0]
			p.atOnce(2, func(int) {
				p.post("click", map[string]any{"user": "friend", "message": board.ID, "custom_id": board.action("Swap"), "wait": false})
			})
			p.holds("twice the same", "you")
			if moves(p) != 2 {
				t.Errorf("%d moves, want 2", moves(p))
			}
		})
	})
	t.Run("a menu twice", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p := newParlour(t)
			p.play(deed{"you", "/hex new @you size:4 swap:false", ""}, deed{"you", "[Move] b2", ""})
			board := p.boards()[0]
			p.atOnce(2, func(i int) {
				values := []string{[]string{"b3", "c3"}[i]}
				p.post("select", map[string]any{"message": board.ID, "custom_id": board.menu(), "values": values, "wait": false})
			})
			p.holds("two choices of one menu")
			if moves(p) != 2 {
				t.Errorf("%d moves, want 2", moves(p))
			}
		})
	})
	t.Run("many commands", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p := newParlour(t)
			p.play(deed{"you", "/hex new @you size:4 swap:false", ""})
			cells := []string{"a1", "b2", "c3", "d4", "a2", "b1", "c1", "d1"}
			p.atOnce(len(cells), func(i int) { p.post("run", map[string]any{"text": "/hex move " + cells[i], "wait": false}) })
			p.requests = nil
			p.holds("many at once")
			if moves(p) != len(cells) || !strings.Contains(p.boards()[0].Content, cells[len(cells)-1]) {
				t.Errorf("%d moves, and the board says %q", moves(p), p.boards()[0].Content)
			}
		})
	})
}

// TestBoardAgainstTheBot: nobody needs a mention, so the board stays in place until a command sends
// a new one.
func TestBoardAgainstTheBot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		p.play(deed{"you", "/hex new size:4 level:easy swap:false", ""})
		first := p.boards()[0].ID
		for _, does := range []string{"[Move] b2", "[Undo]", "[Move] b3", "[Move] c4"} {
			p.play(deed{"you", does, ""})
			if p.boards()[0].ID != first || len(p.requests) != 1 {
				t.Errorf("%s: the board moves, by %q", does, p.requests)
			}
		}
		p.play(deed{"you", "/hex move c3", ""})
		if m := p.messages(); len(m) != 2 || m[0].ID != first || !strings.Contains(m[0].Content, "c4 · Alex") {
			t.Errorf("the board before has become %+v", m)
		}
		p.does("you", "/hex replay")
		p.bot.Wait()
		p.play(deed{"you", "[Move] d4", ""})
		if m := p.messages(); len(m) != 4 || len(m[3].buttons()) == 0 {
			t.Errorf("below a replay the board does not come down: %+v", m)
		}
	})
}

// TestBoardThatIsGone: the game continues, whatever messages are deleted.
func TestBoardThatIsGone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		p.gone = true
		p.play(deed{"you", "/hex new @you size:4", ""}, deed{"you", "/hex move a1", ""})
		for _, does := range []string{"/hex move b2", "/hex move c3"} {
			p.remove(p.boards()[0].ID)
			p.does("you", does)
			p.holds(does + " after the board was deleted")
		}
	})
}

// TestBoardThatIsDeletedMeanwhile: if a board is deleted while levels play, it comes as a new
// message with their next move.
func TestBoardThatIsDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		p.gone = true
		var played sync.WaitGroup
		played.Go(func() { p.does("you", "/hex new size:3 level:easy versus:hard") })
		time.Sleep(3 * time.Second) // their minimum time per move
		if boards := p.boards(); len(boards) != 1 || !strings.Contains(boards[0].Content, "to move") {
			t.Fatalf("while they play there are %+v", boards)
		}
		p.remove(p.boards()[0].ID)
		played.Wait()
		if boards := p.boards(); len(boards) != 1 || !strings.Contains(boards[0].Content, " wins**") {
			t.Errorf("at the end there are %+v", boards)
		}
	})
}

// remove deletes a message, as a moderator does.
func (p *parlour) remove(message string) {
	p.t.Helper()
	_, err := p.discord.rest.do(p.t.Context(), restCall{
		name: "delete", method: http.MethodDelete, path: fmt.Sprintf("channels/%s/messages/%s", p.channel, message), asBot: true,
	})
	if err != nil {
		p.t.Fatal(err)
	}
}

// TestPrivateBoard: a private table has one board too, while its token is valid. A refusal is a
// message of its own, without a picture: its button opens the form again, until a move by that form
// makes it a line.
func TestPrivateBoard(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		for _, deed := range []struct {
			does    string
			refused int // number of refusals shown
		}{{"/hex new date:2026-11-26", 0}, {"/hex show", 0}, {"[Move] a1", 1}, {"[Try again] g7", 0}, {"/hex show", 0}} {
			p.does("you", deed.does)
			boards, refused := 0, 0
			for _, m := range p.messages() {
				switch {
				case !m.Private:
					t.Errorf("%s: all see %q", deed.does, m.Content)
				case len(m.Attachments) > 0:
					boards++
				case m.table() != "":
					refused++
				}
			}
			if boards != 1 || refused != deed.refused || len(p.requests) > 3 {
				t.Fatalf("%s: there are %d boards and %d refusals, by %q", deed.does, boards, refused, p.requests)
			}
		}
	})
}

// TestLeafing: looking back at a game edits a message of the person's own, and leaves the board as
// it is.
func TestLeafing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		for _, does := range []string{"/hex new @you size:3 swap:false", "[Move] b2", "[Move] a1", "[Move] b1", "[Move] c1", "[Move] b3"} {
			p.play(deed{"you", does, ""})
		}
		over := p.boards()[0]
		seen := ""
		for _, turn := range []struct{ press, says, alt string }{
			{"⏮️", "move 0 of 5", "The board is empty."}, {"▶️", "move 1 of 5", "Red: b2."}, {"⏭️", "move 5 of 5", "Red wins"}, {"◀️", "move 4 of 5", "Blue: a1 c1."},
		} {
			p.does("friend", "["+turn.press+"]")
			p.holds(turn.press)
			var list []pmessage
			p.get("api/messages?user=friend&channel="+p.channel, &list)
			last := list[len(list)-1]
			if seen == "" {
				seen = last.ID
			}
			if !last.Private || last.ID != seen || !strings.Contains(last.Content, turn.says) || len(last.Attachments) != 1 || !strings.Contains(last.Attachments[0].Alt, turn.alt) {
				t.Errorf("%s shows %+v, want %q and %q", turn.press, last, turn.says, turn.alt)
			}
			if board := p.boards(); len(board) != 1 || board[0].ID != over.ID || board[0].Content != over.Content {
				t.Errorf("%s changes the board: %+v", turn.press, board)
			}
		}
	})
}

// TestAdviceIsPlayed by the button of a hint, on the one board.
func TestAdviceIsPlayed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		p.play(deed{"you", "/hex new size:4 level:easy swap:false", ""}, deed{"you", "[Hint]", ""}, deed{"you", "[Play a1]", ""})
		if board := p.boards(); len(board) != 1 || len(board[0].Attachments) != 1 || !strings.Contains(board[0].Attachments[0].Alt, "Red: a1.") {
			t.Errorf("after the advice was played the board is %+v", board)
		}
		if hint := p.messages()[1]; !hint.Private || hint.Content != "You have played **a1**." || len(hint.buttons()) > 0 {
			t.Errorf("the hint has become %+v", hint)
		}
		p.play(deed{"you", "[Hint]", ""}, deed{"you", "/hex undo", ""}, deed{"you", "[Play c1]", ""})
		if last := p.messages()[len(p.messages())-1]; !last.Private || !strings.Contains(last.Content, "has changed since this hint") {
			t.Errorf("advice for another position is answered by %+v", last)
		}
	})
}

// TestQuestionIsSpent: an answered question has no buttons any more, and the game's end is a new
// board that mentions the other player.
func TestQuestionIsSpent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		p.play(
			deed{"you", "/hex new @friend size:4 swap:false", "friend"}, deed{"friend", "[Accept]", "you"}, deed{"you", "[Move] b2", "friend"},
			deed{"friend", "[Resign]", ""},
		)
		asked := p.newest("friend", "Resign")
		if !asked.Private || !strings.Contains(asked.Content, "Are you sure?") {
			t.Fatalf("before a resignation: %+v", asked)
		}
		p.play(deed{"friend", "[Resign]", "you"})
		seen := p.seen("friend")
		i := slices.IndexFunc(seen, func(m pmessage) bool { return m.ID == asked.ID })
		if i < 0 || seen[i].Content != "You have ended **Hex, table 1**." || len(seen[i].buttons()) > 0 {
			t.Errorf("the question has become %+v", seen)
		}
	})
}

// TestLinesInAChannel: the lines that replace boards tell the course of the game.
func TestLinesInAChannel(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		p.play(
			deed{"you", "/hex new @friend size:4 swap:false", "friend"}, deed{"friend", "[Accept]", "you"}, deed{"you", "[Move] b2", "friend"},
			deed{"you", "[Undo]", "friend"}, deed{"friend", "[Refuse]", "you"}, deed{"friend", "[Move] c3", "you"},
		)
		var lines []string
		for _, m := range p.messages() {
			lines = append(lines, strings.TrimPrefix(m.Content, "-# "))
		}
		want := []string{"Hex, table 1: offered by Alex", "Hex, table 1: Alex and Friend", `1\. b2 · Alex`, "Alex asked to take a move back.", `1\. b2 · Alex`}
		if n := len(lines) - 1; n != len(want) || !slices.Equal(lines[:n], want) {
			t.Errorf("the lines are %q, want %q", lines, want)
		}
	})
}
