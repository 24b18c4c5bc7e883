package rendertest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
)

var measure = flag.Bool("measure", false, "report what cannot be read even where that is known")

// notYet are the packages whose pictures cannot all be read yet, and why. They are measured
// like the others, and must be taken off the list as soon as nothing is found.
var notYet = map[string]string{}

// stillWrong: something was found in a package that is on the list.
var stillWrong atomic.Bool

// packageName is the folder of the package that is tested.
func packageName() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return filepath.Base(dir)
}

// Main runs the tests of a package, as its TestMain. A package that is known not to pass yet
// must not: once all its pictures can be read it comes off the list.
func Main(m *testing.M) {
	code := m.Run()
	whole := flag.Lookup("test.run").Value.String() == "" && flag.Lookup("test.skip").Value.String() == "" && !*measure
	if name := packageName(); code == 0 && whole && notYet[name] != "" && !stillWrong.Load() {
		fmt.Printf("all pictures of %s can be read: take it off the list in render/rendertest/notyet.go\n", name)
		code = 1
	}
	os.Exit(code)
}
