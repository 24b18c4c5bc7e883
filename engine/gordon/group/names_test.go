package group

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

// provedSame reports whether two groups are isomorphic: by a map that is checked product by product.
func provedSame(g, h *Group) bool {
	image := newMatcher(g, h).find()
	if image == nil || g.Order() != h.Order() {
		return false
	}
	var hit Set
	for a := range g.all() {
		hit = hit.With(image[a])
		for b := range g.all() {
			if h.Product(image[a], image[b]) != image[g.Product(a, b)] {
				return false
			}
		}
	}
	return hit.Size() == g.Order()
}

// Names as books, pages and programs of algebra write them, and the group of the catalogue that
// each is.
func TestNamesFromElsewhere(t *testing.T) {
	for want, spellings := range map[string][]string{
		"Z7": {
			"Z_7", "Z/7Z", "Z₇", "ℤ7", "ℤ₇", `\mathbb{Z}_7`, "Z/7", "C_7", `\mathbb Z_{7}`, `$\mathbb{Z}/7\mathbb{Z}$`, "ℤ/7ℤ", "ℤ / 7 ℤ", "Z/(7)", "Z(7)",
			"Cyc(7)", "CyclicGroup(7)", "CyclicGroup(GrpPC, 7)", "groups.permutation.Cyclic(7)", "cyclic group of order 7", "Cyclic group:Z7", "the cyclic group C7", "CyclicGroup(IsPcGroup, 7)", `\Z_7`, `\mathbf{C}_{7}`, "𝐂₇", "C<sub>7</sub>", "Zmod(7)", "SmallGroup(7,1)", `"C7"`, "`C7`",
		},
		"C8": {`\mathbb{Z}_{2^3}`, "Z/2^3Z", `\mathbb{Z}/2^{3}\mathbb{Z}`},
		"C2^3": {
			"C_2^3", "C2³", "C₂³", "C_{2}^{3}", "(Z/2Z)^3", `(\mathbb{Z}/2\mathbb{Z})^3`, "Z2+Z2+Z2", "C2 x C2 x C2", "C<sub>2</sub><sup>3</sup>", "(C2)^3", "C2**3",
			"C2 x (C2 x C2)", "V4xC2", "AbelianGroup([2,2,2])", "AbelianGroup(3, [2,2,2])", "AbelianGroup(2, 2, 2)", "C^3_2", `\mathbb{Z}^{3}_{2}`, "Z(2)**3", "SmallGroup(8,5)", "(C2 x C2) x C2",
		},
		"C4xC2": {`C_2 \times C_4`, "C2×C4", "C2 x C4", `\mathbb{Z}_2 \oplus \mathbb{Z}_4`, "Z/2Z × Z/4Z", "Z_2 ⊕ Z_4", "C4*C2", "AbelianGroup( [ 4, 2 ] )", "[ 8, 2 ]", "C2 ✕ C4"},
		"V4":    {"C2×C2", "C2 x C2", "K4", "K_4", "V_4", "Klein4", "KleinFourGroup()", "Klein four-group", "V", "Dih2", "D_2", "(ℤ/2ℤ)²"},
		"S3":    {"S_3", "Sym(3)", "Sym3", "SymmetricGroup(3)", `\mathfrak{S}_3`, "Dih3", "D_3", "DihedralGroup(3)", "SL(2,2)", "GL_2(F_2)", "SmallGroup(6,1)", "C3:C2", "AGL(1,3)", "6.1"},
		"A4":    {"Alt(4)", "A_4", "AlternatingGroup(4)", `\mathfrak{A}_4`, "PSL(2,3)", "C2^2:C3", "(C2 x C2) : C3", "V4⋊C3", "SmallGroup( 12, 3 )", "AGL(1,4)"},
		"S4":    {"Sym(4)", "symmetric group S4", "Symmetric group:S4", "PGL(2,3)", "A4:C2", "(C2×C2)⋊S3", "S_4", "SmallGroup(24,12)"},
		"A5":    {"PSL(2,5)", "PSL_2(4)", "L2(5)", "SL(2,4)", "Alt(5)", "A_5", `\operatorname{PSL}(2,5)`},
		"S5":    {"Sym(5)", "PGL(2,5)", "S_5"},
		"D5":    {"Dih5", "Dih(5)", "Dih_5", "D_5", "C5:C2", "C5 ⋊ C2", "SmallGroup(10,1)", "DihedralGroup(5)"},
		"D4":    {`D_{2\cdot 4}`, "D_{2*4}", "C4:C2", "C4 ⋊ C2", "Dih_4", "SmallGroup(8,3)", `\mathbb{Z}_4 \rtimes \mathbb{Z}_2`},
		"D6":    {"C2 x S3", "S3×C2", "Dih6", "C2×D3"},
		"Q8":    {"Q_8", `\mathbb{Q}_8`, "QuaternionGroup(8)", "Quaternion group", "the quaternion group Q8", "quaternion group of order 8", "Dic2", "Q(8)", "SmallGroup(8,4)", "Q₈"},
		"Q16":   {"Q_{16}", "Dic4", "QuaternionGroup(16)"},
		"Dic3":  {"Q12", "Q_12", "C3:C4", "C3 ⋊ C4", "Dic_3", "SmallGroup(12,1)", "QuaternionGroup(12)", `C_3\rtimes C_4`, "12.1"},
		"M16":   {"M4(2)", "M_4(2)", "M_{16}", "Mod16", "OD16", "C8:C2", "C8 : C2", "SmallGroup(16,6)", "[16,6]", "16.6", "IdGroup(16,6)", "Mod_{16}"},
		"SD16":  {"QD16", "SD_16", "QD_{16}", `\SD_{16}`, "SmallGroup(16,8)"},
		"C4:C4": {"C4⋊C4", `C_4 \rtimes C_4`, "Z4⋊Z4", "C₄⋊C₄", "SmallGroup(16,4)"},
		"C4oD4": {"C4○D4", "C4∘D4", `C_4 \circ D_4`, "D4○C4", "Q8∘C4", "C4◦Q8", "D_4:C_2", "SmallGroup(16,13)"},
		"C2^2:C4": {
			"C2^2⋊C4", "C₂²⋊C₄", "(C2 x C2) : C4", "V4:C4", "(C4 x C2) : C2", "SmallGroup(16,3)", "(C4×C2)⋊C2",
		},
		"(C3xC3):C2": {"C3^2:C2", "(C3 x C3) : C2", "C3⋊S3", "C3²⋊C2", "SmallGroup(18,4)", "(Z3 × Z3) ⋊ Z2"},
		"F20":        {"F5", "F_5", "F_{20}", "C5⋊C4", "C5 : C4", "AGL(1,5)", "AGL_1(5)", "AGL(1,F_5)", "Hol(C5)", "SmallGroup(20,3)", "GA(1,5)"},
		"F21":        {"C7:C3", "C7⋊C3", "F_21", "C_7 \\rtimes C_3", "Z7⋊Z3", "SmallGroup(21,1)", "C3⋉C7"},
		"F42":        {"F7", "AGL(1,7)", "C7:C6", "Hol(C7)"},
		"F110":       {"F11", "C11:C10"},
		"SL(2,3)":    {"SL_2(3)", "SL2(3)", `SL_2(\mathbb{F}_3)`, "SL₂(𝔽₃)", `\mathrm{SL}(2, 3)`, "SL(2,GF(3))", "SL(2,Z/3Z)", "Q8:C3", "Q8⋊C3", "SmallGroup(24,3)", "2T"},
		"GL(2,3)":    {"GL_2(3)", "GL2(F3)", "GL(2, Z_3)", `\text{GL}_2(\mathbb{F}_3)`, "Q8:S3", "GL₂(𝔽₃)"},
		"SL(2,5)":    {"SL_2(5)", "SL(2, 5)", "2I", "SL2(F5)"},
		"C3:D4":      {"C3⋊D4", "(C6 x C2) : C2", "SmallGroup(24,8)"},
		"He3":        {"He_3", "(C3 x C3) : C3", "C3^2:C3", "SmallGroup(27,3)", "Heis(3)"},
		"C9:C3":      {"C9 : C3", "C9⋊C3", "SmallGroup(27,4)"},
		"C3:C8":      {"C3⋊C8", "C3 : C8", "SmallGroup(24,1)"},
		"M32":        {"M5(2)", "Mod32", "M_5(2)", "C16:C2", `\OD_{32}`},
		"SD32":       {"QD32", "SD_{32}"},
		"Dic6":       {"Q24", "C3:Q8", "Dic_6"},
		"C1":         {"1", "SymmetricGroup(1)", "C_1", "SmallGroup(1,1)"},
		"S3xS3":      {"S3^2", "S_3²", "S3×S3", "(S3)^2"},
		"D4xC2":      {"C2×Dih4", "(C2 x D4)", "SmallGroup(16,11)"},
		"C13:C3":     {"C13⋊C3", "Z13:Z3"},
		"SL(2,3)xC2": {"C2×SL_2(3)", "C2 x SL(2,3)", `C_2 \times \mathrm{SL}_2(\mathbb{F}_3)`, "Z/2Z × SL(2,F_3)"},
		"M16xC2":     {"C2×M4(2)", "C2 x (C8 : C2)", "M_4(2) × Z/2"},
		"C8xC2":      {"Z/8Z x Z/2Z"},
		"A4xC2xC2":   {"C2^2×A4", "A4×V4", "(C2×C2)×A4"},
		"C4^2":       {"(Z/4Z)^2", "C4 x C4", `\mathbb{Z}_4^2`},
	} {
		g := named(t, want)
		for _, text := range spellings {
			table, err := ReadName(text)
			if err != nil {
				t.Errorf("%s: %v, want %s", text, err, want)
				continue
			}
			if !provedSame(table.Group, g) {
				t.Errorf("%s is read as %s, want %s", text, table.Name(), want)
			}
			if again, err := Parse(table.Name()); err != nil || again.Name() != table.Name() {
				t.Errorf("%s is named %s, which is read as %v, %v", text, table.Name(), again, err)
			}
		}
	}
}

