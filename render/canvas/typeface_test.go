package canvas

import (
	"strings"
	"testing"
)

func TestLegible(t *testing.T) {
	face := Bold(30)
	tests := []struct{ name, text, want string }{
		{"plain", "Annabel Lee", "Annabel Lee"},
		{"accents", "Jörg Żółć Ἀριστοτέλης Дмитрий", "Jörg Żółć Αριστοτέλης Дмитрий"},
		{"accent apart from its letter", "Jo\u0308rg", "Jörg"},
		{"emoji", "🦊 Fox 🦊", "Fox"},
		{"emoji of several parts", "A👩\u200d🚀️B", "AB"},
		{"Chinese", "李小龙", ""},
		{"part Chinese", "Bruce 李", "Bruce"},
		{"Arabic", "علي Ali", "Ali"},
		{"mathematical letters", "𝕽𝖔𝖇", "Rob"},
		{"full width", "Ｂｏｂ", "Bob"},
		{"control characters", "a\x00b\u202ec\u200bd", "abcd"},
		{"lines", " a\n\tb ", "a b"},
		{"broken UTF-8", "a\xffb", "ab"},
		{"private use", "\ue000x", "x"},
		{"nothing", "", ""},
	}
	for _, tt := range tests {
		if got := face.Legible(tt.text); got != tt.want {
			t.Errorf("%s: legible(%q) = %q, want %q", tt.name, tt.text, got, tt.want)
		}
	}
}

func TestFit(t *testing.T) {
	face := Bold(30)
	text := "Bartholomew Featherstone"
	if got := face.Fit(text, face.Measure(text)); got != text {
		t.Errorf("fit shortens what fits: %q", got)
	}
	for width := face.Measure(text); width >= 0; width -= 7 {
		got := face.Fit(text, width)
		if face.Measure(got) > width {
			t.Errorf("fit(%g) = %q is wider", width, got)
		}
		if got != text && got != "" && !strings.HasSuffix(got, ellipsis) {
			t.Errorf("fit(%g) = %q has no ellipsis", width, got)
		}
	}
	if got := face.Fit("Ann Lee", face.Measure("Ann "+ellipsis)); got != "Ann"+ellipsis {
		t.Errorf("fit = %q, want no blank before the ellipsis", got)
	}
}

func TestSplit(t *testing.T) {
	face := Bold(30)
	first, rest := face.Split("one two three", face.Measure("one two t"))
	if first != "one two" || rest != "three" {
		t.Errorf("split = %q, %q", first, rest)
	}
	first, rest = face.Split("onetwothree", face.Measure("one"))
	if first != "" || rest != "onetwothree" {
		t.Errorf("split without blanks = %q, %q", first, rest)
	}
}

// Names come in many scripts: what is kept of them is bounded.
func TestGlyphsAreBounded(t *testing.T) {
	face := Bold(8)
	for r := rune(0x20); r < 0x20+2*mostGlyphs; r++ {
		face.Glyph(r, 0)
	}
	if n := len(face.glyphs); n > mostGlyphs {
		t.Errorf("%d glyphs are kept, want at most %d", n, mostGlyphs)
	}
}
