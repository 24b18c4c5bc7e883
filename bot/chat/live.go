package chat

import "context"

// Live tracks the message with a table's board. Only the newest message of a table carries its
// board and buttons: sending another one reduces the previous one to a line. A transport without
// persistent messages, such as a shell, ignores it.
type Live interface {
	// Begin waits until no other board of the table is being sent, and returns the message that
	// carries it now. If the error is nil, End must be called; otherwise it is the context's error.
	Begin(ctx context.Context) (Board, error)
	// End records the ID of the message that now carries the board, as shown by the reply; "" for
	// none.
	End(message string)
}

// Board is the message that carries the board of a table before a new one is sent.
type Board struct {
	Message string // its ID, "" if unknown
	// Buried is set if another message about the table was posted below, so that the board must be
	// sent as a new message even if nobody is mentioned.
	Buried bool
	// Newer is set if it shows a later state of the table than the reply, which is then too late.
	Newer bool
	// Line replaces the old board, Pressed a pressed message that is not the board, and Own a reply
	// that is too late. They consist of text only.
	Line, Pressed, Own Reply
}
