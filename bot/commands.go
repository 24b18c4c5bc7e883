package bot

import (
	"slices"

	"github.com/sixfold-bot/sixfold/bot/browse"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/privacy"
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/tell"
	"github.com/sixfold-bot/sixfold/bot/tournament"
	"github.com/sixfold-bot/sixfold/engine"
)

// commands returns all commands. It panics if a game has the name of a general command.
func (h *handlers) commands(games *show.Games) *show.Commands {
	cs := &show.Commands{Groups: h.groups(), About: h.about(), Of: map[string][]show.Subcommand{}}
	cs.General = h.general(cs)
	for _, entry := range games.All {
		id := entry.Game.ID
		if _, taken := cs.Find(id, ""); taken || len(cs.Subs(id)) > 0 {
			panic("bot: two commands are called " + id)
		}
		cs.Of[id] = h.game(entry)
	}
	return cs
}

func (h *handlers) general(cs *show.Commands) []show.Subcommand {
	help := func(c *show.Call) (chat.Reply, error) { return h.browse.Help(c, cs) }
	game := show.Param{Arg: show.GameArg, Complete: h.browse.SuggestGames}
	watchable := func(c *show.Call, typed string) []engine.Named { return h.follower.Suggest(&c.Call, typed) }
	return []show.Subcommand{
		{Name: "play", Help: engine.T("Choose a game, and whom or what to play"), Params: []show.Param{game}, Run: h.browse.ChooseGame},
		{Name: "help", Help: engine.T("What this bot plays, and what can be done in each game"), Params: []show.Param{game}, Run: help},
		{Name: "games", Help: engine.T("Where you are waited for, and what is open in this channel"), Params: show.Params([]engine.Arg{browse.PageArg}), Run: given([]engine.Arg{browse.PageArg}, h.browse.ListTables)},
		{Name: "notify", Help: engine.T("How you hear that it is your turn: by mention, direct message or not at all, and when"), Params: show.Params(tell.Args()), Run: asked(tell.Args(), h.telling.Notify)},
		{Name: "history", Help: engine.T("Finished games: find one again, look at it, and have all as a file"), Params: browse.HistoryParams(game), Run: given(browse.HistoryArgs, h.browse.History)},
		{Name: "stats", Help: engine.T("A profile: rating over time, record by game and opponent, best win, streaks"), Params: h.browse.StatsParams(), Run: given(browse.StatsArgs, h.browse.Stats)},
		{Name: "leaderboard", Help: engine.T("Who is strongest in a game, in this server or everywhere"), Params: h.ladderParams(), Run: asked(rating.LeaderboardArgs, h.rater.Leaderboard)},
		{Name: "rank", Help: engine.T("How somebody is rated in each game"), Params: []show.Param{{Arg: rating.PlayerArg, User: true}}, Run: show.Asked(h.rater.Rank)},
		{Name: "watch", Help: engine.T("Show a table of this server live here, with a poll of who will win"), Params: []show.Param{{Arg: show.WatchArg, Complete: watchable}}, Run: asked([]engine.Arg{show.WatchArg}, h.follower.Watch)},
		{Name: "settings", Help: engine.T("How pictures look to you, and whom you do not play with"), Params: append(show.Params(browse.SettingsArgs()), play.BlockParams()...), Run: given(browse.SettingsArgs(), h.browse.Settings)},
	}
}

func (h *handlers) ladderParams() []show.Param {
	class := func(c *show.Call, typed string) []engine.Named { return h.rater.Suggest(c.Request, typed) }
	return []show.Param{{Arg: rating.GameArg, Complete: h.browse.SuggestGames}, {Arg: rating.ScopeArg}, {Arg: rating.ClassArg, Complete: class}, {Arg: rating.PageArg}}
}

// groups returns the commands that belong to no game and have subcommands.
func (h *handlers) groups() []show.CommandGroup {
	return []show.CommandGroup{
		{Name: "server", Help: engine.T("How I behave on this server, for those who manage it"), Subs: subcommands(slices.Concat(h.server.Commands(), h.rater.ServerCommands())), Server: true, Managers: true},
		{Name: "privacy", Help: engine.T("What is kept of you"), Subs: subcommands(h.privacy.Commands())},
		h.tournament(),
	}
}

func subcommands(commands []chat.Subcommand) []show.Subcommand {
	return engine.Map(commands, func(s chat.Subcommand) show.Subcommand {
		return show.Subcommand{Name: s.Name, Help: s.Help, Params: show.Params(s.Args), Run: asked(s.Args, s.Run)}
	})
}

