package engine_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/engine/enginetest"

	"github.com/sixfold-bot/sixfold/engine"
)

// arguments has one of each kind.
var arguments = []engine.Arg{
	{Name: "size", Kind: engine.Integer, Min: 3, Max: 19, Default: 11},
	{Name: "swap", Kind: engine.Boolean, Default: true, DefaultAlone: false},
	{Name: "style", Kind: engine.Pick, Choices: []engine.Named{{ID: "modern", Title: engine.T("Modern way")}, {ID: "source", Title: engine.T("Source")}}},
	{Name: "note", Kind: engine.Word, Min: 1, Max: 5},
	{Name: "seed", Kind: engine.Integer},
	{Name: "file", Kind: engine.Upload, Max: 3},
	{Name: "small", Kind: engine.Boolean, DefaultFor: func(o engine.Options) any {
		if o.Int("size") < 5 {
			return true
		}
		return nil
	}},
}

func TestParseOptions(t *testing.T) {
	tests := []struct {
		name  string
		raw   map[string]any
		alone bool
		want  engine.Options
	}{
		{"defaults between people", nil, false, engine.Options{"size": 11, "swap": true}},
		{"defaults alone", nil, true, engine.Options{"size": 11, "swap": false}},
		{"numbers of every form", map[string]any{"size": "7", "seed": 12.0}, true, engine.Options{"size": 7, "swap": false, "seed": 12}},
		{"a default that one before asks for", map[string]any{"size": 4}, true, engine.Options{"size": 4, "swap": false, "small": true}},
		{"given, although one before asks for another", map[string]any{"size": 4, "small": false}, true, engine.Options{"size": 4, "swap": false, "small": false}},
		{"bounds belong to the range", map[string]any{"size": int64(19), "note": "abcde"}, true, engine.Options{"size": 19, "swap": false, "note": "abcde"}},
		{"truths of every form", map[string]any{"swap": " Yes "}, false, engine.Options{"size": 11, "swap": true}},
		{"a choice by its title", map[string]any{"style": "MODERN WAY"}, true, engine.Options{"size": 11, "swap": false, "style": "modern"}},
		{"a file", map[string]any{"file": engine.File{Name: "a", Data: []byte("abc")}}, true, engine.Options{"size": 11, "swap": false, "file": engine.File{Name: "a", Data: []byte("abc")}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := engine.ParseOptions(arguments, tt.raw, tt.alone)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			encoded, err := json.Marshal(got)
			if err != nil {
				t.Fatal(err)
			}
			again, err := engine.DecodeOptions(arguments, encoded)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(got, again); diff != "" {
				t.Errorf("through JSON: %s", diff)
			}
		})
	}
}

func TestParseOptionsRefuses(t *testing.T) {
	tests := []struct {
		name string
		raw  map[string]any
		want string
	}{
		{"an unknown name", map[string]any{"sise": 5}, `"sise" is not an option; the options are: size, swap`},
		{"too large", map[string]any{"size": 20}, "size must be a whole number from 3 to 19"},
		{"too small", map[string]any{"size": 2}, "size must be a whole number from 3 to 19"},
		{"a fraction", map[string]any{"size": 5.5}, "size must be a whole number"},
		{"a word for a number", map[string]any{"size": "big"}, "size must be a whole number"},
		{"a truth for a number", map[string]any{"size": true}, "size must be a whole number"},
		{"a number too large to count", map[string]any{"size": "99999999999999999999"}, "size must be a whole number"},
		{"no truth", map[string]any{"swap": "maybe"}, "swap must be true or false"},
		{"a number for a truth", map[string]any{"swap": 7}, "swap must be true or false"},
		{"a number for a choice", map[string]any{"style": 1}, "style must be one of: modern, source"},
		{"nothing for a choice", map[string]any{"style": ""}, "style must be one of: modern, source"},
		{"no choice", map[string]any{"style": "baroque"}, "style must be one of: modern, source"},
		{"a text too long", map[string]any{"note": "abcdef"}, "note must have 1 to 5 characters"},
		{"a number for a text", map[string]any{"note": 5}, "note must be a text"},
		{"a file too large", map[string]any{"file": engine.File{Data: []byte("abcd")}}, "file has 4 bytes; at most 3 are taken"},
		{"a text for a file", map[string]any{"file": "abc"}, "file must be a file"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := engine.ParseOptions(arguments, tt.raw, false)
			why, ok := engine.Why(err)
			if !ok || !strings.HasPrefix(why.String(), tt.want) {
				t.Errorf("refused with %v, want %q", err, tt.want)
			}
		})
	}
}

