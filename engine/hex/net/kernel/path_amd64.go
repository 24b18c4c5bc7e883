package kernel

import "golang.org/x/sys/cpu"

// machinePaths returns the paths beside the portable one, fastest first.
func machinePaths() []path {
	var found []path
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512VNNI && cpu.X86.HasAVX2 {
		found = append(found, path{"avx512", fixedWith(fixedWidestAVX512, fixedAVX512, fixedTwoAVX512), fixedPoolWithAVX2})
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		found = append(found, path{"avx2", fixedWith(fixedWidestAVX2, fixedAVX2), fixedPoolWithAVX2})
	}
	return found
}

func fixedPoolWithAVX2(pooled, in []int16, s Size) {
	channels := len(pooled) / 2
	for group := 0; group < channels; group += Group {
		var sum [Group]int32
		var most [Group]int16
		fixedPoolAVX2(&sum[0], &most[0], &in[s.Cell(0, 0)*channels+group], s.Height, s.Width, 2*channels)
		setPooled(pooled[group:], pooled[channels+group:], &sum, &most, s)
	}
}
