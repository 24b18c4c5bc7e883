package main

// encoded writes an instruction on whole registers of AVX-512 that the assembler does not
// know: one of the map 0F38 with prefix F3, as all those on half numbers (bfloat16) are.
// See Intel's manual, volume 2, on the EVEX prefix. An instruction of a single source has
// b = 0.
func (w *writer) encoded(opcode byte, a, b, to int, name string) {
	const prefix, escape, long = 0x62, 2, 0x40
	bit := func(register, bit, at int) byte { return byte(^register>>bit&1) << at } // held inverted
	w.line("BYTE $%#02x; BYTE $%#02x; BYTE $%#02x; BYTE $%#02x; BYTE $%#02x; BYTE $%#02x // %s %s, %s, %s",
		prefix,
		bit(to, 3, 7)|bit(a, 4, 6)|bit(a, 3, 5)|bit(to, 4, 4)|escape,
		byte(^b&15)<<3|4|escape,
		long|bit(b, 4, 3),
		opcode,
		byte(0xc0|to&7<<3|a&7),
		name, w.reg(a), w.reg(b), w.reg(to))
}

// halve writes the rounding of numbers to half numbers, in vectors of
// 32.
func (w *writer) halve() {
	w.eachVector("halve", vectorBytes/2, func(v int) {
		w.line("VMOVUPS %d(SI), %s", v*w.bytes, w.reg(v))
		w.encoded(0x72, v, 0, v, "VCVTNEPS2BF16")
		w.line("VMOVUPS Y%d, %d(DI)", v, v*w.bytes/2)
	})
}

// halvePairs writes the pairing of every cell with the one that follows: the half
// number of the cell below and of the next above. It reads one vector more.
func (w *writer) halvePairs() {
	w.eachVector("halvePairs", vectorBytes, func(v int) {
		below, above := 2*v, 2*v+1
		for i, reg := range []int{below, above} {
			w.line("VMOVUPS %d(SI), %s", i*vectorBytes+v*w.bytes, w.reg(reg))
			w.encoded(0x72, reg, 0, reg, "VCVTNEPS2BF16")
			w.line("VPMOVZXWD Y%d, %s", reg, w.reg(reg))
		}
		w.line("VPSLLD $16, %s, %s", w.reg(above), w.reg(above))
		w.line("VPORD %s, %s, %s", w.reg(below), w.reg(above), w.reg(above))
		w.line("VMOVUPS %s, %d(DI)", w.reg(above), v*w.bytes)
	})
}

// eachVector writes a function over vectors of 32 numbers at SI, each of whose results takes so
// many bytes at DI: body for every register of a vector.
func (w *writer) eachVector(name string, bytes int, body func(v int)) {
	w.start(name, "to *uint32, from *float32, vectors int")
	w.load("to DI", "from SI", "vectors CX")
	w.label("vector")
	for v := range w.vectors() {
		body(v)
	}
	w.line("ADDQ $%d, SI", vectorBytes)
	w.line("ADDQ $%d, DI", bytes)
	w.line("DECQ CX")
	w.line("JNZ vector")
	w.end()
}
