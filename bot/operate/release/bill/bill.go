// Command bill is the program's bill of materials: the modules that it and its tests are made
// of, and under which terms. It reads the module cache and nothing else.
//
//	go run ./bot/operate/release/bill            # a line each; status 1 if MIT does not allow one
//	go run ./bot/operate/release/bill notices    # the terms of what is in the program, in full
//	go run ./bot/operate/release/bill cyclonedx v1.2.3 2026-12-01T00:00:00Z
//
// It is no lawyer: it knows the texts of the folder terms, word for word, and refuses what it
// does not know.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bill:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	parts, err := find(systems, machines)
	if err != nil {
		return err
	}
	if err := refuse(parts); err != nil {
		return err
	}
	switch {
	case len(args) == 0:
		return list(parts, out)
	case len(args) == 1 && args[0] == "notices":
		return notices(parts, out)
	case len(args) == 3 && args[0] == "cyclonedx":
		return cycloneDX(parts, args[1], args[2], out)
	}
	return errors.New("expected nothing, notices, or cyclonedx with a version and a date")
}

// list writes a line for each part.
func list(parts []*part, out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, p := range parts {
		where := "program"
		if !p.shipped {
			where = "tests"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", p.path, p.version, where, strings.Join(p.licences, " AND "))
	}
	return w.Flush()
}

// What a program under MIT may have in it: terms that ask for no more than their own notice.
// An alternative that is ours to choose counts as the one that is chosen.
var (
	allowed = map[string]bool{
		"Apache-2.0": true, "BSD-2-Clause": true, "BSD-3-Clause": true, "FTL": true, "ISC": true, "MIT": true, "OFL-1.1": true,
	}
	// What tests use is handed to nobody. MPL asks nothing of whoever does not change its files.
	allowedInTests = map[string]bool{"MPL-2.0": true}
)

// refuse names every part whose terms are unknown or not allowed.
func refuse(parts []*part) error {
	var faults []error
	for _, p := range parts {
		if len(p.licences) == 0 {
			faults = append(faults, fmt.Errorf("%s %s has no licence", p.path, p.version))
		}
		for _, id := range p.licences {
			if !allowed[id] && (p.shipped || !allowedInTests[id]) {
				faults = append(faults, fmt.Errorf("%s %s is under %s, which a program under MIT may not have in it", p.path, p.version, id))
			}
		}
	}
	return errors.Join(faults...)
}
