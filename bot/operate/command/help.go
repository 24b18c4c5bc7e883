package command

import (
	"fmt"

	"github.com/spf13/cobra"
)

// The examples in the help of each subcommand.
const (
	serveExamples = `  sixfold
  sixfold --config config.toml
  SIXFOLD_TOKEN_FILE=/etc/sixfold/token sixfold serve --data /var/lib/sixfold.db`

	sayExamples = `  sixfold say '/hex new @friend size:5' --out pictures
  sixfold say --user friend --press Accept
  sixfold say --press Move --fill c3`

	checkConfigExamples = "  sixfold check-config --config config.toml"

	syncExamples = `  sixfold commands sync --dry-run
  SIXFOLD_TOKEN_FILE=token sixfold commands sync --guild 123456789012345678`

	backupExamples = `  sixfold backup copy.db --data sixfold.db
  sixfold backup --force /backup/sixfold.db --config config.toml`
)

// Takes demands the named arguments, and no more.
func Takes(names ...string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > len(names) {
			return fmt.Errorf("unexpected argument %s", args[len(names)])
		}
		return expect(names, args)
	}
}

func expect(names, args []string) error {
	if len(args) < len(names) {
		return fmt.Errorf("expected %q", "<"+names[len(args)]+">")
	}
	return nil
}
