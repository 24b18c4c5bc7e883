package browse

import (
	"cmp"
	"context"
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Show shows the board again, or what a tool has shown the caller since the board changed.
func (h *Handlers) Show(c *show.Call) (chat.Reply, error) {
	t, err := show.AnyTable(c, h.Tables, table.OpenFirst)
	if move, past := c.Request.Options[MoveArg.Name]; past && err == nil {
		return h.showThen(c, t, move)
	}
	if _, named := c.Request.Options[show.TableArg.Name]; !named {
		var since time.Time
		if err == nil {
			since = t.Record.Touched
		}
		if reply, ok, err := h.latestOfTools(c, since); ok || err != nil {
			return reply, err
		}
	}
	if err != nil {
		return chat.Reply{}, err
	}
	return h.ShowTable(c, t, table.Notice{Text: t.Headline()}), nil
}

// latestOfTools returns what a tool has shown the caller since a time, for the caller alone.
func (h *Handlers) latestOfTools(c *show.Call, since time.Time) (chat.Reply, bool, error) {
	for _, tool := range c.Entry.Game.Tools {
		if tool.Latest == nil {
			continue
		}
		a, ok, err := tool.Latest(c.Ctx, h.Env.Of(c), since)
		if ok || err != nil {
			return h.Answered(c, nil, a, true), ok, err
		}
	}
	return chat.Reply{}, false, nil
}

// NamedView shows a view that has no command of its own.
func (h *Handlers) NamedView(c *show.Call) (chat.Reply, error) {
	name, _ := c.Request.Options["name"].(string)
	view, ok := c.Entry.Game.View(name)
	if !ok {
		names := engine.Map(c.Entry.Game.Views, func(view engine.View) string { return view.Name })
		return chat.Reply{}, engine.Refuse("the views are: %s", strings.Join(names, ", "))
	}
	return h.View(c, view)
}

// namedViews returns the views of a game that have no command of their own, whose names begin with
// the typed text, and which the position offers.
func namedViews(g *engine.Game, p engine.Position, typed string) []engine.Named {
	var list []engine.Named
	for _, v := range g.Views {
		if v.Command || !strings.HasPrefix(v.Name, typed) || v.Offer != nil && !v.Offer(p) {
			continue
		}
		list = append(list, engine.Named{ID: v.Name, Title: engine.T("%s: %s", v.Name, v.Help)})
	}
	return list
}

// View shows a view of the table that the call means.
func (h *Handlers) View(c *show.Call, view engine.View) (chat.Reply, error) {
	order := table.OpenFirst
	if view.AfterEnd {
		order = table.ToReview
	}
	t, err := show.AnyTable(c, h.Tables, order)
	if refusal, _ := errors.AsType[*engine.Refusal](err); refusal != nil && view.Anywhere {
		o, err := c.Options(view.Args, false)
		if err != nil {
			return chat.Reply{}, err
		}
		answer, err := view.Show(c.Ctx, nil, o)
		if err != nil {
			return chat.Reply{}, err
		}
		return h.Answer(c, nil, answer, view.Private), nil
	}
	if err != nil {
		return chat.Reply{}, err
	}
	return h.viewAt(c, t, view)
}

// viewAt shows a view of a table. A slow view waits for the pool.
func (h *Handlers) viewAt(c *show.Call, t *table.Table, view engine.View) (chat.Reply, error) {
	o, err := c.Options(view.Args, false)
	if err != nil {
		return chat.Reply{}, err
	}
	private := t.Record.Private || show.Private(view.Private || view.Advice && !t.Record.Over, o)
	if view.Advice {
		if err := h.play.CheckHelp(c, t); err != nil {
			return chat.Reply{}, err
		}
	}
	if view.Think > 0 {
		if err := h.play.RequireSearch(c); err != nil {
			return chat.Reply{}, err
		}
	}
	var answer engine.Answer
	looks := func(ctx context.Context) (err error) {
		answer, err = look(ctx, t, view, o)
		return err
	}
	if view.Think == 0 {
		if err := h.Tables.Work(c.Ctx, t.Position, func() error { return looks(c.Ctx) }); err != nil {
			return chat.Reply{}, err
		}
		h.noteHelp(c, t, view)
		return h.Answer(c, t, answer, private), nil
	}
	return c.Later(c.NewReply(private), func(ctx context.Context, update func(chat.Reply)) (chat.Reply, error) {
		if err := h.Pool.Think(ctx, c.Job(view.Think, update), looks); err != nil {
			return chat.Reply{}, err
		}
		h.noteHelp(c, t, view)
		return h.Answered(c, t, answer, private), nil
	}), nil
}

func (h *Handlers) noteHelp(c *show.Call, t *table.Table, view engine.View) {
	if view.Advice {
		h.play.Helped(c, t)
	}
}

// look runs a view. A review of a game that people ended first says how it ended.
func look(ctx context.Context, t *table.Table, v engine.View, o engine.Options) (engine.Answer, error) {
	answer, err := v.Show(ctx, t.Shown(), o)
	if err == nil && v.AfterEnd && t.Record.Result != nil && !t.Record.Private {
		answer.Text = engine.T("%s %s", t.StatusWords(), answer.Text)
	}
	return answer, err
}

// PressView shows the view that a button names.
func (h *Handlers) PressView(c *show.Call, t *table.Table, name string) (chat.Reply, error) {
	view, ok := t.Game.View(name)
	if !ok {
		return chat.Reply{}, show.UnknownButton()
	}
	return h.viewAt(c, t, view)
}

// MoveArg picks a position of a game.
var MoveArg = engine.Arg{
	Name: "move", Help: engine.T("The board as it was after that move, for you alone; 0: at the start"), Kind: engine.Integer, Max: 1_000_000,
}

// TurnLeaf shows the position that a button names in place of the one before.
func (h *Handlers) TurnLeaf(c *show.Call, t *table.Table, arg string) (chat.Reply, error) {
	c.Replace = true
	return h.OpenLeaf(c, t, arg)
}

// OpenLeaf shows the position that a button names to the caller alone, in a new message, or the last one if there are fewer
// moves by now.
func (h *Handlers) OpenLeaf(c *show.Call, t *table.Table, arg string) (chat.Reply, error) {
	to, _, _ := strings.Cut(arg, " ")
	n, err := strconv.Atoi(to)
	if err != nil || n < 0 {
		return chat.Reply{}, show.UnknownButton()
	}
	return h.showPast(c, t, min(n, len(t.Record.Moves)))
}

func (h *Handlers) showThen(c *show.Call, t *table.Table, move any) (chat.Reply, error) {
	n, err := MoveArg.Parse(move)
	if err != nil {
		return chat.Reply{}, err
	}
	if err := t.RequirePly(n.(int)); err != nil {
		return chat.Reply{}, err
	}
	return h.showPast(c, t, n.(int))
}

// showPast shows the position after n moves to the caller alone, so that the board of other people does not
// change while they look at it.
func (h *Handlers) showPast(c *show.Call, t *table.Table, n int) (chat.Reply, error) {
	c.Private = true
	then, err := t.After(c.Ctx, n)
	if err != nil {
		return chat.Reply{}, err
	}
	return c.Later(c.NewReply(true), func(ctx context.Context, _ func(chat.Reply)) (r chat.Reply, err error) {
		err = h.Tables.Work(ctx, then.Position, func() error {
			r, err = h.LeafMessage(c, t, then)
			return err
		})
		return r, err
	}), nil
}

// LeafMessage returns a table as it was, with buttons that step to its other positions.
func (h *Handlers) LeafMessage(c *show.Call, t, then *table.Table) (chat.Reply, error) {
	r := c.Reply(true, c.Words.Say(leaf(t, then)))
	r.Text += quoted(then, len(then.Record.Moves))
	r.Data = then.Position
	r.Accent = h.Accent(c, then, true)
	r.Rows = chat.Rows(append(c.LeafButtons(t, "leaf", len(then.Record.Moves)), play.FromButtons(c, t, then)...))
	file, err := h.DrawPast(c, t, then)
	r.Files = []chat.Attachment{file}
	return r, err
}

// maxQuoted bounds the comments that a message repeats, in characters.
const maxQuoted = 1500

// quoted returns what was written of a table's moves from the n-th on, on lines of their own. The n-th is
// not named.
func quoted(t *table.Table, n int) string {
	var b strings.Builder
	for i, comment := range t.Comments() {
		if i < n || comment == "" {
			continue
		}
		b.WriteString("\n> ")
		if i > n {
			b.WriteString("**" + chat.Shorten(t.Record.Moves[i-1].Text, show.MostRepeated) + "**: ")
		}
		b.WriteString(strings.ReplaceAll(chat.Escape(comment), "\n", "\n> "))
	}
	return chat.Shorten(b.String(), maxQuoted)
}

// leaf says which position is shown: "move 12 of 59, c10 by Ann".
func leaf(t, then *table.Table) engine.Text {
	n, moves := len(then.Record.Moves), strconv.Itoa(len(t.Record.Moves))
	if n == 0 {
		return engine.T("**%s**: move 0 of %s, the start.", t.Title(), moves)
	}
	last := then.Record.Moves[n-1]
	said := engine.T("**%s**: move %s of %s, **%s**.", t.Title(), strconv.Itoa(n), moves, chat.Shorten(last.Text, show.MostRepeated))
	if seat := t.SeatHeldBy(last.By); seat != engine.NoSeat && t.HasOpponents() {
		said = engine.T("**%s**: move %s of %s, **%s** by %s.", t.Title(), strconv.Itoa(n), moves, chat.Shorten(last.Text, show.MostRepeated), t.Name(seat))
	}
	if then.Record.Over {
		return engine.Sentences(said, t.StatusWords())
	}
	return said
}

// Hint advises a person whose turn it is. Nobody else sees the advice.
func (h *Handlers) Hint(c *show.Call) (chat.Reply, error) {
	toMove := func(b *table.Brief) bool { return b.ToMove(c.User.ID) }
	t, err := show.TableThat(c, h.Tables, table.ToLook, table.OpenFirst, toMove)
	if err != nil {
		return chat.Reply{}, err
	}
	return h.HintAt(c, t)
}

// HintAt returns the game's own hint for a position, or else that of the level that gives hints.
func (h *Handlers) HintAt(c *show.Call, t *table.Table) (chat.Reply, error) {
	if err := cmp.Or(t.RequireTurn(c.User.ID), h.play.CheckHelp(c, t)); err != nil {
		return chat.Reply{}, err
	}
	if at := t.Game.Opponents.HintAt; at != nil {
		if answer, ok := at(t.Position); ok {
			h.play.Helped(c, t)
			return h.Answer(c, t, answer, true), nil
		}
	}
	level, ok := t.Game.Level(t.Game.Opponents.Hint)
	if !ok {
		return chat.Reply{}, engine.Refuse("there are no hints for %s", t.Game.Title)
	}
	return c.Later(c.NewReply(true), func(ctx context.Context, update func(chat.Reply)) (chat.Reply, error) {
		job := c.Job(level.Think, update)
		choice, err := h.Pool.Ask(ctx, job, think.QuestionAt(t, level, false), func() (engine.Choice, error) {
			return h.Pool.Choose(ctx, job, level.New(t.Seed()), t.Position)
		})
		if err != nil {
			return chat.Reply{}, err
		}
		h.play.Helped(c, t)
		r := h.Answered(c, t, engine.Answer{
			Text: advice(choice, len(t.Record.Seats)), Data: choice, Scenes: []engine.Scene{engine.Suggestion{Position: t.Position, Choice: choice}},
		}, true)
		if b, ok := AdviceButton(c, t, choice.Move); ok {
			r.Rows = chat.Rows([]chat.Button{b})
		}
		return r, nil
	}), nil
}

// AdviceButton returns a button that plays an advised move; ok is false if the move is too long for
// a button.
func AdviceButton(c *show.Call, t *table.Table, move string) (b chat.Button, ok bool) {
	label := engine.T("Play %s", move)
	verb, arguments := t.Game.VerbOf(move)
	if b, ok := t.Game.Controls.Buttons[verb.Name]; ok && verb.Name != engine.MoveVerb {
		label = b.Label
		if len(arguments) > 0 {
			label = engine.T("%s %s", b.Label, strings.Join(arguments, " ")) // "Place 8 d2"
		}
	}
	b = c.TableButton(t, "advised", label, chat.Primary, move)
	return b, len(b.Action) <= chat.MaxAction && chat.Length(b.Label) <= chat.MaxLabel
}

// StaleHint refuses to follow advice if the board has changed since.
func (h *Handlers) StaleHint(*show.Call, *table.Table) (chat.Reply, error) {
	return chat.Reply{}, engine.Refuse("the board has changed since this hint, so nothing was played; ask for another hint")
}

// advice puts a choice into words. A single player has nobody to win against.
func advice(choice engine.Choice, seats int) engine.Text {
	if seats == 1 {
		return engine.T("Try **%s**.", choice.Move)
	}
	worth := engine.T("you win with a chance of about %s %%", strconv.Itoa(int(math.Round(100*choice.Value))))
	switch {
	case choice.Proved && choice.Value > 0.5:
		worth = engine.T("a proved win")
	case choice.Proved:
		worth = engine.T("a proved loss, if your opponent plays well")
	}
	said := engine.T("Try **%s**: %s.", choice.Move, worth)
	if len(choice.Line) > 1 {
		return engine.T("%s Expected then: %s.", said, strings.Join(choice.Line[1:min(len(choice.Line), 6)], ", "))
	}
	return said
}

// Tool runs a command that needs no table.
func (h *Handlers) Tool(c *show.Call, tool engine.Tool, o engine.Options) (chat.Reply, error) {
	takes := show.Quick
	if tool.Slow {
		takes = 0 // it limits itself
		if err := h.play.RequireSearch(c); err != nil {
			return chat.Reply{}, err
		}
	}
	env, private := h.Env.Drawn(c), show.Private(tool.Private, o)
	return h.LaterInPool(c, c.NewReply(private), takes, func(ctx context.Context, update func(chat.Reply)) (chat.Reply, error) {
		a, err := store.Transact(ctx, h.Env.Records, c.Op(), func(tx *store.Tx) (engine.Answer, error) {
			return tool.Run(ctx, env(tx), o, func(a engine.Answer) { update(h.Answered(c, nil, a, private)) })
		})
		if err != nil {
			return chat.Reply{}, err
		}
		return h.Answered(c, nil, a, private), nil
	}), nil
}
