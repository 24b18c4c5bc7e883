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

// register fills in which handler answers which command. A game of a general command's
// name is a mistake of the program: it panics.
func (h *handlers) register(cs *commands, games *registry) {
	cs.general, cs.groups, cs.about = h.general(), h.groups(), h.about()
	for _, entry := range games.order {
		id := entry.Game.ID
		if _, taken := cs.find(id, ""); taken || len(cs.subs(id)) > 0 {
			panic("bot: two commands are called " + id)
		}
		cs.of[id] = h.game(entry)
	}
}

// general are the commands that belong to no game.
func (h *handlers) general() []subcommand {
	game := param{Arg: gameArg, suggest: h.suggesting.games}
	return []subcommand{
		{"play", engine.T("Choose a game, and whom or what to play"), []param{game}, h.lobby.play},
		{"help", engine.T("What this bot plays, and what can be done in each game"), []param{game}, h.help.help},
		{"games", engine.T("Where you are waited for, and what is open in this channel"), params([]engine.Arg{pageArg}), h.listing.list},
		{"notify", engine.T("How you hear that it is your turn: by mention, direct message or not at all, and when"), params(tell.Args()), asked(h.telling.Notify)},
		{"history", engine.T("Finished games: find one again, look at it, and have all as a file"), historyParams(game), h.history.list},
		{"stats", engine.T("A profile: rating over time, record by game and opponent, best win, streaks"), h.stats.params(), h.stats.stats},
		{"leaderboard", engine.T("Who is strongest in a game, in this server or everywhere"), h.ladderParams(), asked(h.ladders.Leaderboard)},
		{"rank", engine.T("How somebody is rated in each game"), []param{{Arg: rating.PlayerArg, user: true}}, asked(h.ladders.Rank)},
		{"watch", engine.T("Show a table of this server live here, with a poll of who will win"), []param{{Arg: follow.TableArg, suggest: h.watchable}}, asked(h.follower.Watch)},
		{"settings", engine.T("How pictures look to you, and whom you do not play with"), append(params(settingsArgs()), blockParams()...), h.settings.settings},
	}
}

