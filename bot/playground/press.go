package playground

import (
	"context"
	"slices"
	"unicode/utf8"
)

// click serves POST /api/click.
func (s *Server) click(ctx context.Context, req *request) (any, error) {
	return s.press(ctx, req, func(_ *interaction, c *component) (object, error) {
		if c.Type != button {
			return nil, refusef("%q is no button", req.CustomID)
		}
		return object{"component_type": button, "custom_id": c.CustomID, "id": c.ID}, nil
	})
}

// choose serves POST /api/select.
func (s *Server) choose(ctx context.Context, req *request) (any, error) {
	return s.press(ctx, req, func(i *interaction, c *component) (object, error) {
		if !c.isSelect() {
			return nil, refusef("%q is no menu", req.CustomID)
		}
		values, r := list(req.Values), resolved{}
		if least, most := selectBounds(c); len(values) < least || len(values) > most {
			return nil, refusef("choose %d to %d", least, most)
		}
		for _, v := range values {
			if err := s.selectable(i, c, v, r); err != nil {
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

// selectable checks one value of a menu and resolves it. The lock is held.
func (s *Server) selectable(i *interaction, c *component, value string, r resolved) error {
	switch c.Type {
	case stringSelect:
		if slices.ContainsFunc(c.Options, func(o selectOption) bool { return o.Value == value }) {
			return nil
		}
	case userSelect, mentionableSelect:
		if u := s.world.user(value); u != nil && u.id == value {
			r.addUser(u, i.channel)
			return nil
		}
	case channelSelect:
		if in := s.world.channel(value); in != nil && in.dm == "" {
			r.add("channels", in.id, s.world.partialChannelJSON(in, i.user))
			return nil
		}
	}
	return refusef("the menu does not offer %q", value)
}

// press uses a component of a message, if the user sees it and it is enabled.
func (s *Server) press(ctx context.Context, req *request, data func(*interaction, *component) (object, error)) (any, error) {
	u, in, err := s.where(req.User, req.Channel)
	if err != nil {
		return nil, err
	}
	i := &interaction{kind: componentInteraction, user: u, channel: in, locale: req.locale()}
	s.mu.Lock()
	err = func() error {
		m := s.find(in.id, req.Message)
		if m == nil || !m.seenBy(u) {
			return refusef("there is no message %q", req.Message)
		}
		c := findComponent(m.Components, req.CustomID)
		switch {
		case c == nil:
			return refusef("the message has no component %q", req.CustomID)
		case c.Disabled:
			return refusef("%q is disabled", req.CustomID)
		}
		i.source = m.ID
		o, err := data(i, c)
		if err == nil {
			s.open(i, o)
		}
		return err
	}()
	s.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return s.outcome(ctx, i, req.Wait)
}

// submit serves POST /api/submit.
func (s *Server) submit(ctx context.Context, req *request) (any, error) {
	u := s.person(req.User)
	if u == nil {
		return nil, refusef("there is no user %q", req.User)
	}
	s.mu.Lock()
	m := s.modals[req.Modal]
	if m == nil || m.user != u {
		s.mu.Unlock()
		return nil, refusef("there is no form %q", req.Modal)
	}
	i := &interaction{kind: modalInteraction, user: u, channel: m.channel, locale: m.locale, source: m.source}
	components, err := fill(m.draft.Components, req.Fields)
	if err == nil {
		delete(s.modals, m.id)
		s.open(i, object{"custom_id": m.draft.CustomID, "components": components})
	}
	s.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return s.outcome(ctx, i, req.Wait)
}

// fill gives a form's components the values that were typed. A field that was left
// out keeps the value it came with.
func fill(components []component, fields map[string]any) ([]object, error) {
	filled := []object{}
	for i := range components {
		c := &components[i]
		o := object{"type": c.Type, "id": c.ID}
		switch {
		case c.Type == textInput:
			text, err := typedText(c, fields)
			if err != nil {
				return nil, err
			}
			o["custom_id"], o["value"] = c.CustomID, text
		case c.isSelect():
			values, err := chosenValues(c, fields)
			if err != nil {
				return nil, err
			}
			o["custom_id"], o["values"] = c.CustomID, values
		case c.Type == label:
			inner, err := fill([]component{*c.Component}, fields)
			if err != nil {
				return nil, err
			}
			o["component"] = inner[0]
		case c.Type == actionRow:
			inner, err := fill(c.Components, fields)
			if err != nil {
				return nil, err
			}
			o["components"] = inner
		}
		filled = append(filled, o)
	}
	return filled, nil
}

func typedText(c *component, fields map[string]any) (string, error) {
	text := c.Value
	if v, ok := fields[c.CustomID]; ok {
		if text, ok = v.(string); !ok {
			return "", refusef("%s is a text", c.CustomID)
		}
	}
	least, most := inputBounds(c)
	n := utf8.RuneCountInString(text)
	switch {
	case n == 0 && (c.Required == nil || *c.Required):
		return "", refusef("%s is required", c.name())
	case n > most, n > 0 && n < least:
		return "", refusef("%s takes %d to %d characters", c.name(), least, most)
	}
	return text, nil
}

func chosenValues(c *component, fields map[string]any) ([]string, error) {
	values := []string{}
	items, _ := fields[c.CustomID].([]any)
	for _, v := range items {
		text, _ := v.(string)
		if c.Type == stringSelect && !slices.ContainsFunc(c.Options, func(o selectOption) bool { return o.Value == text }) {
			return nil, refusef("%s does not offer %q", c.name(), text)
		}
		values = append(values, text)
	}
	least, most := selectBounds(c)
	if c.Required != nil && !*c.Required {
		least = 0
	}
	if len(values) < least || len(values) > most {
		return nil, refusef("%s takes %d to %d values", c.name(), least, most)
	}
	return values, nil
}

// name is what a person calls the field.
func (c *component) name() string {
	if c.Label != "" {
		return c.Label
	}
	return c.CustomID
}
