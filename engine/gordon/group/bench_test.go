package group

import "testing"

// BenchmarkLight checks that a Latin square of order 64 with inverses is associative: the
// elementary abelian group needs most generators.
func BenchmarkLight(b *testing.B) {
	r := &tableReader{Group: named(b, "Z2^6")}
	for b.Loop() {
		if err := r.checkAssociative(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReadTable reads a file of order 64, and finds the group's name.
func BenchmarkReadTable(b *testing.B) {
	for _, name := range []string{"Z2^6", "D32", "Q8^2"} {
		b.Run(name, func(b *testing.B) {
			data := named(b, name).Grp()
			for b.Loop() {
				if _, err := ReadTable(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
