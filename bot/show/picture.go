package show

import (
	"context"
	"image"
	"image/color"
	"runtime"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
)

// Pictures draws what people are shown. It is safe for concurrent use.
type Pictures struct {
	Games  *Games
	Styles *Styles
	watch  *watch.Watch  // nil: nobody watches
	Slots  chan struct{} // holds one for each picture that is being made
}

// NewPictures makes what draws the games, as people have set. It reports to w, unless that is nil.
func NewPictures(games *Games, s *Styles, w *watch.Watch) *Pictures {
	return &Pictures{Games: games, Styles: s, watch: w, Slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// Table draws a table.
func (p *Pictures) Table(c *Call, t *table.Table) (chat.Attachment, error) {
	return p.draw(c, p.Games.Entry(t), t.Shown(), p.Style(c, t, false), t.Alt())
}

// Then draws a table as it was, in pictures of one size from its start to its end.
func (p *Pictures) Then(c *Call, t, then *table.Table) (chat.Attachment, error) {
	style := p.Style(c, then, true)
	var err error
	if style.Room, err = (&Plays{Table: t}).Room(); err != nil {
		return chat.Attachment{}, err
	}
	return p.draw(c, p.Games.Entry(t), then.Position, style, then.Alt())
}

// Scene draws a scene of an answer, for the caller alone or for all; t is nil for one that
// is about no table.
func (p *Pictures) Scene(c *Call, t *table.Table, scene engine.Scene, private bool) (chat.Attachment, error) {
	entry, style := p.look(c, t, private)
	return p.draw(c, entry, scene, style, scene.Describe())
}

// full draws a scene likewise and, where its picture shows a part, a file of the whole.
func (p *Pictures) full(c *Call, t *table.Table, scene engine.Scene, private bool) ([]chat.Attachment, error) {
	entry, style := p.look(c, t, private)
	switch scene.(type) {
	case engine.Film, engine.Drawing:
		file, err := p.draw(c, entry, scene, style, scene.Describe())
		return []chat.Attachment{file}, err
	}
	var whole []byte
	data, err := p.Make(c.Ctx, func() (picture []byte, err error) {
		picture, whole, err = render.Full(entry.Draw, scene, style)
		return picture, err
	})
	if err != nil {
		return nil, err
	}
	files := []chat.Attachment{{Name: entry.Game.ID + ".png", Data: data, Alt: c.Words.Say(scene.Describe())}}
	if whole != nil {
		files = append(files, chat.Attachment{Name: entry.Game.ID + "-whole.png", Data: whole, Alt: c.Say("All of it, at full size."), Kept: true})
	}
	return files, nil
}

// look is who draws for a table or, without one, for the game that was called, and how.
func (p *Pictures) look(c *Call, t *table.Table, private bool) (*Entry, render.Style) {
	if t != nil {
		return p.Games.Entry(t), p.Style(c, t, private)
	}
	return c.Entry, p.Styles.StyleAt(c, nil, private)
}

// Style is how pictures of a table look, to the caller alone or to all, and what their
// captions say.
func (p *Pictures) Style(c *Call, t *table.Table, private bool) render.Style {
	style := p.Styles.StyleAt(c, t, private)
	style.Note, style.Names = chat.Capital(c.Words.Say(t.Note())), t.PlainNames(c.Words)
	if n := len(t.Record.Moves); !t.Record.Private {
		style.Move, style.Last = n, lastMove(t, n)
	}
	if o := t.Outcome(); t.Record.Result != nil && o.Status == engine.Won {
		style.Winners = []engine.Seat{o.Winner}
	}
	return style
}

// LongestLast is how much of a move a caption tells, in characters.
const LongestLast = 24

// lastMove is the last of a table's first moves as a caption tells it, without the tries at a
// puzzle, which may be its answer.
func lastMove(t *table.Table, n int) string {
	if n == 0 || t.Record.Private {
		return ""
	}
	return chat.Shorten(t.Record.Moves[n-1].Text, LongestLast)
}

// draw makes a picture of a scene, one that moves of a film.
func (p *Pictures) draw(c *Call, entry *Entry, scene any, style render.Style, alt engine.Text) (chat.Attachment, error) {
	name, work := entry.Game.ID+".png", func() ([]byte, error) { return render.PNG(entry.Draw, scene, style) }
	switch scene := scene.(type) {
	case engine.Film:
		name, work = entry.Game.ID+".gif", func() ([]byte, error) { return render.GIF(c.Ctx, entry.Draw, scene, style) }
	case engine.Drawing:
		name, work = scene.Name, func() ([]byte, error) { return render.File(entry.Draw, entry.Encode, scene, style) }
	}
	data, err := p.Make(c.Ctx, work)
	if err != nil {
		return chat.Attachment{}, err
	}
	return chat.Attachment{Name: name, Data: data, Alt: c.Words.Say(alt)}, nil
}

// Make makes a picture. No more are made at a time than there are processors: a crowd of
// half-made pictures would take memory, and the time in which others must get a first
// answer.
func (p *Pictures) Make(ctx context.Context, work func() ([]byte, error)) ([]byte, error) {
	select {
	case p.Slots <- struct{}{}:
		defer func() { <-p.Slots }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	began := time.Now()
	data, err := work()
	if err == nil {
		p.watch.Drawn(time.Since(began))
	}
	return data, err
}

// Accent is the colour that frames a table's board: that of whose turn it is, or of who has
// won. Where one plays alone it is the same for all, green once the riddle is solved; where
// nothing is to be done it is a quiet one.
func (e *Entry) Accent(t *table.Table, theme render.Theme) int {
	look, o := theme.Look(), t.Outcome()
	alone := len(t.Record.Seats) == 1
	switch {
	case o.Status == engine.Solved, o.Status == engine.Won && alone:
		return Rgb(look.Green)
	case o.Status == engine.Won:
		return Rgb(e.Colour(theme, o.Winner))
	case t.Record.Over || t.Waiting():
		return Rgb(look.Muted)
	case alone:
		return Rgb(look.Tints[0])
	default:
		return Rgb(e.Colour(theme, t.Turn()))
	}
}

// Accent is that of a table, shown to the caller alone or to all.
func (p *Pictures) Accent(c *Call, t *table.Table, private bool) int {
	return p.Games.Entry(t).Accent(t, p.Styles.StyleAt(c, t, private).Theme)
}

// Colour is the colour of a seat's side: that which the game gives it, or the theme.
func (e *Entry) Colour(theme render.Theme, s engine.Seat) color.RGBA {
	switch {
	case s == engine.NoSeat:
		return theme.Look().Muted
	case e.Side != nil:
		return e.Side(theme, s)
	case s == 0:
		return theme.Look().Red.Edge
	default:
		return theme.Look().Blue.Edge
	}
}

// Rgb is a colour as a reply has it. Black is almost black: 0 is none.
func Rgb(c color.RGBA) int { return max(1, int(c.R)<<16|int(c.G)<<8|int(c.B)) }

// Ply is the scene of a film: the position after so many moves.
type Ply int

// Plays draws the plies of a table, each after the one before: it plays on one position, and
// begins anew for an earlier one.
type Plays struct {
	Table    *table.Table
	Draw     []render.Drawer
	position engine.Position // nil: none yet
	played   int
}

// to plays until so many moves have been played.
func (p *Plays) to(n Ply) (err error) {
	if p.position == nil || int(n) < p.played {
		p.played = 0
		if p.position, err = p.Table.Game.New(p.Table.Options); err != nil {
			return err
		}
	}
	for ; p.played < int(n); p.played++ {
		if _, err := p.position.Play(p.Table.Record.Moves[p.played].Text); err != nil {
			return err
		}
	}
	return nil
}

// Room is the part of the board that is in use after any of the moves, where pictures show no
// more than is.
func (p *Plays) Room() (room image.Rectangle, err error) {
	if _, spreads := p.Table.Position.(render.Spreading); !spreads {
		return room, nil
	}
	for n := range len(p.Table.Record.Moves) + 1 {
		if err := p.to(Ply(n)); err != nil {
			return room, err
		}
		if spreading, ok := p.position.(render.Spreading); ok {
			room = room.Union(spreading.InUse())
		}
	}
	return room, nil
}

// Picture is a [render.Drawer] of plies.
func (p *Plays) Picture(scene any, s render.Style) (image.Image, error) {
	n, ok := scene.(Ply)
	if !ok {
		return nil, render.ErrScene
	}
	if err := p.to(n); err != nil {
		return nil, err
	}
	s.Last = lastMove(p.Table, int(n))
	return render.Draw(p.Draw, p.position, s)
}
