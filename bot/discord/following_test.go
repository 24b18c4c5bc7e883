package discord

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
)

// TestLiveBoardOnAStrictServer: a board follows its table, and counts and settles votes, in
// messages that the strict server accepts.
func TestLiveBoardOnAStrictServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		run := func() (end func()) {
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- p.bot.Run(ctx, p.discord) }()
			return func() {
				stop()
				if err := <-ended; err != nil {
					t.Error(err)
				}
			}
		}
		end := run()
		p.does("you", "/hex new opponent:@friend size:3 swap:false")
		p.does("friend", "[Accept]")
		key := p.channel + "/hex/1"
		p.does("ada", "/watch table:"+key)
		live := func(messages []pmessage) (found *pmessage) {
			for i := range messages {
				if strings.HasPrefix(messages[i].Content, "👁️") {
					found = &messages[i]
				}
			}
			return found
		}
		shows := func(words string) func([]pmessage) bool {
			return func(messages []pmessage) bool {
				m := live(messages)
				return m != nil && strings.Contains(m.Content, words) && len(m.Attachments) == 1
			}
		}
		p.until("the board", shows("Red (Alex) 0, Blue (Friend) 0"))
		at := live(p.messages()).ID
		p.does("ada", "[Red wins]")
		p.does("you", "/hex move b1")
		p.until("the vote", shows("Red (Alex) 1, Blue (Friend) 0"))
		end()
		p.restart()
		end = run()
		p.does("friend", "/hex move a1")
		p.does("you", "/hex move b2")
		p.does("friend", "/hex move a2")
		p.does("you", "/hex move b3")
		p.until("the end", shows("**Who was right?** Ada. Votes: Red (Alex) 1, Blue (Friend) 0."))
		end()
		if m := live(p.messages()); m.ID != at || len(m.buttons()) > 0 {
			t.Errorf("at the end the board is %+v, and was %s", m, at)
		}
	})
}
