package net

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the weights
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

var (
	// ErrShape is returned by Read for anything but a file of weights in a known version and
	// network shape.
	ErrShape = errors.New("net: not weights of this network")

	// ErrChecksum is returned by Read for a damaged or truncated file.
	ErrChecksum = errors.New("net: weights are damaged")
)

// A file is a header, the weights, and the SHA-256 of both; numbers are little-endian.
const (
	magic   = "hexnet\r\n" // changed by a transfer in text mode
	version = 1

	maxBlocks = 256 // far beyond use; bounds what a wrong header can make Read allocate
)

type header struct {
	Magic                             [8]byte
	Version, Inputs, Channels, Blocks uint32
}

// Write writes the weights in the form that [Read] reads.
func (p Params) Write(w io.Writer) error {
	head := header{Version: version, Inputs: Inputs, Channels: uint32(p.Width()), Blocks: uint32(p.Blocks)}
	copy(head.Magic[:], magic)
	sum := sha256.New()
	out := io.MultiWriter(w, sum)
	for _, part := range []any{head, p.W} {
		if err := binary.Write(out, binary.LittleEndian, part); err != nil {
			return fmt.Errorf("write weights: %w", err)
		}
	}
	if _, err := w.Write(sum.Sum(nil)); err != nil {
		return fmt.Errorf("write weights: %w", err)
	}
	return nil
}

// Read reads a file of weights. For an invalid file the error wraps [ErrShape] or [ErrChecksum].
func Read(r io.Reader) (*Network, error) {
	sum := sha256.New()
	in := io.TeeReader(r, sum)
	var head header
	if err := readPart(in, &head); err != nil {
		return nil, err
	}
	if err := head.check(); err != nil {
		return nil, err
	}
	p := NewWideParams(int(head.Blocks), int(head.Channels))
	if err := readPart(in, p.W); err != nil {
		return nil, err
	}
	want := sum.Sum(nil)
	got := make([]byte, len(want))
	if err := readPart(r, got); err != nil {
		return nil, err
	}
	if !bytes.Equal(got, want) {
		return nil, fmt.Errorf("%w: their checksum is %x, their contents give %x", ErrChecksum, got, want)
	}
	return newNetwork(p), nil
}

func (h header) check() error {
	switch {
	case string(h.Magic[:]) != magic:
		return fmt.Errorf("%w: a file of weights begins with %q, this one with %q", ErrShape, magic, h.Magic[:])
	case h.Version != version:
		return fmt.Errorf("%w: the file has version %d, this program reads version %d", ErrShape, h.Version, version)
	case h.Inputs != Inputs || h.Blocks > maxBlocks ||
		h.Channels == 0 || h.Channels%kernel.Group != 0 || h.Channels > kernel.MostChannels:
		return fmt.Errorf("%w: the file has %d input planes, %d channels and %d blocks; this program reads %d planes, a multiple of %d up to %d channels and at most %d blocks",
			ErrShape, h.Inputs, h.Channels, h.Blocks, Inputs, kernel.Group, kernel.MostChannels, maxBlocks)
	}
	return nil
}

func readPart(r io.Reader, part any) error {
	err := binary.Read(r, binary.LittleEndian, part)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: the file ends too early", ErrChecksum)
	}
	if err != nil {
		return fmt.Errorf("read weights: %w", err)
	}
	return nil
}

//go:embed weights.bin
var weights []byte

// Embedded returns the network with the embedded weights.
var Embedded = sync.OnceValue(func() *Network {
	n, err := Read(bytes.NewReader(weights))
	if err != nil {
		panic(err) // they are tested
	}
	return n
})

// Checksum returns the SHA-256 of the embedded weights file in hexadecimal.
func Checksum() string { return fmt.Sprintf("%x", sha256.Sum256(weights)) }

// Inputs is the number of input planes; see [Encode].
const Inputs = 8

// Params are the weights of a network as one flat vector W, for trainers and files, with methods
// that return parts of it. Parts share memory with W.
//
// A matrix is stored by input: row i has the weights from input i to every output. A convolution is
// [kernel.Taps] such matrices. C is the number of channels.
type Params struct {
	Blocks   int
	Channels int // 0 for [kernel.Channels]
	W        []float32
}

