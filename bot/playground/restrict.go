package playground

import (
	"errors"
	"fmt"
	"net/http"
)

// guestPermissions are what an app has where only a person installed it: embedding,
// attaching, mentioning everyone and external emoji.
const guestPermissions permission = 1<<14 | 1<<15 | 1<<17 | 1<<18

// Permissions that a restriction takes away.
const (
	viewPermission permission = 1 << 10
	sendPermission permission = 1<<11 | 1<<38 // in channels and threads
)

// maxFollowUps is how many follow-ups an interaction takes where only a person
// installed the app.
const maxFollowUps = 5

// Restriction is what the bot may not do in a channel. The zero value restricts nothing.
type Restriction struct {
	// Code is the error that refuses the bot's posts: 50013 where it may not send, 50001
	// where it does not see the channel either, 50007 in direct messages that a person
	// does not take.
	Code int
	// Guest: a person alone installed the bot, and the channel's guild did not.
	Guest bool
}

// forbidden are the refusals of posts by their code.
var forbidden = map[int]*apiError{
	errMissingAccess.Code:      errMissingAccess,
	errCannotSend.Code:         errCannotSend,
	errMissingPermissions.Code: errMissingPermissions,
}

// Restrict replaces what the bot may not do in a channel.
func (s *Server) Restrict(channel string, r Restriction) error {
	c := s.world.channel(channel)
	switch {
	case c == nil:
		return fmt.Errorf("playground: there is no channel %q", channel)
	case r.Guest && c.dm != "":
		return errors.New("playground: the bot is no guest in its direct messages")
	case r.Code != 0 && forbidden[r.Code] == nil:
		return fmt.Errorf("playground: posts are refused with 50001, 50007 or 50013, and not %d", r.Code)
	}
	s.world.restrict(c, r)
	return nil
}

// guestIn reports whether the bot is in a channel only by its user's install.
func (s *Server) guestIn(c *channel) bool { return s.world.restriction(c).Guest }

// permissionsIn are the bot's in a channel.
func (s *Server) permissionsIn(c *channel) permission {
	r := s.world.restriction(c)
	switch {
	case r.Guest:
		return guestPermissions
	case r.Code == errMissingAccess.Code:
		return s.world.bot.permissions &^ (viewPermission | sendPermission)
	case r.Code == errMissingPermissions.Code:
		return s.world.bot.permissions &^ sendPermission
	}
	return s.world.bot.permissions
}

// mayView refuses what the bot must see a channel for.
func (s *Server) mayView(c *channel) error {
	if r := s.world.restriction(c); r.Guest || r.Code == errMissingAccess.Code {
		return errMissingAccess
	}
	return nil
}

// mayPost refuses posts in a channel.
func (s *Server) mayPost(c *channel) error {
	if err := s.mayView(c); err != nil {
		return err
	}
	if refused, ok := forbidden[s.world.restriction(c).Code]; ok {
		return refused
	}
	return nil
}

// visible finds the channel of a path, if the bot sees it.
func (s *Server) visible(r *http.Request) (*channel, error) {
	c := s.world.channel(r.PathValue("channel"))
	if c == nil {
		return nil, errUnknownChannel
	}
	return c, s.mayView(c)
}
