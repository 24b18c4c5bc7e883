package rules

import "testing"

func TestEmoji(t *testing.T) {
	for text, want := range map[string]bool{
		"👆": true, "⏮️": true, "▶️": true, "✅": true, "➕": true, "ℹ️": true, "👍🏽": true, "👩‍💻": true, "🏳️‍🌈": true,
		"1️⃣": true, "🇩🇪": true, "🏴󠁧󠁢󠁳󠁣󠁴󠁿": true,
		"": false, "tada": false, "!": false, "1": false, "🎉🎉": false, "🇩": false, "👩‍": false, "\ufe0f": false,
	} {
		if got := emoji().MatchString(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
