package kernel

// terms are the non-zero activations of one sum; after a ReLU about half are 0.
type terms struct {
	n    int
	list [Taps * MostChannels]term
}

type term struct{ a, row int32 } // row is the index of its weights

// add appends activations; row is the index of the first one's weights.
func (t *terms) add(in []int16, row int) {
	list := t.list[t.n:][:len(in)]
	n := uint32(0)
	for i, a := range in {
		list[n] = term{int32(a), int32(row + i)}
		n += uint32(-int32(a)) >> 31 // branchless: zeros are unpredictable
	}
	t.n += int(n)
}

// sum returns the sums for a group of outputs with the given biases and packed weights. It computes
// a part of the group at a time, which Go keeps in registers.
func (t *terms) sum(bias []int32, packed []packed) (sums [Group]int32) {
	rows := len(packed) / parts
	for q := range parts {
		t.part((*[2 * pairs]int32)(sums[q*2*pairs:]), (*[2 * pairs]int32)(bias[q*2*pairs:]), packed[q*rows:][:rows])
	}
	return sums
}

func (t *terms) part(sums, bias *[2 * pairs]int32, weights []packed) {
	s0, s1, s2, s3 := pair(bias, 0), pair(bias, 2), pair(bias, 4), pair(bias, 6)
	for _, e := range t.list[:t.n] {
		a, w := int64(e.a), &weights[e.row]
		s0 += a * w[0]
		s1 += a * w[1]
		s2 += a * w[2]
		s3 += a * w[3]
	}
	for i, s := range [pairs]int64{s0, s1, s2, s3} {
		sums[2*i] = int32(s)
		sums[2*i+1] = int32((s - int64(int32(s))) >> 32)
	}
}

// pair packs two biases like weights.
func pair(b *[2 * pairs]int32, i int) int64 { return int64(b[i+1])<<32 + int64(b[i]) }

func fixedPortable(f *Filter, out, in []int16, bias []int32, add []int16, s Size) {
	var list terms
	steps := s.Offsets()
	for r := range s.Height {
		for cell := s.Cell(r, 0); cell < s.Cell(r, s.Width); cell++ {
			list.n = 0
			for t, step := range steps {
				list.add(in[(cell+step)*f.in:][:f.in], t*f.in)
			}
			for group := 0; group < f.out; group += Group {
				at := cell*f.out + group
				sums := list.sum(bias[group:], f.packed[group/(2*pairs)*Taps*f.in:][:parts*Taps*f.in])
				shifts := (*[2 * Group]int32)(f.shifts[2*group:])
				if add != nil {
					for i, v := range (*[Group]int16)(add[at:]) {
						sums[i] += int32(v) << (shifts[Group+i] & 31)
					}
				}
				to := (*[Group]int16)(out[at:])
				for i, sum := range sums {
					to[i] = int16(max(min(sum>>(shifts[i]&31), MostActivation), 0))
				}
			}
		}
	}
}

func fixedPoolPortable(pooled, in []int16, s Size) {
	channels := len(pooled) / 2
	for group := 0; group < channels; group += Group {
		var sum [Group]int32
		var most [Group]int16
		for r := range s.Height {
			for cell := s.Cell(r, 0); cell < s.Cell(r, s.Width); cell++ {
				for i, v := range (*[Group]int16)(in[cell*channels+group:]) {
					sum[i] += int32(v)
					most[i] = max(most[i], v)
				}
			}
		}
		setPooled(pooled[group:], pooled[channels+group:], &sum, &most, s)
	}
}

func setPooled(mean, top []int16, sum *[Group]int32, most *[Group]int16, s Size) {
	cells := int32(s.Cells())
	for i, v := range sum {
		mean[i] = int16((v + cells/2) / cells)
	}
	copy(top, most[:])
}
