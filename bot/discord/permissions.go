package discord

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/slash"
)

// Keys of authorizing_integration_owners.
const (
	installedByGuild = "0"
	installedByUser  = "1"
)

// guest reports whether the app is installed by the user only.
func (w *wireInteraction) guest() bool {
	return w.Owners[installedByGuild] == "" && w.Owners[installedByUser] != ""
}

// posts reports whether the bot is in the channel and may post a picture to it. A user-installed
// app is in no channel.
func (w *wireInteraction) posts() bool {
	if w.Guild == "" {
		return w.Context != nil && *w.Context == slash.InBotDM
	}
	if w.Owners[installedByGuild] != w.Guild {
		return false
	}
	send := uint64(discordgo.PermissionSendMessages)
	if w.inThread() {
		send = discordgo.PermissionSendMessagesInThreads
	}
	return Permits(w.Permissions, send|discordgo.PermissionViewChannel|discordgo.PermissionAttachFiles)
}

// threads reports whether the bot may open threads in the channel and write in them.
func (w *wireInteraction) threads() bool {
	return w.Guild != "" && w.In.Type == discordgo.ChannelTypeGuildText && w.posts() &&
		Permits(w.Permissions, discordgo.PermissionCreatePublicThreads|discordgo.PermissionSendMessagesInThreads)
}

// unseen reports whether Discord shows every answer to the user only. That applies to a
// user-installed app if the server does not allow external apps.
func (w *wireInteraction) unseen() bool {
	return w.Guild != "" && w.guest() && !w.manages(discordgo.PermissionUseExternalApps)
}

// manages reports whether the user has a permission in the server.
func (w *wireInteraction) manages(permission uint64) bool {
	return w.Guild != "" && w.Member != nil && Permits(w.Member.Permissions, permission)
}

// Permits reports whether a permission string contains all bits of need, or administrator.
func Permits(permissions string, need uint64) bool {
	has, err := strconv.ParseUint(permissions, 10, 64)
	return err == nil && (has&discordgo.PermissionAdministrator != 0 || has&need == need)
}

func (w *wireInteraction) inThread() bool {
	return w.In.Type >= discordgo.ChannelTypeGuildNewsThread && w.In.Type <= discordgo.ChannelTypeGuildPrivateThread
}

// thread returns the ID of the thread's parent channel, "" outside threads.
func (w *wireInteraction) thread() string {
	if !w.inThread() || !isID(w.In.Parent) {
		return ""
	}
	return w.In.Parent
}
