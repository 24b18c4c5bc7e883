package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// committed is the reduced description.
func committed(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "discord", "openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// What is committed is what this command writes: reduced once more, it stays the same.
func TestCommittedIsReduced(t *testing.T) {
	data := committed(t)
	d, err := reduce(data)
	if err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := d.write(&again); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Bytes(), data) {
		t.Error("the committed description changes when it is reduced once more")
	}
}

// whole is the committed description with one thing replaced.
func whole(t *testing.T, replace, by string) []byte {
	t.Helper()
	data := string(committed(t))
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
			if !bytes.Equal(out.Bytes(), committed(t)) {
				t.Errorf("%s is kept", tt.by)
			}
		})
	}
}

// A property called description is no prose.
func TestReduceKeepsProperties(t *testing.T) {
	d, err := reduce(committed(t))
	if err != nil {
		t.Fatal(err)
	}
	schema := d.schemas["ApplicationCommandCreateRequest"].(object)
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
