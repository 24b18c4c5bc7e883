package render

import (
	"testing"
)

func TestThemes(t *testing.T) {
	for _, theme := range Themes {
		if got, ok := ThemeByID(theme.ID); !ok || got.look != theme.Look() {
			t.Errorf("ThemeByID(%q) = %v, %t", theme.ID, got, ok)
		}
	}
	if _, ok := ThemeByID("sepia"); ok {
		t.Error("there is a theme that there is not")
	}
}
