package labyrinth

import (
	"context"
	"encoding/json"
	"maps"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// Preferences are how a person wants solutions to be searched for, by the names of
// [PreferenceArguments]. Nil has none.
type Preferences engine.Options

// The notes that hold preferences. The oracle's settings knew the search before there was a note of
// its own.
const (
	preferencesNote = "search"
	settingsNote    = "settings"
)

const (
	optionReset  = "reset"
	searchSource = "source" // the algorithm that is not ours
)

// PreferenceArguments are the arguments of [ChangePreferences].
var PreferenceArguments = append([]engine.Arg{
	{Name: optionReset, Help: engine.T("Forget what was set before"), Kind: engine.Boolean},
}, wayArguments...)

var settingsTool = engine.Tool{
	Name: "settings", Help: engine.T("How solutions are searched for you, here and by the oracle"), Private: true, Args: PreferenceArguments,
	Run: func(_ context.Context, env engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
		p, err := ChangePreferences(env, o)
		return engine.Answer{Text: p.Describe(), Data: p}, err
	},
}

// UnmarshalJSON implements [json.Unmarshaler].
func (p *Preferences) UnmarshalJSON(data []byte) error {
	o, err := engine.DecodeOptions(wayArguments, data)
	*p = Preferences(o)
	return err
}

// PreferencesOf returns the preferences of the person who asks.
func PreferencesOf(env engine.Env) (Preferences, error) {
	p := Preferences{}
	if env.Notes == nil {
		return p, nil
	}
	for _, note := range []string{preferencesNote, settingsNote} {
		data, ok, err := env.Notes.Get(note)
		if err != nil {
			return nil, err
		}
		if ok {
			return p, json.Unmarshal(data, &p)
		}
	}
	return p, nil
}

// ChangePreferences sets the given preferences and returns all.
func ChangePreferences(env engine.Env, o engine.Options) (Preferences, error) {
	before, err := PreferencesOf(env)
	if err != nil || len(o) == 0 {
		return before, err
	}
	if env.Notes == nil {
		return nil, engine.Refuse("nothing can be kept here, since it is not known who asks")
	}
	if o.Bool(optionReset) {
		before = nil
	}
	p := Preferences(before.Fill(o))
	delete(p, optionReset)
	data, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	return p, env.Notes.Put(preferencesNote, data)
}

// Fill returns options with preferences in place of the missing ones.
func (p Preferences) Fill(o engine.Options) engine.Options {
	filled := engine.Options{}
	maps.Copy(filled, p)
	maps.Copy(filled, o)
	return filled
}

// Search returns the search as it is preferred.
func (p Preferences) Search() solver.Options { return searchOf(engine.Options(p)) }

// Describe lists what is preferred, or else usual.
func (p Preferences) Describe() engine.Text {
	search := p.Search()
	list := []engine.Text{engine.T("This is how solutions are searched for you, here and by the oracle. A seed has the same solution for everybody.")}
	for _, a := range wayArguments {
		value := searchChoices[0].Title
		switch on := switches(&search)[a.Name]; {
		case on != nil && *on:
			value = engine.T("on")
		case on != nil:
			value = engine.T("off")
		case a.Kind == engine.Integer && search.Limit > 0:
			value = engine.T("%s", engine.Thousands(search.Limit))
		case a.Kind == engine.Integer:
			value = engine.T("as usual")
		case p[optionSearch] == searchSource:
			value = searchChoices[1].Title
		}
		list = append(list, engine.T("`%s`: **%s**. %s.", a.Name, value, a.Help))
	}
	return engine.List("\n", append(list, engine.T("The options of this command change it, such as `random:false`.")))
}
