package book

import (
	"github.com/sixfold-bot/sixfold/engine"
)

// Trigram is three lines: bit i is line i+1, and a set bit is a yang line.
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

var trigrams = [8]struct{ name, character, image string }{
	Kun:  {"Kun", "☷", "earth"},
	Zhen: {"Zhen", "☳", "thunder"},
	Kan:  {"Kan", "☵", "water"},
	Dui:  {"Dui", "☱", "lake"},
	Gen:  {"Gen", "☶", "mountain"},
	Li:   {"Li", "☲", "fire"},
	Xun:  {"Xun", "☴", "wind"},
	Qian: {"Qian", "☰", "heaven"},
}

// Name is the trigram's name in pinyin without tones.
func (t Trigram) Name() string { return trigrams[t].name }

// Character is the trigram's Unicode character.
func (t Trigram) Character() string { return trigrams[t].character }

// Chinese is the trigram's name in Chinese: that of the hexagram in which it is doubled.
func (t Trigram) Chinese() string { return Join(t, t).Chinese() }

// Pinyin is the Chinese name as it is pronounced.
func (t Trigram) Pinyin() string { return Join(t, t).Pinyin() }

// Image is what the trigram stands for, in a word: "heaven".
func (t Trigram) Image() string { return trigrams[t].image }

var imageWords = [8]engine.Text{
	Kun: engine.T("Earth"), Zhen: engine.T("Thunder"), Kan: engine.T("Water"), Dui: engine.T("Lake"),
	Gen: engine.T("Mountain"), Li: engine.T("Fire"), Xun: engine.T("Wind"), Qian: engine.T("Heaven"),
}

// Word is the trigram's image as a word for people.
func (t Trigram) Word() engine.Text { return imageWords[t] }
