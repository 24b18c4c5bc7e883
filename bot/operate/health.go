package operate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/jetstream"
)

// health reports whether a bot serves. It probes the components: the store by its writer, the
// connection by the path of an interaction. The zero value is a bot that is still starting; it is
// safe for concurrent use.
type health struct {
	role func() string // at present; nil: always leading

	mu         sync.Mutex
	components []*component
	started    bool
	unfit      error // why this copy could not connect to Discord anew
}

// serves returns the role of the process, and why it cannot play it, after healthBy at the latest.
func (h *health) serves(ctx context.Context) (role string, err error) {
	ctx, cancel := context.WithTimeout(ctx, healthBy)
	defer cancel()
	err = h.Serves(ctx)
	if h.role == nil {
		return watch.Leading, err
	}
	return h.role(), err
}

// connection is a connection to Discord; see [discord.Connection].
type connection interface {
	Alive() error
	Connected() bool
}

// component is a part of the bot that must respond.
type component struct {
	name      string
	ask       func() error // returns once the component has responded
	connected func() bool  // nil for what is no connection
	asking    singleflight.Group
}

// require adds a component. ask returns once it has responded; an error means that it is dead.
func (h *health) require(name string, ask func() error) { h.add(&component{name: name, ask: ask}) }

func (h *health) add(o *component) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.components = append(h.components, o)
}

// serving records that the bot has started.
func (h *health) serving() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.started = true
}

// connected adds a connection to Discord. The caller must call left when it ends.
func (h *health) connected(d connection) (left func()) {
	o := &component{name: "the connection to Discord", ask: d.Alive, connected: d.Connected}
	h.add(o)
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.components = slices.DeleteFunc(slices.Clone(h.components), func(other *component) bool { return other == o })
	}
}

// tryEvery is how often a copy tries whether it could connect to Discord.
const tryEvery = time.Minute

// standBy goes on trying whether this copy could connect to Discord, until the context ends. err is
// the result of an earlier try. A new reason why not is logged.
func (h *health) standBy(ctx context.Context, err error, try func() error, log *slog.Logger) {
	for ; ctx.Err() == nil; err = try() {
		h.mu.Lock()
		if err != nil && (h.unfit == nil || h.unfit.Error() != err.Error()) {
			log.Error("this copy could not connect to Discord; it goes on trying", "err", err)
		}
		h.unfit = err
		h.mu.Unlock()
		_ = jetstream.Pause(ctx, tryEvery)
	}
}

// Alive waits until all components have responded or the context ends, and returns an error for
// those that have not. A component that refuses the probe is alive, such as a store on a full disk:
// a restart would not help.
func (h *health) Alive(ctx context.Context) error {
	h.mu.Lock()
	components := h.components
	h.mu.Unlock()
	answers := make([]error, len(components))
	var all sync.WaitGroup
	for i, o := range components {
		all.Go(func() { answers[i] = o.alive(ctx) })
	}
	all.Wait()
	return errors.Join(answers...)
}

// alive probes a component. Concurrent callers share one probe, so a stuck component has only one
// waiting.
func (o *component) alive(ctx context.Context) error {
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

// Serves returns nil if the bot is alive, its connections to Discord are open and, as one of several
// copies, it could connect anew. A copy without a connection stands by.
func (h *health) Serves(ctx context.Context) error {
	h.mu.Lock()
	started, components, unfit := h.started, h.components, h.unfit
	h.mu.Unlock()
	if !started {
		return errors.New("the bot is still starting")
	}
	if err := h.Alive(ctx); err != nil {
		return err
	}
	for _, o := range components {
		if o.connected != nil && !o.connected() {
			return errors.New("the bot is not connected to Discord")
		}
	}
	return unfit
}

// healthBy is the time after which a component counts as stuck: the longest writes take about a
// second.
const healthBy = 5 * time.Second

// checkHealth writes the role of the bot on the configured store to out if it serves, and else
// returns the reason.
func checkHealth(ctx context.Context, settings config.Config, out io.Writer) error {
	a, err := AskRunning(ctx, settings.Store.File)
	switch {
	case err != nil:
		return err
	case a == nil:
		return fmt.Errorf("no bot runs on %s, or it is still starting; then its log says what it waits for", settings.Store.File)
	case a.Fault != "":
		return fmt.Errorf("the running bot: %s", a.Fault)
	}
	_, err = fmt.Fprintln(out, a.Role)
	return err
}

// About describes a running bot.
type About struct {
	Version string `json:"version"`
	Schema  int    `json:"schema"`          // schema of its store, 0 if unreadable
	Fault   string `json:"fault,omitempty"` // why it does not serve; "" if it does
	Role    string `json:"role"`            // [watch.Leading] or [watch.StandingBy]; "" for a version too old to report it
}

// AskRunning asks the bot that holds the store in file about itself. It returns nil if there is
// none.
func AskRunning(ctx context.Context, file string) (*About, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*healthBy)
	defer cancel()
	bot, err := findRunning(ctx, file)
	if errors.Is(err, errNobody) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var answer bytes.Buffer
	err = errors.Join(bot.do(http.MethodGet, "/about", &answer), bot.Close())
	if err != nil {
		return nil, err
	}
	var a About
	if err := json.Unmarshal(answer.Bytes(), &a); err != nil {
		return nil, fmt.Errorf("the running bot: %w", err)
	}
	return &a, nil
}

func about(s *store.Store, health *health) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		role, err := health.serves(r.Context())
		a := About{Version: Version(), Role: role}
		a.Schema, _ = s.Schema() // health reports the error
		if err != nil {
			a.Fault = err.Error()
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(a) // the client may disconnect
	}
}
