package playgroundtest

import (
	"slices"
	"strconv"
	"sync"
)

// active holds the pending faults, oldest first. It is safe for concurrent use.
type active struct {
	mu   sync.Mutex
	list []Fault
	last int // the last ID given
}

func (a *active) add(f Fault) (id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last++
	f.ID = strconv.Itoa(a.last)
	a.list = append(a.list, f)
	return f.ID
}

func (a *active) all() []Fault {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.list)
}

// end removes a fault, and reports whether it was pending.
func (a *active) end(id string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	before := len(a.list)
	a.list = slices.DeleteFunc(a.list, func(f Fault) bool { return f.ID == id })
	return len(a.list) < before
}

// strike returns the first fault that matches, and decrements its count.
func (a *active) strike(of func(Fault) bool) (f Fault, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	i := slices.IndexFunc(a.list, of)
	if i < 0 {
		return Fault{}, false
	}
	f = a.list[i]
	switch {
	case f.Count == 1:
		a.list = slices.Delete(a.list, i, i+1)
	case f.Count > 1:
		a.list[i].Count--
	}
	return f, true
}

// strikeKind is strike for a kind.
func (a *active) strikeKind(kind Kind) (f Fault, ok bool) {
	return a.strike(func(f Fault) bool { return f.Kind == kind })
}
