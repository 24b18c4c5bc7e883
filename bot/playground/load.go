package playground

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// load takes up what an earlier process kept.
func (s *Server) load() error {
	if s.journal.records == nil {
		return nil
	}
	err := s.journal.records.Each(commandKind, "", func(id string, value []byte) bool {
		c := &command{}
		if s.decodeRecord(commandKind, id, value, c) {
			s.commands[c.GuildID] = append(s.commands[c.GuildID], c)
			s.ids.passed(c.ID)
			s.ids.passed(c.Version)
		}
		return true
	})
	if err != nil {
		return fmt.Errorf("read commands: %w", err)
	}
	err = s.journal.records.Each(messageKind, "", func(id string, value []byte) bool {
		m := &message{}
		if s.decodeRecord(messageKind, id, value, m) && s.world.holds(m) {
			s.messages[m.Channel] = append(s.messages[m.Channel], m)
			s.know(m)
		}
		return true
	})
	if err != nil {
		return fmt.Errorf("read messages: %w", err)
	}
	for _, list := range s.messages {
		slices.SortFunc(list, func(a, b *message) int { return compareIDs(a.ID, b.ID) })
		for _, m := range list {
			s.fail(m) // the token of an answer still to come died with its process
		}
	}
	return nil
}

// decodeRecord reads a record; one that cannot be read is left out, since a
// history with a hole is better than none.
func (s *Server) decodeRecord(kind, id string, value []byte, v any) bool {
	if err := json.Unmarshal(value, v); err != nil {
		s.log.Error("playground cannot read a record", "kind", kind, "id", id, "error", err)
		return false
	}
	return true
}

// holds reports whether a message is of this world's channels and users.
func (w *world) holds(m *message) bool {
	for _, id := range append([]string{m.Author}, m.Mentioned...) {
		if w.user(id) == nil {
			return false
		}
	}
	return w.channel(m.Channel) != nil && (m.Cause == nil || w.user(m.Cause.User) != nil)
}

// know takes up the IDs and the files of a message.
func (s *Server) know(m *message) {
	s.ids.passed(m.ID)
	for _, a := range m.Attachments {
		s.ids.passed(a.ID)
		s.files[a.ID] = &storedFile{attachment: a}
	}
}

// compareIDs orders snowflakes.
func compareIDs(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}
