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
func gradAVX512(dw, in, dout *float32, cin, n int)

//go:noescape
func poolAVX512(sum, max, in *float32, n int)

//go:noescape
func conv1AVX2(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func conv2AVX2(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func conv3AVX2(out, in, w, bias, add *float32, taps, cin, relu int, steps [Taps]int)

//go:noescape
func gradAVX2(dw, in, dout *float32, cin, n int)

//go:noescape
func poolAVX2(sum, max, in *float32, n int)
