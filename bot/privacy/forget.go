package privacy

import (
	"context"
	"errors"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// The options of /privacy forget, and the value that stands for all parts.
const (
	whatOption = "what"
	sureOption = "sure"

	all = "all"
)

var forgetArgs = []engine.Arg{{
	Name: whatOption, Help: engine.T("What is to be removed for good"), Kind: engine.Pick, Default: all,
	Choices: []engine.Named{
		{ID: string(Settings), Title: engine.T("My settings, and whom I have blocked")},
		{ID: string(Notes), Title: engine.T("What games have kept for me, such as a journal")},
		{ID: all, Title: engine.T("All: these, my name, and the tables at which nobody else sat")},
	},
}, {
	Name: sureOption, Help: engine.T("Remove all without a question"), Kind: engine.Boolean,
}}

// forget removes the caller's data in one transaction; everything only after a confirmation. Tables
// shared with others keep the moves, which are the others' too.
func (p *Privacy) forget(c *chat.Call, o engine.Options) (chat.Reply, error) {
	what := o.Text(whatOption)
	if what == all && !o.Bool(sureOption) {
		return p.askForAll(c)
	}
	var done left
	told, err := store.Transact(c.Ctx, p.Records, c.Op(), func(tx *store.Tx) (told engine.Text, err error) {
		if told, err = p.remove(tx, c.User.ID, what); err != nil || what != all {
			return told, err
		}
		keys, err := p.Tables.Leaves(c.User.ID)
		if err == nil {
			done, err = p.leave(tx, c.User.ID, keys)
		}
		return told, err
	})
	if err != nil {
		return chat.Reply{}, err
	}
	err = p.continueLeaving(c.Ctx, c.User.ID, &done)
	r := c.Reply(true, c.Words.Say(forgotten(what, told, done)))
	if err != nil {
		c.Log.Error("remove a person from their tables", "err", err)
		r.Text += "\n" + c.Say("Some tables are left; they follow as soon as that is possible.")
	}
	return r, nil
}

// LeavingKind is the kind of the records of tables from which a user is still to be removed, by
// user.
const LeavingKind store.Kind[[]store.Key] = "leaving"

// batchSize is the number of tables from which a user is removed in one transaction, whose size a
// cluster limits.
const batchSize = 64

// left counts the tables that a user has left: those that stay and those removed. more is set if
// tables remain to be done.
type left struct {
	stay, removed int
	more          bool
}

// leave removes a user from the first of some tables, and stores the others.
func (p *Privacy) leave(tx *store.Tx, person string, keys []store.Key) (left, error) {
	piece := keys[:min(len(keys), batchSize)]
	if err := p.Tables.Leave(tx, person, piece); err != nil {
		return left{}, err
	}
	saved, removed := tx.Tables()
	tx.After(func() {
		for _, key := range removed {
			p.Places.Drop(key)
		}
	})
	done := left{len(saved), len(removed), len(keys) > len(piece)}
	if done.more {
		return done, LeavingKind.Put(tx, person, keys[len(piece):])
	}
	tx.Delete(LeavingKind.Record(person))
	return done, nil
}

// continueLeaving removes a user from the remaining tables, in several transactions.
func (p *Privacy) continueLeaving(ctx context.Context, person string, done *left) error {
	for done.more {
		next, err := store.Transact(ctx, p.Records, store.Op{}, func(tx *store.Tx) (left, error) {
			keys, ok, err := LeavingKind.Get(tx, person)
			if !ok || err != nil {
				return left{}, err
			}
			return p.leave(tx, person, keys)
		})
		if err != nil {
			return err
		}
		*done = left{done.stay + next.stay, done.removed + next.removed, next.more}
	}
	return nil
}

// Round continues removals that were interrupted by a stop or by an unreachable cluster.
func (p *Privacy) Round(ctx context.Context) error {
	people, err := store.Find(p.Records, string(LeavingKind), "", nil)
	for _, r := range people {
		err = errors.Join(err, p.continueLeaving(ctx, r.ID, &left{more: true}))
	}
	return err
}

// askForAll asks for confirmation before everything is removed.
func (p *Privacy) askForAll(c *chat.Call) (chat.Reply, error) {
	r := c.Reply(true, c.Say("This removes all that I keep of you, for good: your settings, what games have kept for you, and the tables at which nobody else sat. "+
		"Games with others stay with your name removed, and count as they did. Are you sure? %s hands it over before.", engine.Command("privacy export")))
	yes := c.Button("privacy forget sure:true", engine.T("Remove all"))
	yes.Style = chat.Danger
	r.Rows = chat.Rows([]chat.Button{yes})
	return r, nil
}

// remove removes the data about a user, except tables, and describes what was counted.
func (p *Privacy) remove(tx *store.Tx, person, what string) (told engine.Text, err error) {
	for _, k := range p.Kept {
		if !k.personal() || what != all && string(k.Part) != what {
			continue
		}
		n, err := k.forget(tx, person)
		if err != nil {
			return told, err
		}
		if k.Told != nil {
			told = engine.Sentences(told, k.Told(n))
		}
	}
	return told, nil
}

// forgotten describes what was removed; told is the part already described.
func forgotten(what string, told engine.Text, done left) engine.Text {
	switch what {
	case all:
		said := engine.Sentences(engine.T("All that was kept of you is removed, and so is your name."), told)
		if n := done.removed; n > 0 {
			said = engine.Sentences(said, engine.Count(n, "One table at which nobody else sat is removed.", "%s tables at which nobody else sat are removed."))
		}
		if n := done.stay; n > 0 {
			said = engine.Sentences(said, engine.Count(n, "At one table with others your moves stay: they are theirs too.", "At %s tables with others your moves stay: they are theirs too."))
		}
		return said
	case string(Settings):
		told = engine.T("Your settings are removed, and you block nobody any more.")
	}
	return engine.T("%s Your tables stay; %s removes those at which nobody else sat.", told, engine.Command("privacy forget"))
}
