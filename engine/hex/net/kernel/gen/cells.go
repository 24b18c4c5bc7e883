package main

// eachCell writes a loop over the inner cells of planes: body once for every cell, and
// then all the pointers moved by the bytes of a cell, which may be a register. n is in
// reg R8; R9 and R10 count.
func (w *writer) eachCell(pointers, strides []string, body func()) {
	w.line("MOVQ R8, R9")
	w.label("row")
	w.line("MOVQ R8, R10")
	w.label("cell")
	body()
	for i, p := range pointers {
		w.line("ADDQ %s, %s", strides[i], p)
	}
	w.line("DECQ R10")
	w.line("JNZ cell")
	for i, p := range pointers { // two cells of the ring
		w.line("ADDQ %s, %s", strides[i], p)
		w.line("ADDQ %s, %s", strides[i], p)
	}
	w.line("DECQ R9")
	w.line("JNZ row")
}

// gradOutputs is the number of registers of outputs of a tile of the gradient.
const gradOutputs = 2

// grad writes the gradient of the weights of one tap from a few input channels to the
// outputs of 2 registers:
//
//	func(dw, in, dout *float32, cin, n int)
//
// where in is the tap of the first cell and dout the first cell.
func (w *writer) grad() {
	w.start("grad", 40)
	w.line("MOVQ in+8(FP), SI")
	w.line("MOVQ dout+16(FP), BX")
	w.line("MOVQ cin+24(FP), CX")
	w.line("SHLQ $2, CX")
	w.line("MOVQ n+32(FP), R8")
	for i := range w.inputs * gradOutputs {
		w.clear(w.reg(i))
	}
	w.eachCell([]string{"SI", "BX"}, []string{"CX", vectorStep}, func() {
		for v := range gradOutputs {
			w.line("VMOVUPS %d(BX), %s", v*w.bytes, w.last(v))
		}
		for i := range w.inputs {
			input := w.last(gradOutputs + i%2)
			w.line("VBROADCASTSS %d(SI), %s", 4*i, input)
			for v := range gradOutputs {
				w.line("VFMADD231PS %s, %s, %s", input, w.last(v), w.reg(i*gradOutputs+v))
			}
		}
	})
	w.line("MOVQ dw+0(FP), AX")
	for i := range w.inputs * gradOutputs {
		at, reg := i/gradOutputs*vectorBytes+i%gradOutputs*w.bytes, w.reg(i)
		w.line("VADDPS %d(AX), %s, %s", at, reg, reg)
		w.line("VMOVUPS %s, %d(AX)", reg, at)
	}
	w.end()
}

// pool writes the sums and maxima of the channels over the inner cells:
//
//	func(sum, max, in *float32, n int)
//
// where in is the first cell.
func (w *writer) pool() {
	v := w.vectors()
	w.start("pool", 32)
	w.line("MOVQ in+16(FP), SI")
	w.line("MOVQ n+24(FP), R8")
	for i := range v {
		w.clear(w.reg(i))
		w.line("VMOVUPS %d(SI), %s", i*w.bytes, w.reg(v+i))
	}
	w.eachCell([]string{"SI"}, []string{vectorStep}, func() {
		for i := range v {
			w.line("VADDPS %d(SI), %s, %s", i*w.bytes, w.reg(i), w.reg(i))
			w.line("VMAXPS %d(SI), %s, %s", i*w.bytes, w.reg(v+i), w.reg(v+i))
		}
	})
	w.line("MOVQ sum+0(FP), AX")
	w.line("MOVQ max+8(FP), BX")
	for i := range v {
		w.line("VMOVUPS %s, %d(AX)", w.reg(i), i*w.bytes)
		w.line("VMOVUPS %s, %d(BX)", w.reg(v+i), i*w.bytes)
	}
	w.end()
}
