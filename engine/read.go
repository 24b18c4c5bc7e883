package engine

import "errors"

// ErrNotThisFormat is in the chain of a reader's refusal of input that is not of its format at all.
// Test with [errors.Is].
var ErrNotThisFormat = errors.New("engine: not of this format")

// NotThisFormat returns a refusal that wraps [ErrNotThisFormat]. format and args make the text,
// which says what the format looks like; see [T].
func NotThisFormat(format string, args ...any) *Refusal {
	return &Refusal{Why: T(format, args...), Err: ErrNotThisFormat}
}

// ReadFirst returns what the first reader makes of its input that does not refuse it. If all do, the
// refusal is that of the first for whose format the input was, by [ErrNotThisFormat], else none.
// Errors that are no refusals, such as that of a context that has ended, are returned at once.
func ReadFirst[In, T any](in In, none error, readers ...func(In) (T, error)) (T, error) {
	refusal := none
	for _, read := range readers {
		value, err := read(in)
		if err == nil || !IsRefusal(err) {
			return value, err
		}
		if refusal == none && !errors.Is(err, ErrNotThisFormat) { //nolint:errorlint // the same value
			refusal = err
		}
	}
	var zero T
	return zero, refusal
}

// IsRefusal reports whether an error is a [MoveError] or a [Refusal], and no failure.
func IsRefusal(err error) bool {
	_, ok := Why(err)
	return ok
}
