package engine

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestPlain(t *testing.T) {
	tests := []struct{ name, typed, want string }{
		{"nothing", "", ""},
		{"plain text", "Ann, 2 x (c5)!", "Ann, 2 x (c5)!"},
		{"other scripts", "Zoë 王 Ольга عمر שָׁלוֹם ไม้", "Zoë 王 Ольга عمر שָׁלוֹם ไม้"},
		{"spaces between words stay", "a  b", "a  b"},
		{"lines", "a\nb\r\nc\rd\u2028e\u2029f\u0085g\vh\fi", "a\nb\nc\nd\ne\nf\ng\nh\ni"},
		{"empty lines", "a\r\n\r\nb\n\nc\r\rd", "a\n\nb\n\nc\n\nd"},
		{"tabs and wide spaces", "a\tb\u00a0c\u3000d", "a b c d"},
		{"control characters", "a\x00b\x1b[31mc\x7fd\u009be", "ab[31mcde"},
		{"overrides of the direction", "a\u202ab\u202bc\u202cd\u202de\u202ef\u2066g\u2067h\u2068i\u2069j", "abcdefghij"},
		{"marks of the direction", "a\u200eb\u200fc\u061cd", "abcd"},
		{"no width", "a\u200bb\u200cc\u200dd\u2060e\ufefff\u00adg", "abcdefg"},
		{"hidden letters", "a" + string(rune(0xe0061)) + string(rune(0xe0062)), "a"},
		{"letters with nothing to see", "a\u3164b\u115fc\u2800d", "a b c d"},
		{"a family", "👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"},
		{"a flag", "🏳\ufe0f\u200d🌈", "🏳\ufe0f\u200d🌈"},
		{"a profession with a colour of skin", "👩🏽\u200d💻", "👩🏽\u200d💻"},
		{"a joiner beside letters", "a\u200db 👩\u200da a\u200d👩 \u200d👩\u200d", "ab 👩a a👩 👩"},
		{"several joiners", "👩\u200d\u200d👩", "👩\u200d👩"},
		{"a joiner before an override", "👩\u200d\u202e👩", "👩👩"},
		{"accents", "e\u0301 ệ o\u0302\u0301", "e\u0301 ệ o\u0302\u0301"},
		{"a storm of accents", "Z" + strings.Repeat("\u0335\u0321", 50) + "a", "Z\u0335\u0321\u0335\u0321a"},
		{"a storm behind a family", "👩\u200d" + strings.Repeat("\u0335", 9), "👩" + strings.Repeat("\u0335", 4)},
		{"accents on nothing", "\u0301a \u0301b\n\u0301c", "a b\nc"},
		{"what is no text", "a\xff\xc0b\ufffdc", "ab\ufffdc"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Plain(tt.typed); got != tt.want {
				t.Errorf("Plain(%q) = %q, want %q", tt.typed, got, tt.want)
			}
		})
	}
}

func TestPlainLine(t *testing.T) {
	for _, tt := range []struct{ typed, want string }{
		{"", ""}, {" a \n\n b\t\u202ec ", "a b c"}, {"\u200b\u3164\n", ""}, {"what\r\nnow", "what now"},
	} {
		if got := PlainLine(tt.typed); got != tt.want {
			t.Errorf("PlainLine(%q) = %q, want %q", tt.typed, got, tt.want)
		}
	}
}

func FuzzTypewritten(f *testing.F) {
	for _, seed := range []string{"ａ１", "−5 – “x” ’", "\xff\u3000～！", "1-2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		text := Typewritten(typed)
		if again := Typewritten(text); again != text || len(text) > max(len(typed), len(strings.ToValidUTF8(typed, "\ufffd"))*3) {
			t.Errorf("%q becomes %q, and that %q", typed, text, again)
		}
	})
}

func FuzzPlain(f *testing.F) {
	for _, seed := range []string{"Ann", "a\r\nb", "\u202e👩\u200d👩\ufe0f", "Z\u0335\u0321\u0335\u0321\u0335", "\xff\u3164"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		plain := Plain(typed)
		if again := Plain(plain); again != plain {
			t.Errorf("%q becomes %q, and that %q", typed, plain, again)
		}
		if !utf8.ValidString(plain) || len(plain) > len(typed) {
			t.Errorf("%q becomes %q", typed, plain)
		}
		marks := 0
		runes := []rune(plain)
		for i, r := range runes {
			between := r == joiner && i > 0 && i+1 < len(runes) && joins(runes[i-1]) && joined(runes[i+1])
			if unicode.In(r, unicode.Cc, unicode.Cf) && r != '\n' && !between || unicode.IsSpace(r) && r != ' ' && r != '\n' {
				t.Errorf("%q becomes %q, which has %U", typed, plain, r)
			}
			if marks++; !unicode.Is(unicode.M, r) {
				marks = 0
			}
			if marks > maxMarks {
				t.Errorf("%q becomes %q, which has %d marks", typed, plain, marks)
			}
		}
		if line := PlainLine(typed); strings.ContainsAny(line, "\n\t") || line != PlainLine(line) {
			t.Errorf("%q becomes the line %q", typed, line)
		}
	})
}
