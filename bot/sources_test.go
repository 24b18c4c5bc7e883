package bot

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestSources: what the sources of the games promise is true of the whole bot. Each row of the table in
// engine/SOURCES.md is tried as it stands: its commands are typed in a fresh channel, none is refused but
// to show a refusal, the last answer has the words that the row names, and the test that it names exists.
func TestSources(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("../engine/SOURCES.md")
	if err != nil {
		t.Fatal(err)
	}
	of, seen := "", map[string]int{}
	for n, line := range strings.Split(string(table), "\n") {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			of = title
		}
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| The source says") || strings.HasPrefix(line, "| ---") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), " | ")
		if len(cells) != 4 {
			t.Errorf("line %d has %d cells: %s", n+1, len(cells), line)
			continue
		}
		seen[of]++
		t.Run(of+" "+strconv.Itoa(seen[of]), func(t *testing.T) {
			t.Parallel()
			row := sourceRow{says: strings.TrimSpace(cells[0]), shows: strings.TrimSpace(cells[2]), test: strings.Trim(strings.TrimSpace(cells[3]), "`")}
			for _, span := range codeSpan.FindAllStringSubmatch(cells[1], -1) {
				row.by = append(row.by, span[1])
			}
			row.try(t)
		})
	}
	for _, entry := range quickGames() {
		if title := entry.Game.Title.String(); seen[title] == 0 {
			t.Errorf("%s has no rows", title)
		}
	}
}

var codeSpan = regexp.MustCompile("`([^`]+)`")

// sourceRow is a sentence of a source, the commands that show that it is true, what the last of them
// answers, and the test that holds it.
type sourceRow struct {
	says        string
	by          []string
	shows, test string
}

func (r sourceRow) try(t *testing.T) {
	t.Helper()
	if len(r.by) == 0 || r.says == "" || r.shows == "" {
		t.Fatalf("the row lacks something: %+v", r)
	}
	s := newSession(t)
	for i, does := range r.by {
		user, what, other := strings.Cut(does, ": ")
		if _, known := ids[user]; !other || !known {
			user, what = "you", does
		}
		said := s.does(user, what)
		last := i == len(r.by)-1
		if said.Refused && !last {
			t.Fatalf("%s: %q is refused: %s", r.says, does, said.Text)
		}
		if last && !strings.Contains(transcript(said), r.shows) {
			t.Errorf("%s: after %q there is no %q in\n%s", r.says, does, r.shows, transcript(said))
		}
	}
	dir, name, _ := strings.Cut(r.test, " ")
	files, _ := filepath.Glob("../" + dir + "/*_test.go")
	for _, file := range files {
		if code, _ := os.ReadFile(file); strings.Contains(string(code), "\nfunc "+name+"(") {
			return
		}
	}
	t.Errorf("%s: there is no test %q", r.says, r.test)
}
