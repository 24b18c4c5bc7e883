package engine

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Scene is drawn by package render. Positions are scenes; views and tools have others.
type Scene interface {
	// Describe returns an alternative text of the picture, complete enough to play by, the most
	// important first. It consists of whole sentences without markup and has at most
	// [MostDescribed] characters; see [Fit].
	Describe() Text
}

// MostDescribed is the greatest [Text.Length] of a description. Discord's alternative texts have
// 1,024 characters; the bot uses the rest to say how people ended a game or which moves a film
// shows.
const MostDescribed = 900

// Length returns the length of the English text in UTF-16 code units, as the strictest of Discord's
// clients counts. It is never less than the number of code points.
func (t Text) Length() int { return units(t.String()) }

func units(said string) int {
	n := 0
	for _, r := range said {
		n += utf16.RuneLen(r)
	}
	return n
}

// Fit returns a Text with alternative wordings, longest first. In each language it prints as the
// first one whose [Text.Length] is at most most, or else as the last one.
func Fit(most int, ways ...Text) Text { return Text{fit: &fitting{most, ways}} }

type fitting struct {
	most int
	ways []Text // at least one
}

func (f *fitting) print(sprintf func(format string, args ...any) string, command func(Command) string) string {
	last := len(f.ways) - 1
	for _, way := range f.ways[:last] {
		if said := way.Print(sprintf, command); units(said) <= f.most {
			return said
		}
	}
	return f.ways[last].Print(sprintf, command)
}

// Sentences joins texts by spaces, leaving out empty ones.
func Sentences(list ...Text) Text {
	return List(" ", slices.DeleteFunc(slices.Clone(list), Text.Empty))
}

// List joins texts by a separator, which is used as a format and so must not contain "%".
func List(between string, list []Text) Text {
	if len(list) == 0 {
		return Text{}
	}
	return Text{
		Format: strings.Repeat("%s"+between, len(list)-1) + "%s",
		Args:   Map(list, func(t Text) any { return t }),
	}
}

// Numbers joins numbers by a separator.
func Numbers[N ~int | ~int8 | ~uint8](between string, list []N) string {
	return strings.Join(Map(list, func(n N) string { return strconv.Itoa(int(n)) }), between)
}

// Describe implements [Scene].
func (f Film) Describe() Text { return f.Words }

// Describe implements [Scene].
func (d Drawing) Describe() Text { return d.Scene.Describe() }

// Describe implements [Scene]: the suggested move, the expected continuation, and the position as
// far as there is room for it.
func (s Suggestion) Describe() Text {
	advice, position := T("Hint: %s.", s.Choice.Move), s.Position.Describe()
	expected := Text{}
	if line := s.Choice.Line; len(line) > 1 {
		expected = T("Expected then: %s.", strings.Join(line[1:min(len(line), maxExpected)], ", "))
	}
	return Fit(maxAdvised, Sentences(advice, expected, position), Sentences(advice, position), Sentences(advice, expected), advice)
}

// maxAdvised is the greatest length of a suggestion's description: the bot adds nothing to it.
const maxAdvised = 1024

// maxExpected bounds the described continuation: later moves are too uncertain.
const maxExpected = 6
