package calendar

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Pillar is one of the sixty pairs of a stem and a branch, 0 to 59; 0 is jia zi, 甲子.
type Pillar int

// Pillars are the pillars of a moment: year, month, day and hour.
type Pillars [4]Pillar

// Cycle is the number of pillars.
const Cycle = 60

// pillar returns n modulo the cycle of sixty.
func pillar(n int) Pillar { return Pillar(((n % Cycle) + Cycle) % Cycle) }

// Stem returns the heavenly stem, 0 (jia) to 9 (gui); even ones are yang.
func (p Pillar) Stem() int { return int(p) % len(stems) }

// Branch returns the earthly branch, 0 (zi) to 11 (hai); even ones are yang.
func (p Pillar) Branch() int { return int(p) % len(branches) }

// String returns the pillar in Chinese: "甲子".
func (p Pillar) String() string { return stems[p.Stem()].chinese + branches[p.Branch()].chinese }

// Pinyin returns the pillar in pinyin without tones: "jia zi".
func (p Pillar) Pinyin() string { return stems[p.Stem()].pinyin + " " + branches[p.Branch()].pinyin }

// sign is the name of a stem or a branch.
type sign struct{ chinese, pinyin string }

func (s sign) is(word string) bool { return word == s.chinese || word == s.pinyin }

var (
	stems    = signsNamed("甲 jia 乙 yi 丙 bing 丁 ding 戊 wu 己 ji 庚 geng 辛 xin 壬 ren 癸 gui")
	branches = signsNamed("子 zi 丑 chou 寅 yin 卯 mao 辰 chen 巳 si 午 wu 未 wei 申 shen 酉 you 戌 xu 亥 hai")
)

func signsNamed(names string) (list []sign) {
	for name := range slices.Chunk(strings.Fields(names), 2) {
		list = append(list, sign{name[0], name[1]})
	}
	return list
}

// BranchNames returns the names of an earthly branch, 0 to 11: "子", "zi".
func BranchNames(branch int) (chinese, pinyin string) {
	b := branches[branch]
	return b.chinese, b.pinyin
}

// ParsePillars parses the four pillars of year, month, day and hour, in Chinese or pinyin: "甲子 丁卯
// 庚申 庚辰", "jia-zi ding-mao geng-shen geng-chen". The error is a [*engine.Refusal].
func ParsePillars(text string) (p Pillars, err error) {
	var signs []string
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" ,;-_/.'’", r) }) {
		signs = append(signs, signsOf(word)...)
	}
	if len(signs) != 2*len(p) {
		return p, engine.Refuse("give four pillars, of year, month, day and hour, such as `甲子 丁卯 庚申 庚辰` or `jia-zi ding-mao geng-shen geng-chen`")
	}
	for i := range p {
		if p[i], err = pair(signs[2*i], signs[2*i+1]); err != nil {
			return p, err
		}
	}
	return p, nil
}

// signsOf splits a word into stems and branches: each Chinese character is one, and a word in
// pinyin may be two, such as "jiazi".
func signsOf(word string) (list []string) {
	if word[0] >= 0x80 {
		return strings.Split(word, "")
	}
	for _, s := range stems {
		if rest, ok := strings.CutPrefix(word, s.pinyin); ok && slices.ContainsFunc(branches, func(b sign) bool { return b.pinyin == rest }) {
			return []string{s.pinyin, rest}
		}
	}
	return []string{word}
}

func pair(stem, branch string) (Pillar, error) {
	for p := range Pillar(Cycle) {
		if stems[p.Stem()].is(stem) && branches[p.Branch()].is(branch) {
			return p, nil
		}
	}
	return 0, engine.Refuse("`%s` is not one of the sixty pairs of a stem and a branch, such as `jia-zi` or `甲子`", engine.Quotable(stem+" "+branch))
}

// Names returns the pillars in Chinese.
func (p Pillars) Names() []string { return engine.Map(p[:], Pillar.String) }

// YearPillar returns the pillar of a year: jia zi for the years 4 and 1984.
func YearPillar(year int) Pillar { return pillar(year - 4) }

// CheckYear returns an error if a year has another pillar.
func (p Pillar) CheckYear(year int) error {
	if want := YearPillar(year); want != p {
		return engine.Refuse("the year %s is %s, and not %s", strconv.Itoa(year), want.Pinyin(), p.Pinyin())
	}
	return nil
}
