package bot

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
)

// pictured are the endings of files that show something.
var pictured = []string{".png", ".gif", ".svg"}

// audible checks that the pictures of a reply are described in whole sentences, without markup, which
// would be read out. Their lengths are checked with Discord's other limits.
func (s *session) audible(r chat.Reply) {
	s.t.Helper()
	for _, f := range r.Files {
		if !slices.Contains(pictured, filepath.Ext(f.Name)) {
			continue
		}
		said := strings.ReplaceAll(f.Alt, "\u030a", "") // of the pseudo-language
		if said == "" || !strings.ContainsAny(said[len(said)-1:], ".?!") {
			s.t.Errorf("%s under %q is described by %q", f.Name, r.Text, said)
		}
		if strings.Contains(said, "**") || strings.Contains(said, "`") || strings.Contains(said, "\n") {
			s.t.Errorf("%s under %q is described with markup: %q", f.Name, r.Text, said)
		}
	}
	for _, next := range r.After {
		s.audible(next)
	}
}

// At a table that was resigned nobody is to move, in any view of it.
func TestResignedGamesAreNobodysTurn(t *testing.T) {
	games := quickGames()
	for game, begin := range map[string][]string{
		"hex":    {"you: /hex new @friend size:3", "friend: [Accept]", "you: /hex move b1"},
		"atom4":  {"you: /atom4 new @friend", "friend: [Accept]", "you: /atom4 move i7"},
		"gordon": {"you: /gordon new @friend", "friend: [Accept]", "you: /gordon move m=0 p=3"},
		"ade":    {"you: /ade play opponent:@friend type:D degree:4", "friend: [Accept]", "you: /ade fire"},
	} {
		entry := games[slices.IndexFunc(games, func(e show.Entry) bool { return e.Game.ID == game })]
		s := newSession(t)
		s.play(append(begin, "you: [Resign]", "you: [Resign]")...)
		pictures := 0
		for _, does := range append([]string{"/" + game + " show", "/" + game + " replay"}, viewsOf(entry)...) {
			for _, f := range s.does("you", does).Files {
				if !slices.Contains(pictured, filepath.Ext(f.Name)) {
					continue
				}
				pictures++
				if strings.Contains(f.Alt, "to move") {
					t.Errorf("%s after resigning shows %q", does, f.Alt)
				}
			}
		}
		if pictures < 2 {
			t.Errorf("only %d pictures of %s were shown", pictures, game)
		}
	}
}

// viewsOf are the commands that show a game's views.
func viewsOf(entry show.Entry) []string {
	var list []string
	for _, v := range entry.Game.Views {
		if v.Command {
			list = append(list, "/"+entry.Game.ID+" "+v.Name)
		} else {
			list = append(list, "/"+entry.Game.ID+" view name:"+v.Name)
		}
	}
	return list
}
