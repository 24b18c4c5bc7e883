package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// packed is an image of two programs that are none, or of the files that
// SIXFOLD_IMAGE names: a tarball of a release.
func packed(t *testing.T) []byte {
	t.Helper()
	if path := os.Getenv("SIXFOLD_IMAGE"); path != "" {
		body, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return body
	}
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	for _, name := range []string{"notices", "amd64", "arm64"} {
		if err := os.WriteFile(at(name), []byte("this is "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	args := []string{"1.2.3", "0123456789abcdef", "2026-12-01T11:00:00+01:00", at("notices"), "amd64=" + at("amd64"), "arm64=" + at("arm64")}
	if err := run(args, &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// unpack reads a tarball.
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

// follow reads the part that a descriptor names, and checks that it is that one.
func follow(t *testing.T, layout map[string][]byte, d descriptor, v any) []byte {
	t.Helper()
	body, found := layout["blobs/"+strings.Replace(d.Digest, ":", "/", 1)]
	if !found || digest(body) != d.Digest || len(body) != d.Size {
		t.Fatalf("%s %s of %d bytes is not what it says", d.MediaType, d.Digest, d.Size)
	}
	if v != nil {
		if err := json.Unmarshal(body, v); err != nil {
			t.Fatal(err)
		}
	}
	return body
}

// TestImage reads the tarball as an engine does, and looks into the image of each platform.
func TestImage(t *testing.T) {
	layout, _ := unpack(t, bytes.NewReader(packed(t)))
	if got := string(layout["oci-layout"]); got != `{"imageLayoutVersion":"1.0.0"}` {
		t.Errorf("the layout is %s", got)
	}
	var top, all index
	if err := json.Unmarshal(layout["index.json"], &top); err != nil {
		t.Fatal(err)
	}
	if len(top.Manifests) != 1 {
		t.Fatalf("there are %d images, want one of several platforms", len(top.Manifests))
	}
	follow(t, layout, top.Manifests[0], &all)
	var platforms []string
	for _, d := range all.Manifests {
		platforms = append(platforms, d.Platform.OS+"/"+d.Platform.Architecture)
		var m manifest
		var i image
		follow(t, layout, d, &m)
		follow(t, layout, m.Config, &i)
		if i.system != *d.Platform {
			t.Errorf("the image of %v is for %v", *d.Platform, i.system)
		}
		checkRunning(t, i.Config)
		if len(m.Layers) != 1 {
			t.Fatalf("%d layers, want one", len(m.Layers))
		}
		z, err := gzip.NewReader(bytes.NewReader(follow(t, layout, m.Layers[0], nil)))
		if err != nil {
			t.Fatal(err)
		}
		layer, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		if got := []string{digest(layer)}; !slices.Equal(got, i.RootFS.DiffIDs) {
			t.Errorf("the layer is %q, want %q", got, i.RootFS.DiffIDs)
		}
		checkFiles(t, layer)
	}
	if want := []string{"linux/amd64", "linux/arm64"}; !slices.Equal(platforms, want) {
		t.Errorf("the platforms are %q, want %q", platforms, want)
	}
}

func checkRunning(t *testing.T, c running) {
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

// checkFiles compares the files of a layer with all that it may have: there is no shell.
func checkFiles(t *testing.T, layer []byte) {
	t.Helper()
	bodies, headers := unpack(t, bytes.NewReader(layer))
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
	if !bytes.Equal(packed(t), packed(t)) {
		t.Error("the same input makes other bytes")
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
		if err := run(args, io.Discard); err == nil {
			t.Errorf("%q was taken", args)
		}
	}
}
