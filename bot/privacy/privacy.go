package privacy

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Privacy handles the commands about users' data. It is safe for concurrent use if its fields are.
type Privacy struct {
	Records store.DB
	Kept    []Kept
	// Tables gives access to tables: Leaves lists those of a user, and Leave removes the user from
	// some.
	Tables interface {
		Leaves(person string) ([]store.Key, error)
		Leave(tx *store.Tx, person string, keys []store.Key) error
	}
	// Copies describes how long copies of the store are kept.
	Copies engine.Text
	// Places tracks where boards of tables are. Drop forgets the board of a removed table.
	Places interface{ Drop(store.Key) }
	Pool   *think.Pool
	Now    func() time.Time
}

// Commands returns the subcommands of /privacy.
func (p *Privacy) Commands() []chat.Subcommand {
	return []chat.Subcommand{
		{Name: "show", Help: engine.T("What is kept of you, where, and how long"), Run: p.show},
		{Name: "export", Help: engine.T("All that is kept of you, as one file"), Run: p.export},
		{Name: "forget", Help: engine.T("Remove what is kept of you"), Args: forgetArgs, Run: p.forget},
	}
}

// show lists what is kept.
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

// file is the exported file.
type file struct {
	Person string         `json:"person"`
	At     time.Time      `json:"at"`
	Kept   map[string]any `json:"kept"` // by [Kept].Name
}

// maxPlain is the size in bytes beyond which an exported file is compressed.
const maxPlain = 4 << 20

// export exports all data about the caller.
func (p *Privacy) export(c *chat.Call, _ engine.Options) (chat.Reply, error) {
	r := chat.Reply{Private: true}
	return c.Later(r, func(ctx context.Context, show func(chat.Reply)) (chat.Reply, error) {
		var file chat.Attachment
		job := think.Job{Person: c.User.ID, Channel: c.Request.Channel, Takes: time.Second, Waits: c.Waits(show)}
		err := p.Pool.Do(ctx, job, func() (err error) {
			file, err = p.file(ctx, c.User.ID)
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

// file returns the file with all data about a user.
func (p *Privacy) file(ctx context.Context, person string) (chat.Attachment, error) {
	f := file{person, p.Now().UTC(), map[string]any{}}
	for _, k := range p.Kept {
		if !k.personal() {
			continue
		}
		if ctx.Err() != nil {
			return chat.Attachment{}, context.Cause(ctx)
		}
		found, err := k.export(p.Records, person)
		if err != nil {
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
