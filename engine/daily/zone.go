package daily

import (
	_ "embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // the embedded zone data, for systems without it

	"github.com/sixfold-bot/sixfold/engine"
)

// list has the place names of the IANA database in order, one per line.
//
//go:embed zones.txt
var list string

// offset matches a fixed offset from UTC.
var offset = regexp.MustCompile(`^(?i:UTC|GMT)? ?([+-])(\d{1,2})(?::?([0-5]\d))?$`)

// FindZone finds a time zone by its IANA name, ignoring case, or as an offset such as +08:00. "" is
// UTC. An unknown zone is a [*engine.Refusal].
func FindZone(name string) (*time.Location, error) {
	name = strings.ReplaceAll(strings.TrimSpace(name), " ", "_")
	switch strings.ToUpper(name) {
	case "", "UTC", "GMT", "Z":
		return time.UTC, nil
	}
	if m := offset.FindStringSubmatch(name); m != nil {
		return fixed(m[1], m[2], m[3])
	}
	for known := range strings.FieldsSeq(list) {
		if strings.EqualFold(known, name) {
			return time.LoadLocation(known)
		}
	}
	return nil, engine.Refuse("`%s` is not a known time zone; give one by its largest city, such as `Europe/Amsterdam`, or an offset such as `+08:00`", engine.Quotable(name))
}

// ZoneNamed is [FindZone] for names that were found before: one that is not known any more is UTC.
func ZoneNamed(name string) *time.Location {
	in, err := FindZone(name)
	if err != nil {
		return time.UTC
	}
	return in
}

func fixed(sign, hours, minutes string) (*time.Location, error) {
	h, _ := strconv.Atoi(hours)
	m, _ := strconv.Atoi(minutes)
	seconds := h*3600 + m*60
	switch {
	case seconds > 15*3600:
		return nil, engine.Refuse("no place is %s hours from universal time; the most is 15", hours)
	case sign == "-":
		seconds = -seconds
	}
	return time.FixedZone(fmt.Sprintf("%s%02d:%02d", sign, h, m), seconds), nil
}

// ZoneOption is the name of the option that [ZoneArg] returns.
const ZoneOption = "zone"

// ZoneArg returns an option for a time zone, with completion.
func ZoneArg(help engine.Text) engine.Arg {
	return engine.Arg{Name: ZoneOption, Help: help, Kind: engine.Word, Min: 1, Max: 60, Suggest: suggest}
}

// suggest completes the name of a zone.
func suggest(_ engine.Position, typed string) []engine.Named {
	return engine.Suggest(strings.Fields(list), strings.ReplaceAll(strings.TrimSpace(typed), " ", "_"))
}
