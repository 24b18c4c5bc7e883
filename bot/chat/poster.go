package chat

import (
	"context"
	"errors"
	"time"
)

// The errors of sending a message outside of an interaction. Other errors are temporary.
var (
	// ErrNoPost means that the bot may not write there, or that the person accepts no direct
	// messages.
	ErrNoPost = errors.New("may not post there")
	// ErrGone means that the channel, person or message does not exist, or that the message can
	// never be accepted. If the channel is gone, it is an ErrNoPost too.
	ErrGone = errors.New("it is gone")
	// ErrLeft means that the bot is not in the server. It is an ErrNoPost too.
	ErrLeft = errors.New("not in the server")
)

// ChannelGone reports whether a message was not sent because its channel is gone.
func ChannelGone(err error) bool { return errors.Is(err, ErrNoPost) && errors.Is(err, ErrGone) }

// Poster sends messages outside of interactions. A reply's Later is run before sending. Private and
// Update are ignored except where stated.
type Poster interface {
	// Post sends a message and its After to a channel. With [Reply.Board] and Update it edits the
	// message with the board, and does nothing if there is none.
	Post(ctx context.Context, channel string, r Reply) error
	// Send sends one message to a channel and returns its ID; Board is ignored.
	Send(ctx context.Context, channel string, r Reply) (message string, err error)
	// Edit replaces one of the bot's own messages.
	Edit(ctx context.Context, channel, message string, r Reply) error
	// Find returns the ID of one of the bot's own messages since a time in a channel that has mark as
	// the action of a button, or as the first line of its text; "" if there is none among the last
	// hundred. Clocks may differ by a minute.
	Find(ctx context.Context, channel string, since time.Time, mark string) (message string, err error)
	// Direct sends a message and its After to a person as direct messages.
	Direct(ctx context.Context, person string, r Reply) error
	// Thread opens a public thread in a channel, and returns its ID, which is a channel ID.
	Thread(ctx context.Context, channel, name string) (thread string, err error)
	// Reaches returns nil if the bot can see a channel of a server: otherwise an ErrGone if the
	// channel does not exist, or an ErrLeft if the bot is not in the server. ErrLeft is not
	// returned if the server is "".
	Reaches(ctx context.Context, server, channel string) error
	// Unthread deletes a thread that the bot has opened, or archives it if the bot may not.
	Unthread(ctx context.Context, thread string) error
}
