package program

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// root is the module's folder, relative to this one.
var root = filepath.Join("..", "..")

// documents calls f with every document, including .github's.
func documents(t *testing.T, f func(path string, text []byte)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".md" {
			return err
		}
		text, err := os.ReadFile(path)
		f(path, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestLinksLead checks that every file and heading that a document links to exists.
func TestLinksLead(t *testing.T) {
	link := regexp.MustCompile(`(?:\]\(|src=")([^)"]+)`)
	links := 0
	documents(t, func(path string, text []byte) {
		for _, found := range link.FindAllSubmatch(text, -1) {
			target := string(found[1])
			if strings.Contains(target, "://") {
				continue
			}
			links++
			name, heading, _ := strings.Cut(target, "#")
			file := path
			if name != "" {
				file = filepath.Join(filepath.Dir(path), filepath.FromSlash(name))
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s points at %s: %v", path, target, err)
			} else if heading != "" && !slices.Contains(headings(t, file), heading) {
				t.Errorf("%s points at %s, where there is no such heading", path, target)
			}
		}
	})
	if links < 20 {
		t.Errorf("the documents have %d links: has their form changed?", links)
	}
}

// headings returns a document's headings as anchors of GitHub's links.
func headings(t *testing.T, path string) (list []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllSubmatch(text, -1) {
		words := regexp.MustCompile(`[^a-z0-9 -]`).ReplaceAllString(strings.ToLower(string(h[1])), "")
		list = append(list, strings.ReplaceAll(words, " ", "-"))
	}
	return list
}

// TestDocumentsNameCommandsThatExist of the program.
func TestDocumentsNameCommandsThatExist(t *testing.T) {
	out, err := program(t, "--help").Output()
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(out), "Available Commands:\n")
	var commands []string
	for _, c := range regexp.MustCompile(`(?m)^  ([a-z-]+) `).FindAllStringSubmatch(list, -1) {
		commands = append(commands, c[1])
	}
	named := 0
	documents(t, func(path string, text []byte) {
		for _, c := range regexp.MustCompile("(?m)(?:`|^    (?:\\$ )?)sixfold ([a-z][a-z-]*)").FindAllSubmatch(text, -1) {
			if named++; !slices.Contains(commands, string(c[1])) {
				t.Errorf("%s names the command %s, which is none of %v", path, c[1], commands)
			}
		}
	})
	if named < 10 {
		t.Errorf("the documents name %d commands: has their form changed?", named)
	}
}

// TestReadmeIsShort limits the README to what a newcomer reads.
func TestReadmeIsShort(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(bytes.Fields(readme)); n >= 1500 {
		t.Errorf("the README has %d words", n)
	}
}
