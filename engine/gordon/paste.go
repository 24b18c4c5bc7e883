package gordon

import "strings"

// isTable tells a pasted table from a name: only a table has a sign that ends names.
func isTable(text string) bool { return strings.ContainsAny(text, "!\n") }

// unfolded gives a pasted table back the line breaks that Discord takes out of what is
// typed into a command. Only a text without any is touched, and only if it has as many
// names as the table needs: where there are lines they mean what they say.
func unfolded(text string) []byte {
	words := strings.Fields(text)
	end := -1
	for i, word := range words {
		if strings.HasSuffix(word, "!") {
			end = i + 1
			break
		}
	}
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
