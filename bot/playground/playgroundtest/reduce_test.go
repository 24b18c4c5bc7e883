package playgroundtest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

var wholeDescription = flag.String("description", "", "reduce this file, Discord's whole description, to discord/openapi.json")

// TestReduce writes the part of Discord's OpenAPI description that the playground's tests use, from
// the full one, which Discord publishes as specs/openapi.json of
// github.com/discord/discord-api-spec:
//
//	go test ./bot/playground/playgroundtest -run TestReduce$ -description /path/to/openapi.json
//
// It keeps the operations that the playground serves, their parameters, the schemas of their JSON
// bodies and successful JSON responses, and everything these refer to. It omits other operations,
// errors, other content types and prose, without changing the meaning of the rest. Each path and
// each schema is one line, sorted, so that editions can be compared line by line.
func TestReduce(t *testing.T) {
	if *wholeDescription == "" {
		t.Skip("no -description")
	}
	data, err := os.ReadFile(*wholeDescription)
	if err != nil {
		t.Fatal(err)
	}
	d, err := reduce(data)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := d.write(&out); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("discord/openapi.json", out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// operations are the operations that the playground serves: methods by path.
var operations = map[string]string{
	"/gateway":     "get",
	"/gateway/bot": "get",

	"/interactions/{interaction_id}/{interaction_token}/callback":  "post",
	"/webhooks/{webhook_id}/{webhook_token}":                       "post",
	"/webhooks/{webhook_id}/{webhook_token}/messages/@original":    "get patch delete",
	"/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": "get patch delete",
	"/applications/{application_id}/commands":                      "get put",
	"/applications/{application_id}/guilds/{guild_id}/commands":    "get put",

	"/channels/{channel_id}":                       "get patch delete",
	"/channels/{channel_id}/messages":              "get post",
	"/channels/{channel_id}/messages/{message_id}": "get patch delete",
	"/channels/{channel_id}/threads":               "post",

	"/applications/@me":        "get",
	"/oauth2/applications/@me": "get",
	"/users/@me":               "get",
	"/users/@me/guilds":        "get",
	"/users/@me/channels":      "post",
	"/guilds/{guild_id}":       "get",
}

// object is a JSON object.
type object = map[string]any

// reduction is the reduced description.
type reduction struct {
	top     object // fields copied unchanged
	paths   object
	schemas object // components that the paths refer to, at any depth
}

// reduce parses a description, and reduces it.
func reduce(data []byte) (*reduction, error) {
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
	decoder.UseNumber() // bounds of IDs do not fit into a float64
	if err := decoder.Decode(&whole); err != nil {
		return nil, err
	}
	d := &reduction{
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

// onlyJSON returns the content of a body or a response with its JSON type only.
func onlyJSON(of object) object {
	const kind = "application/json"
	content, _ := of["content"].(object)
	if described, ok := content[kind]; ok {
		return object{kind: withoutProse(described)}
	}
	return object{}
}

// withoutProse returns a copy of v without titles and descriptions. Properties with these names,
// which are not texts, are kept.
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

// collect adds the schemas that v refers to.
func (d *reduction) collect(v any, schemas object) error {
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

// follow adds the schema of a reference.
func (d *reduction) follow(to string, schemas object) error {
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

// write writes the description as JSON, with one line per path and schema.
func (d *reduction) write(to io.Writer) error {
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

// lines writes an object with one line per field, sorted by name.
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

// The committed description is unchanged when [TestReduce] reduces it again.
func TestCommittedIsReduced(t *testing.T) {
	d, err := reduce(reduced)
	if err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := d.write(&again); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Bytes(), reduced) {
		t.Error("the committed description changes when it is reduced once more")
	}
}

// whole returns the committed description with a replacement.
func whole(t *testing.T, replace, by string) []byte {
	t.Helper()
	data := string(reduced)
	if !strings.Contains(data, replace) {
		t.Fatalf("the description has no %s", replace)
	}
	return []byte(strings.Replace(data, replace, by, 1))
}

func TestReduceLeavesOut(t *testing.T) {
	const gateway = `"/gateway":{"get":{`
	tests := []struct{ name, by string }{
		{"another path", `"/chess":{"get":{}},` + gateway},
		{"another method", `"/gateway":{"post":{},"get":{`},
		{"prose about an operation", gateway + `"description":"Returns","tags":["a"],`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := reduce(whole(t, gateway, tt.by))
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := d.write(&out); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(out.Bytes(), reduced) {
				t.Errorf("%s is kept", tt.by)
			}
		})
	}
}

// A property named description is kept.
func TestReduceKeepsProperties(t *testing.T) {
	d, err := reduce(reduced)
	if err != nil {
		t.Fatal(err)
	}
	schema := d.schemas["ApplicationCommandUpdateRequest"].(object)
	if _, ok := schema["properties"].(object)["description"]; !ok {
		t.Error("the description of a command is left out")
	}
}

func TestReduceRefuses(t *testing.T) {
	tests := []struct{ name, replace, by, want string }{
		{"a path is missing", `"/gateway":`, `"/gate":`, "/gateway"},
		{"a schema is missing", `"MessageResponse":`, `"Message":`, "MessageResponse"},
		{"no JSON", `"paths":`, `paths:`, "invalid character"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := reduce(whole(t, tt.replace, tt.by)); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("refused with %v, want %q", err, tt.want)
			}
		})
	}
}
