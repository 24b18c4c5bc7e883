package playground

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/sixfold-bot/sixfold/bot/slash"
)

// maxCommands is how many slash commands a scope may have.
const maxCommands = 100

// command is a registered command. It is kept as JSON.
type command struct {
	slash.Command
	ID            string `json:"id"`
	ApplicationID string `json:"application_id"`
	GuildID       string `json:"guild_id,omitempty"`
	Version       string `json:"version"`
	// Permissions is a number of bits as a string, nil: everyone may.
	Permissions  *flexible `json:"default_member_permissions"`
	DMPermission *bool     `json:"dm_permission,omitempty"`
	NSFW         bool      `json:"nsfw"`
}

// usable reports whether the command can be used in the channel.
func (c *command) usable(in *channel) bool {
	if in.dm != "" {
		guildOnly := c.GuildID != "" || c.DMPermission != nil && !*c.DMPermission
		return !guildOnly && (c.Contexts == nil || slices.Contains(c.Contexts, slash.InBotDM))
	}
	return c.Contexts == nil || slices.Contains(c.Contexts, slash.InGuild)
}

// usableCommands are those of a channel; the guild's hide global ones of their
// name. The lock is held.
func (s *Server) usableCommands(in *channel) []*command {
	var list []*command
	guest := s.guestIn(in)
	for _, c := range slices.Concat(s.commands[guildID], s.commands[""]) {
		known := func(x *command) bool { return x.Name == c.Name }
		if guest && !slices.Contains(c.IntegrationTypes, slash.UserInstall) {
			continue
		}
		if c.usable(in) && !slices.ContainsFunc(list, known) {
			list = append(list, c)
		}
	}
	return list
}

func slashCommands(list []*command) []slash.Command {
	commands := make([]slash.Command, len(list))
	for i, c := range list {
		commands[i] = c.Command
	}
	return commands
}

// scope reads the application and guild of a path.
func scope(r *http.Request) (string, error) {
	if r.PathValue("app") != applicationID {
		return "", errNotThisApp
	}
	if guild := r.PathValue("guild"); guild != "" && guild != guildID {
		return "", errUnknownGuild
	}
	return r.PathValue("guild"), nil
}

func (s *Server) listCommands(_ http.ResponseWriter, r *http.Request) (any, error) {
	in, err := scope(r)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return list(slices.Clone(s.commands[in])), nil
}

func (s *Server) getCommand(_ http.ResponseWriter, r *http.Request) (any, error) {
	in, err := scope(r)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := s.commandIndex(in, r.PathValue("command")); i >= 0 {
		return s.commands[in][i], nil
	}
	return nil, errUnknownCommand
}

// putCommands replaces all commands of a scope. One that keeps its name keeps its ID.
func (s *Server) putCommands(w http.ResponseWriter, r *http.Request) (any, error) {
	in, err := scope(r)
	if err != nil {
		return nil, err
	}
	b, err := readBody(w, r)
	if err != nil {
		return nil, err
	}
	var news []*command
	if err := decode("", b.json, &news); err != nil {
		return nil, err
	}
	if len(news) > maxCommands {
		return nil, errTooManyCommands
	}
	if err := checkCommands(news); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	olds := s.commands[in]
	if err := s.mayCreate(in, news, olds); err != nil {
		return nil, err
	}
	s.commands[in] = nil
	for _, c := range news {
		s.register(in, c, olds)
	}
	for _, old := range olds {
		if s.commandIndex(in, old.ID) < 0 {
			s.journal.remove(commandKind, in+"/"+old.ID)
		}
	}
	s.streams.publish(event{Type: "commands"}, nil)
	return list(slices.Clone(s.commands[in])), nil
}

