package gordon

import "github.com/sixfold-bot/sixfold/engine"

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
		Text:  engine.T("There are two racks: the steps, M, and the places, P. Each holds every number once, and what is taken from a rack is gone. Player one begins and takes any step and any place: %s. The place is where the game starts. This first step is only lost, it leads nowhere.", engine.Command("gordon move m=5 p=1")),
		Scene: engine.Illustrated("opening",
			engine.T("Two racks with the numbers 0 to 6. From the steps, M, player one has taken 5, and from the places, P, 1."),
			engine.T("Steps"), engine.T("Places"), engine.T("Player one takes any step…"), engine.T("…and any place to start from")),
	},
	{
		Title: engine.T("a turn"),
		Text:  engine.T("Player two goes on, and then both in turn. Take a step that is still there and walk it from the place where the game stands: from 1, step 3 leads to 4. Step 3 and place 4 are now gone, and the other walks on from 4. Type %s, or pick from the menu.", engine.Command("gordon move m=3")),
		Scene: engine.Illustrated("turn",
			engine.T("An arrow leads from place 1 by step 3 to place 4. In the racks the steps 3 and 5 and the places 1 and 4 are struck out."),
			engine.T("Steps"), engine.T("Places")),
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
		Text:  engine.T("Who cannot move loses. Leave the other nothing but steps to places that are gone! On other groups, as in %s, a table takes the place of adding, the row being the step and the column the place: %s shows it. After a game, %s names the turn that lost it.", engine.Command("gordon new group:S3"), engine.Command("gordon table"), engine.Command("gordon solve")),
		Scene: engine.Illustrated("end",
			engine.T("The game has gone from 1 to 4, 6, 5, 2 and 3. Of the steps only 0 is left, and it would stay on 3, which is gone. Player one cannot move: player two wins."),
			engine.T("Steps"), engine.T("Player one cannot move: player two wins")),
	},
	{
		Title: engine.T("about"),
		Text:  engine.T("The rules are in David Joyner's book *Adventures in Group Theory*. A post of 3 August 2008, %s, has a C++ program for two people, first on Z/7Z, then on groups from files, hoping for “some rudimentary AI”: here are five levels. The solitaire is from B. Gordon, *Sequences in groups with distinct partial products* (1961).", "<https://unusedcycles.wordpress.com/2008/08/03/the-gordon-game/>"),
		Scene: engine.Illustrated("emblem", engine.T("A ring of eight places, and a way over four of them: the players go on in turn, red and blue.")),
	},
})
