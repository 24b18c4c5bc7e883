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
	r := bufio.NewReader(in)
	for {
		line, err := next(r)
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

// next returns the next line that is neither blank nor a comment, or a refusal, after which reading
// can go on. Other errors, including io.EOF, are those of the reader.
func next(r *bufio.Reader) (string, error) {
	for {
		line, err := readLine(r)
		if err != nil {
			return "", err
		}
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return line, nil
		}
	}
}

func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	length := 0
	for {
		part, err := r.ReadSlice('\n')
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
