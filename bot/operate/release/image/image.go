// Command image packs the program into a container image, without a daemon or a base image. The
// image contains the program, which includes time zones, certificates, settings and notices. It is
// written to a folder in the OCI image layout, understood by registry tools and container engines,
// with one image per architecture. Builds are reproducible.
//
//	go run ./bot/operate/release/image FOLDER 1.2.3 COMMIT 2026-12-01T00:00:00Z NOTICES.txt amd64=FILE arm64=FILE
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 6 {
		return errors.New("expected a folder, a version, a commit, its date, the notices, and arch=file for each program")
	}
	date, err := time.Parse(time.RFC3339, args[3])
	if err != nil {
		return err
	}
	notices, err := os.ReadFile(args[4])
	if err != nil {
		return err
	}
	of := origin{version: args[1], commit: args[2], date: date.UTC()}
	all := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, arg := range args[5:] {
		arch, path, found := strings.Cut(arg, "=")
		if !found {
			return fmt.Errorf("expected arch=file, not %q", arg)
		}
		program, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		image, err := of.image(arch, contents(program, notices))
		if err != nil {
			return fmt.Errorf("%s: %w", arch, err)
		}
		all = mutate.AppendManifests(all, mutate.IndexAddendum{
			Add: image, Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: "linux", Architecture: arch}},
		})
	}
	all = mutate.Annotations(all, of.annotations()).(v1.ImageIndex)
	folder, err := layout.Write(args[0], mutate.IndexMediaType(empty.Index, types.OCIImageIndex))
	if err != nil {
		return err
	}
	return folder.AppendIndex(all, layout.WithAnnotations(map[string]string{"org.opencontainers.image.ref.name": of.version}))
}

type origin struct {
	version, commit string
	date            time.Time
}

func (of origin) annotations() map[string]string {
	return map[string]string{
		"org.opencontainers.image.title":    "Sixfold",
		"org.opencontainers.image.licenses": "MIT",
		"org.opencontainers.image.source":   "https://github.com/sixfold-bot/sixfold",
		"org.opencontainers.image.version":  of.version,
		"org.opencontainers.image.revision": of.commit,
		"org.opencontainers.image.created":  of.date.Format(time.RFC3339),
	}
}

// image returns the image of an architecture: one layer of files, and its configuration.
func (of origin) image(arch string, files []file) (v1.Image, error) {
	packed, err := archive(of.date, files)
	if err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(
		func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(packed)), nil },
		tarball.WithMediaType(types.OCILayer), tarball.WithCompressionLevel(gzip.BestCompression))
	if err != nil {
		return nil, err
	}
	base, err := mutate.ConfigFile(
		mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON),
		&v1.ConfigFile{Architecture: arch, OS: "linux", Created: v1.Time{Time: of.date}, Config: of.running(), RootFS: v1.RootFS{Type: "layers"}})
	if err != nil {
		return nil, err
	}
	image, err := mutate.Append(base, mutate.Addendum{Layer: layer, History: v1.History{Created: v1.Time{Time: of.date}, CreatedBy: "sixfold"}})
	if err != nil {
		return nil, err
	}
	return mutate.Annotations(image, of.annotations()).(v1.Image), nil
}

// program is the command line, with settings that an operator may replace.
var program = []string{"/usr/bin/sixfold", "--config", "/etc/sixfold/config.toml"}

// running returns the configuration. Only Docker supports the health check; other engines ignore
// it.
func (of origin) running() v1.Config {
	return v1.Config{
		User: fmt.Sprintf("%d:%[1]d", nobody), Entrypoint: program,
		Volumes: map[string]struct{}{"/" + data: {}}, WorkingDir: "/" + data,
		StopSignal: "SIGTERM", Labels: of.annotations(),
		Healthcheck: &v1.HealthConfig{
			Test:     append(append([]string{"CMD"}, program...), "health"),
			Interval: 30 * time.Second, Timeout: 15 * time.Second, StartPeriod: time.Minute, Retries: 3,
		},
	}
}

// The program's user, and the folder it writes to.
const (
	nobody = 65532 // the convention of images without a base
	data   = "var/lib/sixfold"
)

// contents returns the files of an image, folders before their contents.
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

// certificatesNotice is appended to the program's notices.
const certificatesNotice = `
========================================================================
/etc/ssl/certs/ca-certificates.crt

The certificate authorities that Mozilla trusts, from its list, which is subject to the terms of
the Mozilla Public License, v. 2.0: https://mozilla.org/MPL/2.0/. Their source is Mozilla's
certdata.txt: https://wiki.mozilla.org/CA/Included_Certificates.
`

// certificates returns the roots that Mozilla trusts without constraints, which a file cannot
// express.
func certificates() []byte {
	var all bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint == nil {
			all.Write(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}))
		}
	}
	return all.Bytes()
}

// file is a file of an image, or a folder if its name ends in a slash.
type file struct {
	name  string
	mode  int64
	owner int // and group
	body  []byte
}

func archive(date time.Time, files []file) ([]byte, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, f := range files {
		h := &tar.Header{
			Typeflag: tar.TypeReg, Name: f.name, Mode: f.mode, Uid: f.owner, Gid: f.owner, ModTime: date,
			Size: int64(len(f.body)), Format: tar.FormatUSTAR,
		}
		if strings.HasSuffix(f.name, "/") {
			h.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.body); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), w.Close()
}
