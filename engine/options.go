package engine

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Kind is the type of an argument.
type Kind int

// The kinds of argument, with the Go types of their values in [Options].
const (
	Word    Kind = iota // string
	Integer             // int
	Boolean             // bool
	Pick                // string, the ID of one of Choices
	Upload              // File
)

// Named is one value of a Pick, or one side of a game.
type Named struct {
	ID    string
	Title Text
}

// Arg describes one argument of `new`, a verb, a view or a tool.
type Arg struct {
	Name     string // lower case
	Help     Text   // at most 100 characters
	Kind     Kind
	Required bool
	// Prose: a Word is kept as it was typed. All else that is typed is read as [Typewritten].
	Prose bool
	// Min and Max bound an Integer, or the length in bytes of a Word or Upload. Both 0: unbounded.
	Min, Max int
	Choices  []Named
	// Unlisted are further accepted values of a Pick that are not offered.
	Unlisted []string
	// Default is used if no value is given: a value of the kind's Go type, or nil.
	Default any
	// DefaultAlone, if not nil, is the default at a table with fewer than two people.
	DefaultAlone any
	// DefaultFor, if not nil, takes precedence over both: it returns the default that follows from
	// the arguments that are given or declared before this one, or nil.
	DefaultFor func(before Options) any
	// Suggest, if not nil, completes typed input: at most 25 values, best first. The position is
	// nil if there is none. Words of a verb without Suggest are completed from the position's
	// moves.
	Suggest func(p Position, typed string) []Named
}

// Options are checked arguments by name. Values have their kind's Go type; an argument without a
// value or default is absent. Options encode to JSON and are read back by [DecodeOptions].
type Options map[string]any

// Text returns a Word or Pick, or "".
func (o Options) Text(name string) string { s, _ := o[name].(string); return s }

// Int returns an Integer, or 0.
func (o Options) Int(name string) int { n, _ := o[name].(int); return n }

// Bool returns a Boolean, or false.
func (o Options) Bool(name string) bool { b, _ := o[name].(bool); return b }

// File returns an Upload; ok is false where none was given.
func (o Options) File(name string) (f File, ok bool) { f, ok = o[name].(File); return f, ok }

// Content returns what was given as an Upload or else as a Word; ok is false where neither was.
func (o Options) Content(upload, word string) (data []byte, ok bool) {
	if f, ok := o.File(upload); ok {
		return f.Data, true
	}
	return []byte(o.Text(word)), o.Text(word) != ""
}

// ParseOptions checks raw values against the arguments and fills in defaults. Raw values are
// strings, integers, booleans, floats without a fraction, or Files. Unknown names and values out of
// bounds are a [*Refusal].
func ParseOptions(args []Arg, raw map[string]any, alone bool) (Options, error) {
	o := Options{}
	known := Map(args, func(a Arg) string { return a.Name })
	for _, name := range slices.Sorted(maps.Keys(raw)) {
		switch {
		case slices.Contains(known, name):
		case len(known) == 0:
			return nil, Refuse("%q is not an option; there are none here", name)
		default:
			return nil, Refuse("%q is not an option; the options are: %s", name, strings.Join(known, ", "))
		}
	}
	for _, a := range args {
		value, given := raw[a.Name]
		switch {
		case given:
			parsed, err := a.Parse(value)
			if err != nil {
				return nil, err
			}
			o[a.Name] = parsed
		case a.Required:
			return nil, Refuse("%s is missing: %s", a.Name, a.Help)
		}
	}
	for _, a := range args {
		if _, given := o[a.Name]; given {
			continue
		}
		if usual := a.Usual(o, alone); usual != nil {
			o[a.Name] = usual
		}
	}
	return o, nil
}

