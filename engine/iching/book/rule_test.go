package book

import (
	"fmt"
	"testing"
)

func TestPassages(t *testing.T) {
	show := func(list []Passage) (s string) {
		for _, p := range list {
			s += fmt.Sprintf("%d%c", p.Hexagram, p.Part[0])
			if p.Line > 0 {
				s += fmt.Sprint(p.Line)
			}
			s += " "
		}
		return s
	}
	tests := []struct{ name, cast, every, zhuXi string }{
		{"none changes", "777777", "1j ", "1j "},
		{"one", "877779", "44j 44l6 28j ", "44l6 "},
		{"two", "789677", "37j 37l3 37l4 25j ", "37l4 37l3 "},
		{"three", "999777", "1j 1l1 1l2 1l3 12j ", "1j 12j "},
		{"four", "999977", "1j 1l1 1l2 1l3 1l4 20j ", "20l5 20l6 "},
		{"five", "999997", "1j 1l1 1l2 1l3 1l4 1l5 23j ", "23l6 "},
		{"all of 1", "999999", "1j 1l1 1l2 1l3 1l4 1l5 1l6 1e 2j ", "1e "},
		{"all of 2", "666666", "2j 2l1 2l2 2l3 2l4 2l5 2l6 2e 1j ", "2e "},
		{"all of another", "969696", "63j 63l1 63l2 63l3 63l4 63l5 63l6 64j ", "64j "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := ParseLines(tt.cast)
			if err != nil {
				t.Fatal(err)
			}
			if got := show(EveryLine.Passages(c)); got != tt.every {
				t.Errorf("every line: %s, want %s", got, tt.every)
			}
			if got := show(ZhuXi.Passages(c)); got != tt.zhuXi {
				t.Errorf("Zhu Xi: %s, want %s", got, tt.zhuXi)
			}
		})
	}
}
