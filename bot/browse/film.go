package browse

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
)

// Limits of a film. A longer game is shown several moves at a time, so that each frame is seen for
// long enough and the film stays short.
const (
	MaxFilmBytes = 8 << 20 // Discord takes 10 MiB
	maxFilm      = 15 * time.Second
	EndLasts     = 3 * time.Second
	minMove      = 150 * time.Millisecond
	maxMove      = 800 * time.Millisecond
	MaxFrames    = int((maxFilm-EndLasts)/minMove) + 1
)

// pace is how long each frame but the last is shown, in whole hundredths of a second as GIF has them.
func pace(frames int) time.Duration {
	each := (maxFilm - EndLasts) / time.Duration(max(1, frames-1))
	return min(max(each, minMove), maxMove).Truncate(10 * time.Millisecond)
}

// Replay replays a game of the caller's from the start, as an animated picture.
func (h *Handlers) Replay(c *show.Call) (chat.Reply, error) {
	t, err := show.AnyTable(c, h.Tables, table.OwnFirst)
	if err != nil {
		return chat.Reply{}, err
	}
	if len(t.Record.Moves) == 0 {
		return chat.Reply{}, engine.Refuse("there is nothing to replay yet at **%s**: make a move first, or name another `table`", t.Title())
	}
	return h.film(c, t), nil
}

// ReplayTable replays a table. A film is shown to all if the presser sits there, and else to the presser
// alone.
func (h *Handlers) ReplayTable(c *show.Call, t *table.Table) (chat.Reply, error) {
	if len(t.Record.Moves) == 0 {
		return chat.Reply{}, engine.Refuse("there is nothing to replay any more")
	}
	c.Private = !t.Owned(c.User.ID)
	return h.film(c, t), nil
}

// film makes a film in the pool, since it takes long.
func (h *Handlers) film(c *show.Call, t *table.Table) chat.Reply {
	c.KeepPrivate(t)
	return h.LaterInPool(c, c.NewReply(c.Private), show.Quick, func(context.Context, func(chat.Reply)) (chat.Reply, error) {
		r, err := h.FilmMessage(c, t)
		if err == nil && !r.Private {
			h.Places.Bury(t.Key)
		}
		return r, err
	})
}

// FilmMessage returns the film of a table, with all moves or as many as there is room for.
func (h *Handlers) FilmMessage(c *show.Call, t *table.Table) (chat.Reply, error) {
	r := c.Reply(c.Private, c.Say("**%s**, from the start: %s.", t.Title(), t.Length()))
	r.Text += quoted(t, 0)
	r.Accent = h.Accent(c, t, c.Private)
	moves := len(t.Record.Moves)
	var data []byte
	for step := (moves-1)/(MaxFrames-1) + 1; data == nil || len(data) > MaxFilmBytes; step *= 2 {
		var err error
		if data, err = h.MakePicture(c.Ctx, func() ([]byte, error) { return h.DrawFilm(c, t, step) }); err != nil {
			return chat.Reply{}, err
		}
		if step > moves {
			break
		}
	}
	alt := t.Replayed(chat.MaxAlt)
	if run := run(t); len(run.Frames) > 0 {
		alt = run.Words
	}
	r.Files = []chat.Attachment{{Name: t.Game.ID + ".gif", Data: data, Alt: c.Words.Say(alt)}}
	return r, nil
}

// run is the film of a game that is a run, without frames for others.
func run(t *table.Table) engine.Film {
	if runner, ok := t.Position.(engine.Runner); ok {
		return runner.Run()
	}
	return engine.Film{}
}

// DrawFilm draws the start, the end, and every step-th position before the end; of a run its steps.
func (h *Handlers) DrawFilm(c *show.Call, t *table.Table, step int) ([]byte, error) {
	style := h.TableStyle(c, t, c.NewReply(false).Private)
	if run := run(t); len(run.Frames) > 0 {
		style.Progress = func(frame int) render.Progress {
			return render.Progress{Share: float64(frame) / float64(len(run.Frames)-1)}
		}
		return render.GIF(c.Ctx, h.Games.Entry(t).Draw, run, style)
	}
	moves := len(t.Record.Moves)
	var film engine.Film
	for n := moves; n > 0; n -= step {
		film.Frames = append(film.Frames, show.Ply(n))
	}
	film.Frames = append(film.Frames, show.Ply(0))
	slices.Reverse(film.Frames)
	film.Delay, film.Hold = pace(len(film.Frames)), EndLasts
	plays := &show.Plays{Table: t, Draw: h.Games.Entry(t).Draw}
	room, err := plays.Room()
	if err != nil {
		return nil, err
	}
	style.Running, style.Room = c.Say("Replay"), room
	style.Progress = func(frame int) render.Progress {
		n, _ := film.Frames[frame].(show.Ply)
		return render.Progress{
			Words: c.Say("Move %s of %s", strconv.Itoa(int(n)), strconv.Itoa(moves)), Share: float64(n) / float64(moves),
		}
	}
	return render.GIF(c.Ctx, []render.Drawer{plays.Picture}, film, style)
}
