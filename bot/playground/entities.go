package playground

import "time"

// The world's entities in Discord's JSON.

const joinedAt = "2026-01-01T00:00:00.000000+00:00"

// stamp writes a time as Discord does.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000+00:00") }

func userJSON(u *user) object {
	o := object{
		"id": u.id, "username": u.key, "global_name": u.name, "discriminator": "0", "avatar": nil,
		"flags": 0, "public_flags": 0, "avatar_decoration_data": nil, "primary_guild": nil,
	}
	if u.bot {
		o["bot"], o["global_name"] = true, nil
		o["username"] = u.name
	}
	return o
}

// selfJSON is the bot as it sees itself.
func selfJSON(bot *user) object {
	o := userJSON(bot)
	o["mfa_enabled"], o["locale"], o["verified"], o["email"] = false, defaultLocale, true, nil
	return o
}

// partialMemberJSON is a member as resolved data has it: without the user.
func partialMemberJSON(u *user) object {
	return object{
		"nick": nil, "avatar": nil, "banner": nil, "roles": []string{}, "joined_at": joinedAt, "premium_since": nil,
		"pending": false, "flags": 0, "permissions": u.permissions.String(), "communication_disabled_until": nil,
		"unusual_dm_activity_until": nil,
	}
}

func memberJSON(u *user) object {
	o := partialMemberJSON(u)
	delete(o, "permissions")
	o["user"], o["deaf"], o["mute"] = userJSON(u), false, false
	return o
}

func (w *world) channelJSON(c *channel) object {
	if c.dm != "" {
		return object{
			"id": c.id, "type": directMessage, "flags": 0, "last_message_id": nil,
			"recipients": []object{userJSON(w.user(c.dm))},
		}
	}
	if c.parent != "" {
		return object{
			"id": c.id, "type": publicThread, "guild_id": guildID, "name": c.name, "parent_id": c.parent,
			"owner_id": c.owner, "rate_limit_per_user": 0, "flags": 0, "last_message_id": nil, "message_count": 0,
			"member_count": 1, "total_message_sent": 0, "thread_metadata": object{
				"archived": false, "auto_archive_duration": c.archive, "archive_timestamp": joinedAt, "locked": false,
			},
		}
	}
	position := 0
	if c.id != gamesID {
		position = 1
	}
	return object{
		"id": c.id, "type": textChannel, "guild_id": guildID, "name": c.name, "topic": c.topic, "position": position,
		"parent_id": nil, "nsfw": false, "rate_limit_per_user": 0, "permission_overwrites": []object{}, "flags": 0,
		"last_message_id": nil,
	}
}

// partialChannelJSON is a channel as an interaction has it.
func (w *world) partialChannelJSON(c *channel, u *user) object {
	o := w.channelJSON(c)
	o["permissions"] = u.permissions.String()
	delete(o, "permission_overwrites")
	return o
}

func (w *world) guildJSON() object {
	return object{
		"id": guildID, "name": "Playground", "icon": nil, "splash": nil, "discovery_splash": nil, "owner_id": youID,
		"afk_channel_id": nil, "afk_timeout": 300, "verification_level": 0, "default_message_notifications": 0,
		"explicit_content_filter": 0, "roles": []object{everyoneJSON()}, "emojis": []object{}, "stickers": []object{},
		"features": []string{}, "mfa_level": 0, "application_id": nil, "system_channel_id": nil,
		"system_channel_flags": 0, "rules_channel_id": nil, "vanity_url_code": nil, "description": nil, "banner": nil,
		"premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": defaultLocale,
		"public_updates_channel_id": nil, "nsfw_level": 0, "premium_progress_bar_enabled": false,
		"safety_alerts_channel_id": nil, "home_header": nil, "region": "deprecated", "widget_enabled": false,
		"widget_channel_id": nil, "max_presences": nil, "max_members": 500_000, "max_video_channel_users": 25,
		"max_stage_video_channel_users": 50, "nsfw": false, "incidents_data": nil,
	}
}

// guildCreateJSON is the guild as the gateway first sends it.
func (w *world) guildCreateJSON() object {
	o := w.guildJSON()
	var members, channels []object
	threads := []object{}
	for _, u := range w.users {
		members = append(members, memberJSON(u))
	}
	for _, c := range w.channels() {
		switch {
		case c.parent != "":
			threads = append(threads, w.channelJSON(c))
		case c.dm == "":
			channels = append(channels, w.channelJSON(c))
		}
	}
	o["joined_at"], o["large"], o["unavailable"], o["member_count"] = joinedAt, false, false, len(members)
	o["members"], o["channels"], o["threads"], o["presences"] = members, channels, threads, []object{}
	o["voice_states"], o["stage_instances"], o["guild_scheduled_events"] = []object{}, []object{}, []object{}
	return o
}

func everyoneJSON() object {
	return object{
		"id": guildID, "name": "@everyone", "color": 0, "hoist": false, "icon": nil, "unicode_emoji": nil, "position": 0,
		"permissions": memberPermissions.String(), "managed": false, "mentionable": false, "flags": 0,
		"colors": object{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
	}
}

func (w *world) applicationJSON() object {
	return object{
		"id": applicationID, "name": w.bot.name, "icon": nil, "description": "", "summary": "", "type": nil,
		"bot_public": true, "bot_require_code_grant": false, "verify_key": "", "flags": 0, "hook": true,
		"bot": userJSON(w.bot), "owner": userJSON(w.users[0]), "team": nil, "redirect_uris": []string{},
		"integration_types_config": object{"0": object{}, "1": object{}}, "flags_new": "0",
		"interactions_endpoint_url": nil, "role_connections_verification_url": nil, "approximate_guild_count": 1,
		"approximate_user_install_count": 0, "approximate_user_authorization_count": 0, "explicit_content_filter": 0,
		"eligible_oauth2_scopes": []string{"bot", "applications.commands"},
	}
}
