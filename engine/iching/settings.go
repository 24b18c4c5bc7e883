package iching

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
)

// settings are a user's stored settings. The zero value is the defaults.
type settings struct {
	Ground     string             `json:"hexagons,omitempty"` // colour IDs
	First      string             `json:"first,omitempty"`
	Second     string             `json:"second,omitempty"`
	Zone       string             `json:"zone,omitempty"`
	Longitude  string             `json:"longitude,omitempty"`
	Hemisphere string             `json:"hemisphere,omitempty"`
	YearStart  calendar.YearStart `json:"year_start,omitempty"`
	Method     book.Method        `json:"method,omitempty"`
	Rule       book.Rule          `json:"rule,omitempty"`
	Connect    bool               `json:"connect,omitempty"` // readings are shown in a Connexion
	// Search is the algorithm that labyrinth.PreferencesOf reads where there are no preferences yet.
	Search string `json:"search,omitempty"`

	preferences labyrinth.Preferences
}

const settingsNote = "settings"

// south is the hemisphere with the seasons half a year later.
const south = "south"

func settingsOf(env engine.Env) (s settings, err error) {
	if env.Notes == nil {
		return s, nil
	}
	if s.preferences, err = labyrinth.PreferencesOf(env); err != nil {
		return s, err
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

// command is a command for which the settings of who asks matter.
type command func(ctx context.Context, env engine.Env, s settings, o engine.Options) (engine.Answer, error)

// run is the Run of an [engine.Tool].
func (c command) run(ctx context.Context, env engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
	s, err := settingsOf(env)
	if err != nil {
		return engine.Answer{}, err
	}
	return c(ctx, env, s, o)
}

// words returns the settings that are stored as given, by the names of their arguments.
func (s *settings) words() map[string]*string {
	return map[string]*string{
		zoneArg.Name: &s.Zone, longitudeArg.Name: &s.Longitude, hemisphereArg.Name: &s.Hemisphere, yearStartArg.Name: (*string)(&s.YearStart),
		methodArg.Name: (*string)(&s.Method), ruleArg.Name: (*string)(&s.Rule),
	}
}

// fill sets missing arguments to the user's settings. The longitude belongs to the user's own
// place, so it is not used with a given zone.
func (s settings) fill(o engine.Options) engine.Options {
	if _, elsewhere := o[zoneArg.Name]; elsewhere {
		s.Longitude = ""
	}
	for name, value := range s.words() {
		if _, given := o[name]; !given && *value != "" {
			o[name] = *value
		}
	}
	return o
}

func clearable(a engine.Arg) engine.Arg {
	a.Help = engine.T("%s; none clears it", a.Help)
	return a
}

// clears reports whether a value clears a setting without choices.
func clears(value string) bool { return strings.EqualFold(strings.TrimSpace(value), "none") }

// set changes the given settings and describes all of them.
func set(_ context.Context, env engine.Env, s settings, o engine.Options) (_ engine.Answer, err error) {
	if o.Bool("reset") {
		s = settings{}
	}
	if err := s.change(o); err != nil {
		return engine.Answer{}, err
	}
	wanted := engine.Options{}
	for _, a := range labyrinth.PreferenceArguments {
		if value, given := o[a.Name]; given {
			wanted[a.Name] = value
		}
	}
	if s.preferences, err = labyrinth.ChangePreferences(env, wanted); err != nil {
		return engine.Answer{}, err
	}
	if len(o) > 0 {
		data, err := json.Marshal(s)
		if err != nil {
			return engine.Answer{}, err
		}
		if err := journal(env).Put(settingsNote, data); err != nil {
			return engine.Answer{}, err
		}
	}
	return engine.Answer{Text: paragraphs(s.describe(), s.preferences.Describe(), engine.T("Where such a search finds nothing, the oracle takes the usual one.")), Data: settingsData{s, s.preferences}}, nil
}

type settingsData struct {
	settings
	Preferences labyrinth.Preferences `json:"preferences"`
}

// change applies the given settings if they are valid.
func (s *settings) change(o engine.Options) error {
	if name := o.Text(zoneArg.Name); !clears(name) {
		if _, err := daily.FindZone(name); err != nil {
			return err
		}
	}
	if text := o.Text(longitudeArg.Name); text != "" && !clears(text) {
		if _, err := calendar.ParseLongitude(text); err != nil {
			return err
		}
	}
	if err := s.recolour(o); err != nil {
		return err
	}
	if connect, given := o[connectArg.Name].(bool); given {
		s.Connect = connect
	}
	for name, to := range s.words() {
		switch value := o.Text(name); {
		case clears(value):
			*to = ""
		case value != "":
			*to = value
		}
	}
	return nil
}

// zone returns the user's time zone, universal time by default.
func (s settings) zone() *time.Location {
	in, err := daily.FindZone(s.Zone)
	if err != nil {
		return time.UTC
	}
	return in
}

func (s settings) local(at time.Time) string { return at.In(s.zone()).Format(entryTime) }

func (s settings) describe() engine.Text {
	ground, first, second := s.palette()
	clock := engine.T("universal time")
	if s.Zone != "" {
		clock = engine.T("the clocks of %s", engine.T("`%s`", engine.Quotable(s.Zone)))
	}
	if s.Longitude != "" {
		clock = engine.T("%s, corrected for longitude %s", clock, engine.T("`%s`", engine.Quotable(s.Longitude)))
	}
	shown := viewArg.Choices[0].Title
	if s.Connect {
		shown = viewArg.Choices[1].Title
	}
	return paragraphs(
		engine.T("Hexagons are **%s**, the two that are marked **%s** and **%s**.", ground.Title(), first.Title(), second.Title()),
		engine.T("Your time is %s; the seasons are those of the %s; the year begins at: %s.", clock,
			title(hemisphereArg.Choices, s.Hemisphere), title(yearStartArg.Choices, string(s.YearStart))),
		engine.T("Lines are cast with: %s. Texts to read: %s. Answers are shown as: %s.",
			title(methodArg.Choices, string(s.Method)), title(ruleArg.Choices, string(s.Rule)), shown),
	)
}

// title returns the title of a choice, that of the first one by default.
func title(choices []engine.Named, id string) engine.Text {
	return choices[max(0, slices.IndexFunc(choices, func(c engine.Named) bool { return c.ID == id }))].Title
}
