// Package disktest simulates for tests what a loss of power may leave of files.
//
// A [Disk] follows the changes to the files of a folder. For each sector, size and name it knows
// what may be on the disk at present: the value of the last sync, or any written since,
// independently of the others. So unsynced writes can be dropped, torn and reordered. [Disk.Crash]
// draws one such state.
//
// A [Trace] runs a process, reports its changes to a Disk, and can make single system calls fail.
// It works on Linux; the process calls [Show] first.
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
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// Sector is the number of bytes that a disk writes atomically. Some disks guarantee more, none
// less.
const Sector = 512

// Disk is a folder together with what a loss of power could leave of it. It is not safe for
// concurrent use.
type Disk struct {
	root string
	top  *node
}

type node struct {
	names   map[string]*cell[*node] // of a folder; nil for a file
	size    cell[int64]
	sectors []cell[[]byte] // nil for zeros
}

// Follow starts to follow a folder, whose present content counts as synced.
func Follow(root string) (*Disk, error) {
	d := &Disk{root: root, top: newFolder()}
	s, err := read(root)
	for _, name := range slices.Sorted(maps.Keys(s)) {
		n := newFolder()
		if s[name] != nil {
			n = &node{}
			n.write(0, s[name])
		}
		d.add(filepath.Join(root, name), n)
	}
	d.top.syncAll()
	return d, err
}

func newFolder() *node { return &node{names: map[string]*cell[*node]{}} }

// syncAll marks a folder and all folders in it as synced.
func (n *node) syncAll() {
	n.sync(true)
	for _, c := range n.names {
		if child := c.now(); child != nil {
			child.syncAll()
		}
	}
}

// find returns what programs see at a path, nil for nothing or a path outside.
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

// split returns the parent folder of a path, nil if there is none, and the name in it.
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

// add gives a node a name, in place of the previous node; nil removes the name.
func (d *Disk) add(path string, n *node) {
	folder, name := d.split(path)
	if folder.names[name] == nil {
		folder.names[name] = &cell[*node]{}
	}
	folder.names[name].write(n)
}

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
	if end > n.size.now() {
		n.size.write(end)
	}
}

// truncate shortens a file, or extends it with zeros.
func (n *node) truncate(size int64) {
	for i := int((size + Sector - 1) / Sector); i < len(n.sectors); i++ {
		n.sectors[i].write(nil)
	}
	if from := int(size % Sector); from > 0 && size < n.size.now() {
		last := bytes.Clone(n.sectors[size/Sector].now())
		if last != nil {
			clear(last[from:])
		}
		n.sectors[size/Sector].write(last)
	}
	n.size.write(size)
}

// sync syncs the content of a file or the names of a folder. If it fails, it is unknown how much
// has reached the disk, and the system does not retry the failed data: a later sync omits those
// sectors. Sizes and names are metadata, which the system does retry.
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

// Check compares the recorded state with the folder. A difference is a write that was not followed.
func (d *Disk) Check() error {
	want := State{}
	d.top.collect(".", want, nil, func(n *node) []byte { return n.content(nil) })
	got, err := read(d.root)
	if err == nil && !maps.EqualFunc(got, want, bytes.Equal) {
		err = fmt.Errorf("what was written was not followed:\n%s", cmp.Diff(want, got))
	}
	return err
}

// State is the content of each file by its path below the followed folder. That of a folder is nil.
type State map[string][]byte

// Crash draws a state that a loss of power may leave at this moment.
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

// collect adds the content of a folder to a state, in the order of the names, so that a seed always
// draws the same state.
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

// content returns the content of a file after a fate.
func (n *node) content(f *fate) []byte {
	content := make([]byte, n.size.choose(f))
	for i := range n.sectors {
		copy(content[min(i*Sector, len(content)):], f.sector(i, &n.sectors[i]))
	}
	return content
}

// read returns the present content of a folder.
func read(folder string) (State, error) {
	s, files := State{}, os.DirFS(folder)
	err := fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		if s[name] = nil; !e.IsDir() {
			s[name], err = fs.ReadFile(files, name)
		}
		return err
	})
	return s, err
}

// Write writes a state into an empty folder.
func (s State) Write(folder string) error {
	files := fstest.MapFS{}
	for name, content := range s {
		files[name] = &fstest.MapFile{Data: content}
		if content == nil {
			files[name].Mode = fs.ModeDir
		}
	}
	return os.CopyFS(folder, files)
}
