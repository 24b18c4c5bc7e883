package operate

import (
	"runtime/debug"
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

func TestSource(t *testing.T) {
	built := func(settings ...string) *debug.BuildInfo {
		info := &debug.BuildInfo{}
		for i := 0; i < len(settings); i += 2 {
			info.Settings = append(info.Settings, debug.BuildSetting{Key: settings[i], Value: settings[i+1]})
		}
		return info
	}
	tests := []struct {
		name string
		info *debug.BuildInfo
		want string
	}{
		{"nothing is known", nil, ""},
		{"outside a repository", built("GOOS", "linux"), ""},
		{"of a commit", built("vcs.revision", commitOfTest, "vcs.time", "2026-12-01T10:00:00Z", "vcs.modified", "false"), " 0123456789ab 2026-12-01T10:00:00Z"},
		{"with changes", built("vcs.revision", commitOfTest, "vcs.time", "2026-12-01T10:00:00Z", "vcs.modified", "true"), " 0123456789ab+changes 2026-12-01T10:00:00Z"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := source(tt.info); got != tt.want {
				t.Errorf("source = %q, want %q", got, tt.want)
			}
		})
	}
}
