package labyrinth

import (
	"context"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

func runVerify(_ context.Context, _ engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
	data, ok := o.Content(optionFile, "text")
	if !ok {
		return engine.Answer{}, engine.Refuse("give the solution as a file or as text")
	}
	pieces, err := board.ParseJSON(data)
	if err != nil {
		return engine.Answer{}, err
	}
	compact := o.Bool("compact")
	report, err := board.Validate(pieces, compact)
	if err != nil {
		return engine.Answer{}, err
	}
	colour, _ := ColourByID(o.Text(optionColour))
	picture := NewPicture(pieces, colour, engine.T("%s groups, %s holes", strconv.Itoa(report.Groups), strconv.Itoa(report.Holes)))
	picture.Numbers = o.Bool(optionNumbers)
	a := engine.Answer{Text: engine.T("A solution: %s", reportText(report)), Data: report, Scenes: []engine.Scene{picture}}
	if o.Bool(optionFiles) {
		a.Attach("connexion", board.AppendJSON(nil, pieces), picture)
	}
	return a, nil
}
