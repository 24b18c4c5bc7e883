package chat

import "context"

// Poster sends a message to a channel outside of any interaction.
type Poster interface {
	Post(ctx context.Context, channel string, r Reply) error
}
