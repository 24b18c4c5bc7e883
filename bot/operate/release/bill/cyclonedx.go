package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// A document of CycloneDX 1.6, as far as there is anything to say. It has no serial number,
// so that the same program has the same document.
type document struct {
	Format       string       `json:"bomFormat"`
	Spec         string       `json:"specVersion"`
	Version      int          `json:"version"`
	Metadata     metadata     `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type     string    `json:"type"`
	Ref      string    `json:"bom-ref"`
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Hashes   []hash    `json:"hashes,omitempty"`
	Licences []licence `json:"licenses"`
	URL      string    `json:"purl"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type licence struct {
	Licence struct {
		ID string `json:"id"`
	} `json:"license"`
}

type dependency struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn"`
}

// cycloneDX writes what a version of the program, of a date, has in it.
func cycloneDX(parts []*part, version, date string, out io.Writer) error {
	d := document{Format: "CycloneDX", Spec: "1.6", Version: 1, Dependencies: make([]dependency, 1)}
	d.Metadata.Timestamp = date
	for _, p := range parts {
		if !p.shipped {
			continue
		}
		if p.path == ours {
			program := *p
			program.version = version
			c, err := program.component("application")
			if err != nil {
				return err
			}
			d.Metadata.Component, d.Dependencies[0].Ref = c, c.Ref
			continue
		}
		c, err := p.component("library")
		if err != nil {
			return err
		}
		d.Components = append(d.Components, c)
		d.Dependencies[0].On = append(d.Dependencies[0].On, c.Ref)
	}
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(d)
}

func (p *part) component(kind string) (component, error) {
	url := "pkg:golang/" + p.path + "@" + p.version
	c := component{Type: kind, Ref: url, Name: p.path, Version: p.version, URL: url}
	for _, id := range p.licences {
		var l licence
		l.Licence.ID = id
		c.Licences = append(c.Licences, l)
	}
	if p.sum == "" {
		return c, nil
	}
	sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(p.sum, "h1:"))
	if err != nil {
		return component{}, fmt.Errorf("%s: sum %q: %w", p.path, p.sum, err)
	}
	c.Hashes = []hash{{"SHA-256", hex.EncodeToString(sum)}}
	return c, nil
}
