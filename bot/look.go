package bot

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// view shows one of the views that have no command of their own.
func (c *call) view() (chat.Reply, error) {
	name, _ := c.Options["name"].(string)
	v, ok := c.entry.Game.View(name)
	if !ok {
		var names []string
		for _, v := range namedViews(c.entry.Game) {
			names = append(names, v.ID)
		}
		return chat.Reply{}, engine.Refuse("the views are: %s", strings.Join(names, ", "))
	}
	return c.look(v)
}

// look asks a view about the table that the call means. Everybody may look.
func (c *call) look(v engine.View) (chat.Reply, error) {
	places := table.OpenFirst
	if v.AfterEnd {
		places = table.ToReview
	}
	t, err := c.anyTable(places)
	if err != nil {
		return chat.Reply{}, err
	}
	return c.lookAt(t, v)
}

func (c *call) lookAt(t *table.Table, v engine.View) (chat.Reply, error) {
	o, err := c.options(v.Args, false)
	if err != nil {
		return chat.Reply{}, err
	}
	private := discreet(v.Private, o)
	if v.Think > 0 {
		return c.ponder(t, v, o, private), nil
	}
	answer, err := showView(c.ctx, t, v, o)
	if err != nil {
		return chat.Reply{}, err
	}
	return c.answer(t, answer, private), nil
}

// showView asks a view. A look back begins with how the game ended where the board does not
// know it, since somebody gave up.
func showView(ctx context.Context, t *table.Table, v engine.View, o engine.Options) (engine.Answer, error) {
	answer, err := v.Show(ctx, t.Position, o)
	if err == nil && v.AfterEnd && t.Record.Result != nil {
		answer.Text = engine.T("%s %s", t.Standing(), answer.Text)
	}
	return answer, err
}

// ponder asks a view that takes its time.
func (c *call) ponder(t *table.Table, v engine.View, o engine.Options, private bool) chat.Reply {
	r := c.place(private)
	r.Later = func(ctx context.Context, _ func(chat.Reply)) chat.Reply {
		var answer engine.Answer
		err := c.pool.Think(ctx, v.Think, func(ctx context.Context) (err error) {
			answer, err = showView(ctx, t, v, o)
			return err
		})
		if err != nil {
			return c.refuse(err)
		}
		return c.answered(t, answer, private)
	}
	return r
}

// discreet reports whether the caller alone sees an answer: as is usual for the command,
// unless its argument lets them choose.
func discreet(usual bool, o engine.Options) bool {
	if chosen, ok := o["private"].(bool); ok {
		return chosen
	}
	return usual
}

// hint lets the game's own player advise, privately.
func (c *call) hint() (chat.Reply, error) {
	t, err := c.anyTable(table.OpenFirst)
	if err != nil {
		return chat.Reply{}, err
	}
	return c.hintAt(t)
}

