package gordon

import "github.com/sixfold-bot/sixfold/engine"

// walk is the game that the rules show.
var walk = []string{"m=5 p=1", "m=3", "m=2", "m=6", "m=4", "m=1"}

var rulesTool = engine.Rules(engine.T("Gordon"), []engine.Page{
	{
		Title: engine.T("adding on a clock"),
		Text:  engine.T("The usual board is a clock of seven hours, 0 to 6: after 6 comes 0 again. To add is to walk on: four hours after 5 it is 2, so 5 + 4 = 2. A set whose elements combine like this is called a *group*. There are many others, and each can be a board."),
		Scene: engine.Illustrated("clock",
			engine.T("The numbers 0 to 6 in a ring, clockwise. Four hops lead from 5 over 6, 0 and 1 to 2: 5 + 4 = 2."),
			engine.T("after 6 comes 0")),
	},
	{
		Title: engine.T("steps and places"),
		Text:  engine.T("The steps, M, stand in a rack, and the places, P, in a ring. Every number is there once in each, and what is taken is gone. Player one begins and takes any step and any place: %s. The place is where the game starts, ringed in gold. This first step is only lost, it leads nowhere.", engine.Command("gordon move m=5 p=1")),
		Scene: engine.Shown(New, nil, walk[:1]...),
	},
	{
		Title: engine.T("a turn"),
		Text:  engine.T("Player two goes on, and then both in turn. Take a step that is still there and walk it from the place where the game stands: 1 + 3 = 4, so step 3 leads from 1 to 4. Step 3 and place 4 are now gone, and the other walks on from 4. Type %s, or pick from the menu.", engine.Command("gordon move m=3")),
		Scene: engine.Shown(New, nil, walk[:2]...),
	},
	{
		Title: engine.T("what is forbidden"),
		Text:  engine.T("A step that is gone cannot be taken again. Nor may you land on a place that is gone: so step 0, which stays where it is, is never any use. On the board, every place where you may go has a hollow dot, and on small boards its step stands at its rim."),
		Scene: engine.Illustrated("forbidden",
			engine.T("The game stands on 4. Step 2 leads to 6, which is free: allowed. Step 3 is gone: forbidden. Step 4 leads to 1, which is gone: forbidden."),
			engine.T("free"), engine.T("this step is gone"), engine.T("that place is gone")),
	},
	{
		Title: engine.T("who wins"),
		Text:  engine.T("Who cannot move loses. Of the steps only 0 is left here, and it would stay on 3, which is gone: player two has won. On other groups, as in %s, a table takes the place of adding, the row being the step and the column the place: %s shows it. After a game, %s names the turn that lost it.", engine.Command("gordon new group:S3"), engine.Command("gordon table"), engine.Command("gordon solve")),
		Scene: engine.Shown(New, nil, walk...),
	},
	{
		Title: engine.T("about"),
		Text:  engine.T("The rules are in David Joyner's book *Adventures in Group Theory*. A post of 3 August 2008, %s, has a C++ program for two people, first on Z/7Z, then on groups from files, hoping for “some rudimentary AI”: here are five levels. The solitaire is from B. Gordon, *Sequences in groups with distinct partial products* (1961).", "<https://unusedcycles.wordpress.com/2008/08/03/the-gordon-game/>"),
		Scene: engine.Illustrated("emblem", engine.T("A ring of eight places, and a way over four of them: the players go on in turn, red and blue.")),
	},
})
