package browse

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// viewing shows views of tables to anybody who asks.
type viewing struct {
	*show.Services
	fairness *play.Fairness
	past     *PastView
}

// Show shows the board again, or what a tool has shown the caller since the board changed.
func (v *viewing) Show(c *show.Call) (chat.Reply, error) {
	t, err := show.AnyTable(c, v.Tables, table.OpenFirst)
	if move, past := c.Request.Options[MoveArg.Name]; past && err == nil {
		return v.past.at(c, t, move)
	}
	if _, named := c.Request.Options[show.TableArg.Name]; !named {
		var since time.Time
		if err == nil {
			since = t.Record.Touched
		}
		if reply, ok, err := v.latest(c, since); ok || err != nil {
			return reply, err
		}
	}
	if err != nil {
		return chat.Reply{}, err
	}
	return v.Boards.Show(c, t, table.Notice{Text: t.Headline()}), nil
}

// latest returns what a tool has shown the caller since a time, for the caller alone.
func (v *viewing) latest(c *show.Call, since time.Time) (chat.Reply, bool, error) {
	for _, tool := range c.Entry.Game.Tools {
		if tool.Latest == nil {
			continue
		}
		a, ok, err := tool.Latest(c.Ctx, v.Env.Of(c), since)
		if ok || err != nil {
			return v.Boards.Answered(c, nil, a, true), ok, err
		}
	}
	return chat.Reply{}, false, nil
}

// Named shows a view that has no command of its own.
func (v *viewing) Named(c *show.Call) (chat.Reply, error) {
	name, _ := c.Request.Options["name"].(string)
	view, ok := c.Entry.Game.View(name)
	if !ok {
		names := engine.Map(namedViews(c.Entry.Game, nil, ""), func(view engine.Named) string { return view.ID })
		return chat.Reply{}, engine.Refuse("the views are: %s", strings.Join(names, ", "))
	}
	return v.View(c, view)
}

// namedViews returns the views of a game that have no command of their own, whose names begin with
// the typed text, and which the position offers. A nil position offers all.
func namedViews(g *engine.Game, p engine.Position, typed string) []engine.Named {
	var list []engine.Named
	for _, v := range g.Views {
		if v.Command || !strings.HasPrefix(v.Name, typed) || p != nil && v.Offer != nil && !v.Offer(p) {
			continue
		}
		list = append(list, engine.Named{ID: v.Name, Title: engine.T("%s: %s", v.Name, v.Help)})
	}
	return list
}

// View shows a view of the table that the call means.
func (v *viewing) View(c *show.Call, view engine.View) (chat.Reply, error) {
	order := table.OpenFirst
	if view.AfterEnd {
		order = table.ToReview
	}
	t, err := show.AnyTable(c, v.Tables, order)
	if refusal, _ := errors.AsType[*engine.Refusal](err); refusal != nil && view.Anywhere {
		answer, err := view.Show(c.Ctx, nil, nil)
		if err != nil {
			return chat.Reply{}, err
		}
		return v.Boards.Answer(c, nil, answer, view.Private), nil
	}
	if err != nil {
		return chat.Reply{}, err
	}
	return v.at(c, t, view)
}

// at shows a view of a table. A slow view waits for the pool.
func (v *viewing) at(c *show.Call, t *table.Table, view engine.View) (chat.Reply, error) {
	o, err := c.Options(view.Args, false)
	if err != nil {
		return chat.Reply{}, err
	}
	private := t.Record.Private || show.Private(view.Private || view.Advice && !t.Record.Over, o)
	if view.Advice {
		if err := v.fairness.Check(c, t); err != nil {
			return chat.Reply{}, err
		}
	}
	if view.Think > 0 {
		if err := play.RequireSearch(c, v.Servers); err != nil {
			return chat.Reply{}, err
		}
	}
	var answer engine.Answer
	looks := func(ctx context.Context) (err error) {
		answer, err = look(ctx, t, view, o)
		return err
	}
	if view.Think == 0 {
		if err := v.Tables.Work(c.Ctx, t.Position, func() error { return looks(c.Ctx) }); err != nil {
			return chat.Reply{}, err
		}
		v.helped(c, t, view)
		return v.Boards.Answer(c, t, answer, private), nil
	}
	return c.Later(c.Place(private), func(ctx context.Context, update func(chat.Reply)) (chat.Reply, error) {
		if err := v.Pool.Think(ctx, c.Job(view.Think, update), looks); err != nil {
			return chat.Reply{}, err
		}
		v.helped(c, t, view)
		return v.Boards.Answered(c, t, answer, private), nil
	}), nil
}

func (v *viewing) helped(c *show.Call, t *table.Table, view engine.View) {
	if view.Advice {
		v.fairness.Helped(c, t)
	}
}

// look runs a view. A review of a game that people ended first says how it ended.
func look(ctx context.Context, t *table.Table, v engine.View, o engine.Options) (engine.Answer, error) {
	answer, err := v.Show(ctx, t.Shown(), o)
	if err == nil && v.AfterEnd && t.Record.Result != nil && !t.Record.Private {
		answer.Text = engine.T("%s %s", t.Standing(), answer.Text)
	}
	return answer, err
}

// Press shows the view that a button names.
func (v *viewing) Press(c *show.Call, t *table.Table, name string) (chat.Reply, error) {
	view, ok := t.Game.View(name)
	if !ok {
		return chat.Reply{}, show.UnknownButton()
	}
	return v.at(c, t, view)
}
