package bot

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/store"
)

// view shows one of the views that have no command of their own.
func (c *call) view() (Reply, error) {
	name, _ := c.Options["name"].(string)
	v, ok := c.entry.Game.View(name)
	if !ok {
		var names []string
		for _, v := range namedViews(c.entry.Game) {
			names = append(names, v.ID)
		}
		return Reply{}, engine.Refuse("the views are: %s", strings.Join(names, ", "))
	}
	return c.look(v)
}

// look asks a view about the table that the call means. Everybody may look.
func (c *call) look(v engine.View) (Reply, error) {
	t, err := c.anyTable()
	if err != nil {
		return Reply{}, err
	}
	return c.lookAt(t, v)
}

func (c *call) lookAt(t *table, v engine.View) (Reply, error) {
	o, err := c.options(v.Args, false)
	if err != nil {
		return Reply{}, err
	}
	answer, err := v.Show(context.Background(), t.position, o)
	if err != nil {
		return Reply{}, err
	}
	return c.answer(t, answer, answer.Private), nil
}

// answer turns what a view or a tool says into a reply; t is nil for a tool.
func (c *call) answer(t *table, a engine.Answer, private bool) Reply {
	return Reply{Private: private, Later: func(context.Context, func(Reply)) Reply {
		return c.answered(t, a, private)
	}}
}

func (c *call) answered(t *table, a engine.Answer, private bool) Reply {
	r := told(c.words.Say(a.Text), private)
	r.Data = a.Data
	for i, scene := range a.Scenes {
		file, err := c.scene(t, scene, a.Text)
		if err != nil {
			c.failed = true
			c.log.Error("draw answer", "channel", c.Channel, "game", c.entry.Game.ID, "err", err)
			continue
		}
		file.Name = strconv.Itoa(i+1) + "-" + file.Name
		r.Files = append(r.Files, file)
	}
	for _, f := range a.Files {
		r.Files = append(r.Files, Attachment{Name: f.Name, Data: f.Data})
	}
	var row Row
	for _, act := range a.Actions {
		id := strings.Join([]string{runAction, c.entry.Game.ID, act.Line}, ":")
		row.Buttons = append(row.Buttons, Button{Label: c.words.Say(act.Label), Style: Secondary, Action: id})
	}
	if len(row.Buttons) > 0 {
		r.Rows = []Row{row}
	}
	return r
}

// told is a text as one message, or as many as it needs.
func told(text string, private bool) Reply {
	parts := pages(text, maxContent)
	r := Reply{Text: parts[0], Private: private}
	for _, part := range parts[1:] {
		r.After = append(r.After, Reply{Text: part, Private: private})
	}
	return r
}

func (c *call) scene(t *table, scene any, alt engine.Text) (Attachment, error) {
	if p, ok := scene.(engine.Position); ok {
		alt = p.Describe()
	}
	if t != nil {
		return c.picture(t, scene)
	}
	return c.draw(c.entry, scene, render.Style{Theme: c.theme(), Say: c.words.Say}, alt)
}

// runAction marks a button that runs a line as a command of its game.
const runAction = "run"

// runLine runs what stands on a button as if it had been typed.
func (c *call) runLine(game, line string) (Reply, error) {
	called, err := slash.Parse(c.Commands(), "/"+game+" "+line)
	if err != nil {
		return Reply{}, engine.Refuse("this button is not known any more; `/help` lists what can be done")
	}
	c.Command, c.Sub, c.Options = called.Command, called.Sub, map[string]any{}
	for _, v := range called.Options {
		c.Options[v.Name] = v.Value
	}
	c.fresh = true
	return c.command()
}

