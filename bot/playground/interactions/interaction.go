// Package interactions holds what people did and the bot must answer: commands, completions,
// clicks, choices and forms, with their tokens and deadlines.
package interactions

import (
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/messages"
	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
	"github.com/sixfold-bot/sixfold/bot/slash"
)

// Types of interactions.
const (
	Command      = 2
	Component    = 3
	Autocomplete = 4
	modalSubmit  = 5
)

const (
	answerTime = 3 * time.Second // within which the first answer must come
	// TokenLife is how long all other answers may take.
	TokenLife = 15 * time.Minute
)

// Interaction is something that a person did. Who opens it fills in the exported fields,
// and must not change them afterwards.
type Interaction struct {
	ID      string // given by [Store.Open]
	Type    int
	User    *world.User
	Channel *world.Channel
	Locale  string
	Command string        // "hex new"
	Menu    bool          // the command is of a menu, and was not typed
	Option  *slash.Option // being completed
	Source  string        // message whose component was used, "" if none

	token   string
	created time.Time
	guest   bool          // the bot is here by the user's install alone
	quiet   bool          // and the user alone sees what it answers
	stop    func() bool   // its clock for the first answer
	done    chan struct{} // closed by the first answer, or when it is too late

	// Guarded by the store.
	answered bool
	late     bool            // the time for the first answer is over
	original string          // message that is @original, "" if there is none
	messages map[string]bool // that its token may edit
	followed int             // how many follow-ups there were
	modal    *Modal          // the first answer, if it was one
	choices  []slash.Choice  // likewise
}

// allowedAnswers are the types of answers that fit the interaction.
func (i *Interaction) allowedAnswers() []int {
	allowed := []int{answerPong, answerMessage, answerDefer}
	if i.Type == Autocomplete {
		return []int{answerAutocomplete}
	}
	if i.Source != "" {
		allowed = append(allowed, answerDeferUpdate, answerUpdate)
	}
	if i.Type != modalSubmit {
		allowed = append(allowed, answerModal)
	}
	return allowed
}

// blank is an empty message that answers the interaction.
func (i *Interaction) blank(bot *world.User) messages.Message {
	return messages.Message{
		Channel: i.Channel.ID, Author: bot.ID, To: i.User.ID,
		Cause: &messages.Cause{Interaction: i.ID, Type: i.Type, User: i.User.ID, Command: i.Command, Menu: i.Menu},
	}
}

// Modal is a form that a person has open. It does not change.
type Modal struct {
	rules.Modal

	ID      string
	User    *world.User
	Channel *world.Channel
	Source  string // message whose component opened it, "" if none
	Locale  string
}

// Outcome is what became of an interaction so far.
type Outcome struct {
	Late    bool              // no answer came in time
	Message *messages.Message // the first answer, or the message that it changed
	Modal   *Modal            // likewise
	Choices []slash.Choice    // likewise
}
