package browse

import (
	"context"
	"math"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/engine"
)

// hints advises a person whose turn it is. Nobody else sees the advice.
type hints struct {
	*show.Services
	fairness *play.Fairness
}

func (h *hints) Hint(c *show.Call) (chat.Reply, error) {
	toMove := func(b *table.Brief) bool { return b.ToMove(c.User.ID) }
	t, err := show.TableThat(c, h.Tables, table.ToLook, table.OpenFirst, toMove)
	if err != nil {
		return chat.Reply{}, err
	}
	return h.At(c, t)
}

// At returns the game's own hint for a position, or else that of the level that gives hints.
func (h *hints) At(c *show.Call, t *table.Table) (chat.Reply, error) {
	if err := t.RequireTurn(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	if err := h.fairness.Check(c, t); err != nil {
		return chat.Reply{}, err
	}
	if at := t.Game.Opponents.HintAt; at != nil {
		if answer, ok := at(t.Position); ok {
			h.fairness.Helped(c, t)
			return h.Boards.Answer(c, t, answer, true), nil
		}
	}
	level, ok := t.Game.Level(t.Game.Opponents.Hint)
	if !ok {
		return chat.Reply{}, engine.Refuse("there are no hints for %s", t.Game.Title)
	}
	return c.Later(c.Place(true), func(ctx context.Context, update func(chat.Reply)) (chat.Reply, error) {
		job := c.Job(level.Think, update)
		choice, err := h.Pool.Ask(ctx, job, think.QuestionAt(t, level, false), func() (engine.Choice, error) {
			return h.Pool.Choose(ctx, job, level.New(t.Seed()), t.Position)
		})
		if err != nil {
			return chat.Reply{}, err
		}
		h.fairness.Helped(c, t)
		r := h.Boards.Answered(c, t, engine.Answer{
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
	v, arguments := t.Game.VerbOf(move)
	if b, ok := t.Game.Controls.Buttons[v.Name]; ok && v.Name != engine.MoveVerb {
		label = b.Label
		if len(arguments) > 0 {
			label = engine.T("%s %s", b.Label, strings.Join(arguments, " ")) // "Place 8 d2"
		}
	}
	b = c.TableButton(t, "advised", label, chat.Primary, move)
	return b, len(b.Action) <= chat.MaxAction && chat.Length(b.Label) <= chat.MaxLabel
}

// Stale refuses to follow advice if the board has changed since.
func (h *hints) Stale(*show.Call, *table.Table) (chat.Reply, error) {
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