// tool runs a command that needs no table.
func (c *call) tool(tool engine.Tool) (Reply, error) {
	o, err := c.options(tool.Args, false)
	if err != nil {
		return Reply{}, err
	}
	env := c.env()
	return Reply{Private: tool.Private, Later: func(ctx context.Context, show func(Reply)) Reply {
		a, err := tool.Run(ctx, env, o, func(a engine.Answer) { show(c.answered(nil, a, tool.Private)) })
		if err != nil {
			return c.refuse(err)
		}
		return c.answered(nil, a, tool.Private)
	}}, nil
}

// hint lets the game's own player advise, privately.
func (c *call) hint() (Reply, error) {
	t, err := c.anyTable()
	if err != nil {
		return Reply{}, err
	}
	return c.hintAt(t)
}

func (c *call) hintAt(t *table) (Reply, error) {
	if err := t.demandTurn(c.User.ID); err != nil {
		return Reply{}, err
	}
	level, ok := t.entry.Game.Level(t.entry.Game.HintLevel)
	if !ok {
		return Reply{}, engine.Refuse("there are no hints for %s", t.entry.Game.Title)
	}
	return Reply{Private: true, Later: func(ctx context.Context, _ func(Reply)) Reply {
		choice, err := c.thinkers.choose(ctx, level, t)
		if err != nil {
			return c.refuse(err)
		}
		r := c.answered(t, engine.Answer{
			Text: advice(choice), Data: choice, Scenes: []any{engine.Suggestion{Position: t.position, Choice: choice}},
		}, true)
		if r.Files != nil {
			r.Files[0].Alt = c.say("%s Advised: %s.", t.position.Describe(), choice.Move)
		}
		return r
	}}, nil
}

// advice says a choice in words.
func advice(choice engine.Choice) engine.Text {
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
func (c *call) export() (Reply, error) {
	t, err := c.find(func(t *table) bool { return len(t.Moves) > 0 }, engine.Refuse("there is nothing to export yet: make a move first"))
	if err != nil {
		return Reply{}, err
	}
	id, _ := c.Options["format"].(string)
	f, ok := c.entry.Game.Format(id)
	if id == "" {
		f, ok = c.entry.Game.Formats[0], true
	}
	if !ok || f.Encode == nil {
		return Reply{}, engine.Refuse("%q is not a notation of %s", escape(id), c.entry.Game.Title)
	}
	record := engine.Record{Options: t.options, Moves: t.lines(), Outcome: t.outcome(), Date: t.Opened}
	for s := range t.Seats {
		record.Names = append(record.Names, c.plainName(t, engine.Seat(s)))
	}
	a, err := f.Encode(record)
	if err != nil {
		return Reply{}, err
	}
	return c.answer(t, a, true), nil
}

// importParams take a game as a file or as text.
var importParams = params([]engine.Arg{
	{Name: "text", Help: engine.T("The game as text, or a link to it"), Kind: engine.Word, Min: 1, Max: 6000},
	{Name: "file", Help: engine.T("The game as a file"), Kind: engine.Upload, Max: 1 << 20},
})

// load puts a written game on a table of the caller's own. The first notation
// that can read it counts; the last one's refusal is told.
func (c *call) load() (Reply, error) {
	data, err := c.written()
	if err != nil {
		return Reply{}, err
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
	return Reply{}, likeliest(refusals)
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

func (c *call) loaded(record engine.Record) (Reply, error) {
	me := userSeat + c.User.ID
	seats, names := []string{me, me}, []string{c.User.Name, c.User.Name}
	if c.entry.Game.Seats(record.Options) == 1 {
		seats, names = seats[:1], names[:1]
	}
	t, err := c.newTable(c.entry, record.Options, seats, names)
	if err != nil {
		return Reply{}, err
	}
	for _, line := range record.Moves {
		played, err := t.position.Play(line)
		if err != nil {
			return Reply{}, err
		}
		t.Moves = append(t.Moves, store.Move{Text: played, By: me, At: c.now().UTC()})
	}
	if o := record.Outcome; o.Status == engine.Won && t.position.Outcome().Status == engine.Open {
		t.end(resigned, o.Winner)
	}
	return c.opened(t)
}
