package main

import "fmt"

// Fixed point: sums are int32, everything else int16. A group is 16 outputs of a few cells,
// whose inputs come by pairs: one product of pairs is two, added.
const (
	taps       = 7
	group      = 16
	pairBytes  = 4
	pairUnroll = 4
	groupBytes = group * pairBytes // of the weights of a pair
)

// fixedTiles writes the convolutions of 1 to the most neighbouring cells, to one group and,
// where one register holds the sums of a group, to two.
func (w *writer) fixedTiles() {
	w.constant("fixedWidest", w.fixedWidest)
	for groups, name := range []string{"fixed", "fixedTwo"}[:3-w.fixedVectors()] {
		w.family(name, fixedArguments, w.fixedWidest, func(width int) { w.fixedTile(width, groups+1) })
	}
}

// Steps are the bytes from a cell to its taps, step those from the outputs of a cell to the
// next one's.
const fixedArguments = "out, in, w *int16, bias, shifts *int32, add *int16, channels, step, width int, steps [Taps]int"

// fixedVectors returns the number of registers that hold the sums of a group.
func (w *writer) fixedVectors() int { return group * 4 / w.bytes }

// fixedTile writes the convolution of width neighbouring cells, where in is the input at the
// first cell. Sums of a cell are in consecutive registers.
func (w *writer) fixedTile(width, groups int) {
	w.bias(width, w.fixedVectors()*groups)
	w.line("LEAQ %s, DI", w.argument("steps"))
	w.line("MOVQ $%d, DX", taps)
	w.load("w BX", "channels R8")
	if groups == 2 {
		w.line("IMUL3Q $%d, R8, AX", 2*taps*group)
		w.line("ADDQ BX, AX")
	}
	w.line("ADDQ R8, R8")
	w.eachTap(width, "channels", 2*pairUnroll, func() {
		for i := range pairUnroll {
			w.multiplyPairs(width, groups, i)
		}
		w.line("ADDQ $%d, SI", pairBytes*pairUnroll)
		w.line("ADDQ $%d, BX", groupBytes*pairUnroll)
		if groups == 2 {
			w.line("ADDQ $%d, AX", groupBytes*pairUnroll)
		}
	})
	w.activate(width, groups)
}

// multiplyPairs adds the products of one pair of inputs of every cell of the tile.
func (w *writer) multiplyPairs(width, groups, pair int) {
	v := w.fixedVectors() * groups
	for i := range v {
		at, from := i*w.bytes, "BX"
		if groups == 2 && i == 1 {
			at, from = 0, "AX"
		}
		w.line("VMOVUPS %d(%s), %s", pair*groupBytes+at, from, w.last(i))
	}
	for c := range width {
		if w.bytes == 64 {
			input := w.last(2 + c%2)
			w.line("VPBROADCASTD %s, %s", cell(c, pair), input)
			for i := range v {
				w.line("VPDPWSSD %s, %s, %s", input, w.last(i), w.reg(c*v+i))
			}
			continue
		}
		input := w.last(v)
		w.line("VPBROADCASTD %s, %s", cell(c, pair), input)
		for i := range v {
			product := w.last(v + 1)
			if i == v-1 {
				product = input // which is needed no more
			}
			w.line("VPMADDWD %s, %s, %s", input, w.last(i), product)
			w.line("VPADDD %s, %s, %s", product, w.reg(c*v+i), w.reg(c*v+i))
		}
	}
}

// activate adds to the sums what add has if it is not nil, shifts them, and writes what a
// ReLU leaves.
func (w *writer) activate(width, groups int) {
	per := w.fixedVectors()
	v := per * groups
	w.load("out AX", "shifts BX", "add DX", "step CX")
	// shifts returns the place of those of a vector, to the right or to the left.
	shifts := func(i, left int) string {
		return fmt.Sprintf("%d(BX)", (i/per*2+left)*group*4+i%per*w.bytes)
	}
	w.line("TESTQ DX, DX")
	w.line("JZ shift")
	for c := range width {
		for i := range v {
			w.line("VPMOVSXWD %d(DX), %s", i*w.bytes/2, w.last(0))
			w.line("VPSLLVD %s, %s, %s", shifts(i, 1), w.last(0), w.last(0))
			w.line("VPADDD %s, %s, %s", w.last(0), w.reg(c*v+i), w.reg(c*v+i))
		}
		w.line("ADDQ CX, DX")
	}
	w.label("shift")
	w.clear(w.last(0))
	for c := range width {
		for i := range v {
			sum := c*v + i
			w.line("VPMAXSD %s, %s, %s", w.last(0), w.reg(sum), w.reg(sum))
			w.line("VPSRAVD %s, %s, %s", shifts(i, 0), w.reg(sum), w.reg(sum))
			if w.bytes == 64 {
				w.line("VPMOVSDW %s, %d(AX)", w.reg(sum), i*w.bytes/2)
			} else if i%2 == 1 {
				w.line("VPACKSSDW %s, %s, %s", w.reg(sum), w.reg(sum-1), w.reg(sum))
				w.line("VPERMQ $0xd8, %s, %s", w.reg(sum), w.reg(sum))
				w.line("VMOVUPS %s, %d(AX)", w.reg(sum), i/2*w.bytes)
			}
		}
		w.line("ADDQ CX, AX")
	}
	w.end()
}

// fixedPool writes the sums and maxima of the channels of a group over the inner cells, of
// which in is the first, and which are step bytes apart.
func (w *writer) fixedPool() {
	w.start("fixedPool", "sum *int32, top, in *int16, rows, cells, step int")
	w.load("in SI", "rows R8", "cells R9", "step CX")
	w.line("LEAQ (CX)(CX*1), DX")
	for i := range 3 {
		w.clear(w.reg(i))
	}
	w.eachCell([]string{"SI"}, []string{"CX"}, []string{"DX"}, func() {
		w.line("VPMAXSW (SI), Y2, Y2")
		for i := range 2 {
			w.line("VPMOVSXWD %d(SI), Y%d", 16*i, 3+i)
			w.line("VPADDD Y%d, Y%d, Y%d", 3+i, i, i)
		}
	})
	w.load("sum AX", "top BX")
	w.line("VMOVDQU Y0, (AX)")
	w.line("VMOVDQU Y1, 32(AX)")
	w.line("VMOVDQU Y2, (BX)")
	w.end()
}
