package float

// A path is an implementation of the kernels: the portable one, unless it has tiles.
type path struct {
	name string
	*tiles
}

var (
	paths   = append(machinePaths(), path{name: "portable"})
	current = paths[0]
)

// Path returns the name of the path in use: the fastest that this machine supports, possibly
// "portable".
func Path() string { return current.name }
