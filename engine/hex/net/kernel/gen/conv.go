package main

import "fmt"

// unroll is the number of input channels of one turn of the inner loop; those of the
// planes are multiples of it.
const unroll = 4

// strides are the registers that hold odd multiples of the bytes of a cell. With a factor
// of 1, 2, 4 or 8 they reach each of 14 cells, whatever the number of channels.
var strides = map[int]string{1: "R8", 3: "R9", 5: "R10", 7: "R11", 9: "R12", 11: "R13", 13: "R15"}

// cell returns the address of the channel-th coming input of a cell of the tile.
func cell(i, channel int) string {
	if i == 0 {
		return fmt.Sprintf("%d(SI)", 4*channel)
	}
	factor := 1
	for i%2 == 0 {
		i, factor = i/2, factor*2
	}
	return fmt.Sprintf("%d(SI)(%s*%d)", 4*channel, strides[i], factor)
}

// family writes a function for tiles of every width up to the widest, which goes on with that for
// tiles of its argument's width.
func (w *writer) family(name, arguments string, widest int, tile func(width int)) {
	w.start(name, arguments)
	w.load("width " + w.first)
	for width := 1; width < widest; width++ {
		w.line(w.unless, width)
		w.line("JMP ·%s%d%s<>(SB)", name, width, w.name)
	}
	w.line("JMP ·%s%d%s<>(SB)", name, widest, w.name)
	for width := 1; width <= widest; width++ {
		w.begin(fmt.Sprintf("%s%d", name, width), arguments, "<>")
		tile(width)
	}
}

// Steps are the bytes from a cell to its taps.
const tileArguments = "out, in, w, bias, add *float32, taps, cin, relu, width int, steps [taps]int"

// tile writes the convolution of width neighbouring cells, where in is the input at the
// first cell: conv for numbers, and half for pairs of half numbers in the place of each.
func (w *writer) tile(name string, width int) {
	w.tileStart(width)
	w.load("w BX")
	w.line("LEAQ %s, DI", w.argument("steps"))
	w.load("taps DX", "cin R8")
	w.line("SHLQ $2, R8")
	w.eachTap(width, "cin", unroll, func() {
		for i := range unroll {
			w.multiply(name, width, i)
		}
		w.line("ADDQ $%d, SI", 4*unroll)
		w.line("ADDQ $%d, BX", vectorBytes*unroll)
	})
	w.tileEnd(width)
}

// eachTap writes a loop over the taps, whose steps are at DI and which DX counts, of input
// channels, which CX counts down from an argument: body for so many of them, whose first are at SI.
// R8 has the bytes of a cell.
func (w *writer) eachTap(width int, channels string, step int, body func()) {
	for odd := 3; odd < width; odd += 2 {
		w.line("LEAQ (%s)(R8*2), %s", strides[odd-2], strides[odd])
	}
	w.label("tap")
	w.load("in SI")
	w.line("ADDQ (DI), SI")
	w.line("ADDQ $8, DI")
	w.load(channels + " CX")
	w.label("channel")
	body()
	w.line("SUBQ $%d, CX", step)
	w.line("JNZ channel")
	w.line("DECQ DX")
	w.line("JNZ tap")
}

// bias sets the sums of width cells, of v registers each, to the bias.
func (w *writer) bias(width, v int) {
	w.load("bias AX")
	for i := range width * v {
		if i < v {
			w.line("VMOVUPS %d(AX), %s", i*w.bytes, w.reg(i))
		} else {
			w.line("VMOVAPS %s, %s", w.reg(i%v), w.reg(i))
		}
	}
}

// multiplyAdd adds to register sum the products of two others.
func (w *writer) multiplyAdd(half bool, a, b, sum int) {
	if half {
		w.encoded(0x52, a, b, sum, "VDPBF16PS")
		return
	}
	w.line("VFMADD231PS %s, %s, %s", w.reg(a), w.reg(b), w.reg(sum))
}

// tileStart sets the sums to the bias, plus what add has if it is not nil.
func (w *writer) tileStart(width int) {
	w.bias(width, w.vectors())
	w.load("add AX")
	w.line("TESTQ AX, AX")
	w.line("JZ sum")
	for i := range width * w.vectors() {
		w.line("VADDPS %d(AX), %s, %s", i*w.bytes, w.reg(i), w.reg(i))
	}
	w.label("sum")
}

// multiply adds the products of one input channel of every cell of the tile.
func (w *writer) multiply(name string, width, channel int) {
	if w.vectors() > 2 { // inputs in registers, weights by turns
		for c := range width {
			w.line("VBROADCASTSS %s, %s", cell(c, channel), w.last(c))
		}
		for v := range w.vectors() {
			w.line("VMOVUPS %d(BX), %s", channel*vectorBytes+v*w.bytes, w.last(3))
			for c := range width {
				w.line("VFMADD231PS %s, %s, %s", w.last(c), w.last(3), w.reg(c*w.vectors()+v))
			}
		}
		return
	}
	for v := range w.vectors() {
		w.line("VMOVUPS %d(BX), %s", channel*vectorBytes+v*w.bytes, w.last(v))
	}
	for c := range width {
		input := w.last(2 + c%2)
		w.line("VBROADCASTSS %s, %s", cell(c, channel), input)
		for v := range w.vectors() {
			w.multiplyAdd(name == "half", w.count-3-c%2, w.count-1-v, c*w.vectors()+v)
		}
	}
}

// tileEnd writes the sums, by way of a ReLU if that is asked for.
func (w *writer) tileEnd(width int) {
	w.load("out AX")
	w.line("CMPQ %s, $0", w.argument("relu"))
	w.line("JE write")
	zero := w.last(0)
	w.clear(zero)
	for i := range width * w.vectors() {
		w.line("VMAXPS %s, %s, %s", zero, w.reg(i), w.reg(i))
	}
	w.label("write")
	for i := range width * w.vectors() {
		w.line("VMOVUPS %s, %d(AX)", w.reg(i), i*w.bytes)
	}
	w.end()
}
