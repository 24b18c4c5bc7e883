package book

import (
	"reflect"
	"testing"
)

func TestCastFacts(t *testing.T) {
	tests := []struct {
		cast     string
		from, to int
		changing []int
	}{
		{"7 7 7 7 7 7", 1, 1, []int{}},
		{"9 9 9 9 9 9", 1, 2, []int{1, 2, 3, 4, 5, 6}},
		{"6 6 6 6 6 6", 2, 1, []int{1, 2, 3, 4, 5, 6}},
		{"8 7 7 7 7 9", 44, 28, []int{6}},
		{"9 8 8 8 7 8", 3, 8, []int{1}},
		{"7 8 9 6 7 7", 37, 25, []int{3, 4}},
	}
	for _, tt := range tests {
		c, err := ParseLines(tt.cast)
		if err != nil {
			t.Fatal(err)
		}
		if c.Hexagram().Number() != tt.from || c.Result().Number() != tt.to || !reflect.DeepEqual(c.Changing(), tt.changing) {
			t.Errorf("%s: #%d to #%d by %v", tt.cast, c.Hexagram().Number(), c.Result().Number(), c.Changing())
		}
	}
}
