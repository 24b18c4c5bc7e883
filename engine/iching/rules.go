package iching

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// rulesPages counts the pages of the rules, of which the last one has the credits.
const rulesPages = 6

func (t tools) rules() engine.Tool {
	return engine.Rules(engine.T("I Ching"), []engine.Page{
		{
			Title: engine.T("six throws"),
			Text:  engine.T("Think of a question, or type it: %s. Three coins are thrown six times. Heads count 3, tails 2, and the sum makes a line: 7 and 9 a whole one (yang), 6 and 8 a broken one (yin). To throw your own coins, type what fell: %s.", engine.Command("iching ask question:…"), engine.Command("iching manual 7 8 9 6 7 7")),
			Scene: engine.Illustrated("coins",
				engine.T("What three coins make. 2, 2, 2: the sum 6, a broken line that changes. 3, 2, 2: 7, a whole line. 3, 3, 2: 8, a broken line. 3, 3, 3: 9, a whole line that changes."),
				engine.T("changes"), engine.T("stays"), engine.T("stays"), engine.T("changes")),
		},
		{
			Title: engine.T("the hexagram"),
			Text:  engine.T("The first throw is the lowest line, the last the highest. Six lines make a hexagram, one of 64, each with a number, a name and texts. Its lower and its upper three lines are trigrams, of which there are eight: Heaven, Earth, Thunder, Water, Mountain, Wind, Fire and Lake."),
			Scene: engine.Illustrated("hexagram",
				engine.T("A hexagram with its lines numbered from the bottom: whole, broken, whole, broken, whole, whole. The lower three are Fire, the upper three Wind."),
				engine.T("Fire"), engine.T("Wind")),
		},
		{
			Title: engine.T("changing lines"),
			Text:  engine.T("Sums of 6 and 9 are old lines, drawn in colour with a cross or a ring: each turns into its opposite. So the hexagram of now leads to a second one, of what is to come. Where no line is old there is only the one."),
			Scene: engine.Shown(t.start, nil, "7 8 9 6 7 7"),
		},
		{
			Title: engine.T("what to read"),
			Text:  engine.T("First the judgment of the hexagram of now. Then the text of each changing line, from the bottom. In the end the judgment of the hexagram to come. Buttons below the answer lead to each of them, and %s to any other.", engine.Command("iching hexagram 23")),
			Scene: engine.Illustrated("read",
				engine.T("In this order: first, the whole hexagram of now; second, its two changing lines; third, the whole hexagram to come."),
				engine.T("the judgment"), engine.T("each changing line"), engine.T("the judgment of what is to come")),
		},
		{
			Title: engine.T("the hexagons"),
			Text:  engine.T("Each hexagram is a hexagon of the Connexion as well: a whole line is a door. Line 1 is the side below, and the others follow clockwise. An answer by %s marks both hexagrams in a new solution of that puzzle, which is a game of its own here.", engine.Command("iching ask question:… connect:true")),
			Scene: engine.Illustrated("doors",
				engine.T("A hexagram and its hexagon. The sides are numbered like the lines, 1 below and on clockwise. The whole lines, 1, 3, 5 and 6, are doors."),
				engine.T("a whole line is a door")),
		},
		{
			Title: engine.T("about"),
			Text:  engine.T("**Ed van Zon**'s program *I Ching Connexion*, version 2.3.2 of 1997, made with **Christian Freeling** at MindSports, joins the book with **Martin Medema**'s puzzle of 64 hexagons. The natal hexagram is that of *The Astrology of I Ching* by **W. K. Chu** and **W. A. Sherrill**; **James Legge** translated the book in 1882; thanks go to **Gerard Dijkman**. %s", t.texts.Source()),
			Scene: func() (engine.Scene, error) {
				pair := settings{}.pair(t.texts, book.Numbered(37), book.Numbered(25), engine.T("Now"), engine.T("To come"))
				return settings{}.connexion(context.Background(), solver.Default(), 1, pair)
			},
			Actions: engine.Map(pages, func(p page) engine.Action {
				return engine.Action{Label: book.Said(p.Title), Line: "about " + p.ID, Replace: true}
			}),
		},
	})
}
