package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// notices writes the terms of all that the program has in it, in full.
func notices(parts []*part, out io.Writer) error {
	b := new(bytes.Buffer)
	b.WriteString("Sixfold has the following in it, each under its own terms.\n")
	for _, p := range parts {
		if !p.shipped {
			continue
		}
		for _, name := range p.texts {
			text, err := os.ReadFile(filepath.Join(p.dir, name))
			if err != nil {
				return err
			}
			fmt.Fprintf(b, "\n%s\n%s %s: %s\n\n%s\n", strings.Repeat("=", 72), p.path, p.version, filepath.ToSlash(name), strings.TrimSpace(string(text)))
		}
	}
	_, err := b.WriteTo(out)
	return err
}
