package group

import (
	"slices"
	"strings"
)

// IsTable reports whether a text is a pasted table, not a name.
func IsTable(text string) bool { return strings.ContainsAny(text, "!\n") }

// Unfold restores the line breaks of a table that was typed on one line. A text with line breaks,
// or with a wrong number of names, is returned unchanged: a ragged table is an error.
func Unfold(text string) []byte {
	words := strings.Fields(text)
	end := slices.IndexFunc(words, endsNames) + 1
	n := end
	if end > 0 && words[end-1] == "!" {
		n--
	}
	if strings.ContainsAny(strings.TrimSpace(text), "\n\r") || end < 1 || n < 1 || len(words) != end+n*n {
		return []byte(text)
	}
	lines := []string{strings.Join(words[:end], " ")}
	for i := end; i < len(words); i += n {
		lines = append(lines, strings.Join(words[i:i+n], " "))
	}
	return []byte(strings.Join(lines, "\n"))
}
