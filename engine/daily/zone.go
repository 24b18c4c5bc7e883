package daily

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // wherever the program runs, it knows the zones

	"github.com/sixfold-bot/sixfold/engine"
)

// list are the names of the IANA database that are places, in order, a line each.
//
//go:embed zones.txt
var list string

// offset is how people write a fixed difference from universal time.
var offset = regexp.MustCompile(`^(?i:UTC|GMT)? ?([+-])(\d{1,2})(?::?([0-5]\d))?$`)

// FindZone finds a time zone by its IANA name, in any spelling of upper and lower case, or as an
// offset such as +08:00. "" is universal time. What it does not know is a [*engine.Refusal].
func FindZone(name string) (*time.Location, error) {
	name = strings.ReplaceAll(strings.TrimSpace(name), " ", "_")
	switch strings.ToUpper(name) {
	case "", "UTC", "GMT", "Z":
		return time.UTC, nil
	}
	if m := offset.FindStringSubmatch(name); m != nil {
		return fixed(m[1], m[2], m[3])
	}
	for known := range strings.Lines(list) {
		if known = strings.TrimSpace(known); strings.EqualFold(known, name) {
			return time.LoadLocation(known)
		}
	}
	return nil, engine.Refuse("`%s` is not a known time zone; give an IANA name such as `Europe/Amsterdam`, or an offset such as `+08:00`", engine.Quotable(name))
}

// fixed is a zone that is always as far from universal time.
func fixed(sign, hours, minutes string) (*time.Location, error) {
	h, _ := strconv.Atoi(hours)
	m, _ := strconv.Atoi(minutes)
	seconds := h*3600 + m*60
	if seconds > 15*3600 {
		return nil, engine.Refuse("no place is %s hours from universal time; the most is 15", hours)
	}
	if sign == "-" {
		seconds = -seconds
	}
	return time.FixedZone(fmt.Sprintf("%s%02d:%02d", sign, h, m), seconds), nil
}

// ZoneOption is the name of the option that [ZoneArg] makes.
const ZoneOption = "zone"

// ZoneArg is an option for a zone; its values are offered while somebody types.
func ZoneArg(help engine.Text) engine.Arg {
	return engine.Arg{Name: ZoneOption, Help: help, Kind: engine.Word, Min: 1, Max: 60, Suggest: suggest}
}

// suggest completes the name of a zone: those of which a part begins with what was typed, then
// those that hold it.
func suggest(_ engine.Position, typed string) []engine.Named {
	typed = strings.ToLower(strings.ReplaceAll(strings.TrimSpace(typed), " ", "_"))
	var first, others []engine.Named
	for name := range strings.Lines(list) {
		name = strings.TrimSpace(name)
		lower, n := strings.ToLower(name), engine.Named{ID: name, Title: engine.T("%s", name)}
		switch {
		case strings.HasPrefix(lower, typed) || strings.Contains(lower, "/"+typed):
			first = append(first, n)
		case strings.Contains(lower, typed):
			others = append(others, n)
		}
	}
	found := slices.Concat(first, others)
	return found[:min(len(found), engine.MaxSuggestions)]
}
