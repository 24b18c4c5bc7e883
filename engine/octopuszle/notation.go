package octopuszle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// AppendJSON appends a board as an array of 256 numbers, row by row.
func AppendJSON(to []byte, b *Board) []byte {
	data, _ := json.Marshal(numbers(b)) // numbers can be encoded
	return append(to, data...)
}

// numbers returns the squares: bytes would be encoded as a string.
func numbers(b *Board) []int { return engine.Map(b[:], func(l Lines) int { return int(l) }) }

// ParseJSON parses the output of AppendJSON. Of an array or lines of such arrays it parses the
// first one. It checks each square alone. The error is an [*engine.Refusal].
func ParseJSON(data []byte) (*Board, error) {
	data = bytes.TrimSpace(data)
	if first, _, more := bytes.Cut(data, []byte("\n")); more && json.Valid(first) {
		data = first
	}
	var all []json.RawMessage
	for range 2 { // the array, or the first of an array of arrays
		if err := json.Unmarshal(data, &all); err != nil {
			return nil, engine.Refuse("the file must be a JSON array of 256 numbers, row by row")
		}
		if len(all) == 0 || !bytes.HasPrefix(all[0], []byte("[")) {
			break
		}
		data = all[0]
	}
	if len(all) != Squares {
		return nil, engine.Refuse("the file has %s numbers; it must have 256, row by row", strconv.Itoa(len(all)))
	}
	b := new(Board)
	for at, raw := range all {
		n, err := strconv.ParseUint(string(raw), 10, 8)
		if err != nil {
			return nil, engine.Refuse("number %s of the file is %s; each must be a whole number from 0 to 255", strconv.Itoa(at+1), engine.T("%s", fmt.Sprintf("%.20q", raw)))
		}
		b[at] = Lines(n)
	}
	return b, nil
}
