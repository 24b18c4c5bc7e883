package discord

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

// Discord's error codes that the bot treats specially. The full list is in
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#json.
const (
	codeUnknownChannel = 10003
	codeUnknownGuild   = 10004
	codeUnknownMessage = 10008
	codeUnknownWebhook = 10015
	codeAcknowledged   = 40060
	codeMissingAccess  = 50001
	codeNoPermission   = 50013
	codeEntryPoint     = 50240 // an entry point is missing from a list of commands
)

// reach is what a refusal applies to.
type reach int

const (
	temporary     reach = iota // the same call may succeed later
	ofMessage                  // this message or call
	ofChannel                  // everything sent to this channel
	ofServer                   // everything sent to this server until the bot is in it
	ofPerson                   // everything sent to this person
	ofApplication              // everything, until the operator acts
)

// reachByCode holds the error codes that the bot's calls may return.
var reachByCode = map[int]reach{
	1015:               temporary,     // banned for a while by the network in front of Discord
	10002:              ofApplication, // unknown application
	codeUnknownChannel: ofChannel,
	codeUnknownGuild:   ofServer,
	10007:              ofPerson, // unknown member
	codeUnknownMessage: ofMessage,
	10013:              ofMessage,     // unknown user
	codeUnknownWebhook: ofMessage,     // of an interaction whose token is used up
	10062:              ofMessage,     // unknown interaction
	10063:              ofApplication, // unknown command
	20009:              ofMessage,     // explicit content
	20012:              ofApplication, // not authorised for this application
	20016:              temporary,     // slow mode
	20028:              temporary,     // write rate limit of the channel
	20029:              temporary,     // write rate limit of the server
	30015:              ofMessage,     // too many attachments
	30032:              ofApplication, // too many commands
	30034:              temporary,     // too many commands created today
	30046:              ofMessage,     // too many edits of a message older than an hour
	40001:              ofApplication, // unauthorised
	40002:              ofApplication, // the account must be verified
	40003:              temporary,     // direct messages opened too fast
	40004:              temporary,     // sending is temporarily disabled
	40005:              ofMessage,     // request too large
	40006:              temporary,     // feature temporarily disabled
	40058:              ofChannel,     // forums take threads alone
	codeAcknowledged:   ofMessage,
	40062:              temporary, // service resource is rate limited
	40067:              ofChannel, // forum posts must have a tag
	40094:              ofMessage, // too many follow-ups
	40333:              temporary, // blocked at the edge of Discord's network
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
	130000:             temporary, // overloaded
	160002:             ofChannel, // may not read the history
	160004:             ofMessage, // the message has a thread
	160005:             ofChannel, // locked thread
	160006:             ofChannel, // too many active threads
	160007:             ofChannel, // too many active threads of announcements
	200000:             ofMessage, // blocked by moderation
	200001:             ofMessage, // title blocked by moderation
	240000:             ofMessage, // harmful link
}

// hasCode reports whether Discord refused a call with one of these codes.
func hasCode(err error, codes ...int) bool {
	refused, ok := errors.AsType[*restError](err)
	return ok && slices.Contains(codes, refused.Code)
}

// hasStatus reports whether Discord answered a call with one of these statuses, none of them 2xx.
func hasStatus(err error, statuses ...int) bool {
	refused, ok := errors.AsType[*restError](err)
	return ok && slices.Contains(statuses, refused.Status)
}

// reach returns what a refusal applies to, by its status if the code is unknown.
func (e *restError) reach() reach {
	if known, ok := reachByCode[e.Code]; ok {
		return known
	}
	switch status := e.Status; {
	case status == http.StatusUnauthorized:
		return ofApplication
	case status == http.StatusForbidden:
		return ofChannel
	case status == http.StatusRequestTimeout, status == http.StatusTooManyRequests, status >= http.StatusInternalServerError:
		return temporary
	}
	return ofMessage
}

// postError maps a refusal to the errors of package chat. Temporary ones, and those for the
// operator to resolve, are returned as they are.
func postError(err error) error {
	refused, ok := errors.AsType[*restError](err)
	if !ok {
		return err
	}
	switch reach := refused.reach(); {
	case refused.Code == codeUnknownChannel:
		return fmt.Errorf("%w: %w: %w", chat.ErrNoPost, chat.ErrGone, err)
	case reach == ofServer:
		return fmt.Errorf("%w: %w: %w", chat.ErrNoPost, chat.ErrLeft, err)
	case reach == ofMessage:
		return fmt.Errorf("%w: %w", chat.ErrGone, err)
	case reach == ofChannel, reach == ofPerson:
		return fmt.Errorf("%w: %w", chat.ErrNoPost, err)
	}
	return err
}
