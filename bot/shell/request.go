package shell

import (
	"context"
	"hash/fnv"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
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

// button is a button or a menu's choice that can be pressed.
type button struct {
	Label   string   `json:"label"`
	Action  string   `json:"action"`
	Values  []string `json:"values,omitempty"`
	People  bool     `json:"people,omitempty"` // a menu of people, pressed by naming one: "@friend"
	Private bool     `json:"private,omitempty"`
}

// buttonsOf returns the buttons of a reply and its further messages.
func buttonsOf(reply chat.Reply) []button {
	var list []button
	for _, r := range messages(reply) {
		for _, row := range r.Rows {
			for _, b := range row.Buttons {
				if b.Action != "" && !b.Disabled {
					list = append(list, button{Label: b.Name(), Action: b.Action, Private: r.Private})
				}
			}
			if row.Menu == nil {
				continue
			}
			if row.Menu.People {
				list = append(list, button{Label: "@name", Action: row.Menu.Action, People: true, Private: r.Private})
			}
			for _, choice := range row.Menu.Choices {
				list = append(list, button{Label: choice.Name, Action: row.Menu.Action, Values: []string{choice.Value}, Private: r.Private})
			}
		}
	}
	return list
}

// buttonsKind is the kind of the records with the last buttons shown.
const buttonsKind store.Kind[[]button] = "shown"

// buttonKeys returns the IDs of the records with the buttons that a person sees: first private
// ones, then the channel's.
func buttonKeys(s Saying) []string {
	at := channel(s.Channel)
	return []string{at + "/" + user(s.User).ID, at}
}

// keepButtons stores the buttons of a reply. A message without buttons keeps an earlier one's,
// unless it replaces that message.
func (sh Shell) keepButtons(ctx context.Context, s Saying, reply chat.Reply) error {
	if reply.Refused {
		return nil
	}
	kept, list := buttonKeys(s), buttonsOf(reply)
	return store.Update(ctx, sh.Records, store.Op{}, func(tx *store.Tx) error {
		if reply.Private {
			return buttonsKind.Put(tx, kept[0], list)
		}
		if err := buttonsKind.Put(tx, kept[0], nil); err != nil || len(list) == 0 && !reply.Update {
			return err
		}
		return buttonsKind.Put(tx, kept[1], list)
	})
}

// user returns a person by name or ID. An unknown name gets an ID derived from it.
func user(name string) chat.User {
	name = strings.TrimPrefix(name, "@")
	for _, u := range append(world.People(), world.Bot()) {
		if strings.EqualFold(u.Key, name) || u.ID == name {
			return chat.User{ID: u.ID, Name: u.Name, Bot: u.IsBot}
		}
	}
	return chat.User{ID: hashID(name), Name: name}
}

// channel returns the ID of a channel by name or ID. An unknown name gets an ID derived from it.
func channel(name string) string {
	name = strings.TrimPrefix(name, "#")
	for _, c := range world.Channels() {
		if strings.EqualFold(c.Name, name) {
			return c.ID
		}
	}
	return hashID(name)
}

// hashID returns a numeric name unchanged, and otherwise an ID derived from the name.
func hashID(name string) string {
	if _, err := strconv.ParseUint(name, 10, 63); err == nil {
		return name
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(strings.ToLower(name)))
	return strconv.FormatUint(h.Sum64()>>1, 10)
}
