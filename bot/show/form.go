package show

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// maxFieldText is the longest text of a form's field, in characters.
const maxFieldText = 100

// menuField and a number name the menus of a form from which a verb's arguments are picked. A text
// field beside them takes typed arguments, and has the name of the first one.
const menuField = "menu"

// FieldSeparator separates the values that a reopened form holds, in the order of its fields.
const FieldSeparator = "|"

// Form returns a form for a verb's arguments, with menus where they can be picked, and text fields.
// before holds the previous values of the fields, as far as they are known.
func (c *Call) Form(t *table.Table, v engine.Verb, before []string) *chat.Form {
	label := t.Game.Controls.Buttons[v.Name].Label
	f := &chat.Form{
		Title:  chat.Shorten(c.Say("%s: %s", t.Game.Title, label), chat.MaxTitle),
		Action: c.TableButton(t, "fill", label, chat.Primary, v.Name).Action,
	}
	if menus := engine.PickingOf(t.Position, v.Name, "").Form; menus != nil {
		form := menus()
		f.Text, f.Fields = c.Words.Say(form.Says), c.pickedFields(v, form)
	} else {
		f.Fields = engine.Map(v.Args, c.field)
	}
	for i := range min(len(before), len(f.Fields)) {
		keep(&f.Fields[i], before[i])
	}
	return f
}

// field returns a field for an argument: a menu if it has choices.
func (c *Call) field(a engine.Arg) chat.Field {
	label, help := headOf(c.Words.Say(a.Help))
	f := chat.Field{
		ID: a.Name, Label: label, Help: chat.Shorten(chat.Capital(help), chat.MaxHelp), Required: a.Required, Max: maxFieldText, Long: a.Prose,
	}
	switch {
	case a.Prose:
		f.Max = a.Max
	case a.Kind == engine.Pick:
		f.Max = 1
		for _, choice := range a.Choices {
			f.Choices = append(f.Choices, chat.Suggestion{Name: chat.Shorten(c.Words.Say(choice.Title), chat.MaxChoice), Value: choice.ID})
		}
	}
	return f
}

// headOf splits a text that is too long for a title at its first punctuation.
func headOf(text string) (title, rest string) {
	if chat.Length(text) > chat.MaxTitle {
		if i := strings.IndexAny(text, ";:,"); i > 0 {
			text, rest = text[:i], strings.TrimSpace(text[i+1:])
		}
	}
	return chat.Shorten(text, chat.MaxTitle), rest
}

// AskForm returns the form of an [AskAction] for a command of the call's game. The line is the command
// and the names of the arguments asked for, each with the value that it had, if any: "natal|date|sex=man".
func (c *Call) AskForm(s Subcommand, line string) *chat.Form {
	g := c.Entry.Game
	title, _ := headOf(c.Words.Say(s.Help))
	f := &chat.Form{
		Title:  title,
		Action: strings.Join([]string{AskedAction, g.ID, "0", line}, ":"),
	}
	for _, asked := range strings.Split(line, FieldSeparator)[1:] {
		name, before, _ := strings.Cut(asked, "=")
		if a, ok := s.param(name); ok {
			field := c.field(a.Arg)
			keep(&field, before)
			f.Fields = append(f.Fields, field)
		}
	}
	return f
}

// Asked returns the values from the submitted form of [Call.AskForm], and a button that opens it again
// with those for which the custom ID has room.
func (c *Call) Asked(s Subcommand, line string) (options map[string]any, again chat.Button, err error) {
	options = map[string]any{}
	action := strings.Join([]string{AskAction, c.Entry.Game.ID, "0", s.Name}, ":")
	again = chat.Button{Label: c.Say("Try again"), Emoji: "🔁", Style: chat.Primary, Action: action}
	// The line holds what was filled in the last time, too, which leaves room to what comes now.
	names := engine.Map(strings.Split(line, FieldSeparator)[1:], func(asked string) string {
		name, _, _ := strings.Cut(asked, "=")
		return name
	})
	room := chat.MaxAction - len(AskedAction) + len(AskAction) - len(action) // in the form, whose action is longer
	for _, name := range names {
		room -= len(FieldSeparator) + len(name)
	}
	for _, name := range names {
		a, ok := s.param(name)
		text := strings.TrimSpace(c.Request.Fields[name] + strings.Join(c.Request.Chosen[name], ","))
		again.Action += FieldSeparator + name
		if held := "=" + strings.ReplaceAll(text, FieldSeparator, " "); len(held) <= room {
			again.Action, room = again.Action+held, room-len(held)
		}
		if !ok || text == "" {
			continue
		}
		value, wrong := a.Parse(text)
		options[name], err = value, cmp.Or(err, wrong)
	}
	return options, again, err
}

