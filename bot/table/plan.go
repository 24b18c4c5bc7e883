package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/plan"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// A person's plan for a table is a small record of their own, so that nothing of it is in what
// others are shown. It is followed when a table is saved at which somebody has moved: the
// answer is stored in the same transaction as the move that it answers.

// PlanKind is the kind of the records that hold plans, by user and table:
// "11/1001/hex/3".
const PlanKind = "plan"

// planOf names the plan of a person for a table.
func planOf(user string, key store.Key) store.Record {
	return store.Record{Kind: PlanKind, ID: user + "/" + key.String()}
}

// planRecord is what is kept: a plan, or what became of one.
type planRecord struct {
	At    int             `json:"at"`    // how many moves had been played when it was made
	Stamp string          `json:"stamp"` // and the board, see [Table.Stamp]
	Tree  json.RawMessage `json:"tree,omitempty"`
	// Lost is the move by which the plan came to its end, as its owner is to be told.
	Lost string `json:"lost,omitempty"`

	tree *plan.Tree // of Tree, once it was read
}

// RequirePlanning refuses a plan of who does not play against others here.
func (t *Table) RequirePlanning(user string) error {
	if err := t.RequireSeat(user); err != nil {
		return err
	}
	switch {
	case t.Record.Over:
		return t.RefuseOver()
	case t.Waiting():
		return t.RefuseWaiting()
	case !t.HasOpponents():
		return engine.Refuse("a plan is for games against somebody else")
	}
	return nil
}

// Grow makes a plan of what a person has typed, on copies of the table's position.
func (ts *Tables) Grow(ctx context.Context, t *Table, user, text string) (tree plan.Tree, err error) {
	err = ts.Labour(ctx, t.Position, func() error {
		tree, err = plan.Grow(text, t.SeatOf(user), len(t.Record.Moves), ts.Copies(ctx, t))
		return err
	})
	return tree, err
}

// Copies makes copies of a table's position, which may be played on.
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

// KeepPlan keeps a person's plan in place of the one before. The error is [store.ErrStale] if
// somebody has moved meanwhile. handled are the requests that asked for it.
func (ts *Tables) KeepPlan(t *Table, user string, tree plan.Tree, handled ...string) error {
	data, err := json.Marshal(&tree)
	if err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	value, err := json.Marshal(planRecord{At: len(t.Record.Moves), Stamp: t.State(), Tree: data})
	if err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	defer ts.planLocks.Lock(t.Key.String())()
	return store.Edit(ts.store, func(c *store.Change, _ store.Reader) error {
		now, err := ts.store.Load(t.Key)
		if err != nil {
			return err
		}
		if stands := (&Table{Record: now}); stands.State() != t.State() || now.Over {
			return store.ErrStale
		}
		c.Stand = []store.Entry{{Key: t.Key, Table: now}}
		c.Set, c.Handled = []store.Value{{Record: planOf(user, t.Key), Data: value}}, handled
		return nil
	})
}

// Plan returns a person's plan as far as it is still ahead: what may come next, nothing where
// they have none.
func (ts *Tables) Plan(t *Table, user string) (plan.Tree, error) {
	kept, err := planRecordBy(ts.store, user, t.Key)
	if err != nil || kept == nil || kept.Tree == nil {
		return plan.Tree{}, err
	}
	next, _ := kept.follow(t)
	return plan.Tree{Next: next}, nil
}

// DropPlan removes a person's plan.
func (ts *Tables) DropPlan(key store.Key, user string, handled ...string) error {
	defer ts.planLocks.Lock(key.String())()
	return ts.store.Apply(store.Change{Remove: []store.Record{planOf(user, key)}, Handled: handled})
}

// LostPlan tells a person once that a plan of theirs has come to an end before they wanted,
// and by which move; false where there is nothing to tell.
func (ts *Tables) LostPlan(key store.Key, user string) (move string, lost bool) {
	if kept, err := planRecordBy(ts.store, user, key); err != nil || kept == nil || kept.Tree != nil {
		return "", false
	}
	defer ts.planLocks.Lock(key.String())()
	err := store.Edit(ts.store, func(c *store.Change, r store.Reader) error {
		kept, err := planRecordBy(r, user, key)
		if lost = err == nil && kept != nil && kept.Tree == nil; lost {
			move, c.Remove = kept.Lost, []store.Record{planOf(user, key)}
		}
		return err
	})
	if err != nil {
		ts.log.Error("note that somebody was told of their plan", Attr(key), "err", err)
		return "", false
	}
	return move, lost
}

