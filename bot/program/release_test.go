package program

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"
)

// bot/operate/release/build has the documents of a release made here, from where no library gets into
// the program.
var (
	made   = flag.String("made", "", "keep the documents of a release in the folder `DIR`")
	commit = flag.String("commit", "0123456789abcdef", "the commit of the release")
	date   = flag.String("date", "2026-12-01T11:00:00Z", "its `TIME`")
)

// carried are the files of the repository that a release has at the same paths, by pattern.
var carried = []string{
	"README.md", "CHANGELOG.md", "LICENSE", "config.example.toml", "engine/*/README.md",
	"bot/operate/*.md", "bot/operate/cluster/*.*", "bot/operate/monitoring/*.*",
	"bot/operate/release/README.md", "bot/operate/release/sixfold.service",
}

// makeDocuments fills a folder: doc has the documents, share what belongs below /usr/share, and
// changelog.gz is the changelog as Debian wants it.
func makeDocuments(folder string) error {
	changes, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		return err
	}
	return errors.Join(
		write(filepath.Join(folder, "changelog.gz"), zipped(changes)),
		makeManuals(filepath.Join(folder, "doc")),
		makePages(filepath.Join(folder, "share", "man", "man1"), completed()),
		makeCompletions(filepath.Join(folder, "share")),
	)
}

// write writes a file, and makes its folder.
func write(file string, text []byte) error {
	return errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, text, 0o644))
}

// zipped returns text as `gzip -9n` compresses it: without a name or a date.
func zipped(text []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(text)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		panic(err) // memory takes all
	}
	return out.Bytes()
}

// link matches a link of a document, up to its heading.
var link = regexp.MustCompile(`(\]\(|src=")([^)"#]+)`)

// makeManuals copies the documents. Links to what is not among them lead to the repository.
func makeManuals(folder string) error {
	taken := map[string]bool{}
	for _, pattern := range carried {
		files, err := filepath.Glob(filepath.FromSlash(pattern))
		if err != nil || files == nil {
			return errors.Join(err, errors.New("there is no "+pattern))
		}
		for _, file := range files {
			taken[filepath.ToSlash(file)] = true
		}
	}
	for name := range taken {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if path.Ext(name) == ".md" {
			text = link.ReplaceAllFunc(text, func(found []byte) []byte {
				parts := link.FindSubmatch(found)
				to := path.Join(path.Dir(name), string(parts[2]))
				if taken[to] || bytes.Contains(found, []byte("://")) {
					return found
				}
				return slices.Concat(parts[1], []byte("https://github.com/sixfold-bot/sixfold/"+kind(to)+"/"+*commit+"/"+to))
			})
		}
		if err := write(filepath.Join(folder, filepath.FromSlash(name)), text); err != nil {
			return err
		}
	}
	return nil
}

// kind returns how GitHub's addresses call what it shows of a file: a picture itself, else a page.
func kind(file string) string {
	if path.Ext(file) == ".png" {
		return "raw"
	}
	return "blob"
}

// completed returns the command line with the commands that cobra adds to it.
func completed() *cobra.Command {
	root := rootCommand()
	root.InitDefaultCompletionCmd()
	return root
}

// makePages writes the manual pages of a command and of those below it.
func makePages(folder string, c *cobra.Command) error {
	day, err := time.Parse(time.RFC3339, *date)
	if err != nil {
		return err
	}
	day = day.UTC()
	// On the way to a page cobra makes Markdown, where <file> is HTML, and a list without a margin a paragraph.
	c.Use = strings.ReplaceAll(c.Use, "<", `\<`)
	c.Long = strings.ReplaceAll(c.Long, "\n  ", "\n      ")
	c.DisableAutoGenTag = true
	var page bytes.Buffer
	err = doc.GenMan(c, &doc.GenManHeader{Date: &day, Source: "Sixfold", Manual: "Sixfold"}, &page)
	err = errors.Join(err, write(filepath.Join(folder, pageName(c)+".1.gz"), zipped(page.Bytes())))
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() { // which help is not
			err = errors.Join(err, makePages(folder, sub))
		}
	}
	return err
}

// pageName returns the name of a command's manual page.
func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// makeCompletions writes what completes the command line in shells, where Debian has them look.
func makeCompletions(folder string) error {
	root := completed()
	var bash, zsh, fish bytes.Buffer
	return errors.Join(
		root.GenBashCompletionV2(&bash, true), root.GenZshCompletion(&zsh), root.GenFishCompletion(&fish, true),
		write(filepath.Join(folder, "bash-completion", "completions", "sixfold"), bash.Bytes()),
		write(filepath.Join(folder, "zsh", "vendor-completions", "_sixfold"), zsh.Bytes()),
		write(filepath.Join(folder, "fish", "vendor_completions.d", "sixfold.fish"), fish.Bytes()),
	)
}

// A source is an entry of .goreleaser.yaml for what is taken along.
type source struct {
	Src, Dst    string
	StripParent bool `yaml:"strip_parent"`
}

