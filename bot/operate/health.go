package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Health tells whether a bot serves. What must answer for that is asked, not believed: the
// store by going through its writer, the connection by going the way of an interaction. The
// zero value is a bot that is still starting; it is safe for concurrent use.
type Health struct {
	mu        sync.Mutex
	organs    []*organ
	connected func() bool // nil until there is a connection
}

// organ is a part of the bot without which it does not live.
type organ struct {
	name   string
	ask    func() error // returns once the part has answered
	asking atomic.Bool
}

// need adds a part: ask returns once it has answered, and its error says that it is dead.
func (h *Health) need(name string, ask func() error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.organs = append(h.organs, &organ{name: name, ask: ask})
}

// serving notes that the bot has started, and how it is asked whether it is connected.
func (h *Health) serving(connected func() bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.connected = connected
}

// Alive returns once all parts have answered, or when the context ends, with those that have
// not. A part that refuses what it is asked lives, as a store whose disk is full: starting
// the bot again would not help it.
func (h *Health) Alive(ctx context.Context) error {
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

// alive asks a part. One that is stuck has one question waiting, however often it is asked.
func (o *organ) alive(ctx context.Context) error {
	if !o.asking.CompareAndSwap(false, true) {
		return fmt.Errorf("%s does not answer", o.name)
	}
	answer := make(chan error, 1)
	go func() {
		defer o.asking.Store(false)
		answer <- o.ask()
	}()
	select {
	case err := <-answer:
		if err != nil {
			return fmt.Errorf("%s: %w", o.name, err)
		}
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%s does not answer", o.name)
	}
}

// Serves returns nil if the bot lives and is connected to Discord, else why not.
func (h *Health) Serves(ctx context.Context) error {
	h.mu.Lock()
	connected := h.connected
	h.mu.Unlock()
	if connected == nil {
		return errors.New("the bot is still starting")
	}
	if err := h.Alive(ctx); err != nil {
		return err
	}
	if !connected() {
		return errors.New("the bot is not connected to Discord")
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
