package canvas

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/fogleman/gg"
	"pgregory.net/rapid"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// inScripts are names in every script that the fonts cover.
var inScripts = map[string]string{
	"German":         "Jürgen Groß",
	"French":         "Françoise Œuvrard",
	"Polish":         "Żółć Wałęsa",
	"Czech":          "Řehoř Dvořák",
	"Turkish":        "İbrahim Çağrı Şımarık",
	"Romanian":       "Ștefan Țăranu",
	"Icelandic":      "Þórður Æðarson",
	"Vietnamese":     "Nguyễn Thị Hằng Ướt Phượng",
	"Yoruba":         "Ọlọ́runfẹ́mi",
	"Azerbaijani":    "Əliyev",
	"Greek":          "Γιώργος Παπαδόπουλος ΐΰ",
	"ancient Greek":  "Ἀριστοτέλης ᾧ Ὦ",
	"Russian":        "Дмитрий Ёлкин",
	"Ukrainian":      "Ґанна Їжакевич Євген",
	"Serbian":        "Ђорђе Љубица Џон",
	"Kazakh":         "Әлия Құрманғазы Өмір",
	"simplified":     "李小龙 赵云 张伟 龙马精神",
	"traditional":    "劉備 孫悟空 龍 張偉 鄧麗君",
	"of names":       "镕祎赟喆玥堃翀珺䶮燚骉垚瑄",
	"Cantonese":      "冇嘅咁哋啲喺嚟嗰嘢唔佢",
	"kana":           "さくら タロウ ぱぴぷぺぽ ヴィヴィアン ー々〆",
	"kanji":          "山田太郎 髙橋 﨑 渡邉 榊 﨟",
	"Korean":         "김철수 이영희 뷁 쀍 힣 가",
	"Korean letters": "ㅋㅋㅋ ㅠㅠ",
	"small capitals": "ꜱᴍᴀʟʟ",
	"marks":          "★☆♥♡♪☯☮✓✔✦✧☾ ●○◆◇■□▲△▼▽ ⬢⬡",
	"hexagrams":      "䷀䷁䷂䷾䷿ ☰☱☲☳☴☵☶☷",
	"Arabic":         "محمد عبد الله",
	"Persian":        "پژمان می\u200cخواهد گچ",
	"Urdu":           "ٹیپو ڈاکٹر ے",
	"Hebrew":         "שָׁלוֹם אבי בן־דוד",
	"Hindi":          "क्षितिज श्रीनिवास हिंदी",
	"Bengali":        "রবীন্দ্রনাথ ক্ষিতীশ",
	"Thai":           "สมชาย ใจดี ปิ่น น้ำ",
	"emoji":          "🦊🐉 👩\u200d🚀 🇩🇪 🏳\u200d🌈",
	"punctuation":    "「你好」，。！？：；（）《》【】〜・…—",
}

// TestScripts: every letter of each name is kept, and drawn by both weights.
func TestScripts(t *testing.T) {
	for _, face := range []*Typeface{Medium(30), Bold(30)} {
		for script, name := range inScripts {
			const rare = "\u0301" // an accent is dropped where no font has the letter with it
			if shown := face.Legible(name); shown != strings.ReplaceAll(name, rare, "") {
				t.Errorf("%s: %q is shown as %q", script, name, shown)
			}
			for rest := name; rest != ""; {
				var letter string
				letter, rest = nextGrapheme(rest)
				if letter != " " && !shows(face, letter) {
					t.Errorf("%s: %q leaves a gap", script, letter)
				}
			}
		}
	}
}

// shows reports whether a text has room and leaves ink.
func shows(face *Typeface, text string) bool {
	ink := false
	face.letters(Point{}, text, func(letter *image.Alpha, _ image.Point) {
		ink = ink || slices.ContainsFunc(letter.Pix, func(a uint8) bool { return a > 0x20 })
	})
	return ink && face.Measure(text) > 0
}

