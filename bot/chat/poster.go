package chat

import (
	"context"
	"errors"
	"time"
)

// Why a message outside of any interaction was not sent. Other errors are passing troubles.
var (
	// ErrNoPost: the bot may not write there, or the person takes no direct messages.
	ErrNoPost = errors.New("may not post there")
	// ErrGone: there is no such channel, person or message, or no more, or a message that will
	// never be taken. It is an ErrNoPost too where the channel is gone.
	ErrGone = errors.New("it is gone")
	// ErrLeft: the bot is not in the server, or not any more. It is an ErrNoPost too.
	ErrLeft = errors.New("not in the server")
)

// ChannelGone reports whether a message was not sent because its channel is no more.
func ChannelGone(err error) bool { return errors.Is(err, ErrNoPost) && errors.Is(err, ErrGone) }

// Poster sends messages outside of any interaction. What a reply does later is done before it
// is sent; Private and Update count for nothing, but where that is said.
type Poster interface {
	// Post sends a message to a channel, with those that come after it. With [Reply.Live] and
	// Update it changes the one that carries the board, and does nothing where there is none.
	Post(ctx context.Context, channel string, r Reply) error
	// Send sends one message to a channel and returns its ID; Live counts for nothing.
	Send(ctx context.Context, channel string, r Reply) (message string, err error)
	// Edit replaces one of the bot's own messages.
	Edit(ctx context.Context, channel, message string, r Reply) error
	// Find returns the ID of one of the bot's own messages in a channel since a time that
	// carries a button of an action, "" if there is none among the last hundred.
	Find(ctx context.Context, channel string, since time.Time, action string) (message string, err error)
	// Direct sends a message to a person alone, with those that come after it.
	Direct(ctx context.Context, person string, r Reply) error
	// Thread opens a public thread in a channel, and returns its ID, which is that of a
	// channel.
	Thread(ctx context.Context, channel, name string) (thread string, err error)
	// Reaches returns nil where the bot sees a channel of a server, and else why it does not:
	// an ErrGone where there is no such channel any more, an ErrLeft where the bot is not in the
	// server. Where the server is not known, "", the last is not told.
	Reaches(ctx context.Context, server, channel string) error
	// Unthread removes a thread that the bot has opened, or puts it away where it may not.
	Unthread(ctx context.Context, thread string) error
}
