package rules

import (
	"errors"
	"strings"
	"testing"
)

// A text of invalid length is refused with Discord's code.
func TestLengthCodes(t *testing.T) {
	tests := []struct {
		text        string
		least, most int
		code        string // "": accepted
	}{
		{"", 1, 3, "BASE_TYPE_REQUIRED"},
		{"", 0, 3, ""},
		{"éüö", 1, 3, ""},
		{"four", 0, 3, "BASE_TYPE_MAX_LENGTH"},
		{"four", 1, 3, "BASE_TYPE_BAD_LENGTH"},
		{"a", 2, 3, "BASE_TYPE_BAD_LENGTH"},
	}
	for _, tt := range tests {
		var f Fields
		length(&f, "name", tt.text, tt.least, tt.most)
		err := f.Err()
		if tt.code == "" {
			if err != nil {
				t.Errorf("%q of %d to %d characters: %v", tt.text, tt.least, tt.most, err)
			}
			continue
		}
		if refused, ok := errors.AsType[*Error](err); !ok || !strings.Contains(refused.Error(), tt.code) {
			t.Errorf("%q of %d to %d characters: %v, want %s", tt.text, tt.least, tt.most, err, tt.code)
		}
	}
}
