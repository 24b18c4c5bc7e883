package kernel

// The functions of the assembly; gen says what they do.

//go:noescape
func conv1AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func conv2AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func conv3AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func conv4AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func conv5AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func conv6AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func conv7AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func conv8AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func conv9AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func conv10AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func conv11AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func conv12AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func conv13AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func conv14AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func half1AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func half2AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func half3AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func half4AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func half5AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func half6AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func half7AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func half8AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func half9AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func half10AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func half11AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func half12AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func half13AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func half14AVX512(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func gradAVX512(dw, in, dout *float32, rows, cells, inStep, outStep, inSkip, outSkip int)

//go:noescape
func halfGradAVX512(dw, in, dout *float32, rows, cells, inStep, outStep, inSkip, outSkip int)

//go:noescape
func poolAVX512(sum, max, in *float32, n int)

//go:noescape
func halveAVX512(to *uint32, from *float32, vectors int)

//go:noescape
func halvePairsAVX512(to *uint32, from *float32, vectors int)

//go:noescape
func conv1AVX2(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func conv2AVX2(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func conv3AVX2(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func gradAVX2(dw, in, dout *float32, rows, cells, inStep, outStep, inSkip, outSkip int)

//go:noescape
func poolAVX2(sum, max, in *float32, n int)
