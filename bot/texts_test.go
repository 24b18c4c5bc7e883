package bot

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/config"
)

// otherTexts writes so many readings to a file, and settings that name it.
func otherTexts(t *testing.T, game string, readings int) (settings string) {
	t.Helper()
	var list []map[string]any
	for n := 1; n <= readings; n++ {
		lines := make([]string, 6)
		for i := range lines {
			lines[i] = fmt.Sprintf("Line %d of %d.", i+1, n)
		}
		list = append(list, map[string]any{
			"number": n, "title": fmt.Sprintf("Number %d", n), "judgment": fmt.Sprintf("Words of %d.", n),
			"image": fmt.Sprintf("Image of %d.", n), "line_texts": lines, "extra": "All.",
		})
	}
	data, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	texts, settings := filepath.Join(dir, "texts.json"), filepath.Join(dir, "bot.toml")
	for file, data := range map[string][]byte{
		texts:    data,
		settings: fmt.Appendf(nil, "[log]\nlevel = \"info\"\n[texts]\n%s = %q\n", game, texts),
	} {
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return settings
}

// TestOtherTexts: a game speaks with the words of the operator's file.
func TestOtherTexts(t *testing.T) {
	config, err := config.Load(otherTexts(t, "iching", 64), os.Getenv, CheckTexts)
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(t)
	s.config = config
	s.restart()
	if r := s.does("you", "/iching hexagram 23"); !strings.Contains(r.Text, "Number 23") || !strings.Contains(r.Text, "Words of 23.") {
		t.Errorf("hexagram 23 reads %q", r.Text)
	}
}

func TestOtherTextsRefused(t *testing.T) {
	for _, tt := range []struct {
		name     string
		settings string
		want     string
	}{
		{"an entry is missing", otherTexts(t, "iching", 63), "no hexagram 64"},
		{"a game without texts", otherTexts(t, "hex", 64), "no game of this name"},
		{"no such game", otherTexts(t, "tarot", 64), "no game of this name"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := config.Load(tt.settings, os.Getenv, CheckTexts)
			fault, ok := errors.AsType[*config.Error](err)
			if !ok || fault.Line != 4 || !strings.HasPrefix(fault.Key, "texts.") || !strings.Contains(fault.Why, tt.want) {
				t.Errorf("refused with %v", err)
			}
		})
	}
	missing := otherTexts(t, "iching", 64)
	if err := os.Remove(filepath.Join(filepath.Dir(missing), "texts.json")); err != nil {
		t.Fatal(err)
	}
	if _, err := config.Load(missing, os.Getenv, CheckTexts); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}
