package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// health reports whether a bot serves. What must answer for that is asked, not believed: the
// store by going through its writer, the connection by going the way of an interaction. The
// zero value is a bot that is still starting; it is safe for concurrent use.
type health struct {
	mu          sync.Mutex
	organs      []*organ
	started     bool
	connections []connection // those that there are
}

// connection is one to Discord; see [discord.Connection].
type connection interface {
	Alive() error
	Connected() bool
}

// organ is a part of the bot without which it does not live.
type organ struct {
	name   string
	ask    func() error // returns once the part has answered
	asking singleflight.Group
}

// need adds a part: ask returns once it has answered, and its error says that it is dead.
func (h *health) need(name string, ask func() error) *organ {
	h.mu.Lock()
	defer h.mu.Unlock()
	o := &organ{name: name, ask: ask}
	h.organs = append(h.organs, o)
	return o
}

// serving notes that the bot has started.
func (h *health) serving() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.started = true
}

// connected adds a connection to Discord, until left is called.
func (h *health) connected(d connection) (left func()) {
	o := h.need("the connection to Discord", d.Alive)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.connections = append(h.connections, d)
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.organs = slices.DeleteFunc(slices.Clone(h.organs), func(other *organ) bool { return other == o })
		h.connections = slices.DeleteFunc(slices.Clone(h.connections), func(other connection) bool { return other == d })
	}
}

// Alive returns once all parts have answered, or when the context ends, with those that have
// not. A part that refuses what it is asked lives, as a store whose disk is full: starting
// the bot again would not help it.
func (h *health) Alive(ctx context.Context) error {
	h.mu.Lock()
	organs := h.organs
	h.mu.Unlock()
	answers := make([]error, len(organs))
	var all sync.WaitGroup
	for i, o := range organs {
		all.Go(func() { answers[i] = o.alive(ctx) })
	}
	all.Wait()
	return errors.Join(answers...)
}

// alive asks a part. One that is stuck has one question waiting, however many ask.
func (o *organ) alive(ctx context.Context) error {
	answer := o.asking.DoChan("", func() (any, error) { return nil, o.ask() })
	select {
	case answered := <-answer:
		if answered.Err != nil {
			return fmt.Errorf("%s: %w", o.name, answered.Err)
		}
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%s does not answer", o.name)
	}
}

// Serves returns nil if the bot lives, and what connections to Discord it has are open, else why
// not. A copy of the bot that stands by has none.
func (h *health) Serves(ctx context.Context) error {
	h.mu.Lock()
	started, connections := h.started, h.connections
	h.mu.Unlock()
	if !started {
		return errors.New("the bot is still starting")
	}
	if err := h.Alive(ctx); err != nil {
		return err
	}
	for _, d := range connections {
		if !d.Connected() {
			return errors.New("the bot is not connected to Discord")
		}
	}
	return nil
}

// healthBy is when parts that have not answered count as stuck: the longest writes take
// about a second.
const healthBy = 5 * time.Second

// CheckHealth returns nil if the bot on the store of the settings serves, else why not.
func (s *Source) CheckHealth(ctx context.Context) error {
	settings, err := s.Load()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*healthBy)
	defer cancel()
	file := settings.Store.File
	bot, err := holder(ctx, file)
	if errors.Is(err, errNobody) {
		return fmt.Errorf("no bot runs on %s", file)
	}
	if err != nil {
		return err
	}
	if err := bot.do(http.MethodGet, "/health", nil, io.Discard); err != nil {
		return err
	}
	return bot.Close()
}
