package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// ours is the module of the program.
const ours = "github.com/sixfold-bot/sixfold"

// A part is a module, or the standard library.
type part struct {
	path, version string
	sum           string   // of its files, as go.sum has it; empty for ours and the standard library
	dir           string   // its folder
	shipped       bool     // whether the program has anything of it, or tests alone
	texts         []string // files of its terms and notices, from its folder, in order
	licences      []string // SPDX identifiers, in order
}

// systems are those that releases are made for, and machines what those run on.
var (
	systems  = []string{"linux", "darwin", "windows"}
	machines = []string{"amd64", "arm64"}
)

// find lists the parts of the program on every one of the systems and machines, and of its tests
// on the first machine, by path.
func find(systems, machines []string) ([]*part, error) {
	library, err := standard()
	if err != nil {
		return nil, err
	}
	parts := map[string]*part{"std": library}
	for _, system := range systems {
		for _, arch := range machines {
			if err := add(parts, true, system, arch, ours); err != nil {
				return nil, err
			}
		}
		if err := add(parts, false, system, machines[0], "-test", ours+"/..."); err != nil {
			return nil, err
		}
	}
	sorted := slices.SortedFunc(maps.Values(parts), func(a, b *part) int { return strings.Compare(a.path, b.path) })
	var faults []error
	for _, p := range sorted {
		faults = append(faults, p.read())
	}
	return sorted, errors.Join(faults...)
}

// standard is the standard library, of which every program has something.
func standard() (*part, error) {
	out, err := exec.Command("go", "env", "GOROOT", "GOVERSION").Output() //nolint:noctx // ends by itself
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	root, version, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return &part{path: "std", version: version, dir: root, shipped: true, texts: []string{"LICENSE", "PATENTS"}}, nil
}

// add adds what packages are made of on a system.
func add(parts map[string]*part, shipped bool, system, arch string, packages ...string) error {
	command := exec.Command("go", append([]string{"list", "-deps", "-json=Dir,Module"}, packages...)...) //nolint:noctx // ends by itself
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+arch)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	for listed := json.NewDecoder(bytes.NewReader(out)); ; {
		var in struct {
			Dir    string
			Module *struct{ Path, Version, Dir, Sum string }
		}
		switch err := listed.Decode(&in); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("go list: %w", err)
		case in.Module == nil: // of the standard library
			continue
		}
		m := in.Module
		if parts[m.Path] == nil {
			parts[m.Path] = &part{path: m.Path, version: m.Version, sum: m.Sum, dir: m.Dir}
		}
		p := parts[m.Path]
		p.shipped = p.shipped || shipped
		if err := p.notice(in.Dir, shipped); err != nil {
			return err
		}
	}
}

// named are the names of files that say under which terms a folder is, or what they ask to
// be passed on.
var named = regexp.MustCompile(`(?i)^(licen[sc]e|copying|ofl|notice|patents)(\.(txt|md))?$`)

// notice notes the texts between a package and the root of its module: of ours those alone
// that go with the program, since the others speak of what our tests read.
func (p *part) notice(dir string, shipped bool) error {
	if p.path == ours && !shipped {
		return nil
	}
	for {
		files, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, f := range files {
			if !named.MatchString(f.Name()) || f.IsDir() {
				continue
			}
			text, err := filepath.Rel(p.dir, filepath.Join(dir, f.Name()))
			if err != nil {
				return err
			}
			if at, found := slices.BinarySearch(p.texts, text); !found {
				p.texts = slices.Insert(p.texts, at, text)
			}
		}
		if dir == p.dir {
			return nil
		}
		dir = filepath.Dir(dir)
	}
}

// read finds out under which terms a part is.
func (p *part) read() error {
	for _, name := range p.texts {
		text, err := os.ReadFile(filepath.Join(p.dir, name))
		if err != nil {
			return err
		}
		if isNotice(name) {
			continue
		}
		found, err := identify(string(text))
		if err != nil {
			return fmt.Errorf("%s %s: %s: %w", p.path, p.version, name, err)
		}
		p.licences = append(p.licences, found...)
	}
	slices.Sort(p.licences)
	p.licences = slices.Compact(p.licences)
	if slices.Contains(p.licences, "FTL") { // of which the file itself has the name alone
		p.texts = append(p.texts, filepath.Join("licenses", "ftl.txt"))
	}
	return nil
}

// isNotice reports whether a file only adds to terms that another has: names, and grants.
func isNotice(name string) bool {
	name = strings.ToLower(filepath.Base(name))
	return strings.HasPrefix(name, "notice") || strings.HasPrefix(name, "patents")
}
