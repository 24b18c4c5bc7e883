package bot

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"

	renderhex "github.com/sixfold-bot/sixfold/render/hex"
	"github.com/sixfold-bot/sixfold/store"
)

// TestCaptions: the words under a board are the rules', except before a game has begun
// and where people ended it.
func TestCaptions(t *testing.T) {
	enginetest.Alone(t)
	for _, tt := range []struct {
		name, note string
		move       int
		last       string
		does       []string
	}{
		{"nobody has joined", "Who joins?", 0, "", []string{"you: /hex new size:3 open:true"}},
		{"not accepted", "Not accepted yet", 0, "", []string{"you: /hex new @friend size:3"}},
		{"declined", "The challenge was declined", 0, "", []string{"you: /hex new @friend size:3", "friend: [Decline]"}},
		{"to move", "", 0, "", []string{"you: /hex new @friend size:3", "friend: [Accept]"}},
		{"to move or swap", "", 1, "b2", []string{"you: /hex new @friend size:3", "friend: [Accept]", "you: /hex move b2"}},
		{"won", "", 5, "a3", []string{"you: /hex new @you size:3", "you: /hex move a1", "you: /hex move c1", "you: /hex move a2", "you: /hex move c2", "you: /hex move a3"}},
		{"resigned", "Friend wins: You resigned", 1, "b2", []string{"you: /hex new @friend size:3", "friend: [Accept]", "you: /hex move b2", "you: [Resign]", "you: [Resign]"}},
		{"cancelled", "Cancelled, without a result", 0, "", []string{"you: /hex new @friend size:3", "friend: [Accept]", "you: [Resign]", "you: [Resign]"}},
		{"given up", "It was closed", 0, "", []string{"you: /hex new @you size:3", "you: /hex resign"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newSession(t, quickGames()...)
			s.play(tt.does...)
			t1, err := s.bot.Tables.Load(t.Context(), store.Key{Channel: sessionChannel, Game: "hex", Number: 1})
			if err != nil {
				t.Fatal(err)
			}
			c := &show.Call{Call: chat.Call{Ctx: t.Context(), Words: s.bot.Words("en"), User: chat.User{ID: ids["you"]}, Log: s.bot.Log}}
			got, err := s.bot.DrawTable(c, t1)
			if err != nil {
				t.Fatal(err)
			}
			if t1.Record.Over && strings.Contains(got.Alt, "to move") {
				t.Errorf("it is over, and the alternative text says %q", got.Alt)
			}
			style := render.Style{Theme: s.bot.StyleOf(c, c.User.ID).Theme, Note: tt.note, Move: tt.move, Last: tt.last}
			if t1.HasOpponents() {
				style.Names = t1.Record.Names
			}
			if tt.name == "resigned" {
				style.Winners = []engine.Seat{1}
			}
			want, err := render.PNG(renderhex.Drawers, t1.Position, style)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.Data, want) {
				t.Errorf("the picture has not the words %q, or the last move %q", tt.note, tt.last)
			}
		})
	}
}
