package grid

// Wheel is the colour wheel clockwise from red, the order in which pieces are played:
// neighbours differ by one primary, opposites mix to white or to black. It is read-only.
var Wheel = [...]Colour{Red, Yellow, Green, Cyan, Blue, Purple}

// WheelAt counts from red, in either direction and however far.
func WheelAt(step int) Colour {
	n := len(Wheel)
	return Wheel[(step%n+n)%n]
}
