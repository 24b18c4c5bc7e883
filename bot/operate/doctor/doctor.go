// Package doctor diagnoses everything that a bot needs to serve: its settings, its token and what
// Discord knows of the application, its store and disk, its ports and its clock. Each line of its
// report says what was found and, if there is a problem, what to do. It changes nothing, and
// reports no secrets.
//
// settings.go, machine.go and ports.go examine this machine; portal.go, servers.go and gateway.go
// examine Discord, through api.go. It does not read the games: `sixfold check` does.
package doctor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

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

// Target is what to examine.
type Target struct {
	File     string // path of the settings; "": none
	Settings config.Config
	Unusable error  // why the settings are invalid, or nil
	API      string // base URL of the REST interface, ending in a slash; "": as configured
	Commands []slash.Command
	Running  *operate.About // the bot on the store; nil: none runs
	Silent   error          // why a running bot does not respond, or nil

	// Replaced by tests; the zero values mean this machine.
	now  func() time.Time
	disk disk
	slow time.Duration // time to the gateway's greeting that counts as slow
}

// Examine runs all checks in sequence. It takes some seconds, and ends with the context.
func (p Target) Examine(ctx context.Context) Report {
	p.API = cmp.Or(p.API, p.Settings.Discord.API, discord.API)
	p.disk = cmp.Or[disk](p.disk, localDisk{})
	p.slow = cmp.Or(p.slow, 2*time.Second)
	if p.now == nil {
		p.now = time.Now
	}
	e := &examination{Target: p}
	e.versions()
	if p.Unusable != nil {
		e.wrong("settings", p.Unusable.Error(), "Mend that line; `sixfold check-config` tries the settings again.")
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

// examination holds the report while it is built.
type examination struct {
	Target
	report Report
	api    *api
	app    application
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
