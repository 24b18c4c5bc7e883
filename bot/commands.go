package bot

import (
	"cmp"
	"slices"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine"
)

// param is one option of a subcommand: an argument of the engine's, or one that
// only Discord knows.
type param struct {
	engine.Arg
	user bool // a member of the channel
	// suggest completes the option; it comes before the argument's own Suggest.
	suggest func(c *call, typed string) []engine.Named
}

// subcommand is what stands behind "/hex show": a row for every generic verb, and
// one for each verb, tool and view of the game. A general command such as "/help"
// has the same form.
type subcommand struct {
	name   string
	help   engine.Text
	params []param
	run    func(c *call) (chat.Reply, error)
}

// subcommands lists what a game can be asked, the game's own first.
func subcommands(entry *Entry) []subcommand {
	g := entry.Game
	open := engine.T("Open a table: against a friend, the bot, yourself, or whoever joins")
	if solo(g) {
		open = engine.T("Open a table of your own")
	}
	list := []subcommand{{"new", open, openParams(g, g.Options, solo(g)), (*call).open}}
	for _, s := range g.Starts {
		asks := openParams(g, s.Args, solo(g) || s.Solo)
		list = append(list, subcommand{s.Name, s.Help, asks, func(c *call) (chat.Reply, error) { return c.start(s) }})
	}
	for _, v := range g.Verbs {
		list = append(list, subcommand{v.Name, v.Help, moveParams(v), func(c *call) (chat.Reply, error) { return c.play(v) }})
	}
	list = append(list, generic(g)...)
	if len(entry.Draw) > 0 {
		list = append(list, subcommand{"replay", engine.T("Watch the game again from its start"), []param{tableParam}, (*call).replay})
	}
	for _, t := range g.Tools {
		list = append(list, subcommand{t.Name, t.Help, params(t.Args), func(c *call) (chat.Reply, error) { return c.tool(t) }})
	}
	for _, v := range g.Views {
		if v.Command {
			list = append(list, subcommand{v.Name, v.Help, append(params(v.Args), tableParam), func(c *call) (chat.Reply, error) { return c.look(v) }})
		}
	}
	return list
}

// generic are the verbs that every game has as far as it has what they need.
func generic(g *engine.Game) []subcommand {
	only := []param{tableParam}
	list := []subcommand{
		{"show", engine.T("Show the board again"), only, (*call).show},
		{"undo", engine.T("Take the last move back; a person at the table is asked first"), only, (*call).undo},
		{"resign", engine.T("Give the game up, or withdraw a challenge"), only, (*call).resign},
	}
	if !solo(g) {
		list = append(list, subcommand{"join", engine.T("Sit down at an open table, or accept a challenge"), only, (*call).join})
	}
	if g.Opponents.Hint != "" {
		list = append(list, subcommand{"hint", engine.T("Ask for a good move; only you see the answer"), only, (*call).hint})
	}
	if views := namedViews(g); len(views) > 0 {
		name := param{Arg: engine.Arg{Name: "name", Help: engine.T("What to look at"), Kind: engine.Pick, Required: true, Choices: views}}
		list = append(list, subcommand{"view", engine.T("Look at the board in another way"), []param{name, tableParam}, (*call).view})
	}
	if formats := formatChoices(g, func(f engine.Format) bool { return f.Encode != nil }); len(formats) > 0 {
		format := param{Arg: engine.Arg{Name: "format", Help: engine.T("The notation"), Kind: engine.Pick, Choices: formats, Default: formats[0].ID}}
		list = append(list, subcommand{"export", engine.T("Write the game down in a notation"), []param{format, tableParam}, (*call).export})
	}
	if formats := formatChoices(g, func(f engine.Format) bool { return f.Decode != nil }); len(formats) > 0 {
		list = append(list, subcommand{"import", engine.T("Put a game that is written down on a table of your own"), importParams, (*call).load})
	}
	return list
}

// solo reports whether a game is always played by one alone.
func solo(g *engine.Game) bool { return len(g.Sides.List) < 2 }

// tableParam picks one of several tables.
var tableParam = param{
	Arg:     engine.Arg{Name: "table", Help: engine.T("The table's number, if not the one that waits for you"), Kind: engine.Integer, Min: 1, Max: 1_000_000},
	suggest: (*call).suggestTables,
}

func params(args []engine.Arg) []param {
	list := make([]param, len(args))
	for i, a := range args {
		list[i].Arg = a
	}
	return list
}

// moveParams are a verb's arguments, completed from the position's moves.
func moveParams(v engine.Verb) []param {
	list := params(v.Args)
	for i := range list {
		if a := list[i].Arg; a.Kind == engine.Word && a.Suggest == nil {
			list[i].suggest = func(c *call, typed string) []engine.Named { return c.suggestMoves(v, i, typed) }
		}
	}
	return append(list, tableParam)
}

