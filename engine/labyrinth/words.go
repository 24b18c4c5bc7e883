package labyrinth

import "github.com/sixfold-bot/sixfold/engine"

// Name is the side's, as a word.
func (s Side) Name() engine.Text {
	return [Sides]engine.Text{
		engine.T("north"), engine.T("north-east"), engine.T("south-east"),
		engine.T("south"), engine.T("south-west"), engine.T("north-west"),
	}[s]
}
