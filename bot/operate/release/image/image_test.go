package main

import (
	"archive/tar"
	"bytes"
	"crypto/x509"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

// packed returns the folder of an image with two fake programs, or of the release that
// SIXFOLD_IMAGE names.
func packed(t *testing.T) string {
	t.Helper()
	if folder := os.Getenv("SIXFOLD_IMAGE"); folder != "" {
		return folder
	}
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	for _, name := range []string{"notices", "amd64", "arm64"} {
		if err := os.WriteFile(at(name), []byte("this is "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := run([]string{
		at("layout"), "1.2.3", "0123456789abcdef", "2026-12-01T11:00:00+01:00", at("notices"), "amd64=" + at("amd64"), "arm64=" + at("arm64"),
	}); err != nil {
		t.Fatal(err)
	}
	return at("layout")
}

// unpack reads a tar archive.
func unpack(t *testing.T, r io.Reader) (bodies map[string][]byte, headers map[string]*tar.Header) {
	t.Helper()
	bodies, headers = map[string][]byte{}, map[string]*tar.Header{}
	for tarball := tar.NewReader(r); ; {
		h, err := tarball.Next()
		if errors.Is(err, io.EOF) {
			return bodies, headers
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(tarball)
		if err != nil {
			t.Fatal(err)
		}
		bodies[h.Name], headers[h.Name] = body, h
	}
}

// TestImage reads the layout as an engine does, and checks the image of each platform.
func TestImage(t *testing.T) {
	top, err := layout.ImageIndexFromPath(packed(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Index(top); err != nil { // digests, sizes and platforms are consistent
		t.Fatal(err)
	}
	entries := manifests(t, top)
	if len(entries) != 1 {
		t.Fatalf("there are %d images, want one of several platforms", len(entries))
	}
	if got := entries[0].Annotations["org.opencontainers.image.ref.name"]; got != "1.2.3" && os.Getenv("SIXFOLD_IMAGE") == "" {
		t.Errorf("the image is called %q", got)
	}
	all, err := top.ImageIndex(entries[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	var platforms []string
	for _, d := range manifests(t, all) {
		platforms = append(platforms, d.Platform.String())
		image, err := all.Image(d.Digest)
		if err != nil {
			t.Fatal(err)
		}
		checkImage(t, image)
	}
	if want := []string{"linux/amd64", "linux/arm64"}; !slices.Equal(platforms, want) {
		t.Errorf("the platforms are %q, want %q", platforms, want)
	}
}

func manifests(t *testing.T, index v1.ImageIndex) []v1.Descriptor {
	t.Helper()
	m, err := index.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	return m.Manifests
}

func checkImage(t *testing.T, image v1.Image) {
	t.Helper()
	config, err := image.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	checkRunning(t, config.Config)
	layers, err := image.Layers()
	if err != nil || len(layers) != 1 {
		t.Fatalf("%d layers, want one: %v", len(layers), err)
	}
	files, err := layers[0].Uncompressed()
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	checkFiles(t, files)
}

func checkRunning(t *testing.T, c v1.Config) {
	t.Helper()
	if c.User != "65532:65532" {
		t.Errorf("it runs as %q", c.User)
	}
	if want := []string{"/usr/bin/sixfold", "--config", "/etc/sixfold/config.toml"}; !slices.Equal(c.Entrypoint, want) {
		t.Errorf("it is called as %q, want %q", c.Entrypoint, want)
	}
	if got := slices.Collect(maps.Keys(c.Volumes)); !slices.Equal(got, []string{"/var/lib/sixfold"}) || c.WorkingDir != got[0] {
		t.Errorf("its volumes are %q, and it runs in %s", got, c.WorkingDir)
	}
	if want := append([]string{"CMD"}, append(slices.Clone(c.Entrypoint), "health")...); !slices.Equal(c.Healthcheck.Test, want) {
		t.Errorf("its health is asked by %q, want %q", c.Healthcheck.Test, want)
	}
	if c.StopSignal != "SIGTERM" {
		t.Errorf("it is stopped by %s", c.StopSignal)
	}
}

// checkFiles checks a layer against the complete list of allowed files: there is no shell.
func checkFiles(t *testing.T, layer io.Reader) {
	t.Helper()
	bodies, headers := unpack(t, layer)
	want := []string{
		"etc/", "etc/group", "etc/passwd", "etc/sixfold/", "etc/sixfold/config.toml",
		"etc/ssl/", "etc/ssl/certs/", "etc/ssl/certs/ca-certificates.crt",
		"usr/", "usr/bin/", "usr/bin/sixfold", "usr/share/", "usr/share/doc/", "usr/share/doc/sixfold/", "usr/share/doc/sixfold/copyright",
		"var/", "var/lib/", "var/lib/sixfold/",
	}
	if got := slices.Sorted(maps.Keys(headers)); !slices.Equal(got, want) {
		t.Errorf("its files are %q, want %q", got, want)
	}
	for name, h := range headers {
		mayWrite := name == "var/lib/sixfold/"
		if (h.Uid == nobody) != mayWrite || h.Mode&0o022 != 0 || h.Mode&0o7000 != 0 {
			t.Errorf("%s has the owner %d and mode %o", name, h.Uid, h.Mode)
		}
	}
	if mode := headers["usr/bin/sixfold"].Mode; mode != 0o755 {
		t.Errorf("the program has mode %o", mode)
	}
	if terms := string(bodies["usr/share/doc/sixfold/copyright"]); !strings.HasPrefix(terms, "this is notices") || !strings.Contains(terms, "Mozilla Public License") {
		t.Errorf("its terms are %q", terms)
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(bodies["etc/ssl/certs/ca-certificates.crt"]) {
		t.Error("no certificate can be read")
	}
	if n := bytes.Count(bodies["etc/ssl/certs/ca-certificates.crt"], []byte("BEGIN CERTIFICATE")); n < 80 {
		t.Errorf("there are %d certificates", n)
	}
}

func TestImageIsTheSameAgain(t *testing.T) {
	first, second := packed(t), packed(t)
	files, err := filepath.Glob(filepath.Join(first, "blobs", "sha256", "*"))
	if err != nil || len(files) != 7 { // a layer, a configuration and a manifest per platform; and the index
		t.Fatalf("%d blobs: %v", len(files), err)
	}
	for _, file := range append(files, filepath.Join(first, "index.json")) {
		name, err := filepath.Rel(first, file)
		if err != nil {
			t.Fatal(err)
		}
		a, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(second, name))
		if err != nil || !bytes.Equal(a, b) {
			t.Errorf("the same input makes another %s: %v", name, err)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	for _, args := range [][]string{
		nil,
		{"1.2.3", "abc", "yesterday", "image.go", "amd64=image.go"},
		{"1.2.3", "abc", "2026-12-01T00:00:00Z", "none", "amd64=image.go"},
		{"1.2.3", "abc", "2026-12-01T00:00:00Z", "image.go", "image.go"},
		{"1.2.3", "abc", "2026-12-01T00:00:00Z", "image.go", "amd64=none"},
	} {
		if err := run(append([]string{t.TempDir()}, args...)); err == nil {
			t.Errorf("%q was taken", args)
		}
	}
}
