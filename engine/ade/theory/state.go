package theory

import (
	"math/big"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// State is the JSON form of what is known of a graph.
type State struct {
	graph.State
	Weights     []string `json:"weights"` // x with C x = denominator for finite types, C x = 0 for affine ones, and C x < 0 for others
	Denominator string   `json:"denominator"`
	Rate        string   `json:"rate"`
}

// State returns the JSON form of what is known of the graph.
func (t *Theory) State() State {
	s := State{State: t.Graph.State()}
	switch t.Type.Class {
	case graph.Finite:
		s.Weights, s.Denominator = graph.Values(t.Weights).Strings(), t.Denominator.String()
	case graph.Affine:
		s.Weights = graph.Values(t.Marks).Strings()
	case graph.Indefinite:
		s.Weights, s.Rate = graph.Values(t.Growths[0].Weights).Strings(), t.Growths[0].Rate.String()
	}
	return s
}

// VerdictState is the JSON form of a verdict. Layers, period and the like are 0 if they do not
// apply. All except after count from the values decided.
type VerdictState struct {
	Outcome      Ending             `json:"outcome"`
	Layers       int                `json:"layers"`
	From         int                `json:"from"`
	Period       int                `json:"period"`
	Growth       Pace               `json:"growth"`
	Ratio        string             `json:"measured_ratio"`
	Followed     int                `json:"followed"`
	After        int                `json:"after"` // layers fired before
	Text         string             `json:"text"`
	Certificates []CertificateState `json:"certificates"`
}

// CertificateState is the JSON form of a certificate, without the fields that its proof does not
// need.
type CertificateState struct {
	Proof       Proof    `json:"proof"`
	At          int      `json:"at"`
	Period      int      `json:"period,omitempty"`
	Weights     []string `json:"weights,omitempty"`
	Denominator string   `json:"denominator,omitempty"`
	Number      string   `json:"number,omitempty"`
	Rate        string   `json:"rate,omitempty"`
	Increment   []string `json:"increment,omitempty"`
}

// State returns the JSON form of the verdict, nil for a nil verdict.
func (v *Verdict) State(g *graph.Graph) *VerdictState {
	if v == nil {
		return nil
	}
	return &VerdictState{
		Outcome: v.Ending, Layers: max(0, v.Layers), From: v.From, Period: v.Period, Growth: v.Pace, Ratio: v.Ratio,
		Followed: v.Followed, After: v.After, Text: v.Words(g).String(), Certificates: engine.Map(v.Reasons, Certificate.state),
	}
}

func (c Certificate) state() CertificateState {
	s := CertificateState{
		Proof: c.Proof, At: c.At, Period: c.Period, Denominator: decimal(c.Denominator), Number: decimal(c.Number),
		Weights: graph.Values(c.Weights).Strings(), Increment: c.Increment.Strings(),
	}
	if c.Rate != nil {
		s.Rate = c.Rate.String()
	}
	return s
}

func decimal(n *big.Int) string {
	if n == nil {
		return ""
	}
	return n.String()
}
