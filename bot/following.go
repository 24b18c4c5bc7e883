package bot

import (
	"github.com/sixfold-bot/sixfold/bot/ask"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/follow"
	"github.com/sixfold-bot/sixfold/engine"
)

// plain are the actions of subjects that know no games, by their names.
func (h *handlers) plain() map[string]func(*ask.Call, string) (chat.Reply, error) {
	return map[string]func(*ask.Call, string) (chat.Reply, error){follow.Action: h.follower.Press}
}

// watchable completes which table is to be shown live.
func (h *handlers) watchable(c *call, typed string) []engine.Named {
	return h.follower.Tables(&c.Call, typed)
}
