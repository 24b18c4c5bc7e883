package world

import (
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

type object = map[string]any

const joinedAt = "2026-01-01T00:00:00.000000+00:00"

// stamp formats a time as Discord does.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000+00:00") }

// JSON returns the user in Discord's JSON.
func (u *User) JSON() map[string]any {
	o := object{
		"id": u.ID, "username": u.Key, "global_name": u.Name, "discriminator": "0", "avatar": nil,
		"flags": 0, "public_flags": 0, "avatar_decoration_data": nil, "primary_guild": nil,
	}
	if u.IsBot {
		o["bot"], o["global_name"] = true, nil
		o["username"] = u.Name
	}
	return o
}

// SelfJSON returns the bot's user as Discord shows it to the bot.
func (w *World) SelfJSON() map[string]any {
	o := w.Bot.JSON()
	o["mfa_enabled"], o["locale"], o["verified"], o["email"] = false, Locale, true, nil
	return o
}

// PartialMemberJSON returns a member as in resolved data: without the user.
func (w *World) PartialMemberJSON(u *User, c *Channel) map[string]any {
	o := w.MemberJSON(u)
	for _, left := range []string{"user", "deaf", "mute"} {
		delete(o, left)
	}
	o["permissions"] = w.permissionsOf(u, c).String()
	return o
}

// MemberJSON returns the user as a member of the guild.
func (w *World) MemberJSON(u *User) map[string]any {
	o := object{
		"nick": nil, "avatar": nil, "banner": nil, "roles": []string{}, "joined_at": joinedAt, "premium_since": nil,
		"pending": false, "flags": 0, "communication_disabled_until": nil, "unusual_dm_activity_until": nil,
		"user": u.JSON(), "deaf": false, "mute": false,
	}
	if until := w.standings.get(u).Silent; !until.IsZero() {
		o["communication_disabled_until"] = stamp(until)
	}
	return o
}

// ChannelJSON returns a channel, a thread or a direct message channel.
func (w *World) ChannelJSON(c *Channel) map[string]any {
	if c.DM != "" {
		return object{
			"id": c.ID, "type": directMessage, "flags": 0, "last_message_id": nil,
			"recipients": []object{w.User(c.DM).JSON()},
		}
	}
	if c.Parent != "" {
		return object{
			"id": c.ID, "type": PublicThread, "guild_id": GuildID, "name": c.Name, "parent_id": c.Parent,
			"owner_id": c.Owner, "rate_limit_per_user": 0, "flags": 0, "last_message_id": nil, "message_count": 0,
			"member_count": 1, "total_message_sent": 0, "thread_metadata": object{
				"archived": w.archived.get(c), "auto_archive_duration": c.Archive, "archive_timestamp": joinedAt, "locked": false,
			},
		}
	}
	position := 0
	if c.ID != GamesID {
		position = 1
	}
	return object{
		"id": c.ID, "type": textChannel, "guild_id": GuildID, "name": c.Name, "topic": c.Topic, "position": position,
		"parent_id": nil, "nsfw": false, "rate_limit_per_user": 0, "permission_overwrites": []object{}, "flags": 0,
		"last_message_id": nil,
	}
}

// GuildJSON returns the guild.
func (w *World) GuildJSON() map[string]any {
	everyone := object{
		"id": GuildID, "name": "@everyone", "color": 0, "hoist": false, "icon": nil, "unicode_emoji": nil, "position": 0,
		"permissions": memberPermissions.String(), "managed": false, "mentionable": false, "flags": 0,
		"colors": object{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
	}
	return object{
		"id": GuildID, "name": GuildName, "icon": nil, "splash": nil, "discovery_splash": nil, "owner_id": YouID,
		"afk_channel_id": nil, "afk_timeout": 300, "verification_level": 0, "default_message_notifications": 0,
		"explicit_content_filter": 0, "roles": []object{everyone}, "emojis": []object{}, "stickers": []object{},
		"features": []string{}, "mfa_level": 0, "application_id": nil, "system_channel_id": nil,
		"system_channel_flags": 0, "rules_channel_id": nil, "vanity_url_code": nil, "description": nil, "banner": nil,
		"premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": Locale,
		"public_updates_channel_id": nil, "nsfw_level": 0, "premium_progress_bar_enabled": false,
		"safety_alerts_channel_id": nil, "home_header": nil, "region": "deprecated", "widget_enabled": false,
		"widget_channel_id": nil, "max_presences": nil, "max_members": 500_000, "max_video_channel_users": 25,
		"max_stage_video_channel_users": 50, "nsfw": false, "incidents_data": nil,
	}
}

// ApplicationJSON returns the bot's application.
func (w *World) ApplicationJSON() map[string]any {
	return object{
		"id": BotID, "name": w.Bot.Name, "icon": nil, "description": "", "summary": "", "type": nil,
		"bot_public": true, "bot_require_code_grant": false, "verify_key": "", "flags": 0, "hook": true,
		"bot": w.Bot.JSON(), "owner": w.Users[0].JSON(), "team": nil, "redirect_uris": []string{},
		"integration_types_config": object{"0": object{}, "1": object{}}, "flags_new": "0",
		"interactions_endpoint_url": nil, "role_connections_verification_url": nil, "approximate_guild_count": 1,
		"approximate_user_install_count": 0, "approximate_user_authorization_count": 0, "explicit_content_filter": 0,
		"eligible_oauth2_scopes": []string{"bot", "applications.commands"},
	}
}

// Message types.
const (
	typeReply   = 19
	typeCommand = 20 // the answer to a slash command

	typeMenuCommand = 23 // the answer to a user command
)

// JSON returns a message in Discord's JSON.
func (s *Messages) JSON(m *Message) map[string]any {
	mentions := []object{}
	for _, id := range m.Mentioned {
		mentions = append(mentions, s.world.User(id).JSON())
	}
	attachments := []object{}
	for _, a := range m.Unshown() {
		attachments = append(attachments, s.AttachmentJSON(a))
	}
	o := object{
		"id": m.ID, "channel_id": m.Channel, "type": 0, "content": m.Content, "author": s.world.User(m.Author).JSON(),
		"timestamp": stamp(m.At), "edited_timestamp": nil, "tts": false, "mention_everyone": false,
		"mentions": mentions, "mention_roles": []string{}, "attachments": attachments, "pinned": false,
		"embeds": []object{}, "components": rules.NotNull(s.Shown(m)), "flags": m.Flags,
	}
	if !m.Edited.IsZero() {
		o["edited_timestamp"] = stamp(m.Edited)
	}
	if m.Reference != "" {
		o["type"] = typeReply
		o["message_reference"] = object{"type": 0, "channel_id": m.Channel, "message_id": m.Reference}
	}
	if m.Cause != nil {
		s.addCause(o, m.Cause)
	}
	return o
}

func (s *Messages) addCause(o object, c *Cause) {
	user := s.world.User(c.User).JSON()
	o["application_id"], o["webhook_id"] = BotID, BotID
	o["interaction_metadata"] = object{
		"id": c.Interaction, "type": c.Type, "user": user, "authorizing_integration_owners": object{"0": GuildID},
	}
	if c.Type == CommandInteraction && o["type"] == 0 {
		if o["type"] = typeCommand; c.Menu {
			o["type"] = typeMenuCommand
		}
		o["interaction"] = object{"id": c.Interaction, "type": c.Type, "name": c.Command, "user": user}
	}
}

// AttachmentJSON returns an attachment in Discord's JSON.
func (s *Messages) AttachmentJSON(a Attachment) map[string]any {
	url := s.base + a.Path()
	o := object{
		"id": a.ID, "filename": a.Name, "size": a.Size, "url": url, "proxy_url": url, "content_type": a.Type,
	}
	if a.Alt != "" {
		o["description"] = a.Alt
	}
	if a.Width > 0 {
		o["width"], o["height"] = a.Width, a.Height
	}
	return o
}

// Shown returns the components with attachment:// URLs resolved. They are resolved each time, since
// the port may change with a restart.
func (s *Messages) Shown(m *Message) []rules.Component {
	list := rules.Clone(m.Components)
	rules.Walk(list, "", func(c *rules.Component, _ string) {
		for _, file := range c.Files() {
			name, sent := strings.CutPrefix(file.URL, attachment)
			i := slices.IndexFunc(m.Attachments, func(a Attachment) bool { return a.Name == name })
			if !sent || i < 0 {
				file.ID, file.ProxyURL = m.ID, file.URL
				continue
			}
			a := m.Attachments[i]
			url := s.base + a.Path()
			*file = rules.Media{
				URL: url, ProxyURL: url, ID: a.ID, AttachmentID: a.ID, ContentType: a.Type, Width: a.Width, Height: a.Height,
			}
			if file == c.File {
				c.Name, c.Size = a.Name, a.Size
			}
		}
	})
	return list
}
