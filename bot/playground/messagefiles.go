package playground

import (
	"slices"
	"strconv"
	"strings"
)

// keptFiles are the message's files that stay: all, or those that the draft names.
func keptFiles(m *message, d *draft) ([]attachment, error) {
	if !d.Attachments.Set {
		return slices.Clone(m.Attachments), nil
	}
	var kept []attachment
	var f faults
	for i, a := range d.Attachments.Value {
		n, _ := strconv.ParseUint(string(a.ID), 10, 63) // checked by draft.check
		if !isSnowflake(n) {
			continue
		}
		j := slices.IndexFunc(m.Attachments, func(x attachment) bool { return x.ID == string(a.ID) })
		if j < 0 {
			f.add(join("attachments", i, "id"), "ATTACHMENT_NOT_FOUND", "The message has no attachment %s", a.ID)
			continue
		}
		x := m.Attachments[j]
		if a.Description != "" {
			x.Alt = a.Description
		}
		kept = append(kept, x)
	}
	return kept, f.err()
}

// newFiles stores the files that came along, in the order of their description.
func (s *Server) newFiles(m *message, d *draft, files map[int]upload) []attachment {
	var added []attachment
	take := func(n int, a fileRequest) {
		u := files[n]
		if a.Filename != "" {
			u.name = safeName(a.Filename)
		}
		file := newFile(s.ids.next(s.clock.Now()), u, a.Description)
		s.files[file.ID] = file
		if m.To == "" {
			s.journal.put(fileKind, file.ID, file.data, func() { s.written(file) })
		}
		added = append(added, file.attachment)
	}
	for _, a := range d.Attachments.Value {
		if n, _ := strconv.ParseUint(string(a.ID), 10, 63); !isSnowflake(n) {
			take(int(n), a)
		}
	}
	if !d.Attachments.Set {
		for n := range maxAttachments {
			if _, ok := files[n]; ok {
				take(n, fileRequest{})
			}
		}
	}
	return added
}

// written frees the memory of a file that can be read from the records.
func (s *Server) written(f *storedFile) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f.data = nil
}

// resolveFiles turns attachment://name into the address of the file.
func (s *Server) resolveFiles(m *message) {
	resolve := func(url *string) {
		name, ok := strings.CutPrefix(*url, "attachment://")
		for _, a := range m.Attachments {
			if ok && a.Name == name {
				*url = strings.TrimSuffix(s.URL(), "/") + a.path()
			}
		}
	}
	for i := range m.Embeds {
		for _, url := range m.Embeds[i].pictures() {
			resolve(url)
		}
	}
	walk(m.Components, "", func(c *component, _ string) {
		for _, item := range c.media() {
			resolve(&item.URL)
		}
	})
}
