package discord

import "github.com/bwmarrin/discordgo"

// Library is what speaks to Discord here.
const Library = "discordgo " + discordgo.VERSION

// The version of Discord's interfaces that it speaks, and the base of the REST interface of
// that version, which ends in a slash.
var (
	APIVersion = discordgo.APIVersion
	API        = discordgo.EndpointAPI
)
