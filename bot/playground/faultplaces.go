package playground

import "net/http"

// guestPermissions are what an app has where only a person installed it: embedding,
// attaching, mentioning everyone and external emoji.
const guestPermissions permission = 1<<14 | 1<<15 | 1<<17 | 1<<18

// Permissions that a fault takes away.
const (
	viewPermission permission = 1 << 10
	sendPermission permission = 1<<11 | 1<<38 // in channels and threads
)

// maxFollowUps is how many follow-ups an interaction takes where only a person
// installed the app.
const maxFollowUps = 5

// forbidden are the refusals of posts by their code.
var forbidden = map[int]*apiError{
	errMissingAccess.Code:      errMissingAccess,
	errCannotSend.Code:         errCannotSend,
	errMissingPermissions.Code: errMissingPermissions,
}

// guestIn reports whether the bot is in a channel only by its user's install.
func (s *Server) guestIn(c *channel) bool {
	_, ok := s.troubles.find(func(f *Fault) bool { return f.Kind == FaultGuest && f.Channel == c.id })
	return ok
}

// muteOf is the code with which the bot's posts in a channel are refused, 0 if they are
// not.
func (s *Server) muteOf(c *channel) int {
	f, _ := s.troubles.find(func(f *Fault) bool { return f.Kind == FaultMute && f.Channel == c.id })
	return f.Code
}

// permissionsIn are the bot's in a channel.
func (s *Server) permissionsIn(c *channel) permission {
	if s.guestIn(c) {
		return guestPermissions
	}
	switch s.muteOf(c) {
	case errMissingAccess.Code:
		return s.world.bot.permissions &^ (viewPermission | sendPermission)
	case errMissingPermissions.Code:
		return s.world.bot.permissions &^ sendPermission
	}
	return s.world.bot.permissions
}

// mayView refuses what the bot must see a channel for.
func (s *Server) mayView(c *channel) error {
	if s.guestIn(c) || s.muteOf(c) == errMissingAccess.Code {
		return errMissingAccess
	}
	return nil
}

// mayPost refuses posts in a channel.
func (s *Server) mayPost(c *channel) error {
	if err := s.mayView(c); err != nil {
		return err
	}
	if refused, ok := forbidden[s.muteOf(c)]; ok {
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
