// Command reduce writes the part of Discord's OpenAPI description that the tests of the
// playground use. Run it at the root of the repository, with the whole description, which
// Discord publishes as specs/openapi.json of github.com/discord/discord-api-spec:
//
//	go run ./bot/playground/playgroundtest/reduce openapi.json > bot/playground/playgroundtest/discord/openapi.json
//
// Kept are the operations that the playground serves, their parameters, the schemas of
// their JSON bodies and of their successful JSON answers, and all that these refer to.
// Left out are other operations, errors, other content types, and prose. What is kept
// means the same as before. Each path and each schema is one line, in order, so that
// another edition can be compared line by line.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: reduce FILE")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "reduce:", err)
		os.Exit(1)
	}
}

func run(file string, w io.Writer) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	d, err := reduce(data)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return d.write(w)
}

// object is one of JSON's.
type object = map[string]any

// description is what is kept of an OpenAPI description.
type description struct {
	top     object // the fields that are copied as they are
	paths   object
	schemas object // the components that the paths refer to, at any depth
}

// reduce parses a description and keeps what the tests use of it.
func reduce(data []byte) (*description, error) {
	var whole struct {
		OpenAPI    string            `json:"openapi"`
		Info       object            `json:"info"`
		Servers    []any             `json:"servers"`
		Paths      map[string]object `json:"paths"`
		Components struct {
			Schemas object `json:"schemas"`
		} `json:"components"`
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber() // bounds of IDs do not fit a float64
	if err := decoder.Decode(&whole); err != nil {
		return nil, err
	}
	d := &description{
		top:   object{"openapi": whole.OpenAPI, "info": whole.Info, "servers": whole.Servers},
		paths: object{}, schemas: object{},
	}
	for path, methods := range operations {
		p, err := reducePath(whole.Paths[path], strings.Fields(methods))
		if err != nil {
			return nil, fmt.Errorf("path %s: %w", path, err)
		}
		d.paths[path] = p
	}
	return d, d.collect(d.paths, whole.Components.Schemas)
}

// reducePath keeps some methods of a path.
func reducePath(path object, methods []string) (object, error) {
	kept := object{}
	if parameters, ok := path["parameters"]; ok {
		kept["parameters"] = withoutProse(parameters)
	}
	for _, method := range methods {
		operation, ok := path[method].(object)
		if !ok {
			return nil, fmt.Errorf("there is no method %s", method)
		}
		kept[method] = reduceOperation(operation)
	}
	return kept, nil
}

func reduceOperation(operation object) object {
	kept := object{}
	if parameters, ok := operation["parameters"]; ok {
		kept["parameters"] = withoutProse(parameters)
	}
	if body, ok := operation["requestBody"].(object); ok {
		request := object{"content": onlyJSON(body)}
		if required, ok := body["required"]; ok {
			request["required"] = required
		}
		kept["requestBody"] = request
	}
	responses := object{}
	all, _ := operation["responses"].(object)
	for status, response := range all {
		if response, ok := response.(object); ok && strings.HasPrefix(status, "2") {
			responses[status] = object{"description": response["description"], "content": onlyJSON(response)}
		}
	}
	kept["responses"] = responses
	return kept
}

// onlyJSON returns the content of a body or an answer, other types than JSON left out.
func onlyJSON(of object) object {
	const kind = "application/json"
	content, _ := of["content"].(object)
	if described, ok := content[kind]; ok {
		return object{kind: withoutProse(described)}
	}
	return object{}
}

// withoutProse returns a copy of v without titles and descriptions. A property may be
// called so too, but is no text.
func withoutProse(v any) any {
	switch v := v.(type) {
	case []any:
		kept := make([]any, len(v))
		for i := range v {
			kept[i] = withoutProse(v[i])
		}
		return kept
	case object:
		kept := object{}
		for key, value := range v {
			if _, text := value.(string); !text || key != "title" && key != "description" {
				kept[key] = withoutProse(value)
			}
		}
		return kept
	}
	return v
}

// collect keeps the schemas that v refers to.
func (d *description) collect(v any, schemas object) error {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if err := d.collect(item, schemas); err != nil {
				return err
			}
		}
	case object:
		if to, ok := v["$ref"].(string); ok {
			if err := d.follow(to, schemas); err != nil {
				return err
			}
		}
		for _, value := range v {
			if err := d.collect(value, schemas); err != nil {
				return err
			}
		}
	}
	return nil
}

// follow keeps the schema of a reference.
func (d *description) follow(to string, schemas object) error {
	name, ok := strings.CutPrefix(to, "#/components/schemas/")
	schema, known := schemas[name]
	if !ok || !known {
		return fmt.Errorf("there is no schema %s", to)
	}
	if _, kept := d.schemas[name]; kept {
		return nil
	}
	d.schemas[name] = withoutProse(schema)
	return d.collect(d.schemas[name], schemas)
}

// write writes the description as JSON, with a line for each path and each schema.
func (d *description) write(to io.Writer) error {
	w := bufio.NewWriter(to)
	head, err := json.MarshalIndent(d.top, "", " ")
	if err != nil {
		return err
	}
	_, _ = w.Write(bytes.TrimSuffix(head, []byte("\n}"))) // w keeps the error for Flush
	_, _ = w.WriteString(",\n \"paths\": ")
	if err := lines(w, d.paths); err != nil {
		return err
	}
	_, _ = w.WriteString(",\n \"components\": {\"schemas\": ")
	if err := lines(w, d.schemas); err != nil {
		return err
	}
	_, _ = w.WriteString("}\n}\n")
	return w.Flush()
}

// lines writes an object, each field on a line of its own, in order of their names.
func lines(w *bufio.Writer, o object) error {
	separator := "{\n"
	for _, key := range slices.Sorted(maps.Keys(o)) {
		line, err := json.Marshal(object{key: o[key]})
		if err != nil {
			return err
		}
		_, _ = w.WriteString(separator)
		_, _ = w.Write(line[1 : len(line)-1])
		separator = ",\n"
	}
	_, _ = w.WriteString("\n }")
	return nil
}
