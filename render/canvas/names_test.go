package canvas

import "testing"

// Names give up their last word, then its initial, and only then letters.
func TestNamesAreShortened(t *testing.T) {
	face := Medium(40)
	const whole = "Magdalena Kowalczyk"
	for _, tt := range []struct {
		name  string
		width float64
		want  string
	}{
		{whole, face.Measure(whole), whole},
		{whole, face.Measure(whole) - 1, "Magdalena K."},
		{whole, face.Measure("Magdalena K."), "Magdalena K."},
		{whole, face.Measure("Magdalena K.") - 1, "Magdalena"},
		{whole, face.Measure("Magdalena") - 1, face.Fit(whole, face.Measure("Magdalena")-1)},
		{"Anna 7", face.Measure("Anna"), "Anna"},
		{"Magdalena", face.Measure("Magda…"), "Magda…"},
		{"", 10, ""},
	} {
		if got := face.FitName(tt.name, tt.width); got != tt.want {
			t.Errorf("%q in %.0f: %q, want %q", tt.name, tt.width, got, tt.want)
		}
	}
}
