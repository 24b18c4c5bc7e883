package engine

import (
	"strconv"
	"strings"
	"time"
)

// Answer is what a view or a tool replies. Scenes are what package render draws;
// Data is the machine-readable form, ready for encoding/json.
type Answer struct {
	Text   Text
	Data   any
	Scenes []Scene
	Files  []File
	// Actions are at most 25, in rows of 5. No two have the same line.
	Actions []Action
}

// Film is a scene that moves: its frames, scenes of one kind, become one animated
// picture, each shown for Delay, the last one for Hold. Words are its description, see
// [Scene]: how it begins and ends, and what happens in between.
type Film struct {
	Frames      []any
	Delay, Hold time.Duration
	Words       Text
}

// Drawing is a scene to be handed over as a file. The ending of its name says in which
// format: "graph.tga".
type Drawing struct {
	Name  string
	Scene Scene
}

// Action is a button under an answer: pressed, it runs the line as a command of the same
// game ("solve seed:7"), at the same table if there is one. A line of two commands, made by
// [Then], runs both.
type Action struct {
	Label Text
	Emoji string // one emoji of Unicode that stands before the label, or ""
	Line  string
	// Replace: the answer takes the place of the message that the button is under.
	Replace bool
	// Disabled: it stands there, so that the others keep their places, and does nothing.
	Disabled bool
}

// Turning are the actions that show the positions before and after a move, the first of which
// is 1.
func Turning(move int) []Action {
	before, this := strconv.Itoa(move-1), strconv.Itoa(move)
	return []Action{
		{Label: T("Before move %s", this), Line: showMove + before}, {Label: T("After move %s", this), Line: showMove + this},
	}
}

// showMove begins a line that shows the position after so many moves, for the caller alone.
const showMove = "show move:"

// between parts the two commands of a line.
const between = " | "

// Then joins two commands to the line of an [Action]: the answer of the second is shown in
// place of the first one's. It is for tables of one, where nobody else is to be told of the
// first.
func Then(first, second string) string { return first + between + second }

// Commands are the one or two commands of an [Action]'s line, in order.
func Commands(line string) []string { return strings.SplitN(line, between, 2) }

// File is something to hand to, or taken from, a person.
type File struct {
	Name string `json:"name"`
	Data []byte `json:"data"`
}
