package engine

import (
	"slices"
	"strings"
)

// MaxSuggestions is the greatest number of completions of an argument.
const MaxSuggestions = 25

// Suggest completes typed input: first the words that begin with it, then those that contain it,
// each in the given order. Case and surrounding spaces are ignored. Most functions in [Arg.Suggest]
// use it.
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
