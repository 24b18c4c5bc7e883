package browse

import (
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/store"
)

// SettingsArgs returns what a person can set, besides whom they block.
func SettingsArgs() []engine.Arg {
	theme := guild.ThemeArg(engine.T("The colours of your tables and of what only you see; contrast suits all kinds of colour vision"))
	return []engine.Arg{theme, {
		Name: "board", Help: engine.T("How the cells of Hex lie on the tables that you open, and on what only you see"), Kind: engine.Pick,
		Choices: []engine.Named{
			{ID: show.Pointed, Title: engine.T("Pointed: a corner at the top, rows from left to right")},
			{ID: show.Flat, Title: engine.T("Flat: a side at the top, rows rising to the right")},
		},
	}}
}

func orientation(flat bool) engine.Text {
	if flat {
		return engine.T("flat")
	}
	return engine.T("pointed")
}

// Settings shows or changes the caller's preferences.
func (h *Handlers) Settings(c *show.Call, o engine.Options) (chat.Reply, error) {
	if len(c.Request.Options) == 0 {
		return h.showSettings(c)
	}
	said, err := store.Transact(c.Ctx, h.Records, c.Op(), func(tx *store.Tx) ([]string, error) {
		return h.changeSettings(tx, c, show.Preferences{Theme: o.Text("theme"), Board: o.Text("board")})
	})
	if err != nil {
		return chat.Reply{}, err
	}
	return chat.Whisper(said...), nil
}

func (h *Handlers) showSettings(c *show.Call) (chat.Reply, error) {
	blocked, err := h.play.Blocked(c)
	if err != nil {
		return chat.Reply{}, err
	}
	style := h.StyleOf(c, c.User.ID)
	return chat.Whisper(
		c.Say("The tables that you open, and what only you see, are drawn in the theme **%s**. %s changes it.", style.Theme.Title, engine.Command("settings theme:")),
		c.Say("The cells of Hex are **%s**. %s changes that.", orientation(style.Flat), engine.Command("settings board:")),
		c.Words.Say(h.Choices.Summary(c.User.ID)), blocked), nil
}

// changeSettings stores and confirms what the caller has set: whom they block or unblock, and the preferences
// that are not empty.
func (h *Handlers) changeSettings(tx *store.Tx, c *show.Call, set show.Preferences) (said []string, err error) {
	blocked, err := h.play.ChangeBlocks(tx, c)
	if err != nil {
		return nil, err
	}
	if blocked != "" {
		said = append(said, blocked)
	}
	if set == (show.Preferences{}) {
		return said, nil
	}
	kept := h.PreferencesOf(c, tx, c.User.ID)
	if t, ok := render.ThemeByID(set.Theme); ok {
		kept.Theme = set.Theme
		said = append(said, c.Say("From now on the tables that you open, and what only you see, are drawn in the theme **%s**.", t.Title))
	}
	if set.Board != "" {
		kept.Board = set.Board
		said = append(said, c.Say("From now on the cells of Hex are **%s** on the tables that you open, and on what only you see.", orientation(set.Board == show.Flat)))
	}
	return said, show.PreferencesKind.Put(tx, c.User.ID, kept)
}
