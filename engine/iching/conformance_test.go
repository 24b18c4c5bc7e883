package iching

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
)

var promises = enginetest.Promises{
	Ends:     func(engine.Options) int { return 1 },
	Variants: []map[string]any{{"question": "What now?", "method": "yarrow", "rule": "zhu-xi"}},
	Refused:  []map[string]any{{"question": "  "}, {"question": "\u200b\n"}},
	Move: func(r *rand.Rand, _ engine.Position) string {
		return book.Throw{Lines: book.Yarrow.Throw(r), At: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Manual: r.IntN(2) == 0}.String()
	},
}

func TestConformance(t *testing.T) { enginetest.Run(t, Game, promises) }

func TestScripts(t *testing.T) { enginetest.Scripts(t, Game, "testdata/*.txt") }
