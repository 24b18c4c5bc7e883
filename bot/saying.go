package bot

import (
	"encoding/json"
	"errors"
	"hash/fnv"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// requestOf turns a saying into what Discord would bring.
func (b *Bot) requestOf(s Saying) (chat.Request, error) {
	r := chat.Request{
		App: localUser(localBot).ID, Guild: localGuild, Channel: localChannel(s.Channel),
		User: localUser(s.User), Received: b.now(),
	}
	r.ID = strconv.FormatInt(r.Received.UnixNano(), 10)
	if s.Line == "" {
		return r, b.pressOf(s, &r)
	}
	call, err := slash.Parse(b.Commands(), s.Line)
	if err != nil {
		return r, engine.Refuse("%s", err.Error())
	}
	r.Kind, r.Command, r.Sub, r.Options = chat.Command, call.Command, call.Sub, map[string]any{}
	for _, v := range call.Options {
		if r.Options[v.Name], err = localValue(v); err != nil {
			return r, err
		}
	}
	return r, nil
}

// localValue finds the user or the file that an option names.
func localValue(v slash.Value) (any, error) {
	text, _ := v.Value.(string)
	switch v.Type {
	case slash.User:
		return localUser(text), nil
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

// Who and what there is where there is no Discord. The IDs are those of the
// playground, so that a game begun there goes on in a shell, and the other way round.
const (
	localBot   = "sixfold"
	localGuild = "1456074443980800001"
)

var (
	localUsers = map[string]chat.User{
		localBot: {ID: "1456074443980800002", Name: "Sixfold", Bot: true},
		"you":    {ID: "1456074443980800005", Name: "You"},
		"friend": {ID: "1456074443980800006", Name: "Friend"},
	}
	localChannels = map[string]string{
		"games": "1456074443980800003",
		"lobby": "1456074443980800004",
	}
)

// localUser finds a person by name or ID. Whoever is not known comes into being.
func localUser(name string) chat.User {
	name = strings.TrimPrefix(name, "@")
	if u, ok := localUsers[strings.ToLower(name)]; ok {
		return u
	}
	for _, u := range localUsers {
		if u.ID == name {
			return u
		}
	}
	return chat.User{ID: localID(name), Name: name}
}

// localChannel finds a channel by name or ID; any other comes into being.
func localChannel(name string) string {
	name = strings.TrimPrefix(name, "#")
	if id, ok := localChannels[strings.ToLower(name)]; ok {
		return id
	}
	return localID(name)
}

// localID is the ID of a name that is none already: the same one every time.
func localID(name string) string {
	if _, err := strconv.ParseUint(name, 10, 63); err == nil {
		return name
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(strings.ToLower(name)))
	return strconv.FormatUint(h.Sum64()>>1, 10)
}

// shown is a button, or a choice of a menu, that can be pressed.
type shown struct {
	Label   string   `json:"label"`
	Action  string   `json:"action"`
	Values  []string `json:"values,omitempty"`
	Private bool     `json:"private,omitempty"`
}

// shownOf lists what can be pressed under a reply and those that follow it.
func shownOf(reply chat.Reply) []shown {
	var list []shown
	for _, r := range messages(reply) {
		for _, row := range r.Rows {
			for _, button := range row.Buttons {
				if button.Action != "" && !button.Disabled {
					list = append(list, shown{Label: button.Label, Action: button.Action, Private: r.Private})
				}
			}
			if row.Menu == nil {
				continue
			}
			for _, choice := range row.Menu.Choices {
				list = append(list, shown{choice.Name, row.Menu.Action, []string{choice.Value}, r.Private})
			}
		}
	}
	return list
}

// pressOf finds what a saying presses.
func (b *Bot) pressOf(s Saying, r *chat.Request) error {
	var labels []string
	for _, place := range shownPlaces(s) {
		list, err := b.shownAt(place)
		if err != nil {
			return err
		}
		for _, button := range list {
			if strings.EqualFold(button.Label, s.Press) {
				r.Kind, r.Action, r.Values, r.OnPrivate = chat.Press, button.Action, button.Values, button.Private
				return nil
			}
			labels = append(labels, button.Label)
		}
	}
	if len(labels) == 0 {
		return engine.Refuse("there is nothing to press here; a command shows buttons")
	}
	return engine.Refuse("there is no button %q here; there are: %s", s.Press, strings.Join(labels, ", "))
}

// shownKind is the kind of the records that hold the buttons shown last.
const shownKind = "shown"

// shownPlaces are where buttons are kept that a person sees: private ones, then
// those of the channel.
func shownPlaces(s Saying) []string {
	channel := localChannel(s.Channel)
	return []string{channel + "/" + localUser(s.User).ID, channel}
}

func (b *Bot) shownAt(place string) (list []shown, err error) {
	data, err := b.store.Get(shownKind, place)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return list, json.Unmarshal(data, &list)
}

// keepShown remembers what can be pressed after a reply. A message without buttons
// leaves those of an earlier one in sight, unless it took its place.
func (b *Bot) keepShown(s Saying, reply chat.Reply) error {
	if reply.Refused {
		return nil
	}
	places, list := shownPlaces(s), shownOf(reply)
	if reply.Private {
		return b.putShown(places[0], list)
	}
	if err := b.putShown(places[0], nil); err != nil || len(list) == 0 && !reply.Update {
		return err
	}
	return b.putShown(places[1], list)
}

func (b *Bot) putShown(place string, list []shown) error {
	data, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return b.store.Put(shownKind, place, data)
}
