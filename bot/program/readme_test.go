package program

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeLinks finds every file that the README shows or points at.
func TestReadmeLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`(?:\]\(|src=")([^)"]+)`).FindAllSubmatch(readme, -1)
	if len(links) == 0 {
		t.Error("the README has no links: has its form changed?")
	}
	for _, link := range links {
		target := string(link[1])
		if strings.Contains(target, "://") {
			continue
		}
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(target))); err != nil {
			t.Errorf("the README points at %s: %v", target, err)
		}
	}
}
