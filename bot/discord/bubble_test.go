package discord

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/playgroundtest"
)

// takes lasts for a time of the bubble's clock, for which nobody really waits: it jumps once
// all others wait too.
func takes(d time.Duration) { time.Sleep(d) }

// pass lets a time of the bubble's clock go by, and all happen that is to happen by then. One
// goroutine of a bubble at a time may call it.
func pass(d time.Duration) {
	takes(d)
	synctest.Wait()
}

// eventually waits for a condition by the bubble's clock.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for range 300 {
		synctest.Wait()
		if holds() {
			return
		}
		takes(100 * time.Millisecond)
	}
	t.Fatalf("waited in vain for %s", what)
}

// network makes a network in memory. At the end of the test it waits until discordgo has left, which
// sleeps for a second after it has closed.
func network(t *testing.T) *playgroundtest.Network {
	t.Helper()
	t.Cleanup(func() { pass(2 * time.Second) })
	return &playgroundtest.Network{}
}

// quietPipe connects discordgo with its relay. When discordgo hears that its connection is over, it
// sleeps for a second under its lock, and in a bubble the clock stands still while its heartbeat
// waits for that lock: so it hears of it from reading alone, and when its heartbeat is at rest.
func quietPipe() (near, far net.Conn) {
	near, far = net.Pipe()
	return quiet{Conn: near}, far
}

type quiet struct {
	net.Conn
	slow time.Duration // until what has been read is looked at, as on a busy machine
}

func (q quiet) Read(b []byte) (int, error) {
	n, err := q.Conn.Read(b)
	if err != nil {
		takes(time.Millisecond)
	}
	takes(q.slow)
	return n, err
}

func (q quiet) Write(b []byte) (int, error) {
	_, _ = q.Conn.Write(b)
	return len(b), nil
}

// connectIn is [Connect] where a network in memory stands for the machine's.
func connectIn(ctx context.Context, n *playgroundtest.Network, bot Handler, c Config, log *slog.Logger) (*Connection, error) {
	return connectBy(ctx, quietPipe, n, bot, c, log)
}

func connectBy(ctx context.Context, pipe func() (near, far net.Conn), n *playgroundtest.Network, bot Handler, c Config, log *slog.Logger) (*Connection, error) {
	d, err := newConnection(bot, c, log)
	if err != nil {
		return nil, err
	}
	d.client.Transport.(*http.Transport).DialContext = n.DialContext
	d.transport.(*gateway).dialer.NetDialContext = n.DialContext
	d.transport.(*gateway).pipe = pipe
	if err := d.open(ctx); err != nil {
		return nil, err
	}
	return d, nil
}
