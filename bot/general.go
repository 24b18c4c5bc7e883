package bot

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// The commands that belong to no game.
var (
	helpCommand = subcommand{
		"help", engine.T("What this bot plays, and how to begin"),
		[]param{{Arg: engine.Arg{Name: "game", Help: engine.T("Tell more about one game"), Kind: engine.Word}, suggest: (*call).suggestGames}},
		(*call).help,
	}
	tablesCommand   = subcommand{"games", engine.T("The open tables of this channel, and your own everywhere"), nil, (*call).listTables}
	settingsCommand = subcommand{"settings", engine.T("How pictures look to you"), params([]engine.Arg{themeArg()}), (*call).settings}
	forgetCommand   = subcommand{"forget", engine.T("Remove what is kept of you"), params([]engine.Arg{forgetArg}), (*call).forget}
)

// help tells what there is, from the same descriptors as the commands.
func (c *call) help() (chat.Reply, error) {
	if name := strings.ToLower(textOf(c.Options["game"])); name != "" {
		c.entry = c.games[name]
		if c.entry == nil {
			return chat.Reply{}, engine.Refuse("%q is not a game of this bot; `/help` lists them", chat.Escape(name))
		}
		return c.whisper(c.gameHelp()), nil
	}
	lines := []string{c.say("**Sixfold** plays games on boards, with you and your friends.")}
	for _, entry := range c.order {
		lines = append(lines, "")
		lines = append(lines, c.beginnings(entry.Game)...)
	}
	lines = append(lines, "")
	for _, s := range c.general {
		lines = append(lines, c.say("`/%s`: %s.", s.name, s.help))
	}
	return c.whisper(lines), nil
}

// beginnings tells a newcomer what a game is and what to type first.
func (c *call) beginnings(g *engine.Game) []string {
	lines := []string{c.say("**%s**: %s.", g.Title, g.Help)}
	if aloneByDefault(g) {
		lines = append(lines, c.say("- `/%s new` opens a table.", g.ID))
	} else {
		if g.Opponents.Default != "" {
			lines = append(lines, c.say("- `/%s new level:%s` plays against me.", g.ID, g.Opponents.Default))
		}
		lines = append(
			lines,
			c.say("- `/%s new opponent:@name` challenges somebody; `/%s new` alone waits for whoever joins.", g.ID, g.ID))
	}
	for _, s := range g.Starts {
		lines = append(lines, c.say("- `/%s %s`: %s.", g.ID, s.Name, s.Help))
	}
	return append(lines, c.say("- `/help game:%s` lists all that can be done.", g.ID))
}

// aloneByDefault reports whether `new` opens a table for one where nothing else is said.
func aloneByDefault(g *engine.Game) bool {
	o, err := engine.ParseOptions(g.Options, nil, false)
	return err == nil && g.Seats(o) == 1
}

func (c *call) gameHelp() []string {
	g := c.entry.Game
	lines := []string{c.say("**%s**: %s.", g.Title, g.Help)}
	for _, s := range c.entry.subs {
		lines = append(lines, c.say("`/%s %s`: %s.", g.ID, s.name, s.help))
	}
	return lines
}

// whisper is a private message of lines.
func (c *call) whisper(lines []string) chat.Reply { return told(strings.Join(lines, "\n"), true) }

func (c *call) suggestGames(typed string) []engine.Named {
	var list []engine.Named
	for _, entry := range c.order {
		if strings.HasPrefix(entry.Game.ID, strings.ToLower(typed)) {
			list = append(list, engine.Named{ID: entry.Game.ID, Title: entry.Game.Title})
		}
	}
	return list
}

// maxListed is how many tables a list shows of each kind.
const maxListed = 12

// listTables lists the open tables of the channel, and the caller's own.
func (c *call) listTables() (chat.Reply, error) {
	here, err := c.tables.In(c.Channel)
	if err != nil {
		return chat.Reply{}, err
	}
	mine, err := c.tables.Of(c.User.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	mine = slices.DeleteFunc(mine, func(e store.Entry) bool { return e.Key.Channel == c.Channel })
	lines := append([]string{c.say("**Open tables in this channel**")}, c.list(here, false)...)
	if len(mine) > 0 {
		lines = append(lines, "", c.say("**Your tables elsewhere**"))
		lines = append(lines, c.list(mine, true)...)
	}
	r := c.whisper(lines)
	r.Data = tableList{Here: keys(here), Mine: keys(mine)}
	return r, nil
}

// tableList is the machine-readable form of a list of tables.
type tableList struct {
	Here []string `json:"here"`
	Mine []string `json:"mine"`
}

func keys(entries []store.Entry) []string {
	list := make([]string, len(entries))
	for i, e := range entries {
		list[i] = e.Key.String()
	}
	return list
}

func (c *call) list(entries []store.Entry, elsewhere bool) []string {
	if len(entries) == 0 {
		return []string{c.say("None yet; a game's `new` opens one.")}
	}
	slices.SortStableFunc(entries, func(a, b store.Entry) int { return b.Touched.Compare(a.Touched) })
	var lines []string
	for _, e := range entries[:min(len(entries), maxListed)] {
		t, ok := c.tables.Replay(e)
		if !ok {
			continue
		}
		line := c.say("%s: %s. %s", t.Title(), t.Players(), t.Standing())
		if elsewhere {
			line = "<#" + e.Key.Channel + "> " + line
		}
		lines = append(lines, "- "+line)
	}
	if more := len(entries) - maxListed; more > 0 {
		lines = append(lines, c.say("… and %s more.", strconv.Itoa(more)))
	}
	return lines
}
