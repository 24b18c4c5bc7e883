package rules

import (
	"regexp"
	"sync"
)

// checkEmoji refuses what is not one Unicode emoji.
func checkEmoji(f *Fields, path string, e *Emoji) {
	if e != nil && !emoji().MatchString(e.Name) {
		f.Add(join(path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
}

// emoji matches one emoji: a keycap; a flag of two letters; or one picture or several joined ones,
// each with modifiers: a variation selector, a skin or tags. It is compiled at first use.
var emoji = sync.OnceValue(func() *regexp.Regexp {
	const picture = `[©®ℹ‼⁉\x{2190}-\x{2BFF}〰〽㊗㊙\x{1F000}-\x{1F1E5}\x{1F200}-\x{1FAFF}]` +
		`[\x{FE0F}\x{1F3FB}-\x{1F3FF}\x{E0020}-\x{E007F}]*`
	return regexp.MustCompile(`^(?:[#*0-9]\x{FE0F}?\x{20E3}|[\x{1F1E6}-\x{1F1FF}]{2}|` + picture + `(?:\x{200D}` + picture + `)*)$`)
})
