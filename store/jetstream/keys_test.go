package jetstream

import (
	"errors"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/store/changelog"
)

func TestKeys(t *testing.T) {
	tests := []struct {
		bucket, key, want string
	}{
		{"tables", "k", "tables.aw"},
		{"tables", "\x00\xff\xfe>", "tables.AP_-Pg"},
		{"_", "k", "=Xw.aw"},
		{"a.b", "k", "=YS5i.aw"},
		{"", "k", "=.aw"},
		{"Tables", "k", "=VGFibGVz.aw"},
	}
	for _, tt := range tests {
		r := changelog.Row{Bucket: tt.bucket, Key: tt.key}
		key, err := rowKey(r)
		if err != nil || key != tt.want {
			t.Errorf("rowKey(%q, %q) = %q (%v), want %q", tt.bucket, tt.key, key, err, tt.want)
		}
		if back, ok := rowOf(key); !ok || back.Bucket != tt.bucket || back.Key != tt.key {
			t.Errorf("rowOf(%q) = %q %q, %v, want %q %q", key, back.Bucket, back.Key, ok, tt.bucket, tt.key)
		}
	}
	for _, key := range []string{"", strings.Repeat("k", maxKey)} {
		if _, err := rowKey(changelog.Row{Bucket: "tables", Key: key}); !errors.Is(err, changelog.ErrTooLarge) {
			t.Errorf("a key of %d bytes: %v, want ErrTooLarge", len(key), err)
		}
	}
	for _, key := range []string{"foo", "tables.", "tables.*", "=*.aw", ""} {
		if r, ok := rowOf(key); ok {
			t.Errorf("rowOf(%q) = %q %q, want none", key, r.Bucket, r.Key)
		}
	}
}
