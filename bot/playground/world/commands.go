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
		count[c.Kind()]++
		if count[c.Kind()] > maxCommands[c.Kind()] {
			return true
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
		return c.GuildID == "" && (c.Contexts == nil || slices.Contains(c.Contexts, slash.InBotDM))
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
// their ID, and unchanged ones their version.
func (r *Commands) Replace(scope string, news []*rules.Command) ([]*rules.Command, error) {
	if err := rules.CheckCommands(news); err != nil {
		return nil, err
	}
	if exceedsLimit(news) {
		return nil, rules.TooManyCommands
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	olds := r.scopes[scope]
	for _, old := range olds {
		if old.Kind() == slash.EntryPoint && !slices.ContainsFunc(news, like(old)) {
			return nil, rules.EntryPointMissing
		}
	}
	created := 0
	for _, c := range news {
		c.Type, c.ApplicationID, c.GuildID = c.Kind(), BotID, scope
		old := first(olds, like(c))
		if old == nil {
			c.ID, c.Version = r.world.NewID(), r.world.NewID()
			created++
			continue
		}
		if c.ID, c.Version = old.ID, old.Version; !equalJSON(c, old) {
			c.Version = r.world.NewID()
		}
	}
	if !r.spend(scope, created) {
		return nil, rules.TooManyCreates
	}
	r.scopes[scope] = news
	for _, c := range news {
		r.journal.putJSON(commandRecords, scope+"/"+c.ID, c)
	}
	for _, old := range olds {
		if !slices.ContainsFunc(news, like(old)) {
			r.journal.remove(commandRecords, scope+"/"+old.ID)
		}
	}
	r.changed()
	return slices.Clone(news), nil
}

func equalJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}
