// Command image packs the program into a container image, without a daemon and without a
// base: the program, certificates, and nothing else. Time zones are in the program. It writes
// a tarball of the OCI image layout, which registries' tools and container engines read, with
// an image for each architecture. The same input makes the same bytes.
//
//	go run ./bot/operate/release/image 1.2.3 COMMIT 2026-12-01T00:00:00Z NOTICES.txt amd64=FILE arm64=FILE >image.tar
package main

import (
	"bytes"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) < 5 {
		return errors.New("expected a version, a commit, its date, the notices, and arch=file for each program")
	}
	date, err := time.Parse(time.RFC3339, args[2])
	if err != nil {
		return err
	}
	notices, err := os.ReadFile(args[3])
	if err != nil {
		return err
	}
	of := origin{version: args[0], commit: args[1], date: date.UTC()}
	var images []platform
	for _, arg := range args[4:] {
		arch, path, found := strings.Cut(arg, "=")
		if !found {
			return fmt.Errorf("expected arch=file, not %q", arg)
		}
		program, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		images = append(images, platform{arch, contents(program, notices)})
	}
	return write(out, of, images)
}

// Whom the program runs as, and what it writes to.
const (
	nobody = 65532 // as images without a base have it
	data   = "var/lib/sixfold"
)

// contents are the files of an image, folders before what is in them.
func contents(program, notices []byte) []file {
	folder := func(name string) file { return file{name: name + "/", mode: 0o755} }
	const settings = `# Settings of Sixfold: mount a file of your own over this one. The file of all games is in
# /var/lib/sixfold, the one folder that is written to; names without a slash in front are
# below it. The token comes from SIXFOLD_TOKEN_FILE or SIXFOLD_TOKEN.
`
	return []file{
		folder("etc"),
		{name: "etc/group", mode: 0o644, body: fmt.Appendf(nil, "root:x:0:\nsixfold:x:%d:\n", nobody)},
		{name: "etc/passwd", mode: 0o644, body: fmt.Appendf(nil, "root:x:0:0:root:/:/none\nsixfold:x:%d:%[1]d:Sixfold:/%s:/none\n", nobody, data)},
		folder("etc/sixfold"),
		{name: "etc/sixfold/config.toml", mode: 0o644, body: []byte(settings)},
		folder("etc/ssl"),
		folder("etc/ssl/certs"),
		{name: "etc/ssl/certs/ca-certificates.crt", mode: 0o644, body: certificates()},
		folder("usr"),
		folder("usr/bin"),
		{name: "usr/bin/sixfold", mode: 0o755, body: program},
		folder("usr/share"),
		folder("usr/share/doc"),
		folder("usr/share/doc/sixfold"),
		{name: "usr/share/doc/sixfold/copyright", mode: 0o644, body: slices.Concat(notices, []byte(certificatesNotice))},
		folder("var"),
		folder("var/lib"),
		{name: data + "/", mode: 0o700, owner: nobody},
	}
}

// certificatesNotice follows the terms of what the program has in it.
const certificatesNotice = `
========================================================================
/etc/ssl/certs/ca-certificates.crt

The certificate authorities that Mozilla trusts, from its list, which is subject to the terms of
the Mozilla Public License, v. 2.0: https://mozilla.org/MPL/2.0/. Their source is Mozilla's
certdata.txt: https://wiki.mozilla.org/CA/Included_Certificates.
`

// certificates are those that Mozilla trusts without condition: a file cannot tell of one.
func certificates() []byte {
	var all bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint == nil {
			all.Write(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}))
		}
	}
	return all.Bytes()
}
