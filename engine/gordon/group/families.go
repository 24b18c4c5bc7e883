package group

import "strconv"

// cyclic returns the integers modulo n.
func cyclic(name string, n int) *Group {
	names := make([]string, n)
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	return newGroup(name, names, func(a, b int) int { return (a + b) % n })
}

// quaternion returns the group of the eight unit quaternions.
func quaternion(name string) *Group {
	names := []string{"1", "-1", "i", "-i", "j", "-j", "k", "-k"}
	// The products of 1, i, j and k: the unit, and whether the sign is minus.
	units := [4][4]int{{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}}
	minus := [4][4]int{{0, 0, 0, 0}, {0, 1, 0, 1}, {0, 1, 1, 0}, {0, 0, 1, 1}}
	return newGroup(name, names, func(a, b int) int {
		return 2*units[a/2][b/2] + (a+b+minus[a/2][b/2])%2
	})
}
