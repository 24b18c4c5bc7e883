package playgroundtest

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

// description is Discord's OpenAPI description. kin-openapi finds the operation of a request and
// checks its parameters. Bodies are validated with schemas compiled once each, as kin-openapi
// compiles them for every request (70 ms for a message).
type description struct {
	router routers.Router

	mu       sync.Mutex
	compiler *jsonschema.Compiler // keeps what it has compiled
}

// reduced is the part of the description that tests use; TestReduce generates it.
//
//go:embed discord/openapi.json
var reduced []byte

// load parses the description once per process.
var load = sync.OnceValues(func() (*description, error) { return parse(reduced) })

func described(t testing.TB) *description {
	t.Helper()
	d, err := load()
	if err != nil {
		t.Fatalf("read Discord's description of its interface: %v", err)
	}
	return d
}

// schemaBase is the base URL for references within the description.
const schemaBase = "https://discord.com/openapi.json"

func parse(data []byte) (*description, error) {
	doc, err := openapi3.NewLoader().LoadFromData(data)
	if err != nil {
		return nil, err
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		return nil, err
	}
	// Of a request's permissions it wants a number, though Discord's reference has a string of digits.
	const number, text = `{"maximum":18014398509481983,"minimum":0,"type":["integer","null"]}`, `{"pattern":"^(0|[1-9]\\d*)$","type":["string","null"]}`
	data = bytes.Replace(data, []byte(`"default_member_permissions":`+number), []byte(`"default_member_permissions":`+text), 1)
	tree, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	if err := compiler.AddResource(schemaBase, tree); err != nil {
		return nil, err
	}
	return &description{router: router, compiler: compiler}, nil
}

// check validates a request, whose path is without /api/v10, against the description.
func (d *description) check(r *http.Request, body []byte) error {
	request, route, params, err := d.find(r)
	if err != nil {
		return fmt.Errorf("not described: %w", err)
	}
	err = openapi3filter.ValidateRequest(r.Context(), &openapi3filter.RequestValidationInput{
		Request: request, PathParams: params, Route: route,
		Options: &openapi3filter.Options{
			ExcludeRequestBody: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc,
		},
	})
	if err != nil {
		return fmt.Errorf("not as described: %w", err)
	}
	return d.checkBody(route, r.Header, body)
}

// find returns the operation of a request, and a copy of the request with Discord's URL.
func (d *description) find(r *http.Request) (request *http.Request, route *routers.Route, params map[string]string, err error) {
	request = r.Clone(r.Context())
	request.Body = http.NoBody // the original belongs to the server
	request.URL = &url.URL{Scheme: "https", Host: "discord.com", Path: "/api/v10" + r.URL.Path, RawQuery: r.URL.RawQuery}
	route, params, err = d.router.FindRoute(request)
	return request, route, params, err
}

func (d *description) checkBody(route *routers.Route, header http.Header, body []byte) error {
	if route.Operation.RequestBody == nil {
		if len(body) > 0 {
			return errors.New("a body where none is described")
		}
		return nil
	}
	kind, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if len(body) > 0 && (err != nil || kind != "application/json" && kind != "multipart/form-data") {
		return fmt.Errorf("a body of type %q", header.Get("Content-Type"))
	}
	payload, _, err := rules.Read(&http.Request{Method: http.MethodPost, Header: header, Body: io.NopCloser(bytes.NewReader(body))})
	if err != nil {
		return err
	}
	if len(payload) == 0 {
		if route.Operation.RequestBody.Value.Required {
			return errors.New("no body where one is described")
		}
		return nil
	}
	schema, err := d.schema(route, "requestBody")
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(payload))
	if err != nil {
		return err
	}
	return complaint(schema.Validate(value))
}

// schema returns a compiled JSON schema of an operation; of is "requestBody", or a response such as
// "responses/200".
func (d *description) schema(route *routers.Route, of string) (*jsonschema.Schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	place := "/paths/" + escape.Replace(route.Path) + "/" + strings.ToLower(route.Method) +
		"/" + of + "/content/" + escape.Replace("application/json") + "/schema"
	return d.compiler.Compile(schemaBase + "#" + (&url.URL{Fragment: place}).EscapedFragment())
}

const maxComplaints = 5

// complaint turns a validation error into a short one. Errors about a field "type" come last: most
// are of schemas of a choice that are not meant.
func complaint(err error) error {
	invalid, ok := err.(*jsonschema.ValidationError) //nolint:errorlint // Validate returns it unwrapped
	if !ok {
		return err
	}
	var lines, types []string
	for _, e := range causes(invalid) {
		list := &lines
		if strings.HasSuffix("/"+strings.Join(e.InstanceLocation, "/"), "/type") {
			list = &types
		}
		if line := e.Error(); !slices.Contains(*list, line) {
			*list = append(*list, line)
		}
	}
	lines = append(lines, types...)
	return fmt.Errorf("not as described: %s", strings.Join(lines[:min(len(lines), maxComplaints)], "; "))
}

// causes returns the errors of single values that make up e.
func causes(e *jsonschema.ValidationError) (all []*jsonschema.ValidationError) {
	for _, c := range e.Causes {
		all = append(all, causes(c)...)
	}
	if len(all) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	return all
}
