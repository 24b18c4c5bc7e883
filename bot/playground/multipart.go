package playground

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
)

const (
	maxRequest    = 25 << 20 // bytes of a request
	maxAttachment = 10 << 20 // bytes of a file: the interactions' attachment_size_limit
)

// upload is a file as it came.
type upload struct {
	name string
	data []byte
}

// body is a request's JSON, and the files by their number n in files[n].
type body struct {
	json  []byte
	files map[int]upload
}

// readBody reads JSON, or multipart with payload_json and files[n].
func readBody(w http.ResponseWriter, r *http.Request) (body, error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxRequest)
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil && r.Header.Get("Content-Type") != "" {
		return body{}, errBadJSON
	}
	if kind == "multipart/form-data" {
		return readMultipart(multipart.NewReader(r.Body, params["boundary"]))
	}
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return body{}, tooLarge(err)
	}
	return body{json: data}, nil
}

// tooLarge tells a body over the limit from one that broke off.
func tooLarge(err error) error {
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return errTooLarge
	}
	return errBadJSON
}

func readMultipart(m *multipart.Reader) (body, error) {
	b := body{json: []byte("{}"), files: map[int]upload{}}
	for {
		part, err := m.NextPart()
		if errors.Is(err, io.EOF) {
			return b, nil
		}
		if err != nil {
			return body{}, tooLarge(err)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return body{}, tooLarge(err)
		}
		if err := b.add(part.FormName(), part.FileName(), data); err != nil {
			return body{}, err
		}
	}
}

// add takes one part.
func (b *body) add(field, filename string, data []byte) error {
	if field == "payload_json" {
		b.json = data
		return nil
	}
	var f faults
	digits, ok := strings.CutPrefix(field, "files[")
	digits, closed := strings.CutSuffix(digits, "]")
	n, err := strconv.Atoi(digits)
	switch {
	case !ok || !closed || err != nil || n < 0:
		f.add(field, "UNKNOWN_PART", "A part is payload_json or files[n]")
	case filename == "":
		f.add(field, "BASE_TYPE_REQUIRED", "The file needs a filename")
	case len(data) > maxAttachment:
		return errTooLarge
	default:
		b.files[n] = upload{safeName(filename), data}
	}
	return f.err()
}

// safeName is the name as Discord keeps it: letters, digits, dots, dashes and
// underscores.
func safeName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		}
		return '_'
	}, path.Base(name))
	if strings.Trim(name, "._") == "" {
		return "unknown"
	}
	return name
}

// decode reads JSON into v. Fields of a wrong type are refused by name; path is
// where the JSON lies in the body.
func decode(path string, data []byte, v any) error {
	if len(bytes.TrimSpace(data)) == 0 {
		data = []byte("{}")
	}
	err := json.Unmarshal(data, v)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		var f faults
		f.add(join(path, jsonPath(wrong.Field)), "BASE_TYPE_BAD_TYPE", "A %s is not what belongs here", wrong.Value)
		return f.err()
	}
	if err != nil {
		return errBadJSON
	}
	return nil
}

// jsonPath leaves out of a field's path the names of embedded structs, which JSON
// does not have.
func jsonPath(field string) string {
	parts := slices.DeleteFunc(strings.Split(field, "."), func(part string) bool {
		return part != strings.ToLower(part)
	})
	return strings.Join(parts, ".")
}
