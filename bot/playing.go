package bot

import "github.com/sixfold-bot/sixfold/bot/streak"

// playing is what people do at tables, each subject in a type of its own.
type playing struct {
	opening   *opening
	joining   *joining
	moving    *moving
	undoing   *undoing
	pausing   *pausing
	planning  *planning
	resigning *resigning
	rematch   *rematch
	sharing   *sharing
	blocking  *blocking
	fairness  *fairness
}

// newPlaying makes the handlers. The operator has barred some people.
func newPlaying(s *services, streaks *streak.Keeper, barred []string) *playing {
	p := &playing{
		sharing:  &sharing{streaks: streaks, styles: s.styles, servers: s.servers},
		blocking: &blocking{records: s.records, tables: s.tables, barred: barred},
		fairness: &fairness{s.tables},
		planning: &planning{tables: s.tables},
		pausing:  &pausing{tables: s.tables, boards: s.boards, env: s.env},
		undoing:  &undoing{tables: s.tables, boards: s.boards, env: s.env},
	}
	p.opening = &opening{tables: s.tables, boards: s.boards, env: s.env, blocking: p.blocking, servers: s.servers, outbox: s.outbox, threads: newTurns()}
	p.joining = &joining{tables: s.tables, boards: s.boards, env: s.env, blocking: p.blocking}
	p.moving = &moving{tables: s.tables, boards: s.boards, sharing: p.sharing, env: s.env}
	p.resigning = &resigning{tables: s.tables, boards: s.boards, joining: p.joining, sharing: p.sharing}
	p.rematch = &rematch{tables: s.tables, boards: s.boards, opening: p.opening, joining: p.joining, env: s.env}
	return p
}
