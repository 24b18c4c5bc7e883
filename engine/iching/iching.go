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
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
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
type tools struct{ texts *book.Texts }

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

// all returns the commands that need no table.
func (t tools) all() []engine.Tool {
	asked, named := questionArg, hexagramArg
	asked.Required, named.Suggest = true, t.suggest
	return []engine.Tool{
		t.rules(),
		{
			Name: "ask", Help: engine.T("Ask a question, throw, and read the answer; a button or connect:true marks it in a Connexion"),
			Args: []engine.Arg{asked, methodArg, ruleArg, connectArg, privateArg}, Run: t.cast(book.ThrowVerb).run,
		},
		{
			Name: "throw", Help: engine.T("Throw, with a question or without"),
			Args: []engine.Arg{questionArg, methodArg, ruleArg, connectArg, privateArg}, Run: t.cast(book.ThrowVerb).run,
		},
		{
			Name: "manual", Help: engine.T("Type in a throw of your own coins or stalks"),
			Args: []engine.Arg{linesArg, questionArg, ruleArg, connectArg, privateArg}, Run: t.cast(book.ManualVerb).run,
		},
		{
			Name: "hexagram", Help: engine.T("What the book says of a hexagram, and what it is related to"),
			Args: []engine.Arg{named, lineArg, pageArg, privateArg}, Run: t.hexagram,
		},
		{
			Name: "search", Help: engine.T("Find words in the texts"), Private: true,
			Args: []engine.Arg{wordsArg, privateArg}, Run: t.search,
		},
		{
			Name: "journal", Help: engine.T("Your saved readings: list, show, delete, export; nobody else sees them"), Private: true,
			Args: []engine.Arg{doArg, readingArg, viewArg, listPageArg, privateArg}, Run: command(t.journal).run, Latest: t.latest,
		},
		{
			Name: "clock", Help: engine.T("The waning and waxing hexagrams of this moment"),
			Args: []engine.Arg{connectArg, zoneArg, longitudeArg, hemisphereArg, yearStartArg, privateArg}, Run: command(t.clock).run,
		},
		{
			Name: "natal", Help: engine.T("The natal hexagram of a birth, with the periods of life; kept only if you save it"), Private: true,
			Args: []engine.Arg{
				dateArg, timeArg, zoneArg, longitudeArg, sexArg, hemisphereArg, yearStartArg, signArg,
				pillarsArg, birthYearArg, connectArg, yearsArg, saveArg, privateArg, chartArg,
			},
			Run: command(t.natal).run,
		},
		{
			Name: "settings", Help: engine.T("Your colours, time zone, way to cast, and search for Connexions, kept for you"), Private: true,
			Args: append([]engine.Arg{
				groundArg, firstArg, secondArg, clearable(zoneArg), clearable(longitudeArg), hemisphereArg, yearStartArg, methodArg, ruleArg, connectArg,
			}, labyrinth.PreferenceArguments...),
			Run: command(set).run,
		},
		{
			Name: "about", Help: engine.T("The book, casting and reading, the Connexion, the clock, the natal hexagram"), Private: true,
			Args: []engine.Arg{aboutArg, privateArg}, Run: about,
		},
	}
}

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
		Views: []engine.View{{Name: "read", Help: engine.T("The texts that answer"), Command: true, Offer: func(p engine.Position) bool { return p.(*Position).Throw != nil }, Show: readTable}},
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
		New: t.start,
	}
}

func (t tools) start(o engine.Options) (engine.Position, error) {
	p := &Position{Question: engine.PlainLine(o.Text("question")), Method: book.Method(o.Text("method")), Rule: book.Rule(o.Text("rule")), texts: t.texts}
	if _, given := o["question"]; given && p.Question == "" {
		return nil, engine.Refuse("ask something: the question is empty")
	}
	return p, nil
}
