package bot

import (
	"errors"
	"slices"

	"github.com/sixfold-bot/sixfold/bot/chat"
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
func (c *call) tableFor(v engine.Verb) (*table, error) {
	if !v.AfterEnd {
		return c.anyTable(openFirst)
	}
	can := func(t *table) bool { return c.mayMove(t, v) == nil && engine.CanPlay(t.position, v.Line(nil)) }
	t, err := c.find(ownFirst, can, errNoTable)
	if errors.Is(err, errNoTable) {
		return c.anyTable(ownFirst)
	}
	return t, err
}

// move plays a verb with its arguments at a table.
func (c *call) move(t *table, v engine.Verb, o engine.Options) (chat.Reply, error) {
	if err := c.mayMove(t, v); err != nil {
		return chat.Reply{}, err
	}
	line := v.Line(o)
	if p, ok := t.position.(engine.Completer); ok {
		completed, err := p.Complete(c.env(), line)
		if err != nil {
			return chat.Reply{}, err
		}
		line = completed
	}
	played, err := t.position.Play(line)
	if err != nil {
		return chat.Reply{}, err
	}
	t.Moves = append(t.Moves, store.Move{Text: played, By: userSeat + c.User.ID, At: c.now().UTC()})
	t.Pending = nil
	t.remember(c.User)
	if err := c.save(t); err != nil {
		return chat.Reply{}, err
	}
	return c.board(t, c.moved(t, played)), nil
}

func (c *call) mayMove(t *table, v engine.Verb) error {
	if v.AfterEnd && t.Over && t.Result == nil {
		return t.demandPart(c.User.ID)
	}
	return t.demandTurn(c.User.ID)
}

// moved tells of a person's move, and calls the other person.
func (c *call) moved(t *table, move string) notice {
	n := notice{text: t.telling(engine.T("**%s**: %s. %s", chat.Escape(c.User.Name), move, t.standing()))}
	if other := t.opponent(c.User.ID); other != "" && (t.Over || t.acts(other)) {
		n.nudge, n.calls = t.callFor(other), []string{other}
	}
	return n
}

// telling adds to a text what the position has to tell.
func (t *table) telling(text engine.Text) engine.Text {
	if teller, ok := t.position.(engine.Teller); ok && !teller.Told().Empty() {
		return engine.T("%s %s", text, teller.Told())
	}
	return text
}

// callFor calls a person after a move: it is their turn, or the game is over.
func (t *table) callFor(user string) engine.Text {
	if t.Over {
		return engine.T("%s, the game is over: **%s**.", chat.Mention(user), t.title())
	}
	return engine.T("%s, your turn: **%s**.", chat.Mention(user), t.title())
}

// show repeats the board.
func (c *call) show() (chat.Reply, error) {
	t, err := c.anyTable(openFirst)
	if err != nil {
		return chat.Reply{}, err
	}
	return c.board(t, notice{text: engine.T("**%s**. %s", t.title(), t.standing())}), nil
}

// undo takes a move back, or asks for it.
func (c *call) undo() (chat.Reply, error) {
	t, err := c.anyTable(ownFirst)
	if err != nil {
		return chat.Reply{}, err
	}
	return c.askUndo(t)
}

func (c *call) askUndo(t *table) (chat.Reply, error) {
	if err := t.demandSeat(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	if t.waiting() {
		return chat.Reply{}, t.stillWaiting()
	}
	if t.Result != nil {
		return chat.Reply{}, t.gameOver()
	}
	n := t.undoTo(c.User.ID)
	if n < 0 {
		return chat.Reply{}, engine.Refuse("you have not moved yet, so there is nothing to take back")
	}
	other := t.opponent(c.User.ID)
	if other == "" {
		return c.takeBack(t, n, notice{text: engine.T("Taken back by **%s**.", chat.Escape(c.User.Name))})
	}
	if t.Pending != nil && t.Pending.Kind == takeback && t.Pending.By == c.User.ID {
		return chat.Reply{}, engine.Refuse("you have asked already; %s must agree first", t.name(t.seatOf(other)))
	}
	if t.Pending != nil && t.Pending.Kind == takeback {
		return chat.Reply{}, engine.Refuse("%s has asked to take a move back; allow or refuse that first", t.name(t.seatOf(other)))
	}
	t.Pending = &store.Pending{Kind: takeback, By: c.User.ID, To: other, At: c.now().UTC()}
	if err := c.store.Save(t.key, t.Table); err != nil {
		return chat.Reply{}, err
	}
	return chat.Reply{
		Text: c.words.Say(engine.T("A request by **%s**: to take back %s. %s, do you agree?",
			chat.Escape(c.User.Name), t.Moves[n].Text, chat.Mention(other))),
		Mentions: []string{other},
		Rows: []chat.Row{{Buttons: []chat.Button{
			c.button(t, "allow", engine.T("Allow"), chat.Success),
			c.button(t, "refuse", engine.T("Refuse"), chat.Danger),
		}}},
	}, nil
}

// undoTo is the number of moves that are left when a person's last move is taken
// back, -1 if they made none.
func (t *table) undoTo(user string) int {
	for n, m := range slices.Backward(t.Moves) {
		if m.By == userSeat+user {
			return n
		}
	}
	return -1
}

// takeBack drops the moves from the n-th on.
func (c *call) takeBack(t *table, n int, said notice) (chat.Reply, error) {
	if err := t.rewind(n); err != nil {
		return chat.Reply{}, err
	}
	t.Pending = nil
	if err := c.save(t); err != nil {
		return chat.Reply{}, err
	}
	said.text = engine.T("%s %s", said.text, t.standing())
	return c.board(t, said), nil
}

// answerUndo agrees to a request to take back, or not.
func (c *call) answerUndo(t *table, agreed bool) (chat.Reply, error) {
	p := t.Pending
	switch {
	case p == nil || p.Kind != takeback:
		return chat.Reply{}, engine.Refuse("there is no request to take a move back any more")
	case p.To != c.User.ID:
		return chat.Reply{}, engine.Refuse("this question is for %s alone", t.name(t.seatOf(p.To)))
	}
	nudge := []string{p.By}
	if agreed {
		return c.takeBack(t, t.undoTo(p.By), notice{
			text:  engine.T("Agreed by **%s**: the move is taken back.", chat.Escape(c.User.Name)),
			nudge: engine.T("%s, you may move again.", chat.Mention(p.By)), calls: nudge,
		})
	}
	t.Pending = nil
	if err := c.store.Save(t.key, t.Table); err != nil {
		return chat.Reply{}, err
	}
	return c.notify(notice{
		text:  engine.T("Refused by **%s**: the move stands.", chat.Escape(c.User.Name)),
		nudge: engine.T("%s, the move stands.", chat.Mention(p.By)), calls: nudge,
	}), nil
}

// resign gives the game up, against a person after a question.
func (c *call) resign() (chat.Reply, error) {
	t, err := c.anyTable(ownFirst)
	if err != nil {
		return chat.Reply{}, err
	}
	return c.askResign(t)
}

func (c *call) askResign(t *table) (chat.Reply, error) {
	switch {
	case t.Over:
		return chat.Reply{}, t.gameOver()
	case t.waiting() && t.Pending.By == c.User.ID:
		return c.withdraw(t)
	case t.waiting():
		return chat.Reply{}, t.stillWaiting()
	case len(t.people()) == 0:
		return c.stop(t)
	}
	if err := t.demandSeat(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	if t.opponent(c.User.ID) == "" {
		return c.giveUp(t)
	}
	return chat.Reply{
		Text:    c.say("Do you really want to resign **%s**?", t.title()),
		Private: true,
		Rows:    []chat.Row{{Buttons: []chat.Button{c.button(t, "giveup", engine.T("Resign"), chat.Danger)}}},
	}, nil
}

// giveUp ends the game for the caller. A game that nobody else plays just ends.
func (c *call) giveUp(t *table) (chat.Reply, error) {
	if err := t.demandSeat(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	switch {
	case t.Over:
		return chat.Reply{}, t.gameOver()
	case t.waiting():
		return chat.Reply{}, t.stillWaiting()
	}
	winner := engine.NoSeat
	if len(t.Seats) == 2 && t.Seats[0] != t.Seats[1] {
		winner = t.seatOf(c.User.ID).Other()
	}
	t.end(resigned, winner)
	if err := c.save(t); err != nil {
		return chat.Reply{}, err
	}
	n := notice{text: t.standing()}
	if other := t.opponent(c.User.ID); other != "" {
		n.nudge, n.calls = engine.T("%s, you have won: **%s**.", chat.Mention(other), t.title()), []string{other}
	}
	return c.board(t, n), nil
}

// stop ends a game between two levels; it belongs to who opened it.
func (c *call) stop(t *table) (chat.Reply, error) {
	for {
		switch {
		case t.Over:
			return chat.Reply{}, t.gameOver()
		case t.Owner != c.User.ID:
			return chat.Reply{}, engine.Refuse("only who opened this table can stop it; `/%s new` opens your own", t.Game)
		}
		t.end(stopped, engine.NoSeat)
		err := c.save(t)
		if err == nil {
			return c.board(t, notice{text: engine.T("The game is stopped by **%s**.", chat.Escape(c.User.Name))}), nil
		}
		// The players move on meanwhile: what was to be stopped is the table as it is.
		if !errors.Is(err, store.ErrStale) {
			return chat.Reply{}, err
		}
		if t, err = c.loadTable(t.key); err != nil {
			return chat.Reply{}, err
		}
	}
}
