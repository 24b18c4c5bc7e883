package world

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/sixfold-bot/sixfold/bot/playground/apierror"
)

// Permission is Discord's set of bits.
type Permission uint64

const (
	// A member may view, send, embed, attach, read history, react, use commands and
	// external emoji, and open threads and send in them.
	memberPermissions Permission = 1<<6 | 1<<10 | 1<<11 | 1<<14 | 1<<15 | 1<<16 | 1<<18 | 1<<31 | 1<<35 | 1<<38
	// The owner may besides administrate and manage the guild and its messages.
	ownerPermissions = memberPermissions | 1<<3 | 1<<5 | 1<<13
	// guestPermissions are what an app has where only a person installed it: embedding,
	// attaching, mentioning everyone and external emoji.
	guestPermissions Permission = 1<<14 | 1<<15 | 1<<17 | 1<<18
)

// Permissions that a restriction takes away.
const (
	viewPermission Permission = 1 << 10
	sendPermission Permission = 1<<11 | 1<<38 // in channels and threads
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
}

// forbidden are the refusals of posts by their code.
var forbidden = map[int]*apierror.Error{
	apierror.MissingAccess.Code:      apierror.MissingAccess,
	apierror.CannotSend.Code:         apierror.CannotSend,
	apierror.MissingPermissions.Code: apierror.MissingPermissions,
}

// Restrict replaces what the bot may not do in a channel.
func (w *World) Restrict(channel string, r Restriction) error {
	c := w.Channel(channel)
	switch {
	case c == nil:
		return fmt.Errorf("there is no channel %q", channel)
	case r.Guest && c.DM != "":
		return errors.New("the bot is no guest in its direct messages")
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

// GuestIn reports whether the bot is in a channel only by its user's install.
func (w *World) GuestIn(c *Channel) bool { return w.restriction(c).Guest }

// PermissionsIn are the bot's in a channel.
func (w *World) PermissionsIn(c *Channel) Permission {
	r := w.restriction(c)
	switch {
	case r.Guest:
		return guestPermissions
	case r.Code == apierror.MissingAccess.Code:
		return w.Bot.Permissions &^ (viewPermission | sendPermission)
	case r.Code == apierror.MissingPermissions.Code:
		return w.Bot.Permissions &^ sendPermission
	}
	return w.Bot.Permissions
}

// MayView refuses what the bot must see a channel for.
func (w *World) MayView(c *Channel) error {
	if r := w.restriction(c); r.Guest || r.Code == apierror.MissingAccess.Code {
		return apierror.MissingAccess
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
	return nil
}
