package browse

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// PastShown is how many games a page of a history shows: two rows of buttons.
const PastShown = 10

// The options of /history.
var (
	playerArg = engine.Arg{Name: "player", Help: engine.T("Whose games; else your own")}
	allArg    = engine.Arg{Name: "export", Help: engine.T("All your finished games in one file"), Kind: engine.Boolean, Default: false}
)

// HistoryArgs are those of the options of /history that [Handlers.History] is given.
var HistoryArgs = []engine.Arg{PageArg, allArg}

// HistoryParams are the options of /history.
func HistoryParams(game show.Param) []show.Param {
	return append([]show.Param{{Arg: playerArg, User: true}, game}, show.Params(HistoryArgs)...)
}

// pastGame is the machine-readable form of a game in a history.
type pastGame struct {
	Table  string    `json:"table"`
	Ended  time.Time `json:"ended"`
	Winner int       `json:"winner"`
	Kind   string    `json:"kind,omitempty"` // of an end outside the rules
	Seat   int       `json:"seat"`
	Moves  int       `json:"moves"`
	Rating int       `json:"rating,omitempty"`
}

// History lists the finished games of the caller, or those of another person that the caller may see.
func (h *Handlers) History(c *show.Call, o engine.Options) (chat.Reply, error) {
	if err := h.Games.Name(c); err != nil {
		return chat.Reply{}, err
	}
	who := c.PersonOrCaller(playerArg.Name)
	own := who.ID == c.User.ID
	if o.Bool(allArg.Name) {
		if !own {
			return chat.Reply{}, engine.Refuse("everybody can have their own games as a file, and nobody those of others")
		}
		archive := func(ctx context.Context, _ func(chat.Reply)) (chat.Reply, error) { return h.archive(ctx, c) }
		return h.LaterInPool(c, c.NewReply(true), 0, archive), nil
	}
	var may func(*table.Brief) bool
	if !own {
		may = func(b *table.Brief) bool { return b.MayLookBack(c.User.ID, c.Request.Channel, c.Request.Guild) == nil }
	}
	page, game := o.Int(PageArg.Name), ""
	if c.Entry != nil {
		game = c.Entry.Game.ID
	}
	list, more, err := h.Tables.Past(c.Ctx, who.ID, game, (page-1)*PastShown, PastShown, may)
	if err != nil {
		return chat.Reply{}, err
	}
	return h.historyPage(c, who, list, page, more), nil
}

func (h *Handlers) historyPage(c *show.Call, who chat.User, list []table.Finished, page int, more bool) chat.Reply {
	lines := []string{c.Say("**Your finished games**")}
	if who.ID != c.User.ID {
		lines = []string{c.Say("**Finished games of %s**", chat.Name(who.Name))}
	}
	var buttons []chat.Button
	var data []pastGame
	for i, p := range list {
		number := (page-1)*PastShown + i + 1
		lines = append(lines, strconv.Itoa(number)+". "+c.Words.Say(pastLine(p)))
		buttons = append(buttons, h.pastButton(p, number))
		data = append(data, pastGame{p.Key.String(), p.At, p.Winner, p.Kind, p.Seat, p.Moves, p.Rating})
	}
	switch {
	case len(list) == 0 && (page > 1 || more):
		lines = append(lines, c.Say("None on this page."))
	case len(list) == 0:
		lines = append(lines, c.Say("None yet."))
	}
	r := c.Reply(true, lines...)
	r.Data = data
	r.Rows = append(chat.Rows(buttons), h.historyButtons(c, who, page, more)...)
	return r
}

func (h *Handlers) pastButton(p table.Finished, number int) chat.Button {
	id := []string{"past", p.Key.Game, strconv.Itoa(p.Key.Number), "", ""}
	b := chat.Button{Label: strconv.Itoa(number), Style: chat.Secondary, Action: show.VisitPrefix + p.Key.Channel + ":" + strings.Join(id, ":")}
	if entry := h.Games.ByID[p.Key.Game]; entry != nil {
		b.Emoji = entry.Emoji
	}
	return b
}

