package shell

import (
	"context"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/store"
)

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
