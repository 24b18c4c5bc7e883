package table

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// A person's plan for a table is a small record of their own, so that nothing of it is in the table
// that others are shown. Plans are followed when a table is saved after a move: the answer is stored
// in the same transaction as the move that it answers.

// PlanKind is the kind of the records of plans, by user and table: "11/1001/hex/3".
const PlanKind store.Kind[planRecord] = "plan"

func planID(user string, key store.Key) string { return user + "/" + key.String() }

// planRecord is a plan, or what became of one.
type planRecord struct {
	At    int             `json:"at"`    // how many moves had been played when it was made
	Stamp string          `json:"stamp"` // the state of the board then, see [Table.State]
	Tree  json.RawMessage `json:"tree,omitempty"`
	// Lost is the move that ended the plan, for its owner to be told.
	Lost string `json:"lost,omitempty"`

	tree *Plan // Tree decoded, nil before it is used
}

// RequirePlanning refuses a plan by a person who does not play against others here.
func (t *Table) RequirePlanning(user string) error {
	if err := t.RequirePlaying(user); err != nil || t.HasOpponents() {
		return err
	}
	return engine.Refuse("a plan is for games against somebody else")
}

// Grow makes a plan from what a person has typed, on copies of the table's position.
func (ts *Tables) Grow(ctx context.Context, t *Table, user, text string) (tree Plan, err error) {
	err = ts.Work(ctx, t.Position, func() error {
		tree, err = growPlan(text, t.SeatOf(user), len(t.Record.Moves), ts.Copies(ctx, t))
		return err
	})
	return tree, err
}

// Copies returns a function that copies a table's position. The copies may be played on.
func (ts *Tables) Copies(ctx context.Context, t *Table) func() (engine.Position, error) {
	return func() (engine.Position, error) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if p, ok := t.Position.(engine.Laborious); ok {
			return p.Copy(), nil
		}
		return engine.Replay(ctx, t.Game, t.Options, t.Moves())
	}
}

// KeepPlan replaces a person's plan. The error is [store.ErrStale] if somebody has moved in the
// meantime. op is the request.
func (ts *Tables) KeepPlan(t *Table, user string, tree Plan, op ...store.Op) error {
	data, err := json.Marshal(&tree)
	if err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	return ts.update(cmp.Or(op...), func(tx *store.Tx) error {
		now, err := tx.Load(t.Key)
		if err != nil {
			return err
		}
		if stands := (&Table{Record: now}); stands.State() != t.State() || now.Over {
			return store.ErrStale
		}
		return PlanKind.Put(tx, planID(user, t.Key), planRecord{At: len(t.Record.Moves), Stamp: t.State(), Tree: data})
	})
}

// Plan returns what of a person's plan is still ahead. It is empty if there is nothing.
func (ts *Tables) Plan(t *Table, user string) (Plan, error) {
	kept, _, err := PlanKind.Get(ts.store, planID(user, t.Key))
	if err != nil || kept.Tree == nil {
		return Plan{}, err
	}
	next, _ := kept.follow(t)
	return Plan{Next: next}, nil
}

// DropPlan deletes a person's plan.
func (ts *Tables) DropPlan(key store.Key, user string, op ...store.Op) error {
	return ts.update(cmp.Or(op...), func(tx *store.Tx) error {
		tx.Delete(PlanKind.Record(planID(user, key)))
		return nil
	})
}

// LostPlan returns the move that ended a person's plan early, and removes the record, so that they are
// told once; lost is false if there is nothing to tell.
func (ts *Tables) LostPlan(key store.Key, user string) (move string, lost bool) {
	id := planID(user, key)
	if kept, ok, err := PlanKind.Get(ts.store, id); err != nil || !ok || kept.Tree != nil {
		return "", false
	}
	err := ts.update(store.Op{}, func(tx *store.Tx) error {
		kept, ok, err := PlanKind.Get(tx, id)
		if lost = ok && kept.Tree == nil; lost {
			move = kept.Lost
			tx.Delete(PlanKind.Record(id))
		}
		return err
	})
	if err != nil {
		ts.log.Error("note that somebody was told of their plan", Attr(key), "err", err)
		return "", false
	}
	return move, lost
}

