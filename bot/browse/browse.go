// Package browse has the handlers of what people look at and look up: views, hints, films and past
// positions of tables, lists and histories, profiles, notations, help, and personal settings. Each
// subject has a file and a type of its own.
package browse

import (
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/show"
)

// Handlers has a handler for each subject.
type Handlers struct {
	Viewing    *Viewing
	Films      *Films
	Notation   *notation
	Listing    *listing
	History    *history
	Stats      *stats
	Lobby      *lobby
	Settings   *settings
	Suggesting *Suggesting
}

// New returns the handlers.
func New(s *show.Services, p *play.Handlers) *Handlers {
	return &Handlers{
		Viewing:    &Viewing{s, p.Fairness},
		Films:      &Films{s},
		Notation:   &notation{s, p},
		Listing:    &listing{s, p.Blocking},
		History:    &history{s},
		Stats:      &stats{s},
		Lobby:      &lobby{s},
		Settings:   &settings{s, p.Blocking},
		Suggesting: &Suggesting{s},
	}
}
