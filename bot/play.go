package bot

import (
	"errors"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// play plays a verb of the game at the caller's table.
func (c *call) play(v engine.Verb) (chat.Reply, error) {
	t, err := c.tableFor(v)
	if err != nil {
		return chat.Reply{}, err
	}
	o, err := c.options(v.Args, false)
	if err != nil {
		return chat.Reply{}, err
	}
	return c.move(t, v, o)
}

// tableFor finds the table at which the caller can play a verb: where it goes on after
// the end, that may be one that is over.
func (c *call) tableFor(v engine.Verb) (*table.Table, error) {
	if !v.AfterEnd {
		return c.anyTable(table.OpenFirst)
	}
	can := func(t *table.Table) bool {
		return t.RequireMove(c.User.ID, v) == nil && engine.CanPlay(t.Position, v.Line(nil))
	}
	t, err := c.find(table.OwnFirst, can, table.ErrNone)
	if errors.Is(err, table.ErrNone) {
		return c.anyTable(table.OwnFirst)
	}
	return t, err
}

// move plays a verb with its arguments at a table.
func (c *call) move(t *table.Table, v engine.Verb, o engine.Options) (chat.Reply, error) {
	if err := t.RequireMove(c.User.ID, v); err != nil {
		return chat.Reply{}, err
	}
	line := v.Line(o)
	if p, ok := t.Position.(engine.Completer); ok {
		completed, err := p.Complete(c.env(), line)
		if err != nil {
			return chat.Reply{}, err
		}
		line = completed
	}
	played, err := t.Play(line, table.User(c.User.ID), c.now())
	if err != nil {
		return chat.Reply{}, err
	}
	t.Record.Pending = nil
	t.Rename(c.User.ID, c.User.Name)
	if err := c.tables.Save(t); err != nil {
		return chat.Reply{}, err
	}
	return c.board(t, c.moved(t, played)), nil
}

// moved tells of a person's move, and calls the other person.
func (c *call) moved(t *table.Table, move string) table.Notice {
	n := table.Notice{Text: t.WithComment(engine.T("**%s**: %s. %s", chat.Escape(c.User.Name), move, t.Standing()))}
	if other := t.Opponent(c.User.ID); other != "" && (t.Record.Over || t.ToMove(other)) {
		n.Call(t, other)
	}
	return n
}

// show repeats the board.
func (c *call) show() (chat.Reply, error) {
	t, err := c.anyTable(table.OpenFirst)
	if err != nil {
		return chat.Reply{}, err
	}
	return c.board(t, table.Notice{Text: t.Headline()}), nil
}

// undo takes a move back, or asks for it.
func (c *call) undo() (chat.Reply, error) {
	t, err := c.anyTable(table.OwnFirst)
	if err != nil {
		return chat.Reply{}, err
	}
	return c.askUndo(t)
}

func (c *call) askUndo(t *table.Table) (chat.Reply, error) {
	if err := t.RequireSeat(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	if t.Waiting() {
		return chat.Reply{}, t.RefuseWaiting()
	}
	if t.Record.Result != nil {
		return chat.Reply{}, t.RefuseOver()
	}
	n := t.UndoTo(c.User.ID)
	if n < 0 {
		return chat.Reply{}, engine.Refuse("you have not moved yet, so there is nothing to take back")
	}
	other := t.Opponent(c.User.ID)
	if other == "" {
		return c.takeBack(t, n, table.Notice{Text: engine.T("Taken back by **%s**.", chat.Escape(c.User.Name))})
	}
	if t.Asks(table.Takeback) && t.Record.Pending.By == c.User.ID {
		return chat.Reply{}, engine.Refuse("you have asked already; %s must agree first", t.Name(t.SeatOf(other)))
	}
	if t.Asks(table.Takeback) {
		return chat.Reply{}, engine.Refuse("%s has asked to take a move back; allow or refuse that first", t.Name(t.SeatOf(other)))
	}
	t.Ask(table.Takeback, c.User.ID, other, c.now())
	if err := c.tables.Annotate(t); err != nil {
		return chat.Reply{}, err
	}
	return chat.Reply{
		Text: c.words.Say(engine.T("A request by **%s**: to take back %s. %s, do you agree?",
			chat.Escape(c.User.Name), t.Record.Moves[n].Text, chat.Mention(other))),
		Mentions: []string{other},
		Rows: []chat.Row{{Buttons: []chat.Button{
			c.button(t, "allow", engine.T("Allow"), chat.Success),
			c.button(t, "refuse", engine.T("Refuse"), chat.Danger),
		}}},
	}, nil
}

// takeBack drops the moves from the n-th on.
func (c *call) takeBack(t *table.Table, n int, said table.Notice) (chat.Reply, error) {
	if err := t.Rewind(n); err != nil {
		return chat.Reply{}, err
	}
	t.Record.Pending = nil
	if err := c.tables.Save(t); err != nil {
		return chat.Reply{}, err
	}
	said.Text = engine.T("%s %s", said.Text, t.Standing())
	return c.board(t, said), nil
}

// answerUndo agrees to a request to take back, or not.
func (c *call) answerUndo(t *table.Table, agreed bool) (chat.Reply, error) {
	p := t.Record.Pending
	switch {
	case !t.Asks(table.Takeback):
		return chat.Reply{}, engine.Refuse("there is no request to take a move back any more")
	case p.To != c.User.ID:
		return chat.Reply{}, engine.Refuse("this question is for %s alone", t.Name(t.SeatOf(p.To)))
	}
	nudge := []string{p.By}
	if agreed {
		return c.takeBack(t, t.UndoTo(p.By), table.Notice{
			Text:  engine.T("Agreed by **%s**: the move is taken back.", chat.Escape(c.User.Name)),
			Nudge: engine.T("%s, you may move again.", chat.Mention(p.By)), Calls: nudge,
		})
	}
	t.Record.Pending = nil
	if err := c.tables.Annotate(t); err != nil {
		return chat.Reply{}, err
	}
	return c.notify(table.Notice{
		Text:  engine.T("Refused by **%s**: the move stands.", chat.Escape(c.User.Name)),
		Nudge: engine.T("%s, the move stands.", chat.Mention(p.By)), Calls: nudge,
	}), nil
}

// resign gives the game up, against a person after a question.
func (c *call) resign() (chat.Reply, error) {
	t, err := c.anyTable(table.OwnFirst)
	if err != nil {
		return chat.Reply{}, err
	}
	return c.askResign(t)
}

func (c *call) askResign(t *table.Table) (chat.Reply, error) {
	switch {
	case t.Record.Over:
		return chat.Reply{}, t.RefuseOver()
	case t.Waiting() && t.Record.Pending.By == c.User.ID:
		return c.withdraw(t)
	case t.Waiting():
		return chat.Reply{}, t.RefuseWaiting()
	case len(t.People()) == 0:
		return c.stop(t)
	}
	if err := t.RequireSeat(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	if t.Opponent(c.User.ID) == "" {
		return c.giveUp(t)
	}
	return chat.Reply{
		Text:    c.say("Do you really want to resign **%s**?", t.Title()),
		Private: true,
		Rows:    []chat.Row{{Buttons: []chat.Button{c.button(t, "giveup", engine.T("Resign"), chat.Danger)}}},
	}, nil
}

// giveUp ends the game for the caller. A game that nobody else plays just ends.
func (c *call) giveUp(t *table.Table) (chat.Reply, error) {
	if err := t.RequireSeat(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	switch {
	case t.Record.Over:
		return chat.Reply{}, t.RefuseOver()
	case t.Waiting():
		return chat.Reply{}, t.RefuseWaiting()
	}
	winner := engine.NoSeat
	if t.HasOpponents() {
		winner = t.SeatOf(c.User.ID).Other()
	}
	t.End(table.Resigned, winner)
	if err := c.tables.Save(t); err != nil {
		return chat.Reply{}, err
	}
	n := table.Notice{Text: t.Standing()}
	if other := t.Opponent(c.User.ID); other != "" {
		n.Nudge, n.Calls = engine.T("%s, you have won: **%s**.", chat.Mention(other), t.Title()), []string{other}
	}
	return c.board(t, n), nil
}

// stop ends a game between two levels; it belongs to who opened it.
func (c *call) stop(t *table.Table) (chat.Reply, error) {
	for {
		switch {
		case t.Record.Over:
			return chat.Reply{}, t.RefuseOver()
		case t.Record.Owner != c.User.ID:
			return chat.Reply{}, engine.Refuse("only who opened this table can stop it; `/%s new` opens your own", t.Game.ID)
		}
		t.End(table.Stopped, engine.NoSeat)
		err := c.tables.Save(t)
		if err == nil {
			return c.board(t, table.Notice{Text: engine.T("The game is stopped by **%s**.", chat.Escape(c.User.Name))}), nil
		}
		// The players move on meanwhile: what was to be stopped is the table as it is.
		if !errors.Is(err, store.ErrStale) {
			return chat.Reply{}, err
		}
		if t, err = c.tables.Load(t.Key); err != nil {
			return chat.Reply{}, err
		}
	}
}