// follow returns what may come next by the plan after the moves since it was made. ok is false if
// the plan does not have those moves.
func (p *planRecord) follow(t *Table) (next []*PlanNode, ok bool) {
	if p.tree == nil {
		tree, err := decodePlan(p.Tree)
		if err != nil {
			return nil, false
		}
		p.tree = &tree
	}
	if p.At < 0 || p.At > len(t.Record.Moves) || written(t.stamped(p.At)) != p.Stamp {
		return nil, false
	}
	return p.tree.Follow(t.Moves()[p.At:])
}

// planned are the plans for a table, while they are followed in a transaction.
type planned struct {
	tables *Tables
	t      *Table
	tx     *store.Tx
	kept   map[string]*planRecord
}

// followPlans plays the planned answers to the moves just played at a table, and changes the records of the
// plans.
func (ts *Tables) followPlans(tx *store.Tx, t *Table) error {
	t.Planned = nil
	if !t.HasOpponents() {
		return nil
	}
	p := &planned{tables: ts, t: t, tx: tx, kept: map[string]*planRecord{}}
	for _, user := range t.People() {
		kept, _, err := PlanKind.Get(tx, planID(user, t.Key))
		if err != nil { // the game goes on without it
			tx.After(func() { ts.Report("read a plan", t.Key, err) })
		} else if kept.Tree != nil {
			p.kept[user] = &kept
		}
	}
	for more := t.moved; more; {
		more = p.answer()
	}
	t.moved = false
	for _, user := range t.People() {
		if p.kept[user] == nil {
			continue
		}
		if err := p.endIfLost(user); err != nil {
			return err
		}
	}
	return nil
}

// answer plays the planned move of the person to move, and reports whether there was one.
func (p *planned) answer() bool {
	t := p.t
	user := t.UserAt(t.Position.Turn())
	kept := p.kept[user]
	if kept == nil || t.Record.Result != nil || p.tables.Full(t) {
		return false
	}
	next, _ := kept.follow(t)
	n, ok := answerOf(next)
	if !ok {
		return false
	}
	if _, err := t.Play(n.Move, User(user), p.tables.now()); err != nil {
		return false
	}
	t.Planned = append(t.Planned, t.Record.Moves[len(t.Record.Moves)-1])
	if len(n.Next) == 0 {
		p.remove(user) // the plan is finished
	}
	return true
}

// endIfLost ends a plan that does not fit any more. Its owner is to be told, unless the game is over.
func (p *planned) endIfLost(user string) error {
	t, kept := p.t, p.kept[user]
	over := t.Record.Result != nil || t.Position.Outcome().Status != engine.Open
	next, ok := kept.follow(t)
	switch {
	case over, ok && len(next) == 0:
		p.remove(user)
		return nil
	case ok && (t.UserAt(t.Position.Turn()) != user || !next[0].Mine):
		return nil // it is still ahead
	}
	lost := planRecord{}
	if n := len(t.Record.Moves); n > 0 {
		lost.Lost = t.Record.Moves[n-1].Text
	}
	return PlanKind.Put(p.tx, planID(user, t.Key), lost)
}

func (p *planned) remove(user string) {
	p.tx.Delete(PlanKind.Record(planID(user, p.t.Key)))
	delete(p.kept, user)
}

// PlannedWords lists the moves played by plan with the last save. It is empty if there were none.
func (t *Table) PlannedWords() engine.Text {
	moves := engine.Map(t.Planned, func(m store.Move) engine.Text {
		return engine.T("**%s**: %s", t.Name(t.SeatHeldBy(m.By)), chat.Shorten(m.Text, maxMoveText))
	})
	if len(moves) == 0 {
		return engine.Text{}
	}
	const most = 6 // only the last ones are listed
	if more := len(moves) - most; more > 0 {
		return engine.T("As planned, after others: %s.", engine.List(", ", moves[more:]))
	}
	return engine.T("As planned: %s.", engine.List(", ", moves))
}
