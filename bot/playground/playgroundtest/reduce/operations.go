package main

// operations are what the playground serves: the methods of each path.
var operations = map[string]string{
	"/gateway":     "get",
	"/gateway/bot": "get",

	"/interactions/{interaction_id}/{interaction_token}/callback":            "post",
	"/webhooks/{webhook_id}/{webhook_token}":                                 "post",
	"/webhooks/{webhook_id}/{webhook_token}/messages/@original":              "get patch delete",
	"/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}":           "get patch delete",
	"/applications/{application_id}/commands":                                "get put post",
	"/applications/{application_id}/commands/{command_id}":                   "get patch delete",
	"/applications/{application_id}/guilds/{guild_id}/commands":              "get put post",
	"/applications/{application_id}/guilds/{guild_id}/commands/{command_id}": "get patch delete",

	"/channels/{channel_id}":                               "get patch delete",
	"/channels/{channel_id}/typing":                        "post",
	"/channels/{channel_id}/messages":                      "get post",
	"/channels/{channel_id}/messages/{message_id}":         "get patch delete",
	"/channels/{channel_id}/threads":                       "post",
	"/channels/{channel_id}/messages/{message_id}/threads": "post",

	"/applications/@me":                    "get",
	"/oauth2/applications/@me":             "get",
	"/users/@me":                           "get",
	"/users/{user_id}":                     "get",
	"/users/@me/guilds":                    "get",
	"/users/@me/channels":                  "post",
	"/guilds/{guild_id}":                   "get",
	"/guilds/{guild_id}/channels":          "get",
	"/guilds/{guild_id}/members":           "get",
	"/guilds/{guild_id}/members/{user_id}": "get",
}
