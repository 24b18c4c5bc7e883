package console

import (
	"fmt"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// say prints a text in English, with commands in the form that a session reads.
func (s *session) say(t engine.Text) string { return t.Print(fmt.Sprintf, s.typed) }

// typed returns what to type for a command in a session: a line for a move, else a request. Another
// table needs another run of the program.
func (s *session) typed(c engine.Command) string {
	_, line, _ := strings.Cut(string(c), " ")
	name, rest, _ := strings.Cut(line, " ")
	if _, verb := s.game.Verb(name); verb {
		return "`" + line + "`"
	}
	r, ok := s.asks(name, rest)
	if !ok {
		return "`sixfold play " + s.game.ID + "`"
	}
	written, err := encode(r)
	if err != nil {
		return "`" + line + "`"
	}
	return "`" + strings.TrimSpace(string(written)) + "`"
}

// asked is a request for a person to type.
type asked struct {
	Do   string            `json:"do"`
	Name string            `json:"name,omitempty"`
	Args map[string]string `json:"args,omitempty"`
}

// asks returns the request for a command with arguments in the form name:value.
func (s *session) asks(name, rest string) (asked, bool) {
	args := map[string]string{}
	for word := range strings.FieldsSeq(rest) {
		if key, value, ok := strings.Cut(word, ":"); ok && value != "" {
			args[key] = value
		}
	}
	if name == "view" {
		name = args["name"]
		delete(args, "name")
	}
	if _, view := s.game.View(name); view {
		return asked{"view", name, args}, true
	}
	if _, tool := s.game.Tool(name); tool {
		return asked{"tool", name, args}, true
	}
	switch name {
	case "hint":
		return asked{Do: "genmove"}, true
	case "undo", "export", "import":
		return asked{Do: name}, true
	}
	return asked{}, false
}
