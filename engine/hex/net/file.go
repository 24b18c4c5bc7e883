package net

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the weights
	"encoding/binary"
	"errors"
	"fmt"
	"io"
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

var embedded = sync.OnceValues(func() (*Network, error) {
	return Read(bytes.NewReader(weights))
})

// Embedded returns the network with the embedded weights.
func Embedded() (*Network, error) { return embedded() }

// Checksum returns the SHA-256 of the embedded weights file in hexadecimal.
func Checksum() string { return fmt.Sprintf("%x", sha256.Sum256(weights)) }