// Groups as SageMath, GAP, Magma and Mathematica call and print them, and titles of Groupprops's pages.
func TestPrintedNames(t *testing.T) {
	for want, spellings := range map[string][]string{
		"C1":      {"trivial group", "Trivial group"},
		"C5":      {"Cyclic group of order 5 as a permutation group", "CyclicGroup(GrpPerm, 5)", "CyclicGroup[5]"},
		"V4":      {"The Klein 4 group of order 4, as a permutation group", "AbelianGroup[{2, 2}]", "DirectProduct(CyclicGroup(2), CyclicGroup(2))"},
		"C4xC2":   {"direct product of Z4 and Z2", "DirectProduct(CyclicGroup(2), CyclicGroup(4))", "AbelianGroup[{2,4}]", "AbelianGroup(2, [2,4])", `\mathbb{Z}/2 \times \mathbb{Z}/4`},
		"S3":      {"Symmetric group of order 3! as a permutation group", "SymmetricGroup[3]", "Sym( [ 1 .. 3 ] )", "SymmetricGroup( [ 1 .. 3 ] )", "Dihedral group of order 6 as a permutation group"},
		"A4":      {"Alternating group of order 4!/2 as a permutation group", "AlternatingGroup[4]", "Alt( [ 1 .. 4 ] )", "alternating group:A4"},
		"D4":      {"Dihedral group of order 8 as a permutation group", "dihedral group of order 8", "the dihedral group of order 8", "DihedralGroup[4]", "groups.presentation.Dihedral(4)", "DihedralGroup(GrpPerm, 4)", `D_{2 \cdot 4}`, "$D_4$"},
		"D5":      {"dihedral group of order 10", "Dihedral group of order 10"},
		"Q8":      {"Quaternion group of order 8 as a permutation group", "QuaternionGroup(IsPermGroup, 8)", "groups.permutation.Quaternion()", "QuaternionGroup()"},
		"Q16":     {"generalized quaternion group:Q16", "generalized quaternion group of order 16"},
		"SD16":    {"semidihedral group:SD16", `$\SD_{16}$`},
		"Dic3":    {"Dicyclic group of order 12 as a permutation group", "dicyclic group of order 12", "DiCyclicGroup(3)"},
		"D6":      {"DirectProduct( CyclicGroup(2), SymmetricGroup(3) )", "DirectProduct(C2, S3)", "direct product of S3 and Z2"},
		"SL(2,3)": {"special linear group:SL(2,3)", "groups.matrix.SL(2,3)", `$\SL(2,3)$`},
		"GL(2,3)": {"general linear group:GL(2,3)", "GL2(𝔽3)", `$\GL(2,3)$`},
		"C4oD4":   {"$D_4:C_2$", "C4○D4"},
	} {
		g := named(t, want)
		for _, text := range spellings {
			if table, err := ReadName(text); err != nil || !provedSame(table.Group, g) {
				t.Errorf("%s is read as %v, %v; want %s", text, table.Group, err, want)
			}
		}
	}
}

