package page

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
	"github.com/sixfold-bot/sixfold/bot/slash"
)

// complete serves POST /api/complete. Like Discord it asks the bot by an interaction for values
// that only the bot knows.
func (p *page) complete(ctx context.Context, req *request) (any, error) {
	usable := p.Commands.Usable(req.in, req.by)
	done := slash.Complete(slashCommands(usable), req.Text)
	items, hint := []slash.Item{}, done.Hint
	switch ask := done.Ask; {
	case ask == nil:
	case ask.Type == slash.User:
		items = append(items, p.people(done)...)
	case ask.Type == slash.Attachment:
		hint += " (attach a file)"
	case p.Online(): // it is completed by the bot
		values, err := p.autocomplete(ctx, req, usable, done)
		if err != nil {
			return nil, err
		}
		items = append(items, values...)
	}
	return object{"items": append(items, done.Items...), "hint": hint}, nil
}

// people returns the users whose names contain the typed text.
func (p *page) people(done slash.Completion) []slash.Item {
	var items []slash.Item
	for _, name := range p.userNames() {
		if strings.Contains(strings.ToLower(name), strings.ToLower(done.Typed)) {
			items = append(items, slash.Item{Kind: slash.KindUser, Label: name, Insert: done.Before + name + " "})
		}
	}
	return items
}

// autocomplete asks the bot for suggestions, and remembers their values by name.
func (p *page) autocomplete(ctx context.Context, req *request, usable []*rules.Command, done slash.Completion) ([]slash.Item, error) {
	at := slices.IndexFunc(usable, func(x *rules.Command) bool { return x.Name == done.Call.Command })
	call := done.Call
	call.Options = slices.DeleteFunc(slices.Clone(call.Options), func(v slash.Value) bool { return v.Type == slash.Attachment })
	i := &world.Interaction{Type: world.AutocompleteInteraction, User: req.by, Channel: req.in, Locale: req.locale(), Option: done.Ask}
	p.substitute(req.by, &call)
	data, err := p.callData(i, usable[at], call, nil)
	if err != nil {
		return nil, nil // another value is still invalid: nothing to suggest
	}
	p.Interactions.Open(i, data)
	o, err := p.Interactions.Wait(ctx, i)
	if err != nil {
		return nil, err
	}
	meant := map[string]any{}
	var items []slash.Item
	for _, choice := range o.Choices {
		name := strings.Join(strings.Fields(choice.Name), " ") // as slash.Parse will read it
		meant[name] = choice.Value
		help := ""
		if value := fmt.Sprint(choice.Value); value != choice.Name {
			help = value
		}
		items = append(items, slash.Item{Kind: slash.KindValue, Label: choice.Name, Help: help, Insert: done.Before + name + " "})
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.offered[offerKey(req.by, call, done.Ask.Name)] = meant
	return items, nil
}

// substitute replaces suggested names by their values.
func (p *page) substitute(u *world.User, call *slash.Call) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range call.Options {
		v := &call.Options[i]
		if value, ok := p.offered[offerKey(u, *call, v.Name)][v.Text]; ok {
			v.Value = value
		}
	}
}

func offerKey(u *world.User, call slash.Call, option string) string {
	return strings.Join([]string{u.ID, call.Command, call.Sub, option}, "/")
}

func slashCommands(list []*rules.Command) []slash.Command {
	commands := make([]slash.Command, len(list))
	for i, c := range list {
		commands[i] = c.Command
	}
	return commands
}