func (h *Handlers) historyButtons(c *show.Call, who chat.User, page int, more bool) []chat.Row {
	if who.ID != c.User.ID {
		return nil // a button can only name the person who presses it
	}
	line := "history"
	if c.Entry != nil {
		line += " game:" + c.Entry.Game.ID
	}
	var list []chat.Button
	add := func(emoji string, to string, label engine.Text) {
		list = append(list, c.Button(to, label).With(emoji))
	}
	if page > 1 {
		add("◀️", line+" page:"+strconv.Itoa(page-1), engine.T("Newer"))
	}
	if more {
		add("▶️", line+" page:"+strconv.Itoa(page+1), engine.T("Older"))
	}
	add("📦", line+" export:true", engine.T("All as a file"))
	return chat.Rows(list)
}

func pastLine(p table.Finished) engine.Text {
	said := engine.T("**%s**", p.Brief.Game.Title)
	other := engine.Seat(1 - p.Seat)
	switch {
	case p.Brief.Head.Imported != nil:
		said = engine.T("%s: %s", said, p.Brief.Players())
	case p.Brief.HasOpponents():
		said = engine.T("%s against %s: %s", said, p.Brief.Name(other), pastResult(p))
	case p.Winner >= 0:
		said = engine.T("%s: solved", said)
	}
	said = engine.T("%s, %s, <t:%s:R>", said, engine.Count(p.Moves, "one move", "%s moves"), strconv.FormatInt(p.At.Unix(), 10))
	if p.Rating > 0 {
		said = engine.T("%s · rated %s", said, strconv.Itoa(p.Rating))
	}
	return said
}

// pastResult is how a game for two ended for the person whose history it is in.
func pastResult(p table.Finished) engine.Text {
	switch {
	case p.Kind == table.Agreed:
		return engine.T("ended by agreement")
	case p.Kind == table.Cancelled:
		return engine.T("cancelled")
	case p.Winner < 0:
		return engine.T("no winner")
	case p.Winner == p.Seat:
		return engine.T("**won**")
	default:
		return engine.T("lost")
	}
}

// OpenPast shows a finished game with buttons to step through it, replay it, review it and export it.
func (h *Handlers) OpenPast(c *show.Call, t *table.Table) (chat.Reply, error) {
	if !t.Record.Over {
		return chat.Reply{}, engine.Refuse("this game goes on: %s shows it", engine.Command(t.Game.ID+" show"))
	}
	c.Private = true
	return c.Later(c.NewReply(true), func(ctx context.Context, _ func(chat.Reply)) (r chat.Reply, err error) {
		err = h.Tables.Work(ctx, t.Position, func() error {
			r, err = h.pastMessage(c, t)
			return err
		})
		return r, err
	}), nil
}

func (h *Handlers) pastMessage(c *show.Call, t *table.Table) (chat.Reply, error) {
	r := c.Reply(true, c.Say("%s %s, <t:%s:D>.", t.Headline(), t.Length(), strconv.FormatInt(t.Record.End.At.Unix(), 10)))
	r.Data = t.Position
	r.Accent = h.Accent(c, t, true)
	list := append(c.ViewButtons(t), c.PastButtons(t)...)
	if len(show.FormatChoices(t.Game, show.Encodes)) > 0 && show.WorthExporting(&t.Brief) {
		list = append(list, c.RunButton(t, engine.Action{Label: engine.T("Export"), Emoji: "📄", Line: "export"}))
	}
	r.Rows = slices.Concat(c.LeafRows(t), chat.Rows(list))
	file, err := h.DrawTable(c, t)
	r.Files = []chat.Attachment{file}
	return r, err
}

// Limits of an export, in games of one kind and in bytes.
const (
	maxExported     = 20_000
	maxExportedSize = 8 << 20
)

