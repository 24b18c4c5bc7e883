package discord

import "strconv"

// Bits of Discord's permissions that a post needs.
const (
	permissionAdministrator = 1 << 3
	permissionManageGuild   = 1 << 5
	permissionView          = 1 << 10
	permissionSend          = 1 << 11
	permissionAttach        = 1 << 15
	permissionManageEvents  = 1 << 33
	permissionOpenThreads   = 1 << 35
	permissionSendInThreads = 1 << 38
	permissionExternalApps  = 1 << 50
)

// Who has installed the app, as authorizing_integration_owners tell it.
const (
	installedByGuild = "0"
	installedByUser  = "1"
)

// guest reports whether only who asks has installed the app.
func (w *wireInteraction) guest() bool {
	return w.Owners[installedByGuild] == "" && w.Owners[installedByUser] != ""
}

// posts reports whether the bot is in the channel and may post a picture to it. An app
// that only a person installed is not.
func (w *wireInteraction) posts() bool {
	const botDirect = 1
	if w.Guild == "" {
		return w.Context != nil && *w.Context == botDirect
	}
	if w.Owners[installedByGuild] != w.Guild {
		return false
	}
	need := uint64(permissionView | permissionSend | permissionAttach)
	if w.inThread() {
		need = permissionView | permissionSendInThreads | permissionAttach
	}
	return permits(w.Permissions, need)
}

// textChannel is the kind of channel in which the bot opens threads.
const textChannel = 0

// threads reports whether the bot may open threads in the channel and write in them.
func (w *wireInteraction) threads() bool {
	return w.Guild != "" && w.In.Type == textChannel && w.posts() &&
		permits(w.Permissions, permissionOpenThreads|permissionSendInThreads)
}

// unseen reports whether Discord shows whatever is answered to who asks alone: so it is for an
// app that they alone have installed, where the server lets none of those speak to others.
func (w *wireInteraction) unseen() bool {
	return w.Guild != "" && w.guest() && !w.manages(permissionExternalApps)
}

// manages reports whether who asks has a permission in the server.
func (w *wireInteraction) manages(permission uint64) bool {
	return w.Guild != "" && w.Member != nil && permits(w.Member.Permissions, permission)
}

// permits reports whether permissions, as Discord writes them, hold all of some bits.
func permits(permissions string, need uint64) bool {
	has, err := strconv.ParseUint(permissions, 10, 64)
	return err == nil && (has&permissionAdministrator != 0 || has&need == need)
}

// inThread reports whether the channel is a thread of any kind.
func (w *wireInteraction) inThread() bool { return w.In.Type >= 10 && w.In.Type <= 12 }

// thread is the channel whose thread it is, "" where it is none.
func (w *wireInteraction) thread() string {
	if !w.inThread() || !isID(w.In.Parent) {
		return ""
	}
	return w.In.Parent
}
