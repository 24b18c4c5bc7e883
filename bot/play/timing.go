package play

import (
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

var clockArg = engine.Arg{
	Name: "clock", Help: engine.T("Time to move: days a move, or live minutes and seconds a move, such as 10+5"),
	Kind: engine.Word, Max: 32, Suggest: suggestClocks,
}

// suggestClocks offers the usual time controls, or else the typed one.
func suggestClocks(_ engine.Position, typed string) []engine.Named {
	var list []engine.Named
	for _, c := range append([]table.Control{{}}, table.UsualControls...) {
		if strings.HasPrefix(c.String(), strings.ToLower(typed)) {
			list = append(list, namedClock(c))
		}
	}
	if c, err := table.ParseControl(typed); err == nil && len(list) == 0 {
		list = append(list, namedClock(c))
	}
	return list
}

func namedClock(c table.Control) engine.Named {
	if c.None() {
		return engine.Named{ID: c.String(), Title: engine.T("No clock")}
	}
	return engine.Named{ID: c.String(), Title: engine.T("%s: %s", c.String(), c.Words())}
}

// control reads the time control asked for, and shortens it in the command, which buttons repeat.
func control(c *show.Call) (table.Control, error) {
	o, err := c.Options([]engine.Arg{clockArg}, false)
	if err != nil {
		return table.Control{}, err
	}
	control, err := table.ParseControl(o.Text(clockArg.Name))
	if err == nil && !control.None() {
		c.Request.Options[clockArg.Name] = control.String()
	}
	return control, err
}

// Pause asks for a pause, or ends one.
func (h *Handlers) Pause(c *show.Call) (chat.Reply, error) {
	timed := func(b *table.Brief) bool {
		return b.Sits(c.User.ID) && !b.Head.Over && !b.Waiting() && !b.Control().None()
	}
	t, err := show.TableThat(c, h.Tables, table.ToMove, table.OpenFirst, timed)
	if err != nil {
		return chat.Reply{}, err
	}
	return h.PauseAt(c, t)
}

// PauseAt asks the other person for a pause, or ends one.
func (h *Handlers) PauseAt(c *show.Call, t *table.Table) (chat.Reply, error) {
	if err := t.RequirePlaying(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	if t.Paused() {
		return h.Resume(c, t)
	}
	if err := t.RequireTime(h.Env.Now()); err != nil {
		return chat.Reply{}, err
	}
	other := t.Opponent(c.User.ID)
	switch {
	case t.Control().None():
		return chat.Reply{}, engine.Refuse("there is no clock at this table, so take your time")
	case other == "":
		return chat.Reply{}, engine.Refuse("a clock against the bot is not paused, for there is nobody to agree; %s opens a table without one", t.Game.Command("new"))
	}
	return h.ask(c, t, table.Pause, other, engine.T("A request by **%s**: to pause the clock. It runs until that is agreed.", chat.Name(c.User.Name)))
}

func (h *Handlers) allowPause(c *show.Call, t *table.Table, by string) (chat.Reply, error) {
	t.Pause(h.Env.Now())
	return h.saveAndCall(c, t, by, table.Notice{
		Text:  engine.T("Agreed by **%s**: nobody moves until one of you resumes.", chat.Name(c.User.Name)),
		Nudge: engine.T("%s, the clock is paused.", chat.Mention(by)),
	})
}

// Resume ends a pause.
func (h *Handlers) Resume(c *show.Call, t *table.Table) (chat.Reply, error) {
	if err := t.RequirePlaying(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	if !t.Paused() {
		return chat.Reply{}, engine.Refuse("the clock is not paused")
	}
	other := t.Opponent(c.User.ID)
	t.Resume()
	return h.saveAndCall(c, t, other, table.Notice{
		Text:  engine.T("The clock goes on, says **%s**. %s", chat.Name(c.User.Name), t.StatusWords()),
		Nudge: engine.T("%s, the clock runs again.", chat.Mention(other)),
	})
}

func (h *Handlers) saveAndCall(c *show.Call, t *table.Table, other string, n table.Notice) (chat.Reply, error) {
	if err := h.Tables.Save(t, c.Op()); err != nil {
		return chat.Reply{}, err
	}
	n.Calls = []string{other}
	return h.ShowTable(c, t, n), nil
}
