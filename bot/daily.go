package bot

import (
	"context"
	"fmt"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// daily makes the messages with the puzzles of the day.
type daily struct{ *show.Services }

// message returns the post of a day's puzzle: its picture, who solved the one before, and a button
// that opens a table of one's own. action is the custom ID of that button.
func (b daily) message(d guild.Daily, day string, solvers []string) (r chat.Reply, action string, err error) {
	entry := b.Games.ByID[d.Game]
	if entry == nil || entry.Game.Daily == "" {
		return r, "", fmt.Errorf("the game %q has no puzzle of the day", d.Game)
	}
	c := show.NewCall(chat.Call{
		Ctx: context.Background(), Words: b.Words(d.Locale), Log: b.Log,
		Request: chat.Request{Channel: d.Channel, Locale: d.Locale},
	})
	c.Entry = entry
	options := entry.Game.Daily + " date:" + day
	t, err := b.preview(c, options)
	if err != nil {
		return r, "", err
	}
	open := c.RunButton(nil, engine.Action{Label: engine.T("Solve it"), Emoji: "🧩", Line: "new " + options})
	open.Style = chat.Primary
	name := t.Game.Title
	if riddle, ok := engine.RiddleOf(t.Position); ok {
		name = riddle.Name
	}
	says := engine.Sentences(engine.T("📅 **%s**: the puzzle of the day.", name), guild.Yesterday(solvers))
	r = chat.Reply{Text: c.Words.Say(says), Rows: chat.Rows([]chat.Button{open}), Accent: b.Accent(c, t, false)}
	file, err := b.DrawTable(c, t)
	r.Files = []chat.Attachment{file}
	return r, open.Action, err
}

// preview returns a table for one with options of the call's game. Nobody sits at it, and it is not
// stored.
func (b daily) preview(c *show.Call, options string) (*table.Table, error) {
	raw, err := play.TypedValues(c.Entry.Game, options)
	if err != nil {
		return nil, err
	}
	g := c.Entry.Game
	asked, err := engine.ParseOptions(g.Options, raw, true)
	if err != nil {
		return nil, err
	}
	o, err := g.Prepared(b.Env.Of(c), asked)
	if err != nil {
		return nil, err
	}
	return table.New(g, o, []string{""}, []string{""}, b.Env.Now())
}
