// Package doctor diagnoses everything that a bot needs to serve: its settings, its token and what
// Discord knows of the application, its store and disk, its ports and its clock. Each line of its
// report says what was found and, if there is a problem, what to do. It changes nothing, and
// reports no secrets.
//
// machine.go examines this machine; portal.go and servers.go examine Discord. The package
// does not read the games: `sixfold check` does.
package doctor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/discord"
	"github.com/sixfold-bot/sixfold/bot/operate"
	"github.com/sixfold-bot/sixfold/bot/slash"
)

// Result is the result of a check.
type Result string

// The results. With a warning the bot serves, but not as well as it could.
const (
	OK      Result = "ok"
	Warning Result = "warning"
	Wrong   Result = "wrong"
)

// Line is the finding of a check.
type Line struct {
	Check  string `json:"check"`
	Result Result `json:"result"`
	Found  string `json:"found"`
	Do     string `json:"do,omitempty"` // what to do; "" if all is well
}

// Report is the list of all findings.
type Report []Line

// ErrWrong is returned for a report with a line that is Wrong.
var ErrWrong = errors.New("something is wrong")

// Err returns ErrWrong if a line is Wrong.
func (r Report) Err() error {
	if slices.ContainsFunc(r, func(line Line) bool { return line.Result == Wrong }) {
		return ErrWrong
	}
	return nil
}

// Print writes the report for people, or as one JSON object {"ok":…,"lines":[LINE]}.
func (r Report) Print(out io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(struct {
			OK    bool   `json:"ok"`
			Lines Report `json:"lines"`
		}{r.Err() == nil, r})
	}
	var b strings.Builder
	for _, line := range r {
		fmt.Fprintf(&b, "%-8s %-12s %s\n", line.Result, line.Check, line.Found)
		if line.Do != "" {
			fmt.Fprintf(&b, "%22s%s\n", "", line.Do)
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// Command returns the subcommand doctor.
func Command(s *operate.Source) *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use: "doctor", Short: "Examine settings, token, store, disk and Discord, and say what to do; changes nothing",
		Example: "  sixfold doctor --config config.toml\n  sixfold doctor --json",
		Args:    operate.Takes(),
		RunE: func(*cobra.Command, []string) error {
			return operate.UntilSignal(func(ctx context.Context) error {
				report := examineSource(ctx, s)
				if err := report.Print(os.Stdout, asJSON); err != nil {
					return err
				}
				return report.Err()
			})
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return command
}

// examineSource examines what the command line names.
func examineSource(ctx context.Context, s *operate.Source) Report {
	e := &examination{file: s.Settings, slow: 2 * time.Second}
	e.settings, e.unusable = s.Load()
	if e.unusable == nil {
		e.running, e.silent = operate.AskRunning(ctx, e.settings.Store.File)
		e.known = bot.New(e.settings, nil, bot.Games(), slog.New(slog.DiscardHandler), bot.Process{}).Commands()
		e.disk = measure(filepath.Dir(e.settings.Store.File))
		e.base = cmp.Or(e.settings.Discord.API, discord.API)
	}
	return e.examine(ctx)
}

// examination is what to examine, and the report while it is built.
type examination struct {
	file     string // path of the settings; "": none
	settings config.Config
	unusable error  // why the settings are invalid, or nil
	base     string // base URL of the REST interface, ending in a slash
	known    []slash.Command
	running  *operate.About // the bot on the store; nil: none runs
	silent   error          // why a running bot does not respond, or nil
	disk     disk
	slow     time.Duration // time to the gateway's greeting that counts as slow

	report Report
	client *http.Client // nil without a token
	app    application
}

// examine runs all checks in sequence. It takes some seconds, and ends with the context.
func (e *examination) examine(ctx context.Context) Report {
	e.versions()
	if e.unusable != nil {
		e.wrong("settings", e.unusable.Error(), "Mend that line; `sixfold check-config` tries the settings again.")
		return e.report
	}
	e.secrets()
	e.bot()
	e.store(ctx)
	e.copies()
	e.folder()
	if e.discord(ctx) {
		e.intents()
		e.servers(ctx)
		e.commands(ctx)
		e.endpoint(ctx)
		e.gateway(ctx)
	}
	e.ports(ctx)
	return e.report
}

func (e *examination) ok(check, format string, args ...any) {
	e.report = append(e.report, Line{check, OK, fmt.Sprintf(format, args...), ""})
}

func (e *examination) warn(check, found, do string) {
	e.report = append(e.report, Line{check, Warning, found, do})
}

func (e *examination) wrong(check, found, do string) {
	e.report = append(e.report, Line{check, Wrong, found, do})
}

// grade reports what was measured: as wrong, as a warning or, with what is good, as all right.
func (e *examination) grade(check string, wrong, warn bool, found, do, good string) {
	switch {
	case wrong:
		e.wrong(check, found, do)
	case warn:
		e.warn(check, found, do)
	default:
		e.ok(check, "%s", good)
	}
}
