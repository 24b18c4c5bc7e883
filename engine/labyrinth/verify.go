package labyrinth

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

func runVerify(_ context.Context, _ engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
	data, ok := o.Content(optionFile, "text")
	if !ok {
		return engine.Answer{}, engine.Refuse("give the solution as a file or as text")
	}
	pieces, short := board.ParseCells(string(data))
	var err error
	if !short {
		pieces, err = board.ParseJSON(data)
	}
	if err != nil {
		return engine.Answer{}, err
	}
	compact := o.Bool("compact")
	report, err := board.Validate(pieces, compact)
	if err != nil {
		return engine.Answer{}, err
	}
	picture := pictureOf(pieces, report, o)
	a := engine.Answer{Text: engine.T("A solution. %s", introduction(report, pieces, compact)), Data: report, Scenes: []engine.Scene{picture}}
	line := verifyLine(picture.Pieces, compact)
	addNumbers(&a, o, line, engine.T("Checked independently: %s.", shortReport(report)), line)
	if o.Bool(optionFiles) {
		a.Attach("connexion", board.AppendJSON(nil, pieces), picture)
	}
	return a, nil
}
