package operate

import (
	"encoding/base64"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/config"
)

func TestApplicationOfAToken(t *testing.T) {
	const id = "1180000000000000001"
	for token, want := range map[string]string{
		base64.RawStdEncoding.EncodeToString([]byte(id)) + ".abc.def": id,
		"": "playground", "abc": "playground", "!.abc.def": "playground",
		base64.RawStdEncoding.EncodeToString([]byte("x")) + ".abc.def": "playground",
	} {
		if got := application(config.Secret(token)); got != want {
			t.Errorf("application(%q) = %q, want %q", token, got, want)
		}
	}
}