func (c *call) hintAt(t *table.Table) (chat.Reply, error) {
	if err := t.RequireTurn(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	if hinter, ok := t.Position.(engine.Hinter); ok {
		answer, err := hinter.Hint()
		if err != nil {
			return chat.Reply{}, err
		}
		return c.answer(t, answer, true), nil
	}
	level, ok := t.Game.Level(t.Game.Opponents.Hint)
	if !ok {
		return chat.Reply{}, engine.Refuse("there are no hints for %s", t.Game.Title)
	}
	return chat.Reply{Private: true, Later: func(ctx context.Context, _ func(chat.Reply)) chat.Reply {
		choice, err := c.pool.Choose(ctx, level.New(t.Seed()), level.Think, t.Position)
		if err != nil {
			return c.refuse(err)
		}
		r := c.answered(t, engine.Answer{
			Text: advice(choice, len(t.Record.Seats)), Data: choice, Scenes: []any{engine.Suggestion{Position: t.Position, Choice: choice}},
		}, true)
		if r.Files != nil {
			r.Files[0].Alt = c.say("%s Advised: %s.", t.Position.Describe(), choice.Move)
		}
		return r
	}}, nil
}

// advice says a choice in words. Who plays alone has nobody to win against.
func advice(choice engine.Choice, seats int) engine.Text {
	if seats == 1 {
		return engine.T("I would play **%s**.", choice.Move)
	}
	worth := engine.T("you win with a chance of about %s %%", strconv.Itoa(int(math.Round(100*choice.Value))))
	switch {
	case choice.Proved && choice.Value > 0.5:
		worth = engine.T("a proved win")
	case choice.Proved:
		worth = engine.T("lost against best play")
	}
	said := engine.T("I would play **%s**: %s.", choice.Move, worth)
	if len(choice.Line) > 1 {
		return engine.T("%s I expect %s.", said, strings.Join(choice.Line[:min(len(choice.Line), 6)], " "))
	}
	return said
}

// export writes a table's game down.
func (c *call) export() (chat.Reply, error) {
	t, err := c.find(table.OwnFirst, func(t *table.Table) bool { return len(t.Record.Moves) > 0 }, engine.Refuse("there is nothing to export yet: make a move first"))
	if err != nil {
		return chat.Reply{}, err
	}
	id, _ := c.Options["format"].(string)
	f, ok := c.entry.Game.Format(id)
	if id == "" {
		f, ok = c.entry.Game.Formats[0], true
	}
	if !ok || f.Encode == nil {
		return chat.Reply{}, engine.Refuse("%q is not a notation of %s", chat.Escape(id), c.entry.Game.Title)
	}
	a, err := f.Encode(engine.Record{
		Options: t.Options, Moves: t.Moves(), Outcome: t.Outcome(), Names: t.PlainNames(c.words), Date: t.Record.Opened,
	})
	if err != nil {
		return chat.Reply{}, err
	}
	return c.answer(t, a, true), nil
}

// importParams take a game as a file or as text.
var importParams = params([]engine.Arg{
	{Name: "text", Help: engine.T("The game as text, or a link to it"), Kind: engine.Word, Min: 1, Max: 6000},
	{Name: "file", Help: engine.T("The game as a file"), Kind: engine.Upload, Max: 1 << 20},
})

// load puts a written game on a table of the caller's own. The first notation
// that can read it counts; of the refusals the likeliest is told.
func (c *call) load() (chat.Reply, error) {
	data, err := c.written()
	if err != nil {
		return chat.Reply{}, err
	}
	g := c.entry.Game
	var record engine.Record
	var refusals []error
	for _, f := range g.Formats {
		if f.Decode == nil {
			continue
		}
		if record, err = f.Decode(data); err == nil {
			return c.loaded(record)
		}
		refusals = append(refusals, err)
	}
	return chat.Reply{}, likeliest(refusals)
}

// likeliest prefers the refusal of the notation in which most could be read: the
// one that names a move rather than the whole.
func likeliest(refusals []error) error {
	for _, err := range refusals {
		if _, ok := errors.AsType[*engine.MoveError](err); ok {
			return err
		}
	}
	return refusals[0]
}

func (c *call) written() ([]byte, error) {
	args := make([]engine.Arg, len(importParams))
	for i, p := range importParams {
		args[i] = p.Arg
	}
	o, err := c.options(args, false)
	if err != nil {
		return nil, err
	}
	if f, ok := o.File("file"); ok {
		return f.Data, nil
	}
	if text := o.Text("text"); text != "" {
		return []byte(text), nil
	}
	return nil, engine.Refuse("give the game as a file or as text")
}

func (c *call) loaded(record engine.Record) (chat.Reply, error) {
	me := table.User(c.User.ID)
	seats, names := []string{me, me}, []string{c.User.Name, c.User.Name}
	if c.entry.Game.Seats(record.Options) == 1 {
		seats, names = seats[:1], names[:1]
	}
	t, err := table.New(c.entry.Game, record.Options, seats, names, c.now())
	if err != nil {
		return chat.Reply{}, err
	}
	for _, line := range record.Moves {
		if _, err := t.Play(line, me, c.now()); err != nil {
			return chat.Reply{}, err
		}
	}
	if o := record.Outcome; o.Status == engine.Won && t.Position.Outcome().Status == engine.Open {
		t.End(table.Resigned, o.Winner)
	}
	return c.opened(t)
}
