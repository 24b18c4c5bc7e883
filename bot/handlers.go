package bot

import (
	"github.com/sixfold-bot/sixfold/bot/clock"
	"github.com/sixfold-bot/sixfold/bot/follow"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/posted"
	"github.com/sixfold-bot/sixfold/bot/privacy"
	"github.com/sixfold-bot/sixfold/bot/profile"
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/tell"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/bot/tournament"
	"github.com/sixfold-bot/sixfold/engine"
)

// services are what handlers take what they need from.
type services struct {
	admission   *admission
	games       *registry
	tables      *table.Tables
	levels      *think.Levels
	pool        *think.Pool
	blocking    *blocking
	settings    *settings
	pictures    *pictures
	covers      *covers
	live        *posted.Boards
	boards      *boards
	env         *environment
	records     records
	streaks     *profile.PuzzleStreaks
	rater       *rating.Rater
	outbox      *outbox
	tournaments *tournament.Keeper
	host        *tournamentHost
	uptime      *clock.Uptime
	servers     *guild.Servers
	telling     *tell.Teller
	follower    *follow.Follower
	pasts       pasts
	// typed are the values of a line of a game's command as it is typed, as "new size:5".
	typed func(game, line string) (map[string]any, error)
	// copies says how long copies of the store stay.
	copies engine.Text
	// gamesKept says how long finished games are kept.
	gamesKept engine.Text
}

// handlers answer what people ask, each about one subject.
type handlers struct {
	viewing    *viewing
	opening    *opening
	joining    *joining
	moving     *moving
	undoing    *undoing
	pausing    *pausing
	planning   *planning
	resigning  *resigning
	rematch    *rematch
	sharing    *sharing
	hints      *hints
	films      *films
	pastView   *pastView
	notation   *notation
	tools      *tools
	listing    *listing
	settings   *settings
	privacy    *privacy.Privacy
	telling    *tell.Teller
	follower   *follow.Follower
	help       *help
	lobby      *lobby
	suggesting *suggesting
	server     *guild.Settings
	history    *history
	stats      *stats
	ladders    *rating.Ladders

	tournaments *tournament.Keeper
}

// newHandlers makes the handlers of a bot. The commands are filled in by
// [handlers.register].
func newHandlers(s *services, cs *commands) *handlers {
	answers := &answers{live: s.live, pictures: s.pictures, pool: s.pool}
	fairness := &fairness{s.tables}
	sharing := &sharing{streaks: s.streaks, settings: s.settings, servers: s.servers}
	opening := &opening{tables: s.tables, boards: s.boards, env: s.env, blocking: s.blocking, servers: s.servers, outbox: s.outbox, threads: newTurns(), typed: s.typed}
	joining := &joining{tables: s.tables, boards: s.boards, env: s.env, blocking: s.blocking}
	pastView := &pastView{tables: s.tables, pictures: s.pictures}
	return &handlers{
		viewing:    &viewing{tables: s.tables, fairness: fairness, boards: s.boards, answers: answers, pastView: pastView, pool: s.pool, env: s.env, servers: s.servers},
		opening:    opening,
		joining:    joining,
		moving:     &moving{tables: s.tables, boards: s.boards, sharing: sharing, env: s.env},
		planning:   &planning{tables: s.tables},
		pausing:    &pausing{tables: s.tables, boards: s.boards, env: s.env},
		undoing:    &undoing{tables: s.tables, boards: s.boards, env: s.env},
		resigning:  &resigning{tables: s.tables, boards: s.boards, joining: joining, sharing: sharing},
		sharing:    sharing,
		rematch:    &rematch{tables: s.tables, boards: s.boards, opening: opening, joining: joining, env: s.env},
		hints:      &hints{tables: s.tables, fairness: fairness, answers: answers, pool: s.pool},
		films:      &films{live: s.live, games: s.games, tables: s.tables, pictures: s.pictures, pool: s.pool},
		pastView:   pastView,
		notation:   &notation{tables: s.tables, answers: answers, opening: opening, pool: s.pool, env: s.env},
		tools:      &tools{env: s.env, pool: s.pool, answers: answers, servers: s.servers},
		listing:    &listing{tables: s.tables, live: s.live, blocking: s.blocking, env: s.env},
		settings:   s.settings,
		privacy:    s.privacy(),
		telling:    s.telling,
		follower:   s.follower,
		help:       &help{games: s.games, commands: cs},
		lobby:      &lobby{games: s.games, covers: s.covers},
		history:    &history{games: s.games, tables: s.tables, pictures: s.pictures, answers: answers, pool: s.pool},
		stats:      &stats{games: s.games, tables: s.tables, pasts: s.pasts, pictures: s.pictures, now: s.env.now},
		server:     guild.NewSettings(s.servers, serverGames{s.games, s.typed}),
		ladders:    &rating.Ladders{Rater: s.rater, Games: s.games.games()},
		suggesting: &suggesting{registry: s.games, store: s.tables},

		tournaments: s.tournaments,
	}
}
