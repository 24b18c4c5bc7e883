package engine

// Terms are the words for what happens at a table, where those of a contest do not fit. Empty
// fields take the usual words.
type Terms struct {
	// Quit labels the button that ends the game early. Quitted reports that: the end of a sentence
	// after "It is over: ".
	Quit, Quitted Text
	// Again labels the button that starts another such game.
	Again Text
	// Done precedes the reason of an outcome that is [Solved].
	Done Text
	// Moved replaces the move in the report of who has moved: "has cast the lines".
	Moved Text
	// Start is a sentence that describes the game before the first move.
	Start Text
}

// The terms of a contest of two, of solitary play, and of a puzzle.
var (
	ContestTerms = Terms{
		Quit: T("Resign"), Quitted: T("the game was given up"), Again: T("Rematch"), Done: T("Solved"), Start: T("No moves yet."),
	}
	AloneTerms = Terms{
		Quit: T("End"), Quitted: T("it was closed"), Again: T("Again"), Done: T("Solved"), Start: T("No moves yet."),
	}
	PuzzleTerms = Terms{Quit: T("Give up"), Quitted: T("it was given up")}
)

// Termed is a position with its own terms for solitary play.
type Termed interface {
	Terms() Terms
}

// Or returns the terms with empty fields taken from others.
func (t Terms) Or(others Terms) Terms {
	or := func(a, b Text) Text {
		if a.Empty() {
			return b
		}
		return a
	}
	return Terms{
		Quit: or(t.Quit, others.Quit), Quitted: or(t.Quitted, others.Quitted), Again: or(t.Again, others.Again),
		Done: or(t.Done, others.Done), Moved: or(t.Moved, others.Moved), Start: or(t.Start, others.Start),
	}
}

// Beginning returns the terms with another Start.
func (t Terms) Beginning(start Text) Terms {
	t.Start = start
	return t
}
