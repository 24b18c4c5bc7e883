package labyrinth

import "github.com/sixfold-bot/sixfold/engine"

var rulesTool = engine.Rules(engine.T("Connexion"), []engine.Page{
	{
		Title: engine.T("the pieces"),
		Text:  engine.T("A piece is a hexagon with doors on some of its six sides, and corridors to them. There are 64 pieces, one for every choice of sides: none, one, two… up to all six. Each is there once, and none may be turned. They bear the numbers of the I Ching, 1 to 64."),
		Scene: engine.Illustrated("pieces",
			engine.T("Five of the 64 hexagons, with corridors from the middle to their doors: one without a door, one with a single door, one with two, one with three, and one with doors on all six sides."),
			engine.T("no door"), engine.T("one"), engine.T("two"), engine.T("three"), engine.T("all six")),
	},
	{
		Title: engine.T("what fits"),
		Text:  engine.T("Every door must meet a door. And where a side has no door, there must be no neighbour at all, not even one without a door on that side. So whatever touches is joined by a corridor."),
		Scene: engine.Illustrated("fits",
			engine.T("Two hexagons, one above the other. With a door on either side of where they touch: allowed. With a door on one side alone: forbidden. Without a door on either side: forbidden too."),
			engine.T("door to door"), engine.T("door to wall"), engine.T("wall to wall")),
	},
	{
		Title: engine.T("gaps"),
		Text:  engine.T("A gap is a cell to which a door leads, so that a piece must come there: it has a dashed outline. It needs a door to each neighbour there is. More doors make new gaps beyond. Below each piece in hand stand the cells of the gaps that it fits, and *Fill a gap* shows the pieces for one; %s puts the piece 23 on c5, and *Remove* takes one away.", engine.Command("connexion place 23 c5")),
		Scene: engine.Illustrated("gaps",
			engine.T("Left, two hexagons with a door each to the same empty cell, which has a dashed outline. Right, a hexagon of another colour lies there, with doors to both of them and a third door, to a new gap."),
			engine.T("a gap"), engine.T("a piece fits, a new gap")),
	},
	{
		Title: engine.T("the goal"),
		Text:  engine.T("Lay all 64 so that no door is open. Pieces that hang together are a group, of one colour. The piece without doors always lies alone. Where pieces close a ring they leave a hole; there are as many holes as groups. For a start, %s gives a solution with 20 pieces missing.", engine.Command("connexion puzzle")),
		Scene: engine.Illustrated("groups",
			engine.T("Three groups in different colours: a ring of six hexagons around an empty cell, a hole; three hexagons in a row; and the one without doors by itself."),
			engine.T("a hole"), engine.T("three groups")),
	},
	{
		Title: engine.T("about"),
		Text: engine.T("Martin Medema conceived the China Labyrinth. Ed van Zon programmed it on a Macintosh of 1988 and tied it to the 64 hexagrams: the *I Ching Connexion* of MindSports (2.3.2 in 1997), with texts by Christian Freeling. A solution by these rules is *transcendental*, *compact* where walls may meet. %s",
			"<https://www.mindsports.nl/index.php/i-ching-connexion/introductions/289-programmeras-intro>"),
		Scene: engine.Illustrated("emblem", engine.T("A hexagon with doors on all six sides, and around it six others that are joined to it and to each other.")),
	},
})
