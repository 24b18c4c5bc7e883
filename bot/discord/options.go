package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// optionKind is Discord's number for the type of an option.
type optionKind int

const (
	optionSub optionKind = iota + 1
	optionGroup
	optionString
	optionInteger
	optionBoolean
	optionUser
	optionChannel
	optionRole
	optionMentionable
	optionNumber
	optionFile
)

// readOptions takes the values out of their subcommand.
func (in *interaction) readOptions(data wireData) error {
	options := data.Options
	for len(options) == 1 && (options[0].Type == optionSub || options[0].Type == optionGroup) {
		if !isName(options[0].Name) {
			return errName
		}
		in.Sub = strings.TrimPrefix(in.Sub+" "+options[0].Name, " ")
		options = options[0].Options
	}
	in.Options = map[string]any{}
	for _, o := range options {
		if !isName(o.Name) {
			return errName
		}
		value, err := in.value(o, data)
		if err != nil {
			return fmt.Errorf("decode option %s: %w", o.Name, err)
		}
		in.Options[o.Name] = value
		if o.Focused {
			in.Focus, in.focus = o.Name, o.Type
		}
	}
	return nil
}

// value checks one value against its type. Of a file it returns one without data.
func (in *interaction) value(o wireValue, data wireData) (any, error) {
	var text string
	switch {
	case len(o.Value) == 0 || string(o.Value) == "null":
		return nil, errors.New("it has no value")
	case o.Focused: // whatever the type: what was typed so far
		return loose(o.Value), nil
	case o.Type == optionBoolean:
		var yes bool
		err := json.Unmarshal(o.Value, &yes)
		return yes, err
	case o.Type == optionInteger || o.Type == optionNumber:
		return number(o)
	default:
		if err := json.Unmarshal(o.Value, &text); err != nil {
			return nil, err
		}
	}
	switch o.Type {
	case optionString, optionChannel, optionRole, optionMentionable:
		return text, nil
	case optionUser:
		user, ok := in.told(data, text)
		if !ok {
			return nil, errors.New("the user is not told")
		}
		return user, nil
	case optionFile:
		file, ok := data.Resolved.Files[text]
		if !ok {
			return nil, errors.New("the file is not told")
		}
		if in.files == nil {
			in.files = map[string]wireFile{}
		}
		in.files[o.Name] = file
		return engine.File{Name: file.Filename}, nil
	default:
		return nil, fmt.Errorf("type %d is unknown", o.Type)
	}
}

// number returns an int or a float64.
func number(o wireValue) (any, error) {
	var n float64
	if err := json.Unmarshal(o.Value, &n); err != nil {
		return nil, err
	}
	if o.Type == optionNumber {
		return n, nil
	}
	// Discord's integers lie within 2^53.
	if n != math.Trunc(n) || math.Abs(n) > 1<<53 {
		return nil, errors.New("it is no integer")
	}
	return int(n), nil
}

// loose returns a text as it is, and anything else as JSON spells it.
func loose(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return string(raw)
	}
	return text
}