// planRecordBy reads a plan, nil for none.
func planRecordBy(r store.Reader, user string, key store.Key) (*planRecord, error) {
	data, err := r.Get(PlanKind, planOf(user, key).ID)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	var kept planRecord
	if err == nil {
		err = json.Unmarshal(data, &kept)
	}
	return &kept, err
}

// follow goes along the moves at the table since the plan was made. ok is false where they are
// none of the plan's.
func (p *planRecord) follow(t *Table) (next []*plan.Node, ok bool) {
	if p.tree == nil {
		tree, err := plan.Decode(p.Tree)
		if err != nil {
			return nil, false
		}
		p.tree = &tree
	}
	if p.At < 0 || p.At > len(t.Record.Moves) || t.stateAfter(p.At) != p.Stamp {
		return nil, false
	}
	return p.tree.Follow(t.Moves()[p.At:])
}

// planned are the plans that people have for a table, and what is to become of their records.
type planned struct {
	tables *Tables
	t      *Table
	kept   map[string]*planRecord
	change store.Change
}

// followPlans plays what people have planned for what was just played at a table, and returns
// what becomes of their records. The key's lock is held.
func (ts *Tables) followPlans(t *Table) store.Change {
	p := &planned{tables: ts, t: t, kept: map[string]*planRecord{}}
	t.Planned = nil
	if !t.HasOpponents() {
		return p.change
	}
	for _, user := range t.People() {
		kept, err := planRecordBy(p.change.From(ts.store), user, t.Key)
		if err != nil {
			ts.Report("read a plan", t.Key, err) // the game goes on without
		} else if kept != nil && kept.Tree != nil {
			p.kept[user] = kept
		}
	}
	for more := t.moved; more; {
		more = p.answer()
	}
	t.moved = false
	for _, user := range t.People() {
		if p.kept[user] != nil {
			p.settle(user)
		}
	}
	return p.change
}

// answer plays what the person to move has planned, if that is anything.
func (p *planned) answer() bool {
	t := p.t
	user := t.UserAt(t.Position.Turn())
	kept := p.kept[user]
	if kept == nil || t.Record.Result != nil || p.tables.Full(t) {
		return false
	}
	next, ok := kept.follow(t)
	if !ok {
		return false
	}
	n, ok := plan.Answer(next)
	if !ok {
		return false
	}
	if _, err := t.Play(n.Move, User(user), p.tables.now()); err != nil {
		return false
	}
	t.Planned = append(t.Planned, t.Record.Moves[len(t.Record.Moves)-1])
	if len(n.Next) == 0 {
		p.remove(user) // all of it is played
	}
	return true
}

// settle ends a plan that does not fit any more: its owner is to be told, unless the game is
// over.
func (p *planned) settle(user string) {
	t, kept := p.t, p.kept[user]
	over := t.Record.Result != nil || t.Position.Outcome().Status != engine.Open
	next, ok := kept.follow(t)
	switch {
	case over:
		p.remove(user)
	case ok && len(next) == 0:
		p.remove(user)
	case ok && (t.UserAt(t.Position.Turn()) != user || !next[0].Mine):
		// it is still ahead
	default:
		lost := ""
		if n := len(t.Record.Moves); n > 0 {
			lost = t.Record.Moves[n-1].Text
		}
		data, err := json.Marshal(planRecord{Lost: lost})
		if err != nil {
			p.remove(user)
			return
		}
		p.change.Put = append(p.change.Put, store.Value{Record: planOf(user, t.Key), Data: data})
	}
}

func (p *planned) remove(user string) {
	p.change.Remove = append(p.change.Remove, planOf(user, p.t.Key))
	delete(p.kept, user)
}

// PlannedWords say what was played by plan with the last save, nothing where nothing was.
func (t *Table) PlannedWords() engine.Text {
	var moves []engine.Text
	for _, m := range t.Planned {
		moves = append(moves, engine.T("**%s**: %s", t.mover(m.By), chat.Shorten(m.Text, longestMove)))
	}
	if len(moves) == 0 {
		return engine.Text{}
	}
	const most = 6 // of many moves the last ones
	if more := len(moves) - most; more > 0 {
		return engine.T("As planned, after others: %s.", engine.List(", ", moves[more:]))
	}
	return engine.T("As planned: %s.", engine.List(", ", moves))
}
