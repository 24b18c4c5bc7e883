// Package iching implements the oracle of the I Ching Connexion: it casts lines, reads the book, and
// marks the hexagrams of an answer in a Connexion, a solution of the China Labyrinth.
//
// Package [book] has the 64 hexagrams, the casting of lines and the texts; package [calendar] has
// the Chinese calendar. This package computes the hexagrams of a birth, see [Chart], stores a
// user's readings in a journal, and provides the commands of the bot.
//
// A table is one question. Its single move is the throw, "throw 7 8 9 6 7 7 at
// 2026-03-01T12:00:00Z", or "manual …" for lines typed in. Most commands are tools, which need no
// table; their readings are stored as notes of the user and contain the same move. See [Position]
// for the JSON form.
package iching

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
)

// Game is the game with the texts of this project.
var Game = game(tools{book.Own()})

// With returns the game with the texts of a file; see [book.Parse].
func With(data []byte) (engine.Game, error) {
	texts, err := book.Parse(data)
	if err != nil {
		return engine.Game{}, err
	}
	return game(tools{texts}), nil
}

// tools are the commands and their texts. It is read-only.
type tools struct {
	texts *book.Texts
}

const mostQuestion = 300 // bytes

var (
	questionArg = engine.Arg{Name: "question", Help: engine.T("What you want to know"), Kind: engine.Word, Prose: true, Min: 1, Max: mostQuestion}
	methodArg   = engine.Arg{Name: "method", Help: engine.T("How the lines are cast"), Kind: engine.Pick, Choices: []engine.Named{
		{ID: string(book.Coins), Title: engine.T("Three coins")}, {ID: string(book.Yarrow), Title: engine.T("Yarrow stalks")},
	}}
	ruleArg = engine.Arg{Name: "rule", Help: engine.T("Which texts are read"), Kind: engine.Pick, Choices: []engine.Named{
		{ID: string(book.EveryLine), Title: engine.T("Judgments and all changing lines")}, {ID: string(book.ZhuXi), Title: engine.T("Zhu Xi's rule")},
	}}
	linesArg = engine.Arg{
		Name: "lines", Help: engine.T("From the bottom: 7 8 9 6 7 7, or HTT HHT …"), Kind: engine.Word, Required: true, Min: 1, Max: 60,
	}
	privateArg = engine.Arg{Name: "private", Help: engine.T("Only you see the answer"), Kind: engine.Boolean}
)

func byDefault(a engine.Arg, value any) engine.Arg {
	a.Default = value
	return a
}

func game(t tools) engine.Game {
	return engine.Game{
		ID:      "iching",
		Title:   engine.T("I Ching"),
		Help:    engine.T("Ask the Book of Changes: throw, connect, read; the clock and the natal hexagram"),
		Rules:   1,
		Options: []engine.Arg{questionArg, byDefault(methodArg, string(book.Coins)), byDefault(ruleArg, string(book.EveryLine))},
		Complete: func(env engine.Env, p engine.Position, line string) (string, error) {
			return p.(*Position).complete(env, line)
		},
		Seats: func(engine.Options) int { return 1 },
		Verbs: []engine.Verb{
			{Name: book.CastVerb, Help: engine.T("Cast the lines at your table")},
			{Name: engine.MoveVerb, Help: engine.T("Type in the lines that you have cast, at your table"), Args: []engine.Arg{linesArg}},
		},
		Views: []engine.View{{Name: "read", Help: engine.T("The texts that answer"), Command: true, Offer: hasCast, Show: readTable}},
		Tools: t.all(),
		Controls: engine.Controls{
			Offers: []engine.Action{
				{Label: engine.T("Throw the coins"), Emoji: "🪙", Line: "throw"},
				{Label: engine.T("Ask a question"), Emoji: "❓", Line: "ask", Asks: []string{questionArg.Name, methodArg.Name}},
				{Label: engine.T("Type in a throw"), Emoji: "⌨️", Line: "manual", Asks: []string{linesArg.Name, questionArg.Name}},
				{Label: engine.T("Birth chart"), Emoji: "🌱", Line: "natal", Asks: []string{dateArg.Name, timeArg.Name, zoneArg.Name, sexArg.Name}},
				{Label: engine.T("This hour"), Emoji: "🕰️", Line: "clock"},
				{Label: engine.T("At a table"), Emoji: "✍️", Line: "new"},
			},
			Buttons: map[string]engine.Button{
				book.CastVerb:   {Label: engine.T("Throw"), Emoji: "🪙"},
				engine.MoveVerb: {Label: engine.T("Type in"), Emoji: "⌨️"},
				"read":          {Label: engine.T("Read"), Emoji: "📜"},
			},
		},
		New: func(o engine.Options) (engine.Position, error) {
			p := &Position{Question: engine.PlainLine(o.Text("question")), Method: book.Method(o.Text("method")), Rule: book.Rule(o.Text("rule")), texts: t.texts}
			if _, given := o["question"]; given && p.Question == "" {
				return nil, errNoQuestion
			}
			return p, nil
		},
	}
}

var errNoQuestion = engine.Refuse("ask something: the question is empty")
