package playground

import (
	"bytes"
	"fmt"
	"image"
	_ "image/gif"  // dimensions of pictures
	_ "image/jpeg" // dimensions of pictures
	_ "image/png"  // dimensions of pictures
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
)

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

// attachment serves a file. Only pictures are shown in place: another file might be
// a page with scripts.
func (s *Server) attachment(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	f := s.files[r.PathValue("id")]
	var data []byte
	if f != nil {
		data = f.data
	}
	s.mu.Unlock()
	if f == nil || f.Name != r.PathValue("name") {
		refuse(w, http.StatusNotFound, "there is no such file")
		return
	}
	if data == nil {
		var err error
		if data, err = s.journal.records.Get(fileKind, f.ID); err != nil {
			s.log.Error("playground cannot read a file", "id", f.ID, "error", err)
			refuse(w, http.StatusNotFound, "the file is lost")
			return
		}
	}
	disposition := "attachment"
	if f.Width > 0 {
		disposition = "inline"
	}
	h := w.Header()
	h.Set("Content-Type", f.Type)
	h.Set("Content-Length", strconv.Itoa(len(data)))
	h.Set("Content-Disposition", fmt.Sprintf("%s; filename=%q", disposition, f.Name))
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	_, _ = w.Write(data) // a reader may go away
}
