package discord

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

// menu encodes a menu, or returns nil if Discord would refuse its action or choices.
func (c *cuts) menu(m chat.Menu) []wireComponent {
	part := wireComponent{
		Type: discordgo.SelectMenuComponent, CustomID: m.Action, Placeholder: c.text("placeholder", m.Placeholder, chat.MaxPlaceholder),
		Options: c.options(m.Choices),
	}
	if m.People {
		part.Type, part.Options = discordgo.UserSelectMenuComponent, nil
	}
	if len(part.Options) == 0 && !m.People || m.Action == "" || len(m.Action) > chat.MaxAction {
		*c = append(*c, "menu")
		return nil
	}
	part.count(m.Counts())
	return []wireComponent{part}
}

func (c *cuts) options(choices []chat.Suggestion) []wireOption {
	var list []wireOption
	for _, choice := range atMost(c, "choices", choices, chat.MaxChoices) {
		if len(choice.Value) > chat.MaxChoice {
			*c = append(*c, "choice")
			continue
		}
		list = append(list, wireOption{
			Label: c.text("choice", choice.Name, chat.MaxChoice), Value: choice.Value,
			Description: c.text("detail", choice.Detail, chat.MaxChoice), Default: choice.Chosen,
		})
	}
	return list
}

// count sets how many options of a menu can be picked, unless that is exactly one.
func (w *wireComponent) count(least, most int) {
	if least == 1 && most == 1 {
		return
	}
	w.MinValues, w.MaxValues = &least, max(1, min(most, len(w.Options)))
}

func (c *cuts) form(f chat.Form) wireForm {
	w := wireForm{Title: c.text("title", f.Title, chat.MaxTitle), CustomID: f.Action}
	room := chat.MaxFields
	if text := strings.TrimSpace(f.Text); text != "" {
		w.Components = append(w.Components, wireComponent{Type: discordgo.TextDisplayComponent, Content: c.text("content", text, chat.MaxText)})
		room--
	}
	for _, field := range atMost(c, "fields", f.Fields, room) {
		part := c.field(field)
		if part.Type == discordgo.SelectMenuComponent && len(part.Options) == 0 {
			continue
		}
		w.Components = append(w.Components, wireComponent{
			Type: labelComponent, Label: c.text("field", field.Label, chat.MaxTitle),
			Description: c.text("help", field.Help, chat.MaxHelp), Component: &part,
		})
	}
	return w
}

func (c *cuts) field(f chat.Field) wireComponent {
	if len(f.Choices) > 0 {
		part := wireComponent{
			Type: discordgo.SelectMenuComponent, CustomID: f.ID, Placeholder: c.text("placeholder", f.Placeholder, chat.MaxPlaceholder),
			Options: c.options(f.Choices), Required: &f.Required,
		}
		part.count(f.Counts())
		return part
	}
	style := 1
	if f.Long {
		style = 2
	}
	return wireComponent{
		Type: discordgo.TextInputComponent, Style: style, CustomID: f.ID,
		Placeholder: c.text("placeholder", f.Placeholder, chat.MaxHint), Value: c.text("value", f.Value, chat.MaxValue),
		MinLength: f.Min, MaxLength: min(f.Max, chat.MaxValue), Required: &f.Required,
	}
}
