package bot

import (
	"context"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/store"
)

// updates reports whether the reply replaces the message under which the caller
// pressed a button. A private message is left alone: others could not see it.
func (c *call) updates() bool {
	return (c.Kind == chat.Press || c.Kind == chat.Submit) && !c.OnPrivate && !c.fresh && !c.private
}

// board shows a table. Levels whose turn it is move first, where all see it.
func (c *call) board(t *table.Table, n table.Notice) chat.Reply {
	return chat.Reply{Update: c.updates(), Private: c.private, Later: func(ctx context.Context, show func(chat.Reply)) chat.Reply {
		if t.LevelToMove() != "" && !c.private {
			var err error
			t, n, err = c.levels.Play(ctx, t, n, func(t *table.Table, n table.Notice) { show(c.drawn(t, n)) })
			c.failed = c.failed || err != nil
		}
		return c.drawn(t, n)
	}}
}

// drawn is the finished message: words, picture, buttons.
func (c *call) drawn(t *table.Table, n table.Notice) chat.Reply {
	r := c.notify(n)
	r.Data = t.Position
	r.Rows = c.buttons(t)
	file, err := c.picture(t, t.Position)
	if err != nil {
		c.failed = true
		c.log.Error("draw table", t.Attr(), "err", err)
		r.Text += "\n```\n" + t.Position.String() + "\n```"
		return r
	}
	r.Files = []chat.Attachment{file}
	return r
}

// notify is a message of words alone. After an update its nudge follows.
func (c *call) notify(n table.Notice) chat.Reply {
	r := chat.Reply{Text: c.words.Say(n.Text), Update: c.updates(), Private: c.private}
	switch nudge := c.words.Say(n.Nudge); {
	case nudge == "":
	case r.Update:
		r.After = []chat.Reply{{Text: nudge, Mentions: n.Calls}}
	default:
		r.Text += " " + nudge
		r.Mentions = n.Calls
	}
	return r
}

// picture draws a scene of a table.
func (c *call) picture(t *table.Table, scene any) (chat.Attachment, error) {
	return c.draw(c.games[t.Game.ID], scene, c.style(t), t.Alt())
}

// style is how pictures of a table look, and what their captions say.
func (c *call) style(t *table.Table) render.Style {
	style := render.Style{
		Theme: c.theme(), Say: c.words.Say, Note: chat.Capital(c.words.Say(t.Note())), Names: t.PlainNames(c.words),
	}
	if o := t.Outcome(); t.Record.Result != nil && o.Status == engine.Won {
		style.Winners = []engine.Seat{o.Winner}
	}
	return style
}

// draw makes a picture of a scene, one that moves of a film.
func (c *call) draw(entry *Entry, scene any, style render.Style, alt engine.Text) (chat.Attachment, error) {
	name, work := entry.Game.ID+".png", func() ([]byte, error) { return render.PNG(entry.Draw, scene, style) }
	switch scene := scene.(type) {
	case engine.Film:
		name, work = entry.Game.ID+".gif", func() ([]byte, error) { return render.GIF(entry.Draw, scene, style) }
	case engine.Drawing:
		name, work = scene.Name, func() ([]byte, error) { return render.File(entry.Draw, entry.Encode, scene, style) }
	}
	data, err := c.drawnBy(work)
	if err != nil {
		return chat.Attachment{}, err
	}
	return chat.Attachment{Name: name, Data: data, Alt: c.words.Say(alt)}, nil
}

// drawnBy makes a picture. No more are made at a time than there are cores: a crowd of
// half-made pictures would take memory, and the time in which others must get a first
// answer.
func (c *call) drawnBy(work func() ([]byte, error)) ([]byte, error) {
	c.drawing <- struct{}{}
	defer func() { <-c.drawing }()
	began := time.Now()
	data, err := work()
	if err == nil {
		c.watch.Drawn(time.Since(began))
	}
	return data, err
}

// buttons are what can be done at a table.
func (c *call) buttons(t *table.Table) []chat.Row {
	var list []chat.Button
	switch {
	case t.Waiting():
		list = c.challengeButtons(t)
	case len(t.People()) == 0 && !t.Record.Over:
		list = []chat.Button{c.button(t, "stop", engine.T("Stop"), chat.Danger)}
	default:
		return append(rowsOf(c.playButtons(t)), c.menus(t)...)
	}
	return rowsOf(list)
}

func (c *call) challengeButtons(t *table.Table) []chat.Button {
	if t.Asks(table.Open) {
		return []chat.Button{c.button(t, "accept", engine.T("Join"), chat.Success), c.button(t, "withdraw", engine.T("Withdraw"), chat.Secondary)}
	}
	return []chat.Button{c.button(t, "accept", engine.T("Accept"), chat.Success), c.button(t, "decline", engine.T("Decline"), chat.Danger)}
}

// playButtons are the game's own, then those of every game.
func (c *call) playButtons(t *table.Table) []chat.Button {
	list := c.verbButtons(t)
	for _, v := range t.Game.Views {
		if !v.Button.Empty() && (!v.AfterEnd || t.Record.Over && len(t.Record.Moves) > 0) && !(v.BeforeEnd && t.Record.Over) {
			list = append(list, c.button(t, "view", v.Button, chat.Secondary, v.Name))
		}
	}
	moved := slices.ContainsFunc(t.Record.Moves, func(m store.Move) bool { return table.IsUser(m.By) })
	switch {
	case t.Record.Over && t.Began():
		if len(t.Record.Seats) == 1 && t.Record.Result == nil && moved {
			list = append(list, c.button(t, "undo", engine.T("Undo"), chat.Secondary))
		}
		return append(list, c.button(t, "rematch", engine.T("Rematch"), chat.Success))
	case t.Record.Over:
		return list
	}
	// While a level thinks it is nobody's turn, but taking back and giving up end the thought.
	thinks := t.LevelToMove() != ""
	for i := range list {
		list[i].Disabled = thinks
	}
	if moved {
		list = append(list, c.button(t, "undo", engine.T("Undo"), chat.Secondary))
	}
	if t.Game.Opponents.Hint != "" {
		hint := c.button(t, "hint", engine.T("Hint"), chat.Secondary)
		hint.Disabled = thinks
		list = append(list, hint)
	}
	return append(list, c.button(t, "resign", engine.T("Resign"), chat.Danger))
}

func (c *call) verbButtons(t *table.Table) []chat.Button {
	var list []chat.Button
	for _, v := range t.Game.Verbs {
		if v.Button.Empty() || t.Record.Over && (!v.AfterEnd || t.Record.Result != nil) {
			continue
		}
		style := chat.Secondary
		if len(list) == 0 {
			style = chat.Primary
		}
		switch {
		case bare(t.Position, v):
			list = append(list, c.button(t, "play", v.Button, style, v.Name))
		case len(v.Args) > 0 && (v.Name == "move" || engine.CanPlay(t.Position, v.Name)):
			list = append(list, c.button(t, "form", v.Button, style, v.Name))
		}
	}
	return list
}

// bare reports whether a verb can be played without arguments: one that takes none where
// it can be completed, and one that may have some where the position lists it so.
func bare(p engine.Position, v engine.Verb) bool {
	if len(v.Args) == 0 {
		return engine.CanPlay(p, v.Line(nil))
	}
	lister, ok := p.(engine.Lister)
	return ok && slices.Contains(lister.Moves(), v.Line(nil))
}