// GAP's StructureDescription of all groups up to order 31 that are not abelian, by their numbers;
// those of dihedral groups, which count differently, come with a word on the other.
func TestStructureDescriptions(t *testing.T) {
	for _, known := range []struct{ number, name string }{
		{"6,1", "S3"},
		{"8,3", "D8"},
		{"8,4", "Q8"},
		{"10,1", "D10"},
		{"12,1", "C3 : C4"},
		{"12,3", "A4"},
		{"12,4", "D12"},
		{"14,1", "D14"},
		{"16,3", "(C4 x C2) : C2"},
		{"16,4", "C4 : C4"},
		{"16,6", "C8 : C2"},
		{"16,7", "D16"},
		{"16,8", "QD16"},
		{"16,9", "Q16"},
		{"16,11", "C2 x D8"},
		{"16,12", "C2 x Q8"},
		{"18,1", "D18"},
		{"18,3", "C3 x S3"},
		{"18,4", "(C3 x C3) : C2"},
		{"20,3", "C5 : C4"},
		{"20,4", "D20"},
		{"21,1", "C7 : C3"},
		{"22,1", "D22"},
		{"24,1", "C3 : C8"},
		{"24,3", "SL(2,3)"},
		{"24,4", "C3 : Q8"},
		{"24,5", "C4 x S3"},
		{"24,6", "D24"},
		{"24,7", "C2 x (C3 : C4)"},
		{"24,8", "(C6 x C2) : C2"},
		{"24,10", "C3 x D8"},
		{"24,11", "C3 x Q8"},
		{"24,12", "S4"},
		{"24,13", "C2 x A4"},
		{"24,14", "C2 x C2 x S3"},
		{"26,1", "D26"},
		{"27,3", "(C3 x C3) : C3"},
		{"27,4", "C9 : C3"},
		{"28,1", "C7 : C4"},
		{"28,3", "D28"},
		{"30,1", "C5 x S3"},
		{"30,2", "C3 x D10"},
		{"30,3", "D30"},
	} {
		want := named(t, "SmallGroup("+known.number+")")
		table, err := ReadName(known.name)
		if err != nil {
			t.Errorf("%s: %v", known.name, err)
			continue
		}
		if said := engine.Sentences(table.Warnings...).String(); !strings.Contains(known.name, "D") || known.name == "QD16" {
			if !provedSame(table.Group, want) {
				t.Errorf("%s is read as %s, want %s", known.name, table.Name(), want.Name())
			}
		} else if _, name, _ := strings.Cut(said, "write "); !provedSame(named(t, strings.Replace(known.name, "D"+dihedralNumber(known.name), strings.TrimSuffix(name, "."), 1)), want) {
			t.Errorf("of %s is said %q, want %s", known.name, said, want.Name())
		}
	}
}

