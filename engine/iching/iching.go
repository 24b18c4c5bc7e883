// Package iching is the oracle of the I Ching Connexion: hexagrams and their texts,
// throws of coins and yarrow stalks, the clock and the natal hexagram.
//
// Lines of a hexagram are counted from the bottom, 1 to 6, and written 6, 7, 8 or 9:
// old yin, young yang, young yin, old yang. The old ones change. Hexagrams are numbered
// in the order of King Wen.
//
// A table is one question: its single move is the throw, "throw 7 8 9 6 7 7 at
// 2026-03-01T12:00:00Z", or "manual …" where the lines were typed in. Most of what there
// is to do needs no table and is a tool; readings are then kept as notes of the person,
// the same move in them. See [Position] for the JSON form.
//
// The natal hexagram follows W. K. Chu and W. A. Sherrill, The Astrology of I Ching; the
// sun's place J. Meeus, Astronomical Algorithms; Zhu Xi's rule his Introduction to the
// Study of the Changes. The package tells nobody's fortune.
package iching

import (
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Game is the descriptor, with the texts of this project.
var Game = mustSpeak()

func mustSpeak() engine.Game {
	texts, err := ownTexts()
	if err != nil {
		panic("iching: " + err.Error())
	}
	pages, err := aboutPages()
	if err != nil {
		panic("iching: " + err.Error())
	}
	return game(book{texts, pages})
}

// With returns the game with the texts of a file; see [ParseTexts].
func With(data []byte) (engine.Game, error) {
	texts, err := ParseTexts(data)
	if err != nil {
		return engine.Game{}, err
	}
	pages, err := aboutPages()
	if err != nil {
		return engine.Game{}, err
	}
	return game(book{texts, pages}), nil
}

// book is what the commands read from. It is read-only.
type book struct {
	texts *Texts
	pages []Page
}

// mostQuestion is how long a question may be, in bytes.
const mostQuestion = 300

var (
	questionArg = engine.Arg{Name: "question", Help: engine.T("What you want to know"), Kind: engine.Word, Min: 1, Max: mostQuestion}
	methodArg   = engine.Arg{Name: "method", Help: engine.T("How the lines are cast"), Kind: engine.Pick, Choices: []engine.Named{
		{ID: string(Coins), Title: engine.T("Three coins")}, {ID: string(Yarrow), Title: engine.T("Yarrow stalks")},
	}}
	ruleArg = engine.Arg{Name: "rule", Help: engine.T("Which texts are to be read"), Kind: engine.Pick, Choices: []engine.Named{
		{ID: string(EveryLine), Title: engine.T("Judgments and all changing lines")}, {ID: string(ZhuXi), Title: engine.T("As Zhu Xi has it")},
	}}
	linesArg = engine.Arg{
		Name: "lines", Help: engine.T("Six lines from the bottom: 7 8 9 6 7 7, or coins: HTT HHT …"), Kind: engine.Word, Required: true, Min: 1, Max: 60,
	}
	privateArg = engine.Arg{Name: "private", Help: engine.T("Only you see the answer"), Kind: engine.Boolean}
)

// byDefault gives an argument a default.
func byDefault(a engine.Arg, value any) engine.Arg {
	a.Default = value
	return a
}

func game(b book) engine.Game {
	return engine.Game{
		ID:      "iching",
		Title:   engine.T("I Ching"),
		Help:    engine.T("Ask the Book of Changes: throw, connect, read; the clock and the natal hexagram"),
		Rules:   1,
		Options: []engine.Arg{questionArg, byDefault(methodArg, string(Coins)), byDefault(ruleArg, string(EveryLine))},
		Seats:   func(engine.Options) int { return 1 },
		Verbs: []engine.Verb{
			{Name: castVerb, Help: engine.T("Cast the lines at your table"), Button: engine.T("Throw")},
			{Name: "move", Help: engine.T("Type in the lines that you have cast, at your table"), Args: []engine.Arg{linesArg}, Button: engine.T("Type in")},
		},
		Views: []engine.View{{Name: "read", Help: engine.T("The texts to be read"), Command: true, Button: engine.T("Read"), Show: readTable}},
		Tools: b.tools(),
		New: func(o engine.Options) (engine.Position, error) {
			p := &Position{Question: strings.TrimSpace(o.Text("question")), Method: Method(o.Text("method")), Rule: Rule(o.Text("rule")), texts: b.texts}
			if _, given := o["question"]; given && p.Question == "" {
				return nil, errNoQuestion
			}
			return p, nil
		},
	}
}

var errNoQuestion = engine.Refuse("ask something: the question is empty")
