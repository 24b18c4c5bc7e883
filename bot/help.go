package bot

import (
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
)

// help tells what there is, from the same descriptors as the commands.
type help struct {
	games    *registry
	commands *commands
}

func (h *help) help(c *call) (chat.Reply, error) {
	var err error
	if c.entry, err = h.games.named(c); err != nil {
		return chat.Reply{}, err
	}
	if c.entry != nil {
		r := whisper(h.game(c)...)
		r.Rows = rowsOf(c.rulesButtons(c.entry.Game))
		return r, nil
	}
	lines := []string{c.say("**Sixfold** plays games on boards, with you and your friends.")}
	for _, entry := range h.games.order {
		lines = append(lines, "")
		lines = append(lines, beginnings(c, entry.Game)...)
	}
	first := h.games.order[0].Game
	lines = append(lines, "", c.say("`/help game:%s` lists all that can be done in %s, and so for the others.", first.ID, first.Title))
	for _, s := range h.commands.general {
		lines = append(lines, c.say("`/%s`: %s.", s.name, s.help))
	}
	return whisper(lines...), nil
}

// game lists the commands of the call's game.
func (h *help) game(c *call) []string {
	g := c.entry.Game
	lines := []string{c.say("**%s**: %s.", g.Title, g.Help)}
	for _, s := range h.commands.of[g.ID] {
		lines = append(lines, c.say("`/%s %s`: %s.", g.ID, s.name, s.help))
	}
	return lines
}

// beginnings tells a newcomer what a game is and what to type first.
func beginnings(c *call, g *engine.Game) []string {
	lines := []string{c.say("**%s**: %s.", g.Title, g.Help)}
	if aloneByDefault(g) {
		lines = append(lines, c.say("- `/%s new` opens a table.", g.ID))
	} else {
		if g.Opponents.Default != "" {
			lines = append(lines, c.say("- `/%s new level:%s` plays against me.", g.ID, g.Opponents.Default))
		}
		lines = append(
			lines,
			c.say("- `/%s new` asks whom you want to play: me, a member, or whoever joins.", g.ID))
	}
	for _, s := range g.Starts {
		lines = append(lines, c.say("- `/%s %s`: %s.", g.ID, s.Name, s.Help))
	}
	return lines
}

// aloneByDefault reports whether a bare `new` opens a table for one.
func aloneByDefault(g *engine.Game) bool {
	o, err := engine.ParseOptions(g.Options, nil, false)
	return err == nil && g.Seats(o) == 1
}
