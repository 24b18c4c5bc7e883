package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
)

// place says where an answer goes: to a message of its own, unless the pressed button
// has it take the place of the message above. There it is as private as that was: a
// private answer takes no message away that others see.
func (c *call) place(private bool) chat.Reply {
	if c.replace && (c.OnPrivate || !private) {
		return chat.Reply{Private: c.OnPrivate, Update: true}
	}
	return chat.Reply{Private: private}
}

// answer turns what a view or a tool says into a reply; t is nil for a tool.
func (c *call) answer(t *table.Table, a engine.Answer, private bool) chat.Reply {
	r := c.place(private)
	r.Later = func(context.Context, func(chat.Reply)) chat.Reply { return c.answered(t, a, private) }
	return r
}

func (c *call) answered(t *table.Table, a engine.Answer, private bool) chat.Reply {
	to := c.place(private)
	r := told(c.words.Say(a.Text), to.Private)
	r.Update, r.Data = to.Update, a.Data
	for i, scene := range a.Scenes {
		file, err := c.scene(t, scene, a.Text)
		if err != nil {
			c.failed = true
			c.log.Error("draw answer", "channel", c.Channel, "game", c.entry.Game.ID, "err", err)
			continue
		}
		if _, named := scene.(engine.Drawing); !named {
			file.Name = strconv.Itoa(i+1) + "-" + file.Name
		}
		r.Files = append(r.Files, file)
	}
	for _, f := range a.Files {
		r.Files = append(r.Files, chat.Attachment{Name: f.Name, Data: f.Data})
	}
	var buttons []chat.Button
	for _, act := range a.Actions {
		buttons = append(buttons, c.actionButton(t, act))
	}
	r.Rows = rowsOf(buttons)
	return r
}

// told is a text as one message, or as many as it needs.
func told(text string, private bool) chat.Reply {
	parts := chat.Pages(text, chat.MaxText)
	r := chat.Reply{Text: parts[0], Private: private}
	for _, part := range parts[1:] {
		r.After = append(r.After, chat.Reply{Text: part, Private: private})
	}
	return r
}

// describer is a scene that says what it shows, as positions do.
type describer interface{ Describe() engine.Text }

func (c *call) scene(t *table.Table, scene any, alt engine.Text) (chat.Attachment, error) {
	switch shown := scene.(type) {
	case describer:
		alt = shown.Describe()
	case engine.Film:
		alt = filmAlt(shown, alt)
		if t != nil {
			return c.draw(c.games[t.Game.ID], shown, c.style(t), alt)
		}
	}
	if t != nil {
		return c.picture(t, scene)
	}
	return c.draw(c.entry, scene, render.Style{Theme: c.theme(), Say: c.words.Say}, alt)
}

// filmAlt says in words what a film shows: how many pictures, and the last of them.
func filmAlt(f engine.Film, alt engine.Text) engine.Text {
	if len(f.Frames) > 0 {
		if last, ok := f.Frames[len(f.Frames)-1].(describer); ok {
			alt = last.Describe()
		}
	}
	return engine.T("Moving pictures, %s in all. At the end: %s", strconv.Itoa(len(f.Frames)), alt)
}

// rowsOf puts buttons in rows.
func rowsOf(list []chat.Button) []chat.Row {
	var rows []chat.Row
	for chunk := range slices.Chunk(list, chat.MaxButtons) {
		rows = append(rows, chat.Row{Buttons: chunk})
	}
	return rows
}

// Buttons that run a line as a command of a game, and those whose answer takes the
// place of the message above. Their custom ID is
//
//	name:game:table:line
//
// where the table is 0 for none.
const (
	runAction   = "run"
	rerunAction = "rerun"
)

// runParts are the parts of such an ID.
const runParts = 4

func (c *call) actionButton(t *table.Table, act engine.Action) chat.Button {
	name, number := runAction, 0
	if act.Replace {
		name = rerunAction
	}
	if t != nil {
		number = t.Key.Number
	}
	id := []string{name, c.entry.Game.ID, strconv.Itoa(number), act.Line}
	return chat.Button{Label: c.words.Say(act.Label), Style: chat.Secondary, Action: strings.Join(id, ":")}
}

// runLine runs what stands on a button as if it had been typed, at the button's table
// if the command is about one.
func (c *call) runLine(parts []string) (chat.Reply, error) {
	if len(parts) != runParts || c.games[parts[1]] == nil {
		return chat.Reply{}, unknownButton()
	}
	number, err := strconv.Atoi(parts[2])
	if err != nil {
		return chat.Reply{}, unknownButton()
	}
	c.replace = parts[0] == rerunAction
	c.fresh = !c.replace
	var reply chat.Reply
	for _, line := range engine.Commands(parts[3]) {
		if reply, err = c.runAt(parts[1], number, line); err != nil {
			return reply, err
		}
	}
	return reply, nil
}

// runAt runs a line of a game at a table, if its command is about one.
func (c *call) runAt(game string, number int, line string) (chat.Reply, error) {
	called, err := slash.Parse(c.Commands(), "/"+game+" "+line)
	if err != nil {
		return chat.Reply{}, unknownButton()
	}
	c.entry = c.games[called.Command]
	c.Command, c.Sub, c.Options = called.Command, called.Sub, map[string]any{}
	for _, v := range called.Options {
		c.Options[v.Name] = v.Value
	}
	s, _ := c.subcommand(c.Sub)
	if _, named := c.Options[tableParam.Name]; number > 0 && !named && s.takes(tableParam.Name, number) {
		c.Options[tableParam.Name] = number
	}
	return c.command()
}

// tool runs a command that needs no table.
func (c *call) tool(tool engine.Tool) (chat.Reply, error) {
	o, err := c.options(tool.Args, false)
	if err != nil {
		return chat.Reply{}, err
	}
	env, private := c.env(), discreet(tool.Private, o)
	r := c.place(private)
	r.Later = func(ctx context.Context, show func(chat.Reply)) chat.Reply {
		var a engine.Answer
		run := func() (err error) {
			a, err = tool.Run(ctx, env, o, func(a engine.Answer) { show(c.answered(nil, a, private)) })
			return err
		}
		if quick := run; tool.Slow {
			run = func() error { return c.pool.Queue(ctx, quick) }
		}
		if err := run(); err != nil {
			return c.refuse(err)
		}
		return c.answered(nil, a, private)
	}
	return r, nil
}
