package canvas

import (
	"slices"
	"strings"
	"testing"
)

func TestLegible(t *testing.T) {
	face := Bold(30)
	tests := []struct{ name, text, want string }{
		{"plain", "Annabel Lee", "Annabel Lee"},
		{"accents", "Jörg Żółć Ἀριστοτέλης Дмитрий Nguyễn", "Jörg Żółć Ἀριστοτέλης Дмитрий Nguyễn"},
		{"accent apart from its letter", "Jo\u0308rg", "Jörg"},
		{"accent that no letter has", "q\u0308x", "qx"},
		{"many accents", "Z\u0336\u0310\u0351a\u0334\u030dlgo", "Zalgo"},
		{"Chinese", "李小龙 劉備", "李小龙 劉備"},
		{"Japanese", "さくら タロウ", "さくら タロウ"},
		{"half-width Japanese", "ﾊﾟｰ", "パー"},
		{"Korean", "김철수", "김철수"},
		{"Korean in parts", "\u1100\u1175\u11b7", "김"},
		{"emoji", "🦊 Fox 🦊", "🦊 Fox 🦊"},
		{"emoji of several parts", "A👩\u200d🚀\ufe0fB👍🏽C", "A👩\u200d🚀B👍C"},
		{"flags", "🇩🇪🇻🇳", "🇩🇪🇻🇳"},
		{"heart that emoji have", "❤\ufe0f", "❤"},
		{"key", "1\ufe0f\u20e3", "1"},
		{"Hebrew and Arabic", "שלום علي Ali", "שלום علي Ali"},
		{"one letter, of several characters", "हिं", "हिं"},
		{"ligature", "ﷺ", "صلى الله عليه وسلم"},
		{"mathematical letters", "𝕽𝖔𝖇", "Rob"},
		{"full width", "Ｂｏｂ", "Bob"},
		{"control characters", "a\x00b\u202ec\u200bd", "abcd"},
		{"lines", " a\n\tb ", "a b"},
		{"broken UTF-8", "a\xffb", "ab"},
		{"private use", "\ue000x", "x"},
		{"joiner between letters", "a\u200db", "ab"},
		{"nothing to be seen", "\u3164\u200b\u2800", ""},
		{"mark on no letter", "\ufe70 x", "x"},
		{"wide blank", "李\u3000明", "李 明"},
		{"circled, squared", "Ⓐ㍿", "Ⓐ株式会社"},
		{"script that no font has", "ქართული Ana", "Ana"},
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

// TestFitKeepsAccents: combining marks stay with their letter.
func TestFitKeepsAccents(t *testing.T) {
	face := Bold(30)
	text := strings.Repeat("q\u0301\u0302", 8)
	for width := face.Measure(text) - 1; width > 0; width -= 3 {
		got, cut := strings.CutSuffix(face.Fit(text, width), ellipsis)
		if got != "" && !cut || strings.Count(got, "\u0301") != strings.Count(got, "q") || strings.Count(got, "\u0302") != strings.Count(got, "q") {
			t.Fatalf("fit(%g) = %q", width, got)
		}
	}
}

func TestSplit(t *testing.T) {
	face := Bold(30)
	tests := []struct{ name, text, within, first, rest string }{
		{"at the last blank that fits", "one two three", "one two t", "one two", "three"},
		{"just fitting", "one two three", "one two", "one two", "three"},
		{"without blanks", "onetwothree", "one", "", "onetwothree"},
		{"Chinese anywhere", "千里之行始于足下", "千里之行始", "千里之行始", "于足下"},
		{"no comma at the start of a line", "千里之行，始于足下", "千里之行", "千里之", "行，始于足下"},
		{"no bracket at the end of one", "我说「你好」", "我说「", "我说", "「你好」"},
		{"no small kana at the start", "きっと", "き", "", "きっと"},
		{"Chinese beside Latin", "我用Go写程序", "我用G", "我用", "Go写程序"},
		{"after the hyphen of a name", "Anna-Lena", "Anna-L", "Anna-", "Lena"},
		{"before a minus", "step -one", "step -o", "step", "-one"},
		{"Korean at blanks", "나는 한국어를 배운다", "나는 한국어를 배", "나는 한국어를", "배운다"},
	}
	for _, tt := range tests {
		first, rest := face.Split(tt.text, face.Measure(tt.within))
		if first != tt.first || rest != tt.rest {
			t.Errorf("%s: %q, %q, want %q, %q", tt.name, first, rest, tt.first, tt.rest)
		}
	}
}

func TestLines(t *testing.T) {
	face := Bold(30)
	tests := []struct {
		name, text, within string
		most               int
		want               []string
	}{
		{"one is enough", "one two", "one two", 3, []string{"one two"}},
		{"as many as are needed", "one two three four", "one two t", 5, []string{"one two", "three", "four"}},
		{"the last is shortened", "one two three four five six", "one two three", 2, []string{"one two three", "four five six"}},
		{"and says so", "one two three four five six", "one two three", 1, []string{"one two…"}},
		{"within a word that takes most of it", "one Donaudampfschifffahrt", "one Donaudampf…", 1, []string{"one Donaudampf…"}},
		{"Chinese", "千里之行始于足下老子", "千里之行", 9, []string{"千里之行", "始于足下", "老子"}},
		{"one long word", "Donaudampfschifffahrt is long", "Donaudampf…", 3, []string{"Donaudampf…"}},
		{"nothing", "", "one", 3, []string{""}},
	}
	for _, tt := range tests {
		if got := face.Lines(tt.text, face.Measure(tt.within), tt.most); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestCondensed letters are narrow, as high as bold ones, and lie where they are measured.
func TestCondensed(t *testing.T) {
	const size = 40
	whole, narrow := Bold(size), Condensed(size)
	for _, r := range "0123456789∞" {
		w, n := whole.Glyph(r, 0), narrow.Glyph(r, 0)
		if got, want := narrow.Measure(string(r)), condensedShare*whole.Measure(string(r)); got < want-0.1 || got > want+0.1 {
			t.Errorf("%c is %.1f pixels wide, want %.1f", r, got, want)
		}
		if n.Mask.Rect.Dy() != w.Mask.Rect.Dy() || n.Mask.Rect.Dx() >= w.Mask.Rect.Dx() {
			t.Errorf("%c covers %v, at its usual width %v", r, n.Mask.Rect, w.Mask.Rect)
		}
		ink := func(m []uint8) (sum float64) {
			for _, a := range m {
				sum += float64(a)
			}
			return sum
		}
		if share := ink(n.Mask.Pix) / ink(w.Mask.Pix); share < condensedShare-0.03 || share > condensedShare+0.03 {
			t.Errorf("%c has %.2f of the ink", r, share)
		}
		if advance := narrow.advance(r); advance != n.Advance {
			t.Errorf("%c has the advance %v, drawn it has %v", r, advance, n.Advance)
		}
	}
}
