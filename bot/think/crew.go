package think

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Crew are other processes that think too, besides this one.
type Crew interface {
	// Choose has one of them answer a question, which is thought about once however often it is
	// asked. It calls what the job says when nobody begins soon. It returns [ErrHere] where
	// this process may as well think itself.
	Choose(ctx context.Context, j Job, q Question) (engine.Choice, error)
}

// ErrHere is returned by a [Crew] for a question that has to be thought about here.
var ErrHere = errors.New("think: nobody else can think about it")

// maxHanded is how many questions of each sort this process may have put to the crew: enough
// for all who think, and so few that those that still wait here are taken in fair order.
const maxHanded = 64

// Question asks for the move of a level. It is whole: whoever has the rules can answer it.
type Question struct {
	Table    store.Key       `json:"table"`
	Revision uint64          `json:"revision"`
	Seat     engine.Seat     `json:"seat"` // to move
	Game     string          `json:"game"`
	Rules    int             `json:"rules"`
	Level    string          `json:"level"`
	Seed     uint64          `json:"seed"`
	Options  json.RawMessage `json:"options,omitempty"`
	Moves    []string        `json:"moves"`
	// Owed: it is the move of a level that sits there, who plays on after it.
	Owed bool `json:"owed"`
}

// QuestionAt asks a level for a move at a table, which it owes if it sits there.
func QuestionAt(t *table.Table, level engine.Level, owed bool) Question {
	return Question{
		Table: t.Key, Revision: t.Record.Revision, Seat: t.Turn(), Game: t.Game.ID, Rules: t.Game.Rules, Level: level.ID,
		Seed: t.Seed(), Options: t.Record.Options, Moves: t.Moves(), Owed: owed,
	}
}

// Ask has a question answered by the crew when its turn has come, by the same order as that of
// other work, and else by here, which waits for its turn itself.
func (p *Pool) Ask(ctx context.Context, j Job, q Question, here func() (engine.Choice, error)) (engine.Choice, error) {
	if p.crew == nil {
		return here()
	}
	if j.Waits != nil {
		j.Waits = sync.OnceFunc(j.Waits)
	}
	choice, err := p.away(ctx, j, q)
	if errors.Is(err, ErrHere) {
		return here()
	}
	return choice, err
}

func (p *Pool) away(ctx context.Context, j Job, q Question) (engine.Choice, error) {
	done, err := p.asked.enter(ctx, j)
	if err != nil {
		return engine.Choice{}, err
	}
	defer done()
	return p.crew.Choose(ctx, j, q)
}
