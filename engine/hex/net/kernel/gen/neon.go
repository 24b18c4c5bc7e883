package main

import (
	"bytes"
	"fmt"
	"strings"
)

// Of NEON's 32 registers, 24 hold sums of 3 cells of 8 registers, 4 the weights of half an
// input channel and 3 four input channels of a cell each.
const (
	neonWidest  = 3
	neonVectors = vectorBytes / 16
	neonWeights = neonWidest * neonVectors
	neonInputs  = neonWeights + 4
)

// neon adds the convolutions for arm64, where the rest is left to Go.
func neon(all map[string][]byte) {
	w := &writer{isa: isa{name: "NEON", widest: neonWidest}, declared: bytes.NewBufferString(header + "package kernel\n")}
	w.WriteString(header + "#include \"textflag.h\"\n")
	w.tiles("conv", w.neonTile)
	all["kernel_neon_arm64.s"] = w.Bytes()
	all["stubs_arm64.go"] = w.declared.Bytes()
}

// neonTile is tile for arm64. R1 is at the weights, R4 to R6 are at the cells' inputs.
func (w *writer) neonTile(name string, width int) {
	w.startTile(name, width)
	w.neonStart(width)
	w.line("MOVD w+16(FP), R1")
	w.line("MOVD $steps+64(FP), R2")
	w.line("MOVD taps+40(FP), R3")
	w.line("MOVD cin+48(FP), R8")
	w.line("LSL $2, R8")
	w.label("tap")
	w.line("MOVD in+8(FP), R4")
	w.line("MOVD.P 8(R2), R5")
	w.line("ADD R5, R4")
	for c := 1; c < width; c++ {
		w.line("ADD R8, R%d, R%d", 3+c, 4+c)
	}
	w.line("MOVD cin+48(FP), R7")
	w.label("channel")
	w.neonMultiply(width)
	w.line("SUBS $%d, R7", unroll)
	w.line("BNE channel")
	w.line("SUBS $1, R3")
	w.line("BNE tap")
	w.neonEnd(width)
}

// neonStart sets the sums to the bias, plus what add has if it is not nil.
func (w *writer) neonStart(width int) {
	w.line("MOVD bias+24(FP), R0")
	for v := 0; v < neonVectors; v += 4 {
		w.line("VLD1.P 64(R0), %s", four(v))
	}
	for i := neonVectors; i < width*neonVectors; i++ {
		from := i % neonVectors
		w.line("VORR V%d.B16, V%d.B16, V%d.B16", from, from, i)
	}
	w.line("MOVD add+32(FP), R0")
	w.line("CBZ R0, sum")
	for i := range width * neonVectors {
		if i%4 == 0 {
			w.line("VLD1.P 64(R0), %s", four(neonWeights))
		}
		w.neonEncoded(0x4e20d400, i, neonWeights+i%4, i, "FADD")
	}
	w.label("sum")
}

// neonMultiply adds the products of a few input channels of every cell of the tile.
func (w *writer) neonMultiply(width int) {
	for c := range width {
		w.line("VLD1.P 16(R%d), [V%d.S4]", 4+c, neonInputs+c)
	}
	for channel := range unroll {
		// The channel's number is in bits 11 and 21 of a product by an element.
		const product = 0x4f801000
		element := uint32(product | channel>>1<<11 | channel&1<<21)
		for v := range neonVectors {
			if v%4 == 0 {
				w.line("VLD1.P 64(R1), %s", four(neonWeights))
			}
			for c := range width {
				w.neonEncoded(element, neonWeights+v%4, neonInputs+c, c*neonVectors+v, "FMLA")
			}
		}
	}
}

// neonEnd writes the sums, by way of a ReLU if that is asked for.
func (w *writer) neonEnd(width int) {
	const zero = neonWeights
	w.line("MOVD out+0(FP), R0")
	w.line("MOVD relu+56(FP), R1")
	w.line("CBZ R1, write")
	w.line("VEOR V%d.B16, V%d.B16, V%d.B16", zero, zero, zero)
	for i := range width * neonVectors {
		w.neonEncoded(0x4e20f400, i, zero, i, "FMAX")
	}
	w.label("write")
	for i := 0; i < width*neonVectors; i += 4 {
		w.line("VST1.P %s, 64(R0)", four(i))
	}
	w.line("RET")
}

// four names four registers in a row.
func four(first int) string {
	var names []string
	for i := range 4 {
		names = append(names, fmt.Sprintf("V%d.S4", first+i))
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// neonEncoded writes an instruction on vectors of 4 numbers that the assembler does not
// know; see Arm's manual of the A64 instructions.
func (w *writer) neonEncoded(code uint32, a, b, to int, name string) {
	w.line("WORD $%#08x // %s V%d, V%d, V%d", code|uint32(b<<16|a<<5|to), name, a, b, to)
}
