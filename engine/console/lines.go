package console

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// maxLine bounds a line of input, in bytes. A game in a notation, escaped as JSON,
// stays far below it.
const maxLine = 1 << 20

// Lines reads the lines that mean something. One goroutine may use it.
type Lines struct{ r *bufio.Reader }

// NewLines makes a reader of lines.
func NewLines(r io.Reader) *Lines { return &Lines{bufio.NewReader(r)} }

// Next returns the next line that is neither blank nor a comment (which begins with
// #), without the blanks around it. A line of more than 1 MiB is refused by an
// [*engine.Refusal], and reading goes on after it; other errors are of the reader,
// io.EOF among them.
func (l *Lines) Next() (string, error) {
	for {
		line, err := l.read()
		if err != nil {
			return "", err
		}
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return line, nil
		}
	}
}

func (l *Lines) read() (string, error) {
	var line []byte
	length := 0
	for {
		part, err := l.r.ReadSlice('\n')
		if length += len(part); length <= maxLine {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		// The last line may lack its end.
		if err != nil && (length == 0 || !errors.Is(err, io.EOF)) {
			return "", err
		}
		if length > maxLine {
			return "", engine.Refuse("the line is longer than %s bytes", strconv.Itoa(maxLine))
		}
		return string(line), nil
	}
}
