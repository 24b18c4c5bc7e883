package playground

import (
	"encoding/json"
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
			f.add(join(d.path, "attachments", i, "id"), "ATTACHMENT_NOT_FOUND", "The message has no attachment %s", a.ID)
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

// fileNames are the names of a message's files once those that came along are added.
func fileNames(kept []attachment, d *draft, files map[int]upload) []string {
	var names []string
	for _, a := range kept {
		names = append(names, a.Name)
	}
	for _, a := range d.Attachments.Value {
		if a.Filename != "" {
			names = append(names, safeName(a.Filename))
		}
	}
	for _, u := range files {
		names = append(names, u.name)
	}
	return names
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
		if s.lasts(m) {
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

// shape is what of a message is shown otherwise than it was sent.
type shape struct {
	Attachments []attachment
	Embeds      []richEmbed
	Components  []component
}

// shown resolves attachment://name. A file that an embed or a component shows is no
// longer listed among the attachments. The result shares nothing with the message
// that is changed here; addresses are made anew each time, since the server may
// have another port after a restart.
func (s *Server) shown(m *message) shape {
	v := shape{m.Attachments, slices.Clone(m.Embeds), m.Components}
	for i := range v.Embeds {
		v.Embeds[i].Type = "rich"
	}
	if len(m.Attachments) == 0 || len(m.Embeds) == 0 && m.Flags&flagComponentsV2 == 0 {
		return v
	}
	v = deepCopy(v)
	used := map[string]bool{}
	resolve := func(url *string) {
		name, ok := strings.CutPrefix(*url, "attachment://")
		i := slices.IndexFunc(v.Attachments, func(a attachment) bool { return a.Name == name })
		if ok && i >= 0 {
			used[v.Attachments[i].ID] = true
			*url = strings.TrimSuffix(s.URL(), "/") + v.Attachments[i].path()
		}
	}
	for i := range v.Embeds {
		for _, url := range v.Embeds[i].pictures() {
			resolve(url)
		}
	}
	walk(v.Components, "", func(c *component, _ string) {
		for _, item := range c.media() {
			resolve(&item.URL)
		}
	})
	v.Attachments = slices.DeleteFunc(v.Attachments, func(a attachment) bool { return used[a.ID] })
	return v
}

// deepCopy copies what came as JSON.
func deepCopy[T any](v T) T {
	var w T
	raw, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(raw, &w)
	}
	if err != nil {
		panic(err) // it came as JSON
	}
	return w
}
