package bot

import (
	"context"
	"image"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
)

// What the film of a game may take. A longer game is shown some moves at a time.
const (
	maxFrames    = 120
	maxFilmBytes = 8 << 20 // Discord takes 10 MiB
	// movesLast is how long the moves take together, as far as one is shown for long
	// enough to be seen and not for so long that it bores.
	movesLast    = 45 * time.Second
	shortestMove = 250 * time.Millisecond
	longestMove  = 800 * time.Millisecond
	endLasts     = 4 * time.Second
)

// ply is the scene of a film: the position after so many moves.
type ply int

// films shows games again from their start, as pictures that move.
type films struct {
	games    *registry
	tables   *table.Tables
	pictures *pictures
	pool     *think.Pool
}

func (f *films) replay(c *call) (chat.Reply, error) {
	none := engine.Refuse("there is nothing to replay yet: make a move first")
	t, err := findTable(c, f.tables, table.OwnFirst, func(t *table.Brief) bool { return t.Played() > 0 }, none)
	if err == nil && len(t.Record.Moves) == 0 { // the one that was named
		err = none
	}
	if err != nil {
		return chat.Reply{}, err
	}
	return c.later(c.place(false), func(ctx context.Context, show func(chat.Reply)) (r chat.Reply, err error) {
		err = f.pool.Do(ctx, c.job(quick, show), func() error {
			r, err = f.message(c, t)
			return err
		})
		return r, err
	}), nil
}

// message is the film of a table, of all moves or of as many as there is room for.
func (f *films) message(c *call, t *table.Table) (chat.Reply, error) {
	r := c.place(false)
	r.Text = c.say("**%s**, from the start: %s.", t.Title(), t.Length())
	moves := len(t.Record.Moves)
	var data []byte
	for step := (moves-1)/(maxFrames-1) + 1; data == nil || len(data) > maxFilmBytes; step *= 2 {
		var err error
		if data, err = f.pictures.make(c.ctx, func() ([]byte, error) { return f.draw(c, t, step) }); err != nil {
			return chat.Reply{}, err
		}
		if step > moves {
			break
		}
	}
	r.Files = []chat.Attachment{{Name: t.Game.ID + ".gif", Data: data, Alt: c.words.Say(t.Replayed(chat.MaxAlt))}}
	return r, nil
}

// draw draws the start, the end, and every step-th position before that.
func (f *films) draw(c *call, t *table.Table, step int) ([]byte, error) {
	style := f.pictures.style(c, t)
	style.Running = c.say("Replay")
	var film engine.Film
	for n := len(t.Record.Moves); n > 0; n -= step {
		film.Frames = append(film.Frames, ply(n))
	}
	film.Frames = append(film.Frames, ply(0))
	slices.Reverse(film.Frames)
	film.Delay = min(max(movesLast/time.Duration(len(film.Frames)), shortestMove), longestMove)
	film.Hold = endLasts
	drawer, err := plies(t, f.games.entry(t).Draw)
	if err != nil {
		return nil, err
	}
	return render.GIF(c.ctx, []render.Drawer{drawer}, film, style)
}

// plies draws the plies of a table, each after the one before: it plays on one position.
func plies(t *table.Table, draw []render.Drawer) (render.Drawer, error) {
	p, err := t.Game.New(t.Options)
	if err != nil {
		return nil, err
	}
	played := 0
	return func(scene any, s render.Style) (image.Image, error) {
		n, ok := scene.(ply)
		if !ok {
			return nil, render.ErrScene
		}
		for ; played < int(n); played++ {
			if _, err := p.Play(t.Record.Moves[played].Text); err != nil {
				return nil, err
			}
		}
		return render.Draw(draw, p, s)
	}, nil
}
