package main

import "fmt"

// eachCell writes a loop over rows, in R8, of cells, in R9: body for every cell, after
// which pointers move by steps; and by skips at the end of a row. R10 counts.
func (w *writer) eachCell(pointers, steps, skips []string, body func()) {
	w.label("row")
	w.line("MOVQ R9, R10")
	w.label("cell")
	body()
	for i, p := range pointers {
		w.line("ADDQ %s, %s", steps[i], p)
	}
	w.line("DECQ R10")
	w.line("JNZ cell")
	for i, p := range pointers {
		w.line("ADDQ %s, %s", skips[i], p)
	}
	w.line("DECQ R8")
	w.line("JNZ row")
}

// gradOutputs is the number of registers of outputs of a tile of the gradient.
const gradOutputs = 2

// grad writes the gradient of the weights of one tap from a few input channels to the
// outputs of 2 registers, from numbers or from pairs of half numbers: in is the tap of the first cell and dout the first cell. Steps are the bytes from
// a cell to the next, and skips those to add at the end of a row.
func (w *writer) grad(name string) {
	w.start(name, "dw, in, dout *float32, rows, cells, inStep, outStep, inSkip, outSkip int")
	w.load("in SI", "dout BX", "rows R8", "cells R9", "inStep CX", "outStep DX", "inSkip R11", "outSkip R12")
	for i := range w.inputs * gradOutputs {
		w.clear(w.reg(i))
	}
	w.eachCell([]string{"SI", "BX"}, []string{"CX", "DX"}, []string{"R11", "R12"}, func() {
		for v := range gradOutputs {
			w.line("VMOVUPS %d(BX), %s", v*w.bytes, w.last(v))
		}
		for i := range w.inputs {
			input := gradOutputs + i%2
			w.line("VBROADCASTSS %d(SI), %s", 4*i, w.last(input))
			for v := range gradOutputs {
				w.multiplyAdd(name == "halfGrad", w.count-1-input, w.count-1-v, i*gradOutputs+v)
			}
		}
	})
	w.load("dw AX")
	for i := range w.inputs * gradOutputs {
		at, reg := i/gradOutputs*vectorBytes+i%gradOutputs*w.bytes, w.reg(i)
		w.line("VADDPS %d(AX), %s, %s", at, reg, reg)
		w.line("VMOVUPS %s, %d(AX)", reg, at)
	}
	w.end()
}

// pool writes the sums and maxima of the channels over the inner cells, of
// which in is the first.
func (w *writer) pool() {
	v := w.vectors()
	w.start("pool", "sum, top, in *float32, rows, cells int")
	w.load("in SI", "rows R8", "cells R9")
	for i := range v {
		w.clear(w.reg(i))
		w.line("VMOVUPS %d(SI), %s", i*w.bytes, w.reg(v+i))
	}
	w.eachCell([]string{"SI"}, []string{fmt.Sprintf("$%d", vectorBytes)}, []string{fmt.Sprintf("$%d", 2*vectorBytes)}, func() {
		for i := range v {
			w.line("VADDPS %d(SI), %s, %s", i*w.bytes, w.reg(i), w.reg(i))
			w.line("VMAXPS %d(SI), %s, %s", i*w.bytes, w.reg(v+i), w.reg(v+i))
		}
	})
	w.load("sum AX", "top BX")
	for i := range v {
		w.line("VMOVUPS %s, %d(AX)", w.reg(i), i*w.bytes)
		w.line("VMOVUPS %s, %d(BX)", w.reg(v+i), i*w.bytes)
	}
	w.end()
}

// rectify writes the gradient of a ReLU over the inner cells, where d and y are the first.
// Outputs y are not negative, so that the sign of -y, as an integer, is a mask.
func (w *writer) rectify() {
	v := w.vectors()
	w.start("rectify", "d, y, mean, sum *float32, rows, cells int")
	w.load("d DI", "y SI", "mean AX", "rows R8", "cells R9")
	sums, means, mask, zero := 0, v, w.last(0), w.last(1)
	w.clear(zero)
	for i := range v {
		w.clear(w.reg(sums + i))
		w.line("VMOVUPS %d(AX), %s", i*w.bytes, w.reg(means+i))
	}
	and := "VPAND"
	if w.bytes == 64 {
		and = "VPANDD"
	}
	step, skip := fmt.Sprintf("$%d", vectorBytes), fmt.Sprintf("$%d", 2*vectorBytes)
	w.eachCell([]string{"DI", "SI"}, []string{step, step}, []string{skip, skip}, func() {
		for i := range v {
			d := w.last(2 + i)
			w.line("VPSUBD %d(SI), %s, %s", i*w.bytes, zero, mask)
			w.line("VPSRAD $31, %s, %s", mask, mask)
			w.line("VADDPS %d(DI), %s, %s", i*w.bytes, w.reg(means+i), d)
			w.line("%s %s, %s, %s", and, mask, d, d)
			w.line("VMOVUPS %s, %d(DI)", d, i*w.bytes)
			w.line("VADDPS %s, %s, %s", d, w.reg(sums+i), w.reg(sums+i))
		}
	})
	w.load("sum AX")
	for i := range v {
		w.line("VMOVUPS %s, %d(AX)", w.reg(sums+i), i*w.bytes)
	}
	w.end()
}
