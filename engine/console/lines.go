package console

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// maxLine bounds a line of input, in bytes. Games in a notation, escaped as JSON, are much shorter.
const maxLine = 1 << 20

// Answer calls answer for each line of in, trimmed of spaces, until it returns done or the lines
// end. It skips blank lines and comments, which begin with #. For a line of more than 1 MiB it
// passes an [*engine.Refusal] instead. It returns the error of reading or answering, or the
// context's when that ends.
func Answer(ctx context.Context, in io.Reader, answer func(line string, refused error) (done bool, err error)) error {
	l := lines{bufio.NewReader(in)}
	for {
		line, err := l.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if _, refusal := engine.Why(err); err != nil && !refusal {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if done, err := answer(line, err); done || err != nil {
			return err
		}
	}
}

// lines reads lines that are neither blank nor comments.
type lines struct{ r *bufio.Reader }

// next returns the next line, or a refusal, after which reading can go on. Other errors, including
// io.EOF, are those of the reader.
func (l *lines) next() (string, error) {
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

func (l *lines) read() (string, error) {
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
		// The last line may lack its newline.
		if err != nil && (length == 0 || !errors.Is(err, io.EOF)) {
			return "", err
		}
		if length > maxLine {
			return "", engine.Refuse("the line is longer than %s bytes", strconv.Itoa(maxLine))
		}
		return string(line), nil
	}
}
