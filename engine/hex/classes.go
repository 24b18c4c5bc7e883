package hex

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/player"
)

// classes are board sizes. Weighted boards share them, since they are won like plain ones.
var classes = []engine.Named{
	{ID: player.Small, Title: engine.T("up to 9 by 9")},
	{ID: player.Middle, Title: engine.T("10 by 10 to 12 by 12")},
	{ID: player.Large, Title: engine.T("13 by 13 and more")},
}

// The largest sizes of the first two classes.
const (
	maxSmall  = 9
	maxMiddle = 12
)

// class implements [engine.Game].Class. It refuses games that one side can always win: Red without
// the swap, the favoured colour on unequal sides.
func class(o engine.Options) (engine.Named, error) {
	width, height, err := sides(o)
	switch {
	case err != nil:
		return engine.Named{}, err
	case width != height:
		return engine.Named{}, engine.Refuse("on a board with unequal sides the shorter way can always win, so that no game there is rated; leave `width` out")
	case !o.Bool("swap"):
		return engine.Named{}, engine.Refuse("without the swap whoever moves first can always win, so that no such game is rated; leave `swap` on")
	case width <= maxSmall:
		return classes[0], nil
	case width <= maxMiddle:
		return classes[1], nil
	}
	return classes[2], nil
}
