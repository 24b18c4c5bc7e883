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
	watch  *watch.Watch  // nil for no metrics
	Slots  chan struct{} // holds an element for each picture being made
}

// NewPictures returns what draws the games in people's styles. w may be nil.
func NewPictures(games *Games, s *Styles, w *watch.Watch) *Pictures {
	return &Pictures{Games: games, Styles: s, watch: w, Slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// Table draws a table.
func (p *Pictures) Table(c *Call, t *table.Table) (chat.Attachment, error) {
	return p.draw(c, p.Games.Entry(t), t.Shown(), p.Style(c, t, false), t.Alt())
}

// Then draws a table as it was. All pictures from its start to its end have one size.
func (p *Pictures) Then(c *Call, t, then *table.Table) (chat.Attachment, error) {
	style := p.Style(c, then, true)
	var err error
	if style.Room, err = (&Plays{Table: t}).Room(); err != nil {
		return chat.Attachment{}, err
	}
	return p.draw(c, p.Games.Entry(t), then.Position, style, then.Alt())
}

// Scene draws a scene of an answer, for the caller alone or for all; t is nil if it is about no table.
func (p *Pictures) Scene(c *Call, t *table.Table, scene engine.Scene, private bool) (chat.Attachment, error) {
	entry, style := p.look(c, t, private)
	return p.draw(c, entry, scene, style, scene.Describe())
}

// full draws a scene and, if its picture shows only a part, adds a file of the whole.
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

// look returns who draws a table or, without one, the call's game, and in which style.
func (p *Pictures) look(c *Call, t *table.Table, private bool) (*Entry, render.Style) {
	if t != nil {
		return p.Games.Entry(t), p.Style(c, t, private)
	}
	return c.Entry, p.Styles.StyleAt(c, nil, private)
}

// Style returns the style and captions of a table's pictures, for the caller alone or for all.
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

// LongestLast is how much of a move a caption repeats, in characters.
const LongestLast = 24

// lastMove returns the last of a table's first n moves for a caption. It leaves out the tries at a
// puzzle, one of which may be its answer.
func lastMove(t *table.Table, n int) string {
	if n == 0 || t.Record.Private {
		return ""
	}
	return chat.Shorten(t.Record.Moves[n-1].Text, LongestLast)
}

// draw makes a file of a scene: an animation of a film, the format of a drawing, else a PNG.
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

// Make makes a picture. No more are made at a time than there are processors, to save memory and to
// leave time for first answers to others. While the bot stops, those that need not wait are made.
func (p *Pictures) Make(ctx context.Context, work func() ([]byte, error)) ([]byte, error) {
	select {
	case p.Slots <- struct{}{}:
	default:
		select {
		case p.Slots <- struct{}{}:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	defer func() { <-p.Slots }()
	began := time.Now()
	data, err := work()
	if err == nil {
		p.watch.Drawn(time.Since(began))
	}
	return data, err
}

// Accent returns the colour that frames a table's board: that of the side to move or of the winner.
// A board for one has a fixed colour, and green once the puzzle is solved. While a table waits and
// after an end without a winner the colour is muted.
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

// Accent returns the colour that frames a table's board, for the caller alone or for all.
func (p *Pictures) Accent(c *Call, t *table.Table, private bool) int {
	return p.Games.Entry(t).Accent(t, p.Styles.StyleAt(c, t, private).Theme)
}

// Colour returns the colour of a seat's side, from the game or else from the theme.
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

// Rgb converts a colour for a reply. Black becomes almost black, since 0 is none.
func Rgb(c color.RGBA) int { return max(1, int(c.R)<<16|int(c.G)<<8|int(c.B)) }

// Ply is the scene of a film: the position after so many moves.
type Ply int

// Plays draws the plies of a table. It plays forward on one position, and starts again for an
// earlier ply.
type Plays struct {
	Table    *table.Table
	Draw     []render.Drawer
	position engine.Position // nil: none yet
	played   int
}

// to brings the position to the n-th ply.
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

// Room returns the part of the board in use after any of the moves. It is empty for boards whose
// pictures always show all of them.
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
