package playgroundtest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// maxComplaints is the maximum number of errors in a complaint.
const maxComplaints = 5

// complaint turns a validation error into a short one.
func complaint(err error) error {
	if err == nil {
		return nil
	}
	//nolint:errorlint // Validate returns it unwrapped
	invalid, ok := err.(*jsonschema.ValidationError)
	if !ok {
		return err
	}
	var lines []string
	for _, e := range causes(invalid) {
		if line := e.Error(); !slices.Contains(lines, line) && len(lines) < maxComplaints {
			lines = append(lines, line)
		}
	}
	return fmt.Errorf("not as described: %s", strings.Join(lines, "; "))
}

// causes returns the innermost errors of e. For a choice between schemas it prefers the errors of
// those whose type matches.
func causes(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	var all, meant []*jsonschema.ValidationError
	for _, c := range e.Causes {
		list := causes(c)
		all = append(all, list...)
		if !slices.ContainsFunc(list, func(leaf *jsonschema.ValidationError) bool { return another(e, leaf) }) {
			meant = append(meant, list...)
		}
	}
	if choice(e) && len(meant) > 0 {
		return meant
	}
	return all
}

func choice(e *jsonschema.ValidationError) bool {
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		return true
	}
	return false
}

// another reports whether a schema of a choice fails because the value has another JSON type, or
// another value of its field "type".
func another(e, leaf *jsonschema.ValidationError) bool {
	below := leaf.InstanceLocation[len(e.InstanceLocation):]
	switch leaf.ErrorKind.(type) {
	case *kind.Type:
		return len(below) == 0
	case *kind.Const, *kind.Enum:
		return slices.Equal(below, []string{"type"})
	}
	return false
}
