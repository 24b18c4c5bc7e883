package bot

import (
	"slices"

	"github.com/sixfold-bot/sixfold/bot/ask"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/follow"
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/bot/tell"
	"github.com/sixfold-bot/sixfold/engine"
)

// commands are all that the handlers answer. A game of a general command's name is a mistake of
// the program: it panics.
func (h *handlers) commands(games *registry) *commands {
	cs := &commands{groups: h.groups(), about: h.about(), of: map[string][]subcommand{}}
	cs.general = h.general(cs)
	for _, entry := range games.order {
		id := entry.Game.ID
		if _, taken := cs.find(id, ""); taken || len(cs.subs(id)) > 0 {
			panic("bot: two commands are called " + id)
		}
		cs.of[id] = h.game(entry)
	}
	return cs
}

// general are the commands that belong to no game.
func (h *handlers) general(cs *commands) []subcommand {
	help := func(c *call) (chat.Reply, error) { return h.browse.help.help(c, cs) }
	game := param{Arg: gameArg, suggest: h.browse.suggesting.games}
	return []subcommand{
		{"play", engine.T("Choose a game, and whom or what to play"), []param{game}, h.browse.lobby.play},
		{"help", engine.T("What this bot plays, and what can be done in each game"), []param{game}, help},
		{"games", engine.T("Where you are waited for, and what is open in this channel"), params([]engine.Arg{pageArg}), h.browse.listing.list},
		{"notify", engine.T("How you hear that it is your turn: by mention, direct message or not at all, and when"), params(tell.Args()), asked(h.telling.Notify)},
		{"history", engine.T("Finished games: find one again, look at it, and have all as a file"), historyParams(game), h.browse.history.list},
		{"stats", engine.T("A profile: rating over time, record by game and opponent, best win, streaks"), h.browse.stats.params(), h.browse.stats.stats},
		{"leaderboard", engine.T("Who is strongest in a game, in this server or everywhere"), h.ladderParams(), asked(h.ladders.Leaderboard)},
		{"rank", engine.T("How somebody is rated in each game"), []param{{Arg: rating.PlayerArg, user: true}}, asked(h.ladders.Rank)},
		{"watch", engine.T("Show a table of this server live here, with a poll of who will win"), []param{{Arg: follow.TableArg, suggest: h.watchable}}, asked(h.follower.Watch)},
		{"settings", engine.T("How pictures look to you, and whom you do not play with"), append(params(settingsArgs()), blockParams()...), h.browse.settings.settings},
	}
}

// ladderParams are the options of a leaderboard.
func (h *handlers) ladderParams() []param {
	list := params(rating.LeaderboardArgs)
	for i, p := range list {
		switch p.Name {
		case gameArg.Name:
			list[i].suggest = h.browse.suggesting.games
		case "class":
			list[i].suggest = func(c *call, typed string) []engine.Named { return h.ladders.Suggest(c.Request, typed) }
		}
	}
	return list
}

// groups are the commands that belong to no game and have subcommands.
func (h *handlers) groups() []commandGroup {
	return []commandGroup{
		{name: "server", help: engine.T("How I behave on this server, for those who manage it"), subs: subcommands(slices.Concat(h.server.Commands(), h.ladders.ServerCommands())), server: true, managers: true},
		{name: "privacy", help: engine.T("What is kept of you"), subs: subcommands(h.privacy.Commands())},
		h.tournament(),
	}
}

// subcommands are those of a subject that knows no games.
func subcommands(commands []ask.Command) []subcommand {
	list := make([]subcommand, len(commands))
	for i, s := range commands {
		list[i] = subcommand{s.Name, s.Help, params(s.Args), asked(s.Run)}
	}
	return list
}

// about are the commands in the menu of a member.
func (h *handlers) about() []subcommand {
	return []subcommand{{"Challenge", engine.T("Challenge a member to a game"), []param{{Arg: memberArg, user: true}}, h.browse.lobby.challenge}}
}

