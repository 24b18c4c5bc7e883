package hex

import (
	"context"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

var rulesTool = engine.Tool{
	Name: "rules", Help: engine.T("How Hex is played, with a finished game as an example"), Private: true,
	Run: func(context.Context, engine.Env, engine.Options, func(engine.Answer)) (engine.Answer, error) {
		example, err := exampleGame()
		if err != nil {
			return engine.Answer{}, err
		}
		return engine.Answer{Text: rules(), Data: example, Scenes: []engine.Scene{example}}, nil
	},
}

func rules() engine.Text {
	return engine.T("%s\n\n%s\n\n%s\n\n%s\n\n%s\n\n%s\n\n%s\n\n%s\n\n%s",
		engine.T("**Aim.** Red joins the top and the bottom of the board, Blue the left and the right, each with one unbroken chain of stones. Cells touch at their sides, so most of them have six neighbours. Red moves first."),
		engine.T("**Moves.** In turn, place one stone of your colour on any empty cell: %s is column c, row 5. Stones never move and are never taken away. The first who joins both edges wins at once. There is no draw: only a chain can stop a chain.", engine.Command("hex move c5")),
		engine.T("**Swap.** Moving first is a great advantage. So the second player may answer the first stone with %s: it is replaced by a blue one at the mirrored cell (b1 becomes a2), and Red moves next. A fair first stone is neither too strong nor too weak. Between people the swap is on by default.", engine.Command("hex swap")),
		engine.T("**Weighted board.** With `weighted`, cells weigh 1 on the rim, then, going inwards, 15, 30, 30, 45, 45, and 60 from the seventh ring on. A step from cell to cell costs the weights of both; each edge of the board weighs 1. The least cost of the winning chain is shown, and decides nothing."),
		engine.T("**Unequal sides.** With `width`, rows and columns differ. The player whose edges are closer together can always win: they pair the cells, mirrored at a diagonal, and answer each stone by the other cell of its pair. It is a handicap for who is stronger, without swap."),
		engine.T("**The picture.** In the end the shortest winning chain (on a weighted board, the cheapest) is green, and the cells that the search for it visited are shaded. %s shows more.", engine.Command("hex view")),
		engine.T("**Convention.** With `convention`, Red can join left and right, and Blue top and bottom."),
		engine.T("**A first idea.** Two stones with two empty cells between them, such as c2 and d3 with c3 and d2, form a bridge: if one of the two is taken, take the other."),
		engine.T("**To get better.** %s sets a puzzle that exactly one cell wins, and after a game %s finds where it turned.", engine.Command("hex puzzle"), engine.Command("hex review")),
	)
}

// exampleGame is a short game with a swap that Red wins by one bridge after the
// other.
func exampleGame() (*Position, error) {
	p, err := New(engine.Options{"size": 5, "swap": true})
	if err != nil {
		return nil, err
	}
	for _, move := range strings.Fields("b1 swap c3 c2 d2 d1 e1 c4 b4 b5 a5") {
		if _, err := p.Play(move); err != nil {
			return nil, err
		}
	}
	return p.(*Position), nil
}
