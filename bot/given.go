package bot

import (
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
)

// demandKnown refuses a value under a name that a subcommand does not have, or of
// another type. Discord sends such where it still lists commands of an older bot.
func (c *call) demandKnown(s subcommand) error {
	for name, value := range c.Options {
		if !s.takes(name, value) {
			return engine.Refuse("this command has changed; type it again, and pick its options from the list")
		}
	}
	return nil
}

func (s subcommand) takes(name string, value any) bool {
	for _, p := range s.params {
		if p.Name == name {
			return p.takes(value)
		}
	}
	return false
}

func (p param) takes(value any) bool {
	if p.user {
		_, ok := value.(chat.User)
		return ok
	}
	switch value.(type) {
	case string:
		return p.Kind == engine.Word || p.Kind == engine.Pick
	case int:
		return p.Kind == engine.Integer
	case bool:
		return p.Kind == engine.Boolean
	case engine.File:
		return p.Kind == engine.Upload
	}
	return false
}
