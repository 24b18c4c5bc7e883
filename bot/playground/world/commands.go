package world

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/slash"
)

// maxCommands is the maximum number of commands per scope, by type.
var maxCommands = map[int]int{slash.SlashCommand: 100, slash.UserCommand: 15, slash.MessageCommand: 15, slash.EntryPoint: 1}

func exceedsLimit(list []*rules.Command) bool {
	count := map[int]int{}
	for _, c := range list {
		if c != nil {
			kind := c.Kind()
			count[kind]++
			if limit, known := maxCommands[kind]; known && count[kind] > limit {
				return true
			}
		}
	}
	return false
}

// like reports whether a command has the name and the type of c.
func like(c *rules.Command) func(*rules.Command) bool {
	return func(x *rules.Command) bool { return x.Name == c.Name && x.Kind() == c.Kind() }
}

// Commands holds the commands by scope: a guild's ID, or "" for global ones. It is safe for
// concurrent use. Commands in it are immutable.
type Commands struct {
	world   *World
	journal *Journal
	spend   func(scope string, n int) bool
	changed func()

	mu     sync.Mutex
	scopes map[string][]*rules.Command
}

// NewCommands returns the commands in the journal. spend counts n new commands of a scope, and
// reports whether they are allowed; changed is called after each change.
func NewCommands(w *World, j *Journal, spend func(scope string, n int) bool, changed func()) (*Commands, error) {
	r := &Commands{world: w, journal: j, spend: spend, changed: changed, scopes: map[string][]*rules.Command{}}
	err := each(j, commandRecords, func(c *rules.Command) {
		r.scopes[c.GuildID] = append(r.scopes[c.GuildID], c)
		w.reserve(c.ID)
		w.reserve(c.Version)
	})
	if err != nil {
		return nil, fmt.Errorf("read commands: %w", err)
	}
	return r, nil
}

// List returns the commands of a scope.
func (r *Commands) List(scope string) []*rules.Command {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.scopes[scope])
}

// Get returns a command by its ID.
func (r *Commands) Get(scope, id string) (*rules.Command, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := r.index(scope, id); i >= 0 {
		return r.scopes[scope][i], nil
	}
	return nil, rules.UnknownCommand
}

// Usable returns the commands that a user can use in a channel. A guild command hides a global one
// of the same name.
func (r *Commands) Usable(in *Channel, by *User) []*rules.Command {
	guest := r.world.guestIn(in)
	var list []*rules.Command
	for _, c := range slices.Concat(r.List(GuildID), r.List("")) {
		installed := !guest || slices.Contains(c.IntegrationTypes, slash.UserInstall)
		if installed && usable(c, in) && permitted(c, in, by) && !slices.ContainsFunc(list, like(c)) {
			list = append(list, c)
		}
	}
	return list
}

func usable(c *rules.Command, in *Channel) bool {
	if in.DM != "" {
		guildOnly := c.GuildID != "" || c.DMPermission != nil && !*c.DMPermission
		return !guildOnly && (c.Contexts == nil || slices.Contains(c.Contexts, slash.InBotDM))
	}
	return c.Contexts == nil || slices.Contains(c.Contexts, slash.InGuild)
}

// permitted reports whether a user has the permissions that a command requires. Direct messages
// require none.
func permitted(c *rules.Command, in *Channel, by *User) bool {
	if c.Permissions == nil || in.DM != "" {
		return true
	}
	need, err := strconv.ParseUint(string(*c.Permissions), 10, 64)
	return err == nil && by.Permissions.Has(Permission(need))
}

// Replace replaces all commands of a scope, and returns them. Commands that keep their name keep
// their ID.
func (r *Commands) Replace(scope string, news []*rules.Command) ([]*rules.Command, error) {
	if exceedsLimit(news) {
		return nil, rules.TooManyCommands
	}
	if err := rules.CheckCommands(news); err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	olds := r.scopes[scope]
	for _, old := range olds {
		if old.Kind() == slash.EntryPoint && !slices.ContainsFunc(news, like(old)) {
			return nil, rules.EntryPointMissing
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
			r.journal.remove(commandRecords, scope+"/"+old.ID)
		}
	}
	r.changed()
	return slices.Clone(r.scopes[scope]), nil
}