// DecodeOptions reads options from their JSON form. Missing arguments stay absent, so that a new
// default does not change an old table.
func DecodeOptions(args []Arg, data []byte) (Options, error) {
	var raw map[string]json.RawMessage
	if len(data) > 0 {
		if err := json.Unmarshal(data, &raw); err != nil {
			return nil, Refuse("the options cannot be read: %s", err.Error())
		}
	}
	o := Options{}
	for _, a := range args {
		message, ok := raw[a.Name]
		if !ok {
			continue
		}
		value, err := a.decode(message)
		if err != nil {
			return nil, err
		}
		if o[a.Name], err = a.check(value); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// Parse reads and checks one value, as typed.
func (a Arg) Parse(value any) (any, error) {
	if typed, ok := value.(string); ok && !a.Prose {
		value = Typewritten(typed)
	}
	return a.check(value)
}

func (a Arg) check(value any) (any, error) {
	switch a.Kind {
	case Word:
		return a.parseWord(value)
	case Integer:
		return a.parseInteger(value)
	case Boolean:
		return a.parseBoolean(value)
	case Pick:
		return a.parsePick(value)
	case Upload:
		return a.parseUpload(value)
	}
	return nil, Refuse("%s cannot be given", a.Name)
}

// Line joins the verb and its arguments into a move; the name [MoveVerb] is omitted.
func (v Verb) Line(o Options) string {
	var words []string
	if v.Name != MoveVerb {
		words = append(words, v.Name)
	}
	for _, a := range v.Args {
		switch value := o[a.Name].(type) {
		case string:
			words = append(words, strings.TrimSpace(value))
		case int:
			words = append(words, strconv.Itoa(value))
		case bool:
			words = append(words, strconv.FormatBool(value))
		}
	}
	return strings.Join(words, " ")
}

// Usual returns the argument's default, given the values of the arguments before it; nil if it has
// none.
func (a Arg) Usual(before Options, alone bool) any {
	if a.DefaultFor != nil {
		if value := a.DefaultFor(before); value != nil {
			return value
		}
	}
	if alone && a.DefaultAlone != nil {
		return a.DefaultAlone
	}
	return a.Default
}

func (a Arg) decode(message json.RawMessage) (value any, err error) {
	if a.Kind == Upload {
		var f File
		err = json.Unmarshal(message, &f)
		value = f
	} else {
		err = json.Unmarshal(message, &value)
	}
	if err != nil {
		return nil, Refuse("%s cannot be read: %s", a.Name, err.Error())
	}
	return value, nil
}

func (a Arg) parseWord(value any) (any, error) {
	s, ok := value.(string)
	if !ok {
		return nil, Refuse("%s must be a text", a.Name)
	}
	if a.Max > 0 && (len(s) < a.Min || len(s) > a.Max) {
		return nil, Refuse("%s must have %s to %s characters", a.Name, strconv.Itoa(a.Min), strconv.Itoa(a.Max))
	}
	return s, nil
}

func (a Arg) parseInteger(value any) (any, error) {
	n, ok := integer(value)
	if !ok {
		return nil, Refuse("%s must be a whole number", a.Name)
	}
	if (a.Min != 0 || a.Max != 0) && (n < a.Min || n > a.Max) {
		return nil, Refuse("%s must be a whole number from %s to %s", a.Name, strconv.Itoa(a.Min), strconv.Itoa(a.Max))
	}
	return n, nil
}

func (a Arg) parseBoolean(value any) (any, error) {
	switch v := value.(type) {
	case bool:
		return v, nil
	case string:
		switch strings.ToLower(strings.TrimSpace(v)) {
		case "true", "yes", "on", "1":
			return true, nil
		case "false", "no", "off", "0":
			return false, nil
		}
	}
	return nil, Refuse("%s must be true or false", a.Name)
}

func (a Arg) parsePick(value any) (any, error) {
	s, _ := value.(string)
	ids := make([]string, len(a.Choices))
	for i, c := range a.Choices {
		if strings.EqualFold(strings.TrimSpace(s), c.ID) || strings.EqualFold(s, c.Title.String()) {
			return c.ID, nil
		}
		ids[i] = c.ID
	}
	if slices.Contains(a.Unlisted, s) {
		return s, nil
	}
	return nil, Refuse("%s must be one of: %s", a.Name, strings.Join(ids, ", "))
}

func (a Arg) parseUpload(value any) (any, error) {
	f, ok := value.(File)
	if !ok {
		return nil, Refuse("%s must be a file", a.Name)
	}
	if a.Max > 0 && len(f.Data) > a.Max {
		return nil, Refuse("%s has %s bytes; at most %s are taken", a.Name, strconv.Itoa(len(f.Data)), strconv.Itoa(a.Max))
	}
	return f, nil
}

func integer(value any) (int, bool) {
	switch v := value.(type) {
	case int:
		return v, true
	case int64:
		return int(v), int64(int(v)) == v
	case float64:
		return int(v), v == math.Trunc(v) && math.Abs(v) < 1<<53
	case string:
		n, err := strconv.Atoi(strings.TrimSpace(v))
		return n, err == nil
	}
	return 0, false
}
