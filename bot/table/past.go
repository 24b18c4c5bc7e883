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

// How many games of a history are read at a time, and at most where not all may be shown.
const (
	pageOfPast   = 64
	mostSearched = 512
)

// Past returns the finished games of a person, of one game or where that is "" of all: the
// newest come first, limit of them after skip. may, if not nil, chooses among those of
// the last few hundred. more: there are others after them.
func (ts *Tables) Past(ctx context.Context, user, game string, skip, limit int, may func(*Brief) bool) (list []Finished, more bool, err error) {
	var at store.PastCursor
	for searched := 0; may == nil || searched < mostSearched; searched += pageOfPast {
		page, err := ts.store.Past(user, game, at, pageOfPast)
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
		if len(page) < pageOfPast {
			break
		}
	}
	return list, false, nil
}

// past is the table of a game in a history, unless it is gone or cannot be played here.
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

// MayLookBack refuses to show a finished table to whom it does not concern: it is there for who
// sat at it, for those in its channel, and where it was rated for its server. channel and
// guild are where it is to be shown.
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
