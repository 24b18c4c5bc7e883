package bot

import (
	"errors"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/ask"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/posted"
	"github.com/sixfold-bot/sixfold/bot/streak"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/tell"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// What a person can have removed.
const (
	forgetSettings = "settings"
	forgetNotes    = "notes"
	forgetAll      = "all"
)

// settingsNote is the name of the note in which a game keeps a person's settings.
const settingsNote = "settings"

var forgetArg = engine.Arg{
	Name: "what", Help: engine.T("What is to be removed for good"), Kind: engine.Pick, Required: true,
	Choices: []engine.Named{
		{ID: forgetSettings, Title: engine.T("My settings, and whom I have blocked")},
		{ID: forgetNotes, Title: engine.T("What games have kept for me, such as a journal")},
		{ID: forgetAll, Title: engine.T("Both, my name, and the tables at which nobody else sat")},
	},
}

// forgetting removes what is kept of persons.
type forgetting struct {
	tables  *table.Tables
	records records
	live    *posted.Boards
	servers *guild.Servers
	telling *tell.Teller
}

// forget removes what is kept of the caller, all at once. Tables that others share keep
// the moves: they are theirs too.
func (f *forgetting) forget(c *ask.Call) (chat.Reply, error) {
	o, err := c.Options([]engine.Arg{forgetArg}, false)
	if err != nil {
		return chat.Reply{}, err
	}
	what := o.Text(forgetArg.Name)
	change, err := applied(c, f.tables, func() (store.Change, error) { return f.change(c.User.ID, what) })
	if err != nil {
		return chat.Reply{}, err
	}
	for _, e := range change.Delete {
		f.live.Drop(e.Key)
	}
	return ask.Whisper(c.Words.Say(forgotten(what, change))), nil
}

// applied makes a change that the caller asks for, all at once, and returns it. Where a
// table has changed meanwhile, it is worked out anew.
func applied(c *ask.Call, tables *table.Tables, work func() (store.Change, error)) (store.Change, error) {
	for {
		change, err := work()
		if err != nil {
			return change, err
		}
		change.Handled = []string{c.Request.ID}
		err = tables.Apply(change)
		if !errors.Is(err, store.ErrStale) || c.Ctx.Err() != nil {
			return change, err
		}
	}
}

// change removes what is kept of a user.
func (f *forgetting) change(user, what string) (change store.Change, err error) {
	if what != forgetNotes {
		kept, err := f.telling.Forget(user)
		if err != nil {
			return change, err
		}
		change.Remove = append(change.Remove, kept...)
		change.Remove = append(change.Remove, store.Record{Kind: preferencesKind, ID: user})
		err = f.records.Each(blocksKind, user+"/", func(id string, _ []byte) bool {
			change.Remove = append(change.Remove, store.Record{Kind: blocksKind, ID: id})
			return true
		})
		if err != nil {
			return change, err
		}
	}
	if what == forgetAll || what == forgetNotes {
		err = f.records.Each(table.PlanKind, user+"/", func(id string, _ []byte) bool {
			change.Remove = append(change.Remove, store.Record{Kind: table.PlanKind, ID: id})
			return true
		})
		if err != nil {
			return change, err
		}
		err = f.records.Each(streak.Kind, user+"/", func(id string, _ []byte) bool {
			change.Remove = append(change.Remove, store.Record{Kind: streak.Kind, ID: id})
			return true
		})
		if err != nil {
			return change, err
		}
	}
	if what == forgetAll || what == forgetNotes {
		solved, err := f.servers.Forget(user)
		if err != nil {
			return change, err
		}
		change.Remove = append(change.Remove, solved...)
	}
	err = f.records.Each(notesKind, user+"/", func(id string, _ []byte) bool {
		if what == forgetAll || isSettings(id) == (what == forgetSettings) {
			change.Remove = append(change.Remove, store.Record{Kind: notesKind, ID: id})
		}
		return true
	})
	if err == nil && what == forgetAll {
		err = f.tables.Leave(user, &change)
	}
	return change, err
}

// isSettings reports whether the ID is that of a note which holds settings.
func isSettings(id string) bool { return strings.HasSuffix(id, "/"+settingsNote) }

// forgotten says what a change has removed.
func forgotten(what string, change store.Change) engine.Text {
	count := 0
	for _, r := range change.Remove {
		if r.Kind == notesKind && !isSettings(r.ID) {
			count++
		}
	}
	notes := engine.Count(count, "One note of yours is removed.", "%s notes of yours are removed.")
	if count == 0 {
		notes = engine.T("You have no notes.")
	}
	switch what {
	case forgetAll:
		said := engine.T("Your settings and your name are removed. %s", notes)
		if n := len(change.Delete); n > 0 {
			said = engine.T("%s %s", said, engine.Count(n, "One table at which nobody else sat is removed.", "%s tables at which nobody else sat are removed."))
		}
		if n := len(change.Save); n > 0 {
			said = engine.T("%s %s", said, engine.Count(n, "At one table with others your moves stay: they are theirs too.", "At %s tables with others your moves stay: they are theirs too."))
		}
		return said
	case forgetSettings:
		notes = engine.T("Your settings are removed, and you block nobody any more.")
	}
	return engine.T("%s Your tables stay; %s removes those at which nobody else sat.", notes, engine.Command("forget what:all"))
}
