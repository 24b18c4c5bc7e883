package iching

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
)

// settings are what a person has chosen for good. The zero value is the defaults.
type settings struct {
	Ground     string    `json:"hexagons,omitempty"` // IDs of colours
	First      string    `json:"first,omitempty"`
	Second     string    `json:"second,omitempty"`
	Zone       string    `json:"zone,omitempty"`
	Longitude  string    `json:"longitude,omitempty"`
	Hemisphere string    `json:"hemisphere,omitempty"`
	YearStart  YearStart `json:"year_start,omitempty"`
	Method     Method    `json:"method,omitempty"`
	Rule       Rule      `json:"rule,omitempty"`
}

// settingsNote is the name of the note that holds them.
const settingsNote = "settings"

// south is the hemisphere whose seasons are half a year away.
const south = "south"

// settingsOf reads a person's settings.
func settingsOf(env engine.Env) (s settings, err error) {
	if env.Notes == nil {
		return s, nil
	}
	data, ok, err := env.Notes.Get(settingsNote)
	if err != nil || !ok {
		return s, err
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return s, fmt.Errorf("settings of a person: %w", err)
	}
	return s, nil
}

// palette is the colours of the hexagons, and of the first and the second that are
// marked. They are always three different ones.
func (s settings) palette() (ground, first, second labyrinth.Colour) {
	of := func(id string, usual labyrinth.Colour, taken ...labyrinth.Colour) labyrinth.Colour {
		c, ok := labyrinth.ColourByID(id)
		if !ok {
			c = usual
		}
		for slices.Contains(taken, c) {
			c = (c + 1) % labyrinth.Safe
		}
		return c
	}
	first = of(s.First, labyrinth.Gold)
	second = of(s.Second, labyrinth.Red, first)
	return of(s.Ground, labyrinth.Blue, first, second), first, second
}

// fill gives the arguments that are not there the person's values. The longitude is of
// the person's own place: it is none of a zone that was given.
func (s settings) fill(o engine.Options) engine.Options {
	if _, elsewhere := o[zoneArg.Name]; elsewhere {
		s.Longitude = ""
	}
	for name, value := range map[string]string{
		zoneArg.Name: s.Zone, longitudeArg.Name: s.Longitude, hemisphereArg.Name: s.Hemisphere, yearStartArg.Name: string(s.YearStart),
		methodArg.Name: string(s.Method), ruleArg.Name: string(s.Rule),
	} {
		if _, given := o[name]; !given && value != "" {
			o[name] = value
		}
	}
	return o
}

var (
	zoneArg       = engine.Arg{Name: "zone", Help: engine.T("The time zone: an IANA name such as Europe/Amsterdam, or +08:00"), Kind: engine.Word, Min: 1, Max: 60, Suggest: suggestZones}
	longitudeArg  = engine.Arg{Name: "longitude", Help: engine.T("Degrees east of Greenwich, west with a minus: 4.9, for true local time"), Kind: engine.Word, Min: 1, Max: 20}
	hemisphereArg = engine.Arg{Name: "hemisphere", Help: engine.T("Whose seasons count; the north's if not said"), Kind: engine.Pick, Choices: []engine.Named{
		{ID: "north", Title: engine.T("North")}, {ID: south, Title: engine.T("South")},
	}}
	yearStartArg = engine.Arg{Name: "year_start", Help: engine.T("Where the year turns; at the winter solstice if not said"), Kind: engine.Pick, Choices: []engine.Named{
		{ID: string(WinterSolstice), Title: engine.T("Winter solstice")}, {ID: string(LiChun), Title: engine.T("Li Chun, the beginning of spring")},
	}}
	groundArg = engine.Arg{Name: "hexagons", Help: engine.T("The colour of the hexagons in a Connexion"), Kind: engine.Pick, Choices: colours}
	firstArg  = engine.Arg{Name: "first", Help: engine.T("The colour of the hexagram that was thrown"), Kind: engine.Pick, Choices: colours}
	secondArg = engine.Arg{Name: "second", Help: engine.T("The colour of the hexagram that it leads to"), Kind: engine.Pick, Choices: colours}
)

var settingsTool = engine.Tool{
	Name: "settings", Help: engine.T("Your colours, time zone and ways, kept for you"), Private: true,
	Args: []engine.Arg{groundArg, firstArg, secondArg, clearable(zoneArg), clearable(longitudeArg), hemisphereArg, yearStartArg, methodArg, ruleArg},
	Run:  set,
}

// none clears a setting that has no choices.
const none = "none"

// clearable tells in an argument's help that it can be cleared.
func clearable(a engine.Arg) engine.Arg {
	a.Help = engine.T("%s; none clears it", a.Help)
	return a
}

// clears reports whether a value clears its setting.
func clears(value string) bool { return strings.EqualFold(strings.TrimSpace(value), none) }

