package watch

import (
	"fmt"
	"slices"
	"testing"
)

// Who must go when one more comes into a crowd of four.
func TestCrowd(t *testing.T) {
	tests := []struct {
		name    string
		inside  []string // in this order
		comes   string
		wantOut int // -1: the one that came
	}{
		{"the oldest, when all are of one network", []string{"192.0.2.1:1", "192.0.2.1:2", "192.0.2.1:3", "192.0.2.1:4"}, "192.0.2.1:5", 0},
		{"the oldest, when each is of its own", []string{"192.0.2.1:1", "192.0.2.2:1", "192.0.2.3:1", "192.0.2.4:1"}, "192.0.2.5:1", 0},
		{"the oldest of the network with the most", []string{"192.0.2.1:1", "192.0.2.2:1", "192.0.2.2:2", "192.0.2.2:3"}, "192.0.2.3:1", 1},
		{"of the newcomer's network", []string{"192.0.2.1:1", "192.0.2.2:1", "192.0.2.3:1", "192.0.2.4:1"}, "192.0.2.4:2", 3},
		{"of a network of IPv6", []string{"192.0.2.1:1", "[2001:db8::1]:1", "[2001:db8::2]:1", "[2001:db8:0:1::1]:1"}, "192.0.2.5:1", 1},
		{"an address of IPv4 in IPv6", []string{"192.0.2.1:1", "192.0.2.2:1", "[::ffff:192.0.2.2]:2", "192.0.2.4:1"}, "192.0.2.5:1", 1},
		{"addresses of nowhere", []string{"192.0.2.1:1", "@", "", "192.0.2.2:1"}, "192.0.2.5:1", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := NewCrowd(len(tt.inside))
			var out []int
			enter := func(key int, address string) { c.Enter(key, address, func() { out = append(out, key) }) }
			for i, address := range tt.inside {
				enter(i, address)
				enter(i, address)
			}
			if len(out) != 0 {
				t.Fatalf("with room for all, %v had to go", out)
			}
			enter(-1, tt.comes)
			if !slices.Equal(out, []int{tt.wantOut}) {
				t.Errorf("%v had to go, want %d", out, tt.wantOut)
			}
			for i := -1; i < len(tt.inside); i++ {
				c.Leave(i)
			}
			for i := range tt.inside {
				enter(100+i, fmt.Sprint("192.0.2.1:", i))
			}
			if len(out) != 1 {
				t.Errorf("with room for all again, %v had to go", out)
			}
		})
	}
}

// One that comes anew is the newest.
func TestCrowdComesAnew(t *testing.T) {
	c := NewCrowd(2)
	var out []int
	for _, key := range []int{1, 2, 1, 3} {
		c.Enter(key, "192.0.2.1:1", func() { out = append(out, key) })
	}
	if !slices.Equal(out, []int{2}) {
		t.Errorf("%v had to go", out)
	}
}
