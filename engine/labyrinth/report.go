package labyrinth

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// pictureOf returns the picture of a solution as the options ask for it.
func pictureOf(pieces []board.Piece, r board.Report, o engine.Options) Picture {
	colour, _ := ColourByID(o.Text(optionColour))
	p := NewPicture(pieces, colour, engine.T("%s groups, %s holes", strconv.Itoa(r.Groups), strconv.Itoa(r.Holes)))
	p.Numbers = o.Bool(optionNumbers)
	return p
}

// introduction says what a solution is like, and what is remarkable of it. Of 20,000 solutions of
// the original search 844 had five or more groups, none two with holes, and none was symmetric.
func introduction(r board.Report, pieces []board.Piece, compact bool) engine.Text {
	const many = 5
	said := engine.T("64 hexagrams in %s groups: %s hang together in the largest, and the one without doors lies alone.", strconv.Itoa(r.Groups), strconv.Itoa(r.Sizes[0]))
	if r.Groups == 2 {
		said = engine.T("64 hexagrams in 2 groups, as few as there can be: all hang together but the one without doors.")
	}
	if compact {
		return engine.T("%s Every door meets a door; sides without doors may meet.", said)
	}
	said = engine.T("%s There are %s holes: always as many as groups.", said, strconv.Itoa(r.Holes))
	if r.Groups >= many {
		said = engine.T("%s Few solutions have so many.", said)
	}
	if r.Holed > 1 {
		said = engine.T("%s Rare: %s of the groups have holes.", said, strconv.Itoa(r.Holed))
	}
	switch {
	case board.Upright.Holds(pieces):
		said = engine.T("%s Rare: its west mirrors its east. No solution is symmetric by a half-turn.", said)
	case board.Level.Holds(pieces):
		said = engine.T("%s Rare: its north mirrors its south. No solution is symmetric by a half-turn.", said)
	}
	return said
}

// verifyLine returns the command that verifies a solution by its cells alone; "" if it cannot.
func verifyLine(pieces []board.Piece, compact bool) string {
	code := board.FormatCells(pieces)
	if compact || code == "" {
		return ""
	}
	return "verify text:" + code
}

// addNumbers adds the numbers of a solution and what verifies it to an answer: behind a button with
// the line of the answer, or at once where they are asked for or there is no such button.
func addNumbers(a *engine.Answer, o engine.Options, line string, numbers engine.Text, verify string) {
	button := action(engine.T("Numbers"), "🔢", line+" "+optionDetails+":true")
	if line != "" && button != nil && !o.Bool(optionDetails) {
		a.Actions = append(a.Actions, button...)
		return
	}
	a.Text = engine.T("%s\n%s", a.Text, numbers)
	if verify != "" {
		a.Text = engine.T("%s Its cells alone determine it: %s.", a.Text, engine.Command("connexion "+verify))
	}
}

// action returns a button if its line is neither empty nor too long.
func action(label engine.Text, emoji, line string) []engine.Action {
	const longest = 70 // of the 80 bytes for a button's line and the game's name
	if line == "" || len(line) > longest {
		return nil
	}
	return []engine.Action{{Label: label, Emoji: emoji, Line: line, Replace: true}}
}