// packed returns the files of the package for Debian and of an archive, by their names there.
func packed(t *testing.T, folder string) (deb, archive map[string]string) {
	t.Helper()
	text, err := os.ReadFile(".goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var config struct {
		Archives []struct{ Files []source }
		Nfpms    []struct{ Contents []source }
	}
	if err := yaml.Unmarshal(text, &config); err != nil {
		t.Fatal(err)
	}
	return placed(t, folder, config.Nfpms[0].Contents), placed(t, folder, config.Archives[0].Files)
}

// placed returns the names under which sources are packed, with their files. A folder, or /** in an
// archive, is all that is below. What is made before is in a folder of its own.
func placed(t *testing.T, folder string, sources []source) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, s := range sources {
		from := strings.TrimSuffix(s.Src, "/**")
		to := s.Dst
		switch {
		case s.StripParent:
			to = path.Join(s.Dst, path.Base(from))
		case to == "":
			to = from
		}
		if below, ok := strings.CutPrefix(from, "made/"); ok {
			from = filepath.Join(folder, below)
		}
		if err := filepath.WalkDir(from, func(file string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				files[path.Join(to, filepath.ToSlash(strings.TrimPrefix(file, from)))] = file
			}
			return err
		}); err != nil {
			t.Errorf("%s is not there: %v", s.Src, err)
		}
	}
	return files
}

// TestReleaseHasDocuments: what the package and the archives have of documents links to nothing that
// they lack, and there are manual pages, completions and the changelog at the places of Debian's
// policy.
func TestReleaseHasDocuments(t *testing.T) {
	t.Chdir("../..") // where the paths of the documents begin
	folder := *made
	if folder == "" {
		folder = t.TempDir()
		if err := write(filepath.Join(folder, "NOTICES.txt"), nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := makeDocuments(folder); err != nil {
		t.Fatal(err)
	}
	deb, archive := packed(t, folder)
	linksLead(t, deb)
	linksLead(t, archive)
	pagesTell(t, deb, rootCommand())
	for _, name := range []string{
		"/usr/share/doc/sixfold/changelog.gz", "/usr/share/man/man1/sixfold-completion-bash.1.gz", "/usr/share/bash-completion/completions/sixfold",
		"/usr/share/zsh/vendor-completions/_sixfold", "/usr/share/fish/vendor_completions.d/sixfold.fish",
	} {
		if deb[name] == "" {
			t.Errorf("the package lacks %s", name)
		}
	}
	for _, name := range []string{
		"README.md", "CHANGELOG.md", "LICENSE", "NOTICES.txt", "config.example.toml", "bot/operate/CLUSTER.md",
		"share/man/man1/sixfold.1.gz", "share/bash-completion/completions/sixfold",
	} {
		if archive[name] == "" {
			t.Errorf("an archive lacks %s", name)
		}
	}
}

// linksLead checks that each link within packed documents leads to a packed file.
func linksLead(t *testing.T, files map[string]string) {
	t.Helper()
	for name, file := range files {
		if path.Ext(name) != ".md" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range link.FindAllSubmatch(text, -1) {
			if to := string(found[2]); !strings.Contains(to, "://") && files[path.Join(path.Dir(name), to)] == "" {
				t.Errorf("%s links to %s, which is not packed", name, to)
			}
		}
	}
}

// pagesTell checks that a command and each below it has a manual page, which tells how it is called,
// its flags, and the commands below it.
func pagesTell(t *testing.T, files map[string]string, c *cobra.Command) {
	t.Helper()
	name := pageName(c)
	page := unzipped(t, files["/usr/share/man/man1/"+name+".1.gz"])
	want := append(strings.Split(c.Long, "\n"), name+" - "+c.Short, c.UseLine())
	c.Flags().VisitAll(func(f *pflag.Flag) { want = append(want, "--"+f.Name) })
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			want = append(want, name+"-"+sub.Name()+"(1)")
			pagesTell(t, files, sub)
		}
	}
	for _, words := range want {
		if !strings.Contains(page, words) {
			t.Errorf("the manual page of %s does not have %q", name, words)
		}
	}
}

// unzipped returns a packed manual page without roff's hyphens and fonts.
func unzipped(t *testing.T, file string) string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer(`\-`, "-", `\fB`, "", `\fP`, "").Replace(string(text))
}

// TestDocumentsAreTheSameAgain, whoever makes them, and whenever.
func TestDocumentsAreTheSameAgain(t *testing.T) {
	t.Chdir("../..") // where the paths of the documents begin
	var all [2]map[string]string
	for i := range all {
		folder := t.TempDir()
		if err := makeDocuments(folder); err != nil {
			t.Fatal(err)
		}
		all[i] = placed(t, folder, []source{{Src: "made/", Dst: "."}})
		for name, file := range all[i] {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all[i][name] = string(text)
		}
	}
	if len(all[0]) < 80 || !maps.Equal(all[0], all[1]) {
		t.Errorf("%d files are made, then %d others", len(all[0]), len(all[1]))
	}
}
