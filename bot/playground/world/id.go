package world

import (
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	discordEpoch = 1420070400000 // 2015-01-01, the start of snowflakes, in Unix milliseconds
	stampBits    = 22            // number of bits below the milliseconds
)

type snowflakes struct {
	mu   sync.Mutex
	last int64
}

func (s *snowflakes) next(now time.Time) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = max(s.last+1, (now.UnixMilli()-discordEpoch)<<stampBits)
	return strconv.FormatInt(s.last, 10)
}

// NewID returns an ID greater than all earlier ones.
func (w *World) NewID() string { return w.ids.next(w.Now()) }

// reserve makes later IDs greater than this one.
func (w *World) reserve(id string) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return
	}
	w.ids.mu.Lock()
	defer w.ids.mu.Unlock()
	w.ids.last = max(w.ids.last, n)
}

// CompareIDs compares two snowflakes numerically.
func CompareIDs(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}
