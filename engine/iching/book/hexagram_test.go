package book_test

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/sixfold-bot/sixfold/engine/iching/book"
)

// every is all hexagrams in King Wen order.
func every() (list []book.Hexagram) {
	for n := 1; n <= 64; n++ {
		list = append(list, book.Numbered(n))
	}
	return list
}

// TestFacts compares each hexagram with the received text.
func TestFacts(t *testing.T) {
	file, err := os.Open("testdata/hexagrams.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	seen := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		seen++
		f := strings.Split(lines.Text(), "\t")
		n, err := strconv.Atoi(f[0])
		if err != nil {
			t.Fatal(err)
		}
		h := book.Numbered(n)
		got := []string{strconv.Itoa(h.Number()), h.Character(), h.Chinese(), h.Lines(), h.Lower().Name(), h.Upper().Name()}
		if !slices.Equal(got, f) {
			t.Errorf("hexagram %d is %q, want %q", n, got, f)
		}
		if parsed, ok := book.FromLines(f[3]); !ok || parsed != h {
			t.Errorf("%s is read as hexagram %d, %t", f[3], parsed.Number(), ok)
		}
	}
	if seen != 64 {
		t.Errorf("%d hexagrams are tested", seen)
	}
}

func TestFromLinesRefuses(t *testing.T) {
	for _, lines := range []string{"", "11111", "1111111", "11111x", "111 11", "۱۱۱۱۱۱", "222222"} {
		if h, ok := book.FromLines(lines); ok {
			t.Errorf("%q is read as hexagram %d", lines, h.Number())
		}
	}
}

// TestRelations: changing all lines, turning upside down and exchanging the trigrams are each
// their own inverse, have the right lines, and commute.
func TestRelations(t *testing.T) {
	for _, h := range every() {
		if h.Opposite().Opposite() != h || h.Inverted().Inverted() != h || h.Exchanged().Exchanged() != h {
			t.Errorf("#%d: a relation is not its own inverse", h.Number())
		}
		if h.Opposite().Inverted() != h.Inverted().Opposite() || h.Opposite().Exchanged() != h.Exchanged().Opposite() {
			t.Errorf("#%d: the order of two relations matters", h.Number())
		}
		if book.Join(h.Upper(), h.Lower()) != h || book.Join(h.Lower(), h.Upper()) != h.Exchanged() {
			t.Errorf("#%d: its trigrams do not make it", h.Number())
		}
		for n := 1; n <= 6; n++ {
			toggled := h.Toggle(n)
			if toggled.Toggle(n) != h || toggled.Yang(n) == h.Yang(n) || h.Opposite().Yang(n) == h.Yang(n) || h.Inverted().Yang(7-n) != h.Yang(n) {
				t.Errorf("#%d: line %d", h.Number(), n)
			}
			if want := h.Lines()[n-1] == '1'; h.Yang(n) != want {
				t.Errorf("#%d: line %d is yang: %t, want %t", h.Number(), n, h.Yang(n), want)
			}
			for other := 1; other <= 6; other++ {
				if other != n && toggled.Yang(other) != h.Yang(other) {
					t.Errorf("#%d: changing line %d changes line %d", h.Number(), n, other)
				}
			}
		}
	}
}

// TestKingWenPairs: the order goes by pairs, of a hexagram and the one upside down, or
// where that is the same, its opposite.
func TestKingWenPairs(t *testing.T) {
	for n := 1; n <= 63; n += 2 {
		h, next := book.Numbered(n), book.Numbered(n+1)
		want := h.Inverted()
		if want == h {
			want = h.Opposite()
		}
		if next != want {
			t.Errorf("#%d is followed by %s, want %s", n, next.Lines(), want.Lines())
		}
	}
}

