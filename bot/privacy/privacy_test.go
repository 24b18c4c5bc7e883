package privacy

import (
	"encoding/json"
	"reflect"
	"testing"
)

// TestReadable: an empty record is null, JSON stays as it is, other text is a string, and bytes that are
// no text are bytes.
func TestReadable(t *testing.T) {
	for data, want := range map[string]any{
		"":        nil,
		"7":       json.RawMessage("7"),
		`{"a":1}`: json.RawMessage(`{"a":1}`),
		"x":       "x",
		"d4 e5":   "d4 e5",
		"\xff":    []byte{0xff},
	} {
		if got := readable([]byte(data)); !reflect.DeepEqual(got, want) {
			t.Errorf("%q becomes %#v, want %#v", data, got, want)
		}
	}
}
