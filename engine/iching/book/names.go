package book

import (
	_ "embed"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

//go:embed names.tsv
var namesFile string

// names holds the hexagrams in King Wen order: the lines from the bottom, 1 for yang, the names
// in Chinese and in pinyin, the names in James Legge's and in Richard Wilhelm's own translation, the usual
// English name, which is Unicode's, the name and the English one in Wilhelm's translation by Cary Baynes,
// this if it differs, and other readings and numerals. Between several is a bar.
var names = func() (all [64]struct{ lines, chinese, pinyin, older, english, wilhelm, baynes, others string }) {
	for i, line := range strings.Split(strings.TrimSpace(namesFile), "\n") {
		f, n := strings.Split(line, "\t"), &all[i]
		n.lines, n.chinese, n.pinyin, n.older = f[0], f[1], f[2], f[3]
		n.english, n.wilhelm, n.baynes, n.others = f[4], f[5], f[6], f[7]
	}
	return all
}()

// Signs returns the character and the Chinese name: "䷀ 乾 Qián".
func (h Hexagram) Signs() engine.Text {
	return engine.T("%s %s %s", h.Character(), engine.T(h.Chinese()), engine.T(h.Pinyin()))
}

// Character returns the Unicode character, "䷀" for 1.
func (h Hexagram) Character() string { return string(rune(0x4DC0 + h.Number() - 1)) }

// Chinese returns the name in Chinese characters.
func (h Hexagram) Chinese() string { return names[h.Number()-1].chinese }

// Pinyin returns the Chinese name in pinyin.
func (h Hexagram) Pinyin() string { return names[h.Number()-1].pinyin }

// English returns the usual English name.
func (h Hexagram) English() string { return names[h.Number()-1].english }
