package calendar

import (
	"slices"
	"testing"
)

func TestParsePillars(t *testing.T) {
	want := []string{"甲子", "丁卯", "庚申", "庚辰"}
	for _, text := range []string{
		"甲子 丁卯 庚申 庚辰", "甲子丁卯庚申庚辰", "jia-zi ding-mao geng-shen geng-chen", "JIAZI, dingmao, gengshen, gengchen", "jia zi ding mao geng shen geng chen",
	} {
		if p, err := ParsePillars(text); err != nil || !slices.Equal(p.Names(), want) {
			t.Errorf("%q is read as %v, %v", text, p.Names(), err)
		}
	}
	for _, bad := range []string{"", "甲子", "甲丑 丁卯 庚申 庚辰", "甲子 丁卯 庚申 庚", "jia-xi ding-mao geng-shen geng-chen", "甲子 丁卯 庚申 庚辰 庚辰"} {
		if p, err := ParsePillars(bad); err == nil {
			t.Errorf("%q is read as %v", bad, p.Names())
		}
	}
}
