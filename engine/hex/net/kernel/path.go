package kernel

import (
	"fmt"
	"strings"
)

// A path is one implementation of the kernels. Its functions get slices of exact length.
type path struct {
	name string
	conv func(out, in, w, bias, add []float32, cin, n int, relu bool)
	grad func(dw, in, dout []float32, cin, n int)
	pool func(mean, max, in []float32, n int)

	affine func(out, in, w, bias []float32)

	half *halfPath // nil where the machine has no instructions for half numbers
}

// A halfPath is one implementation of the kernels for half numbers.
type halfPath struct {
	conv  func(out []float32, in, w []uint32, bias, add []float32, n int, relu bool)
	grad  func(dw []float32, in, dout []uint32, n int)
	halve func(to []uint32, from []float32)

	// halvePairs sets to, for every cell and channel, to the half number of the cell, in
	// the lower half, and of the cell that follows. The last cell, which no inner one has
	// for a tap, stays as it is.
	halvePairs func(to []uint32, from []float32)
}

var (
	paths   = append(machinePaths(), path{name: "portable", conv: convPortable, grad: gradPortable, pool: poolPortable, affine: affinePortable})
	current = paths[0]
)

// Paths returns the names of the implementations this machine can run, fastest first.
// The last is "portable".
func Paths() []string {
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = p.name
	}
	return names
}

// Path returns the name of the implementation in use; at start that is the fastest.
func Path() string { return current.name }

// Use switches to the implementation called name, one of [Paths]. It is meant for tests
// and measurements, and must not be called while kernels run.
func Use(name string) error {
	for _, p := range paths {
		if p.name == name {
			current = p
			return nil
		}
	}
	return fmt.Errorf("kernel: no path %q here; there are %s", name, strings.Join(Paths(), ", "))
}
