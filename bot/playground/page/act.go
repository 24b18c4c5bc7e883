package page

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

func (p *page) click(ctx context.Context, req *request) (any, error) {
	return p.press(ctx, req, func(_ *world.Interaction, c *rules.Component) (object, error) {
		if c.Type != rules.Button {
			return nil, refusef("%q is no button", req.CustomID)
		}
		return object{"component_type": rules.Button, "custom_id": c.CustomID, "id": c.ID}, nil
	})
}

func (p *page) choose(ctx context.Context, req *request) (any, error) {
	return p.press(ctx, req, func(i *world.Interaction, c *rules.Component) (object, error) {
		if !c.IsSelect() {
			return nil, refusef("%q is no menu", req.CustomID)
		}
		values, r := rules.NotNull(req.Values), resolved{}
		if least, most := c.ValueBounds(); len(values) < least || len(values) > most {
			return nil, refusef("choose %d to %d", least, most)
		}
		for _, v := range values {
			if err := p.selectable(i, c, v, r); err != nil {
				return nil, err
			}
		}
		data := object{"component_type": c.Type, "custom_id": c.CustomID, "id": c.ID, "values": values}
		if len(r) > 0 {
			data["resolved"] = r
		}
		return data, nil
	})
}

// selectable checks a value of a menu, and adds what it refers to to r.
func (p *page) selectable(i *world.Interaction, c *rules.Component, value string, r resolved) error {
	switch c.Type {
	case rules.StringSelect:
		if slices.ContainsFunc(c.Options, func(o rules.SelectOption) bool { return o.Value == value }) {
			return nil
		}
	case rules.UserSelect:
		if u := p.World.User(value); u != nil && u.ID == value {
			p.addUser(r, u, i.Channel)
			return nil
		}
	}
	return refusef("the menu does not offer %q", value)
}

// press uses a component of a message, if the user sees it and it is enabled.
func (p *page) press(ctx context.Context, req *request, data func(*world.Interaction, *rules.Component) (object, error)) (any, error) {
	m, ok := p.Messages.Get(req.in.ID, req.Message)
	if !ok || !m.SeenBy(req.by) {
		return nil, refusef("there is no message %q", req.Message)
	}
	c := rules.Find(m.Components, req.CustomID)
	switch {
	case c == nil:
		return nil, refusef("the message has no component %q", req.CustomID)
	case c.Disabled:
		return nil, refusef("%q is disabled", req.CustomID)
	}
	i := &world.Interaction{Type: world.ComponentInteraction, User: req.by, Channel: req.in, Locale: req.locale(), Source: m.ID}
	o, err := data(i, c)
	if err != nil {
		return nil, err
	}
	p.Interactions.Open(i, o)
	return p.outcome(ctx, i, req.Wait)
}

// runCommand runs a slash command, or a user command if the request has a target.
func (p *page) runCommand(ctx context.Context, req *request) (any, error) {
	i := &world.Interaction{Type: world.CommandInteraction, User: req.by, Channel: req.in, Locale: req.locale()}
	read := p.commandData
	if req.Target != "" {
		read = p.targetData
	}
	data, err := read(i, req)
	if err != nil {
		return nil, err
	}
	p.Interactions.Open(i, data)
	return p.outcome(ctx, i, req.Wait)
}

// outcome returns an interaction's ID. With wait, it waits for the first answer and returns that
// too.
func (p *page) outcome(ctx context.Context, i *world.Interaction, wait bool) (any, error) {
	if !wait {
		return object{"interaction": i.ID}, nil
	}
	o, err := p.Interactions.Wait(ctx, i)
	if err != nil {
		return nil, err
	}
	v := object{"interaction": i.ID, "message": nil, "modal": nil}
	if o.Late {
		v["notice"] = world.DidNotRespond
	}
	if o.Message != nil {
		v["message"] = view(p.World, p.Messages, o.Message)
	}
	if o.Modal != nil {
		v["modal"] = viewModal(o.Modal)
	}
	return v, nil
}

func (p *page) say(_ context.Context, req *request) (any, error) {
	text := strings.TrimSpace(req.Text)
	if n := utf8.RuneCountInString(text); n == 0 || n > rules.MaxContent {
		return nil, refusef("a message has 1 to %d characters", rules.MaxContent)
	}
	d := &rules.Draft{Content: rules.Optional[string]{Set: true, Value: text}}
	m, err := p.Messages.Post(world.Message{Channel: req.in.ID, Author: req.by.ID}, d)
	if err != nil {
		return nil, refusef("%v", err)
	}
	return object{"message": view(p.World, p.Messages, &m)}, nil
}

