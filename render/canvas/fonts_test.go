package canvas

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"
)

// TestChains: every font of both chains can be read, names its licence, and goes by a name of
// its own, as the licence asks of those that were changed.
func TestChains(t *testing.T) {
	var b sfnt.Buffer
	for weight, chain := range map[string][]fallback{"medium": mediumFonts, "bold": boldFonts} {
		for i, f := range chain {
			font := f.open()
			if font != f.open() {
				t.Errorf("%s, font %d is read twice", weight, i)
			}
			if i == 0 {
				continue
			}
			family, _ := font.Name(&b, sfnt.NameIDFamily)
			licence, _ := font.Name(&b, sfnt.NameIDLicense)
			holder, _ := font.Name(&b, sfnt.NameIDCopyright)
			if !strings.HasPrefix(family, "Sixfold ") || !strings.Contains(licence, "SIL Open Font License") || holder == "" {
				t.Errorf("%s, font %d: family %q, licence %q, copyright %q", weight, i, family, licence, holder)
			}
		}
	}
}

// TestMay: no font is passed over for a letter that it has and that those before it lack.
func TestMay(t *testing.T) {
	var b sfnt.Buffer
	has := func(f fallback, r rune) bool {
		if invisible(r) {
			return false
		}
		index, err := f.open().GlyphIndex(&b, r)
		return err == nil && index != 0
	}
	for _, chain := range [][]fallback{mediumFonts, boldFonts} {
		for r := rune(0x20); r < 0x30000; r++ {
			asked, there := false, false
			for _, f := range chain {
				asked = asked || f.mayHave(r) && has(f, r)
				there = there || has(f, r)
			}
			if asked != there {
				t.Fatalf("%U is there: %t, is found: %t", r, there, asked)
			}
		}
	}
}

// TestBytes: the fonts leave room in the program.
func TestBytes(t *testing.T) {
	files, err := filepath.Glob("fonts/*.zst")
	if err != nil || len(files) != 18 {
		t.Fatalf("%d fonts: %v", len(files), err)
	}
	total := int64(0)
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	if total > 2_900_000 {
		t.Errorf("the fonts take %d bytes", total)
	}
}
