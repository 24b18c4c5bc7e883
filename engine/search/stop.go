package search

import (
	"context"
	"sync/atomic"
)

// Stop is a flag that ends a search. It is quicker to check at each node than a context.
type Stop struct{ atomic.Bool }

// With sets the flag when the context ends. The caller calls release after the search.
func (s *Stop) With(ctx context.Context) (release func() bool) {
	s.Store(ctx.Err() != nil)
	return context.AfterFunc(ctx, func() { s.Store(true) })
}
