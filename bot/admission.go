package bot

import (
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
)

// admission refuses the people and servers that the operator has blocked, and limits the requests
// of each person per minute. It is safe for concurrent use.
type admission struct {
	people, servers []string // blocked by the operator
	// commands limits what people do, and suggestions what is completed while they type.
	commands, suggestions rate
	now                   func() time.Time
	refused               *watch.Refusals
}

// suggestionsPerCommand is how many suggestions a person may request for each command allowed.
const suggestionsPerCommand = 10

func newAdmission(c config.Config, log *slog.Logger, now func() time.Time) *admission {
	return &admission{
		people: c.Limits.BlockedPeople, servers: c.Limits.BlockedServers, now: now,
		commands: rate{most: c.Limits.PersonCommands}, suggestions: rate{most: suggestionsPerCommand * c.Limits.PersonCommands},
		refused: watch.NewRefusals(log, "requests were refused by the limits"),
	}
}

// check returns a [*table.LimitError] for a request that is not admitted.
func (a *admission) check(c *show.Call) error {
	typed := c.Request.Kind == chat.Suggest
	switch {
	case a.blocksPerson(c.User.ID):
		return &table.LimitError{Limit: "blocked_people", Err: engine.Refuse("you cannot use this bot; whoever runs it has decided so")}
	case a.blocksServer(c.Request.Guild):
		return &table.LimitError{Limit: "blocked_servers", Err: engine.Refuse("this bot cannot be used in this server; whoever runs it has decided so")}
	case typed && !a.suggestions.allows(c.User.ID, a.now()):
		return &table.LimitError{Limit: "suggestions", Err: engine.Refuse("wait a moment and type on")}
	case !typed && !a.commands.allows(c.User.ID, a.now()):
		return &table.LimitError{Limit: "person_commands", Err: engine.Refuse("you have given %s within a minute, as many as a person may; wait a moment and try again",
			engine.Count(a.commands.most, "one command", "%s commands"))}
	}
	return nil
}

func (a *admission) blocksPerson(id string) bool { return slices.Contains(a.people, id) }

func (a *admission) blocksServer(id string) bool { return id != "" && slices.Contains(a.servers, id) }

// company implements [tell.Company].
type company struct {
	*play.Handlers
	admission *admission
}

// Answers implements [tell.Company]. The embedded handlers have the other method.
func (c company) Answers(person, server string) bool {
	return !c.admission.blocksPerson(person) && !c.admission.blocksServer(server)
}

// count counts err if it is due to a limit of the configuration.
func (a *admission) count(w *watch.Watch, err error) {
	if limit, ok := errors.AsType[*table.LimitError](err); ok {
		a.refused.Add(limit.Limit)
		w.Beyond.WithLabelValues(limit.Limit).Inc()
	}
}

// rate limits how often each person may do something within a minute. It remembers at most the
// people of the last two minutes. It is safe for concurrent use.
type rate struct {
	most int

	mu     sync.Mutex
	recent map[string][]time.Time // by person: when a request was allowed
	swept  time.Time
}

// allows reports whether a person may act once more, and records it if so.
func (r *rate) allows(person string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.recent == nil || stale(r.swept, now) {
		r.sweep(now)
	}
	times := fresh(r.recent[person], now)
	ok := len(times) < r.most
	if ok {
		times = append(times, now)
	}
	r.recent[person] = times
	return ok
}

// sweep drops people without a request in the last minute. The lock is held.
func (r *rate) sweep(now time.Time) {
	kept := map[string][]time.Time{}
	for person, times := range r.recent {
		if times = fresh(times, now); len(times) > 0 {
			kept[person] = times
		}
	}
	r.recent, r.swept = kept, now
}

func fresh(times []time.Time, now time.Time) []time.Time {
	return slices.DeleteFunc(times, func(t time.Time) bool { return stale(t, now) })
}

// stale reports whether t is at least a minute ago, or in the future after the clock was set back.
func stale(t, now time.Time) bool {
	age := now.Sub(t)
	return age < 0 || age >= time.Minute
}
