package calendar

import (
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
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

// TestPillarsOfTheCycle: each is read back from its Chinese and its pinyin, alone in the
// cycle, and stem and branch are both yang or both yin.
func TestPillarsOfTheCycle(t *testing.T) {
	seen := map[string]bool{}
	for p := range Pillar(Cycle) {
		seen[p.String()] = true
		if p.Stem()%2 != p.Branch()%2 {
			t.Errorf("%s mixes yang and yin", p)
		}
		for _, text := range []string{p.String(), p.Pinyin(), strings.ReplaceAll(p.Pinyin(), " ", "")} {
			got, err := ParsePillars(strings.Repeat(text+" ", 4))
			if err != nil || got != (Pillars{p, p, p, p}) {
				t.Errorf("%q is read as %v, %v", text, got, err)
			}
		}
		chinese, pinyin := BranchNames(p.Branch())
		if !strings.HasSuffix(p.String(), chinese) || !strings.HasSuffix(p.Pinyin(), pinyin) {
			t.Errorf("%s has the branch %s %s", p, chinese, pinyin)
		}
	}
	if len(seen) != Cycle {
		t.Errorf("%d pillars differ", len(seen))
	}
}

// TestYearPillars: known years, and the cycle.
func TestYearPillars(t *testing.T) {
	for year, want := range map[int]string{4: "甲子", 1864: "甲子", 1911: "辛亥", 1924: "甲子", 1949: "己丑", 1984: "甲子", 2000: "庚辰", 2026: "丙午"} {
		if got := YearPillar(year); got.String() != want || YearPillar(year-Cycle) != got || YearPillar(year+600) != got {
			t.Errorf("%d is %s, want %s", year, got, want)
		}
		if err := YearPillar(year).CheckYear(year); err != nil {
			t.Errorf("%d: %v", year, err)
		}
		why, ok := engine.Why(YearPillar(year).CheckYear(year + 1))
		if !ok || !strings.Contains(why.String(), YearPillar(year+1).Pinyin()) {
			t.Errorf("%s for %d is refused with %q", YearPillar(year), year+1, why)
		}
	}
}
