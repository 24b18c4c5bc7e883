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
	s.interactions = world.NewInteractions(s.world, s.messages, s.gateway.interaction, s.unanswered, s.stream.Modal)
	bot := s.serveAPI()
	people := page.Handler(page.Config{
		World: s.world, Messages: s.messages, Commands: s.commands, Interactions: s.interactions,
		Log: s.config.Log, Stream: s.stream, Online: s.gateway.isOnline,
	})
	mux := http.NewServeMux()
	mux.Handle("/api/v9/", http.StripPrefix("/api/v9", bot))
	mux.Handle("/api/v10/", http.StripPrefix("/api/v10", bot))
	mux.Handle("GET /gateway/", s.gateway)
	mux.HandleFunc("GET /api/violations", func(w http.ResponseWriter, _ *http.Request) {
		rules.WriteJSON(w, http.StatusOK, s.Violations())
	})
	mux.Handle("/", people)
	return s.guard(mux), nil
}

// object is a JSON object.
type object = map[string]any

// messageChanged notifies pages of a change to a message. A file that no component shows is a
// violation.
func (s *Server) messageChanged(change world.Change, m world.Message) {
	s.stream.Message(s.world, s.messages, change, &m)
	if m.Flags&rules.FlagComponentsV2 == 0 || change == world.Deleted {
		return
	}
	for _, a := range m.Unshown() {
		s.violations.add(Violation{Method: "MESSAGE", Path: m.ID, Message: "no component shows " + a.Name})
	}
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