// ladderParams are the options of a leaderboard.
func (h *handlers) ladderParams() []param {
	list := params(rating.LeaderboardArgs)
	for i, p := range list {
		switch p.Name {
		case gameArg.Name:
			list[i].suggest = h.suggesting.games
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
	return []subcommand{{"Challenge", engine.T("Challenge a member to a game"), []param{{Arg: memberArg, user: true}}, h.lobby.challenge}}
}

// game lists what a game can be asked, the game's own first: a row for each subcommand
// that follows from what the game supports.
func (h *handlers) game(entry *Entry) []subcommand {
	g, onTable := entry.Game, []param{h.tableParam()}
	list := h.starts(g)
	for _, v := range g.Verbs {
		list = append(list, subcommand{v.Name, v.Help, h.moveParams(v), func(c *call) (chat.Reply, error) { return h.moving.play(c, v) }})
	}
	list = append(list, h.atTable(g)...)
	list = append(list, h.notations(g)...)
	if len(entry.Draw) > 0 {
		list = append(list, subcommand{"replay", engine.T("Watch the game again from its start"), onTable, h.films.replay})
	}
	for _, t := range g.Tools {
		list = append(list, subcommand{t.Name, t.Help, params(t.Args), func(c *call) (chat.Reply, error) { return h.tools.run(c, t) }})
	}
	for _, v := range g.Views {
		if v.Command {
			list = append(list, subcommand{v.Name, v.Help, append(params(v.Args), onTable...), func(c *call) (chat.Reply, error) { return h.viewing.view(c, v) }})
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
	list := []subcommand{{"new", open, openParams(g, g.Options, solo(g)), h.opening.open}}
	for _, s := range g.Starts {
		asks := openParams(g, s.Args, solo(g) || s.Solo)
		list = append(list, subcommand{s.Name, s.Help, asks, func(c *call) (chat.Reply, error) { return h.opening.start(c, s) }})
	}
	return list
}

// openParams are the options of a command that opens a table, in the order in which people
// need them: who plays, what the game asks, and what few want.
func openParams(g *engine.Game, args []engine.Arg, single bool) []param {
	if single {
		return params(args)
	}
	list := []param{{Arg: opponentArg, user: true}}
	levels := len(g.Opponents.Levels) > 0
	if levels {
		list = append(list, params([]engine.Arg{levelArg(g)})...)
	}
	list = append(append(list, params(args)...), params([]engine.Arg{sideArg(g), openArg, ratedArg, clockArg})...)
	if levels {
		list = append(list, params([]engine.Arg{versusArg(g)})...)
	}
	if scale := g.Opponents.Scale.Arg; scale.Name != "" {
		list = append(list, params([]engine.Arg{scale})...)
	}
	if advises(g) {
		list = append(list, params([]engine.Arg{helpArg})...)
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
		{"show", engine.T("Show the board again, or as it was before"), append(params([]engine.Arg{moveArg}), onTable...), h.viewing.show},
		{"undo", undo, onTable, h.undoing.undo},
		{"resign", quit, onTable, h.resigning.resign},
	}
	if !solo(g) {
		plans := append([]param{{Arg: plansArg, suggest: h.planning.suggest}}, onTable...)
		list = append(list, subcommand{"plan", engine.T("Decide on answers that are played at once when they fit; only you see them"), plans, h.planning.plan})
		list = append(list, subcommand{"pause", engine.T("Ask to pause the clock, or let it go on"), onTable, h.pausing.pause})
		list = append(list, subcommand{"join", engine.T("Sit down at an open table, or accept a challenge"), onTable, h.joining.join})
	}
	if g.Opponents.Hint != "" {
		list = append(list, subcommand{"hint", engine.T("Ask for a good move; only you see the answer"), onTable, h.hints.hint})
	}
	if slices.ContainsFunc(g.Views, func(v engine.View) bool { return !v.Command }) {
		arg := engine.Arg{Name: "name", Help: engine.T("What to look at"), Kind: engine.Word, Required: true, Max: 32}
		name := param{Arg: arg, suggest: h.suggesting.views}
		list = append(list, subcommand{"view", engine.T("Look at the board in another way"), append([]param{name}, onTable...), h.viewing.named})
	}
	return list
}

// notations are the subcommands for games that are written down.
func (h *handlers) notations(g *engine.Game) []subcommand {
	var list []subcommand
	if formats := formatChoices(g, encodes); len(formats) > 0 {
		format := param{Arg: engine.Arg{Name: "format", Help: engine.T("The notation"), Kind: engine.Pick, Choices: formats, Default: formats[0].ID}}
		list = append(list, subcommand{"export", engine.T("Write the game down in a notation"), []param{format, h.tableParam()}, h.notation.export})
	}
	if len(formatChoices(g, decodes)) > 0 {
		list = append(list, subcommand{"import", engine.T("Put a game that is written down on a table of your own"), params(importArgs), h.notation.load})
	}
	return list
}

// tableParam picks one of several tables.
func (h *handlers) tableParam() param { return param{Arg: tableArg, suggest: h.suggesting.tables} }

// moveParams are a verb's arguments, completed from the position's moves.
func (h *handlers) moveParams(v engine.Verb) []param {
	list := params(v.Args)
	for i := range list {
		if a := list[i].Arg; a.Kind == engine.Word && a.Suggest == nil {
			list[i].suggest = func(c *call, typed string) []engine.Named { return h.suggesting.moves(c, v, i, typed) }
		}
	}
	return append(list, h.tableParam())
}

// param is one option of a subcommand: an argument of the engine's, or one that
// only Discord knows.
type param struct {
	engine.Arg
	user bool // a member of the channel
	// suggest completes the option; it comes before the argument's own Suggest.
	suggest func(c *call, typed string) []engine.Named
}

// subcommand is what stands behind "/hex show". A general command such as "/help" has
// the same form.
type subcommand struct {
	name   string
	help   engine.Text
	params []param
	run    func(c *call) (chat.Reply, error)
}

// commandGroup is a command that belongs to no game and has subcommands: "/tournament new".
type commandGroup struct {
	name   string
	help   engine.Text
	subs   []subcommand
	server bool // it is for servers alone
	// managers: it is for members who may manage the server, unless that decides otherwise.
	managers bool
}

// title is the name of a command that nobody types, in the reader's language.
func (s subcommand) title() engine.Text { return engine.T(s.name) }

// commands are all that the bot can be asked.
type commands struct {
	general []subcommand            // those that belong to no game
	groups  []commandGroup          // likewise, with subcommands
	about   []subcommand            // those in the menu of a member, whom they are given
	of      map[string][]subcommand // by game
}

// find returns a command; its sub is "" for a general one without subcommands. ok is false
// where there is none of that name.
func (cs *commands) find(command, sub string) (s subcommand, ok bool) {
	if s, ok := named(slices.Concat(cs.general, cs.about), command); ok {
		return s, true
	}
	return named(cs.subs(command), sub)
}

// subs are the subcommands of a game or of a group, none of other commands.
func (cs *commands) subs(command string) []subcommand {
	for _, g := range cs.groups {
		if g.name == command {
			return g.subs
		}
	}
	return cs.of[command]
}

// label is how a command is typed, without the stroke. ok is false where there is none.
func (cs *commands) label(command, sub string) (label string, ok bool) {
	s, ok := cs.find(command, sub)
	if len(cs.subs(command)) > 0 {
		return command + " " + s.name, ok
	}
	return s.name, ok
}

// named returns the one of some commands that has a name.
func named(list []subcommand, name string) (s subcommand, ok bool) {
	i := slices.IndexFunc(list, func(s subcommand) bool { return s.name == name })
	if i < 0 {
		return subcommand{}, false
	}
	return list[i], true
}

// memberArg is the member in whose menu a command was picked: the option of that command,
// which nobody types.
var memberArg = engine.Arg{Name: chat.Target}

func params(args []engine.Arg) []param {
	list := make([]param, len(args))
	for i, a := range args {
		list[i].Arg = a
	}
	return list
}

// checkGiven refuses a value under a name that a subcommand does not have, or of another
// type. Discord sends such where it still lists commands of an older bot.
func (s subcommand) checkGiven(options map[string]any) error {
	for name, value := range options {
		if !s.takes(name, value) {
			return engine.Refuse("this command has changed; type it again, and pick its options from the list")
		}
	}
	return nil
}

func (s subcommand) takes(name string, value any) bool {
	for _, p := range s.params {
		if p.Name == name {
			return p.takes(value)
		}
	}
	return false
}

func (p param) takes(value any) bool {
	if p.user {
		_, ok := value.(chat.User)
		return ok
	}
	switch value.(type) {
	case string:
		return p.Kind == engine.Word || p.Kind == engine.Pick
	case int:
		return p.Kind == engine.Integer
	case bool:
		return p.Kind == engine.Boolean
	case engine.File:
		return p.Kind == engine.Upload
	}
	return false
}
