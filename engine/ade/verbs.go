package ade

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
)

// The verbs.
const (
	setVerb     = "set"
	freeVerb    = "free"
	fireVerb    = duel.Verb
	exhaustVerb = "exhaust"
	editVerb    = "edit"
)

var verbs = []engine.Verb{
	{
		Name: fireVerb, Help: engine.T("Fire all positive nodes, or so many layers; for two: the nodes you name"), Button: engine.T("Fire"), Emoji: "🔥", Undo: undo,
		Args: []engine.Arg{{
			Name: "what", Help: engine.T("For two: which nodes, such as V1 V3. Alone: how many layers"),
			Kind: engine.Word, Suggest: suggestFire,
		}},
	},
	{
		Name: exhaustVerb, Help: engine.T("Decide whether the run ends; then fire to its end, or one period"), Button: engine.T("Exhaust"), Emoji: "⏩", Undo: undo,
	},
	{
		Name: editVerb, Help: engine.T("Back to editing: the trace and the values are cleared"), Button: engine.T("Edit"), Emoji: "✏️", AfterEnd: true, Empties: true,
	},
	{
		Name: setVerb, Help: engine.T("Set one value (V3 5), some (V1 1 V3 5), or all (1 0 0 2; all 1)"), Button: engine.T("Set"), Emoji: "🔢",
		Args: []engine.Arg{{
			Name: "what", Help: engine.T("V3 5, or all values in order"), Kind: engine.Word, Required: true, Suggest: suggestSet,
		}},
	},
	{
		Name: freeVerb, Help: engine.T("Set values as by set, negative ones too: V3 -5"),
		Args: []engine.Arg{{
			Name: "what", Help: engine.T("V3 -5, or all values in order"), Kind: engine.Word, Required: true, Suggest: suggestSet,
		}},
	},
}
