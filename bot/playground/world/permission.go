package world

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

// Permission is Discord's set of bits.
type Permission uint64

const (
	// A member may view, send, embed, attach, read history, react, use commands,
	// external emoji and external apps, and open threads and send in them.
	memberPermissions Permission = 1<<6 | 1<<10 | 1<<11 | 1<<14 | 1<<15 | 1<<16 | 1<<18 | 1<<31 | 1<<35 | 1<<38 | 1<<50
	// The owner may besides administrate and manage the guild and its messages.
	ownerPermissions = memberPermissions | 1<<3 | 1<<5 | 1<<13
	// guestPermissions are what an app has where only a person installed it: embedding,
	// attaching, mentioning everyone and external emoji.
	guestPermissions Permission = 1<<14 | 1<<15 | 1<<17 | 1<<18
)

// Permissions that a restriction takes away.
const (
	viewPermission     Permission = 1 << 10
	sendPermission     Permission = 1<<11 | threadPermission
	threadPermission   Permission = 1 << 38 // sending in threads
	historyPermission  Permission = 1 << 16
	externalPermission Permission = 1 << 50 // having external apps speak to others
)

// administrator is the bit that implies all others.
const administrator Permission = 1 << 3

// Has reports whether all of some permissions are there.
func (p Permission) Has(need Permission) bool { return p&administrator != 0 || p&need == need }

func (p Permission) String() string { return strconv.FormatUint(uint64(p), 10) }

// Restriction is what the bot may not do in a channel. The zero value restricts nothing.
type Restriction struct {
	// Code is the error that refuses the bot's posts: 50013 where it may not send, 50001
	// where it does not see the channel either, 50007 in direct messages that a person
	// does not take.
	Code int
	// Guest: a person alone installed the bot, and the channel's guild did not.
	Guest bool
	// Quiet: what a guest answers is seen by who asked alone, as members may not have external
	// apps speak to others.
	Quiet bool
	// Threadless: it may open threads in the channel, but not send in them.
	Threadless bool
}

// forbidden are the refusals of posts by their code.
var forbidden = map[int]*rules.Error{
	rules.MissingAccess.Code:      rules.MissingAccess,
	rules.CannotSend.Code:         rules.CannotSend,
	rules.MissingPermissions.Code: rules.MissingPermissions,
}

// Restrict replaces what the bot may not do in a channel.
func (w *World) Restrict(channel string, r Restriction) error {
	c := w.Channel(channel)
	switch {
	case c == nil:
		return fmt.Errorf("there is no channel %q", channel)
	case r.Guest && c.DM != "":
		return errors.New("the bot is no guest in its direct messages")
	case r.Quiet && !r.Guest:
		return errors.New("only a guest is quiet")
	case r.Code != 0 && forbidden[r.Code] == nil:
		return fmt.Errorf("posts are refused with 50001, 50007 or 50013, and not %d", r.Code)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.restrictions[c] = r
	return nil
}

func (w *World) restriction(c *Channel) Restriction {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.restrictions[c]
}

// guestIn reports whether the bot is in a channel only by its user's install.
func (w *World) guestIn(c *Channel) bool { return w.restriction(c).Guest }

// threadless reports whether the bot may not send in the threads of a channel, or in the thread.
func (w *World) threadless(c *Channel) bool {
	if c.Parent != "" {
		c = w.Channel(c.Parent)
	}
	return w.restriction(c).Threadless
}

// permissionsIn are the bot's in a channel.
func (w *World) permissionsIn(c *Channel) Permission {
	r := w.restriction(c)
	switch {
	case r.Guest:
		return guestPermissions
	case r.Code == rules.MissingAccess.Code:
		return w.Bot.Permissions &^ (viewPermission | sendPermission)
	case r.Code == rules.MissingPermissions.Code:
		return w.Bot.Permissions &^ sendPermission
	case w.threadless(c):
		return w.Bot.Permissions &^ threadPermission
	}
	return w.Bot.Permissions
}

// MayView refuses what the bot must see a channel for.
func (w *World) MayView(c *Channel) error {
	if r := w.restriction(c); r.Guest || r.Code == rules.MissingAccess.Code {
		return rules.MissingAccess
	}
	return nil
}

// MayPost refuses posts in a channel.
func (w *World) MayPost(c *Channel) error {
	if err := w.MayView(c); err != nil {
		return err
	}
	if refused, ok := forbidden[w.restriction(c).Code]; ok {
		return refused
	}
	if c.Parent != "" && w.threadless(c) {
		return rules.MissingPermissions
	}
	return nil
}

// Standing is what keeps a person from the guild or a channel of it. The zero value keeps them
// from nothing.
type Standing struct {
	Gone   bool      // they have left the guild
	Hidden string    // the ID of a channel that they do not see, nor its threads
	Silent time.Time // they are in a time-out until then
}

// Keep replaces what keeps a person away.
func (w *World) Keep(user string, s Standing) error {
	u := w.Person(user)
	if u == nil {
		return fmt.Errorf("there is no person %q", user)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.standings[u] = s
	return nil
}

func (w *World) standing(u *User) Standing {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.standings[u]
}

// Joined reports whether a user is in the guild.
func (w *World) Joined(u *User) bool { return !w.standing(u).Gone }

// Sees reports whether a user sees a channel.
func (w *World) Sees(u *User, c *Channel) bool {
	s := w.standing(u)
	return c.SeenBy(u) && (c.DM != "" || !s.Gone && !s.hides(c))
}

func (s Standing) hides(c *Channel) bool {
	return s.Hidden != "" && (s.Hidden == c.ID || s.Hidden == c.Parent)
}

// permissionsOf are a user's in a channel of the guild.
func (w *World) permissionsOf(u *User, c *Channel) Permission {
	p, s := u.Permissions, w.standing(u)
	if w.restriction(c).Quiet {
		p &^= externalPermission
	}
	if p.Has(administrator) {
		return p
	}
	if s.hides(c) {
		p &^= viewPermission
	}
	if s.Silent.After(w.Now()) {
		p &= viewPermission | historyPermission
	}
	return p
}

// quiet reports whether all that the bot answers a user in a channel is for them alone.
func (w *World) quiet(u *User, c *Channel) bool {
	return w.guestIn(c) && !w.permissionsOf(u, c).Has(externalPermission)
}
