package hex

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/player"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
)

var analysisView = engine.View{
	Name: "analysis", Help: engine.T("The search's evaluation of each cell"),
	Think: analysisTime, Advice: true, Show: showAnalysis,
}

// An analysis makes this many playouts if the time allows.
const (
	analysisTime     = 1500 * time.Millisecond
	analysisPlayouts = 2_000
)

// Analysis is the scene of view "analysis": the position with a search's evaluation of
// each cell.
type Analysis struct {
	*Position
	// Cells are the evaluations of a stone of the mover, by cell.
	Cells []CellThought
	// Choice is the best move; its Value is the mover's winning probability.
	Choice engine.Choice
	// Paired is the colour that wins by a pairing strategy on a board with unequal sides, see
	// [field.Field.Paired], or Empty. The search, and so the values of cells, ignore it.
	Paired Colour
}

// CellThought is a search's evaluation of a stone of the mover on a cell.
type CellThought struct {
	// Heat is the cell's share of the visits, 0 to 1, blended with the policy while visits are few.
	Heat float64
	// Visits is the number of visits. Value is the mover's winning probability after the stone, 0
	// to 1; it is meaningless without visits or a proof.
	Visits int
	Value  float64
	// Proof is the proven result of a stone there.
	Proof search.Proof
}

// NewAnalysis searches a position that is not over until the context ends or the result can hardly
// change.
func NewAnalysis(ctx context.Context, p *Position) Analysis {
	now := p.PlayerPosition()
	choice, r := player.NewAnalyst(analysisPlayouts).Search(ctx, now)
	scene := Analysis{Position: p, Cells: make([]CellThought, p.Grid().Cells()), Choice: choice}
	f := now.Field()
	paired, answers := f.Paired()
	scene.Paired = Colour(paired)
	for c, proof := range f.Proofs() { // the search omits most of these cells
		scene.Cells[c].Proof = proof
		if proof == search.Win {
			scene.Cells[c].Value = 1
		}
	}
	visits, priors := 0.0, 0.0
	for _, m := range r.Moves {
		visits += float64(m.Visits)
		priors += m.Prior
	}
	for _, m := range r.Moves {
		heat := float64(m.Visits)
		if priors > 0 {
			heat += m.Prior / priors
		}
		t := &scene.Cells[f.Cell(m.Move)]
		t.Heat, t.Visits, t.Value = heat/(visits+1), m.Visits, m.Value
		if m.Proof != search.Unproved {
			t.Proof = m.Proof
		}
	}
	for _, m := range answers {
		scene.Cells[f.Cell(m)].Proof, scene.Cells[f.Cell(m)].Value = search.Win, 1
	}
	return scene
}

type analysisData struct {
	Turn   string        `json:"turn"`
	Choice engine.Choice `json:"choice"`
	Cells  []thoughtData `json:"cells"` // visited or proven cells, from a1
}

type thoughtData struct {
	Cell   string  `json:"cell"`
	Visits int     `json:"visits"`
	Heat   float64 `json:"heat"`
	Value  float64 `json:"value"`
	Proof  string  `json:"proof"` // "win", "loss" or "unproved"
}

func showAnalysis(ctx context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p, err := openBoard(position)
	if err != nil {
		return engine.Answer{}, err
	}
	scene := NewAnalysis(ctx, p)
	data := analysisData{Turn: p.Mover().String(), Choice: scene.Choice, Cells: []thoughtData{}}
	for c, t := range scene.Cells {
		if t.Visits > 0 || t.Proof != search.Unproved {
			data.Cells = append(data.Cells, thoughtData{p.Grid().Name(hexgrid.Cell(c)), t.Visits, t.Heat, t.Value, t.Proof.String()})
		}
	}
	return engine.Answer{Text: scene.about(), Data: data, Scenes: []engine.Scene{scene}}, nil
}

func openBoard(position engine.Position) (*Position, error) {
	if puzzle, ok := position.(*Puzzle); ok {
		if !puzzle.over() {
			return nil, engine.Refuse("an analysis would give the puzzle away; %s gives a part of it", engine.Command("hex hint"))
		}
		return puzzle.board, nil
	}
	p := boardOf(position)
	if p.over() {
		return nil, engine.Refuse("the game is over; %s looks back at it", engine.Command("hex review"))
	}
	return p, nil
}

func (a Analysis) about() engine.Text {
	said := engine.T("%s %s", a.estimate(), a.best(bold))
	if a.swap && a.ply == 0 {
		said = engine.T("%s The estimate ignores the swap: a fair first stone is near 50.", said)
	}
	if a.Paired != Empty {
		said = engine.T("%s %s wins by answering in pairs, as %s says; the search looks for other ways.",
			said, ColourName(a.Paired), engine.Command("hex rules"))
	}
	return engine.T("%s The brighter a cell, the more often the search visited it. Its number is the chance to win by a stone there, in per cent; a tick is a proved win, a cross a proved loss.", said)
}

func (a Analysis) estimate() engine.Text {
	if a.Choice.Proved {
		return engine.T("%s to move: %s.", ColourName(a.Mover()), a.worth())
	}
	return engine.T("%s to move, with %s.", ColourName(a.Mover()), a.worth())
}

// worth says what the best move gives.
func (a Analysis) worth() engine.Text {
	switch {
	case a.Choice.Proved && a.Choice.Value > even:
		return engine.T("a proved win")
	case a.Choice.Proved:
		return engine.T("a proved loss")
	default:
		return engine.T("a winning chance of about %s %%", percent(a.Choice.Value))
	}
}

func (a Analysis) best(named naming) engine.Text {
	if len(a.Choice.Line) > 1 {
		return engine.T("The best move is %s; the expected line is %s.", named(a.Choice.Move), strings.Join(a.Choice.Line[:min(len(a.Choice.Line), maxTold)], " "))
	}
	return engine.T("The best move is %s.", named(a.Choice.Move))
}

// naming formats a move: bold in messages, plain in descriptions.
type naming func(move string) engine.Text

func bold(move string) engine.Text  { return engine.T("**%s**", move) }
func plain(move string) engine.Text { return engine.T("%s", move) }

// maxTold bounds the expected line that is shown.
const maxTold = 6

// percent formats a probability. Only proven values are 0 or 100.
func percent(value float64) string {
	if value == 0 || value == 1 {
		return strconv.Itoa(int(100 * value))
	}
	return strconv.Itoa(min(max(int(math.Round(100*value)), 1), 99))
}
