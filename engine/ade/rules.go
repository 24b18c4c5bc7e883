package ade

import "github.com/sixfold-bot/sixfold/engine"

var rulesTool = engine.Rules(engine.T("ADE"), []engine.Page{
	{
		Title: engine.T("the board"),
		Text:  engine.T("The board is some nodes, joined by lines, with a number on each. A node with a number above 0 is amber: it can fire. All others rest, those of 0 too. %s opens a board, and %s, or the button *Set*, puts a number on a node.", engine.Command("ade new"), engine.Command("ade set V1 3")),
		Scene: engine.Illustrated("nodes",
			engine.T("Three nodes in a row, joined by lines. V1 has 3 and is amber: it can fire. V2 has 0 and rests. V3 has minus 2 and rests."),
			engine.T("above 0: can fire"), engine.T("0: rests"), engine.T("below 0: rests")),
	},
	{
		Title: engine.T("firing"),
		Text:  engine.T("All amber nodes fire at the same time. Each gives its number to every neighbour, which gains as much, and its own number turns negative. What its neighbours gave it in the same moment is added to that. The button *Fire* does it all."),
		Scene: engine.Illustrated("fire",
			engine.T("Three nodes in a row with 1, 2 and 0. V1 gives 1 to V2, V2 gives 2 to V1 and 2 to V3. Afterwards they have minus 1 plus 2, which is 1, minus 2 plus 1, which is minus 1, and 0 plus 2, which is 2."),
			engine.T("before"), engine.T("after")),
	},
	{
		Title: engine.T("the run"),
		Text:  engine.T("Fire again and again. The numbers wander over the board, until no node is above 0: then the run is over. Will it ever be? That is the question of the game. *Exhaust* answers it by proof, and fires to the end where there is one."),
		Scene: engine.Illustrated("run",
			engine.T("A run on three nodes, line by line: 1 0 0, then minus 1, 1, 0, then 0, minus 1, 1, then 0, 0, minus 1. Nothing is above 0: the end."),
			engine.T("start"), engine.T("fire"), engine.T("fire"), engine.T("fire: the end")),
	},
	{
		Title: engine.T("the shapes"),
		Text:  engine.T("A is a path. D and E have one node more, V0, beside V2 or V3. Every run ends on all of A and D, and on E with 8 nodes at most; on E with 9 or more some never do. Any other board is made from its lines: %s.", engine.Command("ade new edges:1-2 2-3 2-4")),
		Scene: engine.Illustrated("shapes",
			engine.T("A5: five nodes in a row. D5: four nodes in a row, V1 to V4, and V0 beside V2. E6: five nodes in a row, and V0 beside V3."),
			engine.T("a path"), engine.T("V0 beside V2"), engine.T("V0 beside V3")),
	},
	{
		Title: engine.T("for two, and puzzles"),
		Text:  engine.T("In %s two fire in turn: one amber node or several at once, those that you name. Who fires last wins. Here First is next and may take V1, V2, V4, or any of them together. Alone, %s asks for numbers whose run does what it says, such as ending after so many firings.", engine.Command("ade play"), engine.Command("ade puzzle")),
		Scene: engine.Shown(New, engine.Options{optionMode: modeDuel, optionType: "D", optionDegree: 5, optionValues: "0 1 0 2 1"}, "fire V4", "fire V3"),
	},
	{
		Title: engine.T("about"),
		Text:  engine.T("This is Thai Son Hoang's *ADE Concurrent Game*, an applet with a mode for editing, one for playing, and the firing sequence graph. A, D and E are the Dynkin diagrams without double lines: the only graphs on which every run ends. Before it came the numbers game of S. Mozes (*Reflection processes on graphs and Weyl groups*, 1990), where one node fires at a time."),
		Scene: engine.Illustrated("emblem", engine.T("The sign of ADE: a node with three arms of two nodes each. The middle and two ends are lit.")),
	},
})
