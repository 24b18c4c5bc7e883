package bot

import (
	"context"
	"fmt"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/ask"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// dailyPuzzle is the message with which the puzzle of a day is posted in a server: its
// picture, who has solved the one before, and a button that opens a table of one's own.
func (b *Bot) dailyPuzzle(d guild.Daily, day string, solvers []string) (r chat.Reply, action string, err error) {
	entry := b.games.byID[d.Game]
	if entry == nil || entry.Game.Daily == "" {
		return r, "", fmt.Errorf("the game %q has no puzzle of the day", d.Game)
	}
	c := newCall(ask.Call{
		Ctx: context.Background(), Words: b.words(d.Locale), Log: b.log,
		Request: chat.Request{Channel: d.Channel, Locale: d.Locale},
	})
	c.entry = entry
	line := "new " + entry.Game.Daily + " date:" + day
	t, err := b.preview(c, line)
	if err != nil {
		return r, "", err
	}
	open := c.runButton(nil, engine.Action{Label: engine.T("Solve it"), Emoji: "🧩", Line: line})
	open.Style = chat.Primary
	says := engine.Sentences(engine.T("📅 **%s**: the puzzle of the day.", riddleName(t)), guild.Yesterday(solvers))
	r = chat.Reply{Text: c.Words.Say(says), Rows: ask.Rows([]chat.Button{open}), Accent: b.pictures.accent(c, t, false)}
	file, err := b.pictures.table(c, t)
	if err != nil {
		return r, "", err
	}
	r.Files = []chat.Attachment{file}
	return r, open.Action, nil
}

// riddleName is which puzzle a table has before it.
func riddleName(t *table.Table) engine.Text {
	if riddle, ok := engine.RiddleOf(t.Position); ok {
		return riddle.Name
	}
	return t.Game.Title
}

// preview is a table that a line of the call's game opens for one alone, which nobody sits at
// and which is not stored.
func (b *Bot) preview(c *call, line string) (*table.Table, error) {
	raw, err := b.typed(c.entry.Game.ID, line)
	if err != nil {
		return nil, err
	}
	g := c.entry.Game
	asked, err := engine.ParseOptions(g.Options, raw, true)
	if err != nil {
		return nil, err
	}
	o, err := g.Prepared(b.env.of(c), asked)
	if err != nil {
		return nil, err
	}
	return table.New(g, o, []string{""}, []string{""}, b.env.now())
}

// serverGames are the games as the settings of servers know them.
type serverGames struct {
	games *registry
	typed func(game, line string) (map[string]any, error)
}

// Title implements [guild.Games], as the other methods do.
func (s serverGames) Title(game string) (engine.Text, bool) {
	entry := s.games.byID[game]
	if entry == nil {
		return engine.Text{}, false
	}
	return entry.Game.Title, true
}

func (s serverGames) CheckDefaults(game, options string) error {
	raw, err := s.typed(game, strings.TrimSpace("new "+options))
	if err != nil {
		return engine.Refuse("%s does not take that; type it to see which options it has, and what they can be", engine.Command(game+" new"))
	}
	for _, option := range []string{opponentArg.Name, openArg.Name, "versus", helpArg.Name} {
		if _, given := raw[option]; given {
			return engine.Refuse("`%s` is for one table, and cannot hold for all", option)
		}
	}
	g := s.games.byID[game].Game
	_, err = engine.ParseOptions(g.Options, only(raw, g.Options), false)
	return err
}

// only are those of some raw values that are for certain arguments.
func only(raw map[string]any, args []engine.Arg) map[string]any {
	kept := map[string]any{}
	for _, a := range args {
		if value, given := raw[a.Name]; given {
			kept[a.Name] = value
		}
	}
	return kept
}

func (s serverGames) Daily() []engine.Named {
	return s.named(func(g *engine.Game) bool { return g.Daily != "" })
}

func (s serverGames) All() []engine.Named {
	return s.named(func(*engine.Game) bool { return true })
}

func (s serverGames) named(has func(*engine.Game) bool) []engine.Named {
	var list []engine.Named
	for _, g := range s.games.games() {
		if has(g) {
			list = append(list, engine.Named{ID: g.ID, Title: g.Title})
		}
	}
	return list
}
