// Package notation reads what people write in the ADE concurrent game, numbers on nodes
// above all, and says why something cannot be played.
//
// [Assign] sets values by "V3 5", "1 0 0 2" or "all 1". [Fields] splits lists; commas,
// brackets and the like separate too. Refusals are made by [Syntax] where a line is no
// move at all, and become those of a line by [Refused].
package notation

import (
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Fields splits a list of numbers and names.
func Fields(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n,;=:()[]", r) })
}

// Syntax refuses what is not a move at all.
func Syntax(format string, args ...any) error {
	return engine.RefuseMove("", engine.ErrSyntax, format, args...)
}

// Refused makes a refusal one of the line that was played: a [*engine.MoveError] with that
// line, of a legal form but not possible unless the refusal says otherwise. Nil stays nil.
func Refused(line string, err error) error {
	if err == nil {
		return nil
	}
	why, _ := engine.Why(err)
	refused := &engine.MoveError{Input: line, Why: why, Err: engine.ErrIllegal}
	if m, ok := err.(*engine.MoveError); ok { //nolint:errorlint // made by these packages, never wrapped
		refused.Err = m.Err
	}
	return refused
}
