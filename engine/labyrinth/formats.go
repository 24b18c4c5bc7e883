package labyrinth

import (
	"github.com/sixfold-bot/sixfold/engine"
)

// jsonFormat writes the pieces of a table. How they came to lie is not in it.
var jsonFormat = engine.Format{
	ID: "json", Title: engine.T("JSON: the pieces, with their doors"),
	Encode: func(r engine.Record) (engine.Answer, error) {
		p, err := replayed(r)
		if err != nil {
			return engine.Answer{}, err
		}
		return engine.Answer{
			Text:  engine.T("The pieces of the board."),
			Files: []engine.File{{Name: "connexion.json", Data: append(AppendJSON(nil, p.pieces), '\n')}},
		}, nil
	},
}

// piecesFormat begins a table with the pieces of a JSON file.
var piecesFormat = engine.Format{
	ID: "pieces", Title: engine.T("JSON: the pieces to begin with"), Decode: decodeJSON,
}

var svgFormat = engine.Format{
	ID: "svg", Title: engine.T("SVG: a picture of any size"),
	Encode: func(r engine.Record) (engine.Answer, error) {
		p, err := replayed(r)
		if err != nil {
			return engine.Answer{}, err
		}
		return engine.Answer{
			Text:  engine.T("The board as a picture."),
			Files: []engine.File{{Name: "connexion.svg", Data: SVG(p.Picture())}},
		}, nil
	},
}

func replayed(r engine.Record) (*Position, error) {
	position, err := New(r.Options)
	if err != nil {
		return nil, err
	}
	for _, move := range r.Moves {
		if _, err := position.Play(move); err != nil {
			return nil, err
		}
	}
	return table(position)
}

// decodeJSON lays the pieces of a file on an empty board: where they lie, if that is on
// the board, or else moved to its middle.
func decodeJSON(data []byte) (engine.Record, error) {
	pieces, err := ParseJSON(data)
	if err != nil {
		return engine.Record{}, err
	}
	if _, err := newChart(pieces); err != nil {
		return engine.Record{}, err
	}
	if !onBoard(pieces) {
		pieces = normal(pieces)
	}
	if !onBoard(pieces) {
		parts := groups(pieces)
		if !pack(parts, Board) {
			return engine.Record{}, engine.Refuse("these pieces do not fit on the board of %s cells", Board.String())
		}
		for _, part := range parts {
			for j, i := range part.pieces {
				pieces[i].Cell = part.cells[j]
			}
		}
	}
	o, err := engine.ParseOptions(arguments, nil, true)
	if err != nil {
		return engine.Record{}, err
	}
	r := engine.Record{Options: o, Moves: []string{layVerb + " " + Pairs(pieces)}}
	p, err := replayed(r)
	if err != nil {
		why, _ := engine.Why(err)
		return engine.Record{}, &engine.Refusal{Why: why}
	}
	r.Outcome = p.Outcome()
	return r, nil
}

func onBoard(pieces []Piece) bool {
	for _, p := range pieces {
		if !Board.Has(p.Cell) {
			return false
		}
	}
	return true
}