// dihedralNumber is the number behind the D of a name.
func dihedralNumber(name string) string {
	_, number, _ := strings.Cut(name, "D")
	return number
}

// Names that differ in a sign that matters are not read as another group's.
func TestNamesThatAreNoGroupHere(t *testing.T) {
	for _, text := range []string{
		"Z", "ℤ", "Z_7^*", `(\mathbb{Z}/7\mathbb{Z})^\times`, "C2 3", "C_2_3", "C2.C4", `C_2 \cdot C_4`, `C_2 \wr C_2`, "C2C2", "C4-C2", "D_{2n}", "D_∞", "Z2^Z3", "C5⋊2C4", "C_2^3_4",
		"C4:C2:C2:", ":C2", "C2:", "o", "C4o", "oD4", "()", "(C2", "C2)", "((C2)", "SmallGroup(16,15)", "SmallGroup(16,0)", "SmallGroup(16)", "C12:C2", "C8:C4", "M12", "M(11)",
		"Q6", "Q10", "SD24", "F6", "GL(0,3)", "SL(2,x)", "Z/Z", "Z/", "7Z", "C2xx", "x2", "C2^3^2", "C2^", "Z1.5", "S_", "Sym()", "C_2^n", "C5:D7", "Z/7Z/2Z", "C__", "dihedral group of order 7", "Symmetric group of order 24", "DirectProduct(C2)x", "DirectProduct()", "Q8:Q8",
	} {
		table, err := ReadName(text)
		if _, ok := errors.AsType[*engine.Refusal](err); !ok {
			t.Errorf("%q is read as %v, %v", text, table.Group, err)
		}
	}
}

