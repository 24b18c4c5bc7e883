//go:build unix

package program

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// elsewhere are the documents' command lines that are not run in a clone, by pattern, with the
// reason. The first match counts.
var elsewhere = []struct{ why, pattern string }{
	{"needs Discord's token", `SIXFOLD_TOKEN|--guild`},
	{"needs a cluster", `sixfold worker|cluster/trial|nats-server|SIXFOLD_NATS`},
	{"is filled in first", `\b[A-Z]{4,}\b`},
	{"is of another machine, or needs root", `(^| )(apt|install|systemctl|docker|skopeo|debootstrap|-e)( |$)| /(backup|etc|var)/`},
	{"is a step of .ci/nightly itself", `release/reproduce`},
}

// A commandLine is a line of a document for a shell.
type commandLine struct{ file, line string }

// beginning matches the start of a command line of this repository. Other indented lines are not
// command lines.
var beginning = regexp.MustCompile(`^(?:[A-Z_]+=\S* )?(?:go (?:run|test|build) |sixfold(?: |$)|bot/\S+/[a-z]+(?: |$)|\.ci/\w+|printf .*\| sixfold )`)

// commandLines returns a document's command lines, without comments and with continuation lines
// joined.
func commandLines(path string, text []byte) (list []commandLine) {
	joined := strings.ReplaceAll(string(text), "\\\n", "")
	for _, found := range regexp.MustCompile(`(?m)^ {4,}(?:\$ )?(\S.*)$`).FindAllStringSubmatch(joined, -1) {
		line := strings.TrimSpace(regexp.MustCompile(`\s{2,}#.*`).ReplaceAllString(found[1], ""))
		if beginning.MatchString(line) {
			list = append(list, commandLine{path, line})
		}
	}
	return list
}

// inSentences returns the command lines within a document's sentences.
func inSentences(path string, text []byte) (list []commandLine) {
	for _, found := range regexp.MustCompile("`([^`\n]+)`").FindAllSubmatch(text, -1) {
		if line := string(found[1]); beginning.MatchString(line) {
			list = append(list, commandLine{path, line})
		}
	}
	return list
}

// manuals reports whether a document is the README or an operator's manual.
func manuals(path string) bool {
	return path == filepath.Join(root, "README.md") || strings.HasPrefix(path, filepath.Join(root, "bot", "operate"))
}

// TestCommandLinesParse checks that the subcommands, flags, packages and tests named in documents
// exist.
func TestCommandLinesParse(t *testing.T) {
	t.Parallel()
	checked, before := 0, map[string]bool{}
	documents(t, func(path string, text []byte) {
		for _, c := range append(commandLines(path, text), inSentences(path, text)...) {
			if checked++; before[c.line] {
				continue
			}
			before[c.line] = true
			switch words := words(c.line); {
			case slices.Contains(words, "go"):
				exists(t, c, words[slices.Index(words, "go")+1:])
			case slices.Contains(words, "sixfold"):
				parses(t, c, words[slices.Index(words, "sixfold")+1:])
			default:
				if _, err := os.Stat(filepath.Join(root, words[0])); err != nil {
					t.Errorf("%s: %s: %v", c.file, c.line, err)
				}
			}
		}
	})
	if checked < 60 {
		t.Errorf("the documents have %d command lines: has their form changed?", checked)
	}
}

// words splits a command line, as far as the documents use quotes.
func words(line string) (list []string) {
	for _, w := range regexp.MustCompile(`(?:'[^']*'|"[^"]*"|[^\s'"])+`).FindAllString(line, -1) {
		list = append(list, strings.NewReplacer("'", "", `"`, "", `\|`, "|").Replace(w))
	}
	return list
}

// parses makes the program parse arguments and show help, without running anything.
func parses(t *testing.T, c commandLine, args []string) {
	t.Helper()
	out, err := program(t, append(args, "--help")...).CombinedOutput()
	more := bytes.Contains(out, []byte("Available Commands:"))
	if err != nil || more && len(args) > 1 && !strings.HasPrefix(args[0], "-") && !strings.HasPrefix(args[1], "-") && args[1] != "cluster" {
		t.Errorf("%s: %s: %v\n%.300s", c.file, c.line, err, out)
	}
}