// game lists what a game can be asked, the game's own first: a row for each subcommand
// that follows from what the game supports.
func (h *handlers) game(entry *Entry) []subcommand {
	g, onTable := entry.Game, []param{h.tableParam()}
	list := h.starts(g)
	for _, v := range g.Verbs {
		list = append(list, subcommand{v.Name, v.Help, h.moveParams(v), func(c *call) (chat.Reply, error) { return h.play.moving.play(c, v) }})
	}
	list = append(list, h.atTable(g)...)
	list = append(list, h.notations(g)...)
	if len(entry.Draw) > 0 {
		list = append(list, subcommand{"replay", engine.T("Watch the game again from its start"), onTable, h.browse.films.replay})
	}
	for _, t := range g.Tools {
		list = append(list, subcommand{t.Name, t.Help, params(t.Args), func(c *call) (chat.Reply, error) { return h.browse.tools.run(c, t) }})
	}
	for _, v := range g.Views {
		if v.Command {
			list = append(list, subcommand{v.Name, v.Help, append(params(v.Args), onTable...), func(c *call) (chat.Reply, error) { return h.browse.viewing.view(c, v) }})
		}
	}
	return list
}

// starts are the subcommands that open tables.
func (h *handlers) starts(g *engine.Game) []subcommand {
	open := engine.T("Open a table: against a friend, the bot, whoever joins, or yourself")
	if solo(g) {
		open = engine.T("Open a table of your own")
	}
	list := []subcommand{{"new", open, openParams(g, g.Options, solo(g)), h.play.opening.open}}
	for _, s := range g.Starts {
		asks := openParams(g, s.Args, solo(g) || s.Solo)
		list = append(list, subcommand{s.Name, s.Help, asks, func(c *call) (chat.Reply, error) { return h.play.opening.start(c, s) }})
	}
	return list
}

// atTable are the subcommands about a table that most games have.
func (h *handlers) atTable(g *engine.Game) []subcommand {
	onTable := []param{h.tableParam()}
	undo, quit := engine.T("Take the last move back; a person at the table is asked first"), engine.T("Give the game up, or withdraw a challenge")
	if solo(g) {
		undo, quit = engine.T("Take the last move back"), engine.T("End the table, or give a puzzle up")
	}
	list := []subcommand{
		{"show", engine.T("Show the board again, or as it was before"), append(params([]engine.Arg{moveArg}), onTable...), h.browse.viewing.show},
		{"undo", undo, onTable, h.play.undoing.undo},
		{"resign", quit, onTable, h.play.resigning.resign},
	}
	if !solo(g) {
		plans := append([]param{{Arg: plansArg, suggest: h.play.planning.suggest}}, onTable...)
		list = append(list, subcommand{"plan", engine.T("Decide on answers that are played at once when they fit; only you see them"), plans, h.play.planning.plan})
		list = append(list, subcommand{"pause", engine.T("Ask to pause the clock, or let it go on"), onTable, h.play.pausing.pause})
		list = append(list, subcommand{"join", engine.T("Sit down at an open table, or accept a challenge"), onTable, h.play.joining.join})
	}
	if g.Opponents.Hint != "" {
		list = append(list, subcommand{"hint", engine.T("Ask for a good move; only you see the answer"), onTable, h.browse.hints.hint})
	}
	if slices.ContainsFunc(g.Views, func(v engine.View) bool { return !v.Command }) {
		arg := engine.Arg{Name: "name", Help: engine.T("What to look at"), Kind: engine.Word, Required: true, Max: 32}
		name := param{Arg: arg, suggest: h.browse.suggesting.views}
		list = append(list, subcommand{"view", engine.T("Look at the board in another way"), append([]param{name}, onTable...), h.browse.viewing.named})
	}
	return list
}

// notations are the subcommands for games that are written down.
func (h *handlers) notations(g *engine.Game) []subcommand {
	var list []subcommand
	if formats := formatChoices(g, encodes); len(formats) > 0 {
		format := param{Arg: engine.Arg{Name: "format", Help: engine.T("The notation"), Kind: engine.Pick, Choices: formats, Default: formats[0].ID}}
		list = append(list, subcommand{"export", engine.T("Write the game down in a notation"), []param{format, h.tableParam()}, h.browse.notation.export})
	}
	if len(formatChoices(g, decodes)) > 0 {
		list = append(list, subcommand{"import", engine.T("Put a game that is written down on a table of your own"), params(importArgs), h.browse.notation.load})
	}
	return list
}

// tableParam picks one of several tables.
func (h *handlers) tableParam() param {
	return param{Arg: tableArg, suggest: h.browse.suggesting.tables}
}

// moveParams are a verb's arguments, completed from the position's moves.
func (h *handlers) moveParams(v engine.Verb) []param {
	list := params(v.Args)
	for i := range list {
		if a := list[i].Arg; a.Kind == engine.Word && a.Suggest == nil {
			list[i].suggest = func(c *call, typed string) []engine.Named { return h.browse.suggesting.moves(c, v, i, typed) }
		}
	}
	return append(list, h.tableParam())
}
