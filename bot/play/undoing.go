package play

import (
	"cmp"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// Undo takes the last move at the caller's table back. Another person there must agree.
func (h *Handlers) Undo(c *show.Call) (chat.Reply, error) {
	moved := func(b *table.Brief) bool { return b.Owned(c.User.ID) && b.Played() > 0 && b.Head.Result == nil }
	t, err := show.TableThat(c, h.Tables, table.ToEnd, table.OwnFirst, moved)
	if err != nil {
		return chat.Reply{}, err
	}
	return h.UndoAt(c, t)
}

// UndoAt takes the caller's last move back, or asks the other person to agree.
func (h *Handlers) UndoAt(c *show.Call, t *table.Table) (chat.Reply, error) {
	if err := t.RequireSeat(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	switch {
	case t.Waiting():
		return chat.Reply{}, t.RefuseWaiting()
	case t.Record.Result != nil:
		return chat.Reply{}, t.RefuseOver()
	}
	if err := cmp.Or(t.RequireUndo(), t.RequireTime(h.Env.Now())); err != nil {
		return chat.Reply{}, err
	}
	if r, ok := engine.RiddleOf(t.Position); ok && r.Final {
		return chat.Reply{}, engine.Refuse("a try at a puzzle counts, and is not taken back")
	}
	n := t.UndoTo(c.User.ID)
	if n < 0 {
		return chat.Reply{}, engine.Refuse("you have not moved yet, so there is nothing to take back")
	}
	other := t.Opponent(c.User.ID)
	if other == "" {
		return h.takeBack(c, t, n, table.Notice{Text: engine.T("Taken back by **%s**.", chat.Name(c.User.Name))})
	}
	move := chat.Shorten(t.Record.Moves[n].Text, show.MostRepeated)
	return h.ask(c, t, table.Takeback, other, engine.T("A request by **%s**: to take back %s.", chat.Name(c.User.Name), move))
}

// ask asks the other person at a table to agree to something, unless a question waits there.
func (h *Handlers) ask(c *show.Call, t *table.Table, kind, other string, said engine.Text) (chat.Reply, error) {
	switch {
	case t.Question() == "":
	case t.Record.Pending.By == c.User.ID:
		return chat.Reply{}, engine.Refuse("you have asked something already; %s must answer first", t.Name(t.SeatOf(other)))
	default:
		return chat.Reply{}, engine.Refuse("%s has asked something; answer that first", t.Name(t.SeatOf(other)))
	}
	t.Ask(kind, c.User.ID, other, h.Env.Now())
	return h.note(c, t, table.Notice{Text: said, Nudge: engine.T("%s, do you agree?", chat.Mention(other)), Calls: []string{other}})
}

// note stores what is asked at a table, and shows it.
func (h *Handlers) note(c *show.Call, t *table.Table, n table.Notice) (chat.Reply, error) {
	if err := h.Tables.Annotate(t, c.Op()); err != nil {
		return chat.Reply{}, err
	}
	return h.ShowTable(c, t, n), nil
}

// question is what a person asks the other one at a table.
type question struct {
	stays engine.Text // what is so if that is refused
	agree func(h *Handlers, c *show.Call, t *table.Table, by string) (chat.Reply, error)
}

var questions = map[string]question{
	table.Takeback:  {engine.T("the move stands"), (*Handlers).allowTakeback},
	table.Pause:     {engine.T("the clock runs on"), (*Handlers).allowPause},
	table.Agreement: {engine.T("the game goes on"), (*Handlers).endAgreed},
}

// Answer agrees to what is asked at a table, or refuses it. It refuses an answer to a question that is not open any
// more, or that somebody else is asked.
func (h *Handlers) Answer(c *show.Call, t *table.Table, asked string, agreed bool) (chat.Reply, error) {
	p := t.Record.Pending
	switch {
	case t.Question() == "" || t.Waiting():
		return chat.Reply{}, engine.Refuse("there is no such request any more")
	case asked != t.Question():
		return chat.Reply{}, engine.Refuse("this request has been answered; the one that is open now has buttons of its own")
	case p.To != c.User.ID:
		return chat.Reply{}, engine.Refuse("this question is for %s alone", t.Name(t.SeatOf(p.To)))
	}
	return h.answer(c, t, agreed)
}

// answer answers what the caller is asked.
func (h *Handlers) answer(c *show.Call, t *table.Table, agreed bool) (chat.Reply, error) {
	if err := t.RequireTime(h.Env.Now()); err != nil && !t.Paused() {
		return chat.Reply{}, err
	}
	by, q := t.Record.Pending.By, questions[t.Record.Pending.Kind]
	if t.Record.Pending = nil; agreed {
		return q.agree(h, c, t, by)
	}
	return h.note(c, t, table.Notice{
		Text:  engine.T("Refused by **%s**: %s.", chat.Name(c.User.Name), q.stays),
		Nudge: engine.T("%s, %s.", chat.Mention(by), q.stays), Calls: []string{by},
	})
}

// takeBack drops the moves from the n-th on.
func (h *Handlers) takeBack(c *show.Call, t *table.Table, n int, said table.Notice) (chat.Reply, error) {
	if err := t.RequireTime(h.Env.Now()); err != nil {
		return chat.Reply{}, err
	}
	if err := t.TakeBack(c.Ctx, n); err != nil {
		return chat.Reply{}, err
	}
	t.Record.Pending = nil
	if err := h.Tables.Save(t, c.Op()); err != nil {
		return chat.Reply{}, err
	}
	said.Text = engine.T("%s %s", said.Text, t.StatusWords())
	return h.ShowTable(c, t, said), nil
}

func (h *Handlers) allowTakeback(c *show.Call, t *table.Table, by string) (chat.Reply, error) {
	return h.takeBack(c, t, t.UndoTo(by), table.Notice{
		Text:  engine.T("Agreed by **%s**: the move is taken back.", chat.Name(c.User.Name)),
		Nudge: engine.T("%s, you may move again.", chat.Mention(by)), Calls: []string{by},
	})
}
