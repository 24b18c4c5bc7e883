package book

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// What a text may be, the best first.
const (
	exact       = iota // a number, a sign, a name in English or Chinese, or any with its tones and accents
	inPinyin           // a name in pinyin, without tones
	inOlder            // as Wilhelm, Baynes or Legge wrote it, without accents
	inOther            // in another reading, or as a numeral
	byWord             // words of a name
	byBeginning        // the beginning of a name or of its words, or a name with other tones
	nowhere
)

// spelling is a name, or what was typed, for comparison.
type spelling struct {
	letters string // in lower case, without blanks but between numbers
	words   string // the same with a blank before and after each word; a Chinese character is a word
	marks   string // tones from 1 to 4, accents and apostrophes, in their order
	rank    int    // of a text with these letters and some of the marks, or none
}

// variants replaces variants of characters and apostrophes, simplified ones among them, and ways
// to type ü. It drops what only says that a hexagram is meant.
var variants = strings.NewReplacer(strings.Fields(`
	讼 訟 师 師 谦 謙 随 隨 蛊 蠱 临 臨 观 觀 観 觀 贲 賁 剥 剝 复 復 颐 頤 过 過 离 離 恒 恆 壮 壯 晋 晉
	损 損 渐 漸 归 歸 帰 歸 丰 豐 豊 豐 兑 兌 涣 渙 节 節 旣 既 济 濟 済 濟 遁 遯 無 无 干 乾 习 習 蓄 畜
	重天乾 乾為天 重地坤 坤為地 重水坎 坎為水 重火離 離為火 重雷震 震為雷 重山艮 艮為山 重風巽 巽為風 重澤兌 兌為澤
	为 為 爲 為 风 風 泽 澤 沢 澤 予 豫 卦 _ 第 _ ’ ' ‘ ' ʻ ' ʼ ' ` + "`" + ` ' lv lü u: ü`)...)

var tones = strings.NewReplacer("\u0304", "1", "\u0301", "2", "\u030c", "3", "\u0300", "4")

// plain returns a text in lower case and in the characters that names are written in here.
func plain(text string) string {
	return variants.Replace(strings.ToLower(norm.NFKC.String(text)))
}

// spelled returns the spelling of a plain text.
func spelled(text string, rank int) spelling {
	var words, marks strings.Builder
	last := ' '
	for _, r := range tones.Replace(norm.NFD.String(text)) {
		afterLetter := unicode.IsLetter(last)
		switch {
		case unicode.In(r, unicode.Han, unicode.So):
			words.WriteString(" " + string(r) + " ")
		case afterLetter && (unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || r == '\''):
			marks.WriteRune(r)
			continue // the word goes on
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			words.WriteRune(r)
		default:
			words.WriteByte(' ')
		}
		last = r
	}
	list, blank := strings.Fields(words.String()), ""
	if letters := strings.Join(list, ""); strings.Trim(letters, "0123456789") == "" {
		blank = " " // 2 and 3 are not 23
	}
	return spelling{strings.Join(list, blank), " " + strings.Join(list, " ") + " ", marks.String(), rank}
}

// rankOf returns what a text is to a name. A mark that was typed must be in the name.
func (s spelling) rankOf(typed spelling) int {
	same, marked := s.letters == typed.letters, strings.Trim(typed.marks, s.marks) == ""
	switch {
	case same && s.marks == typed.marks && s.marks != "":
		return exact
	case same && marked:
		return s.rank
	case marked && strings.Contains(s.words, typed.words):
		return byWord
	case same || marked && (strings.HasPrefix(s.letters, typed.letters) || strings.Contains(s.words, strings.TrimSuffix(typed.words, " "))):
		return byBeginning
	}
	return nowhere
}

// spellings holds what finds each hexagram beside the titles of the texts, in King Wen order.
var spellings = sync.OnceValue(func() (all [64][]spelling) {
	for i, n := range names {
		h := Numbered(i + 1)
		add := func(rank int, names ...string) {
			for name := range strings.SplitSeq(strings.Join(names, "|"), "|") {
				if name != "" {
					all[i] = append(all[i], spelled(plain(name), rank))
				}
			}
		}
		add(exact, strconv.Itoa(i+1), h.Character(), n.chinese, n.english, n.baynes)
		add(inPinyin, n.pinyin)
		add(inOlder, n.wilhelm, n.older)
		add(inOther, n.others)
		full := spelled(plain(h.fullChinese()), exact)
		full.words = "" // a word of it is a trigram
		all[i] = append(all[i], full)
	}
	return all
})

// fullChinese returns the name with the images of the trigrams: "山地剝", and "乾為天" of two that are the same.
func (h Hexagram) fullChinese() string {
	upper, lower := trigrams[h.Upper()].chinese, trigrams[h.Lower()].chinese
	if upper == lower {
		return h.Chinese() + "為" + upper
	}
	return upper + lower + h.Chinese()
}

var (
	// part matches a number, a sign, Chinese characters, or words of another script. A digit after a
	// word is a tone.
	part = regexp.MustCompile(`\d+|[\x{4dc0}-\x{4dff}]|\p{Han}+|` + word + `(?:[ -]` + word + `)*`)
	// calling matches what comes before a name or a number.
	calling = regexp.MustCompile(`^(?:(?:hexagram\pL*|for|number|no|nr|gua|周易)(?: |$))+`)
)

const word = `[^\PL\p{Han}](?:[^\PL\p{Han}]|[\pM'1-5])*`

// parts splits a plain text such as "23. bo (splitting apart)", of which each part names the same
// hexagram. It returns none of a text that has too many.
func parts(text string) (list []spelling) {
	const mostParts = 8
	found := part.FindAllString(strings.Join(strings.Fields(text), " "), mostParts+1)
	if len(found) > mostParts {
		return nil
	}
	for _, p := range found {
		if p = calling.ReplaceAllString(strings.TrimLeft(p, "0"), ""); p != "" {
			list = append(list, spelled(p, exact))
		}
	}
	return list
}
