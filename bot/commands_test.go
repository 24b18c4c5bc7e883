package bot

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
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

// Discord takes no command with more subcommands, and refuses all commands because of one.
func TestCommandsHaveNoMoreSubcommandsThanDiscordTakes(t *testing.T) {
	const most = 25
	for _, c := range newSession(t).bot.Commands() {
		if len(c.Options) > most {
			t.Errorf("/%s has %d subcommands or options, and Discord takes %d", c.Name, len(c.Options), most)
		}
	}
}
