package group

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
)

// markup holds the characters with a meaning in Discord's messages: formatting, and the starts of
// mentions and links.
const markup = "`*~|\\<>@"

// unfit returns why a word cannot name an element, as a clause to follow "name 3".
func unfit(name string) (engine.Text, bool) {
	if n := utf8.RuneCountInString(name); n > MaxName {
		return engine.T("has %s characters; the limit is %s", strconv.Itoa(n), strconv.Itoa(MaxName)), true
	}
	for _, r := range name {
		if unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r) {
			continue // accents on a letter
		}
		if !unicode.IsGraphic(r) || unicode.IsSpace(r) || engine.Invisible(r) {
			return engine.T("has an invisible character: U+%s", fmt.Sprintf("%04X", r)), true
		}
	}
	switch i := strings.IndexAny(name, markup); {
	case i >= 0 && name[i] == '`':
		return engine.T("has a back-tick: names must not have characters that format a message"), true
	case i >= 0:
		return engine.T("has a `%s`: names must not have characters that format a message or call somebody", name[i:i+1]), true
	case strings.Contains(name, "!"):
		return engine.T("has a `!`, which ends the names"), true
	case strings.HasPrefix(name, "_") || strings.HasSuffix(name, "_") || strings.Contains(name, "__"):
		return engine.T("has a `_` that would format a message: a single one within the name is allowed"), true
	case strings.Contains(name, "://"):
		return engine.T("looks like a link"), true
	}
	return engine.Text{}, false
}

// quoted returns a word of a file if a message may repeat it.
func quoted(word string) engine.Text {
	if _, bad := unfit(word); bad {
		return engine.T("something else")
	}
	return engine.T("%s", word)
}
