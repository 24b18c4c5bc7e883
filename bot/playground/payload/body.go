package payload

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

	"github.com/sixfold-bot/sixfold/bot/playground/apierror"
)

// Limits of sizes.
const (
	MaxRequest = 25 << 20 // bytes of a request
	MaxFile    = 10 << 20 // bytes of a file: the interactions' attachment_size_limit
)

// Upload is a file as it came.
type Upload struct {
	Name string
	Data []byte
}

// Body is a request's JSON, and the files by their number n in files[n].
type Body struct {
	JSON  []byte
	Files map[int]Upload
}

// Read reads JSON, or multipart with payload_json and files[n].
func Read(w http.ResponseWriter, r *http.Request) (Body, error) {
	r.Body = http.MaxBytesReader(w, r.Body, MaxRequest)
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil && r.Header.Get("Content-Type") != "" {
		return Body{}, apierror.BadJSON
	}
	if kind == "multipart/form-data" {
		return readMultipart(multipart.NewReader(r.Body, params["boundary"]))
	}
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return Body{}, TooLarge(err)
	}
	return Body{JSON: data}, nil
}

// TooLarge tells a body over the limit from one that broke off.
func TooLarge(err error) error {
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return apierror.TooLarge
	}
	return apierror.BadJSON
}

func readMultipart(m *multipart.Reader) (Body, error) {
	b := Body{JSON: []byte("{}"), Files: map[int]Upload{}}
	for {
		part, err := m.NextPart()
		if errors.Is(err, io.EOF) {
			return b, nil
		}
		if err != nil {
			return Body{}, TooLarge(err)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return Body{}, TooLarge(err)
		}
		if err := b.add(part.FormName(), part.FileName(), data); err != nil {
			return Body{}, err
		}
	}
}

// add takes one part.
func (b *Body) add(field, filename string, data []byte) error {
	if field == "payload_json" {
		b.JSON = data
		return nil
	}
	var f apierror.Fields
	digits, ok := strings.CutPrefix(field, "files[")
	digits, closed := strings.CutSuffix(digits, "]")
	n, err := strconv.Atoi(digits)
	switch {
	case !ok || !closed || err != nil || n < 0:
		f.Add(field, "UNKNOWN_PART", "A part is payload_json or files[n]")
	case filename == "":
		f.Add(field, "BASE_TYPE_REQUIRED", "The file needs a filename")
	case len(data) > MaxFile:
		return apierror.TooLarge
	default:
		b.Files[n] = Upload{SafeName(filename), data}
	}
	return f.Err()
}

// SafeName is the name as Discord keeps it: letters, digits, dots, dashes and
// underscores.
func SafeName(name string) string {
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

// Decode reads JSON into v. Fields of a wrong type are refused by name; path is
// where the JSON lies in the body.
func Decode(path string, data []byte, v any) error {
	if len(bytes.TrimSpace(data)) == 0 {
		data = []byte("{}")
	}
	err := json.Unmarshal(data, v)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		var f apierror.Fields
		f.Add(apierror.Join(path, jsonPath(wrong.Field)), "BASE_TYPE_BAD_TYPE", "A %s is not what belongs here", wrong.Value)
		return f.Err()
	}
	if err != nil {
		return apierror.BadJSON
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
