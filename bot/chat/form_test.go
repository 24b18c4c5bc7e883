package chat

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFill(t *testing.T) {
	letters := []Suggestion{{Name: "Column a", Value: "a"}, {Name: "Column b", Value: "b"}, {Name: "c", Value: "c"}}
	cell := &Form{Fields: []Field{
		{ID: "column", Choices: letters},
		{ID: "row", Choices: []Suggestion{{Name: "1", Value: "1"}, {Name: "2", Value: "2", Chosen: true}}},
		{ID: "typed", Value: "before"},
	}}
	several := &Form{Fields: []Field{{ID: "nodes", Choices: letters, Min: 1, Max: 2, Required: true}, {ID: "value", Required: true}}}
	type filled struct {
		fields map[string]string
		chosen map[string][]string
	}
	picked := func(typed string, column, row []string) *filled {
		return &filled{map[string]string{"typed": typed}, map[string][]string{"column": column, "row": row}}
	}
	for _, tt := range []struct {
		name  string
		form  *Form
		texts []string
		want  *filled // nil: they do not fit
	}{
		{"nothing", cell, nil, picked("before", nil, []string{"2"})},
		{"a value and a name", cell, []string{"column B", "1"}, picked("before", []string{"b"}, []string{"1"})},
		{"what no menu offers", cell, []string{"b1"}, picked("b1", nil, []string{"2"})},
		{"a column, then what no row is", cell, []string{"b", "b1"}, picked("b1", []string{"b"}, []string{"2"})},
		{"nothing of a menu", cell, []string{"a", "", "x"}, picked("x", []string{"a"}, nil)},
		{"two of one", cell, []string{"a, b"}, picked("a, b", nil, []string{"2"})},
		{"too many texts", cell, []string{"a", "1", "x", "y"}, nil},
		{"several", several, []string{"a, C", "5"}, &filled{map[string]string{"value": "5"}, map[string][]string{"nodes": {"a", "c"}}}},
		{"three of two", several, []string{"a,b,c", "5"}, nil},
		{"too few texts", several, []string{"a"}, nil},
		{"none of a menu that must be filled", several, []string{"", "5"}, nil},
	} {
		var got *filled
		if fields, chosen, ok := tt.form.Fill(tt.texts); ok {
			got = &filled{fields, chosen}
		}
		if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(filled{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestCounts(t *testing.T) {
	three := make([]Suggestion, 3)
	for _, tt := range []struct {
		least, most int
		required    bool
		want        [2]int
	}{
		{0, 0, false, [2]int{1, 1}},
		{0, 0, true, [2]int{1, 1}},
		{0, 2, false, [2]int{0, 2}},
		{0, 2, true, [2]int{1, 2}},
		{1, 25, false, [2]int{1, 3}},
		{5, 9, false, [2]int{3, 3}},
	} {
		if least, most := (Field{Choices: three, Min: tt.least, Max: tt.most, Required: tt.required}).Counts(); [2]int{least, most} != tt.want {
			t.Errorf("%+v: %d to %d", tt, least, most)
		}
	}
	if least, most := (Menu{Choices: three, Max: 25}).Counts(); least != 0 || most != 3 {
		t.Errorf("a menu takes %d to %d", least, most)
	}
}
