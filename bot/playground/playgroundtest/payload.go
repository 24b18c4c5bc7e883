package playgroundtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"regexp"
)

// payloadOf returns a body as the description has it: for a form with files, its JSON.
func payloadOf(contentType string, body []byte) (kind string, payload []byte, err error) {
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil || kind != "multipart/form-data" {
		return kind, body, nil //nolint:nilerr // an invalid type is refused later
	}
	parts := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	for {
		part, err := parts.NextPart()
		if err != nil {
			return "", nil, fmt.Errorf("a form without payload_json: %w", err)
		}
		if part.FormName() == "payload_json" {
			payload, err = io.ReadAll(part)
			return "application/json", payload, err
		}
	}
}

var digits = regexp.MustCompile(`^(0|[1-9]\d*)$`)

// correctPermissions converts default_member_permissions to a number, which the description
// requires although Discord's reference has a string of digits.
func correctPermissions(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = correctPermissions(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = correctPermissions(v[k])
		}
		if bits, ok := v["default_member_permissions"].(string); ok && digits.MatchString(bits) {
			v["default_member_permissions"] = json.Number(bits)
		}
	}
	return v
}
