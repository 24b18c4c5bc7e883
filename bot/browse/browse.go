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
	Viewing    *viewing
	PastView   *PastView
	Hints      *hints
	Films      *Films
	Notation   *notation
	Tools      *tools
	Listing    *listing
	History    *history
	Stats      *stats
	Lobby      *lobby
	Help       *help
	Settings   *settings
	Suggesting *Suggesting
}

// New returns the handlers.
func New(s *show.Services, p *play.Handlers, past pasts) *Handlers {
	pastView := &PastView{Tables: s.Tables, Pictures: s.Pictures}
	return &Handlers{
		Viewing:    &viewing{tables: s.Tables, fairness: p.Fairness, boards: s.Boards, answers: s.Answers, pastView: pastView, pool: s.Pool, env: s.Env, servers: s.Servers},
		PastView:   pastView,
		Hints:      &hints{tables: s.Tables, fairness: p.Fairness, answers: s.Answers, pool: s.Pool},
		Films:      &Films{live: s.Live, Games: s.Games, tables: s.Tables, Pictures: s.Pictures, pool: s.Pool},
		Notation:   &notation{tables: s.Tables, answers: s.Answers, opening: p.Opening, pool: s.Pool, env: s.Env},
		Tools:      &tools{env: s.Env, pool: s.Pool, answers: s.Answers, servers: s.Servers},
		Listing:    &listing{tables: s.Tables, live: s.Live, blocking: p.Blocking, env: s.Env},
		History:    &history{games: s.Games, tables: s.Tables, pictures: s.Pictures, answers: s.Answers, pool: s.Pool},
		Stats:      &stats{games: s.Games, tables: s.Tables, pasts: past, pictures: s.Pictures, now: s.Env.Now},
		Lobby:      &lobby{games: s.Games, covers: s.Covers},
		Help:       &help{games: s.Games},
		Settings:   &settings{records: s.Records, blocking: p.Blocking, styles: s.Styles, choices: s.Choices},
		Suggesting: &Suggesting{registry: s.Games, store: s.Tables},
	}
}
