package browse

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// Complete completes the option of a command that is being typed. After an error nothing is
// suggested, since Discord shows no refusals there.
func (h *Handlers) Complete(c *show.Call, command show.Subcommand) []chat.Suggestion {
	p, ok := engine.Find(command.Params, c.Request.Focus, func(p show.Param) string { return p.Name })
	if !ok {
		return nil
	}
	typed := strings.TrimSpace(show.TextOf(c.Request.Options[c.Request.Focus]))
	var found []engine.Named
	switch {
	case p.Complete != nil:
		found = p.Complete(c, typed)
	case p.Suggest != nil:
		found = p.Suggest(h.suggestPosition(c, command), typed)
	}
	return engine.Map(found[:min(len(found), chat.MaxChoices)], func(n engine.Named) chat.Suggestion {
		return chat.Suggestion{Name: chat.Shorten(c.Words.Say(n.Title), chat.MaxChoice), Value: n.ID}
	})
}

// suggestPosition returns the position of the table that a command means, or nil if there is none.
func (h *Handlers) suggestPosition(c *show.Call, command show.Subcommand) engine.Position {
	if c.Entry == nil {
		return nil
	}
	v, moves := c.Entry.Game.Verb(command.Name)
	fits := func(b *table.Brief) bool { return !moves || b.MayMove(c.User.ID, v) }
	t, err := show.TableThat(c, h.Tables, table.ToLook, table.OpenFirst, fits)
	if err != nil {
		return nil
	}
	return t.Position
}

// SuggestGames lists the games whose names begin with what was typed.
func (h *Handlers) SuggestGames(_ *show.Call, typed string) []engine.Named {
	games := slices.DeleteFunc(h.Games.Rules(), func(g *engine.Game) bool { return !strings.HasPrefix(g.ID, strings.ToLower(typed)) })
	return engine.Map(games, func(g *engine.Game) engine.Named { return engine.Named{ID: g.ID, Title: g.Title} })
}

// SuggestViews lists the views that have no command of their own.
func (h *Handlers) SuggestViews(c *show.Call, typed string) []engine.Named {
	t, err := show.AnyTable(c, h.Tables, table.OpenFirst)
	if err != nil {
		return nil
	}
	return namedViews(t.Game, t.Position, strings.ToLower(typed))
}

// SuggestMoves lists the words that can be the i-th argument of a verb, by the moves at the caller's table.
// Words that begin with the typed text come first.
func (h *Handlers) SuggestMoves(c *show.Call, v engine.Verb, i int, typed string) []engine.Named {
	delete(c.Request.Options, c.Request.Focus)
	t, err := show.TableThat(c, h.Tables, table.ToLook, table.OpenOnly, func(b *table.Brief) bool { return b.MayMove(c.User.ID, v) })
	if err != nil {
		return nil
	}
	typed = strings.ToLower(typed)
	var first, others []engine.Named
	seen := map[string]bool{}
	for _, move := range engine.MovesOf(t.Position) {
		word, ok := argument(c, v, i, move)
		if !ok || seen[word] {
			continue
		}
		seen[word] = true
		switch lower := strings.ToLower(word); {
		case strings.HasPrefix(lower, typed):
			first = append(first, engine.Named{ID: word, Title: engine.T("%s", word)})
		case strings.Contains(lower, typed):
			others = append(others, engine.Named{ID: word, Title: engine.T("%s", word)})
		}
	}
	return append(first, others...)
}

// argument returns the i-th argument of a move if the move is of the verb and agrees with the
// arguments before.
func argument(c *show.Call, v engine.Verb, i int, move string) (string, bool) {
	of, words := c.Entry.Game.VerbOf(move)
	if of.Name != v.Name || i >= len(words) {
		return "", false
	}
	for j, a := range v.Args[:i] {
		if given := show.TextOf(c.Request.Options[a.Name]); given != "" && given != words[j] {
			return "", false
		}
	}
	return words[i], true
}

// SuggestTables lists the open tables of the game in the channel, the caller's first.
func (h *Handlers) SuggestTables(c *show.Call, typed string) []engine.Named {
	entries, err := h.Tables.OpenIn(c.Request.Channel, c.Entry.Game.ID)
	entries = table.Visible(entries, c.User.ID)
	if err != nil {
		return nil
	}
	var own, others []engine.Named
	for _, e := range entries {
		number := strconv.Itoa(e.Key.Number)
		t, ok := h.Tables.Brief(c.Ctx, e)
		if !ok || !strings.HasPrefix(number, typed) {
			continue
		}
		list := &others
		if t.Sits(c.User.ID) {
			list = &own
		}
		*list = append(*list, engine.Named{ID: number, Title: engine.T("%s: %s", number, t.PlainPlayers(c.Words))})
	}
	return append(own, others...)
}
