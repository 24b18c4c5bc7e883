// Package validate holds Discord's rules for what a bot sends: how long, how many, what
// goes with what. Each check returns nil, or an [apierror.Error] that names every field at
// fault, with the code that Discord has for it.
package validate

import (
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/bot/playground/apierror"
)

// join makes a path of names and indexes.
func join(path string, parts ...any) string { return apierror.Join(path, parts...) }

// length faults a text outside its bounds, in characters.
func length(f *apierror.Fields, path, text string, least, most int) {
	n := utf8.RuneCountInString(text)
	switch {
	case n == 0 && least > 0:
		f.Add(path, "BASE_TYPE_REQUIRED", "This field is required")
	case n > most && least == 0:
		f.Add(path, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	case n < least || n > most:
		f.Add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

// count faults a list outside its bounds.
func count(f *apierror.Fields, path string, n, least, most int) {
	switch {
	case least == 0 && n > most:
		f.Add(path, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	case n < least || n > most:
		f.Add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}
