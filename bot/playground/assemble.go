package playground

import (
	"net/http"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/playground/page"
	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// assemble creates the server's parts, and returns its HTTP handler.
func (s *Server) assemble() (http.Handler, error) {
	var err error
	s.commands, err = world.NewCommands(s.world, s.journal, func(scope string, n int) bool {
		return s.limits.spend(s.world.Now(), CreateLimit, scope, n)
	}, s.stream.Commands)
	if err != nil {
		return nil, err
	}
	s.messages, err = world.NewMessages(s.world, s.journal, strings.TrimSuffix(s.URL(), "/"), s.messageChanged)
	if err != nil {
		return nil, err
	}
	s.gateway = newGateway(s)
	s.interactions = world.NewInteractions(s.world, s.messages, s.interactionCreated, s.unanswered, s.stream.Modal)
	bot := s.serveAPI()
	people := page.Handler(page.Config{
		World: s.world, Messages: s.messages, Commands: s.commands, Interactions: s.interactions,
		Log: s.config.Log, Stream: s.stream, Online: s.gateway.isOnline,
		Violations: func(w http.ResponseWriter, _ *http.Request) { rules.WriteJSON(w, http.StatusOK, s.Violations()) },
	})
	mux := http.NewServeMux()
	mux.Handle("/api/v9/", http.StripPrefix("/api/v9", bot))
	mux.Handle("/api/v10/", http.StripPrefix("/api/v10", bot))
	mux.Handle("GET /gateway/", s.gateway)
	mux.Handle("/", people)
	return s.guard(mux), nil
}

// object is a JSON object.
type object = map[string]any

// messageChanged notifies pages and the bot of a change to a message. The bot gets no private
// messages and, outside direct messages, only the content of its own.
func (s *Server) messageChanged(change world.Change, m world.Message) {
	s.stream.Message(s.world, s.messages, change, &m)
	if unshown := m.Unshown(); len(unshown) > 0 && change != world.Deleted {
		s.violations.add(Violation{
			Method: "MESSAGE", Path: m.ID, Message: "no component shows " + strings.Join(unshown, ", "),
		})
	}
	if m.To != "" {
		return
	}
	c := s.world.Channel(m.Channel)
	o, intent := object{"id": m.ID, "channel_id": m.Channel}, intentDirectMessages
	if change != world.Deleted {
		o = s.messages.JSON(&m)
		if m.Author != s.world.Bot.ID && c.DM == "" {
			o["content"], o["embeds"], o["attachments"], o["components"] = "", []object{}, []object{}, []object{}
		}
	}
	if c.DM == "" {
		intent, o["guild_id"] = intentGuildMessages, world.GuildID
	}
	name := map[world.Change]string{
		world.Posted: "MESSAGE_CREATE", world.Edited: "MESSAGE_UPDATE", world.Deleted: "MESSAGE_DELETE",
	}[change]
	s.gateway.dispatch(name, intent, o)
}

// threadOpened notifies the bot of a thread.
func (s *Server) threadOpened(c *world.Channel) {
	o := s.world.ChannelJSON(c)
	o["newly_created"] = true
	s.gateway.dispatch("THREAD_CREATE", intentGuilds, o)
}

// interactionCreated sends the bot an interaction.
func (s *Server) interactionCreated(interaction map[string]any) {
	s.gateway.dispatch("INTERACTION_CREATE", 0, interaction)
}

// unanswered records that a connected bot missed its deadline, and notifies the person, except for
// an autocompletion.
func (s *Server) unanswered(i *world.Interaction) {
	if s.gateway.isOnline() {
		s.violations.add(Violation{
			Method: "INTERACTION", Path: i.ID, Code: rules.UnknownInteraction.Code, Message: "no answer within 3 s",
		})
	}
	if i.Type != world.AutocompleteInteraction {
		s.stream.Unanswered(i)
	}
}
