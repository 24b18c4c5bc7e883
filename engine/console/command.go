package console

import (
	"fmt"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// say renders a text in English, with its commands as a session reads them.
func (s *session) say(t engine.Text) string { return t.Print(fmt.Sprintf, s.typed) }

// typed is how a command is typed in a session: as a line where it is a kind of move, else
// as a request. What opens another table is another run of the program.
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

// asked is a request that a person may type.
type asked struct {
	Do   string            `json:"do"`
	Name string            `json:"name,omitempty"`
	Args map[string]string `json:"args,omitempty"`
}

// asks is the request for a command with its arguments, written as name:value.
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
