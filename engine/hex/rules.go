package hex

import "github.com/sixfold-bot/sixfold/engine"

var rulesTool = engine.Rules(engine.T("Hex"), []engine.Page{
	{
		Title: engine.T("the aim"),
		Text:  engine.T("Red joins the top and the bottom edge of the board, Blue the left and the right, each with an unbroken chain of stones. Who first joins both of their edges wins: here Red, by the chain with the green line. There is no draw, since only a chain can stop a chain."),
		Scene: engine.Shown(New, engine.Options{"size": 5, "swap": true}, "c3", "c2", "d2", "d1", "e1", "c4", "b4", "b5", "a5"),
	},
	{
		Title: engine.T("a turn"),
		Text:  engine.T("Red begins. In turn, each places one stone on any empty cell: press *Move*, or type %s for column c, row 3. Stones never move and are never taken away. A cell touches the six around it, fewer at the rim, and stones of one colour that touch hang together.", engine.Command("hex move c3")),
		Scene: engine.Illustrated("turn",
			engine.T("A red stone, and the six empty cells around it that it touches, with hollow dots."),
			engine.T("it touches six cells")),
	},
	{
		Title: engine.T("bridges"),
		Text:  engine.T("Two stones with two empty cells between them, which both touch, form a bridge. It holds as a chain does: if Blue takes one of the two cells, Red takes the other. Bridges cross the board faster than stones side by side."),
		Scene: engine.Illustrated("bridge",
			engine.T("Left: two red stones a cell apart, with two empty cells, both marked, that touch both. Right: Blue has taken one of the two, Red the other, and the red stones are joined."),
			engine.T("two ways to join"), engine.T("if Blue takes one, Red takes the other")),
	},
	{
		Title: engine.T("the swap"),
		Text:  engine.T("To begin is a great advantage. So instead of a stone of their own, the second player may take over the first one, by %s: it becomes blue and moves to the mirrored cell, c1 to a3 for instance, and Red goes on. So a fair first stone is neither strong nor weak. Between people the swap is on by default.", engine.Command("hex swap")),
		Scene: engine.Illustrated("swap",
			engine.T("The upper left corner of a board. The red stone on c1 becomes a blue one on a3, mirrored in the diagonal from a1."),
			engine.T("Blue takes Red's first stone over, mirrored")),
	},
	{
		Title: engine.T("other boards"),
		Text:  engine.T("With `weighted`, cells weigh 1 at the rim and more inwards, up to 60. A step costs the weights of both cells, and the least cost of the winning chain is shown; it decides nothing. With `width`, the sides differ. Who has the shorter way can always win: pair the cells, mirrored in a diagonal, and answer each stone in the other cell of its pair. With `setup`, stones lie there from the start."),
		Scene: engine.Shown(New, engine.Options{"size": 7, "weighted": true}),
	},
	{
		Title: engine.T("the board as a graph"),
		Text:  engine.T("A *graph* is made of points, its *vertices*, and of lines between them, its *edges*. Here each cell is a vertex, and an edge joins two cells that touch. Four more, virtual vertices stand for the sides of the board, each joined to all cells along it. So a chain is a way from one virtual vertex to the one across, over stones of one colour. The next pages find it."),
		Scene: engine.Illustrated("graph",
			engine.T("Nine cells of three rows, each with a dot in it; lines join the dots of cells that touch. Above and below the cells a red node has lines to the three dots at that side, left and right a blue one."),
			engine.T("each cell a vertex, and four more for the four sides")),
	},
	{
		Title: engine.T("how a chain is found: rings"),
		Text:  engine.T("*Breadth-first search* finds a way of fewest cells through the graph: it visits first all cells at the edge, then all their neighbours, and so on, ring by ring; the first ring that touches the other edge ends the way. Here it has come to ring 3. %s shows it as a film.", engine.Command("hex view name:bfs")),
		Scene: taught(func(p *Position) engine.Scene { return newRings(p).at(3) }, false),
	},
	{
		Title: engine.T("how a chain is found: costs"),
		Text:  engine.T("Where cells have weights, fewest is not cheapest. *Dijkstra's algorithm* always goes on from the cheapest cell that it has reached, so that each is reached at its least cost. A step costs the weights of both cells, and the virtual vertices weigh 1. Here the search has run down the cheap rim up to cost 8, and left the dear cells in the middle for later. %s shows it as a film.", engine.Command("hex view name:dijkstra")),
		Scene: taught(func(p *Position) engine.Scene { return newSpread(p).at(8) }, true),
	},
	{
		Title: engine.T("how a win is noticed"),
		Text:  engine.T("After each stone, does it join two edges? No search is needed: *disjoint sets* keep, for each group of stones and edges that hang together, one member as its root. A new stone joins the sets around it, and a colour has won as soon as its two edges have the same root. %s shows it as a film.", engine.Command("hex view name:sets")),
		Scene: taught(func(p *Position) engine.Scene { return Sets{p} }, false),
	},
	{
		Title: engine.T("about"),
		Text: engine.T("Piet Hein invented the game in Denmark in 1942, as *Polygon*. John Nash found it anew in 1948; he thought 14 by 14 the best size. Parker Brothers sold it in 1952 as *Hex*, Greek for six. (%s) What is told here of graphs follows S. Larsen and J. Frederiksen, *Den korteste vej til algoritmer og spil*, IT University of Copenhagen, 2004.",
			"<https://www.hexwiki.net/index.php/History_of_Hex>"),
		Scene: engine.Illustrated("emblem", engine.T("The emblem of Hex: a board of nine cells, on which three red stones join top and bottom.")),
	},
})

// taught returns the scene of a page on algorithms, about a board with some stones.
func taught(by func(*Position) engine.Scene, weighted bool) func() (engine.Scene, error) {
	return func() (engine.Scene, error) {
		p, err := engine.Shown(New, engine.Options{"size": 6, "weighted": weighted}, "c3", "d3", "b4", "c4", "d2", "b5")()
		if err != nil {
			return nil, err
		}
		return by(p.(*Position)), nil
	}
}
