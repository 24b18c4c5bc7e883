package playground

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // dimensions of pictures
	_ "image/jpeg" // dimensions of pictures
	_ "image/png"  // dimensions of pictures
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
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

// decode reads JSON into v. Fields of a wrong type are refused by name.
func decode(data []byte, v any) error {
	if len(bytes.TrimSpace(data)) == 0 {
		data = []byte("{}")
	}
	err := json.Unmarshal(data, v)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		var f faults
		f.add(wrong.Field, "BASE_TYPE_BAD_TYPE", "A %s is not what belongs here", wrong.Value)
		return f.err()
	}
	if err != nil {
		return errBadJSON
	}
	return nil
}

// attachment is a file of a message, or one that a person gave to a command.
type attachment struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Alt    string `json:"alt,omitempty"`
	Type   string `json:"type"`
	Size   int    `json:"size"`
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
}

// storedFile is what an attachment holds, and who may see it.
type storedFile struct {
	attachment
	data []byte
}

func newFile(id string, u upload, alt string) *storedFile {
	f := &storedFile{attachment{ID: id, Name: u.name, Alt: alt, Size: len(u.data), Type: contentType(u)}, u.data}
	if c, _, err := image.DecodeConfig(bytes.NewReader(u.data)); err == nil {
		f.Width, f.Height = c.Width, c.Height
	}
	return f
}

func contentType(u upload) string {
	if t := mime.TypeByExtension(path.Ext(u.name)); t != "" {
		return t
	}
	return http.DetectContentType(u.data)
}

func (a attachment) path() string { return fmt.Sprintf("/attachments/%s/%s", a.ID, a.Name) }

// attachmentJSON is the attachment in Discord's form.
func (s *Server) attachmentJSON(a attachment) object {
	url := strings.TrimSuffix(s.URL(), "/") + a.path()
	o := object{
		"id": a.ID, "filename": a.Name, "size": a.Size, "url": url, "proxy_url": url, "content_type": a.Type,
	}
	if a.Alt != "" {
		o["description"] = a.Alt
	}
	if a.Width > 0 {
		o["width"], o["height"] = a.Width, a.Height
	}
	return o
}
