package play

import (
	"cmp"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// PlayVerb plays a verb of the game at the caller's table.
func (h *Handlers) PlayVerb(c *show.Call, v engine.Verb) (chat.Reply, error) {
	t, err := h.tableFor(c, v)
	if err != nil {
		return chat.Reply{}, err
	}
	return h.playArguments(c, t, v, chat.Given(c.Request.Options, v.Args))
}

// tableFor returns the table at which the caller can play a verb. For a verb that may follow the
// end, that may be a finished table.
func (h *Handlers) tableFor(c *show.Call, v engine.Verb) (*table.Table, error) {
	can, order, care := func(b *table.Brief) bool { return b.MayMove(c.User.ID, v) }, table.OpenFirst, table.ToMove
	if v.AfterEnd {
		order, can = table.OwnFirst, func(b *table.Brief) bool {
			if !b.MayMove(c.User.ID, v) {
				return false
			}
			t, ok := h.Tables.Try(c.Ctx, b.Key)
			return ok && engine.CanPlay(t.Position, v.Line(nil))
		}
	}
	if v.Empties {
		care = table.ToEnd
	}
	return show.TableThat(c, h.Tables, care, order, can)
}

// playSaveShow plays a line for the caller if they may, saves the table and shows it.
func (h *Handlers) playSaveShow(c *show.Call, t *table.Table, v engine.Verb, line string) (chat.Reply, error) {
	if err := cmp.Or(t.RequireMove(c.User.ID, v), h.Tables.RequireNotFull(t)); err != nil {
		return chat.Reply{}, err
	}
	played, err := h.playCompleted(c, t, v, line)
	if err != nil {
		return chat.Reply{}, err
	}
	t.Record.Pending = nil
	t.Rename(c.User.ID, c.User.Name)
	if err := h.Tables.Save(t, c.Op()); err != nil {
		return chat.Reply{}, err
	}
	n := moveNotice(c, t, played)
	n.Text = engine.Sentences(n.Text, days(h.streak(c, t)))
	return h.ShowTable(c, t, n), nil
}

// moveNotice returns the notice about a move. If a person is called to their turn, the text does not
// repeat whose turn it is.
func moveNotice(c *show.Call, t *table.Table, played string) (n table.Notice) {
	said := engine.T("**%s**: %s.", chat.Name(c.User.Name), chat.Shorten(played, show.MostRepeated))
	if done := t.Terms().Moved; !done.Empty() {
		said = engine.T("**%s** %s.", chat.Name(c.User.Name), done)
	}
	said = engine.Sentences(said, t.PlannedWords())
	other := t.Opponent(c.User.ID)
	turn := t.ToMove(other)
	if turn {
		said = engine.Sentences(said, t.HelpWords())
	} else {
		said = engine.T("%s %s", said, t.StatusWords())
	}
	if turn || other != "" && t.Record.Over {
		n.CallAfterMove(t, other)
	}
	n.Text = t.WithComment(said)
	return n
}

// playCompleted lets the game complete a line, and plays it. What completing it has found out is kept for the
// next request. It refuses a move that changes nothing, with its answer.
func (h *Handlers) playCompleted(c *show.Call, t *table.Table, v engine.Verb, line string) (played string, err error) {
	err = h.Tables.Work(c.Ctx, t.Position, func() error {
		if t.Game.Complete != nil { // otherwise nothing random is drawn
			if line, err = t.Game.Complete(h.Env.Of(c), t.Position, line); err != nil {
				return err
			}
			h.Tables.Keep(t)
		}
		if played, err = t.Play(line, table.User(c.User.ID), h.Env.Now()); err == nil && v.Idle != nil {
			err = v.Idle(t.Position)
		}
		return err
	})
	return played, err
}

// ByVerb returns a handler of buttons, menus and forms that name a verb. The number of the menu may follow:
// "place 2", or what the form held before.
func ByVerb(run func(*show.Call, *table.Table, engine.Verb, string) (chat.Reply, error)) func(*show.Call, *table.Table, string) (chat.Reply, error) {
	return func(c *show.Call, t *table.Table, argument string) (chat.Reply, error) {
		name, held, _ := strings.Cut(argument, show.FieldSeparator)
		name, _, _ = strings.Cut(name, " ")
		v, ok := t.Game.Verb(name)
		if !ok {
			return chat.Reply{}, show.UnknownButton()
		}
		return run(c, t, v, held)
	}
}

// Press plays the verb without arguments that a button names.
func (h *Handlers) Press(c *show.Call, t *table.Table, v engine.Verb, _ string) (chat.Reply, error) {
	return h.playSaveShow(c, t, v, v.Line(nil))
}

// Advised plays the move that a hint has named.
func (h *Handlers) Advised(c *show.Call, t *table.Table, line string) (chat.Reply, error) {
	v, _ := t.Game.VerbOf(line)
	if v.Name == "" {
		return chat.Reply{}, show.UnknownButton()
	}
	c.Spent = engine.T("You have played **%s**.", line)
	return h.playSaveShow(c, t, v, line)
}

// Pick plays the move picked from a menu.
func (h *Handlers) Pick(c *show.Call, t *table.Table, v engine.Verb, _ string) (chat.Reply, error) {
	return h.playArguments(c, t, v, show.ArgumentsIn(v, strings.Join(c.Request.Values, " ")))
}

// playArguments plays a verb with arguments that are not parsed yet, as playSaveShow does.
func (h *Handlers) playArguments(c *show.Call, t *table.Table, v engine.Verb, raw map[string]any) (chat.Reply, error) {
	o, err := engine.ParseOptions(v.Args, raw, false)
	if err != nil {
		return chat.Reply{}, err
	}
	return h.playSaveShow(c, t, v, v.Line(o))
}

// Stage shows the next choices of a move in place of the board's own menus.
func (h *Handlers) Stage(c *show.Call, t *table.Table, v engine.Verb, _ string) (chat.Reply, error) {
	if err := t.RequireMove(c.User.ID, v); err != nil {
		return chat.Reply{}, err
	}
	p := engine.PickingOf(t.Position, v.Name, strings.Join(c.Request.Values, " "))
	if len(p.Menu.Offers) == 0 {
		return chat.Reply{}, show.UnknownButton()
	}
	return h.InPlace(c, t, func(r *chat.Reply) error {
		r.Text += " " + c.Say("%s:", p.Menu.Title)
		r.Rows = append(c.MenuRows(t, v, p), chat.Row{Buttons: []chat.Button{c.TableButton(t, "back", engine.T("Back"), chat.Secondary, v.Name)}})
		if p.Scene == nil {
			return nil
		}
		file, err := h.DrawScene(c, t, p.Scene, c.Private)
		file.Apart = true
		r.Files = append(r.Files, file)
		return err
	}), nil
}

// Back shows the board with its own menus again.
func (h *Handlers) Back(c *show.Call, t *table.Table, v engine.Verb, _ string) (chat.Reply, error) {
	if err := t.RequireMove(c.User.ID, v); err != nil {
		return chat.Reply{}, err
	}
	return h.InPlace(c, t, func(*chat.Reply) error { return nil }), nil
}

// OpenForm asks for a verb's arguments. It begins with the values that the form held before.
func (h *Handlers) OpenForm(c *show.Call, t *table.Table, v engine.Verb, held string) (chat.Reply, error) {
	if err := t.RequireMove(c.User.ID, v); err != nil {
		return chat.Reply{}, err
	}
	return chat.Reply{Form: c.Form(t, v, strings.Split(held, show.FieldSeparator))}, nil
}

// FillForm plays a verb with the arguments in a form. After a refusal the form can be opened again.
func (h *Handlers) FillForm(c *show.Call, t *table.Table, v engine.Verb, _ string) (chat.Reply, error) {
	raw, err := c.Filled(t, v)
	if err == nil {
		var reply chat.Reply
		if reply, err = h.playArguments(c, t, v, raw); err == nil {
			return reply, nil
		}
	}
	if _, ok := engine.Why(err); !ok || t.RequireMove(c.User.ID, v) != nil {
		return chat.Reply{}, err
	}
	reply := c.Refusal(err)
	reply.Rows = chat.Rows([]chat.Button{c.TryAgain(t, v)})
	return reply, nil
}
