package book

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

var own = Own()

// elsewhere returns the lines of testdata/names.txt by their tabs.
func elsewhere(t *testing.T) (lines [][]string) {
	t.Helper()
	data, err := os.ReadFile("testdata/names.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, strings.Split(strings.TrimSpace(line), "\t"))
		}
	}
	if len(lines) != 64 {
		t.Fatalf("%d lines", len(lines))
	}
	return lines
}

// asked reports whether a text is answered by a question that names just these hexagrams, each by
// its number and sign.
func asked(text string, want []int) bool {
	_, err := own.Find(text)
	why, ok := engine.Why(err)
	for n := 1; n <= 64 && ok; n++ {
		named := strings.Contains(why.String(), " "+strconv.Itoa(n)+" "+own.Of(Numbered(n)).Title+" "+Numbered(n).Character())
		ok = named == slices.Contains(want, n)
	}
	return ok
}

// TestNamesFromElsewhere: what is the name of one hexagram finds it, and what is the name of
// several asks which. Tones are heeded; without them a name is taken for pinyin first.
func TestNamesFromElsewhere(t *testing.T) {
	called := map[string][]int{}
	toneless := strings.NewReplacer("1", "", "2", "", "3", "", "4", "", "ü", "u")
	for i, f := range elsewhere(t) {
		h := Numbered(i + 1)
		for _, name := range []string{f[1], f[1] + "卦", f[2], strings.ReplaceAll(f[2], " ", ""), h.Pinyin(), strings.ToUpper(h.Pinyin()), f[4], "HEXAGRAM FOR " + strings.ToUpper(h.English()), "Hexagram " + f[0], "#" + f[0], f[0] + ". " + f[3]} {
			called[name] = append(called[name], i+1)
		}
		called[toneless.Replace(f[2])] = append(called[toneless.Replace(f[2])], i+1)
	}
	bare := strings.NewReplacer("'", "", "ê", "e", "ü", "u")
	for i, f := range elsewhere(t) {
		for _, name := range slices.Compact([]string{f[3], bare.Replace(f[3])}) {
			if called[strings.ToLower(name)] == nil {
				called[name] = append(called[name], i+1)
			}
		}
	}
	for name, want := range called {
		want = slices.Compact(want)
		h, err := own.Find(name)
		if len(want) == 1 && (err != nil || h.Number() != want[0]) {
			t.Errorf("%q finds #%d, %v, want #%d", name, h.Number(), err, want[0])
		}
		if len(want) > 1 && !asked(name, want) {
			t.Errorf("%q finds #%d, %v, want a question for %v", name, h.Number(), err, want)
		}
	}
}

func TestFindAsWritten(t *testing.T) {
	for text, want := range map[string]int{
		"Li": 30, "Pi": 12, "Kên": 52, "Bō": 23, "ken": 52, "Sun": 41, "Tun": 33, "jie": 60, "Yî": 42, "Î": 27,
		"hsu": 5, "Hsü": 5, "yu": 16, "Meng": 4, "xiǎoxù": 9, "XIǍO XÙ": 9, "wú wang": 25, "Wu-wang": 25, "Tongren": 13,
		"Xiǎo Chù": 9, "Tún": 3, "jiě": 40, "Ta Hsü": 26, "習坎": 29, "習坎卦": 29,
		"既済": 63, "帰妹": 54, "観": 20, "豊": 55, "無妄": 25, "遁": 33, "沢火革": 49, "風澤中孚": 61, "\uf966": 24, "⾰": 49, "第23卦": 23,
		"２３": 23, "＃２３": 23, "Ｌｉ": 30, "０１０００１": 4, "㉓": 23, "No. 23": 23, "Nr 23": 23, "№ 23": 23, "Hexagramm 23": 23, "07": 7, "䷖\ufe0e": 23,
		"Ch’ien / The Creative": 1, "Kun / The Receptive": 2, "Li / Treading": 10, "Qian 15": 15, "bi (22)": 22, "1. Qian": 1,
		"23 Peeling Away ䷖ 剝 Bō": 23, "Hexagram 23 – Bō (Splitting Apart)": 23, "䷌ 同人": 13,
		"The Clinging, Fire": 30, "Waiting (Nourishment)": 5, "Break-through": 43, "Taming Power of the Great": 26,
		"well": 48, "The Marrying Maiden": 54, "wind": 57, "fellowship": 13, "creative": 1,
	} {
		if h, err := own.Find(text); err != nil || h.Number() != want {
			t.Errorf("%q finds #%d, %v, want #%d", text, h.Number(), err, want)
		}
	}
}

