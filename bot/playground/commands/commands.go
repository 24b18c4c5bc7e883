// Package commands holds the commands that a bot has registered, globally and for
// its guild.
package commands

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/sixfold-bot/sixfold/bot/playground/apierror"
	"github.com/sixfold-bot/sixfold/bot/playground/journal"
	"github.com/sixfold-bot/sixfold/bot/playground/local"
	"github.com/sixfold-bot/sixfold/bot/playground/payload"
	"github.com/sixfold-bot/sixfold/bot/playground/ratelimit"
	"github.com/sixfold-bot/sixfold/bot/playground/validate"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
	"github.com/sixfold-bot/sixfold/bot/slash"
)

// most is how many commands of a type a scope may have.
var most = map[int]int{slash.SlashCommand: 100, slash.UserCommand: 15, slash.MessageCommand: 15, slash.EntryPoint: 1}

// crowded reports whether there are too many commands of a type.
func crowded(list []*payload.Command) bool {
	count := map[int]int{}
	for _, c := range list {
		if c != nil {
			kind := c.Kind()
			count[kind]++
			if limit, known := most[kind]; known && count[kind] > limit {
				return true
			}
		}
	}
	return false
}

// same reports whether two commands would be one: names count by type.
func same(a, b *payload.Command) bool { return a.Name == b.Name && a.Kind() == b.Kind() }

// Registry holds the commands by scope: a guild's ID, or "" for the global ones. It is safe
// for concurrent use. A command in it never changes.
type Registry struct {
	world   *world.World
	journal *journal.Journal
	limits  *ratelimit.Limiter
	changed func()

	mu     sync.Mutex
	scopes map[string][]*payload.Command
}

// New returns a registry that takes up what the journal kept. The function is called
// after each change.
func New(w *world.World, j *journal.Journal, limits *ratelimit.Limiter, changed func()) (*Registry, error) {
	r := &Registry{world: w, journal: j, limits: limits, changed: changed, scopes: map[string][]*payload.Command{}}
	err := journal.Each(j, journal.Commands, func(c *payload.Command) {
		r.scopes[c.GuildID] = append(r.scopes[c.GuildID], c)
		w.Passed(c.ID)
		w.Passed(c.Version)
	})
	if err != nil {
		return nil, fmt.Errorf("read commands: %w", err)
	}
	return r, nil
}

// List returns the commands of a scope.
func (r *Registry) List(scope string) []*payload.Command {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.scopes[scope])
}

// Get returns a command by its ID.
func (r *Registry) Get(scope, id string) (*payload.Command, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := r.index(scope, id); i >= 0 {
		return r.scopes[scope][i], nil
	}
	return nil, apierror.UnknownCommand
}

// Usable are the commands that a user can use in a channel; the guild's hide global ones of
// their name.
func (r *Registry) Usable(in *world.Channel, by *world.User) []*payload.Command {
	guest := r.world.GuestIn(in)
	var list []*payload.Command
	for _, c := range slices.Concat(r.List(local.GuildID), r.List("")) {
		known := func(x *payload.Command) bool { return same(x, c) }
		if guest && !slices.Contains(c.IntegrationTypes, slash.UserInstall) {
			continue
		}
		if usable(c, in) && permitted(c, in, by) && !slices.ContainsFunc(list, known) {
			list = append(list, c)
		}
	}
	return list
}

func usable(c *payload.Command, in *world.Channel) bool {
	if in.DM != "" {
		guildOnly := c.GuildID != "" || c.DMPermission != nil && !*c.DMPermission
		return !guildOnly && (c.Contexts == nil || slices.Contains(c.Contexts, slash.InBotDM))
	}
	return c.Contexts == nil || slices.Contains(c.Contexts, slash.InGuild)
}

// permitted reports whether a user has the permissions that a command asks for. Alone with the
// bot everybody has them.
func permitted(c *payload.Command, in *world.Channel, by *world.User) bool {
	if c.Permissions == nil || in.DM != "" {
		return true
	}
	need, err := strconv.ParseUint(string(*c.Permissions), 10, 64)
	return err == nil && by.Permissions.Has(world.Permission(need))
}

