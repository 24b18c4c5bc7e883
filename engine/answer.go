package engine

import (
	"strconv"
	"strings"
	"time"
)

// Answer is the reply of a view or a tool. Scenes are drawn by package render; Data is the
// machine-readable form, ready for encoding/json.
type Answer struct {
	Text   Text
	Data   any
	Scenes []Scene
	Files  []File
	// Actions has at most 25 buttons, shown in rows of 5. No two have the same line.
	Actions []Action
}

// Film is an animated picture. Frames are scenes of one type; each is shown for Delay, the last for
// Hold. Words is the description, see [Scene]: the beginning, the end and what happens in between.
type Film struct {
	Frames      []any
	Delay, Hold time.Duration
	Words       Text
}

// Drawing is a scene delivered as a file. The extension of Name selects the format: "graph.svg".
type Drawing struct {
	Name  string
	Scene Scene
}

// Action is a button under an answer. Pressing it runs the line as a command of the same game
// ("solve seed:7"), at the same table if there is one. A line made by [Then] runs two commands.
type Action struct {
	Label Text
	Emoji string // one Unicode emoji before the label, or ""
	Line  string
	// Replace: the answer replaces the message that holds the button.
	Replace bool
	// Disabled: the button only keeps its place in the row and cannot be pressed.
	Disabled bool
	// Asks are names of at most 5 arguments for which a form asks when the button is pressed. Line is
	// then the bare name of their command, and the answer a message of its own.
	Asks []string
}

// Turning returns the actions that show the positions before and after a move. Moves count from 1.
func Turning(move int) []Action {
	before, this := strconv.Itoa(move-1), strconv.Itoa(move)
	return []Action{
		{Label: T("Before move %s", this), Line: showMove + before}, {Label: T("After move %s", this), Line: showMove + this},
	}
}

// showMove begins a line that shows the position after a number of moves, to the caller alone.
const showMove = "show move:"

// lineSeparator separates the two commands of a line.
const lineSeparator = " | "

// Then joins two commands into the line of an [Action]: the second answer replaces the first. It is
// for tables of one, where nobody else needs to see the first answer.
func Then(first, second string) string { return first + lineSeparator + second }

// Commands splits the line of an [Action] into its one or two commands, in order.
func Commands(line string) []string { return strings.SplitN(line, lineSeparator, 2) }

// Attach adds data as a JSON file, and a picture as an SVG file of the same name.
func (a *Answer) Attach(name string, data []byte, picture Scene) {
	a.Files = append(a.Files, File{Name: name + ".json", Data: append(data, '\n')})
	a.Scenes = append(a.Scenes, Drawing{Name: name + ".svg", Scene: picture})
}

// File is a file sent to or received from a person.
type File struct {
	Name string `json:"name"`
	Data []byte `json:"data"`
}