func TestRefusalsOfNames(t *testing.T) {
	for text, want := range map[string]string{
		"PSL(2,7)": "at most 128 elements", "GL(3,2)": "at most 128 elements", "SL(2,7)": "at most 128 elements", "Sym(6)": "at most 128 elements",
		"(C12)^2": "at most 128 elements", "M8(2)": "at most 128 elements", "SmallGroup(32,5)": "up to order 31", "SmallGroup(16,15)": "14 groups of order 16",
		"C12:C2": "several groups", "Monster": "that group is not known", "C5:D7": "that group is not known",
	} {
		if _, err := ReadName(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// A name that stands for another group elsewhere is read with a word on it.
func TestConventions(t *testing.T) {
	for text, want := range map[string]string{
		"D8": "write D4", "D_8": "write D4", "D_{10}": "write D5", "Dih12": "write D6", "DihedralGroup(8)": "write D4", "C2 x D8": "write D4", "DicyclicGroup(12)": "write Dic3",
		"C5:C4": "Dic5", "C8 : C2": "D8 and SD16", "(C4 x C2) : C2": "C4oD4", "C7:C6": "other groups", "C22⋊C4": "write C2^2", "Z/2^3": "Z2^3", `\mathbb{Z}_{2^3}`: "Z2^3", "Dic8": "order 32",
	} {
		table, err := ReadName(text)
		said := engine.Sentences(table.Warnings...).String()
		if err != nil || !strings.Contains(said, want) {
			t.Errorf("%s: %q, %v; want %q", text, said, err, want)
		}
	}
	for _, text := range []string{"Z7", "dihedral group of order 8", "Dicyclic group of order 12 as a permutation group", "C22", "D5", "S3", "C4:C4", "C7:C3", "C2^3", "Q8", "Dic3", "SmallGroup(16,7)", "M4(2)", "C2^2:C4", "F20", "A4:C2"} {
		if table, err := ReadName(text); err != nil || len(table.Warnings) > 0 {
			t.Errorf("%s: %v, %v", text, table.Warnings, err)
		}
	}
}

// The library of small groups has each group of an order once, and no other.
func TestSmallGroups(t *testing.T) {
	for order := 1; order < len(smallGroups); order++ {
		var found []string
		for _, name := range strings.Fields(smallGroups[order]) {
			found = append(found, named(t, name).Identify())
		}
		want := OfOrder(order)
		slices.Sort(found)
		slices.Sort(want)
		if !slices.Equal(found, want) {
			t.Errorf("order %d: %q, want %q", order, found, want)
		}
	}
}
