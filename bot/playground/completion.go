package playground

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/slash"
)

// completionView is what complete answers.
type completionView struct {
	Items []slash.Item `json:"items"`
	Hint  string       `json:"hint"`
}

// complete serves POST /api/complete. Values that only the bot knows are asked of
// it by an interaction, as Discord does while a person types.
func (s *Server) complete(ctx context.Context, req *request) (any, error) {
	u, c, err := s.where(req.User, req.Channel)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	usable := s.usableCommands(c)
	s.mu.Unlock()
	done := slash.Complete(slashCommands(usable), req.Text)
	view := completionView{Hint: done.Hint}
	if done.Ask != nil {
		values, err := s.values(ctx, u, c, usable, done, req.locale())
		if err != nil {
			return nil, err
		}
		view.Items = append(view.Items, values...)
		if done.Ask.Type == slash.Attachment {
			view.Hint = done.Hint + " (attach a file)"
		}
	}
	view.Items = list(append(view.Items, done.Items...))
	return view, nil
}

// values are those of the option that is being typed.
func (s *Server) values(ctx context.Context, u *user, c *channel, usable []*command, done slash.Completion, locale string) ([]slash.Item, error) {
	if t := done.Ask.Type; t == slash.User || t == slash.Mentionable {
		var names []string
		for _, other := range s.world.users {
			names = append(names, "@"+other.name)
		}
		return fitting(done, slash.KindUser, names), nil
	}
	if done.Ask.Type == slash.Channel {
		var names []string
		for _, other := range s.world.channels() {
			if other.dm == "" {
				names = append(names, "#"+other.name)
			}
		}
		return fitting(done, slash.KindValue, names), nil
	}
	if !done.Ask.Autocomplete || !s.gateway.online() {
		return nil, nil
	}
	return s.autocomplete(ctx, u, c, usable, done, locale)
}

// fitting are the names that hold what is typed.
func fitting(done slash.Completion, kind slash.ItemKind, names []string) []slash.Item {
	var items []slash.Item
	for _, name := range names {
		if strings.Contains(strings.ToLower(name), strings.ToLower(done.Typed)) {
			items = append(items, slash.Item{Kind: kind, Label: name, Insert: done.Before + name + " "})
		}
	}
	return items
}

// autocomplete asks the bot, and remembers which values it means by the names.
func (s *Server) autocomplete(ctx context.Context, u *user, c *channel, usable []*command, done slash.Completion, locale string) ([]slash.Item, error) {
	at := slices.IndexFunc(usable, func(x *command) bool { return x.Name == done.Call.Command })
	call := done.Call
	call.Options = slices.DeleteFunc(slices.Clone(call.Options), func(v slash.Value) bool {
		return v.Type == slash.Attachment || v.Type == slash.Role
	})
	i := &interaction{kind: autocompleteInteraction, user: u, channel: c, locale: locale, option: done.Ask}
	s.mu.Lock()
	for n := range call.Options {
		s.substitute(u, call, &call.Options[n])
	}
	data, err := s.callData(i, usable[at], call, nil)
	if err == nil {
		s.open(i, data)
	}
	s.mu.Unlock()
	if err != nil {
		return nil, nil // another value is not right yet: there is nothing to offer
	}
	if err := s.wait(ctx, i); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	meant := map[string]any{}
	var items []slash.Item
	for _, choice := range i.choices {
		name := strings.Join(strings.Fields(choice.Name), " ") // as it will be read back
		meant[name] = choice.Value
		help := ""
		if value := fmt.Sprint(choice.Value); value != choice.Name {
			help = value
		}
		items = append(items, slash.Item{Kind: slash.KindValue, Label: choice.Name, Help: help, Insert: done.Before + name + " "})
	}
	s.offered[offerKey(u, call, done.Ask.Name)] = meant
	return items, nil
}