// TestEverySyllable of Korean, all kana, and all of JIS X 0208's first rows are there.
func TestEverySyllable(t *testing.T) {
	enginetest.Alone(t)
	face := Medium(30)
	for r := rune(0xac00); r <= 0xd7a3; r++ {
		if !face.has(r) {
			t.Fatalf("%q is missing", r)
		}
	}
	for _, span := range [][2]rune{{0x3041, 0x3096}, {0x30a1, 0x30fc}, {0x4dc0, 0x4dff}, {0x2630, 0x2637}, {0x1ea0, 0x1ef9}, {0x370, 0x373}, {0x400, 0x482}} {
		for r := span[0]; r <= span[1]; r++ {
			if !face.has(r) {
				t.Errorf("%q is missing", r)
			}
		}
	}
}

// TestWideLettersAreCentred: Chinese and Korean letters have about the same middle as capitals, by
// which lines are centred.
func TestWideLettersAreCentred(t *testing.T) {
	face := Bold(40)
	for _, r := range "國龍回図김뷁" {
		g := face.Glyph(r, 0)
		got, want := float64(g.Mask.Rect.Min.Y+g.Mask.Rect.Max.Y)/2, -face.CapHeight()/2
		if math.Abs(got-want) > 0.06*face.Size {
			t.Errorf("the middle of %q is at %g, that of capitals at %g", r, got, want)
		}
		if g.Mask.Rect.Dy() > int(1.05*face.Size) {
			t.Errorf("%q is %d pixels high", r, g.Mask.Rect.Dy())
		}
	}
}

// TestBoldIsBolder in every script, and as wide.
func TestBoldIsBolder(t *testing.T) {
	ink := func(face *Typeface, r rune) (sum int) {
		for _, a := range face.Glyph(r, 0).Mask.Pix {
			sum += int(a)
		}
		return sum
	}
	medium, bold := Medium(40), Bold(40)
	for _, r := range "aễДΩ李さ김★" {
		if a, b := ink(medium, r), ink(bold, r); float64(b) < 1.05*float64(a) {
			t.Errorf("bold %q has %d of ink, medium %d", r, b, a)
		}
	}
}

// TestMeasuredIsDrawn: words of every script end where it was measured, on a canvas and when
// painted with gg.
func TestMeasuredIsDrawn(t *testing.T) {
	face := Bold(30)
	for script, name := range inScripts {
		words := "|" + face.Legible(name+" 🦊") + "|"
		width := face.Measure(words)
		on := testCanvas(int(width)+40, 60)
		on.Text(face, Pt(10, 40), words, InkText)
		dc := gg.NewContext(int(width)+40, 60)
		centre := Pt(10+face.Measure(words)/2, 40-face.CapHeight()/2)
		face.Paint(dc, centre, words, color.RGBA{A: 0xff})
		_, box := on.inked(InkText)
		painted := Tight(Drawn(dc), image.Point{}).Rect
		// The last stroke lies a little before the end of what was measured.
		stroke := face.Glyph('|', 0)
		want := 10 + width - float64(stroke.Advance)/64 + float64(stroke.Mask.Rect.Max.X)
		if math.Abs(float64(box.Max.X)-want) > 1.5 {
			t.Errorf("%s: drawn to %d, measured to %g", script, box.Max.X, want)
		}
		if d := painted.Max.X - box.Max.X; d < -2 || d > 2 {
			t.Errorf("%s: painted to %d, drawn to %d", script, painted.Max.X, box.Max.X)
		}
	}
}

