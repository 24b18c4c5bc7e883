package discord

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

// Discord's error codes that the bot knows what to do about. The whole list is in
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#json.
const (
	codeUnknownChannel = 10003
	codeUnknownGuild   = 10004
	codeUnknownMessage = 10008
	codeUnknownUser    = 10013
	codeUnknownWebhook = 10015
	codeAcknowledged   = 40060
	codeMissingAccess  = 50001
	codeNoPermission   = 50013
	codeEntryPoint     = 50240 // an entry point is missing from a list of commands
)

// reach is for what a refusal holds.
type reach int

const (
	passing       reach = iota // nothing: the same call may succeed later
	ofMessage                  // this message, or this call
	ofChannel                  // whatever goes to this channel
	ofServer                   // whatever goes to this server, as long as the bot is not in it
	ofPerson                   // whatever goes to this person
	ofApplication              // everything, until the operator acts
)

// reaches has the codes that the bot's calls can be refused with.
var reaches = map[int]reach{
	1015:               passing,       // banned for a while by the network in front of Discord
	10002:              ofApplication, // unknown application
	codeUnknownChannel: ofChannel,
	codeUnknownGuild:   ofServer,
	10007:              ofPerson, // unknown member
	codeUnknownMessage: ofMessage,
	codeUnknownUser:    ofPerson,
	codeUnknownWebhook: ofMessage,     // of an interaction whose token is used up
	10062:              ofMessage,     // unknown interaction
	10063:              ofApplication, // unknown command
	20009:              ofMessage,     // explicit content
	20012:              ofApplication, // not authorised for this application
	20016:              passing,       // slow mode
	20028:              passing,       // write rate limit of the channel
	20029:              passing,       // write rate limit of the server
	30015:              ofMessage,     // too many attachments
	30032:              ofApplication, // too many commands
	30034:              passing,       // too many commands created today
	30046:              ofMessage,     // too many edits of a message older than an hour
	40001:              ofApplication, // unauthorised
	40002:              ofApplication, // the account must be verified
	40003:              passing,       // direct messages opened too fast
	40004:              passing,       // sending is temporarily disabled
	40005:              ofMessage,     // request too large
	40006:              passing,       // feature temporarily disabled
	40058:              ofChannel,     // forums take threads alone
	codeAcknowledged:   ofMessage,
	40062:              passing,   // service resource is rate limited
	40067:              ofChannel, // forum posts must have a tag
	40094:              ofMessage, // too many follow-ups
	40333:              passing,   // blocked at the edge of Discord's network
	codeMissingAccess:  ofChannel,
	50003:              ofChannel, // not in direct messages
	50005:              ofMessage, // of another author
	50006:              ofMessage, // empty
	50007:              ofPerson,  // takes no messages from the bot
	50008:              ofChannel, // not a text channel
	50009:              ofChannel, // verification level too high
	codeNoPermission:   ofChannel,
	50014:              ofApplication, // invalid token
	50021:              ofMessage,     // a system message
	50024:              ofChannel,     // not in this kind of channel
	50027:              ofMessage,     // invalid webhook token
	50033:              ofPerson,      // invalid recipient
	50035:              ofMessage,     // invalid form body
	50045:              ofMessage,     // file too large
	50046:              ofMessage,     // invalid file
	50083:              ofChannel,     // archived thread
	50109:              ofMessage,     // invalid JSON
	codeEntryPoint:     ofApplication,
	50278:              ofPerson,  // no server in common
	130000:             passing,   // overloaded
	160002:             ofChannel, // may not read the history
	160004:             ofMessage, // the message has a thread
	160005:             ofChannel, // locked thread
	160006:             ofChannel, // too many active threads
	160007:             ofChannel, // too many active threads of announcements
	200000:             ofMessage, // blocked by moderation
	200001:             ofMessage, // title blocked by moderation
	240000:             ofMessage, // harmful link
}

// reach tells for what a refusal holds; one with an unknown code, by its status.
func (e *restError) reach() reach {
	if known, ok := reaches[e.Code]; ok {
		return known
	}
	switch status := e.Status; {
	case status == http.StatusUnauthorized:
		return ofApplication
	case status == http.StatusForbidden:
		return ofChannel
	case status == http.StatusRequestTimeout, status == http.StatusTooManyRequests, status >= http.StatusInternalServerError:
		return passing
	}
	return ofMessage
}

// barred puts a refusal in the terms of package chat. What passes, or is for the operator to
// mend, stays as it is.
func barred(err error) error {
	refused, ok := errors.AsType[*restError](err)
	if !ok {
		return err
	}
	switch refused.reach() {
	case ofChannel:
		if refused.Code == codeUnknownChannel {
			return fmt.Errorf("%w: %w: %w", chat.ErrNoPost, chat.ErrGone, err)
		}
		return fmt.Errorf("%w: %w", chat.ErrNoPost, err)
	case ofServer:
		return fmt.Errorf("%w: %w: %w", chat.ErrNoPost, chat.ErrLeft, err)
	case ofPerson:
		if refused.Code == codeUnknownUser {
			return fmt.Errorf("%w: %w", chat.ErrGone, err)
		}
		return fmt.Errorf("%w: %w", chat.ErrNoPost, err)
	case ofMessage:
		return fmt.Errorf("%w: %w", chat.ErrGone, err)
	case passing, ofApplication:
	}
	return err
}
