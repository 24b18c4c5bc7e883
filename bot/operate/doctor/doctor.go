// Package doctor examines all that a bot needs to serve: its settings, its token and what
// Discord knows of the application, its store and disk, its ports and its clock. Each line of
// its report says what was found and, where it is not well, what to do. It changes nothing,
// and no line holds a secret.
//
// settings.go, machine.go and ports.go look at this machine, portal.go, servers.go and
// gateway.go at Discord, whose answers api.go brings. It does not read the games: that is
// `sixfold check`.
package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/discord"
	"github.com/sixfold-bot/sixfold/bot/operate"
	"github.com/sixfold-bot/sixfold/bot/slash"
)

// Result is how well what was looked at is.
type Result string

// The results. A warning lets the bot serve, if not as well as it could.
const (
	OK      Result = "ok"
	Warning Result = "warning"
	Wrong   Result = "wrong"
)

// Line is what came of one thing that was looked at.
type Line struct {
	Check  string `json:"check"`
	Result Result `json:"result"`
	Found  string `json:"found"`
	Do     string `json:"do,omitempty"` // what to do; "" where all is well
}

// Report is what came of everything.
type Report []Line

// ErrWrong is returned where a report has a line that is wrong; the report says why.
var ErrWrong = errors.New("something is wrong")

// Err returns ErrWrong if something is.
func (r Report) Err() error {
	for _, line := range r {
		if line.Result == Wrong {
			return ErrWrong
		}
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

// Patient is what is examined.
type Patient struct {
	File     string // of the settings; "": none
	Settings config.Config
	Unusable error  // why the settings cannot be used, or nil
	API      string // the base of the REST interface, which ends in a slash; "": that of the settings
	Commands []slash.Command
	Running  *operate.About // what the bot on the store says of itself; nil: none runs
	Silent   error          // why a bot that runs does not say anything, or nil

	// What else a test makes ill; the zero value is this machine.
	now  func() time.Time
	disk disk
	slow time.Duration // from when on the way to the gateway is slow
}

// Examine looks at everything, one thing after the other. It takes some seconds, and ends
// with the context.
func (p Patient) Examine(ctx context.Context) Report {
	if p.API == "" {
		p.API = p.Settings.Discord.API
	}
	if p.API == "" {
		p.API = discord.API
	}
	if p.now == nil {
		p.now = time.Now
	}
	if p.disk == nil {
		p.disk = ownDisk{}
	}
	if p.slow == 0 {
		p.slow = 2 * time.Second
	}
	e := &examination{Patient: p}
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

// examination is a report in the making.
type examination struct {
	Patient
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
