package shell

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine"
)

// request converts a saying into a request. It has no ID, as it cannot be delivered twice.
func (sh Shell) request(s Saying) (chat.Request, error) {
	r := chat.Request{
		App: world.BotID, Guild: world.GuildID, Channel: channel(s.Channel), User: user(s.User),
	}
	if s.Line == "" {
		return r, sh.press(s, &r)
	}
	called, err := slash.Parse(sh.Bot.Commands(), s.Line)
	if err != nil {
		return r, engine.Refuse("%s", err.Error())
	}
	r.Kind, r.Command, r.Sub, r.Options = chat.Command, called.Command, called.Sub, map[string]any{}
	for _, v := range called.Options {
		if r.Options[v.Name], err = value(v); err != nil {
			return r, err
		}
	}
	return r, nil
}

// value resolves the user or the file of an option.
func value(v slash.Value) (any, error) {
	text, _ := v.Value.(string)
	switch v.Type {
	case slash.User:
		return user(text), nil
	case slash.Attachment:
		data, err := os.ReadFile(text)
		if err != nil {
			return nil, engine.Refuse("%s cannot be read: %s", v.Name, err.Error())
		}
		return engine.File{Name: filepath.Base(text), Data: data}, nil
	default:
		return v.Value, nil
	}
}

// press fills in the request for the button that a saying presses.
func (sh Shell) press(s Saying, r *chat.Request) error {
	var labels []string
	for _, place := range buttonKeys(s) {
		list, _, err := buttonsKind.Get(sh.Records, place)
		if err != nil {
			return err
		}
		for _, b := range list {
			if name, ok := strings.CutPrefix(s.Press, "@"); ok && b.People {
				picked := user(name)
				r.Kind, r.Action, r.Values, r.People, r.OnPrivate = chat.Press, b.Action, []string{picked.ID}, []chat.User{picked}, b.Private
				return nil
			}
			if strings.EqualFold(b.Label, s.Press) {
				r.Kind, r.Action, r.Values, r.OnPrivate = chat.Press, b.Action, b.Values, b.Private
				return nil
			}
			labels = append(labels, b.Label)
		}
	}
	if len(labels) == 0 {
		return engine.Refuse("there is nothing to press here; a command shows buttons")
	}
	return engine.Refuse("there is no button %q here; there are: %s", s.Press, strings.Join(labels, ", "))
}
