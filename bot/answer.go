package bot

import (
	"context"
	"strconv"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// answers turns what views and tools say into replies.
type answers struct {
	pictures *pictures
}

// reply is an answer, drawn later; t is nil for one that is about no table.
func (a *answers) reply(c *call, t *table.Table, said engine.Answer, private bool) chat.Reply {
	return c.later(c.place(private), func(context.Context, func(chat.Reply)) (chat.Reply, error) {
		return a.message(c, t, said, private), nil
	})
}

// message is an answer with its pictures and buttons.
func (a *answers) message(c *call, t *table.Table, said engine.Answer, private bool) chat.Reply {
	to := c.place(private)
	r := chat.Reply{Text: c.words.Say(said.Text), Private: to.Private, Update: to.Update, Data: said.Data}
	for i, scene := range said.Scenes {
		file, err := a.pictures.scene(c, t, scene)
		if err != nil {
			c.failed = true
			c.log.Error("draw answer", "channel", c.request.Channel, "game", c.entry.Game.ID, "err", err)
			continue
		}
		if _, named := scene.(engine.Drawing); !named {
			file.Name = strconv.Itoa(i+1) + "-" + file.Name
		}
		r.Files = append(r.Files, file)
	}
	for _, f := range said.Files {
		r.Files = append(r.Files, chat.Attachment{Name: f.Name, Data: f.Data})
	}
	var buttons []chat.Button
	for _, act := range said.Actions {
		buttons = append(buttons, c.runButton(t, act))
	}
	r.Rows = rowsOf(buttons)
	return r
}

// private reports whether the caller alone sees an answer: as is usual for the command,
// unless its argument lets them choose.
func private(usual bool, o engine.Options) bool {
	if chosen, ok := o["private"].(bool); ok {
		return chosen
	}
	return usual
}
