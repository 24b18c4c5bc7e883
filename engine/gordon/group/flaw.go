package group

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// Flaw is a kind of error in a group file.
type Flaw string

// The flaws, in the order in which they are checked.
const (
	FileTooLarge    Flaw = "E_FILE_TOO_LARGE"
	BadEncoding     Flaw = "E_ENCODING"
	EmptyFile       Flaw = "E_EMPTY"
	NoTerminator    Flaw = "E_NO_TERMINATOR"
	AfterTerminator Flaw = "E_AFTER_TERMINATOR"
	NoElements      Flaw = "E_NO_ELEMENTS"
	TooManyElements Flaw = "E_TOO_LARGE"
	BadName         Flaw = "E_BAD_NAME"
	DuplicateName   Flaw = "E_DUPLICATE_ELEMENT"
	RowCount        Flaw = "E_ROW_COUNT"
	RowLength       Flaw = "E_ROW_LENGTH"
	NotClosed       Flaw = "E_NOT_CLOSED"
	NoIdentity      Flaw = "E_NO_IDENTITY"
	NoInverse       Flaw = "E_NO_INVERSE"
	NotLatin        Flaw = "E_NOT_LATIN"
	NotAssociative  Flaw = "E_NOT_ASSOCIATIVE"
)

// TableError refuses a group file. It wraps an [engine.Refusal] that names the error and an
// example of it.
type TableError struct {
	Flaw    Flaw
	Line    int // counted from 1; 0 for the whole file
	refusal *engine.Refusal
}

// Error implements error, in English.
func (e *TableError) Error() string { return e.refusal.Error() }

// Unwrap returns the refusal.
func (e *TableError) Unwrap() error { return e.refusal }

func flawed(f Flaw, line int, format string, args ...any) error {
	why := engine.Refuse(format, args...)
	if line > 0 {
		why = engine.Refuse("line %s: %s", strconv.Itoa(line), why.Why)
	}
	return &TableError{f, line, why}
}
