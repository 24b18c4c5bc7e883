package enginetest

import (
	"strings"
	"testing"
	"time"
)

func TestBounded(t *testing.T) {
	var kept []byte
	allocate := func(n int) func() { return func() { kept = make([]byte, n) } }
	spend := func() {
		for began := CPU(); CPU() < began+20*time.Millisecond; {
			kept = append(kept[:0], 1)
		}
	}
	for _, tt := range []struct {
		name, want string
		input      int
		most       time.Duration
		do         func()
	}{
		{"little", "", 0, time.Hour, allocate(1 << 10)},
		{"much memory", "bytes are allocated", 0, time.Hour, allocate(5 * freeMemory)},
		{"much memory for much", "", 1 << 20, time.Hour, allocate(freeMemory + 1<<20)},
		{"much time", "of the processor", 0, time.Millisecond, spend},
	} {
		r := &recorder{TB: t}
		bounded(r, tt.input, tt.most, tt.do)
		if got := strings.Join(r.complaints, "\n"); (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: complained is %q, want %q", tt.name, got, tt.want)
		}
	}
	if len(kept) == 0 {
		t.Error("nothing was done")
	}
	if first, second := control(), control(); first <= 0 || first != second {
		t.Errorf("the control takes %v and then %v", first, second)
	}
}
