package bot

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

// TestCommandsAreReferredToInOneWay: texts name commands by [engine.Command], and nowhere
// spell them as they are typed on Discord.
func TestCommandsAreReferredToInOneWay(t *testing.T) {
	files, err := filepath.Glob("*.go")
	for _, folder := range []string{"table", "think"} {
		more, failed := filepath.Glob(folder + "/*.go")
		if failed != nil {
			err = failed
		}
		files = append(files, more...)
	}
	if err != nil || len(files) < 50 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	set := token.NewFileSet()
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING && strings.Contains(text.Value[1:], "`/") {
				t.Errorf("%s spells a command: %s", set.Position(text.Pos()), text.Value)
			}
			return true
		})
	}
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
