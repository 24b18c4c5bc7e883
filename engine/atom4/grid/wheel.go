package grid

// Wheel is the colour wheel clockwise from red, the order in which pieces are placed. Neighbours
// differ by one primary; opposites mix to white or black. It is read-only.
var Wheel = [...]Colour{Red, Yellow, Green, Cyan, Blue, Purple}

// WheelAt returns the colour at a number of steps from red, in either direction.
func WheelAt(step int) Colour {
	n := len(Wheel)
	return Wheel[(step%n+n)%n]
}