// TestAnyNameIsDrawn: whatever a name is made of, it is drawn, without a gap, in bounded
// room.
func TestAnyNameIsDrawn(t *testing.T) {
	enginetest.Alone(t)
	face := Bold(20)
	rapid.Check(t, func(t *rapid.T) {
		shaped := rapid.StringOf(rapid.RuneFrom([]rune("ab (1)🦊\u200d\u200c🇩"), unicode.Hebrew, unicode.Arabic, unicode.Devanagari, unicode.Bengali, unicode.Thai))
		text := rapid.OneOf(shaped, rapid.String(), rapid.StringN(0, 40, 200), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		words := face.Legible(text)
		if again := face.Legible(words); again != words {
			t.Fatalf("%q becomes %q", words, again)
		}
		for rest := words; rest != ""; {
			var letter string
			if letter, rest = nextGrapheme(rest); letter != " " && (face.Measure(letter) <= 0 || !shows(face, letter)) {
				t.Fatalf("%q leaves a gap", letter)
			}
		}
		width := rapid.Float64Range(0, 400).Draw(t, "width")
		if short := face.Fit(words, width); face.Measure(short) > width {
			t.Fatalf("%q does not fit in %g", short, width)
		}
		first, rest := face.Split(words, width)
		if face.Measure(first) > width || strings.ReplaceAll(first+rest, " ", "") != strings.ReplaceAll(words, " ", "") {
			t.Fatalf("%q is parted into %q and %q", words, first, rest)
		}
	})
}

// TestLettersAreCutInBoundedTime: a letter with a thousand accents is no trap.
func TestLettersAreCutInBoundedTime(t *testing.T) {
	enginetest.Alone(t)
	text := "a" + strings.Repeat("\u0301", 1000)
	n := 0
	for rest := text; rest != ""; n++ {
		var letter string
		if letter, rest = nextGrapheme(rest); utf8.RuneCountInString(letter) > longestGrapheme {
			t.Fatalf("a letter of %d characters", utf8.RuneCountInString(letter))
		}
	}
	if n != (1001+longestGrapheme-1)/longestGrapheme {
		t.Errorf("%d letters", n)
	}
}

// TestBolder widens strokes by parts of pixels.
func TestBolder(t *testing.T) {
	stroke := image.NewAlpha(image.Rect(3, 2, 5, 9))
	draw.Draw(stroke, stroke.Rect, image.Opaque, image.Point{}, draw.Src)
	got := bolder(stroke, 1.5)
	if got.Rect != image.Rect(3, 2, 7, 10) {
		t.Fatalf("the bounds are %v", got.Rect)
	}
	row := got.Pix[3*got.Stride:][:4]
	if row[0] != 0xff || row[2] != 0xff || row[3] < 0x70 || row[3] > 0x88 {
		t.Errorf("across %v", row)
	}
	if below := got.AlphaAt(4, 9).A; below < 0x90 || below > 0xa0 {
		t.Errorf("%d below the stroke, want 0.6 of 255", below)
	}
}

// TestGlyphsAreBounded: the cache is bounded in number and in bytes, as names come in many scripts.
func TestGlyphsAreBounded(t *testing.T) {
	enginetest.Alone(t)
	for _, face := range []*Typeface{Bold(8), Bold(90)} {
		for r := rune(0xac00); r < 0xac00+mostAdvances+9; r++ {
			if r < 0xac00+2*mostGlyphs {
				face.Glyph(r, 0)
			}
			face.Measure(string(r))
		}
		held := 0
		for _, g := range face.glyphs {
			held += len(g.Mask.Pix)
		}
		if n := len(face.glyphs); n > mostGlyphs || n == 0 || held != face.held || held > mostHeld {
			t.Errorf("%d glyphs are kept, of %d bytes, said to be %d", n, held, face.held)
		}
		if n := len(face.advances); n > mostAdvances {
			t.Errorf("%d advances are kept", n)
		}
	}
}

// BenchmarkCaptionNames: once their letters are kept, Chinese names cost no more than others.
func BenchmarkCaptionNames(b *testing.B) {
	for name, words := range map[string]string{"latin": "Annabel Lee to move", "chinese": "李小龙对赵云和孙悟空走棋中", "emoji": "🦊🦊🦊 to move 🦊", "arabic": "عبد الله to move"} {
		b.Run(name, func(b *testing.B) {
			c := testCaption()
			on := testCanvas(c.Box.Dx(), c.Box.Dy())
			said := Said{Words: words, Plates: []Plate{{Name: words}}}
			c.Write(on, said)
			for b.Loop() {
				c.Write(on, said)
			}
		})
	}
}
