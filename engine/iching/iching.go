// Package iching is the oracle of the I Ching Connexion: hexagrams and their texts,
// throws of coins and yarrow stalks, the clock and the natal hexagram.
//
// Lines of a hexagram are counted from the bottom, 1 to 6, and written 6, 7, 8 or 9:
// old yin, young yang, young yin, old yang. The old ones change. Hexagrams are numbered
// in the order of King Wen.
package iching
