package bot

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine"
)

// openings are lines that open a table of each game for oneself, and make a move there that does not end it.
var openings = map[string][]string{
	"hex": {"new @you size:3 swap:false", "move a1"}, "atom4": {"new @you", "move i7"}, "ade": {"new type:A degree:3", "set all 1"},
	"gordon": {"new @you", "move m=0 p=0"}, "connexion": {"new", "place piece:1 cell:c3"}, "octopuszle": {"new", "place square:6 cell:a1"},
	"iching": {"new question:x"},
}

// TestEveryCommandMeansTheTableUsedLast: each subcommand that can be about a table means the one used last,
// and its answer names it, as there is another.
func TestEveryCommandMeansTheTableUsedLast(t *testing.T) {
	s := newSession(t)
	for _, entry := range s.games {
		first := s.twoTables(entry.Game.ID)
		for _, sub := range s.aboutTables(entry.Game.ID) {
			if s.tableOf(entry.Game.ID, first).Over {
				first = s.twoTables(entry.Game.ID)
			}
			s.play(fmt.Sprintf("you: /%s show table:%d", entry.Game.ID, first))
			s.means(entry.Game, sub, first)
		}
	}
}

// TestLooksMeanTheTableUsedLast, also where its game is over, another one is open, and the bot has been
// started anew.
func TestLooksMeanTheTableUsedLast(t *testing.T) {
	s := newSession(t)
	for _, entry := range s.games {
		s.twoTables(entry.Game.ID)
		if s.play("you: /" + entry.Game.ID + " resign"); !s.tableOf(entry.Game.ID, 2).Over {
			s.play("you: [End]")
		}
	}
	for range 2 {
		for _, entry := range s.games {
			for _, sub := range s.aboutTables(entry.Game.ID) {
				if show.Looks(s.bot.Games.ByID[entry.Game.ID], sub.Name) {
					s.means(entry.Game, sub, 2)
				}
			}
		}
		s.restart()
	}
}

// aboutTables returns the subcommands of a game that can name a table, but for the one about tables of others.
func (s *session) aboutTables(game string) (subs []slash.Option) {
	for _, command := range s.commands() {
		for _, sub := range command.Options {
			named := slices.ContainsFunc(sub.Options, func(o slash.Option) bool { return o.Name == show.TableArg.Name })
			if command.Name == game && named && sub.Name != "join" {
				subs = append(subs, sub)
			}
		}
	}
	return subs
}

// twoTables opens two tables of a game, and returns the number of the first.
func (s *session) twoTables(game string) int {
	s.t.Helper()
	for range 2 {
		s.clock = s.clock.Add(time.Minute)
		for _, does := range openings[game] {
			s.play("you: /" + game + " " + does)
		}
	}
	last, err := s.store.LastNumber(sessionChannel, game)
	if err != nil {
		s.t.Fatal(err)
	}
	return last - 1
}

// means checks what table an answer names. Where a command that ends or empties a game fits another table
// alone, it asks.
func (s *session) means(g *engine.Game, sub slash.Option, number int) {
	s.t.Helper()
	r := s.request("you", "/help")
	r.Command, r.Sub, r.Options = g.ID, sub.Name, map[string]any{}
	for _, o := range sub.Options {
		if o.Required {
			r.Options[o.Name] = s.wordFor(r, o)
		}
	}
	reply := s.finish(r)
	want := fmt.Sprintf("**%s, table %d**", g.Title, number)
	asks := reply.Refused && strings.Contains(reply.Text, "used last does not fit") && !strings.Contains(transcript(reply), fmt.Sprintf("[%d: You]", number))
	if !asks && !strings.Contains(reply.Text, want) {
		s.t.Errorf("/%s %s %v: %q, want %s named", g.ID, sub.Name, r.Options, transcript(reply), want)
	}
}

// wordFor returns a value that an option can have at the table used last.
func (s *session) wordFor(r chat.Request, o slash.Option) any {
	r.Kind, r.Focus, r.Options = chat.Suggest, o.Name, map[string]any{o.Name: ""}
	if offered := s.bot.Handle(s.t.Context(), r).Suggestions; len(offered) > 0 {
		return offered[0].Value
	}
	return goodValue(o)
}
