package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Size limits.
const (
	MaxRequest = 25 << 20 // bytes per request; the server limits bodies by [http.MaxBytesReader]
	MaxFile    = 10 << 20 // bytes per file, as in attachment_size_limit
)

// Upload is an uploaded file.
type Upload struct {
	Name string
	Alt  string
	Data []byte
}

// Read reads a request: JSON, or a multipart form with payload_json and, by n, files[n].
func Read(r *http.Request) (payload []byte, files map[int]Upload, err error) {
	if r.Header.Get("Content-Type") != "" {
		kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if err != nil {
			return nil, nil, badJSON
		}
		if kind == "multipart/form-data" {
			return readForm(r)
		}
	}
	payload, err = io.ReadAll(r.Body)
	return payload, nil, bodyError(err)
}

func readForm(r *http.Request) (payload []byte, files map[int]Upload, err error) {
	fields, named, err := ReadForm(r)
	payload, files = []byte("{}"), map[int]Upload{}
	for name := range fields {
		if name != "payload_json" {
			return nil, nil, Invalid(name, "UNKNOWN_PART", "A field is payload_json")
		}
		payload = []byte(fields.Get(name))
	}
	for name, u := range named {
		digits, ok := strings.CutPrefix(name, "files[")
		digits, closed := strings.CutSuffix(digits, "]")
		n, err := strconv.Atoi(digits)
		if !ok || !closed || err != nil {
			return nil, nil, Invalid(name, "UNKNOWN_PART", "A file is files[n]")
		}
		files[n] = u
	}
	return payload, files, err
}

// ReadForm reads a multipart form: its fields, and its files by field.
func ReadForm(r *http.Request) (fields url.Values, files map[string]Upload, err error) {
	if err := r.ParseMultipartForm(MaxRequest); err != nil {
		return nil, nil, bodyError(err)
	}
	files = map[string]Upload{}
	for name, parts := range r.MultipartForm.File {
		if parts[0].Size > MaxFile {
			return nil, nil, tooLarge
		}
		part, err := parts[0].Open()
		if err != nil {
			return nil, nil, err
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, nil, err
		}
		files[name] = Upload{Name: SafeName(parts[0].Filename), Data: data}
	}
	return r.MultipartForm.Value, files, nil
}

// bodyError distinguishes a body that is too large from one that ended early.
func bodyError(err error) error {
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return tooLarge
	}
	if err != nil {
		return badJSON
	}
	return nil
}

// SafeName returns a name as Discord stores it: letters, digits, dots, dashes and underscores.
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

// Decode decodes JSON into v. The error names fields of a wrong type; path is the JSON's location
// in the body.
func Decode(path string, data []byte, v any) error {
	if len(bytes.TrimSpace(data)) == 0 {
		data = []byte("{}")
	}
	err := json.Unmarshal(data, v)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return Invalid(join(path, jsonPath(wrong.Field)), "BASE_TYPE_BAD_TYPE", "A %s is not what belongs here", wrong.Value)
	}
	if err != nil {
		return badJSON
	}
	return nil
}

// jsonPath removes the names of embedded structs, which JSON does not have, from a field's path.
func jsonPath(field string) string {
	parts := slices.DeleteFunc(strings.Split(field, "."), func(part string) bool {
		return part != strings.ToLower(part)
	})
	return strings.Join(parts, ".")
}

// WriteJSON writes a JSON response, and ignores errors of the connection.
func WriteJSON(w http.ResponseWriter, status int, v any) {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // responses contain only strings, numbers and the like
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw)
}

// WriteSentence writes an error message for a page.
func WriteSentence(w http.ResponseWriter, status int, why string) {
	WriteJSON(w, status, object{"error": why})
}

// NotNull returns the list, or an empty one for nil.
func NotNull[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}
