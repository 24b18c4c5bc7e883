package float

import "github.com/sixfold-bot/sixfold/engine/hex/net/kernel"

// A path is an implementation of the kernels. Its functions get slices of exact length.
type path struct {
	name string
	conv func(out, in, w, bias, add []float32, cin int, s kernel.Size, relu bool)
	grad func(dw, in, dout []float32, cin int, s kernel.Size)
	pool func(mean, top, in []float32, s kernel.Size)

	rectify func(d, y, mean, sum []float32, s kernel.Size)

	half *halfPath // nil if the machine has no instructions for half numbers
}

// A halfPath is an implementation of the kernels for half numbers.
type halfPath struct {
	conv  func(out []float32, in, w []uint32, bias, add []float32, s kernel.Size, relu bool)
	grad  func(dw []float32, in, dout []uint32, s kernel.Size)
	halve func(to []uint32, from []float32)

	// halvePairs sets to, for every cell and channel, to the half number of the cell, in the lower
	// half, and of the next cell. The last cell, which is no inner cell's tap, is not set.
	halvePairs func(to []uint32, from []float32)
}

var portable = path{
	name: "portable",
	conv: convPortable, grad: gradPortable, pool: poolPortable, rectify: rectifyPortable,
}

var (
	paths   = append(machinePaths(), portable)
	current = paths[0]
)

// Path returns the name of the path in use: the fastest that this machine supports, possibly
// "portable".
func Path() string { return current.name }
