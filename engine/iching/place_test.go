package iching

import (
	"testing"
)

func TestSuggestZones(t *testing.T) {
	for typed, want := range map[string]string{"amst": "Europe/Amsterdam", "new y": "America/New_York", "Europe/B": "Europe/Belfast", "kong": "Asia/Hong_Kong"} {
		list := suggestZones(nil, typed)
		if len(list) == 0 || list[0].ID != want {
			t.Errorf("%q is completed by %v, want %s first", typed, list, want)
		}
	}
	if n := len(suggestZones(nil, "")); n != 25 {
		t.Errorf("nothing is completed by %d", n)
	}
}