func (p *page) dismiss(_ context.Context, req *request) (any, error) {
	u, err := p.person(req.User)
	if err != nil {
		return nil, err
	}
	for _, c := range p.World.Channels() {
		if m, ok := p.Messages.Get(c.ID, req.Message); ok && m.To == u.ID {
			p.Messages.Delete(c.ID, m.ID)
			return object{}, nil
		}
	}
	return nil, refusef("there is no private message %q", req.Message)
}

func (p *page) thread(_ context.Context, req *request) (any, error) {
	name := strings.TrimSpace(req.Text)
	switch n := utf8.RuneCountInString(name); {
	case n == 0 || n > rules.MaxThreadName:
		return nil, refusef("a thread's name has 1 to %d characters", rules.MaxThreadName)
	case req.in.DM != "" || req.in.Parent != "":
		return nil, refusef("a thread is opened in a channel of the server")
	}
	return object{"channel": p.World.OpenThread(req.in, req.by, &rules.Thread{Name: name}).ID}, nil
}

func (p *page) submit(ctx context.Context, req *request) (any, error) {
	u, err := p.person(req.User)
	if err != nil {
		return nil, err
	}
	i, err := p.Interactions.Submit(req.Modal, u, func(m *world.Modal) (any, error) {
		return fill(m.Components, req.Fields)
	})
	if errors.Is(err, world.ErrNoModal) {
		return nil, refusef("there is no form %q", req.Modal)
	}
	if err != nil {
		return nil, err
	}
	return p.outcome(ctx, i, req.Wait)
}

// fill returns a form's components with the typed values. Omitted fields keep their initial value.
func fill(components []rules.Component, fields map[string]any) ([]object, error) {
	filled := []object{}
	for i := range components {
		c := &components[i]
		o := object{"type": c.Type, "id": c.ID}
		var err error
		switch {
		case c.Type == rules.TextInput:
			o["custom_id"] = c.CustomID
			o["value"], err = typedText(c, fields)
		case c.IsSelect():
			o["custom_id"] = c.CustomID
			o["values"], err = chosenValues(c, fields)
		case c.Type == rules.Label:
			inner := *c.Component
			inner.Label = c.Label // for error messages
			var only []object
			if only, err = fill([]rules.Component{inner}, fields); err == nil {
				o["component"] = only[0]
			}
		case c.Type == rules.ActionRow:
			o["components"], err = fill(c.Components, fields)
		}
		if err != nil {
			return nil, err
		}
		filled = append(filled, o)
	}
	return filled, nil
}

func typedText(c *rules.Component, fields map[string]any) (string, error) {
	text := c.Value
	if v, ok := fields[c.CustomID]; ok {
		if text, ok = v.(string); !ok {
			return "", refusef("%s is a text", c.CustomID)
		}
	}
	least, most := c.LengthBounds()
	n := utf8.RuneCountInString(text)
	switch {
	case n == 0 && (c.Required == nil || *c.Required):
		return "", refusef("%s is required", fieldName(c))
	case n > most, n > 0 && n < least:
		return "", refusef("%s takes %d to %d characters", fieldName(c), least, most)
	}
	return text, nil
}

func chosenValues(c *rules.Component, fields map[string]any) ([]string, error) {
	values := []string{}
	given, ok := fields[c.CustomID]
	items, isList := given.([]any)
	switch {
	case ok && !isList:
		return nil, refusef("%s is a list of values", fieldName(c))
	case !ok:
		for _, o := range c.Options {
			if o.Default {
				items = append(items, o.Value)
			}
		}
	}
	for _, v := range items {
		text, _ := v.(string)
		switch {
		case c.Type == rules.StringSelect && !slices.ContainsFunc(c.Options, func(o rules.SelectOption) bool { return o.Value == text }):
			return nil, refusef("%s does not offer %q", fieldName(c), text)
		case slices.Contains(values, text):
			return nil, refusef("%s has %q twice", fieldName(c), text)
		}
		values = append(values, text)
	}
	least, most := c.ValueBounds()
	optional := c.Required != nil && !*c.Required
	if n := len(values); (n > 0 || !optional) && (n < least || n > most) {
		return nil, refusef("%s takes %d to %d values", fieldName(c), least, most)
	}
	return values, nil
}

func fieldName(c *rules.Component) string { return cmp.Or(c.Label, c.CustomID) }
