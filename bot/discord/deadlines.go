package discord

import "time"

// What Discord allows, and how far inside of it the bot stays.
const (
	// deferAfter is when an interaction without an answer is acknowledged. Refusals
	// come before, so that they can be private.
	deferAfter = 1500 * time.Millisecond
	// leaderTimeout is when what another copy may be answering is answered: that one has at least
	// acknowledged it by then, and has been seen since, if it lives.
	leaderTimeout = deferAfter + 900*time.Millisecond
	// workBy ends the work on an answer, and answerBy its sending: the token of the
	// interaction lives for 15 minutes.
	workBy   = 14*time.Minute + 30*time.Second
	answerBy = 15 * time.Minute
	// tokenBy is how long a message is edited by the token of the interaction that made it.
	tokenBy = answerBy - time.Minute
	// suggestBy ends the work on suggestions, which cannot be acknowledged.
	suggestBy = 2 * time.Second
	// fetchBy ends the fetching of an attachment.
	fetchBy = 5 * time.Second
	// sendBy bounds one message.
	sendBy = 20 * time.Second
	// showEvery is the least time between two pictures of progress.
	showEvery = time.Second
)

// firstBy is when a first answer is given up: Discord's limit is 3 s. Package outage, where Discord is
// patient, has it be later.
var firstBy = 2900 * time.Millisecond
