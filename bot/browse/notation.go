package browse

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Decodes reports whether games can be read from a format.
func Decodes(f engine.Format) bool { return f.Decode != nil }

// Export writes a table's game in a notation. It names the table, since there may be several.
func (h *Handlers) Export(c *show.Call) (chat.Reply, error) {
	t, err := show.AnyTable(c, h.Tables, table.OwnFirst)
	if err != nil {
		return chat.Reply{}, err
	}
	if _, named := c.Request.Options[show.TableArg.Name]; !named && !show.WorthExporting(&t.Brief) {
		return chat.Reply{}, engine.Refuse("there is nothing to export yet at **%s**: make a move first, or name another `table`", t.Title())
	}
	id, _ := c.Request.Options["format"].(string)
	f, ok := t.Game.Format(cmp.Or(id, t.Game.Formats[0].ID))
	if !ok || !show.Encodes(f) {
		return chat.Reply{}, engine.Refuse("%q is not a notation of %s", chat.Escape(id), t.Game.Title)
	}
	var a engine.Answer
	err = h.Tables.Work(c.Ctx, t.Position, func() error {
		a, err = f.Encode(c.Ctx, record(c, t))
		return err
	})
	if err != nil {
		return chat.Reply{}, err
	}
	a.Text = engine.T("**%s**: %s", t.Title(), a.Text)
	return h.Answer(c, t, a, true), nil
}

// ImportArgs take a game as a file or as text.
func ImportArgs(g *engine.Game) []engine.Arg {
	args := append([]engine.Arg{
		{Name: "text", Help: engine.T("The game: %s", Reads("; ", g)), Kind: engine.Word, Prose: true, Min: 1, Max: 6000},
		{Name: "file", Help: engine.T("The game as a file"), Kind: engine.Upload, Max: 1 << 20},
	}, g.Import...)
	if slices.ContainsFunc(g.Formats, func(f engine.Format) bool { return f.Game != nil }) {
		number := engine.Arg{Name: "game", Help: engine.T("Which game of a file with several; else the first"), Kind: engine.Integer, Min: 1, Max: 1_000_000, Default: 1}
		args = append(args, number)
	}
	return args
}

// Reads lists what a game's notations read.
func Reads(between string, g *engine.Game) engine.Text {
	formats := slices.DeleteFunc(slices.Clone(g.Formats), func(f engine.Format) bool { return !Decodes(f) })
	return engine.List(between, engine.Map(formats, func(f engine.Format) engine.Text { return f.Reads }))
}

// Import puts a written game on a table of the caller's own. It runs in the pool, since reading a game
// may take long.
func (h *Handlers) Import(c *show.Call) (chat.Reply, error) {
	game, err := written(c)
	if err != nil {
		return chat.Reply{}, err
	}
	return c.Later(c.NewReply(false), func(ctx context.Context, update func(chat.Reply)) (r chat.Reply, err error) {
		err = h.Pool.Do(ctx, c.Job(show.Quick, update), func() error {
			record, err := decode(ctx, c.Entry.Game, game)
			if err == nil {
				r, err = h.setUp(c, record)
			}
			return err
		})
		if err != nil {
			return chat.Reply{}, err
		}
		return r.Later(ctx, update), nil
	}), nil
}

// decode reads a written game in the first notation that can read it. If none can, the refusal is
// that of the notation that was meant, else says which there are.
func decode(ctx context.Context, g *engine.Game, w engine.Written) (engine.Record, error) {
	var readers []func(engine.Written) (engine.Record, error)
	for _, f := range g.Formats {
		if Decodes(f) {
			readers = append(readers, func(w engine.Written) (engine.Record, error) { return f.Read(ctx, w) })
		}
	}
	return engine.ReadFirst(w, engine.Refuse("this cannot be read as a game: bring %s", Reads(", or ", g)), readers...)
}

// written returns what was given. The further arguments of the game's import stand over the text.
func written(c *show.Call) (engine.Written, error) {
	o, err := c.Options(ImportArgs(c.Entry.Game), false)
	if err != nil {
		return engine.Written{}, err
	}
	w := engine.Written{Text: o.Text("text"), Number: o.Int("game")}
	f, ok := o.File("file")
	switch {
	case ok == (w.Text != ""):
		return engine.Written{}, engine.Refuse("give the game either as a file or as text")
	case ok:
		w.File, w.Text = f.Data, engine.Plain(string(f.Data))
	}
	for _, arg := range c.Entry.Game.Import {
		if value, given := o[arg.Name]; given {
			w.Text = fmt.Sprintf("%s:%v\n%s", arg.Name, value, w.Text)
		}
	}
	return w, nil
}

// setUp plays a record at a new table where the caller has all seats.
func (h *Handlers) setUp(c *show.Call, record engine.Record) (chat.Reply, error) {
	if err := h.Tables.RequireLength(len(record.Moves)); err != nil {
		return chat.Reply{}, err
	}
	g, me := c.Entry.Game, table.User(c.User.ID)
	seats, names := []string{me, me}, []string{c.User.Name, c.User.Name}
	if g.Seats(record.Options) == 1 {
		seats, names = seats[:1], names[:1]
	}
	t, err := table.New(g, record.Options, seats, names, h.Env.Now())
	if err != nil {
		return chat.Reply{}, err
	}
	t.Record.Imported = imported(record, len(seats))
	if err := t.PlayAll(c.Ctx, record.Moves, me, h.Env.Now()); err != nil {
		return chat.Reply{}, err
	}
	for n := range min(len(record.Left), len(t.Record.Moves)) {
		t.Record.Moves[n].Left = record.Left[n].Milliseconds()
	}
	if o := record.Outcome; o.Status != engine.Open && t.Position.Outcome().Status == engine.Open {
		t.End(cmp.Or(string(o.End), table.Recorded), o.Winner)
	}
	t.SetComments(record.Comments)
	t.Remark = record.Note
	return h.play.Store(c, t)
}

// maxInfo bounds what is kept of each thing that a written game tells of itself, in characters.
const maxInfo = 300

// imported returns what a record tells of a game with so many seats.
func imported(record engine.Record, seats int) *store.Imported {
	bounded := func(text string) string { return string([]rune(text)[:min(len([]rune(text)), maxInfo)]) }
	i := &store.Imported{Date: bounded(record.Date)}
	if len(record.Names) == seats {
		i.Names = engine.Map(record.Names, bounded)
	}
	for name, text := range record.Info {
		if i.Info == nil {
			i.Info = map[string]string{}
		}
		i.Info[name] = bounded(text)
	}
	return i
}
