package console

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

// TestCommandsInTexts: what a text advises can be typed in the session as it stands.
func TestCommandsInTexts(t *testing.T) {
	s := &session{console: newConsole(), game: nim}
	for _, tt := range []struct{ name, command, want string }{
		{"a kind of move", "nim move 3", "`move 3`"},
		{"a kind of move without arguments", "nim throw", "`throw`"},
		{"a view", "nim left plus:3", "`{\"do\":\"view\",\"name\":\"left\",\"args\":{\"plus\":\"3\"}}`"},
		{"a view by its name", "nim view name:left", "`{\"do\":\"view\",\"name\":\"left\"}`"},
		{"a tool", "nim rules", "`{\"do\":\"tool\",\"name\":\"rules\"}`"},
		{"undo", "nim undo", "`{\"do\":\"undo\"}`"},
		{"a notation, whose file is left out", "nim import file:", "`{\"do\":\"import\"}`"},
		{"a hint", "nim hint", "`{\"do\":\"genmove\"}`"},
		{"another table", "nim new heap:5", "`sixfold play nim`"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := s.say(engine.T("%s", engine.Command(tt.command))); got != tt.want {
				t.Errorf("%q is typed as %s, want %s", tt.command, got, tt.want)
			}
		})
	}
}
