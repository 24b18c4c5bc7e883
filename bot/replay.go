package bot

import (
	"context"
	"image"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
)

// What a replay may take. A longer game is shown some moves at a time.
const (
	maxReplayFrames = 120
	maxReplayBytes  = 8 << 20 // Discord takes 10 MiB
	// replayLasts is how long the moves take together, as far as one is shown for long
	// enough to be seen and not for so long that it bores.
	replayLasts  = 45 * time.Second
	shortestMove = 250 * time.Millisecond
	longestMove  = 800 * time.Millisecond
	replayHolds  = 4 * time.Second
)

// ply is the scene of a replay: the position after so many moves.
type ply int

// replay shows the game again from its start, as a picture that moves.
func (c *call) replay() (chat.Reply, error) {
	none := engine.Refuse("there is nothing to replay yet: make a move first")
	t, err := c.find(table.OwnFirst, func(t *table.Table) bool { return len(t.Record.Moves) > 0 }, none)
	if err == nil && len(t.Record.Moves) == 0 { // the one that was named
		err = none
	}
	if err != nil {
		return chat.Reply{}, err
	}
	r := c.place(false)
	r.Later = func(context.Context, func(chat.Reply)) chat.Reply { return c.replayed(t) }
	return r, nil
}

func (c *call) replayed(t *table.Table) chat.Reply {
	r := c.place(false)
	r.Text = c.say("**%s**, from the start: %s.", t.Title(), t.Length())
	var data []byte
	for step := (len(t.Record.Moves)-1)/(maxReplayFrames-1) + 1; data == nil || len(data) > maxReplayBytes; step *= 2 {
		var err error
		if data, err = c.drawnBy(func() ([]byte, error) { return c.film(t, step) }); err != nil {
			return c.refuse(err)
		}
		if step > len(t.Record.Moves) {
			break
		}
	}
	alt := c.say("A replay of %s. At the end: %s", t.Length(), t.Alt())
	r.Files = []chat.Attachment{{Name: t.Game.ID + ".gif", Data: data, Alt: alt}}
	return r
}

// film draws the start, the end, and every step-th position before that.
func (c *call) film(t *table.Table, step int) ([]byte, error) {
	style := c.style(t)
	style.Running = c.say("Replay")
	var f engine.Film
	for n := len(t.Record.Moves); n > 0; n -= step {
		f.Frames = append(f.Frames, ply(n))
	}
	f.Frames = append(f.Frames, ply(0))
	slices.Reverse(f.Frames)
	f.Delay = min(max(replayLasts/time.Duration(len(f.Frames)), shortestMove), longestMove)
	f.Hold = replayHolds
	drawer, err := c.plies(t)
	if err != nil {
		return nil, err
	}
	return render.GIF([]render.Drawer{drawer}, f, style)
}

// plies draws the plies of the table's game, each after the one before: it plays on one
// position.
func (c *call) plies(t *table.Table) (render.Drawer, error) {
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
		return render.Draw(c.games[t.Game.ID].Draw, p, s)
	}, nil
}
