package atom4

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
)

// Outcome implements [engine.Position] for the round, also within a match.
func (p *Position) Outcome() engine.Outcome {
	switch {
	case p.winner != engine.NoSeat:
		return engine.Outcome{Status: engine.Won, Winner: p.winner, Reason: p.reason()}
	case p.decided():
		return engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat, Reason: p.reason()}
	case p.over():
		return p.concluded
	default:
		return engine.Outcome{Status: engine.Open, Winner: engine.NoSeat}
	}
}

// Conclude implements [engine.Concluder].
func (p *Position) Conclude(o engine.Outcome) engine.Position {
	if p.decided() {
		return p
	}
	c := *p
	c.concluded = o
	return &c
}

// reason says, as a clause, how the round ended, with the score in a match.
func (p *Position) reason() engine.Text {
	how := engine.T("the board is full and nobody has a row")
	if p.winner != engine.NoSeat {
		how = engine.T("a row of %s on %s", grid.Goal(p.winner).Name(), strings.Join(names(p.row), " "))
	}
	if p.round == p.first && p.rounds <= 1 {
		return how
	}
	return engine.T("%s; after round %s White has won %s and Black %s",
		how, strconv.Itoa(p.round), strconv.Itoa(p.score[0]), strconv.Itoa(p.score[1]))
}

// whyOver says, as a clause, why no move is possible after the end.
func (p *Position) whyOver() engine.Text {
	if !p.decided() {
		return engine.T("the game is over: %s", p.concluded.Reason)
	}
	if p.lastOfMatch() {
		return engine.T("the match is over: %s", p.reason())
	}
	return engine.T("round %s is over: %s; `next` begins round %s", strconv.Itoa(p.round), p.reason(), strconv.Itoa(p.round+1))
}