// Replace replaces all commands of a scope, and returns them. One that keeps its name
// keeps its ID.
func (r *Registry) Replace(scope string, news []*payload.Command) ([]*payload.Command, error) {
	if crowded(news) {
		return nil, apierror.TooManyCommands
	}
	if err := validate.Commands(news); err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	olds := r.scopes[scope]
	for _, old := range olds {
		if kept := func(c *payload.Command) bool { return same(c, old) }; old.Kind() == slash.EntryPoint && !slices.ContainsFunc(news, kept) {
			return nil, apierror.EntryPointMissing
		}
	}
	if err := r.mayCreate(scope, news, olds); err != nil {
		return nil, err
	}
	r.scopes[scope] = nil
	for _, c := range news {
		r.register(scope, c, olds)
	}
	for _, old := range olds {
		if r.index(scope, old.ID) < 0 {
			r.journal.Remove(journal.Commands, scope+"/"+old.ID)
		}
	}
	r.changed()
	return slices.Clone(r.scopes[scope]), nil
}

// Add adds a command or replaces that of its name, and reports whether it is new.
func (r *Registry) Add(scope string, c *payload.Command) (created bool, err error) {
	if err := validate.Command(c); err != nil {
		return false, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	olds := slices.Clone(r.scopes[scope])
	named := func(x *payload.Command) bool { return same(x, c) }
	created = !slices.ContainsFunc(olds, named)
	if created {
		if crowded(append(slices.Clone(olds), c)) {
			return false, apierror.TooManyCommands
		}
		if err := r.mayCreate(scope, []*payload.Command{c}, olds); err != nil {
			return false, err
		}
	}
	r.scopes[scope] = slices.DeleteFunc(slices.Clone(olds), named)
	r.register(scope, c, olds)
	r.changed()
	return created, nil
}

// mayCreate counts the commands that are new, and refuses them if there were too many
// today.
func (r *Registry) mayCreate(scope string, news, olds []*payload.Command) error {
	n := 0
	for _, c := range news {
		if !slices.ContainsFunc(olds, func(old *payload.Command) bool { return same(old, c) }) {
			n++
		}
	}
	if !r.limits.Spend(r.world.Now(), ratelimit.Create, scope, n) {
		return apierror.TooManyCreates
	}
	return nil
}

// Patch changes the fields of a command that are sent as JSON, and returns the command.
func (r *Registry) Patch(scope, id string, fields []byte) (*payload.Command, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := r.index(scope, id)
	if i < 0 {
		return nil, apierror.UnknownCommand
	}
	old := r.scopes[scope][i]
	next, err := patched(old, fields)
	if err != nil {
		return nil, err
	}
	if err := validate.Command(next); err != nil {
		return nil, err
	}
	r.scopes[scope] = slices.Delete(slices.Clone(r.scopes[scope]), i, i+1)
	renamed := *old
	renamed.Name = next.Name // it keeps its ID under a new name
	r.register(scope, next, []*payload.Command{&renamed})
	r.changed()
	return next, nil
}

// patched is a deep copy of a command with the given JSON put over it.
func patched(c *payload.Command, patch []byte) (*payload.Command, error) {
	raw, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	next := &payload.Command{}
	if err := payload.Decode("", raw, next); err != nil {
		return nil, err
	}
	var fields map[string]json.RawMessage
	if err := payload.Decode("", patch, &fields); err != nil {
		return nil, err
	}
	if _, ok := fields["options"]; ok {
		next.Options = nil // decoding over a list would mix both
	}
	return next, payload.Decode("", patch, next)
}

// Delete forgets a command.
func (r *Registry) Delete(scope, id string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := r.index(scope, id)
	if i < 0 {
		return apierror.UnknownCommand
	}
	r.journal.Remove(journal.Commands, scope+"/"+id)
	r.scopes[scope] = slices.Delete(slices.Clone(r.scopes[scope]), i, i+1)
	r.changed()
	return nil
}

// register adds a checked command. It takes the ID of the old one of its name, and
// its version too if nothing changed. The lock is held.
func (r *Registry) register(scope string, c *payload.Command, olds []*payload.Command) {
	c.Type, c.ApplicationID, c.GuildID = c.Kind(), local.BotID, scope
	c.ID, c.Version = r.world.NewID(), r.world.NewID()
	for _, old := range olds {
		if same(old, c) {
			version := c.Version
			c.ID, c.Version = old.ID, old.Version
			if !equalJSON(c, old) {
				c.Version = version
			}
		}
	}
	r.scopes[scope] = append(r.scopes[scope], c)
	r.journal.PutJSON(journal.Commands, scope+"/"+c.ID, c)
}

func equalJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// index finds a command by ID, -1 if there is none. The lock is held.
func (r *Registry) index(scope, id string) int {
	return slices.IndexFunc(r.scopes[scope], func(c *payload.Command) bool { return c.ID == id })
}