// Add adds a command, or replaces the one of that name, and reports whether it is new.
func (r *Commands) Add(scope string, c *rules.Command) (created bool, err error) {
	if err := c.Check(); err != nil {
		return false, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	olds := slices.Clone(r.scopes[scope])
	created = !slices.ContainsFunc(olds, like(c))
	if created {
		if exceedsLimit(append(slices.Clone(olds), c)) {
			return false, rules.TooManyCommands
		}
		if err := r.mayCreate(scope, []*rules.Command{c}, olds); err != nil {
			return false, err
		}
	}
	r.scopes[scope] = slices.DeleteFunc(slices.Clone(olds), like(c))
	r.register(scope, c, olds)
	r.changed()
	return created, nil
}

// mayCreate counts the new commands, and refuses them if they exceed the daily limit.
func (r *Commands) mayCreate(scope string, news, olds []*rules.Command) error {
	n := 0
	for _, c := range news {
		if !slices.ContainsFunc(olds, like(c)) {
			n++
		}
	}
	if !r.spend(scope, n) {
		return rules.TooManyCreates
	}
	return nil
}

// Patch updates the fields of a command that the JSON contains, and returns the command.
func (r *Commands) Patch(scope, id string, fields []byte) (*rules.Command, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := r.index(scope, id)
	if i < 0 {
		return nil, rules.UnknownCommand
	}
	old := r.scopes[scope][i]
	next, err := patched(old, fields)
	if err != nil {
		return nil, err
	}
	if err := next.Check(); err != nil {
		return nil, err
	}
	r.scopes[scope] = slices.Delete(slices.Clone(r.scopes[scope]), i, i+1)
	renamed := *old
	renamed.Name = next.Name // the command keeps its ID under a new name
	r.register(scope, next, []*rules.Command{&renamed})
	r.changed()
	return next, nil
}

// patched returns a deep copy of a command with JSON applied to it.
func patched(c *rules.Command, patch []byte) (*rules.Command, error) {
	next := deepCopy(c)
	var fields map[string]json.RawMessage
	if err := rules.Decode("", patch, &fields); err != nil {
		return nil, err
	}
	if _, ok := fields["options"]; ok {
		next.Options = nil // decoding into a list would mix both
	}
	return next, rules.Decode("", patch, next)
}

// Delete removes a command.
func (r *Commands) Delete(scope, id string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := r.index(scope, id)
	if i < 0 {
		return rules.UnknownCommand
	}
	r.journal.remove(commandRecords, scope+"/"+id)
	r.scopes[scope] = slices.Delete(slices.Clone(r.scopes[scope]), i, i+1)
	r.changed()
	return nil
}

// register adds a checked command. It keeps the ID of the old command of that name, and its version
// if nothing changed. The lock is held.
func (r *Commands) register(scope string, c *rules.Command, olds []*rules.Command) {
	c.Type, c.ApplicationID, c.GuildID = c.Kind(), BotID, scope
	c.ID, c.Version = r.world.NewID(), r.world.NewID()
	if old := first(olds, like(c)); old != nil {
		version := c.Version
		c.ID, c.Version = old.ID, old.Version
		if !equalJSON(c, old) {
			c.Version = version
		}
	}
	r.scopes[scope] = append(r.scopes[scope], c)
	r.journal.putJSON(commandRecords, scope+"/"+c.ID, c)
}

func equalJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// index returns the index of a command by ID, or -1. The lock is held.
func (r *Commands) index(scope, id string) int {
	return slices.IndexFunc(r.scopes[scope], func(c *rules.Command) bool { return c.ID == id })
}
