package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Error is an invalid setting, explained to the operator.
type Error struct {
	File string // or the environment variable; "" for a default
	Line int    // from 1; 0 if unknown
	Key  string // such as "discord.token"; "" if the file is not TOML
	Why  string
	Err  error // the cause, or nil
}

func (e *Error) Error() string {
	where := e.File
	if e.Line > 0 {
		where += fmt.Sprintf(":%d", e.Line)
	}
	parts := []string{where, e.Key, e.Why}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ": ")
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// reason returns the message of a file error without the path.
func reason(err error) string {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return path.Err.Error()
	}
	return err.Error()
}

// decodeError converts an error of the decoder, without the text of the line, which may contain the
// token.
func decodeError(name string, err error) error {
	if missing, ok := errors.AsType[*toml.StrictMissingError](err); ok && len(missing.Errors) > 0 {
		first := missing.Errors[0]
		line, _ := first.Position()
		return &Error{
			File: name, Line: line, Key: strings.Join(first.Key(), "."), Err: err,
			Why: "there is no such key; config.example.toml has them all",
		}
	}
	bad, ok := errors.AsType[*toml.DecodeError](err)
	if !ok {
		return &Error{File: name, Why: strings.TrimPrefix(err.Error(), "toml: "), Err: err}
	}
	line, _ := bad.Position()
	key, why := strings.Join(bad.Key(), "."), strings.TrimPrefix(bad.Error(), "toml: ")
	// Without a key it is a syntax error, of which the decoder says enough.
	return &Error{File: name, Line: line, Key: key, Why: cmp.Or(musts[kindOf(reflect.TypeFor[Config](), bad.Key())], why), Err: err}
}

// musts say what the values of keys must be.
var musts = map[reflect.Kind]string{
	reflect.String: `must be a text in quotes, such as "24h"`,
	reflect.Int:    "must be a whole number",
	reflect.Bool:   "must be true or false",
	reflect.Slice:  `must be a list of IDs in quotes, such as ["123456789012345678"]`,
	reflect.Struct: "must be a section, such as [log]",
}

// kindOf returns the kind of a key's value, or Invalid for an unknown key.
func kindOf(t reflect.Type, key toml.Key) reflect.Kind {
	if len(key) == 0 || t.Kind() != reflect.Struct {
		return reflect.Invalid
	}
	for _, field := range reflect.VisibleFields(t) {
		if field.Tag.Get("toml") != key[0] {
			continue
		}
		if len(key) == 1 {
			return field.Type.Kind()
		}
		return kindOf(field.Type, key[1:])
	}
	return reflect.Invalid
}

// lineOf returns the line on which a document sets a key, or 0.
func lineOf(data []byte, key string) (line int) {
	section, name, _ := strings.Cut(key, ".")
	for _, k := range missing(data, new(sections)) {
		// The decoder reports a key of an inline table without its section, which starts on the
		// same line.
		inline := k.key == name && slices.Contains(missing(data, new(struct{})), keyLine{section, k.line})
		if k.key == key || inline {
			line = k.line
		}
	}
	return line
}

// sections is a document without keys, so that a strict decoder reports the position of each.
type sections struct {
	Discord, Store, Cluster, Tables, Think, Limits, Log, Playground, Admin, Texts struct{}
}

// keyLine is a key and the line on which it is set.
type keyLine struct {
	key  string
	line int
}

// missing returns the keys of a document that v has no field for.
func missing(data []byte, v any) (list []keyLine) {
	err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(v)
	strict, ok := errors.AsType[*toml.StrictMissingError](err)
	if !ok {
		return nil
	}
	for _, e := range strict.Errors {
		line, _ := e.Position()
		list = append(list, keyLine{strings.Join(e.Key(), "."), line})
	}
	return list
}
