package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestIdentify(t *testing.T) {
	of := func(name string) string {
		text, err := texts.ReadFile("terms/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(string(text), "WHOEVER", "THE AUTHORS OF THIS AND THAT")
	}
	const who = "Copyright (c) 2020 Jane Doe\nAll rights reserved.\n\n"
	tests := []struct {
		name string
		text string
		want []string // none: refused
	}{
		{"MIT", "MIT License\n\n" + who + of("MIT"), []string{"MIT"}},
		{"two clauses are not three", who + of("BSD-2-Clause"), []string{"BSD-2-Clause"}},
		{"three clauses are not two", who + of("BSD-3-Clause"), []string{"BSD-3-Clause"}},
		{"wrapped elsewhere", strings.ReplaceAll(of("MIT"), " ", "\n * "), []string{"MIT"}},
		{"two licences in a file", of("MIT") + "Files of the folder b:\n" + of("Apache-2.0"), []string{"Apache-2.0", "MIT"}},
		{"nothing", "", nil},
		{"the name alone", "This is under the MIT License.", nil},
		{"a word of the terms left out", strings.Replace(of("MIT"), "without limitation", "", 1), nil},
		{"a clause put in", strings.Replace(of("MIT"), "The above copyright", "No use by companies.\n\nThe above copyright", 1), nil},
		{"another licence beside it", of("MIT") + "Some files are under the GNU General Public License.", nil},
		{"a condition after it", of("Apache-2.0") + "The Commons Clause applies.", nil},
		{"much that is not known", of("MIT") + strings.Repeat("whereas and notwithstanding ", 30), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := identify(tt.text)
			slices.Sort(got)
			if !slices.Equal(got, tt.want) {
				t.Errorf("identify = %q, %v, want %q", got, err, tt.want)
			}
			if refused := errors.Is(err, errUnknown); refused != (tt.want == nil) {
				t.Errorf("identify: %v", err)
			}
		})
	}
}

func TestRefuse(t *testing.T) {
	tests := []struct {
		name string
		part part
		fine bool
	}{
		{"in the program", part{shipped: true, licences: []string{"Apache-2.0", "MIT"}}, true},
		{"a tool of tests", part{licences: []string{"MPL-2.0"}}, true},
		{"the same in the program", part{shipped: true, licences: []string{"MPL-2.0"}}, false},
		{"one of two", part{shipped: true, licences: []string{"GPL-3.0-only", "MIT"}}, false},
		{"copyleft in tests", part{licences: []string{"GPL-3.0-only"}}, false},
		{"none at all", part{shipped: true}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := refuse([]*part{&tt.part}); (err == nil) != tt.fine {
				t.Errorf("refuse = %v", err)
			}
		})
	}
}

// findOnce finds the parts on all systems with SIXFOLD_LONG=1, as CI does by running the command;
// otherwise on the one where the program has the most.
var findOnce = sync.OnceValues(func() ([]*part, error) {
	if os.Getenv("SIXFOLD_LONG") == "1" {
		return find(systems, machines)
	}
	return find([]string{"windows"}, machines[:1])
})

// found are the parts of the program, looked for once.
func found(t *testing.T) []*part {
	t.Helper()
	parts, err := findOnce()
	if err != nil {
		t.Fatal(err)
	}
	if err := refuse(parts); err != nil {
		t.Fatal(err)
	}
	return parts
}

// TestListsModules finds every module of go.mod that the program or a test has.
func TestListsModules(t *testing.T) {
	var out bytes.Buffer
	if err := list(found(t), &out); err != nil {
		t.Fatal(err)
	}
	listed := map[string]string{} // where it is, by path
	for line := range strings.Lines(out.String()) {
		f := strings.Fields(line)
		listed[f[0]] = line
	}
	for path, where := range map[string]string{
		"std": "program", ours: "program", "go.etcd.io/bbolt": "program", "golang.org/x/sys": "program",
		"github.com/inconshreveable/mousetrap": "program", // on Windows alone
		"pgregory.net/rapid":                   "tests",
		"github.com/chromedp/chromedp":         "tests",
	} {
		if !strings.Contains(listed[path], " "+where+" ") {
			t.Errorf("%s is listed as %q, want it in the %s", path, listed[path], where)
		}
	}
	mod, err := os.ReadFile("../../../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(mod)) {
		f := strings.Fields(line)
		if len(f) == 2 && strings.HasPrefix(f[1], "v") && listed[f[0]] == "" {
			t.Errorf("%s is not listed", f[0])
		}
	}
}

// TestNotices finds what licences ask to be passed on with the program, and nothing of what
// only tests have.
func TestNotices(t *testing.T) {
	var out bytes.Buffer
	if err := notices(found(t), &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"std go1.", "SIL OPEN FONT LICENSE Version 1.1", "The FreeType Project LICENSE", "Portions of this software are copyright",
		"Prometheus instrumentation library for Go applications", // a NOTICE of an Apache licence
		"github.com/klauspost/compress v", "zstd/internal/xxhash/LICENSE.txt", "The Sixfold authors",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the notices lack %q", want)
		}
	}
	for _, not := range []string{"Mozilla Public License", "Copyright 2023 Discord", "chromedp"} {
		if strings.Contains(out.String(), not) {
			t.Errorf("the notices have %q, which is of a test", not)
		}
	}
}

func TestCycloneDX(t *testing.T) {
	var out bytes.Buffer
	if err := cycloneDX(found(t), "v1.2.3", "2026-12-01T00:00:00Z", &out); err != nil {
		t.Fatal(err)
	}
	var d document
	if err := json.Unmarshal(out.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	if got, want := d.Metadata.Component.URL, "pkg:golang/github.com/sixfold-bot/sixfold@v1.2.3"; got != want {
		t.Errorf("the program is %q, want %q", got, want)
	}
	at := slices.IndexFunc(d.Components, func(c component) bool { return c.Name == "go.etcd.io/bbolt" })
	if at < 0 {
		t.Fatal("bbolt is not there")
	}
	c := d.Components[at]
	if len(c.Licences) != 1 || c.Licences[0].Licence.ID != "MIT" || len(c.Hashes) != 1 || len(c.Hashes[0].Content) != 64 {
		t.Errorf("bbolt is %+v", c)
	}
	if !slices.Contains(d.Dependencies[0].On, c.Ref) {
		t.Errorf("the program does not depend on %s", c.Ref)
	}
}