// exists checks that the packages, tests and benchmarks in arguments of go exist.
func exists(t *testing.T, c commandLine, args []string) {
	t.Helper()
	var tests []string // the files of tests
	for _, path := range args {
		if path != "." && !strings.HasPrefix(path, "./") {
			continue
		}
		there := false
		folder, below := strings.CutSuffix(path, "/...")
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() && !below && path != filepath.Join(root, folder) {
				return fs.SkipDir
			}
			there = there || filepath.Ext(path) == ".go"
			if strings.HasSuffix(path, "_test.go") {
				tests = append(tests, path)
			}
			return err
		})
		if err != nil || !there {
			t.Errorf("%s: %s: there is no package %s, %v", c.file, c.line, path, err)
		}
	}
	for i, flag := range args {
		kind := map[string]string{"-run": "Test", "-bench": "Benchmark", "-fuzz": "Fuzz"}[flag]
		if kind == "" || args[0] != "test" || i+1 == len(args) || args[i+1] == "^$" {
			continue
		}
		for pattern := range strings.SplitSeq(args[i+1], "|") {
			pattern, _, _ = strings.Cut(pattern, "/")
			wanted, err := regexp.Compile(pattern)
			if err != nil {
				t.Errorf("%s: %s: %v", c.file, c.line, err)
			} else if !slices.ContainsFunc(tests, func(file string) bool { return declares(t, file, kind, wanted) }) {
				t.Errorf("%s: %s: nothing is named %s", c.file, c.line, pattern)
			}
		}
	}
}

// declares reports whether a file has a function of a kind, such as Test, with a wanted name.
func declares(t *testing.T, file, kind string, wanted *regexp.Regexp) bool {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(regexp.MustCompile(`\nfunc (`+kind+`\w*)`).FindAllSubmatch(source, -1), func(f [][]byte) bool { return wanted.Match(f[1]) })
}

// TestCommandLinesWork runs the command lines of the README and the operator's manuals in order, in
// a fresh clone. The short form only tests the rules above.
func TestCommandLinesWork(t *testing.T) {
	var lines []commandLine
	left := map[string]int{}
	documents(t, func(path string, text []byte) {
		if !manuals(path) {
			return
		}
		for _, c := range commandLines(path, text) {
			if why := reason(c.line); why != "" {
				left[why]++
				t.Logf("%s: %s: %s", c.file, c.line, why)
			} else {
				lines = append(lines, c)
			}
		}
	})
	for _, e := range elsewhere {
		if left[e.why] == 0 {
			t.Errorf("no command line %s", e.why)
		}
	}
	for _, two := range []string{"go run .", "go test ./..."} {
		if !slices.Contains(lines, commandLine{filepath.Join(root, "README.md"), two}) {
			t.Errorf("the README does not say %s", two)
		}
	}
	if !long {
		return
	}
	t.Chdir(clone(t))
	for _, c := range lines {
		works(t, c)
	}
}

// reason returns why a command line is not run in a clone, "" if it is.
func reason(line string) string {
	for _, e := range elsewhere {
		if regexp.MustCompile(e.pattern).MatchString(line) {
			return e.why
		}
	}
	return ""
}

// clone returns a fresh clone with the program, and with settings as the manual describes.
func clone(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for _, args := range [][]string{
		{"git", "clone", "--quiet", root, folder},
		{"go", "build", "-C", folder, "."},
		{"cp", filepath.Join(folder, "config.example.toml"), filepath.Join(folder, "config.toml")},
	} {
		if out, err := exec.CommandContext(t.Context(), args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	return folder
}

// serves matches command lines that run until stopped, and asks those that need a running bot.
var (
	serves = regexp.MustCompile(`^(go run \.|sixfold|sixfold --config \S+)$`)
	asks   = regexp.MustCompile(`^sixfold health`)
)

// works runs a command line in a shell in the current folder.
func works(t *testing.T, c commandLine) {
	t.Helper()
	if asks.MatchString(c.line) {
		stop := serve(t, commandLine{c.file, "sixfold"})
		defer stop()
	}
	if serves.MatchString(c.line) {
		serve(t, c)()
		return
	}
	t.Logf("%s: %s", c.file, c.line)
	if out, err := inShell(t.Context(), c.line).CombinedOutput(); err != nil {
		t.Errorf("%s: %s: %v\n%s", c.file, c.line, err, out)
	}
}

// serve runs a command line that serves, waits for the page, and returns a function that stops it.
func serve(t *testing.T, c commandLine) (stop func()) {
	t.Helper()
	t.Logf("%s: %s", c.file, c.line)
	var log journal
	command := inShell(t.Context(), c.line)
	command.Stdout, command.Stderr = &log, &log
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // so that a signal reaches the group, as from a terminal
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	for range looks(t, func() string { return c.line + " serves no page:\n" + log.String() }) {
		if strings.Contains(log.String(), "http://") {
			break
		}
		select {
		case err := <-ended:
			t.Fatalf("%s: %s: %v\n%s", c.file, c.line, err, &log)
		default:
		}
	}
	return func() {
		if err := syscall.Kill(-command.Process.Pid, syscall.SIGINT); err != nil {
			t.Error(err)
		}
		<-ended //nolint:errcheck // `go run` tells of the signal
	}
}

// inShell returns a command line in a shell without a token, and without long tests.
func inShell(ctx context.Context, line string) *exec.Cmd {
	c := exec.CommandContext(ctx, "sh", "-c", line)
	c.Env = append(os.Environ(), "PATH=.:"+os.Getenv("PATH"), "SIXFOLD_TOKEN=", "SIXFOLD_TOKEN_FILE=", "SIXFOLD_LONG=")
	return c
}