// archive returns the archive of all games. It has a file for each kind of game, in SGF if the game
// has that notation, else with a JSON line for each game.
func (h *Handlers) archive(ctx context.Context, c *show.Call) (chat.Reply, error) {
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	all, left := 0, 0
	for _, entry := range h.Games.All {
		if c.Entry != nil && c.Entry != entry {
			continue
		}
		n, cut, err := h.archiveGames(ctx, c, entry.Game, archive, maxExportedSize-file.Len())
		if err != nil {
			return chat.Reply{}, err
		}
		all, left = all+n, left+cut
	}
	if err := archive.Close(); err != nil {
		return chat.Reply{}, err
	}
	if all == 0 {
		return chat.Reply{}, engine.Refuse("you have no finished games yet")
	}
	r := c.Reply(true, c.Words.Say(engine.Count(all, "Your finished game.", "Your %s finished games.")))
	if left > 0 {
		r.Text += " " + c.Say("There is no room for %s older ones.", strconv.Itoa(left))
	}
	r.Files = []chat.Attachment{{Name: "sixfold-games.zip", Data: file.Bytes(), Kept: true}}
	return r, nil
}

// archiveGames writes the caller's games of one kind into a file of the archive, the newest first. It
// returns how many it has written, and for how many there was no room.
func (h *Handlers) archiveGames(ctx context.Context, c *show.Call, g *engine.Game, archive *zip.Writer, room int) (n, cut int, err error) {
	list, _, err := h.Tables.Past(ctx, c.User.ID, g.ID, 0, maxExported, nil)
	if err != nil || len(list) == 0 {
		return 0, 0, err
	}
	written := io.Discard
	for _, p := range list {
		if ctx.Err() != nil {
			return n, 0, context.Cause(ctx)
		}
		data, name, err := h.encodeGame(ctx, c, g, p)
		if err != nil {
			c.Log.Warn("leave a game out of an export", table.Attr(p.Key), "err", err)
			continue
		}
		if room -= len(data); room < 0 {
			return n, len(list) - n, nil
		}
		if n++; n == 1 {
			if written, err = archive.Create(name); err != nil {
				return 0, 0, err
			}
		}
		if _, err := written.Write(data); err != nil {
			return 0, 0, err
		}
	}
	return n, 0, nil
}

type exportedGame struct {
	Table   string          `json:"table"`
	Opened  time.Time       `json:"opened"`
	Ended   time.Time       `json:"ended"`
	Players []string        `json:"players"`
	Winner  int             `json:"winner"`
	Kind    string          `json:"kind,omitempty"` // as in [store.End]
	Options json.RawMessage `json:"options,omitempty"`
	Moves   []string        `json:"moves"`
}

// encodeGame encodes one game, and returns the name of the file for such games.
func (h *Handlers) encodeGame(ctx context.Context, c *show.Call, g *engine.Game, p table.Finished) (data []byte, name string, err error) {
	t, err := h.Tables.Load(ctx, p.Key)
	if err != nil {
		return nil, "", err
	}
	if f, ok := g.Format("sgf"); ok && show.Encodes(f) {
		a, err := f.Encode(ctx, record(c, t))
		if err == nil && len(a.Files) != 1 {
			err = fmt.Errorf("%d files of a game", len(a.Files))
		}
		if err != nil {
			return nil, "", err
		}
		return append(bytes.TrimSpace(a.Files[0].Data), '\n'), g.ID + ".sgf", nil
	}
	line, err := json.Marshal(exportedGame{
		Table: p.Key.String(), Opened: t.Record.Opened, Ended: p.At, Players: t.PlainNames(c.Words),
		Winner: p.Winner, Kind: p.Kind, Options: t.Record.Options, Moves: t.Moves(),
	})
	return append(line, '\n'), g.ID + ".jsonl", err
}

// record returns a table's game for a notation. An imported game has what it brought.
func record(c *show.Call, t *table.Table) engine.Record {
	left := func(m store.Move) time.Duration { return time.Duration(m.Left) * time.Millisecond }
	r := engine.Record{Options: t.Options, Moves: t.Moves(), Comments: t.Comments(), Outcome: t.Outcome(), Left: engine.Map(t.Record.Moves, left)}
	if i := t.Record.Imported; i != nil {
		r.Names, r.Date, r.Info = i.Names, i.Date, i.Info
	} else {
		r.Names, r.Date, r.Info = t.PlainNames(c.Words), t.Record.Opened.Format(time.DateOnly), t.Control().Info()
	}
	return r
}
