package kernel

//go:generate go run ./gen

// A path is an implementation of the kernels. Its functions get slices of exact length.
type path struct {
	name      string
	fixed     func(f *Filter, out, in []int16, bias []int32, add []int16, s Size)
	fixedPool func(pooled, in []int16, s Size)
}

var portable = path{
	name:  "portable",
	fixed: fixedPortable, fixedPool: fixedPoolPortable,
}

var (
	paths   = append(machinePaths(), portable)
	current = paths[0]
)

// Path returns the name of the path in use: initially the fastest that this machine supports,
// possibly "portable".
func Path() string { return current.name }

// EachPath calls yield with the name of every path that this machine supports while that path is in
// use. It is for tests and benchmarks: no other kernel may run concurrently.
func EachPath(yield func(name string) bool) {
	defer func(before path) { current = before }(current)
	for _, p := range paths {
		current = p
		if !yield(p.name) {
			return
		}
	}
}
