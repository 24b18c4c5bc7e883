// Package privacy tells users what data is kept about them, exports it, and removes it.
//
// A list of [Kept] describes all data, each entry by the subject that keeps it. Everything in the
// list is shown, exported and removed. The bot's tests fail if a record is stored that the list
// does not cover.
package privacy

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Privacy handles the commands about users' data. It is safe for concurrent use if its fields are.
type Privacy struct {
	Records store.DB
	Kept    []Kept
	Tables  *table.Tables
	Copies  engine.Text // how long copies of the store are kept
	Places  *table.Places
	Pool    *think.Pool
	Now     func() time.Time
	held    sync.Map // by person, when Pass found only tables left that a newer version can change
}

// Commands returns the subcommands of /privacy.
func (p *Privacy) Commands() []chat.Subcommand {
	return []chat.Subcommand{
		{Name: "show", Help: engine.T("What is kept of you, where, and how long"), Run: p.show},
		{Name: "export", Help: engine.T("All that is kept of you, as one file"), Run: p.export},
		{Name: "forget", Help: engine.T("Remove what is kept of you"), Args: forgetArgs, Run: p.forget},
	}
}

func (p *Privacy) show(c *chat.Call, _ engine.Options) (chat.Reply, error) {
	lines := []string{c.Say("**What I keep of you**")}
	list := func(personal bool) {
		for _, k := range p.Kept {
			if k.personal() == personal {
				lines = append(lines, c.Say("- %s: %s.", k.What, k.Long))
			}
		}
	}
	list(true)
	lines = append(lines, "", c.Say("**What I keep besides, which tells of nobody**"))
	list(false)
	lines = append(lines, "", c.Say("All of it lies in one file on the machine on which I run, which is read by nobody but who runs me. %s "+
		"Messages in channels are kept by Discord. I read none but what is said to me.", p.Copies))
	r := chat.Whisper(lines...)
	r.Rows = chat.Rows([]chat.Button{c.Button("privacy export", engine.T("Hand it over")), c.Button("privacy forget", engine.T("Remove it …"))})
	return r, nil
}

type file struct {
	Person string         `json:"person"`
	At     time.Time      `json:"at"`
	Kept   map[string]any `json:"kept"` // by [Kept].Name
	// Damaged are the names of those of which a record cannot be read, perhaps another person's.
	Damaged []string `json:"damaged,omitempty"`
}

// maxPlain is the size in bytes beyond which an exported file is compressed.
const maxPlain = 4 << 20

func (p *Privacy) export(c *chat.Call, _ engine.Options) (chat.Reply, error) {
	r := chat.Reply{Private: true}
	return c.Later(r, func(ctx context.Context, show func(chat.Reply)) (chat.Reply, error) {
		var file chat.Attachment
		err := p.Pool.Do(ctx, job(c, show), func() (err error) {
			file, err = p.file(ctx, c)
			return err
		})
		if err != nil {
			return chat.Reply{}, err
		}
		r.Text = c.Say("Here is all that I keep of you. %s tells what it is; %s removes it.", engine.Command("privacy show"), engine.Command("privacy forget"))
		r.Files = []chat.Attachment{file}
		return r, nil
	}), nil
}