// pickedFields returns the menus for a verb's arguments, and a text field.
func (c *Call) pickedFields(v engine.Verb, form engine.Form) []chat.Field {
	var fields []chat.Field
	for i, m := range form.Menus {
		field := chat.Field{
			ID: menuField + strconv.Itoa(i+1), Label: chat.Shorten(c.Words.Say(m.Title), chat.MaxTitle), Choices: c.choices(m.Offers),
		}
		if m.Several {
			field.Min, field.Max = 1, len(m.Offers)
		}
		fields = append(fields, field)
	}
	return append(fields, chat.Field{
		ID: v.Args[0].Name, Label: c.Say("Or type it"), Help: chat.Shorten(c.Words.Say(v.Args[0].Help), chat.MaxHelp), Max: maxFieldText,
	})
}

func keep(f *chat.Field, before string) {
	if len(f.Choices) == 0 {
		f.Value = before
		return
	}
	picked := strings.Split(before, ",")
	for i := range f.Choices {
		f.Choices[i].Chosen = slices.Contains(picked, f.Choices[i].Value)
	}
}

// Filled returns the arguments of a verb from a submitted form. Typed text takes precedence over
// picked values.
func (c *Call) Filled(t *table.Table, v engine.Verb) (map[string]any, error) {
	if menus := engine.PickingOf(t.Position, v.Name, "").Form; menus != nil {
		if typed := strings.TrimSpace(c.Request.Fields[v.Args[0].Name]); typed != "" {
			return ArgumentsIn(v, typed), nil
		}
		form := menus()
		picked := make([][]string, len(form.Menus))
		for i := range picked {
			picked[i] = c.Request.Chosen[menuField+strconv.Itoa(i+1)]
		}
		arguments, err := form.Arguments(picked)
		return ArgumentsIn(v, arguments), err
	}
	raw := map[string]any{}
	for field, text := range c.Request.Fields {
		if text = strings.TrimSpace(text); text != "" {
			raw[field] = text
		}
	}
	return raw, nil
}

// ArgumentsIn splits a line into a verb's arguments: a word for each, and for the last one all words
// that remain.
func ArgumentsIn(v engine.Verb, line string) map[string]any {
	raw := map[string]any{}
	words := strings.Fields(line)
	for i, a := range v.Args {
		switch last := i == len(v.Args)-1; {
		case len(words) <= i:
		case last:
			raw[a.Name] = strings.Join(words[i:], " ")
		default:
			raw[a.Name] = words[i]
		}
	}
	return raw
}

// TryAgain returns a button that reopens a form with the values for which the custom ID has room.
func (c *Call) TryAgain(t *table.Table, v engine.Verb) chat.Button {
	again := func(held []string) chat.Button {
		return c.TableButton(t, "form", engine.T("Try again"), chat.Primary, strings.Join(append([]string{v.Name}, held...), FieldSeparator)).With("🔁")
	}
	var held []string
	for _, field := range c.Form(t, v, nil).Fields {
		value := strings.Join(c.Request.Chosen[field.ID], ",")
		if len(field.Choices) == 0 {
			value = strings.ReplaceAll(strings.TrimSpace(c.Request.Fields[field.ID]), FieldSeparator, " ")
		}
		if held = append(held, value); len(again(held).Action) > chat.MaxAction {
			held[len(held)-1] = ""
		}
	}
	if b := again(held); len(b.Action) <= chat.MaxAction {
		return b
	}
	return again(nil)
}