// TestFindAsPrinted: names as other people's pages and data have them.
func TestFindAsPrinted(t *testing.T) {
	for text, want := range map[string]int{
		// Lists of Chinese pages of the Zhouyi, and the heads of its chapters.
		"第二十三卦": 23, "第二十三卦 山地剥": 23, "第四卦 山水蒙": 4, "第十八卦 山风蛊": 18, "第二十卦": 20, "《周易·剥卦第二十三》": 23, "第3卦 屯卦": 3, "水雷屯（屯卦）": 3,
		// Lists of Japanese and Korean programs.
		"雷地予": 16, "沢雷随": 17, "雷沢帰妹": 54, "兌為沢": 58, "水火旣濟": 63, "重天乾": 1, "重地坤": 2, "重水坎": 29, "重火離": 30, "重雷震": 51, "重山艮": 52, "重風巽": 57, "重澤兌": 58,
		// Richard Wilhelm's German book, by its heads and by the data of yijing-oracle.
		"小畜 9. SIAU TSCHU": 9, "13. TUNG JEN": 13, "31. HIAN": 31, "Hiän": 31, "Dschun": 3, "Mong": 4, "Da Yu": 14, "Schi Ho": 21, "Dsing": 48, "Go": 49, "Gui Me": 54, "Gi Dsi": 63, "1. KIAN": 1,
		// James Legge's own print, as it was read anew.
		"Khân": 29, "Tsin": 35, "Tshui": 45, "Tsing": 48, "Kî Tsî": 63, "Wei Tsî": 64,
		// The titles of Wilhelm and Baynes in a script for random.org, the data of KGZM's and of jgerace's iching.
		"50. Ting / The Caldron": 50, "33. TUN / Retreat": 33, "18. Ku / Work on what has been spoiled [ Decay ]": 18, "37. Chia Jên / The Family [The Clan]": 37, "9. Hsiao Ch'u / The Taming Power of the Small": 9,
		"27. I / Corners of the Mouth (Providing Nourishment)": 27, "29. K'an / The Abysmal (Water)": 29, "51. Chên / The Arousing (Shock, Thunder)": 51,
		// Names in the code of games and oracles, in capitals and as one word.
		"HSIAo CH'U ( The Taming Power of the Small)": 9, "Shìhé": 21, "shiHe": 21, "wuWang": 25, "| 21 | 火雷噬嗑 | shì hé | Biting Through |": 21,
	} {
		if h, err := own.Find(text); err != nil || h.Number() != want {
			t.Errorf("%q finds #%d, %v, want #%d", text, h.Number(), err, want)
		}
	}
}

func TestFindAsks(t *testing.T) {
	for text, want := range map[string][]int{
		"Ch'ien": {1, 15}, "K’un": {2, 47}, "Chien": {1, 15, 39, 53}, "kun": {2, 47}, "qian": {1, 15}, "bi": {8, 22}, "lü": {10, 56},
		"lv": {10, 56}, "lu:3": {10, 56}, "Lu": {10, 56}, "I": {27, 42}, "Lî": {10, 30}, "Kăn": {51, 52}, "Khien": {1, 15},
		"ji": {63, 64}, "guo": {28, 62}, "畜": {9, 26}, "great": {14, 26, 28, 34}, "nourishment": {5, 27},
		"Kien": {1, 15, 39, 53}, "lǚ": {10, 56}, "Chi'en": {1, 15}, "Kieh": {40, 60}, "天": {6, 10, 12, 13, 25, 33, 44},
		"xù": {9, 26}, "mēng": {4}, "yǐ": {27, 42}, "resol": {43}, "split": {23},
	} {
		if !asked(text, want) {
			h, err := own.Find(text)
			t.Errorf("%q finds #%d, %v, want a question for %v", text, h.Number(), err, want)
		}
	}
	for _, text := range []string{"hexagram", "Treading / Waiting", "Qian 3", "solve", "23 24", strings.Repeat("li ", 50), strings.Repeat("li/", 50)} {
		if _, err := own.Find(text); err == nil || !strings.Contains(err.Error(), "no hexagram is called") {
			t.Errorf("%q is refused with %v", text, err)
		}
	}
}

// TestMatching: who is still typing is offered the same, and then what begins so.
func TestMatching(t *testing.T) {
	for typed, want := range map[string][]int{
		"2": {2, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29}, "kun": {2, 47, 3, 61}, "spl": {23}, "大": {14, 26, 28, 34}, "lí": {30, 10, 19},
		"Hexagram 6": {6, 60, 61, 62, 63, 64}, "pǐ": {12, 8, 22}, "great mi": {34},
	} {
		if got := engine.Map(own.Matching(typed), Hexagram.Number); !slices.Equal(got, want) {
			t.Errorf("%q may mean %v, want %v", typed, got, want)
		}
	}
	if len(own.Matching(" ")) != 64 {
		t.Error("nothing is offered before anything is typed")
	}
}

func FuzzFind(f *testing.F) {
	for _, text := range []string{"lí", "23 Peeling Away ䷖ 剝 Bō", "Ch'ien / The Creative", "第２３卦", "li/li/li", "u:u:\u0300\u0300", "《周易·剥卦第二十三》", "重火離", "KIAN / Kien"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		enginetest.Bounded(t, len(text), func() {
			h, err := own.Find(text)
			if _, ok := engine.Why(err); err != nil && !ok {
				t.Errorf("not refused, but %v", err)
			}
			if err == nil && !strings.Contains(text, "0") && !slices.Contains(own.Matching(text), h) {
				t.Errorf("%q finds #%d, which is not offered", text, h.Number())
			}
		})
	})
}
