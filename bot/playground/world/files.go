package world

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // dimensions of pictures
	_ "image/jpeg" // dimensions of pictures
	_ "image/png"  // dimensions of pictures
	"mime"
	"net/http"
	"path"
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

// Attachment is a file of a message, or of a command's option.
type Attachment struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Alt    string `json:"alt,omitempty"`
	Type   string `json:"type"`
	Size   int    `json:"size"`
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
}

// Path returns the attachment's path on the server.
func (a Attachment) Path() string { return fmt.Sprintf("/attachments/%s/%s", a.ID, a.Name) }

type storedFile struct {
	Attachment

	data []byte // nil if it is in the journal
}

// ErrNoFile is returned for an unknown file.
var ErrNoFile = errors.New("there is no such file")

// File returns an attachment and its content.
func (s *Messages) File(id, name string) (Attachment, []byte, error) {
	s.mu.Lock()
	f := s.files[id]
	if f == nil || f.Name != name {
		s.mu.Unlock()
		return Attachment{}, nil, ErrNoFile
	}
	a, data := f.Attachment, f.data
	s.mu.Unlock()
	if data != nil {
		return a, data, nil
	}
	data, err := s.journal.records.Get(fileRecords, id)
	return a, data, err
}

// Lend stores a file of a command's option for a limited time.
func (s *Messages) Lend(u rules.Upload, life time.Duration) Attachment {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.addFile(u, false)
	s.world.AfterFunc(life, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.files, a.ID)
	})
	return a
}

// addFile stores a file, also in the journal if it lasts. The lock is held.
func (s *Messages) addFile(u rules.Upload, lasts bool) Attachment {
	kind := cmp.Or(mime.TypeByExtension(path.Ext(u.Name)), http.DetectContentType(u.Data))
	a := Attachment{ID: s.world.NewID(), Name: u.Name, Alt: u.Alt, Size: len(u.Data), Type: kind}
	if c, _, err := image.DecodeConfig(bytes.NewReader(u.Data)); err == nil {
		a.Width, a.Height = c.Width, c.Height
	}
	f := &storedFile{a, u.Data}
	s.files[a.ID] = f
	if lasts {
		s.journal.add(entry{fileRecords, a.ID, u.Data, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			f.data = nil // it is in the journal now
		}})
	}
	return a
}

// dropFile removes a file, also from the journal if it was kept. The lock is held.
func (s *Messages) dropFile(id string, kept bool) {
	delete(s.files, id)
	if kept {
		s.journal.remove(fileRecords, id)
	}
}
