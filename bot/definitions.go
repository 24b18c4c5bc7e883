package bot

import (
	"cmp"
	"slices"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine"
)

// definitions writes commands down as Discord takes them, in all languages.
type definitions struct {
	languages *chat.Languages
	words     func(locale string) chat.Words
}

// of are the slash commands to register: one a game, and the general ones.
func (d definitions) of(games *registry, cs *commands) []slash.Command {
	var list []slash.Command
	for _, g := range games.games() {
		list = append(list, d.defineGroup(commandGroup{name: g.ID, help: g.Help, subs: cs.of[g.ID]}))
	}
	for _, g := range cs.groups {
		list = append(list, d.defineGroup(g))
	}
	for _, s := range cs.general {
		list = append(list, d.define(s.name, s.help, s.params))
	}
	for _, s := range cs.about {
		command := slash.Command{
			Type:             slash.UserCommand,
			IntegrationTypes: []int{slash.GuildInstall, slash.UserInstall},
			Contexts:         []int{slash.InGuild, slash.InPrivateChannel},
		}
		command.Name, command.NameLocalizations = d.localized(s.title())
		list = append(list, command)
	}
	slices.SortFunc(list, func(a, b slash.Command) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

func (d definitions) define(name string, help engine.Text, params []param) slash.Command {
	command := slash.Command{
		Name:             name,
		Options:          d.defineParams(params),
		IntegrationTypes: []int{slash.GuildInstall, slash.UserInstall},
		Contexts:         []int{slash.InGuild, slash.InBotDM, slash.InPrivateChannel},
	}
	command.Description, command.DescriptionLocalizations = d.localized(help)
	return command
}

// defineGroup is a command with its subcommands.
func (d definitions) defineGroup(g commandGroup) slash.Command {
	command := d.define(g.name, g.help, nil)
	if g.server {
		command.IntegrationTypes, command.Contexts = []int{slash.GuildInstall}, []int{slash.InGuild}
	}
	if g.managers {
		command.Permissions = slash.ManageGuild
	}
	for _, s := range g.subs {
		o := slash.Option{Type: slash.SubCommand, Name: s.name, Options: d.defineParams(s.params)}
		o.Description, o.DescriptionLocalizations = d.localized(s.help)
		command.Options = append(command.Options, o)
	}
	return command
}

// defineParams puts required options first, as Discord demands.
func (d definitions) defineParams(params []param) []slash.Option {
	var list []slash.Option
	for _, p := range params {
		list = append(list, d.defineParam(p))
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

func (d definitions) defineParam(p param) slash.Option {
	o := slash.Option{
		Type: optionType(p), Name: p.Name, Required: p.Required,
		Autocomplete: p.suggest != nil || p.Suggest != nil,
	}
	o.Description, o.DescriptionLocalizations = d.localized(p.Help)
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
			c.Name, c.NameLocalizations = d.localized(choice.Title)
			o.Choices = append(o.Choices, c)
		}
		o.Unlisted = p.Unlisted
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
func (d definitions) localized(t engine.Text) (english string, others map[string]string) {
	english = t.String()
	for _, tag := range d.languages.Tags[1:] {
		if said := d.words(tag.String()).Say(t); said != english {
			if others == nil {
				others = map[string]string{}
			}
			others[tag.String()] = said
		}
	}
	return english, others
}