func (p *Privacy) file(ctx context.Context, c *chat.Call) (chat.Attachment, error) {
	f := file{Person: c.User.ID, At: p.Now().UTC(), Kept: map[string]any{}}
	for _, k := range p.Kept {
		if !k.personal() {
			continue
		}
		if ctx.Err() != nil {
			return chat.Attachment{}, context.Cause(ctx)
		}
		found, err := k.export(p.Records, c.User.ID)
		if errors.Is(err, store.ErrFormat) {
			c.Log.Error("export a damaged record", "kept", k.Name, "err", err)
			f.Damaged = append(f.Damaged, k.Name)
		} else if err != nil {
			return chat.Attachment{}, err
		}
		if found != nil {
			f.Kept[k.Name] = found
		}
	}
	data, err := json.MarshalIndent(f, "", " ")
	if err != nil || len(data) <= maxPlain {
		return chat.Attachment{Name: "sixfold.json", Data: data, Kept: true}, err
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err = w.Write(data); err == nil {
		err = w.Close()
	}
	return chat.Attachment{Name: "sixfold.json.gz", Data: packed.Bytes(), Kept: true}, err
}

// Part is a part of the data that can be removed alone.
type Part string

// The parts, as the option names them. Rest is removed only with everything else.
const (
	Rest     Part = ""
	Settings Part = "settings"
	Notes    Part = "notes"
)

// Kept describes one sort of data. If it is personal, either Find is set, or both Export and Forget
// are.
type Kept struct {
	Name    string   // in the exported file
	Kinds   []string // of small records
	Buckets []string // further buckets of the store's file: see package store

	What engine.Text // in plain words, such as "your settings"
	Long engine.Text // how long it is kept, such as "until you remove them"
	Part Part

	// Find returns the small records about a user, in a fixed order.
	Find func(person string) ([]store.RecordKey, error)
	// Export returns the data about a user for encoding/json, without data private to others; nil
	// for none. This and the other functions leave out records that cannot be read, and report them as
	// [store.ErrFormat].
	Export func(person string) (any, error)
	// Forget removes the data about a user.
	Forget func(tx *store.Tx, person string) error
	// Told, if not nil, describes the number of records removed by Find.
	Told func(n int) engine.Text
}

func (k Kept) personal() bool { return k.Find != nil || k.Export != nil }

// ByPerson returns a Find function for a kind whose record IDs are user IDs, or begin with them,
// such as "11/hex". If mine is not nil, it selects the records.
func ByPerson(s store.DB, kind string, mine func(id string) bool) func(person string) ([]store.RecordKey, error) {
	return func(person string) ([]store.RecordKey, error) {
		var own []store.RecordKey
		switch _, err := s.Get(kind, person); {
		case errors.Is(err, store.ErrNotFound):
		case err != nil && !errors.Is(err, store.ErrFormat):
			return nil, err
		case mine == nil || mine(person): // also if it is damaged: it can be removed
			own = []store.RecordKey{{Kind: kind, ID: person}}
		}
		others, err := store.Find(s, kind, person+"/", mine)
		return append(own, others...), err
	}
}

// item is a small record in the exported file.
type item struct {
	ID    string `json:"id"`
	Value any    `json:"value,omitempty"`
}

// export returns the data about a user, nil for none.
func (k Kept) export(s store.Reader, person string) (any, error) {
	if k.Export != nil {
		return k.Export(person)
	}
	found, failed := k.Find(person)
	if len(found) == 0 {
		return nil, failed
	}
	var items []item
	for _, r := range found {
		data, err := s.Get(r.Kind, r.ID)
		switch {
		case errors.Is(err, store.ErrNotFound): // removed meanwhile
		case err != nil:
			failed = errors.Join(failed, err)
		default:
			items = append(items, item{r.ID, readable(data)})
		}
	}
	return items, failed
}

// readable returns a record's content in its most readable JSON form.
func readable(data []byte) any {
	switch {
	case len(data) == 0:
		return nil
	case json.Valid(data):
		return json.RawMessage(data)
	case utf8.Valid(data):
		return string(data)
	default:
		return data
	}
}

// forget removes the data about a user, and returns the number of records that Find has found.
func (k Kept) forget(tx *store.Tx, person string) (int, error) {
	if k.Forget != nil {
		return 0, k.Forget(tx, person)
	}
	found, err := k.Find(person)
	for _, r := range found {
		tx.Delete(r)
	}
	return len(found), err
}

// all is the value of the option that stands for all parts.
const all = "all"

var forgetArgs = []engine.Arg{{
	Name: "what", Help: engine.T("What is to be removed for good"), Kind: engine.Pick, Default: all,
	Choices: []engine.Named{
		{ID: string(Settings), Title: engine.T("My settings, and whom I have blocked")},
		{ID: string(Notes), Title: engine.T("What games have kept for me, such as a journal")},
		{ID: all, Title: engine.T("All: these, my name, and the tables at which nobody else sat")},
	},
}, {
	Name: "sure", Help: engine.T("Remove all without a question"), Kind: engine.Boolean,
}}

// forget removes the caller's data in one transaction, with them from tables that are open; everything only after
// a confirmation. The other tables follow in portions, outside of the order of the channel. Tables shared with
// others keep the moves, which are the others' too.
func (p *Privacy) forget(c *chat.Call, o engine.Options) (chat.Reply, error) {
	what := o.Text("what")
	if what == all && !o.Bool("sure") {
		return p.askForAll(c)
	}
	var done left
	told, err := store.Transact(c.Ctx, p.Records, c.Op(), func(tx *store.Tx) (told engine.Text, err error) {
		if told, err = p.remove(c, tx, what); err != nil || what != all {
			return told, err
		}
		open, err := p.Tables.Of(c.User.ID)
		if err == nil {
			open = open[:min(len(open), batchSize)]
			done, err = p.leave(tx, c.User.ID, engine.Map(open, func(b store.Brief) store.Key { return b.Key }))
		}
		return told, err
	})
	if err != nil || what != all {
		return c.Reply(true, c.Words.Say(forgotten(what, told, done))), err
	}
	return c.Later(c.Reply(true), func(ctx context.Context, show func(chat.Reply)) (chat.Reply, error) {
		err := p.Pool.Do(ctx, job(c, show), func() error {
			for done.more {
				next, err := p.leaveMore(ctx, c.User.ID)
				if err != nil {
					return err
				}
				done = left{done.stay + next.stay, done.removed + next.removed, next.more}
			}
			return nil
		})
		r := c.Reply(true, c.Words.Say(forgotten(what, told, done)))
		if err != nil {
			c.Log.Error("remove a person from their tables", "err", err)
			r.Text += "\n" + c.Say("Some tables are left; they follow as soon as that is possible.")
		}
		return r, nil
	}), nil
}

// job is the caller's work on all tables.
func job(c *chat.Call, show func(chat.Reply)) think.Job {
	return think.Job{Person: c.User.ID, Channel: c.Request.Channel, Takes: time.Second, Waits: c.Waits(show)}
}

// LeavingKind is the kind of the records of tables from which a user is still to be removed, by
// user. An empty list stands for those that are to be looked for.
const LeavingKind store.Kind[[]store.Key] = "leaving"

// batchSize is the number of tables from which a user is removed in one transaction, and maxLeaving that of
// those that are stored for the next ones: a cluster limits the size of a transaction.
const (
	batchSize  = 64
	maxLeaving = 1024
)

// left counts the tables that a user has left: those that stay and those removed. more is set if
// tables remain to be done.
type left struct {
	stay, removed int
	more          bool
}

// leaveMore removes a user from the next of the remaining tables.
func (p *Privacy) leaveMore(ctx context.Context, person string) (left, error) {
	return store.Transact(ctx, p.Records, store.Op{}, func(tx *store.Tx) (left, error) {
		keys, ok, err := LeavingKind.Get(tx, person)
		if ok && len(keys) == 0 {
			keys, err = p.Tables.Leaves(person)
		}
		if !ok || err != nil {
			return left{}, err
		}
		if len(keys) == 0 {
			tx.Delete(LeavingKind.Record(person))
			return left{}, nil
		}
		return p.leave(tx, person, keys[:min(len(keys), maxLeaving)])
	})
}

// leave removes a user from the first of some tables, and stores the others.
func (p *Privacy) leave(tx *store.Tx, person string, keys []store.Key) (left, error) {
	piece := keys[:min(len(keys), batchSize)]
	if err := p.Tables.Leave(tx, person, piece); err != nil {
		return left{}, err
	}
	saved, removed, _ := tx.Tables()
	tx.After(func() {
		for _, key := range removed {
			p.Places.Drop(key)
		}
	})
	return left{len(saved), len(removed), true}, LeavingKind.Put(tx, person, keys[len(piece):])
}

// Pass continues removals that were interrupted by a stop or by an unreachable cluster, a portion of each.
func (p *Privacy) Pass(ctx context.Context) error {
	people, err := store.Find(p.Records, string(LeavingKind), "", nil)
	for _, r := range people {
		if at, ok := p.held.Load(r.ID); ok && p.Now().Sub(at.(time.Time)).Abs() < time.Hour {
			continue
		}
		_, failed := p.leaveMore(ctx, r.ID)
		if errors.Is(failed, store.ErrNewerRecord) { // all tables were searched
			p.held.Store(r.ID, p.Now())
		}
		err = errors.Join(err, failed)
	}
	return err
}

func (p *Privacy) askForAll(c *chat.Call) (chat.Reply, error) {
	r := c.Reply(true, c.Say("This removes all that I keep of you, for good: your settings, what games have kept for you, and the tables at which nobody else sat. "+
		"Games with others stay, without your name and number on Discord, and count as they did. You lose rated games against me that go on. Where you had a rating, you do not begin as somebody new for 90 days. Are you sure? %s hands it over before.", engine.Command("privacy export")))
	yes := c.Button("privacy forget sure:true", engine.T("Remove all"))
	yes.Style = chat.Danger
	r.Rows = chat.Rows([]chat.Button{yes})
	return r, nil
}

// remove removes the data about the caller, except tables, and describes what was counted and what is
// damaged.
func (p *Privacy) remove(c *chat.Call, tx *store.Tx, what string) (told engine.Text, err error) {
	damaged := engine.Text{}
	for _, k := range p.Kept {
		if !k.personal() || what != all && string(k.Part) != what {
			continue
		}
		n, err := k.forget(tx, c.User.ID)
		if errors.Is(err, store.ErrFormat) {
			c.Log.Error("remove a damaged record", "kept", k.Name, "err", err)
			damaged = engine.T("Something that is kept is damaged, and stays if it is about you. Please tell whoever runs this bot.")
		} else if err != nil {
			return told, err
		}
		if k.Told != nil {
			told = engine.Sentences(told, k.Told(n))
		}
	}
	return engine.Sentences(told, damaged), nil
}

// forgotten describes what was removed; told is the part already described.
func forgotten(what string, told engine.Text, done left) engine.Text {
	switch what {
	case all:
		said := engine.Sentences(engine.T("All that was kept of you is removed, and so are your name and your number on Discord; %s says what stays without them.", engine.Command("privacy show")), told)
		if n := done.removed; n > 0 {
			said = engine.Sentences(said, engine.Count(n, "One table at which nobody else sat is removed.", "%s tables at which nobody else sat are removed."))
		}
		if n := done.stay; n > 0 {
			said = engine.Sentences(said, engine.Count(n, "At one table with others your moves stay: they are theirs too.", "At %s tables with others your moves stay: they are theirs too."),
				engine.T("Where a game goes on, your number on Discord stays until its end."))
		}
		return said
	case string(Settings):
		told = engine.T("Your settings are removed, and you block nobody any more.")
	}
	return engine.T("%s Your tables stay; %s removes those at which nobody else sat.", told, engine.Command("privacy forget"))
}