// asked adapts the handler of a command that is about no game, and gives it the values of args.
func asked(args []engine.Arg, run func(*chat.Call, engine.Options) (chat.Reply, error)) func(*show.Call) (chat.Reply, error) {
	return given(args, func(c *show.Call, o engine.Options) (chat.Reply, error) { return run(&c.Call, o) })
}

// given gives a handler the values of args.
func given(args []engine.Arg, run func(*show.Call, engine.Options) (chat.Reply, error)) func(*show.Call) (chat.Reply, error) {
	return func(c *show.Call) (chat.Reply, error) {
		o, err := c.Options(args, false)
		if err != nil {
			return chat.Reply{}, err
		}
		return run(c, o)
	}
}

func (h *handlers) about() []show.Subcommand {
	return []show.Subcommand{{Name: "Challenge", Help: engine.T("Challenge a member to a game"), Params: []show.Param{{Arg: browse.MemberArg, User: true}}, Run: h.browse.Challenge}}
}

// game returns a subcommand for everything that a game supports.
func (h *handlers) game(entry *show.Entry) []show.Subcommand {
	g, onTable := entry.Game, []show.Param{h.tableParam()}
	list := h.starts(g)
	for _, v := range g.Verbs {
		list = append(list, show.Subcommand{Name: v.Name, Help: v.Help, Params: h.moveParams(v), Run: func(c *show.Call) (chat.Reply, error) { return h.play.PlayVerb(c, v) }})
	}
	list = append(list, h.atTable(g)...)
	list = append(list, h.notations(g)...)
	if len(entry.Draw) > 0 {
		list = append(list, show.Subcommand{Name: "replay", Help: engine.T("Watch the game again from its start"), Params: onTable, Run: h.browse.Replay})
	}
	for _, t := range g.Tools {
		list = append(list, show.Subcommand{Name: t.Name, Help: t.Help, Params: show.Params(t.Args), Run: given(t.Args, func(c *show.Call, o engine.Options) (chat.Reply, error) { return h.browse.Tool(c, t, o) })})
	}
	for _, v := range g.Views {
		if v.Command {
			list = append(list, show.Subcommand{Name: v.Name, Help: v.Help, Params: append(show.Params(v.Args), onTable...), Run: func(c *show.Call) (chat.Reply, error) { return h.browse.View(c, v) }})
		}
	}
	return list
}

func (h *handlers) starts(g *engine.Game) []show.Subcommand {
	open := engine.T("Open a table: against a friend, the bot, whoever joins, or yourself")
	if play.Solo(g) {
		open = engine.T("Open a table of your own")
	}
	list := []show.Subcommand{{Name: "new", Help: open, Params: append(play.OpenParams(g, g.Options, play.Solo(g)), show.Params(play.FromArgs)...), Run: h.play.Open}}
	for _, s := range g.Starts {
		asks := play.OpenParams(g, s.Args, play.Solo(g) || s.Solo)
		list = append(list, show.Subcommand{Name: s.Name, Help: s.Help, Params: asks, Run: func(c *show.Call) (chat.Reply, error) { return h.play.Start(c, s) }})
	}
	return list
}

// atTable returns the subcommands about a table that most games have.
func (h *handlers) atTable(g *engine.Game) []show.Subcommand {
	onTable := []show.Param{h.tableParam()}
	undo, quit := engine.T("Take the last move back; a person at the table is asked first"), engine.T("Give the game up, end it by agreement, or withdraw a challenge")
	quits := append(show.Params([]engine.Arg{play.AgreeArg}), onTable...)
	if play.Solo(g) {
		undo, quit, quits = engine.T("Take the last move back"), engine.T("End the table, or give a puzzle up"), onTable
	}
	list := []show.Subcommand{
		{Name: "show", Help: engine.T("Show the board again, or as it was before"), Params: append(show.Params([]engine.Arg{browse.MoveArg}), onTable...), Run: h.browse.Show},
		{Name: "undo", Help: undo, Params: onTable, Run: h.play.Undo},
		{Name: "resign", Help: quit, Params: quits, Run: h.play.Resign},
	}
	if !play.Solo(g) {
		plans := append([]show.Param{{Arg: play.PlansArg, Complete: h.play.SuggestPlan}}, onTable...)
		list = append(list, show.Subcommand{Name: "plan", Help: engine.T("Decide on answers that are played at once when they fit; only you see them"), Params: plans, Run: h.play.Plan})
		list = append(list, show.Subcommand{Name: "pause", Help: engine.T("Ask to pause the clock, or let it go on"), Params: onTable, Run: h.play.Pause})
		list = append(list, show.Subcommand{Name: "join", Help: engine.T("Sit down at an open table, or accept a challenge"), Params: onTable, Run: h.play.Join})
	}
	if g.Opponents.Hint != "" {
		list = append(list, show.Subcommand{Name: "hint", Help: engine.T("Ask for a good move; only you see the answer"), Params: onTable, Run: h.browse.Hint})
	}
	if slices.ContainsFunc(g.Views, func(v engine.View) bool { return !v.Command }) {
		arg := engine.Arg{Name: "name", Help: engine.T("What to look at"), Kind: engine.Word, Required: true, Max: 32}
		name := show.Param{Arg: arg, Complete: h.browse.SuggestViews}
		list = append(list, show.Subcommand{Name: "view", Help: engine.T("Look at the board in another way"), Params: append([]show.Param{name}, onTable...), Run: h.browse.NamedView})
	}
	return list
}

