package main

import (
	"bytes"
	"fmt"
)

// Of NEON's 32 registers, 24 hold sums of 6 cells of 4 registers, 6 four pairs of inputs of a
// cell each (a product by an element takes it from one of the first 16 registers), and 2 the
// weights of a pair of inputs to half a group.
const (
	neonWidest  = 6
	neonVectors = group / 4
	neonSums    = 8
	neonWeights = 6
)

// neon adds the convolutions in fixed point for arm64, where the rest is left to Go.
func neon(all map[string][]byte) {
	w := newWriter(isa{name: "NEON", move: "MOVD", first: "R0", unless: "CMP $%d, R0\n\tBNE 2(PC)"}, bytes.NewBufferString(header+"package kernel\n"))
	w.constant("fixedWidest", neonWidest)
	w.family("fixed", fixedArguments, neonWidest, w.neonTile)
	all["kernel_neon_arm64.s"] = w.Bytes()
	all["stubs_arm64.go"] = w.declared.Bytes()
}

// neonTile is fixedTile for arm64. R1 is at the weights, R4 to R9 are at the cells' inputs.
func (w *writer) neonTile(width int) {
	w.load("bias R0")
	w.line("VLD1 (R0), %s", four(neonSums))
	for i := neonVectors; i < width*neonVectors; i++ {
		from := neonSums + i%neonVectors
		w.line("VORR V%d.B16, V%d.B16, V%d.B16", from, from, neonSums+i)
	}
	w.load("w R1")
	w.line("MOVD $%s, R2", w.argument("steps"))
	w.line("MOVD $%d, R3", taps)
	w.load("channels R10")
	w.line("LSL $1, R10")
	w.label("tap")
	w.load("in R4")
	w.line("MOVD.P 8(R2), R5")
	w.line("ADD R5, R4")
	for c := 1; c < width; c++ {
		w.line("ADD R10, R%d, R%d", 3+c, 4+c)
	}
	w.load("channels R11")
	w.label("channel")
	w.neonMultiply(width)
	w.line("SUBS $%d, R11", 2*pairUnroll)
	w.line("BNE channel")
	w.line("SUBS $1, R3")
	w.line("BNE tap")
	w.neonActivate(width)
}

// neonMultiply adds the products of four pairs of inputs of every cell of the tile. Weights
// come apart as those of the first input and of the second to 8 outputs.
func (w *writer) neonMultiply(width int) {
	for c := range width {
		w.line("VLD1.P 16(R%d), [V%d.H8]", 4+c, c)
	}
	for pair := range pairUnroll {
		for half := range 2 {
			w.line("VLD2.P 32(R1), [V%d.H8, V%d.H8]", neonWeights, neonWeights+1)
			for i := range 2 {
				for c := range width {
					sum := neonSums + c*neonVectors + 2*half
					w.neonProduct(0x0f402000, neonWeights+i, c, 2*pair+i, sum, "SMLAL")
					w.neonProduct(0x4f402000, neonWeights+i, c, 2*pair+i, sum+1, "SMLAL2")
				}
			}
		}
	}
}

// neonProduct writes a product by an element, whose number is in bits 11, 21 and 20.
func (w *writer) neonProduct(code uint32, a, b, element, to int, name string) {
	code |= uint32(element>>2<<11 | element>>1&1<<21 | element&1<<20)
	w.neonEncoded(code, a, b, to, fmt.Sprintf("%s element %d:", name, element))
}

// neonActivate is activate for arm64.
func (w *writer) neonActivate(width int) {
	const right, left, input, zero = 0, 4, 4, 4
	w.load("out R0", "shifts R1", "add R2", "step R3")
	w.line("VLD1.P 64(R1), %s", four(right))
	w.line("CBZ R2, shift")
	for half := range 2 {
		w.line("VLD1.P 32(R1), [V%d.S4, V%d.S4]", left, left+1)
		if half == 1 {
			w.load("add R2")
			w.line("ADD $16, R2")
		}
		for c := range width {
			w.line("VLD1 (R2), [V%d.H8]", input+2)
			w.line("ADD R3, R2")
			sum := neonSums + c*neonVectors + 2*half
			for i, code := range []uint32{0x0f10a400, 0x4f10a400} {
				w.neonEncoded(code, input+2, 0, input+3, "SXTL")
				w.neonEncoded(0x4ea04400, input+3, left+i, input+3, "SSHL")
				w.line("VADD V%d.S4, V%d.S4, V%d.S4", input+3, sum+i, sum+i)
			}
		}
	}
	w.label("shift")
	w.line("VEOR V%d.B16, V%d.B16, V%d.B16", zero, zero, zero)
	for v := range neonVectors { // a shift to the right is one by less than 0 to the left
		w.line("VSUB V%d.S4, V%d.S4, V%d.S4", right+v, zero, right+v)
	}
	for c := range width {
		for v := range neonVectors {
			sum := neonSums + c*neonVectors + v
			w.neonEncoded(0x4ea06400, sum, zero, sum, "SMAX")
			w.neonEncoded(0x4ea04400, sum, right+v, sum, "SSHL")
			narrow := uint32(0x0e614800)
			if v%2 == 1 {
				narrow = 0x4e614800 // to the upper half
			}
			w.neonEncoded(narrow, sum, 0, zero+1+v/2, "SQXTN")
		}
		w.line("VST1 [V%d.H8, V%d.H8], (R0)", zero+1, zero+2)
		w.line("ADD R3, R0")
	}
	w.line("RET")
}

// four names four registers in a row.
func four(first int) string {
	return fmt.Sprintf("[V%d.S4, V%d.S4, V%d.S4, V%d.S4]", first, first+1, first+2, first+3)
}

// neonEncoded writes an instruction on vectors that the assembler does not
// know; see Arm's manual of the A64 instructions.
func (w *writer) neonEncoded(code uint32, a, b, to int, name string) {
	w.line("WORD $%#08x // %s V%d, V%d, V%d", code|uint32(b<<16|a<<5|to), name, a, b, to)
}
