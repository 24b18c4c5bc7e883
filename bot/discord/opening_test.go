package discord

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// told returns what only the acting person is told; nobody else may see it.
func (p *parlour) told(user string, does func()) string {
	p.t.Helper()
	before := p.seen(user)
	does()
	p.discord.busy.Wait()
	now := p.seen(user)
	if m := now[len(now)-1]; len(now) == len(before)+1 && m.Private && len(m.Mentions) == 0 {
		return m.Content
	}
	p.t.Errorf("there are %d messages, after %d: %+v", len(now), len(before), now[len(now)-1])
	return ""
}

// types returns an action for told: a command.
func (p *parlour) types(user, line string) func() {
	return func() { p.post("run", map[string]any{"user": user, "text": line}) }
}

// threaded gives each table its own thread.
func (p *parlour) threaded() {
	p.t.Helper()
	p.bot.Reach(p.discord)
	p.does("you", "/server set threads:true")
}

// threads are those of the channel.
func (p *parlour) threads() (ids []string) {
	p.t.Helper()
	var state struct {
		Channels []struct{ ID, Parent string } `json:"channels"`
	}
	p.get("api/state?user=you", &state)
	for _, c := range state.Channels {
		if c.Parent == p.channel {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// TestWhoCannotAnswerIsNotChallenged for members who are named, picked from a question's menu, or
// targets of a user command.
func TestWhoCannotAnswerIsNotChallenged(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		p.does("you", "/hex new")
		asks := p.newest("you", "Easy")
		menu := ""
		for id := range asks.buttons() {
			if strings.HasPrefix(id, "against:") {
				menu = id
			}
		}
		ways := []func(){
			p.types("you", "/hex new @friend"),
			func() {
				p.post("select", map[string]any{"message": asks.ID, "custom_id": menu, "values": []string{world.FriendID}})
			},
			func() { p.post("run", map[string]any{"text": "Challenge", "target": "friend"}) },
		}
		for _, away := range []struct {
			world.Standing
			want string
		}{
			{world.Standing{Gone: true}, "Friend is not in this server"},
			{world.Standing{Hidden: p.channel}, "Friend does not see this channel"},
			{world.Standing{Silent: time.Now().Add(time.Hour)}, "Friend is in a time-out"},
		} {
			if err := p.server.World().Keep("friend", away.Standing); err != nil {
				t.Fatal(err)
			}
			for i, way := range ways {
				if said := p.told("you", way); !strings.HasPrefix(said, away.want) {
					t.Errorf("way %d: %q, want %q", i+1, said, away.want)
				}
			}
		}
		if err := p.server.World().Keep("friend", world.Standing{}); err != nil {
			t.Fatal(err)
		}
		p.play(deed{"you", "/hex new @friend size:3", "friend"})

		// Nobody else is in direct messages with the bot.
		p.channel = p.direct()
		if said := p.told("you", p.types("you", "/hex new @friend")); !strings.HasPrefix(said, "You and I are alone here") {
			t.Errorf("in direct messages: %q", said)
		}
	})
}

// TestWhereEveryAnswerIsPrivate: no challenge is offered that nobody would see; a level plays, on
// one board that only its reader sees.
func TestWhereEveryAnswerIsPrivate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		if err := p.server.World().Restrict(p.channel, world.Restriction{Guest: true, Quiet: true}); err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"/hex new @you", "/hex new open:true"} {
			if said := p.told("friend", p.types("friend", line)); !strings.HasPrefix(said, "This server lets you alone see what I answer") {
				t.Errorf("%s: %q", line, said)
			}
		}
		if said := p.told("friend", p.types("friend", "/hex new size:3 swap:false level:easy")); !strings.Contains(said, "Hex, table 1") {
			t.Errorf("against a level: %q", said)
		}
		before := p.seen("friend")
		p.does("friend", "[Move] b2")
		if now := p.seen("friend"); len(now) != len(before) || now[len(now)-1].ID != before[len(before)-1].ID {
			t.Errorf("%d messages have become %d by a move", len(before), len(now))
		}
		if seen := p.messages(); len(seen) > 0 {
			t.Errorf("others see %+v", seen)
		}

		// Where the server allows external apps, everybody sees the offer.
		if err := p.server.World().Restrict(p.channel, world.Restriction{Guest: true}); err != nil {
			t.Fatal(err)
		}
		p.does("friend", "/hex new @you size:3")
		if m := p.messages(); len(m) != 1 || !slices.Equal(m[0].Mentions, []string{world.YouID}) {
			t.Errorf("the offer is %+v", m)
		}
	})
}

// TestThreadWhereTheBotMayNotWrite: no thread is opened if that is known beforehand, and one is
// archived if it is found out later; in both cases board and mention are in the channel.
func TestThreadWhereTheBotMayNotWrite(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		p.refused = codeNoPermission // on deleting a thread
		p.threaded()
		if err := p.server.World().Restrict(p.channel, world.Restriction{Threadless: true}); err != nil {
			t.Fatal(err)
		}
		p.play(deed{"you", "/hex new @friend size:3", "friend"})
		if threads := p.threads(); len(threads) > 0 {
			t.Errorf("the threads %v are open", threads)
		}

		if err := p.server.World().Restrict(p.channel, world.Restriction{}); err != nil {
			t.Fatal(err)
		}
		p.fault = func(request string) (status int) {
			if request == "POST messages" {
				status = http.StatusForbidden
			}
			return status
		}
		p.does("you", "/hex new @friend size:4")
		p.fault = nil
		threads := p.threads()
		if len(threads) != 1 || !slices.Contains(p.requests, "PATCH "+threads[0]) {
			t.Fatalf("the threads are %v, after %q", threads, p.requests)
		}
		m := p.messages()
		if m := m[len(m)-1]; m.action("Accept") == "" || len(m.Attachments) != 1 || !slices.Equal(m.Mentions, []string{world.FriendID}) {
			t.Errorf("the channel has %+v", m)
		}
		p.called = 2 // not mentioned by the action itself
		p.play(deed{"friend", "[Accept]", "you"})
	})
}

// TestRefusedTableOpensNoThread, even with concurrent requests.
func TestRefusedTableOpensNoThread(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t, func(c *config.Config) { c.Limits.PersonTables = 2 })
		p.threaded()
		p.atOnce(8, func(int) { p.post("run", map[string]any{"text": "/hex new @you size:3", "wait": false}) })
		p.does("you", "/hex new @you size:3")
		if threads := p.threads(); len(threads) != 2 {
			t.Errorf("%d threads are open, want 2", len(threads))
		}
	})
}

// TestLevelPressedTwice: a double click on a level opens one table.
func TestLevelPressedTwice(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		p.does("you", "/hex new size:3")
		page := p.newest("you", "Easy")
		p.atOnce(2, func(int) {
			p.post("click", map[string]any{"message": page.ID, "custom_id": page.action("Easy"), "wait": false})
		})
		p.holds("pressed twice")
		if boards := p.boards(); len(boards) != 1 || boards[0].table() != "1" {
			t.Errorf("the boards are %+v", boards)
		}
	})
}
