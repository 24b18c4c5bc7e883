package world

import (
	"fmt"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

// Permission is a set of Discord's permission bits.
type Permission uint64

const (
	// Members may view, send, embed, attach, read history, react, use commands, external emoji and
	// external apps, open threads, and send in them.
	memberPermissions Permission = 1<<6 | 1<<10 | 1<<11 | 1<<14 | 1<<15 | 1<<16 | 1<<18 | 1<<31 | 1<<35 | 1<<38 | 1<<50
	// The owner may also administrate, and manage the guild and its messages.
	ownerPermissions = memberPermissions | 1<<3 | 1<<5 | 1<<13
	// guestPermissions are those of a user-installed app: embedding, attaching, mentioning everyone
	// and external emoji.
	guestPermissions Permission = 1<<14 | 1<<15 | 1<<17 | 1<<18
)

// Permissions that restrictions remove.
const (
	viewPermission     Permission = 1 << 10
	sendPermission     Permission = 1<<11 | threadPermission
	threadPermission   Permission = 1 << 38 // sending in threads
	historyPermission  Permission = 1 << 16
	externalPermission Permission = 1 << 50 // using external apps with public answers
)

const administrator Permission = 1 << 3

// Has reports whether p contains all bits of need, or administrator.
func (p Permission) Has(need Permission) bool { return p&administrator != 0 || p&need == need }

func (p Permission) String() string { return strconv.FormatUint(uint64(p), 10) }

// Restriction restricts the bot in a channel. The zero value restricts nothing.
type Restriction struct {
	// Code is the error for the bot's posts: 50013 if it may not send, 50001 if it cannot see the
	// channel either, 50007 in the direct messages of a person who does not accept them.
	Code int
	// Guest: the app is installed by the user, not by the channel's guild. Not for direct messages.
	Guest bool
	// Quiet: a guest's answers are private, as members lack the permission to use external apps.
	Quiet bool
	// Threadless: the bot may open threads in the channel but not send in them.
	Threadless bool
}

// Restrict replaces the bot's restrictions in a channel.
func (w *World) Restrict(channel string, r Restriction) error {
	c := w.Channel(channel)
	if c == nil {
		return fmt.Errorf("there is no channel %q", channel)
	}
	w.restrictions.set(c, r)
	return nil
}

// guestIn reports whether the app is user-installed only in a channel.
func (w *World) guestIn(c *Channel) bool { return w.restrictions.get(c).Guest }

// threadless reports whether the bot may not send in a channel's threads, or in a thread.
func (w *World) threadless(c *Channel) bool {
	if c.Parent != "" {
		c = w.Channel(c.Parent)
	}
	return w.restrictions.get(c).Threadless
}

func (w *World) permissionsIn(c *Channel) Permission {
	r := w.restrictions.get(c)
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

// MayView returns a refusal if the bot may not see a channel.
func (w *World) MayView(c *Channel) error {
	if r := w.restrictions.get(c); r.Guest || r.Code == rules.MissingAccess.Code {
		return rules.MissingAccess
	}
	return nil
}

// MayPost returns a refusal if the bot may not post to a channel.
func (w *World) MayPost(c *Channel) error {
	if err := w.MayView(c); err != nil {
		return err
	}
	switch code := w.restrictions.get(c).Code; {
	case code == rules.CannotSend.Code:
		return rules.CannotSend
	case code == rules.MissingPermissions.Code, c.Parent != "" && w.threadless(c):
		return rules.MissingPermissions
	}
	return nil
}

// Standing excludes a person from the guild or from a channel. The zero value excludes them from
// nothing.
type Standing struct {
	Gone   bool      // the person has left the guild
	Hidden string    // the ID of a channel that the person cannot see, nor its threads
	Silent time.Time // end of the person's time-out
}

// Keep replaces the standing of a person, named by ID or key.
func (w *World) Keep(user string, s Standing) error {
	u := w.Person(user)
	if u == nil {
		return fmt.Errorf("there is no person %q", user)
	}
	w.standings.set(u, s)
	return nil
}

// Joined reports whether a user is in the guild.
func (w *World) Joined(u *User) bool { return !w.standings.get(u).Gone }

// Sees reports whether a user sees a channel.
func (w *World) Sees(u *User, c *Channel) bool {
	s := w.standings.get(u)
	return c.SeenBy(u) && (c.DM != "" || !s.Gone && !s.hides(c))
}

func (s Standing) hides(c *Channel) bool {
	return s.Hidden != "" && (s.Hidden == c.ID || s.Hidden == c.Parent)
}

func (w *World) permissionsOf(u *User, c *Channel) Permission {
	p, s := u.Permissions, w.standings.get(u)
	if w.restrictions.get(c).Quiet {
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

// quiet reports whether all the bot's answers to a user in a channel are private.
func (w *World) quiet(u *User, c *Channel) bool {
	return w.guestIn(c) && !w.permissionsOf(u, c).Has(externalPermission)
}
