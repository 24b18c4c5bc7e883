package engine

import (
	"slices"
	"strings"
	"unicode/utf16"
)

// Scene is what package render draws. Positions are scenes; views and tools have others.
type Scene interface {
	// Describe returns what the picture shows, for those who cannot see it: as much as
	// they need to play on. What matters most comes first, since it is listened to. These
	// are whole sentences without markup, of at most [MostDescribed] characters; see [Fit].
	Describe() Text
}

// MostDescribed is how many characters a description may have, as [Text.Length] counts
// them. Discord's alternative texts have 1,024, of which the bot takes some to say how
// people ended a game, or which moves a film shows.
const MostDescribed = 900

// Length is how many characters the English has, counted in UTF-16 as the strictest of
// Discord's clients do. It is never less than the number of code points.
func (t Text) Length() int { return units(t.String()) }

func units(said string) int {
	n := 0
	for _, r := range said {
		n += utf16.RuneLen(r)
	}
	return n
}

// Fit makes a Text of several ways to say the same, the longest first: in each language it is
// the first that has at most so many characters, counted as by [Text.Length]. Where none
// has, it is the last one.
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

// Sentences makes a Text of several, parted by blanks. Empty ones are left out.
func Sentences(list ...Text) Text {
	return List(" ", slices.DeleteFunc(slices.Clone(list), Text.Empty))
}

// List makes a Text of several with a mark between them, which is no format.
func List(between string, list []Text) Text {
	if len(list) == 0 {
		return Text{}
	}
	args := make([]any, len(list))
	for i, t := range list {
		args[i] = t
	}
	return Text{Format: strings.Repeat("%s"+between, len(list)-1) + "%s", Args: args}
}

// Describe implements [Scene]: by the words of whoever made the film.
func (f Film) Describe() Text { return f.Words }

// Describe implements [Scene].
func (d Drawing) Describe() Text { return d.Scene.Describe() }

// Describe implements [Scene]: the move that is advised, what is expected to follow, and
// the position as far as there is room for it.
func (s Suggestion) Describe() Text {
	advice, position := T("Hint: %s.", s.Choice.Move), s.Position.Describe()
	expected := Text{}
	if line := s.Choice.Line; len(line) > 1 {
		expected = T("Expected then: %s.", strings.Join(line[1:min(len(line), mostExpected)], ", "))
	}
	return Fit(mostAdvised, Sentences(advice, expected, position), Sentences(advice, position), Sentences(advice, expected), advice)
}

// mostAdvised is how long the words for a suggestion may be: the bot adds nothing to them.
const mostAdvised = 1024

// mostExpected is how many moves of an expected line are told: what lies further ahead is
// too unsure.
const mostExpected = 6
