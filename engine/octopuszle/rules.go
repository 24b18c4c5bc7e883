package octopuszle

import "github.com/sixfold-bot/sixfold/engine"

var rulesTool = engine.Rules(engine.T("Octopuszle"), []engine.Page{
	{
		Title: engine.T("the squares"),
		Text:  engine.T("From the knot in its middle, a square has lines in some of the eight directions: blue ones to its sides, orange ones to its corners. There are 256 squares, one for every choice of directions, from none to all eight. They are never turned."),
		Scene: engine.Illustrated("squares",
			engine.T("Four squares: one without a line, one with blue lines to the right and down, one with an orange line to the upper right corner, and one with all eight lines."),
			engine.T("no line"), engine.T("to two sides"), engine.T("to a corner"), engine.T("all eight")),
	},
	{
		Title: engine.T("lines meet lines"),
		Text:  engine.T("Where a line reaches a side, the square beyond must have a line that comes to meet it. Where there is none, none may come from the other side either. And no line leads off the board."),
		Scene: engine.Illustrated("sides",
			engine.T("Two squares whose lines meet at their common side: allowed. Two squares of which only one has a line to the common side: forbidden. A square at the rim with a line that leads off the board: forbidden."),
			engine.T("line meets line"), engine.T("nothing meets it"), engine.T("it leads off the board")),
	},
	{
		Title: engine.T("corners"),
		Text:  engine.T("An orange line goes on through the corner, into the square diagonally beyond, which must have the line that meets it. Two orange lines may cross at the same corner. They have nothing to do with each other."),
		Scene: engine.Illustrated("corners",
			engine.T("Four squares around a corner. An orange line goes on from the upper left to the lower right square: allowed. Two orange lines cross at the corner: allowed. An orange line ends at the corner: forbidden."),
			engine.T("it goes on"), engine.T("two may cross"), engine.T("it ends at the corner")),
	},
	{
		Title: engine.T("your own board"),
		Text:  engine.T("All 256 squares fill a board of 16 by 16: %s shows how. With %s the orange lines are given, and you lay the squares. The little relative, %s, has 16 squares with blue lines alone. *Fill a gap* shows what fits. A number adds up the blue lines: 1 up, 2 right, 4 down, 8 left. So 6 has lines to the right and down.", engine.Command("octopuszle solve"), engine.Command("octopuszle new size:16"), engine.Command("octopuszle new")),
		Scene: engine.Illustrated("relative",
			engine.T("A solved board of 4 by 4 squares, on which every blue line meets another. Beside it a square with lines to the right, which counts 2, and down, which counts 4: its number is 6."),
			engine.T("the lines count"), engine.T("so this is 6")),
	},
	{
		Title: engine.T("about"),
		Text:  engine.T("E. van Zon's Programmer's Introduction to I Ching Connexion 2.3.2 (1997; MindSports, with C. Freeling) tells of the Octopuszle beside the China Labyrinth. It asks how to find a solution with the diagonals of a given one, and reckons with 6.7 × 10^79 years: %s takes a moment. The octopus in the name has eight arms, as a square has eight directions.", engine.Command("octopuszle solve diagonals:same")),
		Scene: engine.Illustrated("emblem", engine.T("The emblem of the Octopuszle: a knot of a blue and an orange line over nine squares.")),
	},
})