func namedViews(g *engine.Game) []engine.Named {
	var list []engine.Named
	for _, v := range g.Views {
		if !v.Command {
			list = append(list, engine.Named{ID: v.Name, Title: engine.T("%s", v.Name)})
		}
	}
	return list
}

func formatChoices(g *engine.Game, fits func(engine.Format) bool) []engine.Named {
	var list []engine.Named
	for _, f := range g.Formats {
		if fits(f) {
			list = append(list, engine.Named{ID: f.ID, Title: f.Title})
		}
	}
	return list
}

// subcommand finds a subcommand of the call's game.
func (c *call) subcommand(name string) (subcommand, bool) {
	for _, s := range c.entry.subs {
		if s.name == name {
			return s, true
		}
	}
	return subcommand{}, false
}

// options checks what was given for a subcommand, and takes apart what belongs
// to the given arguments.
func (c *call) options(args []engine.Arg, alone bool) (engine.Options, error) {
	return engine.ParseOptions(args, c.given(args), alone)
}

// given are the raw values of the given arguments, as far as they are there.
func (c *call) given(args []engine.Arg) map[string]any {
	raw := map[string]any{}
	for _, a := range args {
		if value, ok := c.Options[a.Name]; ok {
			raw[a.Name] = value
		}
	}
	return raw
}

// Commands are the slash commands to register: one a game, and the general ones.
func (b *Bot) Commands() []slash.Command {
	var list []slash.Command
	for _, entry := range b.order {
		g := entry.Game
		command := b.define(g.ID, g.Help, nil)
		for _, s := range entry.subs {
			o := slash.Option{Type: slash.SubCommand, Name: s.name, Options: b.defineParams(s.params)}
			o.Description, o.DescriptionLocalizations = b.localized(s.help)
			command.Options = append(command.Options, o)
		}
		list = append(list, command)
	}
	for _, s := range b.general {
		list = append(list, b.define(s.name, s.help, s.params))
	}
	slices.SortFunc(list, func(a, b slash.Command) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

func (b *Bot) define(name string, help engine.Text, params []param) slash.Command {
	command := slash.Command{
		Name:             name,
		Options:          b.defineParams(params),
		IntegrationTypes: []int{slash.GuildInstall, slash.UserInstall},
		Contexts:         []int{slash.InGuild, slash.InBotDM, slash.InPrivateChannel},
	}
	command.Description, command.DescriptionLocalizations = b.localized(help)
	return command
}

// defineParams puts required options first, as Discord demands.
func (b *Bot) defineParams(params []param) []slash.Option {
	var list []slash.Option
	for _, p := range params {
		list = append(list, b.defineParam(p))
	}
	slices.SortStableFunc(list, func(a, b slash.Option) int {
		switch {
		case a.Required == b.Required:
			return 0
		case a.Required:
			return -1
		default:
			return 1
		}
	})
	return list
}

func (b *Bot) defineParam(p param) slash.Option {
	o := slash.Option{
		Type: optionType(p), Name: p.Name, Required: p.Required,
		Autocomplete: p.suggest != nil || p.Suggest != nil,
	}
	o.Description, o.DescriptionLocalizations = b.localized(p.Help)
	bounded := p.Min != 0 || p.Max != 0
	switch {
	case p.Kind == engine.Integer && bounded:
		low, high := float64(p.Min), float64(p.Max)
		o.MinValue, o.MaxValue = &low, &high
	case p.Kind == engine.Word && bounded:
		low, high := p.Min, p.Max
		o.MinLength, o.MaxLength = &low, &high
	case p.Kind == engine.Pick:
		for _, choice := range p.Choices {
			c := slash.Choice{Value: choice.ID}
			c.Name, c.NameLocalizations = b.localized(choice.Title)
			o.Choices = append(o.Choices, c)
		}
	}
	return o
}

func optionType(p param) slash.OptionType {
	if p.user {
		return slash.User
	}
	switch p.Kind {
	case engine.Integer:
		return slash.Integer
	case engine.Boolean:
		return slash.Boolean
	case engine.Upload:
		return slash.Attachment
	case engine.Word, engine.Pick:
	}
	return slash.String
}

// localized is the English, and the words by Discord locale where they differ.
func (b *Bot) localized(t engine.Text) (english string, others map[string]string) {
	english = t.String()
	for _, tag := range b.languages.Tags[1:] {
		if said := b.words(tag.String()).Say(t); said != english {
			if others == nil {
				others = map[string]string{}
			}
			others[tag.String()] = said
		}
	}
	return english, others
}
