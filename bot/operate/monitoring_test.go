package operate

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFiguresExist checks that the metrics of all alarms and the dashboard exist.
func TestFiguresExist(t *testing.T) {
	sources, err := filepath.Glob("../watch/*.go")
	if err != nil || len(sources) == 0 {
		t.Fatal("no sources", err)
	}
	var counted strings.Builder
	for _, name := range sources {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		counted.Write(text)
	}
	for _, name := range []string{"alerts.yml", "alerts_test.yml", "dashboard.json"} {
		text, err := os.ReadFile(filepath.Join("monitoring", name))
		if err != nil {
			t.Fatal(err)
		}
		figures := regexp.MustCompile(`sixfold_[a-z_]+`).FindAllString(string(text), -1)
		if len(figures) < 6 {
			t.Errorf("%s asks for %d figures: has its form changed?", name, len(figures))
		}
		for _, f := range figures {
			if !strings.Contains(counted.String(), `"`+strings.TrimSuffix(f, "_bucket")+`"`) {
				t.Errorf("%s asks for %s, which nobody counts", name, f)
			}
		}
	}
}
