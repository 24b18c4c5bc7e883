package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// origin is what an image says of where it comes from.
type origin struct {
	version, commit string
	date            time.Time
}

// platform is the image of an architecture.
type platform struct {
	arch  string
	files []file
}

// file is a file of an image, or a folder if its name ends in a slash.
type file struct {
	name  string
	mode  int64
	owner int // and group
	body  []byte
}

// Types of the OCI image specification, as far as they are used. Healthcheck is Docker's
// addition to it, which other engines leave alone.
type (
	descriptor struct {
		MediaType   string            `json:"mediaType"`
		Digest      string            `json:"digest"`
		Size        int               `json:"size"`
		Platform    *system           `json:"platform,omitempty"`
		Annotations map[string]string `json:"annotations,omitempty"`
	}
	system struct {
		Architecture string `json:"architecture"`
		OS           string `json:"os"`
	}
	index struct {
		SchemaVersion int               `json:"schemaVersion"`
		MediaType     string            `json:"mediaType"`
		Manifests     []descriptor      `json:"manifests"`
		Annotations   map[string]string `json:"annotations,omitempty"`
	}
	manifest struct {
		SchemaVersion int               `json:"schemaVersion"`
		MediaType     string            `json:"mediaType"`
		Config        descriptor        `json:"config"`
		Layers        []descriptor      `json:"layers"`
		Annotations   map[string]string `json:"annotations"`
	}
	image struct {
		system
		Created time.Time `json:"created"`
		Config  running   `json:"config"`
		RootFS  struct {
			Type    string   `json:"type"`
			DiffIDs []string `json:"diff_ids"`
		} `json:"rootfs"`
		History []step `json:"history"`
	}
	running struct {
		User        string              `json:"User"`
		Entrypoint  []string            `json:"Entrypoint"`
		Volumes     map[string]struct{} `json:"Volumes"`
		WorkingDir  string              `json:"WorkingDir"`
		StopSignal  string              `json:"StopSignal"`
		Labels      map[string]string   `json:"Labels"`
		Healthcheck healthcheck         `json:"Healthcheck"`
	}
	healthcheck struct {
		Test                           []string
		Interval, Timeout, StartPeriod time.Duration
		Retries                        int
	}
	step struct {
		Created   time.Time `json:"created"`
		CreatedBy string    `json:"created_by"`
	}
)

const (
	indexType    = "application/vnd.oci.image.index.v1+json"
	manifestType = "application/vnd.oci.image.manifest.v1+json"
	configType   = "application/vnd.oci.image.config.v1+json"
	layerType    = "application/vnd.oci.image.layer.v1.tar+gzip"
)

// program is how the program is called: with the settings that an operator may replace.
var program = []string{"/usr/bin/sixfold", "--config", "/etc/sixfold/config.toml"}

// blobs are the parts of a layout, by digest.
type blobs map[string][]byte

func (b blobs) add(mediaType string, body []byte) descriptor {
	sum := digest(body)
	b[sum] = body
	return descriptor{MediaType: mediaType, Digest: sum, Size: len(body)}
}

func (b blobs) addJSON(mediaType string, v any) (descriptor, error) {
	body, err := json.Marshal(v)
	return b.add(mediaType, body), err
}

func digest(body []byte) string {
	sum := sha256.Sum256(body)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// write writes a layout with an image for each platform to out.
func write(out io.Writer, of origin, images []platform) error {
	parts := blobs{}
	all := index{SchemaVersion: 2, MediaType: indexType, Annotations: of.annotations()}
	for _, p := range images {
		d, err := parts.addImage(of, p)
		if err != nil {
			return fmt.Errorf("%s: %w", p.arch, err)
		}
		all.Manifests = append(all.Manifests, d)
	}
	top, err := parts.addJSON(indexType, all)
	if err != nil {
		return err
	}
	top.Annotations = map[string]string{"org.opencontainers.image.ref.name": of.version}
	entry, err := json.Marshal(index{SchemaVersion: 2, MediaType: indexType, Manifests: []descriptor{top}})
	if err != nil {
		return err
	}
	files := []file{
		{name: "oci-layout", mode: 0o644, body: []byte(`{"imageLayoutVersion":"1.0.0"}`)},
		{name: "index.json", mode: 0o644, body: entry},
		{name: "blobs/", mode: 0o755},
		{name: "blobs/sha256/", mode: 0o755},
	}
	for _, sum := range slices.Sorted(maps.Keys(parts)) {
		files = append(files, file{name: "blobs/" + strings.Replace(sum, ":", "/", 1), mode: 0o644, body: parts[sum]})
	}
	return archive(out, of.date, files)
}

// addImage adds the image of a platform and returns its manifest.
func (b blobs) addImage(of origin, p platform) (descriptor, error) {
	var layer, packed bytes.Buffer
	if err := archive(&layer, of.date, p.files); err != nil {
		return descriptor{}, err
	}
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return descriptor{}, err
	}
	if _, err := z.Write(layer.Bytes()); err != nil {
		return descriptor{}, err
	}
	if err := z.Close(); err != nil {
		return descriptor{}, err
	}
	i := image{system: system{p.arch, "linux"}, Created: of.date, Config: of.running(), History: []step{{of.date, "sixfold"}}}
	i.RootFS.Type, i.RootFS.DiffIDs = "layers", []string{digest(layer.Bytes())}
	config, err := b.addJSON(configType, i)
	if err != nil {
		return descriptor{}, err
	}
	d, err := b.addJSON(manifestType, manifest{
		SchemaVersion: 2, MediaType: manifestType, Config: config, Annotations: of.annotations(),
		Layers: []descriptor{b.add(layerType, packed.Bytes())},
	})
	d.Platform = &i.system
	return d, err
}

// running is how an image is run.
func (of origin) running() running {
	return running{
		User: fmt.Sprintf("%d:%[1]d", nobody), Entrypoint: program,
		Volumes: map[string]struct{}{"/" + data: {}}, WorkingDir: "/" + data,
		StopSignal: "SIGTERM", Labels: of.annotations(),
		Healthcheck: healthcheck{
			Test:     append(append([]string{"CMD"}, program...), "health"),
			Interval: 30 * time.Second, Timeout: 15 * time.Second, StartPeriod: time.Minute, Retries: 3,
		},
	}
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

// archive writes files as a tarball, all of one date.
func archive(out io.Writer, date time.Time, files []file) error {
	w := tar.NewWriter(out)
	for _, f := range files {
		h := &tar.Header{
			Typeflag: tar.TypeReg, Name: f.name, Mode: f.mode, Uid: f.owner, Gid: f.owner, ModTime: date,
			Size: int64(len(f.body)), Format: tar.FormatUSTAR,
		}
		if strings.HasSuffix(f.name, "/") {
			h.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(h); err != nil {
			return err
		}
		if _, err := w.Write(f.body); err != nil {
			return err
		}
	}
	return w.Close()
}