// Width returns the number of channels C.
func (p Params) Width() int {
	if p.Channels == 0 {
		return kernel.Channels
	}
	return p.Channels
}

// Lengths of the parts.
func (p Params) inWeights() int   { return kernel.Taps * Inputs * p.Width() }
func (p Params) convWeights() int { return kernel.Taps * p.Width() * p.Width() }
func (p Params) poolWeights() int { return 2 * p.Width() * p.Width() }
func (p Params) blockSize() int   { return 2*p.convWeights() + p.poolWeights() + 2*p.Width() }

// The heads precede the blocks, so that blocks can be appended. The single bias of the value is
// followed by unused zeros, so that the blocks begin at a cache line.
func (p Params) policyAt() int { return p.inWeights() + p.Width() }
func (p Params) valueAt() int  { return p.policyAt() + p.Width() }
func (p Params) blocksAt() int { return p.valueAt() + p.poolWeights() + 2*p.Width() + 16 }

// NewParams returns zero weights for a network of that many residual blocks and [kernel.Channels]
// channels.
func NewParams(blocks int) Params { return NewWideParams(blocks, 0) }

// NewWideParams returns zero weights for a network of that many blocks and channels; channels must
// be a multiple of [kernel.Group].
func NewWideParams(blocks, channels int) Params {
	p := Params{Blocks: blocks, Channels: channels}
	p.W = make([]float32, p.blocksAt()+blocks*p.blockSize())
	return p
}

// Clone returns an independent copy.
func (p Params) Clone() Params {
	p.W = slices.Clone(p.W)
	return p
}

// RandomParams returns initial weights for training: normally distributed with the variance that
// preserves the scale through a ReLU (He et al. 2015). The second convolution of a block, the
// pooling biases and the heads are small, so that blocks start near the identity and the network
// near equal logits and even chances.
func RandomParams(blocks int, rng *rand.Rand) Params { return randomized(NewParams(blocks), rng) }

// randomized sets zero weights to random ones.
func randomized(p Params, rng *rand.Rand) Params {
	c := p.Width()
	fill := func(w []float32, inputs int, scale float64) {
		scale *= math.Sqrt(2 / float64(inputs))
		for i := range w {
			w[i] = float32(rng.NormFloat64() * scale)
		}
	}
	w, _ := p.In()
	fill(w, kernel.Taps*Inputs, 1)
	for i := range p.Blocks {
		w1, _, wg, w2, _ := p.Block(i)
		fill(w1, kernel.Taps*c, 1)
		fill(wg, 2*c, 0.3)
		fill(w2, kernel.Taps*c, 0.1)
	}
	fill(p.Policy(), c, 0.3)
	wv1, _, wv2, _ := p.Value()
	fill(wv1, 2*c, 1)
	fill(wv2, c, 0.3)
	return p
}

// In returns the first convolution, [kernel.Taps][Inputs][C], and its C biases.
func (p Params) In() (w, b []float32) {
	part := cutter(p.W)
	return part(p.inWeights()), part(p.Width())
}

// Block returns the parts of residual block i: the first convolution [kernel.Taps][C][C] and its C
// biases, the matrix [2·C][C] from the pooled planes (means first) to an additional bias, and the
// second convolution with its biases.
func (p Params) Block(i int) (w1, b1, wg, w2, b2 []float32) {
	part := cutter(p.W[p.blocksAt()+i*p.blockSize():])
	conv, c := p.convWeights(), p.Width()
	return part(conv), part(c), part(p.poolWeights()), part(conv), part(c)
}

// Policy returns the C weights of a cell's logit.
func (p Params) Policy() []float32 {
	return cutter(p.W[p.policyAt():])(p.Width())
}

// Value returns the parts of the value head: a matrix [2·C][C] and its C biases, then C weights and
// one bias.
func (p Params) Value() (wv1, bv1, wv2, bv2 []float32) {
	part, c := cutter(p.W[p.valueAt():]), p.Width()
	return part(p.poolWeights()), part(c), part(c), part(1)
}

// cutter returns a function that cuts successive pieces off s.
func cutter(s []float32) func(length int) []float32 {
	return func(length int) []float32 {
		piece := s[:length:length]
		s = s[length:]
		return piece
	}
}
