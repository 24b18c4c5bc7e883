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

// takes waits by the bubble's clock, which advances at once when all goroutines wait.
func takes(d time.Duration) { time.Sleep(d) }

// pass advances the bubble's clock, and waits until everything due has happened. Only one goroutine
// of a bubble may call it at a time.
func pass(d time.Duration) {
	takes(d)
	synctest.Wait()
}

// eventually polls for a condition by the bubble's clock.
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

// network returns a network in memory. The end of the test waits until discordgo has left, which
// sleeps for a second after closing.
func network(t *testing.T) *playgroundtest.Network {
	t.Helper()
	t.Cleanup(func() { pass(2 * time.Second) })
	return &playgroundtest.Network{}
}

// quietPipe connects discordgo with its relay. When discordgo notices the end of its connection, it
// sleeps for a second with its lock held. If its heartbeat waits for that lock, a bubble's clock
// stops. So only its reader notices, while the heartbeat is idle.
func quietPipe() (near, far net.Conn) {
	near, far = net.Pipe()
	return quiet{Conn: near}, far
}

type quiet struct {
	net.Conn
	slow time.Duration // delay before received data is processed, as on a busy machine
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

// connectIn is [Connect] with a network in memory.
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