// TestNuclear: lines 2 to 5 make it, it has one of sixteen values, and the nuclear
// hexagram of the nuclear one is 1, 2, 63 or 64: it repeats two lines.
func TestNuclear(t *testing.T) {
	values := map[book.Hexagram]bool{}
	for _, h := range every() {
		inner := h.Nuclear()
		values[inner] = true
		if got, want := inner.Lines(), h.Lines()[1:4]+h.Lines()[2:5]; got != want {
			t.Errorf("#%d: %s within, want %s", h.Number(), got, want)
		}
		if n := inner.Nuclear().Number(); !slices.Contains([]int{1, 2, 63, 64}, n) {
			t.Errorf("#%d: #%d within the one within", h.Number(), n)
		}
	}
	if len(values) != 16 {
		t.Errorf("%d hexagrams are nuclear ones, want 16", len(values))
	}
}

// TestSovereigns: from zi to si a yang line more from below, from wu to hai one fewer.
func TestSovereigns(t *testing.T) {
	for branch := range 12 {
		var want strings.Builder
		for line := 1; line <= 6; line++ {
			yang := line <= branch+1
			if branch >= 6 {
				yang = line > branch-5
			}
			want.WriteString(map[bool]string{true: "1", false: "0"}[yang])
		}
		if got := book.Sovereign(branch).Lines(); got != want.String() {
			t.Errorf("branch %d: %s, want %s", branch, got, want.String())
		}
	}
}

// TestTrigrams: their characters are a block of Unicode, U+2630 to U+2637, from heaven to
// earth, where the first line counts most.
func TestTrigrams(t *testing.T) {
	images, signs := map[string]book.Trigram{}, ""
	for bits := range book.Trigram(8) {
		block := 7 - (bits&1<<2 | bits&2 | bits>>2)
		if got, want := bits.Character(), string(rune(0x2630+int(block))); got != want {
			t.Errorf("%s has the character %s, want %s", bits.Name(), got, want)
		}
		images[bits.Word().String()] = bits
		signs += bits.Chinese()
		plain := strings.Map(func(r rune) rune {
			if r > unicode.MaxASCII && unicode.IsMark(r) {
				return -1
			}
			return r
		}, norm.NFD.String(bits.Pinyin()))
		if plain != bits.Name() {
			t.Errorf("%s sounds like %s", bits.Name(), bits.Pinyin())
		}
	}
	// In the order of their bits: earth, thunder, water, lake, mountain, fire, wind, heaven.
	if signs != "坤震坎兌艮離巽乾" {
		t.Errorf("the names are %s", signs)
	}
	if len(images) != 8 || images["Heaven"] != book.Qian || images["Earth"] != book.Kun || images["Water"] != book.Kan || images["Fire"] != book.Li {
		t.Errorf("the images are %v", images)
	}
}

// TestNamesDiffer: a hexagram can be found by any of its names but Legge's, which has no
// tones.
func TestNamesDiffer(t *testing.T) {
	chinese, english := map[string]bool{}, map[string]bool{}
	for _, h := range every() {
		if h.Pinyin() == "" || !strings.HasPrefix(h.Signs().String(), h.Character()+" "+h.Chinese()) {
			t.Errorf("#%d lacks a name: %s", h.Number(), h.Signs())
		}
		chinese[h.Chinese()], english[h.English()] = true, true
	}
	if len(chinese) != 64 || len(english) != 64 {
		t.Errorf("%d Chinese and %d English names, want 64", len(chinese), len(english))
	}
}

func ExampleHexagram() {
	peace, _ := book.FromLines("111000")
	fmt.Println(peace.Number(), peace.Character(), peace.Pinyin(), peace.English())
	fmt.Println(peace.Upper().Word(), "over", peace.Lower().Word())
	fmt.Println("line 3 changed:", peace.Toggle(3).English())
	fmt.Println("opposite:", peace.Opposite().English())
	// Output:
	// 11 ䷊ Tài Peace
	// Earth over Heaven
	// line 3 changed: Approach
	// opposite: Standstill
}
