package solver

import (
	"context"
	"sync/atomic"
)

// stop is a flag that ends a search. It is quicker to check at each node than a context.
type stop struct{ atomic.Bool }

// with sets the flag when the context ends. The caller calls release after the search.
func (s *stop) with(ctx context.Context) (release func() bool) {
	s.Store(ctx.Err() != nil)
	return context.AfterFunc(ctx, func() { s.Store(true) })
}
