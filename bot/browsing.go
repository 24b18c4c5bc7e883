package bot

// browsing is what people look at and look for, each subject in a type of its own.
type browsing struct {
	viewing    *viewing
	pastView   *pastView
	hints      *hints
	films      *films
	notation   *notation
	tools      *tools
	listing    *listing
	history    *history
	stats      *stats
	lobby      *lobby
	help       *help
	settings   *settings
	suggesting *suggesting
}

// newBrowsing makes the handlers.
func newBrowsing(s *services, p *playing, past pasts) *browsing {
	pastView := &pastView{tables: s.tables, pictures: s.pictures}
	return &browsing{
		viewing:    &viewing{tables: s.tables, fairness: p.fairness, boards: s.boards, answers: s.answers, pastView: pastView, pool: s.pool, env: s.env, servers: s.servers},
		pastView:   pastView,
		hints:      &hints{tables: s.tables, fairness: p.fairness, answers: s.answers, pool: s.pool},
		films:      &films{live: s.live, games: s.games, tables: s.tables, pictures: s.pictures, pool: s.pool},
		notation:   &notation{tables: s.tables, answers: s.answers, opening: p.opening, pool: s.pool, env: s.env},
		tools:      &tools{env: s.env, pool: s.pool, answers: s.answers, servers: s.servers},
		listing:    &listing{tables: s.tables, live: s.live, blocking: p.blocking, env: s.env},
		history:    &history{games: s.games, tables: s.tables, pictures: s.pictures, answers: s.answers, pool: s.pool},
		stats:      &stats{games: s.games, tables: s.tables, pasts: past, pictures: s.pictures, now: s.env.now},
		lobby:      &lobby{games: s.games, covers: s.covers},
		help:       &help{games: s.games},
		settings:   &settings{records: s.records, blocking: p.blocking, styles: s.styles, choices: s.choices},
		suggesting: &suggesting{registry: s.games, store: s.tables},
	}
}
