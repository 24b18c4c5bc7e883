package payload

import "github.com/sixfold-bot/sixfold/bot/slash"

// Command is a slash command as the bot registers it, with what Discord adds. It is kept
// as JSON.
type Command struct {
	slash.Command
	ID            string `json:"id"`
	ApplicationID string `json:"application_id"`
	GuildID       string `json:"guild_id,omitempty"`
	Version       string `json:"version"`
	// Permissions is a number of bits as a string, nil: everyone may.
	Permissions  *Numeric `json:"default_member_permissions"`
	DMPermission *bool    `json:"dm_permission,omitempty"`
	NSFW         bool     `json:"nsfw"`
	// Handler is who opens the activity of an entry point: 1 the app, 2 Discord.
	Handler int `json:"handler,omitempty"`
}

// Modal is a form as the bot sends it.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// Thread is a thread as the bot opens it.
type Thread struct {
	Name    string `json:"name"`
	Archive *int   `json:"auto_archive_duration"` // minutes
	Type    *int   `json:"type"`
}
