package book

import "github.com/sixfold-bot/sixfold/engine"

// Trigram is three lines: bit i is line i+1; a set bit is a yang line.
type Trigram uint8

// The eight trigrams.
const (
	Kun  Trigram = 0b000
	Zhen Trigram = 0b001
	Kan  Trigram = 0b010
	Dui  Trigram = 0b011
	Gen  Trigram = 0b100
	Li   Trigram = 0b101
	Xun  Trigram = 0b110
	Qian Trigram = 0b111
)

var trigrams = [8]struct {
	name, character string
	chinese         string // of the image
	image           engine.Text
}{
	Kun:  {"Kun", "☷", "地", engine.T("Earth")},
	Zhen: {"Zhen", "☳", "雷", engine.T("Thunder")},
	Kan:  {"Kan", "☵", "水", engine.T("Water")},
	Dui:  {"Dui", "☱", "澤", engine.T("Lake")},
	Gen:  {"Gen", "☶", "山", engine.T("Mountain")},
	Li:   {"Li", "☲", "火", engine.T("Fire")},
	Xun:  {"Xun", "☴", "風", engine.T("Wind")},
	Qian: {"Qian", "☰", "天", engine.T("Heaven")},
}

// Name returns the name in pinyin without tones.
func (t Trigram) Name() string { return trigrams[t].name }

// Character returns the Unicode character.
func (t Trigram) Character() string { return trigrams[t].character }

// Chinese returns the Chinese name, that of the hexagram of two such trigrams.
func (t Trigram) Chinese() string { return Join(t, t).Chinese() }

// Pinyin returns the Chinese name in pinyin.
func (t Trigram) Pinyin() string { return Join(t, t).Pinyin() }

// Word returns the image as a word for people.
func (t Trigram) Word() engine.Text { return trigrams[t].image }
