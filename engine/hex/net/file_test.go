package net

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

func written(t testing.TB, p Params) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := p.Write(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// signed returns the contents with the checksum that belongs to them.
func signed(contents []byte) []byte {
	sum := sha256.Sum256(contents)
	return append(slices.Clone(contents), sum[:]...)
}

func TestReadWritten(t *testing.T) {
	for _, blocks := range []int{0, 1, 4, 6} {
		for _, channels := range []int{16, 32, 48, 64} {
			p := testWide(blocks, channels)
			n, err := Read(iotest.HalfReader(bytes.NewReader(written(t, p))))
			if err != nil {
				t.Fatal(err)
			}
			if got := n.Params(); got.Blocks != blocks || got.Width() != channels || !slices.Equal(got.W, p.W) {
				t.Errorf("%d blocks of %d: read %d of %d, or other weights than were written", blocks, channels, got.Blocks, got.Width())
			}
		}
	}
}

func TestReadRefuses(t *testing.T) {
	file := written(t, testParams(1))
	contents := file[:len(file)-sha256.Size]
	changed := func(at int, to uint32) []byte {
		c := slices.Clone(contents)
		binary.LittleEndian.PutUint32(c[at:], to)
		return signed(c)
	}
	flipped := slices.Clone(file)
	flipped[len(file)/2] ^= 1
	for name, c := range map[string]struct {
		file []byte
		err  error
		says string
	}{
		"nothing":            {nil, ErrChecksum, "ends too early"},
		"a cut header":       {file[:20], ErrChecksum, "ends too early"},
		"cut weights":        {file[:len(file)/2], ErrChecksum, "ends too early"},
		"a cut checksum":     {file[:len(file)-1], ErrChecksum, "ends too early"},
		"a changed weight":   {flipped, ErrChecksum, "checksum"},
		"text":               {[]byte(strings.Repeat("hex weights ", 9)), ErrShape, "begins with"},
		"line ends changed":  {bytes.Replace(file, []byte("\r\n"), []byte("\n\n"), 1), ErrShape, "begins with"},
		"another version":    {changed(8, 2), ErrShape, "version 2"},
		"more input planes":  {changed(12, 9), ErrShape, "9 input planes"},
		"odd channels":       {changed(16, 40), ErrShape, "40 channels"},
		"no channels":        {changed(16, 0), ErrShape, "0 channels"},
		"many channels":      {changed(16, 256), ErrShape, "256 channels"},
		"more channels":      {changed(16, 64), ErrChecksum, "ends too early"},
		"very many blocks":   {changed(20, 1<<31), ErrShape, "2147483648 blocks"},
		"more blocks inside": {changed(20, 2), ErrChecksum, "ends too early"},
		"fewer blocks":       {changed(20, 0), ErrChecksum, "checksum"},
	} {
		n, err := Read(bytes.NewReader(c.file))
		if n != nil || !errors.Is(err, c.err) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %v that says %q", name, err, c.err, c.says)
		}
	}
}

// Errors of the reader and the writer are no fault of the file.
func TestFaultyFiles(t *testing.T) {
	broken := errors.New("broken disk")
	_, err := Read(iotest.ErrReader(broken))
	if !errors.Is(err, broken) || errors.Is(err, ErrShape) || errors.Is(err, ErrChecksum) {
		t.Errorf("read: %v, want %v alone", err, broken)
	}
	r, w := io.Pipe()
	_ = r.CloseWithError(broken)
	if err := testParams(1).Write(w); !errors.Is(err, broken) {
		t.Errorf("write: %v, want %v", err, broken)
	}
}

func TestEmbedded(t *testing.T) {
	n := Embedded()
	if Embedded() != n {
		t.Error("a second call reads the weights again")
	}
	value := n.Evaluator(kernel.Square(11)).Evaluate(make([]uint8, 121), make([]float32, 121))
	if !(value > 0 && value < 1) {
		t.Errorf("the empty board has value %g, want a chance", value)
	}
}

// FuzzRead looks for files that make Read panic, and for files that it takes and that
// would be written another way.
func FuzzRead(f *testing.F) {
	file := written(f, NewParams(0))
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, file []byte) {
		// A fuzzer rarely finds a valid checksum; without one the rest of Read would not be
		// reached.
		for _, file := range [][]byte{file, signed(file)} {
			n, err := Read(bytes.NewReader(file))
			if err != nil {
				if !errors.Is(err, ErrShape) && !errors.Is(err, ErrChecksum) {
					t.Errorf("%v is neither ErrShape nor ErrChecksum", err)
				}
				continue
			}
			if again := written(t, n.Params()); !bytes.HasPrefix(file, again) {
				t.Error("written again the file differs")
			}
		}
	})
}
