package show

import (
	"cmp"
	"slices"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine"
)

// Definitions converts commands to Discord's format, in all languages.
type Definitions struct {
	Languages *chat.Languages
	Words     func(locale string) chat.Words
}

// Of returns the slash commands to register: one for each game, and the general ones.
func (d Definitions) Of(games *Games, cs *Commands) []slash.Command {
	groups := slices.Clone(cs.Groups)
	for _, g := range games.Rules() {
		groups = append(groups, CommandGroup{Name: g.ID, Help: g.Help, Subs: cs.Of[g.ID]})
	}
	list := engine.Map(groups, d.DefineGroup)
	for _, s := range cs.General {
		list = append(list, d.define(s.Name, s.Help, s.Params))
	}
	for _, s := range cs.About {
		command := slash.Command{
			Type:             slash.UserCommand,
			IntegrationTypes: []int{slash.GuildInstall, slash.UserInstall},
			Contexts:         []int{slash.InGuild, slash.InPrivateChannel},
		}
		command.Name, command.NameLocalizations = d.localized(s.Title())
		list = append(list, command)
	}
	slices.SortFunc(list, func(a, b slash.Command) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

func (d Definitions) define(name string, help engine.Text, params []Param) slash.Command {
	command := slash.Command{
		Name:             name,
		Options:          d.defineParams(params),
		IntegrationTypes: []int{slash.GuildInstall, slash.UserInstall},
		Contexts:         []int{slash.InGuild, slash.InBotDM, slash.InPrivateChannel},
	}
	command.Description, command.DescriptionLocalizations = d.localized(help)
	return command
}

// DefineGroup returns a command with its subcommands.
func (d Definitions) DefineGroup(g CommandGroup) slash.Command {
	command := d.define(g.Name, g.Help, nil)
	if g.Server {
		command.IntegrationTypes, command.Contexts = []int{slash.GuildInstall}, []int{slash.InGuild}
	}
	if g.Managers {
		command.Permissions = slash.ManageGuild
	}
	for _, s := range g.Subs {
		o := slash.Option{Type: slash.SubCommand, Name: s.Name, Options: d.defineParams(s.Params)}
		o.Description, o.DescriptionLocalizations = d.localized(s.Help)
		command.Options = append(command.Options, o)
	}
	return command
}

// defineParams puts required options first, as Discord demands.
func (d Definitions) defineParams(params []Param) []slash.Option {
	var required, others []slash.Option
	for _, p := range params {
		if p.Required {
			required = append(required, d.defineParam(p))
		} else {
			others = append(others, d.defineParam(p))
		}
	}
	return append(required, others...)
}

func (d Definitions) defineParam(p Param) slash.Option {
	o := slash.Option{
		Type: p.optionType(), Name: p.Name, Required: p.Required,
		Autocomplete: p.Complete != nil || p.Suggest != nil,
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

// optionType returns Discord's type of an option.
func (p Param) optionType() slash.OptionType {
	if p.User {
		return slash.User
	}
	return map[engine.Kind]slash.OptionType{
		engine.Word: slash.String, engine.Pick: slash.String, engine.Integer: slash.Integer,
		engine.Boolean: slash.Boolean, engine.Upload: slash.Attachment,
	}[p.Kind]
}

// localized returns the English text, and by Discord locale the translations that differ from it.
func (d Definitions) localized(t engine.Text) (english string, others map[string]string) {
	english = t.String()
	for _, tag := range d.Languages.Tags[1:] {
		if said := d.Words(tag.String()).Say(t); said != english {
			if others == nil {
				others = map[string]string{}
			}
			others[tag.String()] = said
		}
	}
	return english, others
}
