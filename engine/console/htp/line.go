package htp

import "strings"

type request struct {
	id      string // digits, or empty
	command string // in lower case; empty if the line is only a number
	args    []string
}

// parse parses a line; ok is false if it is empty. Control characters are ignored, as the Go Text
// Protocol requires.
func parse(line string) (r request, ok bool) {
	line, _, _ = strings.Cut(line, "#")
	fields := strings.Fields(strings.Map(plain, line))
	if len(fields) == 0 {
		return r, false
	}
	if strings.Trim(fields[0], "0123456789") == "" {
		r.id, fields = fields[0], fields[1:]
	}
	if len(fields) > 0 {
		r.command, r.args = strings.ToLower(fields[0]), fields[1:]
	}
	return r, true
}

// plain drops control characters except the tab.
func plain(r rune) rune {
	if r < ' ' && r != '\t' || r == '\x7f' {
		return -1
	}
	return r
}
