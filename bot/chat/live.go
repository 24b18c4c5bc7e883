package chat

import "context"

// Live is the board of a table on its way into a channel. Of all messages of a table one
// alone carries its board and what can be pressed there, and that is the newest: who sends
// another has the one before shrink to a line. A transport that keeps no messages, such as a
// shell, leaves all of this alone.
type Live interface {
	// Begin waits until no other board of the table is on its way, and tells which message
	// carries it now. Unless there is an error, which is that of the context, End must be
	// called.
	Begin(ctx context.Context) (Board, error)
	// End tells the ID of the message that carries the board from now on, and shows the
	// table as the reply does; "" if none does.
	End(message string)
}

// Board is the message that carries the board of a table when another is to.
type Board struct {
	Message string // its ID, "" where there is none that is known of
	// Buried: something else about the table stands below it, so that the board is to come
	// as a new message, even where nobody is called.
	Buried bool
	// Newer: it shows what the table has become after the reply, which comes too late.
	Newer bool
	// Line is what becomes of it, Pressed of a message that was pressed and is another, and
	// Own of the reply that comes too late. They are words alone.
	Line, Pressed, Own Reply
}
