package console

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

type request struct {
	Do     string         `json:"do"`
	Level  string         `json:"level"`
	Millis *int64         `json:"millis"`
	Name   string         `json:"name"`
	Args   map[string]any `json:"args"`
	Format string         `json:"format"`
	Text   string         `json:"text"`

	given []string // the fields present in the line, except "do"
}

// action is a kind of request, with the fields that it reads.
type action struct {
	run    func(*session, context.Context, request) (any, error)
	fields []string
}

var actions = map[string]action{
	"export":  {(*session).export, []string{"format"}},
	"genmove": {(*session).genmove, []string{"level", "millis"}},
	"import":  {(*session).load, []string{"format", "text"}},
	"show":    {(*session).show, nil},
	"tool":    {(*session).tool, []string{"name", "args"}},
	"undo":    {(*session).undo, nil},
	"view":    {(*session).view, []string{"name", "args", "millis"}},
}

func parseRequest(line string) (request, error) {
	var r request
	if err := json.Unmarshal([]byte(line), &r); err != nil {
		return r, engine.Refuse("this is not a JSON object of a known form: %s", err.Error())
	}
	var fields map[string]json.RawMessage
	_ = json.Unmarshal([]byte(line), &fields) // an object, as the first decoding shows
	delete(fields, "do")
	r.given = slices.Sorted(maps.Keys(fields))
	return r, nil
}

// allows refuses fields that the action does not read: most are misspelt.
func (r request) allows(fields []string) error {
	for _, name := range r.given {
		if slices.Contains(fields, name) {
			continue
		}
		if len(fields) == 0 {
			return engine.Refuse("%q has no fields, so %q is not one of them", r.Do, name)
		}
		return engine.Refuse("%q is not a field of %q; its fields are: %s", name, r.Do, strings.Join(fields, ", "))
	}
	return nil
}

// limit returns the time for a generated move or a view.
func (r request) limit(usual time.Duration) (time.Duration, error) {
	if r.Millis == nil {
		return usual, nil
	}
	if *r.Millis < 1 || *r.Millis > longest.Milliseconds() {
		return 0, engine.Refuse("millis must be from 1 to %s", strconv.FormatInt(longest.Milliseconds(), 10))
	}
	return time.Duration(*r.Millis) * time.Millisecond, nil
}

// longest bounds "millis": more than a day is a typing error.
const longest = 24 * time.Hour