// set changes what is given and tells how all stands.
func set(_ context.Context, env engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
	s, err := settingsOf(env)
	if err != nil {
		return engine.Answer{}, err
	}
	if err := s.change(o); err != nil {
		return engine.Answer{}, err
	}
	if len(o) > 0 {
		if env.Notes == nil {
			return engine.Answer{}, errNobody
		}
		data, err := json.Marshal(s)
		if err != nil {
			return engine.Answer{}, err
		}
		if err := put(env, settingsNote, data); err != nil {
			return engine.Answer{}, err
		}
	}
	return engine.Answer{Text: s.told(), Data: s}, nil
}

// change takes what is given, if it can be used.
func (s *settings) change(o engine.Options) error {
	if name := o.Text(zoneArg.Name); clears(name) {
		s.Zone = ""
	} else if name != "" {
		if _, err := findZone(name); err != nil {
			return err
		}
		s.Zone = name
	}
	if text := o.Text(longitudeArg.Name); clears(text) {
		s.Longitude = ""
	} else if text != "" {
		if _, err := parseLongitude(text); err != nil {
			return err
		}
		s.Longitude = text
	}
	for name, to := range map[string]*string{
		groundArg.Name: &s.Ground, firstArg.Name: &s.First, secondArg.Name: &s.Second, hemisphereArg.Name: &s.Hemisphere,
		yearStartArg.Name: (*string)(&s.YearStart), methodArg.Name: (*string)(&s.Method), ruleArg.Name: (*string)(&s.Rule),
	} {
		if value := o.Text(name); value != "" {
			*to = value
		}
	}
	return nil
}

// zone is where the person's clocks are; universal time if that was not said.
func (s settings) zone() *time.Location {
	zone, err := findZone(s.Zone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// zonedForm is the form of a moment by the clocks of a zone.
const zonedForm = "2006-01-02 15:04 -07:00"

// local is a moment by the person's clocks.
func (s settings) local(at time.Time) string { return at.In(s.zone()).Format(zonedForm) }

func (s settings) told() engine.Text {
	ground, first, second := s.palette()
	clock := engine.T("universal time")
	if s.Zone != "" {
		clock = engine.T("the clocks of %s", engine.T("`%s`", cleaned(s.Zone)))
	}
	if s.Longitude != "" {
		clock = engine.T("%s, corrected for longitude %s", clock, engine.T("`%s`", cleaned(s.Longitude)))
	}
	return paragraphs(
		engine.T("Hexagons are **%s**, the two that are marked **%s** and **%s**.", ground.Title(), first.Title(), second.Title()),
		engine.T("Your time is %s; the seasons are those of the %s; the year begins at: %s.", clock,
			title(hemisphereArg.Choices, s.Hemisphere), title(yearStartArg.Choices, string(s.YearStart))),
		engine.T("Lines are cast with: %s. To be read: %s.", title(methodArg.Choices, string(s.Method)), title(ruleArg.Choices, string(s.Rule))),
	)
}

// title is the name of a choice; the first where nothing is chosen.
func title(choices []engine.Named, id string) engine.Text {
	for _, c := range choices {
		if c.ID == id {
			return c.Title
		}
	}
	return choices[0].Title
}

// paragraphs are texts on lines of their own; empty ones are left out.
func paragraphs(list ...engine.Text) engine.Text {
	return joined("\n", list)
}

// joined are texts with a mark between them; empty ones are left out.
func joined(by string, list []engine.Text) engine.Text {
	var all engine.Text
	for _, t := range list {
		if t.Empty() {
			continue
		}
		if !all.Empty() {
			all.Format += by
		}
		all.Format += "%s"
		all.Args = append(all.Args, t)
	}
	return all
}

// parseLongitude reads degrees east, "4.9", "-58.4" or "58.4 W". What is none is a
// [*engine.Refusal].
func parseLongitude(text string) (float64, error) {
	number, sign := strings.ToUpper(strings.TrimSpace(text)), 1.0
	if west, ok := strings.CutSuffix(number, "W"); ok {
		number, sign = west, -1
	} else {
		number = strings.TrimSuffix(number, "E")
	}
	number = strings.ReplaceAll(strings.TrimRight(strings.TrimSpace(number), "° "), ",", ".")
	degrees, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsNaN(degrees) || degrees < -180 || degrees > 180 {
		return 0, engine.Refuse("`%s` is no longitude; it is degrees from -180 to 180, east of Greenwich, such as 4.9", cleaned(text))
	}
	return sign * degrees, nil
}

// placeOf reads from the arguments how moments are counted; at is one of them, in its
// zone.
func placeOf(o engine.Options, at time.Time) (Place, error) {
	p := Place{Ahead: standardAhead(at), South: o.Text(hemisphereArg.Name) == south, Start: YearStart(o.Text(yearStartArg.Name))}
	if text := o.Text(longitudeArg.Name); text != "" {
		degrees, err := parseLongitude(text)
		if err != nil {
			return p, err
		}
		const dayDegree = 24 * float64(time.Hour) / 360
		p.Ahead = time.Duration(degrees * dayDegree)
	}
	return p, nil
}

// zoneOf is the zone in the arguments, or universal time.
func zoneOf(o engine.Options) (*time.Location, error) {
	if name := o.Text(zoneArg.Name); name != "" {
		return findZone(name)
	}
	return time.UTC, nil
}

var errNobody = engine.Refuse("nothing can be kept here, since I do not know who asks")
