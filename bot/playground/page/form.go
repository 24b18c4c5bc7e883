package page

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

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

// chosenValues returns the values chosen from a menu.
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

// fieldName returns the field's name for error messages.
func fieldName(c *rules.Component) string { return cmp.Or(c.Label, c.CustomID) }
