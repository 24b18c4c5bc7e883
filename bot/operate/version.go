package operate

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
)

// Set by the linker in a release, and empty in other builds.
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

// printVersion writes the versions of the program and the compiler, the platform, and of a release the
// abbreviated commit and its date. In other builds Go puts both into the version.
func printVersion(out io.Writer) error {
	_, err := fmt.Fprintln(out, strings.TrimSpace(fmt.Sprintf("sixfold %s %s %s/%s %.12s %s", Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, commit, date)))
	return err
}
