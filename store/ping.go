package store

import "errors"

// Ping returns once everything that was written before it is decided, and shows that the
// store lives: its error is ErrClosed, or nil even where the disk refuses all writes. It
// writes nothing, and does not return while a write hangs.
func (s *Store) Ping() error {
	err := s.write(func(*writing) error { return ErrNotFound })
	if errors.Is(err, ErrClosed) {
		return err
	}
	return nil
}
