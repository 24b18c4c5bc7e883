package world

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/slash"
)

// Interaction types.
const (
	CommandInteraction      = 2
	ComponentInteraction    = 3
	AutocompleteInteraction = 4
	modalInteraction        = 5
)

const (
	answerTime = 3 * time.Second // deadline for the first answer
	// TokenLife is how long an interaction's token is valid.
	TokenLife = 15 * time.Minute
)

// Interaction is an action of a person. The caller of Open sets the exported fields except ID, and
// must not change them afterwards.
type Interaction struct {
	ID      string // set by [Interactions.Open]
	Type    int
	User    *User
	Channel *Channel
	Locale  string
	Command string        // "hex new"
	Menu    bool          // a user command, picked from a menu
	Option  *slash.Option // the option being completed
	Source  string        // the message whose component was used, "" if none

	token   string
	created time.Time
	guest   bool          // the app is installed by the user only
	quiet   bool          // all answers are private
	stop    func() bool   // stops the timer for the first answer
	done    chan struct{} // closed by the first answer or at its deadline

	// Guarded by Interactions.mu.
	answered bool
	late     bool            // the first answer missed its deadline
	original string          // the message that is @original, "" if none
	messages map[string]bool // the messages that the token may edit
	followed int             // number of follow-ups
	modal    *Modal          // set if the first answer is a modal
	choices  []slash.Choice  // set if the first answer has choices
}

func (i *Interaction) allowedAnswers() []int {
	allowed := []int{answerPong, answerMessage, answerDefer}
	if i.Type == AutocompleteInteraction {
		return []int{answerAutocomplete}
	}
	if i.Source != "" {
		allowed = append(allowed, answerDeferUpdate, answerUpdate)
	}
	if i.Type != modalInteraction {
		allowed = append(allowed, answerModal)
	}
	return allowed
}

func (i *Interaction) newMessage(bot *User) Message {
	return Message{
		Channel: i.Channel.ID, Author: bot.ID, To: i.User.ID,
		Cause: &Cause{Interaction: i.ID, Type: i.Type, User: i.User.ID, Command: i.Command, Menu: i.Menu},
	}
}

// Modal is a form shown to a person. It is immutable.
type Modal struct {
	rules.Modal

	ID      string
	User    *User
	Channel *Channel
	Source  string // the message whose component opened it, "" if none
	Locale  string
}

// Outcome is the result of an interaction.
type Outcome struct {
	Late    bool           // the first answer missed its deadline
	Message *Message       // the first answer, or the message that it changed
	Modal   *Modal         // set if the first answer is a modal
	Choices []slash.Choice // set if the first answer has choices
}

// Interactions holds the interactions with valid tokens. It is safe for concurrent use.
type Interactions struct {
	world    *World
	messages *Messages
	created  func(interaction map[string]any)
	missed   func(*Interaction)
	show     func(*Modal)

	mu     sync.Mutex
	open   map[string]*Interaction // by token
	modals map[string]*Modal       // by ID
}

// NewInteractions returns an empty store. created passes an interaction in Discord's JSON to the
// bot, missed is called if no answer came in time, and show shows a form to its person. They must
// not call the store.
func NewInteractions(w *World, m *Messages, created func(interaction map[string]any), missed func(*Interaction), show func(*Modal)) *Interactions {
	return &Interactions{
		world: w, messages: m, created: created, missed: missed, show: show,
		open: map[string]*Interaction{}, modals: map[string]*Modal{},
	}
}

// Open passes an interaction with its data to the bot, and starts its timers.
func (s *Interactions) Open(i *Interaction, data map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.start(i, data)
}

func (s *Interactions) start(i *Interaction, data object) {
	i.created = s.world.Now()
	i.ID, i.token = s.world.NewID(), rand.Text()+rand.Text()
	i.messages, i.done = map[string]bool{}, make(chan struct{})
	i.guest, i.quiet = s.world.guestIn(i.Channel), s.world.quiet(i.User, i.Channel)
	if i.Source != "" {
		i.messages[i.Source] = true
	}
	s.open[i.token] = i
	i.stop = s.world.AfterFunc(answerTime, func() { s.unanswered(i) })
	s.world.AfterFunc(TokenLife, func() { s.expire(i) })
	s.created(s.json(i, data))
}

// unanswered handles a missed deadline for the first answer.
func (s *Interactions) unanswered(i *Interaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i.answered || i.late {
		return
	}
	i.late = true
	close(i.done)
	s.missed(i)
}

// expire ends a token. A message still loading then shows DidNotRespond.
func (s *Interactions) expire(i *Interaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, i.token)
	s.messages.failAnswer(i.Channel.ID, i.original)
}

// Wait returns the result of an interaction at its first answer or the deadline for that.
func (s *Interactions) Wait(ctx context.Context, i *Interaction) (Outcome, error) {
	select {
	case <-ctx.Done():
		return Outcome{}, context.Cause(ctx)
	case <-i.done:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	o := Outcome{Late: i.late, Modal: i.modal, Choices: i.choices}
	if m, ok := s.messages.Get(i.Channel.ID, i.original); ok {
		o.Message = &m
	}
	return o, nil
}

// ErrNoModal is returned for a form that the person does not have open.
var ErrNoModal = errors.New("there is no such form")

// Submit submits an open form. fill returns its filled components; if it fails, the form stays
// open.
func (s *Interactions) Submit(id string, by *User, fill func(*Modal) (components any, err error)) (*Interaction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.modals[id]
	if m == nil || m.User != by {
		return nil, ErrNoModal
	}
	components, err := fill(m)
	if err != nil {
		return nil, err
	}
	delete(s.modals, id)
	i := &Interaction{Type: modalInteraction, User: by, Channel: m.Channel, Locale: m.Locale, Source: m.Source}
	s.start(i, object{"custom_id": m.CustomID, "components": components})
	return i, nil
}

// json returns the interaction in Discord's JSON.
func (s *Interactions) json(i *Interaction, data object) object {
	channel, permissions := s.world.ChannelJSON(i.Channel), s.world.permissionsOf(i.User, i.Channel).String()
	channel["permissions"] = permissions
	delete(channel, "permission_overwrites")
	o := object{
		"id": i.ID, "application_id": BotID, "type": i.Type, "token": i.token, "version": 1, "data": data,
		"channel_id": i.Channel.ID, "channel": channel, "locale": i.Locale,
		"app_permissions": s.world.permissionsIn(i.Channel).String(), "entitlements": []object{},
		"attachment_size_limit": rules.MaxFile,
	}
	if i.Channel.DM != "" {
		o["user"] = i.User.JSON()
		o["context"] = slash.InBotDM
		o["authorizing_integration_owners"] = object{"0": "0"}
	} else {
		member := s.world.MemberJSON(i.User)
		member["permissions"] = permissions
		o["member"] = member
		o["context"] = slash.InGuild
		o["guild_id"], o["guild_locale"] = GuildID, Locale
		o["guild"] = object{"id": GuildID, "locale": Locale, "features": []string{}}
		o["authorizing_integration_owners"] = object{"0": GuildID}
	}
	if i.guest {
		o["authorizing_integration_owners"] = object{"1": i.User.ID}
	}
	if m, ok := s.messages.Get(i.Channel.ID, i.Source); ok {
		o["message"] = s.messages.JSON(&m)
	}
	return o
}

// callbackJSON returns the response for ?with_response=true. The lock is held.
func (s *Interactions) callbackJSON(i *Interaction, kind int) object {
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
