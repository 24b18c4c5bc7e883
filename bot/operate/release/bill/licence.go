package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// texts are the words of the licences that are known, by SPDX identifier and, where one has
// several texts, a word more. WHOEVER stands for names.
//
//go:embed terms
var texts embed.FS

// terms is a text of texts.
type terms struct {
	id    string
	words *regexp.Regexp
}

// known are the terms, the longest first: some have others in them.
var known = sync.OnceValues(func() ([]terms, error) {
	files, err := fs.Glob(texts, "terms/*.txt")
	if err != nil {
		return nil, err
	}
	var all []terms
	for _, file := range files {
		text, err := texts.ReadFile(file)
		if err != nil {
			return nil, err
		}
		id := strings.TrimSuffix(strings.TrimPrefix(file, "terms/"), ".txt")
		for _, more := range []string{".header", ".appendix"} {
			id = strings.TrimSuffix(id, more)
		}
		// At most a dozen words: names must not swallow what somebody has added.
		pattern := strings.ReplaceAll(words(string(text)), " whoever ", " (?:[a-z]+ ){1,12}?")
		compiled, err := regexp.Compile(pattern)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, terms{id, compiled})
	}
	slices.SortStableFunc(all, func(a, b terms) int { return len(b.words.String()) - len(a.words.String()) })
	return all, nil
})

// What a licence's file may have besides the terms that are known: names, which files they
// are for, a heading.
const besides = 80 // words

// suspect are words that no file has whose terms are only those that are known.
var suspect = regexp.MustCompile(`\b(affero|agpl|commons clause|commercial|evaluation|gnu|gpl|lgpl|non ?commercial|server side public|sspl)\b`)

var errUnknown = errors.New("terms that are not known")

// identify finds the terms that a text consists of. Where any part of it may be something
// else its error is an errUnknown.
func identify(text string) ([]string, error) {
	all, err := known()
	if err != nil {
		return nil, err
	}
	rest := words(text)
	var found []string
	for _, t := range all {
		if left := t.words.ReplaceAllString(rest, " "); left != rest {
			found, rest = append(found, t.id), left
		}
	}
	switch n := len(strings.Fields(rest)); {
	case len(found) == 0:
		return nil, errUnknown
	case n > besides:
		return nil, fmt.Errorf("%w beside %s: %d words", errUnknown, strings.Join(found, " and "), n)
	case suspect.MatchString(rest):
		return nil, fmt.Errorf("%w beside %s: %q", errUnknown, strings.Join(found, " and "), suspect.FindString(rest))
	}
	return found, nil
}

var (
	names   = regexp.MustCompile(`(?im)^\W*((portions )?copyright\W*(\(c\)|©|\d|\[)|\(c\)|©|all rights reserved).*$`)
	letters = regexp.MustCompile(`[a-z]+`)
)

// words are the words of a text, with a blank around each: without capitals, numbers, signs,
// and the lines that name who has the copyright.
func words(text string) string {
	text = strings.ToLower(names.ReplaceAllString(text, ""))
	return " " + strings.Join(letters.FindAllString(text, -1), " ") + " "
}
