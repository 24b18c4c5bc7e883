package float

import "golang.org/x/sys/cpu"

// machinePaths returns the paths beside the portable one, fastest first.
func machinePaths() []path {
	var found []path
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512VNNI && cpu.X86.HasAVX2 {
		fastest := &tiles{
			conv: convAVX512, widest: convWidestAVX512, grad: gradAVX512, inputs: 8, outputs: channels,
			pool: poolAVX512, rectify: rectifyAVX512,
		}
		if cpu.X86.HasAVX512BF16 {
			fastest.half = &halfTiles{halfAVX512, halfGradAVX512, halveAVX512, halvePairsAVX512}
		}
		found = append(found, path{"avx512", fastest})
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		found = append(found, path{"avx2", &tiles{
			conv: convAVX2, widest: convWidestAVX2, grad: gradAVX2, inputs: 4, outputs: channels / 2,
			pool: poolAVX2, rectify: rectifyAVX2,
		}})
	}
	return found
}
