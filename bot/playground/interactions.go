package playground

import (
	"crypto/rand"
	"time"

	"github.com/sixfold-bot/sixfold/bot/slash"
)

// Types of interactions.
const (
	commandInteraction      = 2
	componentInteraction    = 3
	autocompleteInteraction = 4
	modalInteraction        = 5
)

const (
	answerTime = 3 * time.Second  // within which the first answer must come
	tokenLife  = 15 * time.Minute // within which all others must come
)

// didNotRespond is what Discord shows to who got no answer.
const didNotRespond = "The application did not respond"

// interaction is something that a person did and the bot must answer.
type interaction struct {
	id, token string
	kind      int
	user      *user
	channel   *channel
	locale    string
	command   string        // "hex new"
	option    *slash.Option // being completed
	source    string        // message whose component was used, "" if none
	created   time.Time
	stop      func() bool // its clock for the first answer

	answered bool
	late     bool            // the time for the first answer is over
	original string          // message that is @original, "" if there is none
	messages map[string]bool // that its token may edit
	guest    bool            // the bot is here by the user's install alone
	followed int             // how many follow-ups there were
	done     chan struct{}   // closed by the first answer, or when it is too late
	modal    *modal          // the first answer, if it was one
	choices  []slash.Choice  // likewise
}

// modal is a form that a person has open.
type modal struct {
	id      string
	user    *user
	channel *channel
	source  string // message whose component opened it, "" if none
	locale  string
	draft   modalDraft
}

// modalView is a modal as the page sees it.
type modalView struct {
	ID         string      `json:"id"`
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []component `json:"components"`
}

func (m *modal) view() *modalView {
	return &modalView{m.id, m.draft.CustomID, m.draft.Title, list(m.draft.Components)}
}

// open sends an interaction to the bot and starts its clocks. The lock is held.
func (s *Server) open(i *interaction, data object) {
	i.created = s.clock.Now()
	i.id, i.token = s.ids.next(i.created), rand.Text()+rand.Text()
	i.messages, i.done = map[string]bool{}, make(chan struct{})
	i.guest = s.guestIn(i.channel)
	if i.source != "" {
		i.messages[i.source] = true
	}
	s.interactions[i.token] = i
	i.stop = s.clock.AfterFunc(answerTime, func() { s.unanswered(i) })
	s.clock.AfterFunc(tokenLife, func() { s.expire(i) })
	s.gateway.dispatch(interactionCreate, 0, s.interactionJSON(i, data))
}

// unanswered tells a person that no answer came in time.
func (s *Server) unanswered(i *interaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i.answered || i.late {
		return
	}
	i.late = true
	close(i.done)
	if s.gateway.online() {
		s.violation(Violation{Method: "INTERACTION", Path: i.id, Code: errUnknownInteraction.Code, Message: "no answer within 3 s"})
	}
	if i.kind != autocompleteInteraction {
		s.notify(i)
	}
}

func (s *Server) notify(i *interaction) {
	e := event{Type: "notice", Channel: i.channel.id, Text: didNotRespond, Interaction: i.id}
	s.streams.publish(e, func(u *user) bool { return u == i.user })
}

// expire ends a token. An answer that was promised and never came shows so.
func (s *Server) expire(i *interaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.interactions, i.token)
	if m := s.find(i.channel.id, i.original); m != nil && s.fail(m) {
		s.changed(m)
	}
}

// interactionJSON is the interaction in Discord's form. The lock is held.
func (s *Server) interactionJSON(i *interaction, data object) object {
	o := object{
		"id": i.id, "application_id": applicationID, "type": i.kind, "token": i.token, "version": 1, "data": data,
		"channel_id": i.channel.id, "channel": s.world.partialChannelJSON(i.channel, i.user), "locale": i.locale,
		"app_permissions": s.permissionsIn(i.channel).String(), "entitlements": []object{},
		"attachment_size_limit": maxAttachment,
	}
	if i.channel.dm != "" {
		o["user"] = userJSON(i.user)
		o["context"] = slash.InBotDM
		o["authorizing_integration_owners"] = object{"0": "0"}
	} else {
		member := memberJSON(i.user)
		member["permissions"] = i.user.permissions.String()
		o["member"] = member
		o["context"] = slash.InGuild
		o["guild_id"], o["guild_locale"] = guildID, defaultLocale
		o["guild"] = object{"id": guildID, "locale": defaultLocale, "features": []string{}}
		o["authorizing_integration_owners"] = object{"0": guildID}
	}
	if i.guest {
		o["authorizing_integration_owners"] = object{"1": i.user.id}
	}
	if m := s.find(i.channel.id, i.source); m != nil {
		o["message"] = s.messageJSON(m)
	}
	return o
}
