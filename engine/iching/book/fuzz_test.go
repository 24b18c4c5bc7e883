package book

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

func FuzzParseTexts(f *testing.F) {
	f.Add([]byte(`[{"number":1,"judgment":"a","image":"b","line_texts":["1","2","3","4","5","6"],"extra":"c"}]`))
	f.Add([]byte("[\n{"))
	f.Fuzz(func(t *testing.T, data []byte) {
		enginetest.Bounded(t, len(data), func() {
			texts, err := Parse(data)
			if _, ok := engine.Why(err); err != nil && !ok {
				t.Errorf("not refused, but %v", err)
			}
			if err == nil && texts.Of(Numbered(64)).Title == "" {
				t.Error("a hexagram has no title")
			}
		})
	})
}
