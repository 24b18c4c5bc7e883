// Package zone knows time zones by the names that people give them. The data is that of the
// program itself, so that it is the same on every system.
package zone

import (
	"strings"
	"time"
	_ "time/tzdata" // Windows and bare images have none of their own

	"github.com/sixfold-bot/sixfold/engine"
)

// UTC is the zone of who has set none.
const UTC = "UTC"

// names are what is offered: a city or two of each zone in which many people live.
var names = []string{
	UTC,
	"Africa/Cairo", "Africa/Johannesburg", "Africa/Lagos", "Africa/Nairobi",
	"America/Anchorage", "America/Argentina/Buenos_Aires", "America/Bogota", "America/Chicago", "America/Denver",
	"America/Halifax", "America/Los_Angeles", "America/Mexico_City", "America/New_York", "America/Phoenix",
	"America/Santiago", "America/Sao_Paulo", "America/Toronto", "America/Vancouver",
	"Asia/Bangkok", "Asia/Dhaka", "Asia/Dubai", "Asia/Ho_Chi_Minh", "Asia/Hong_Kong", "Asia/Jakarta", "Asia/Jerusalem",
	"Asia/Karachi", "Asia/Kolkata", "Asia/Manila", "Asia/Riyadh", "Asia/Seoul", "Asia/Shanghai", "Asia/Singapore",
	"Asia/Taipei", "Asia/Tehran", "Asia/Tokyo",
	"Australia/Adelaide", "Australia/Brisbane", "Australia/Perth", "Australia/Sydney",
	"Europe/Amsterdam", "Europe/Athens", "Europe/Berlin", "Europe/Brussels", "Europe/Bucharest", "Europe/Budapest",
	"Europe/Dublin", "Europe/Helsinki", "Europe/Istanbul", "Europe/Kyiv", "Europe/Lisbon", "Europe/London",
	"Europe/Madrid", "Europe/Moscow", "Europe/Oslo", "Europe/Paris", "Europe/Prague", "Europe/Rome", "Europe/Stockholm",
	"Europe/Vienna", "Europe/Warsaw", "Europe/Zurich",
	"Pacific/Auckland", "Pacific/Honolulu",
}

// Load returns the zone of a name such as "Europe/Berlin", in any case; "" is UTC. The error is
// a refusal for whoever gave the name.
func Load(name string) (*time.Location, error) {
	for _, known := range names {
		if strings.EqualFold(known, name) {
			name = known
		}
	}
	l, err := time.LoadLocation(name)
	if err != nil || name == "Local" { // where the bot runs is nobody's business
		return nil, engine.Refuse("no time zone is called `%s`; name one by its largest city, such as Europe/Berlin", name)
	}
	return l, nil
}

// Option is the name of [Arg].
const Option = "zone"

// Arg is the option for a zone; its values are offered while somebody types.
func Arg(help engine.Text) engine.Arg {
	return engine.Arg{Name: Option, Help: help, Kind: engine.Word, Max: 40, Suggest: suggest}
}

func suggest(_ engine.Position, typed string) []engine.Named {
	return engine.Suggest(names, strings.ReplaceAll(strings.TrimSpace(typed), " ", "_"))
}
