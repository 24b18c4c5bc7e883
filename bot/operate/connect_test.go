package operate

import (
	"context"
	"fmt"
	"testing"
)

// parting records how a connection is closed.
type parting struct{ how string }

func (p *parting) Close() error    { p.how += "closed"; return nil }
func (p *parting) HandOver() error { p.how += "handed over"; return nil }

func TestOnlyALostLeaseIsHandedOver(t *testing.T) {
	for _, c := range []struct {
		cause error
		want  string
	}{
		{errLost, "handed over"},
		{fmt.Errorf("the shard: %w", errLost), "handed over"},
		{context.Canceled, "closed"}, // the program ends
		{nil, "closed"},              // the connection has ended by itself
	} {
		ctx, end := context.WithCancelCause(t.Context())
		if c.cause != nil {
			end(c.cause)
		}
		var p parting
		if err := (connectionCloser{ctx, &p}).Close(); err != nil || p.how != c.want {
			t.Errorf("%v: %s, want %s (%v)", c.cause, p.how, c.want, err)
		}
		end(nil)
	}
}
