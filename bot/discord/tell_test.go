package discord

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// TestDirectMessageArrives: a person who has chosen direct messages gets one about their turn, with
// a link to the board, and is not mentioned anywhere.
func TestDirectMessageArrives(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newParlour(t)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- p.bot.Run(ctx, p.discord) }()
		for _, d := range []deed{
			{"friend", "/notify way:direct", ""}, {"you", "/hex new @friend size:4", ""}, {"friend", "[Accept]", ""}, {"you", "/hex move b2", ""},
		} {
			p.does(d.user, d.does)
		}
		var told []pmessage
		eventually(t, "the message to the friend alone", func() bool {
			p.get("api/messages?user=friend&channel="+world.FriendDirectID, &told)
			return len(told) > 0
		})
		stop()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		board := p.boards()[0]
		if said := told[0].Content; !strings.HasSuffix(said, "/"+p.channel+"/"+board.ID+") against Alex: your turn as Blue.") {
			t.Errorf("the turn is %q, and the board %s", said, board.ID)
		}
		for _, m := range p.messages() {
			if strings.Contains(strings.Join(m.Mentions, " "), world.FriendID) {
				t.Errorf("the friend is called by %q", m.Content)
			}
		}
	})
}
