package table

import (
	"context"
	"errors"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Finished is a game in the history of one of its players.
type Finished struct {
	store.Past
	Brief *Brief
}

// How many games of a history are read at a time, and how many are searched if not all may be shown.
const (
	pastPage    = 64
	maxSearched = 512
)

// Past returns finished games of a person, the newest first: limit of them after skip. They are of one
// game, or of all if game is "". may, if not nil, selects among the last few hundred. more reports
// whether there are others after them.
func (ts *Tables) Past(ctx context.Context, user, game string, skip, limit int, may func(*Brief) bool) (list []Finished, more bool, err error) {
	var at store.PastCursor
	for searched := 0; may == nil || searched < maxSearched; searched += pastPage {
		page, err := ts.store.Past(user, game, at, pastPage)
		if err != nil && !errors.Is(err, store.ErrDamaged) {
			return list, false, err
		}
		for _, p := range page {
			at = p.Cursor()
			if may == nil && skip > 0 {
				skip--
				continue
			}
			b, ok := ts.past(ctx, p)
			switch {
			case !ok || may != nil && !may(b):
			case skip > 0:
				skip--
			case len(list) == limit:
				return list, true, nil
			default:
				list = append(list, Finished{p, b})
			}
		}
		if len(page) < pastPage {
			break
		}
	}
	return list, false, nil
}

// past returns the table of a finished game, unless it is gone or cannot be played here.
func (ts *Tables) past(ctx context.Context, p store.Past) (*Brief, bool) {
	record, err := ts.store.Load(p.Key)
	if err != nil {
		if !errors.Is(err, store.ErrNotFound) {
			ts.Report("leave out a finished table", p.Key, err)
		}
		return nil, false
	}
	return ts.Brief(ctx, store.Brief{Key: p.Key, Head: &record.Head})
}

// MayLookBack refuses to show a finished table to people whom it does not concern. It may be shown to
// its players, to those in its channel and, if it was rated, to those on its server. channel and guild
// are where it is to be shown.
func (t *Brief) MayLookBack(user, channel, guild string) error {
	if err := t.RequireSight(user); err != nil {
		return err
	}
	switch here := t.Key.Channel == channel || t.Head.Rated != "" && guild != "" && t.Head.Guild == guild; {
	case !t.Head.Over:
		return engine.Refuse("this game is not over yet")
	case t.Owned(user), here:
		return nil
	}
	return engine.Refuse("this game was played elsewhere, and is there for its players")
}
