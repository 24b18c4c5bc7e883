package program

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// root is the folder of the module, from here.
var root = filepath.Join("..", "..")

// TestLinksLead finds every file that a document shows or points at.
func TestLinksLead(t *testing.T) {
	link := regexp.MustCompile(`(?:\]\(|src=")([^)"]+)`)
	links := 0
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".md" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, found := range link.FindAllSubmatch(text, -1) {
			target := string(found[1])
			if strings.Contains(target, "://") {
				continue
			}
			links++
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), filepath.FromSlash(target))); err != nil {
				t.Errorf("%s points at %s: %v", path, target, err)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if links < 20 {
		t.Errorf("the documents have %d links: has their form changed?", links)
	}
}

// TestReadmeIsShort keeps the README to what a newcomer reads; the rest has its place
// beside what it is about.
func TestReadmeIsShort(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(bytes.Fields(readme)); n >= 1500 {
		t.Errorf("the README has %d words", n)
	}
}
