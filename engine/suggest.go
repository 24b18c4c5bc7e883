package engine

import (
	"slices"
	"strings"
)

// MaxSuggestions is how many completions of an argument are shown.
const MaxSuggestions = 25

// Suggest completes what was typed to one of the words: those that begin with it come
// first, then those that contain it, in the order given. Case and blanks around it do not
// count. It is what most of [Arg.Suggest] are made of.
func Suggest(words []string, typed string) []Named {
	typed = strings.ToLower(strings.TrimSpace(typed))
	var first, others []Named
	for _, word := range words {
		named := Named{ID: word, Title: T("%s", word)}
		switch lower := strings.ToLower(word); {
		case strings.HasPrefix(lower, typed):
			first = append(first, named)
		case strings.Contains(lower, typed):
			others = append(others, named)
		}
	}
	all := slices.Concat(first, others)
	return all[:min(len(all), MaxSuggestions)]
}
