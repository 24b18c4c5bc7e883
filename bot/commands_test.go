package bot

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/slash"
)

// TestCommandsAreReferredToInOneWay: texts name commands by [engine.Command], which writes them whole, and
// nowhere spell them as they are typed on Discord, nor a subcommand without its game.
func TestCommandsAreReferredToInOneWay(t *testing.T) {
	bare := bareCommands(newSession(t).commands())
	for _, root := range []string{".", "../engine", "../render"} {
		err := filepath.WalkDir(root, func(name string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || slices.Contains(shellTexts, filepath.Dir(name)) {
				return err
			}
			return spelled(name, func(at, text string) {
				if bare.MatchString(text) {
					t.Errorf("%s spells a command: %s", at, text)
				}
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// shellTexts are the folders whose texts are read in a shell, or not by people who play.
var shellTexts = []string{"../engine/console", "../engine/console/cli", "../engine/enginetest", "shell", "operate", "operate/doctor", "playground", "bottest"}

// bareCommands finds commands as they are typed, and subcommands of games without their game, but for those
// that are options as well.
func bareCommands(commands []slash.Command) *regexp.Regexp {
	var names, options []string
	for _, command := range commands {
		for _, sub := range command.Options {
			if sub.Type == slash.SubCommand {
				names = append(names, sub.Name)
			}
			for _, o := range sub.Options {
				options = append(options, o.Name)
			}
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(options, name) })
	return regexp.MustCompile(".`(/[a-z]|(" + strings.Join(names, "|") + ")[ `])")
}

// spelled calls f with each string of a file of Go, and where it is.
func spelled(name string, f func(at, text string)) error {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, nil, 0)
	if err != nil {
		return err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING {
			f(set.Position(text.Pos()).String(), text.Value)
		}
		return true
	})
	return nil
}

// TestDiscordTakesTheCommands: one that it refuses costs all of them.
func TestDiscordTakesTheCommands(t *testing.T) {
	data, err := json.Marshal(newSession(t).bot.Commands())
	if err != nil {
		t.Fatal(err)
	}
	var commands []*rules.Command
	if err := json.Unmarshal(data, &commands); err != nil {
		t.Fatal(err)
	}
	for _, c := range commands {
		if err := rules.CheckCommands([]*rules.Command{c}); err != nil {
			t.Errorf("/%s: %v", c.Name, err)
		}
	}
}
