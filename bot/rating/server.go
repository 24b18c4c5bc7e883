package rating

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
)

// maxFlags is the number of flags listed.
const maxFlags = 15

// ServerCommands returns the subcommands of /server.
func (l *Ladders) ServerCommands() []chat.Subcommand {
	return []chat.Subcommand{{Name: "ratings", Help: engine.T("Rated games here that you may want to look at"), Run: l.flags}}
}

// flags lists the flags of a server.
func (l *Ladders) flags(c *chat.Call, _ engine.Options) (chat.Reply, error) {
	if c.Request.Guild == "" || c.Pressed() && !c.Request.Manages { // otherwise Discord has checked the permission
		return chat.Reply{}, engine.Refuse("this is for those who manage the server")
	}
	list, err := l.Rater.Flags(c.Request.Guild)
	if err != nil {
		return chat.Reply{}, err
	}
	if len(list) == 0 {
		return chat.Whisper(c.Say("No rated game in this server looks made up.")), nil
	}
	lines := []string{c.Say("**Rated games that you may want to look at**"), ""}
	for _, f := range list[:min(len(list), maxFlags)] {
		lines = append(lines, "- "+c.Words.Say(f.words(l.titleOf(f.Game))))
	}
	lines = append(lines, "", c.Say("Nothing follows from this by itself: there may be good reasons."))
	r := chat.Whisper(lines...)
	r.Data = list
	return r, nil
}

func (l *Ladders) titleOf(game string) engine.Text {
	g, err := l.game(game)
	if err != nil {
		return engine.T("%s", game)
	}
	return g.Title
}

func (f Flag) words(game engine.Text) engine.Text {
	day := f.At.UTC().Format("2006-01-02")
	if f.What == Pair && len(f.Names) == 2 {
		return engine.T("%s: **%s** has won %s games and more against **%s** and lost none, each within seconds a move. The last ended on %s.",
			game, chat.Name(f.Names[0]), strconv.Itoa(pairGames), chat.Name(f.Names[1]), day)
	}
	return engine.T("%s: **%s** has given up %s games in a row right after the beginning. The last ended on %s.",
		game, chat.Name(f.Names[0]), strconv.Itoa(quitsInRow), day)
}
