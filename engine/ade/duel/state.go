package duel

import (
	"encoding/json"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// gameState is the JSON form of a position.
type gameState struct {
	graph.State
	Values []string `json:"values"`
	Turn   string   `json:"turn"`
	Shots  int      `json:"shots"`
	Last   []string `json:"last"`
	Winner string   `json:"winner"`
}

// MarshalJSON implements [json.Marshaler].
func (p *Position) MarshalJSON() ([]byte, error) {
	s := gameState{State: p.graph.State(), Values: p.values.Strings(), Shots: len(p.shots), Last: p.graph.Members(p.Last())}
	if turn := p.Turn(); turn != engine.NoSeat {
		s.Turn = Sides[turn].ID
	} else {
		s.Winner = Sides[p.Outcome().Winner].ID
	}
	return json.Marshal(s)
}
