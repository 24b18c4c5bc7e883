package solver

import (
	"context"
	"sync/atomic"
)

// stop is how a context ends a search: a flag is quicker to ask at each node than the
// context itself.
type stop struct{ atomic.Bool }

// with raises the flag when the context ends; the caller calls release after the search.
func (s *stop) with(ctx context.Context) (release func() bool) {
	s.Store(ctx.Err() != nil)
	return context.AfterFunc(ctx, func() { s.Store(true) })
}
