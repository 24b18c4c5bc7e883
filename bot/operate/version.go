package operate

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
)

// What a release says of itself, set when it is linked. In any other build these are empty,
// and the compiler's own notes stand for them.
var (
	version string // as 1.2.3
	commit  string // in full
	date    string // of the commit, as time.RFC3339 in UTC
)

// Version is the version of the program.
func Version() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// printVersion writes the version of the program and of its compiler, for which system it
// is, and where they are known the commit that it was made of, with its date.
func printVersion(out io.Writer) error {
	info, _ := debug.ReadBuildInfo()
	_, err := fmt.Fprintf(out, "sixfold %s %s %s/%s%s\n", Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, source(info))
	return err
}

// source is the commit, abridged, and its date, after a blank each; nothing where the
// compiler did not note them. The date of changes that are in no commit is nobody's.
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
	const short = 12 // digits, which are enough to find a commit by
	return strings.TrimRight(fmt.Sprintf(" %.*s%s %s", short, revision, changes, when), " ")
}
