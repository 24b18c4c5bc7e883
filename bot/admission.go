package bot

import (
	"errors"
	"log/slog"
	"slices"
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
	commands, suggestions table.Rate
	now                   func() time.Time
	refused               *watch.Refusals
}

const suggestionsPerCommand = 10

func newAdmission(c config.Config, log *slog.Logger, now func() time.Time) *admission {
	return &admission{
		people: c.Limits.BlockedPeople, servers: c.Limits.BlockedServers, now: now,
		commands:    table.Rate{Most: c.Limits.PersonCommands, Within: time.Minute},
		suggestions: table.Rate{Most: suggestionsPerCommand * c.Limits.PersonCommands, Within: time.Minute},
		refused:     watch.NewRefusals(log, "requests were refused by the limits"),
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
	case typed && !a.suggestions.Allows(c.User.ID, c.Request.ID, "", a.now()):
		return &table.LimitError{Limit: "suggestions", Err: engine.Refuse("wait a moment and type on")}
	case !typed && !a.commands.Allows(c.User.ID, c.Request.ID, "", a.now()):
		return &table.LimitError{Limit: "person_commands", Err: engine.Refuse("you have given %s within a minute, as many as a person may; wait a moment and try again",
			engine.Count(a.commands.Most, "one command", "%s commands"))}
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
