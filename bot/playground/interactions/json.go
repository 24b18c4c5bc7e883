package interactions

import (
	"github.com/sixfold-bot/sixfold/bot/playground/local"
	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
	"github.com/sixfold-bot/sixfold/bot/slash"
)

// object is JSON in the making.
type object = map[string]any

// json is the interaction in Discord's form.
func (s *Store) json(i *Interaction, data object) object {
	o := object{
		"id": i.ID, "application_id": local.BotID, "type": i.Type, "token": i.token, "version": 1, "data": data,
		"channel_id": i.Channel.ID, "channel": s.world.PartialChannelJSON(i.Channel, i.User), "locale": i.Locale,
		"app_permissions": s.world.PermissionsIn(i.Channel).String(), "entitlements": []object{},
		"attachment_size_limit": rules.MaxFile,
	}
	if i.Channel.DM != "" {
		o["user"] = i.User.JSON()
		o["context"] = slash.InBotDM
		o["authorizing_integration_owners"] = object{"0": "0"}
	} else {
		member := s.world.MemberJSON(i.User)
		member["permissions"] = s.world.PermissionsOf(i.User, i.Channel).String()
		o["member"] = member
		o["context"] = slash.InGuild
		o["guild_id"], o["guild_locale"] = local.GuildID, world.Locale
		o["guild"] = object{"id": local.GuildID, "locale": world.Locale, "features": []string{}}
		o["authorizing_integration_owners"] = object{"0": local.GuildID}
	}
	if i.guest {
		o["authorizing_integration_owners"] = object{"1": i.User.ID}
	}
	if m, ok := s.messages.Get(i.Channel.ID, i.Source); ok {
		o["message"] = s.messages.JSON(&m)
	}
	return o
}

// callbackJSON is what ?with_response=true answers. The lock is held.
func (s *Store) callbackJSON(i *Interaction, kind int) object {
	about := object{"id": i.ID, "type": i.Type}
	o := object{"interaction": about}
	if m, ok := s.messages.Get(i.Channel.ID, i.original); ok {
		about["response_message_id"] = m.ID
		about["response_message_loading"] = m.Loading()
		about["response_message_ephemeral"] = m.To != ""
		resource := object{"type": kind}
		if kind == answerMessage || kind == answerUpdate {
			resource["message"] = s.messages.JSON(&m)
		}
		o["resource"] = resource
	}
	return o
}
