package chat

import "context"

// Poster sends a message to a channel outside of any interaction. With [Reply.Live] and
// Update it changes the one that carries the board, and does nothing where there is none.
type Poster interface {
	Post(ctx context.Context, channel string, r Reply) error
}
