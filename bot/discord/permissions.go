package discord

import "strconv"

// Bits of Discord's permissions that a post needs.
const (
	permissionAdministrator = 1 << 3
	permissionView          = 1 << 10
	permissionSend          = 1 << 11
	permissionAttach        = 1 << 15
	permissionSendInThreads = 1 << 38
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
	has, err := strconv.ParseUint(w.Permissions, 10, 64)
	if err != nil {
		return false
	}
	need := uint64(permissionView | permissionSend | permissionAttach)
	if w.In.Type >= 10 && w.In.Type <= 12 { // threads
		need = permissionView | permissionSendInThreads | permissionAttach
	}
	return has&permissionAdministrator != 0 || has&need == need
}
