package pages

import (
	"context"
	"fmt"
	"io"
)

// window reads a file through a moving buffer.
type window struct {
	ctx  context.Context
	file io.ReaderAt
	size int64

	buffer []byte
	at     int64 // offset of the buffer in the file
}

// span is how much is read at once, at least. The largest piece needed is a table of 65,535
// elements, 1 MiB.
const span = 1 << 17

// read returns n bytes at an offset, valid until the next call. If the file ends too early, the
// error is that of the read.
func (w *window) read(at, n int64) ([]byte, error) {
	if from := at - w.at; from >= 0 && from+n <= int64(len(w.buffer)) {
		return w.buffer[from : from+n], nil
	}
	if w.ctx.Err() != nil {
		return nil, context.Cause(w.ctx)
	}
	if int64(cap(w.buffer)) < n || w.buffer == nil {
		w.buffer = make([]byte, max(n, min(span, w.size)))
	}
	w.at, w.buffer = at, w.buffer[:min(int64(cap(w.buffer)), max(n, w.size-at))]
	if got, err := w.file.ReadAt(w.buffer, at); got < len(w.buffer) {
		w.buffer = w.buffer[:0]
		return nil, fmt.Errorf("read %d bytes at %d: %w", n, at, noEOF(err))
	}
	return w.buffer[:n], nil
}
