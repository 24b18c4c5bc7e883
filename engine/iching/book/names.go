package book

import (
	"github.com/sixfold-bot/sixfold/engine"
)

// names holds the hexagrams in King Wen order: the lines from the bottom, 1 for yang, the names
// in Chinese and in pinyin, the name in James Legge's translation, and the usual English name.
var names = [64]struct{ lines, chinese, pinyin, legge, english string }{
	{"111111", "乾", "Qián", "Khien", "The Creative Heaven"},
	{"000000", "坤", "Kūn", "Khwăn", "The Receptive Earth"},
	{"100010", "屯", "Zhūn", "Kun", "Difficulty At The Beginning"},
	{"010001", "蒙", "Méng", "Măng", "Youthful Folly"},
	{"111010", "需", "Xū", "Hsü", "Waiting"},
	{"010111", "訟", "Sòng", "Sung", "Conflict"},
	{"010000", "師", "Shī", "Sze", "The Army"},
	{"000010", "比", "Bǐ", "Pî", "Holding Together"},
	{"111011", "小畜", "Xiǎo Xù", "Hsiâo Khû", "Small Taming"},
	{"110111", "履", "Lǚ", "Lî", "Treading"},
	{"111000", "泰", "Tài", "Thâi", "Peace"},
	{"000111", "否", "Pǐ", "Phî", "Standstill"},
	{"101111", "同人", "Tóng Rén", "Thung Zăn", "Fellowship"},
	{"111101", "大有", "Dà Yǒu", "Tâ Yû", "Great Possession"},
	{"001000", "謙", "Qiān", "Khien", "Modesty"},
	{"000100", "豫", "Yù", "Yü", "Enthusiasm"},
	{"100110", "隨", "Suí", "Sui", "Following"},
	{"011001", "蠱", "Gǔ", "Kû", "Work On The Decayed"},
	{"110000", "臨", "Lín", "Lin", "Approach"},
	{"000011", "觀", "Guān", "Kwân", "Contemplation"},
	{"100101", "噬嗑", "Shì Hé", "Shih Ho", "Biting Through"},
	{"101001", "賁", "Bì", "Pî", "Grace"},
	{"000001", "剝", "Bō", "Po", "Splitting Apart"},
	{"100000", "復", "Fù", "Fû", "Return"},
	{"100111", "无妄", "Wú Wàng", "Wû Wang", "Innocence"},
	{"111001", "大畜", "Dà Xù", "Tâ Khû", "Great Taming"},
	{"100001", "頤", "Yí", "Î", "Mouth Corners"},
	{"011110", "大過", "Dà Guò", "Tâ Kwo", "Great Preponderance"},
	{"010010", "坎", "Kǎn", "Khan", "The Abysmal Water"},
	{"101101", "離", "Lí", "Lî", "The Clinging Fire"},
	{"001110", "咸", "Xián", "Hsien", "Influence"},
	{"011100", "恆", "Héng", "Hăng", "Duration"},
	{"001111", "遯", "Dùn", "Thun", "Retreat"},
	{"111100", "大壯", "Dà Zhuàng", "Tâ Kwang", "Great Power"},
	{"000101", "晉", "Jìn", "Žin", "Progress"},
	{"101000", "明夷", "Míng Yí", "Ming Î", "Darkening Of The Light"},
	{"101011", "家人", "Jiā Rén", "Kiâ Zăn", "The Family"},
	{"110101", "睽", "Kuí", "Khwei", "Opposition"},
	{"001010", "蹇", "Jiǎn", "Kien", "Obstruction"},
	{"010100", "解", "Xiè", "Kieh", "Deliverance"},
	{"110001", "損", "Sǔn", "Sun", "Decrease"},
	{"100011", "益", "Yì", "Yî", "Increase"},
	{"111110", "夬", "Guài", "Kwâi", "Breakthrough"},
	{"011111", "姤", "Gòu", "Kâu", "Coming To Meet"},
	{"000110", "萃", "Cuì", "Žhui", "Gathering Together"},
	{"011000", "升", "Shēng", "Shăng", "Pushing Upward"},
	{"010110", "困", "Kùn", "Khwăn", "Oppression"},
	{"011010", "井", "Jǐng", "Žing", "The Well"},
	{"101110", "革", "Gé", "Ko", "Revolution"},
	{"011101", "鼎", "Dǐng", "Ting", "The Cauldron"},
	{"100100", "震", "Zhèn", "Kăn", "The Arousing Thunder"},
	{"001001", "艮", "Gèn", "Kăn", "The Keeping Still Mountain"},
	{"001011", "漸", "Jiàn", "Kien", "Development"},
	{"110100", "歸妹", "Guī Mèi", "Kwei Mei", "The Marrying Maiden"},
	{"101100", "豐", "Fēng", "Făng", "Abundance"},
	{"001101", "旅", "Lǚ", "Lü", "The Wanderer"},
	{"011011", "巽", "Xùn", "Sun", "The Gentle Wind"},
	{"110110", "兌", "Duì", "Tui", "The Joyous Lake"},
	{"010011", "渙", "Huàn", "Hwân", "Dispersion"},
	{"110010", "節", "Jié", "Kieh", "Limitation"},
	{"110011", "中孚", "Zhōng Fú", "Kung Fû", "Inner Truth"},
	{"001100", "小過", "Xiǎo Guò", "Hsiâo Kwo", "Small Preponderance"},
	{"101010", "既濟", "Jì Jì", "Kî Žî", "After Completion"},
	{"010101", "未濟", "Wèi Jì", "Wei Žî", "Before Completion"},
}

// Signs returns the character and the Chinese name: "䷀ 乾 Qián".
func (h Hexagram) Signs() engine.Text {
	return engine.T("%s %s %s", h.Character(), engine.T(h.Chinese()), engine.T(h.Pinyin()))
}

// Character returns the Unicode character, "䷀" for 1.
func (h Hexagram) Character() string { return string(rune(0x4DC0 + h.Number() - 1)) }

// Chinese returns the name in Chinese characters.
func (h Hexagram) Chinese() string { return names[h.Number()-1].chinese }

// Pinyin returns the Chinese name in pinyin.
func (h Hexagram) Pinyin() string { return names[h.Number()-1].pinyin }

// Legge returns the Chinese name as James Legge wrote it in 1882.
func (h Hexagram) Legge() string { return names[h.Number()-1].legge }

// English returns the usual English name.
func (h Hexagram) English() string { return names[h.Number()-1].english }
