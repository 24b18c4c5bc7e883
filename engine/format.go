package engine

import (
	"context"
	"time"
)

// Format is a notation for whole games. Either function may be nil.
type Format struct {
	ID    string // "sgf"
	Title Text
	// Encode writes a game. The answer holds files, or text such as a link. When the context ends
	// it returns the context's cause.
	Encode func(context.Context, Record) (Answer, error)
	// Decode reads what Encode and other programs write. It returns a [*Refusal] that names the
	// place of a mistake, or for a game that takes more work than a table may. When the context
	// ends it returns the context's cause. The record's moves are canonical and replay without
	// error.
	Decode func(ctx context.Context, data []byte) (Record, error)
}

// Record is a whole game.
type Record struct {
	Options Options
	Moves   []string  // canonical, from the start
	Names   []string  // by seat, "" when unknown
	Outcome Outcome   // as agreed by the players; it may end a game that the rules leave open
	Date    time.Time // zero when unknown
}
