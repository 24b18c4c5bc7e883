package operate

import (
	"strings"
	"testing"
)

const commitOfTest = "0123456789abcdef0123456789abcdef01234567"

func TestVersionOfRelease(t *testing.T) {
	defer func() { version, commit, date = "", "", "" }()
	version, commit, date = "1.2.3", commitOfTest, "2026-12-01T10:00:00Z"
	var out strings.Builder
	if err := printVersion(&out); err != nil {
		t.Fatal(err)
	}
	said := out.String()
	if !strings.HasPrefix(said, "sixfold 1.2.3 go1.") || !strings.HasSuffix(said, " 0123456789ab 2026-12-01T10:00:00Z\n") {
		t.Errorf("it says %q", said)
	}
}