// What phones, text editors and East Asian input methods make of signs, letters and digits is read
// as on a keyboard; prose, and what is stored, stays.
func TestTypewrittenOptions(t *testing.T) {
	args := []engine.Arg{
		{Name: "n", Kind: engine.Integer, Min: -99, Max: 99},
		{Name: "sure", Kind: engine.Boolean},
		{Name: "pick", Kind: engine.Pick, Choices: []engine.Named{{ID: "10-5", Title: engine.T("Ten")}}},
		{Name: "word"},
		{Name: "prose", Prose: true},
	}
	for _, tt := range []struct {
		name, typed string
		want        any
	}{
		{"n", "−5", -5},
		{"n", "–5", -5},
		{"n", "—5", -5},
		{"n", "－５", -5},
		{"n", "‑5", -5},
		{"n", "﹣5", -5},
		{"n", "１２", 12},
		{"n", "\u00a07\u3000", 7},
		{"n", "＋8", 8},
		{"sure", "ｙｅｓ", true},
		{"sure", "\u00a0no", false},
		{"pick", "10–5", "10-5"},
		{"pick", "１０−５", "10-5"},
		{"word", "ａ１", "a1"},
		{"word", "Ａ１，ｂ２", "A1,b2"},
		{"word", "‘a’ “b” ‛c′ „d“ «e» f´", `'a' "b" 'c' "d" "e" f'`},
		{"word", "b\u00a0c\u202fd\u3000e", "b c d e"},
		{"word", "２３＠ｃ５", "23@c5"},
		{"word", "剝 ䷖ é Z₂×Z₃", "剝 ䷖ é Z₂×Z₃"},
		{"prose", "“Why – now？”", "“Why – now？”"},
	} {
		o, err := engine.ParseOptions(args, map[string]any{tt.name: tt.typed}, false)
		if err != nil || o[tt.name] != tt.want {
			t.Errorf("%s:%s is read as %v, %v; want %v", tt.name, tt.typed, o[tt.name], err, tt.want)
		}
	}
	if o, err := engine.DecodeOptions(args, []byte(`{"word":"a’"}`)); err != nil || o.Text("word") != "a’" {
		t.Errorf("what is stored becomes %v, %v", o, err)
	}
}

func TestRequiredOption(t *testing.T) {
	required := []engine.Arg{{Name: "cell", Help: engine.T("such as c3"), Required: true}}
	_, err := engine.ParseOptions(required, nil, false)
	if why, ok := engine.Why(err); !ok || why.String() != "cell is missing: such as c3" {
		t.Errorf("refused with %v", err)
	}
}

// TestDecodeOptionsKeepsYesterday: a new default does not change an old table.
func TestDecodeOptionsKeepsYesterday(t *testing.T) {
	got, err := engine.DecodeOptions(arguments, []byte(`{"swap":false,"gone":3}`))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(engine.Options{"swap": false}, got); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{`[`, `{"size":"x"}`, `{"size":99}`, `{"file":3}`} {
		if o, err := engine.DecodeOptions(arguments, []byte(bad)); err == nil {
			t.Errorf("%s is read as %v", bad, o)
		}
	}
}

func TestVerbLine(t *testing.T) {
	cell := []engine.Arg{{Name: "cell"}, {Name: "count", Kind: engine.Integer}, {Name: "sure", Kind: engine.Boolean}}
	for _, tt := range []struct {
		verb string
		o    engine.Options
		want string
	}{
		{"move", engine.Options{"cell": " c5 "}, "c5"},
		{"set", engine.Options{"cell": "V3", "count": -5, "sure": true}, "set V3 -5 true"},
		{"swap", nil, "swap"},
		{"move", nil, ""},
	} {
		v := engine.Verb{Name: tt.verb, Args: cell}
		if got := v.Line(tt.o); got != tt.want {
			t.Errorf("%s %v is the line %q, want %q", tt.verb, tt.o, got, tt.want)
		}
	}
}

func FuzzDecodeOptions(f *testing.F) {
	f.Add([]byte(`{"size":11,"swap":true,"style":"modern","note":"abc","seed":7,"file":{"name":"a","data":"YWJj"}}`))
	f.Add([]byte(`{"size":1e99}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		enginetest.Bounded(t, len(data), func() {
			o, err := engine.DecodeOptions(arguments, data)
			if err != nil {
				return
			}
			encoded, err := json.Marshal(o)
			if err != nil {
				t.Fatalf("%v does not encode: %v", o, err)
			}
			again, err := engine.DecodeOptions(arguments, encoded)
			if err != nil {
				t.Fatalf("%s does not come back: %v", encoded, err)
			}
			if diff := cmp.Diff(o, again); diff != "" {
				t.Error(diff)
			}
		})
	})
}
