package engine

// Terms are what people call what can be done at a table and how it stands there, where
// the words of a contest do not fit. Those that are empty are the usual.
type Terms struct {
	// Quit is a button that ends it before the rules do, and Quitted is how that is told: a
	// sentence's end after "It is over: ".
	Quit, Quitted Text
	// Again is a button that begins another like it.
	Again Text
	// Done is said before the reason of an outcome that is [Solved].
	Done Text
	// Moved is told of who has moved, in the place of the move: "has cast the lines".
	Moved Text
	// Start says in a sentence how it stands before the first move.
	Start Text
}

// The terms of what two play against each other, of what one plays alone, and of a puzzle.
var (
	ContestTerms = Terms{
		Quit: T("Resign"), Quitted: T("the game was given up"), Again: T("Rematch"), Done: T("Solved"), Start: T("No moves yet."),
	}
	AloneTerms = Terms{
		Quit: T("End"), Quitted: T("it was closed"), Again: T("Again"), Done: T("Solved"), Start: T("No moves yet."),
	}
	PuzzleTerms = Terms{Quit: T("Give up"), Quitted: T("it was given up")}
)

// Termed is a position with terms of its own, for who is alone at the table.
type Termed interface {
	Terms() Terms
}

// Or are the terms, the empty ones as in others.
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

// Beginning are terms with what is said before the first move.
func (t Terms) Beginning(start Text) Terms {
	t.Start = start
	return t
}
