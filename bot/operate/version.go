package operate

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
)

// Set by the linker in a release. In other builds they are empty, and the compiler's build
// information is used.
var (
	version string // such as 1.2.3
	commit  string // the full hash
	date    string // of the commit, in time.RFC3339 and UTC
)

// Version returns the program's version.
func Version() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// printVersion writes the versions of the program and the compiler, the platform, and if known the
// commit and its date.
func printVersion(out io.Writer) error {
	info, _ := debug.ReadBuildInfo()
	_, err := fmt.Fprintf(out, "sixfold %s %s %s/%s%s\n", Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, source(info))
	return err
}

// source returns the abbreviated commit and its date, each after a space, or "" if unknown. With
// uncommitted changes the date is still the commit's.
func source(info *debug.BuildInfo) string {
	revision, when, changes := commit, date, ""
	if revision == "" && info != nil {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				revision = s.Value
			case s.Key == "vcs.time":
				when = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				changes = "+changes"
			}
		}
	}
	if revision == "" {
		return ""
	}
	const short = 12 // enough to identify a commit
	return strings.TrimRight(fmt.Sprintf(" %.*s%s %s", short, revision, changes, when), " ")
}
