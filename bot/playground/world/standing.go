package world

import (
	"fmt"
	"time"
)

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

// PermissionsOf are a user's in a channel of the guild.
func (w *World) PermissionsOf(u *User, c *Channel) Permission {
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

// Quiet reports whether all that the bot answers a user in a channel is for them alone.
func (w *World) Quiet(u *User, c *Channel) bool {
	return w.GuestIn(c) && !w.PermissionsOf(u, c).Has(externalPermission)
}
