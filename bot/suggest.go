package bot

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// suggest completes the option that is being typed. Where nothing can be said,
// nothing is: there is no place for a refusal.
func (c *call) suggest() []chat.Suggestion {
	s, ok := c.called()
	if !ok {
		return nil
	}
	i := slices.IndexFunc(s.params, func(p param) bool { return p.Name == c.Focus })
	if i < 0 {
		return nil
	}
	typed := strings.TrimSpace(textOf(c.Options[c.Focus]))
	var found []engine.Named
	switch p := s.params[i]; {
	case p.suggest != nil:
		found = p.suggest(c, typed)
	case p.Suggest != nil:
		var position engine.Position
		if c.entry != nil {
			if t, err := c.anyTable(table.OpenFirst); err == nil {
				position = t.Position
			}
		}
		found = p.Suggest(position, typed)
	}
	list := make([]chat.Suggestion, 0, min(len(found), chat.MaxChoices))
	for _, n := range found[:min(len(found), chat.MaxChoices)] {
		list = append(list, chat.Suggestion{Name: chat.Shorten(c.words.Say(n.Title), 100), Value: n.ID})
	}
	return list
}

// called finds the command that is being typed, and its game.
func (c *call) called() (subcommand, bool) {
	for _, s := range c.general {
		if s.name == c.Command {
			return s, true
		}
	}
	if c.entry = c.games[c.Command]; c.entry == nil {
		return subcommand{}, false
	}
	return c.subcommand(c.Sub)
}

// suggestMoves lists the words that may stand as the i-th argument of a verb, by the
// moves of the caller's table: those that begin with what was typed first.
func (c *call) suggestMoves(v engine.Verb, i int, typed string) []engine.Named {
	delete(c.Options, c.Focus)
	t, err := c.find(table.OpenOnly, func(*table.Table) bool { return true }, table.ErrNone)
	if err != nil {
		return nil
	}
	lister, ok := t.Position.(engine.Lister)
	if !ok {
		return nil
	}
	typed = strings.ToLower(typed)
	var first, others []engine.Named
	seen := map[string]bool{}
	for _, move := range lister.Moves() {
		word, ok := c.argument(v, i, move)
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

// argument takes the i-th argument out of a move, if it is one of the verb and agrees
// with the arguments given before.
func (c *call) argument(v engine.Verb, i int, move string) (string, bool) {
	words := strings.Fields(move)
	if v.Name == "move" {
		if _, other := c.entry.Game.Verb(words[0]); other {
			return "", false
		}
	} else {
		if words[0] != v.Name {
			return "", false
		}
		words = words[1:]
	}
	if i >= len(words) {
		return "", false
	}
	for j, a := range v.Args[:i] {
		if given := textOf(c.Options[a.Name]); given != "" && given != words[j] {
			return "", false
		}
	}
	return words[i], true
}

// suggestTables lists the open tables of the game in the channel, the caller's first.
func (c *call) suggestTables(typed string) []engine.Named {
	entries, err := c.tables.OpenIn(c.Channel, c.entry.Game.ID)
	if err != nil {
		return nil
	}
	var own, others []engine.Named
	for _, e := range entries {
		number := strconv.Itoa(e.Key.Number)
		if !strings.HasPrefix(number, typed) {
			continue
		}
		t, ok := c.tables.Replay(e)
		if !ok {
			continue
		}
		n := engine.Named{ID: number, Title: engine.T("%s: %s", number, t.PlainPlayers(c.words))}
		if t.Sits(c.User.ID) {
			own = append(own, n)
		} else {
			others = append(others, n)
		}
	}
	return append(own, others...)
}

func textOf(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case int:
		return strconv.Itoa(v)
	}
	return ""
}
