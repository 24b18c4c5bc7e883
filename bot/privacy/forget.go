package privacy

import (
	"github.com/sixfold-bot/sixfold/bot/ask"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// The options of /privacy forget, and what a person can have removed.
const (
	whatOption = "what"
	sureOption = "sure"

	settings = "settings"
	notes    = "notes"
	all      = "all"
)

// forgetArgs are the options of /privacy forget.
var forgetArgs = []engine.Arg{{
	Name: whatOption, Help: engine.T("What is to be removed for good"), Kind: engine.Pick, Default: all,
	Choices: []engine.Named{
		{ID: settings, Title: engine.T("My settings, and whom I have blocked")},
		{ID: notes, Title: engine.T("What games have kept for me, such as a journal")},
		{ID: all, Title: engine.T("All: these, my name, and the tables at which nobody else sat")},
	},
}, {
	Name: sureOption, Help: engine.T("Remove all without a question"), Kind: engine.Boolean,
}}

// forget removes what is kept of the caller, all at once; everything only after a question.
// Tables that others share keep the moves: they are theirs too.
func (p *Privacy) forget(c *ask.Call) (chat.Reply, error) {
	o, err := c.Options(forgetArgs, false)
	if err != nil {
		return chat.Reply{}, err
	}
	what := o.Text(whatOption)
	if what == all && !o.Bool(sureOption) {
		return p.askForAll(c)
	}
	said, err := store.Transact(c.Ctx, p.world.Records, c.Op(), func(tx *store.Tx) (engine.Text, error) {
		return p.remove(tx, c.User.ID, what)
	})
	if err != nil {
		return chat.Reply{}, err
	}
	r := c.Place(true)
	r.Text = c.Words.Say(said)
	return r, nil
}

// askForAll asks whether all is to be removed.
func (p *Privacy) askForAll(c *ask.Call) (chat.Reply, error) {
	r := c.Place(true)
	r.Text = c.Say("This removes all that I keep of you, for good: your settings, what games have kept for you, and the tables at which nobody else sat. "+
		"Games with others stay with your name removed, and count as they did. Are you sure? %s hands it over before.", engine.Command("privacy export"))
	yes := c.Button("privacy forget sure:true", engine.T("Remove all"))
	yes.Style = chat.Danger
	r.Rows = ask.Rows([]chat.Button{yes})
	return r, nil
}

// remove removes what is kept of a person, and says so.
func (p *Privacy) remove(tx *store.Tx, person, what string) (told engine.Text, err error) {
	parts := map[string]Part{settings: Settings, notes: Notes}
	for _, k := range p.world.Kept {
		if !k.Personal() || what != all && k.Part != parts[what] {
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
	saved, removed := tx.Tables()
	tx.After(func() {
		for _, key := range removed {
			p.world.Deleted(key)
		}
	})
	return forgotten(what, told, len(saved), len(removed)), nil
}

// forgotten says that something is removed, of which some was told already, with some tables, and
// that others stay.
func forgotten(what string, told engine.Text, stay, removed int) engine.Text {
	switch what {
	case all:
		said := engine.Sentences(engine.T("All that was kept of you is removed, and so is your name."), told)
		if n := removed; n > 0 {
			said = engine.Sentences(said, engine.Count(n, "One table at which nobody else sat is removed.", "%s tables at which nobody else sat are removed."))
		}
		if n := stay; n > 0 {
			said = engine.Sentences(said, engine.Count(n, "At one table with others your moves stay: they are theirs too.", "At %s tables with others your moves stay: they are theirs too."))
		}
		return said
	case settings:
		told = engine.T("Your settings are removed, and you block nobody any more.")
	}
	return engine.T("%s Your tables stay; %s removes those at which nobody else sat.", told, engine.Command("privacy forget"))
}
