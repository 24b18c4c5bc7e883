// Package browse has the handlers of what people look at and look up: views, hints, films and past
// positions of tables, lists and histories, profiles, notations, help, and personal settings. Each
// subject has a file of its own.
package browse

import (
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/show"
)

// Handlers are the handlers of what people look at and look up.
type Handlers struct {
	*show.Services
	play *play.Handlers
}

// New returns the handlers.
func New(p *play.Handlers) *Handlers { return &Handlers{p.Services, p} }
