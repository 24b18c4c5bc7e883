package chat

import (
	"strings"
	"unicode/utf16"
)

// Length counts the characters of a text as the strictest of Discord's clients do, in
// UTF-16.
func Length(s string) (units int) {
	for _, r := range s {
		units += utf16.RuneLen(r)
	}
	return units
}

// head returns how many bytes of a text are within a number of characters.
func head(s string, most int) int {
	units := 0
	for at, r := range s {
		if units += utf16.RuneLen(r); units > most {
			return at
		}
	}
	return len(s)
}

// Shorten cuts a text to a number of characters.
func Shorten(s string, most int) string {
	if head(s, most) == len(s) {
		return s
	}
	return s[:head(s, most-1)] + "…"
}

// fence begins and ends a block of lines that are shown as they are.
const fence = "```"

// Pages cuts a text into parts of at most a number of characters, 20 or more, between
// paragraphs where it can, else between lines, words, or anywhere. A block that is cut is
// one on each page.
func Pages(s string, most int) []string {
	var list []string
	before := "" // opens a block again
	for {
		room := most - len(before)
		if head(s, room) == len(s) {
			return append(list, before+s)
		}
		page, after := s[:pageEnd(s, room)], ""
		if opens(before + page) {
			page = s[:pageEnd(s, room-len("\n"+fence))]
		}
		s = s[len(page):]
		page = before + page
		if before = ""; opens(page) {
			before, after = fence+"\n", "\n"+fence
		}
		list = append(list, page+after)
		if s = strings.TrimLeft(strings.TrimLeft(s, "\n"), blanks(before)); s == "" {
			return list
		}
	}
}

// opens reports whether a page ends within a block.
func opens(page string) bool { return strings.Count(page, fence)%2 == 1 }

// blanks are the characters that a page does not begin with: within a block, lines may be
// indented.
func blanks(before string) string {
	if before != "" {
		return ""
	}
	return "\n "
}

// pageEnd returns where the first page ends.
func pageEnd(s string, most int) int {
	end := head(s, most)
	for _, between := range []string{"\n\n", "\n", " "} {
		if at := strings.LastIndex(s[:end], between); at > 0 {
			return at
		}
	}
	return end
}
