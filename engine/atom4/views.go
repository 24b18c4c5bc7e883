package atom4

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine"
)

// Preview is the scene of view "preview": the position after the move to be tried, which is its
// last.
type Preview struct{ *Position }

// Wide is the scene of view "board": it shows more of the board around the pieces than the
// position's own picture.
type Wide struct{ *Position }

var views = []engine.View{
	{
		Name: "preview", Command: true, Private: true, BeforeEnd: true,
		Help: engine.T("See what the piece would change, before you place it; only you see the answer"),
		Args: []engine.Arg{{
			Name: "cell", Help: engine.T("The vertex to try; default: choose from all"),
			Kind: engine.Word, Suggest: suggestCells,
		}},
		Show: showPreview,
	},
	{Name: "board", Help: engine.T("The board with more room around the pieces"), Show: showBoard},
}

func showBoard(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p := position.(*Position)
	return engine.Answer{Text: engine.T("The board with more room. %s", p.standing()), Data: p, Scenes: []engine.Scene{Wide{p}}}, nil
}

// previewData is the machine-readable form of a preview.
type previewData struct {
	Move *lastState `json:"move"`
	Wins bool       `json:"wins"`
}

func showPreview(_ context.Context, position engine.Position, o engine.Options) (engine.Answer, error) {
	p := position.(*Position)
	if p.over() {
		return engine.Answer{}, engine.Refuse("%s", p.whyOver())
	}
	if o.Text("cell") == "" {
		return p.offerPreviews(), nil
	}
	c, err := p.legalCell(o.Text("cell"))
	if err != nil {
		return engine.Answer{}, err
	}
	after := p.After(c)
	text := engine.T("**Preview**: %s would place %s on %s: %s.", seatName(p.Turn()), after.last.Piece.Name(), c.String(), after.last.effects())
	if after.winner != engine.NoSeat {
		text = engine.T("%s That wins the round.", text)
	}
	return engine.Answer{
		Text: text, Scenes: []engine.Scene{Preview{after}},
		Data: previewData{after.last.state(), after.winner != engine.NoSeat},
		Actions: []engine.Action{
			{Label: engine.T("Play %s", c.String()), Line: "move " + c.String()},
			{Label: engine.T("Try another"), Line: "preview", Replace: true},
		},
	}, nil
}

const mostButtons = 25 // of an answer

// offerPreviews offers a button for each legal cell; if there are too many, for those with most
// changes.
func (p *Position) offerPreviews() engine.Answer {
	return engine.Answer{
		Text: engine.T("Where would %s place %s? A button shows what changes; nothing is played yet.", seatName(p.Turn()), p.Piece().Name()),
		Data: names(p.Legal()), Scenes: []engine.Scene{p},
		Actions: p.cellButtons("preview "),
	}
}

// cellButtons returns a button for each legal cell, which runs the line followed by the cell.
func (p *Position) cellButtons(line string) []engine.Action {
	list := suggestCells(p, "")
	return engine.Map(list[:min(len(list), mostButtons)], func(n engine.Named) engine.Action {
		return engine.Action{Label: engine.T("%s", n.ID), Line: line + n.ID, Replace: true}
	})
}
