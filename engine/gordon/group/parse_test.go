package group

import (
	"errors"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"

	"github.com/sixfold-bot/sixfold/engine"
)

// FuzzParse: any text is a group within the bounds or refused, and a group's name gives it
// again.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"Z7", "c4 × C2", "Z2^6", "(C3xC3):C2", "C2^2:C4xC3", "S1^64xZ3", "D-4", "A99999999999999999999", "^", "x", "Z2^-1", ")Z2x(", "C7:C3", "((C2^2)^2:C4)xZ/2^3Z", `$\mathbb{Z}_{2^3} \rtimes C_2$`,
		"SL_2(𝔽₃)×C₂²", "SmallGroup(24, 8)", "[16,6]^2", "AbelianGroup([4,2,1])", "C5:C4:C2", "D8oQ16", "C127:C126", "(((((((C1)^9)^9)^9)^9)^9)^9)^9", "M9(2)", "C3⋉C7", "SL(2,99999999999999999999)",
		"AbelianGroup[{2, 4}]", "DirectProduct(C2, S3)", "direct product of S3 and Z2", "Alternating group of order 4!/2 as a permutation group", "dihedral group of order 9", "Sym( [ 1 .. 3 ] )", "C22⋊C4", "½D8",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		enginetest.Bounded(t, len(text), func() {
			g, err := Parse(text)
			if err != nil {
				if _, ok := errors.AsType[*engine.Refusal](err); !ok {
					t.Fatalf("%q: %T", text, err)
				}
				return
			}
			if g.Order() < 1 || g.Order() > MaxOrder {
				t.Fatalf("%q has order %d", text, g.Order())
			}
			if again, err := Parse(g.Name()); err != nil || string(again.Grp()) != string(g.Grp()) || again.Name() != g.Name() {
				t.Fatalf("%q is %s, which is read as %v, %v", text, g.Name(), again, err)
			}
		})
	})
}
