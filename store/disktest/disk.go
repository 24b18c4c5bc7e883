// Package disktest tells tests what a loss of power may leave of files.
//
// A [Disk] follows what is done to the files of a folder, and knows of each sector, each
// size and each name what may be on the disk at this moment: what was there at the last
// sync, or whatever has been written since, each of them by itself. So what was not
// synced is dropped, torn and reordered. [Disk.Crash] draws one such state.
//
// A [Trace] runs a process, tells a Disk what it does, and lets single system calls of it
// fail. It works on Linux, and needs no change to the process.
package disktest

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
)

// Sector is how many bytes a disk writes as a whole. Some promise more, none less.
const Sector = 512

// Disk is a folder, and what of it would be left if the power were lost now. It is for one
// goroutine.
type Disk struct {
	root string
	top  *node
}

// node is a file or a folder.
type node struct {
	names   map[string]*cell[*node] // of a folder; nil for a file
	size    cell[int64]
	sectors []cell[[]byte] // nil stands for zeros
}

// Follow begins to follow a folder. All that is in it is on the disk.
func Follow(root string) (*Disk, error) {
	d := &Disk{root: root, top: newFolder()}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		if e.IsDir() {
			d.add(path, newFolder())
			return nil
		}
		content, err := os.ReadFile(path)
		n := &node{}
		n.write(0, content)
		d.add(path, n)
		return err
	})
	d.top.settle()
	return d, err
}

func newFolder() *node { return &node{names: map[string]*cell[*node]{}} }

// settle puts a folder and all folders in it on the disk.
func (n *node) settle() {
	n.sync(true)
	for _, c := range n.names {
		if child := c.now(); child != nil {
			child.settle()
		}
	}
}

// find returns what programs see at a path, nil if there is nothing or it is outside.
func (d *Disk) find(path string) *node {
	if path == d.root {
		return d.top
	}
	folder, name := d.split(path)
	if folder == nil || folder.names[name] == nil {
		return nil
	}
	return folder.names[name].now()
}

// split returns the folder in which a path ends, nil if there is none, and the name there.
func (d *Disk) split(path string) (folder *node, name string) {
	if path == d.root || len(path) < len(d.root) {
		return nil, ""
	}
	folder = d.find(filepath.Dir(path))
	if folder == nil || folder.names == nil {
		return nil, ""
	}
	return folder, filepath.Base(path)
}

// add gives a node a name, in place of what had it; nil takes the name away.
func (d *Disk) add(path string, n *node) {
	folder, name := d.split(path)
	if folder.names[name] == nil {
		folder.names[name] = &cell[*node]{}
	}
	folder.names[name].write(n)
}

// write puts data at an offset.
func (n *node) write(offset int64, data []byte) {
	end := offset + int64(len(data))
	for len(n.sectors) < int((end+Sector-1)/Sector) {
		n.sectors = append(n.sectors, cell[[]byte]{})
	}
	for len(data) > 0 {
		c, from := &n.sectors[offset/Sector], int(offset%Sector)
		sector := make([]byte, Sector)
		copy(sector, c.now())
		written := copy(sector[from:], data)
		c.write(sector)
		offset, data = offset+int64(written), data[written:]
	}
	if end > n.length() {
		n.size.write(end)
	}
}

// truncate cuts a file off, or lengthens it by zeros.
func (n *node) truncate(size int64) {
	for i := int((size + Sector - 1) / Sector); i < len(n.sectors); i++ {
		n.sectors[i].write(nil)
	}
	if from := int(size % Sector); from > 0 && size < n.length() {
		last := bytes.Clone(n.sectors[size/Sector].now())
		if last != nil {
			clear(last[from:])
		}
		n.sectors[size/Sector].write(last)
	}
	n.size.write(size)
}

// length is the size that programs see.
func (n *node) length() int64 { return n.size.now() }

// sync puts what a file holds, or which names a folder has, on the disk. Where it fails,
// nobody knows what of it is there, and the system does not try again what it has failed to
// write: a later sync leaves those sectors out. Sizes and names, which are no data, it
// keeps in mind.
func (n *node) sync(succeeds bool) {
	if !succeeds {
		for i := range n.sectors {
			n.sectors[i].lose()
		}
		return
	}
	n.size.sync()
	for i := range n.sectors {
		n.sectors[i].sync()
	}
	for _, c := range n.names {
		c.sync()
	}
}

// Check compares what programs see, as far as it is known here, with what is in the folder:
// a difference is a write that was not followed.
func (d *Disk) Check() error {
	seen := State{}
	d.top.collect(".", seen, nil, func(n *node) []byte { return n.content(nil) })
	var found []string
	err := filepath.WalkDir(d.root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == d.root {
			return err
		}
		name, _ := filepath.Rel(d.root, path)
		found = append(found, name)
		want, known := seen[name]
		var got []byte
		if !e.IsDir() {
			got, err = os.ReadFile(path)
		}
		if err == nil && (!known || !bytes.Equal(got, want)) {
			err = fmt.Errorf("what was written to %s was not followed", path)
		}
		return err
	})
	if err == nil && len(found) != len(seen) {
		err = fmt.Errorf("the folder holds %q, and is known to hold %d names", found, len(seen))
	}
	return err
}

// State is the content of each file by its path below the followed folder. Folders have
// none.
type State map[string][]byte

// Crash draws a state in which a loss of power may leave the disk now.
func (d *Disk) Crash(r *rand.Rand) State {
	s := State{}
	drawn := map[*node][]byte{} // a file with two names is one file
	d.top.collect(".", s, newFate(r), func(n *node) []byte {
		content, ok := drawn[n]
		if !ok {
			content = n.content(newFate(r))
			drawn[n] = content
		}
		return content
	})
	return s
}

// collect adds what a folder holds to a state, in the order of the names, so that a seed
// draws the same state each time.
func (n *node) collect(path string, s State, f *fate, content func(*node) []byte) {
	for _, name := range slices.Sorted(maps.Keys(n.names)) {
		child := n.names[name].choose(f)
		if child == nil {
			continue
		}
		at := filepath.Join(path, name)
		if child.names == nil {
			s[at] = content(child)
			continue
		}
		s[at] = nil
		child.collect(at, s, f, content)
	}
}

// content is what a file holds after a fate.
func (n *node) content(f *fate) []byte {
	content := make([]byte, n.size.choose(f))
	for i := range n.sectors {
		copy(content[min(i*Sector, len(content)):], f.sector(i, &n.sectors[i]))
	}
	return content
}

// Write puts a state into an empty folder.
func (s State) Write(folder string) error {
	for _, name := range slices.Sorted(maps.Keys(s)) {
		path := filepath.Join(folder, name)
		var err error
		if s[name] == nil {
			err = os.Mkdir(path, 0o700)
		} else {
			err = os.WriteFile(path, s[name], 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