// postCommand adds a command, or replaces that of its name.
func (s *Server) postCommand(w http.ResponseWriter, r *http.Request) (any, error) {
	in, err := scope(r)
	if err != nil {
		return nil, err
	}
	b, err := readBody(w, r)
	if err != nil {
		return nil, err
	}
	c := &command{}
	if err := decode("", b.json, c); err != nil {
		return nil, err
	}
	if err := checkCommand(c); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	olds := slices.Clone(s.commands[in])
	named := func(x *command) bool { return x.Name == c.Name }
	if !slices.ContainsFunc(olds, named) {
		if len(olds) >= maxCommands {
			return nil, errTooManyCommands
		}
		if err := s.mayCreate(in, []*command{c}, olds); err != nil {
			return nil, err
		}
		s.register(in, c, nil)
		s.streams.publish(event{Type: "commands"}, nil)
		return created{c}, nil
	}
	s.commands[in] = slices.DeleteFunc(s.commands[in], named)
	s.register(in, c, olds)
	s.streams.publish(event{Type: "commands"}, nil)
	return c, nil
}

// mayCreate counts the commands that are new, and refuses them if there were too many
// today.
func (s *Server) mayCreate(in string, news, olds []*command) error {
	n := 0
	for _, c := range news {
		if !slices.ContainsFunc(olds, func(old *command) bool { return old.Name == c.Name }) {
			n++
		}
	}
	if !s.limits.spend(s.clock.Now(), CreateLimit, in, n) {
		return errTooManyCreates
	}
	return nil
}

// patchCommand changes the fields that are sent.
func (s *Server) patchCommand(w http.ResponseWriter, r *http.Request) (any, error) {
	in, err := scope(r)
	if err != nil {
		return nil, err
	}
	b, err := readBody(w, r)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.commandIndex(in, r.PathValue("command"))
	if i < 0 {
		return nil, errUnknownCommand
	}
	old := s.commands[in][i]
	next, err := patched(old, b.json)
	if err != nil {
		return nil, err
	}
	if err := checkCommand(next); err != nil {
		return nil, err
	}
	s.commands[in] = slices.Delete(s.commands[in], i, i+1)
	renamed := *old
	renamed.Name = next.Name // it keeps its ID under a new name
	s.register(in, next, []*command{&renamed})
	s.streams.publish(event{Type: "commands"}, nil)
	return next, nil
}

// patched is a deep copy of a command with the given JSON put over it.
func patched(c *command, patch []byte) (*command, error) {
	raw, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	next := &command{}
	if err := decode("", raw, next); err != nil {
		return nil, err
	}
	var fields map[string]json.RawMessage
	if err := decode("", patch, &fields); err != nil {
		return nil, err
	}
	if _, ok := fields["options"]; ok {
		next.Options = nil // decoding over a list would mix both
	}
	return next, decode("", patch, next)
}

func (s *Server) deleteCommand(_ http.ResponseWriter, r *http.Request) (any, error) {
	in, err := scope(r)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.commandIndex(in, r.PathValue("command"))
	if i < 0 {
		return nil, errUnknownCommand
	}
	s.journal.remove(commandKind, in+"/"+s.commands[in][i].ID)
	s.commands[in] = slices.Delete(s.commands[in], i, i+1)
	s.streams.publish(event{Type: "commands"}, nil)
	return nil, nil
}

// register adds a checked command. It takes the ID of the old one of its name, and
// its version too if nothing changed. The lock is held.
func (s *Server) register(in string, c *command, olds []*command) {
	c.Type, c.ApplicationID, c.GuildID = 1, applicationID, in
	c.ID, c.Version = s.ids.next(s.clock.Now()), s.ids.next(s.clock.Now())
	for _, old := range olds {
		if old.Name == c.Name {
			version := c.Version
			c.ID, c.Version = old.ID, old.Version
			if !equalJSON(c, old) {
				c.Version = version
			}
		}
	}
	s.commands[in] = append(s.commands[in], c)
	s.journal.putJSON(commandKind, in+"/"+c.ID, c)
}

func equalJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// commandIndex finds a command by ID, -1 if there is none. The lock is held.
func (s *Server) commandIndex(in, id string) int {
	return slices.IndexFunc(s.commands[in], func(c *command) bool { return c.ID == id })
}