func (h *handlers) notations(g *engine.Game) []show.Subcommand {
	var list []show.Subcommand
	if formats := show.FormatChoices(g, show.Encodes); len(formats) > 0 {
		format := show.Param{Arg: engine.Arg{Name: "format", Help: engine.T("The notation"), Kind: engine.Pick, Choices: formats, Default: formats[0].ID}}
		list = append(list, show.Subcommand{Name: "export", Help: engine.T("Write the game down in a notation"), Params: []show.Param{format, h.tableParam()}, Run: h.browse.Export})
	}
	if len(show.FormatChoices(g, browse.Decodes)) > 0 {
		list = append(list, show.Subcommand{Name: "import", Help: engine.T("Bring %s", browse.Reads("; ", g)), Params: show.Params(browse.ImportArgs(g)), Run: h.browse.Import})
	}
	return list
}

func (h *handlers) tableParam() show.Param {
	return show.Param{Arg: show.TableArg, Complete: h.browse.SuggestTables}
}

// moveParams returns the arguments of a verb, completed from the position's moves.
func (h *handlers) moveParams(v engine.Verb) []show.Param {
	list := show.Params(v.Args)
	for i := range list {
		if a := list[i].Arg; a.Kind == engine.Word && a.Suggest == nil {
			list[i].Complete = func(c *show.Call, typed string) []engine.Named { return h.browse.SuggestMoves(c, v, i, typed) }
		}
	}
	return append(list, h.tableParam())
}

type handlers struct {
	play        *play.Handlers
	browse      *browse.Handlers
	privacy     *privacy.Privacy
	telling     *tell.Teller
	follower    *show.Follower
	tournaments *tournament.Keeper
	server      *guild.Settings
	rater       *rating.Rater
}

func (h *handlers) tournament() show.CommandGroup {
	game := show.Param{Arg: tournament.GameArg, Complete: h.browse.SuggestGames}
	player := show.Param{Arg: tournament.MemberArg, User: true}
	whom := player
	whom.Required = true
	k := h.tournaments
	return show.CommandGroup{Name: "tournament", Help: engine.T("Tournaments of this server"), Server: true, Subs: []show.Subcommand{
		{Name: "new", Help: engine.T("Begin a tournament in this channel, for who may manage the server"), Params: append([]show.Param{game}, show.Params(tournament.NewArgs)...), Run: show.Asked(k.New)},
		{Name: "join", Help: engine.T("Sign up for the tournament of this channel"), Run: show.Asked(k.Join)},
		{Name: "leave", Help: engine.T("Take yourself off its list again"), Run: show.Asked(k.Leave)},
		{Name: "start", Help: engine.T("Begin the first round, for the organiser"), Run: show.Asked(k.Start)},
		{Name: "show", Help: engine.T("How all stand, and who still plays"), Params: show.Params([]engine.Arg{tournament.PageArg}), Run: asked([]engine.Arg{tournament.PageArg}, k.Show)},
		{Name: "withdraw", Help: engine.T("Play no more in the tournament"), Params: []show.Param{player}, Run: show.Asked(k.Withdraw)},
		{Name: "forfeit", Help: engine.T("Have a player lose the present game, for the organiser"), Params: []show.Param{whom}, Run: show.Asked(k.Forfeit)},
		{Name: "move", Help: engine.T("Go on with the tournament in this channel, for the organiser"), Run: show.Asked(k.Move)},
		{Name: "stop", Help: engine.T("End the tournament at once, for the organiser"), Run: show.Asked(k.Stop)},
	}}
}
