package playground

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
)

// apiError is a refusal in Discord's form.
type apiError struct {
	Status  int
	Code    int
	Message string
	// Errors says which fields are wrong, nil if it is not about fields.
	Errors object
	// more are further fields of the body.
	more object
}

func (e *apiError) Error() string {
	s := fmt.Sprintf("%d %s (%d)", e.Status, e.Message, e.Code)
	if e.Errors != nil {
		s += fmt.Sprintf(" %v", e.Errors)
	}
	return s
}

func (e *apiError) body() object {
	o := object{"code": e.Code, "message": e.Message}
	if e.Errors != nil {
		o["errors"] = e.Errors
	}
	maps.Copy(o, e.more)
	return o
}

// Discord's refusals, by its documentation of error codes.
var (
	errUnauthorized       = &apiError{http.StatusUnauthorized, 0, "401: Unauthorized", nil, nil}
	errNotFound           = &apiError{http.StatusNotFound, 0, "404: Not Found", nil, nil}
	errUnknownChannel     = &apiError{http.StatusNotFound, 10003, "Unknown Channel", nil, nil}
	errUnknownGuild       = &apiError{http.StatusNotFound, 10004, "Unknown Guild", nil, nil}
	errUnknownMember      = &apiError{http.StatusNotFound, 10007, "Unknown Member", nil, nil}
	errUnknownMessage     = &apiError{http.StatusNotFound, 10008, "Unknown Message", nil, nil}
	errUnknownUser        = &apiError{http.StatusNotFound, 10013, "Unknown User", nil, nil}
	errUnknownWebhook     = &apiError{http.StatusNotFound, 10015, "Unknown Webhook", nil, nil}
	errUnknownInteraction = &apiError{http.StatusNotFound, 10062, "Unknown interaction", nil, nil}
	errUnknownCommand     = &apiError{http.StatusNotFound, 10063, "Unknown application command", nil, nil}
	errTooManyCommands    = &apiError{http.StatusBadRequest, 30032, "Maximum number of application commands reached (100).", nil, nil}
	errTooManyCreates     = &apiError{http.StatusBadRequest, 30034, "Max number of daily application command creates has been reached (200)", nil, nil}
	errTooLarge           = &apiError{http.StatusRequestEntityTooLarge, 40005, "Request entity too large", nil, nil}
	errAcknowledged       = &apiError{http.StatusBadRequest, 40060, "Interaction has already been acknowledged.", nil, nil}
	errMissingAccess      = &apiError{http.StatusForbidden, 50001, "Missing Access", nil, nil}
	errCannotSend         = &apiError{http.StatusForbidden, 50007, "Cannot send messages to this user", nil, nil}
	errTooManyFollowUps   = &apiError{http.StatusBadRequest, 40094, "This interaction has reached the maximum number of follow-up messages", nil, nil}
	errOtherAuthor        = &apiError{http.StatusForbidden, 50005, "Cannot edit a message authored by another user", nil, nil}
	errMissingPermissions = &apiError{http.StatusForbidden, 50013, "Missing Permissions", nil, nil}
	errEmptyMessage       = &apiError{http.StatusBadRequest, 50006, "Cannot send an empty message", nil, nil}
	errNotThisApp         = &apiError{http.StatusForbidden, 20012, "You are not authorized to perform this action on this application", nil, nil}
	errWrongChannelType   = &apiError{http.StatusBadRequest, 50024, "Cannot execute action on this channel type", nil, nil}
	errThreadExists       = &apiError{http.StatusBadRequest, 160004, "A thread has already been created for this message", nil, nil}
	errWebhookToken       = &apiError{http.StatusUnauthorized, 50027, "Invalid Webhook Token", nil, nil}
	errBanned             = &apiError{http.StatusTooManyRequests, 1015, "You are being blocked from accessing our API temporarily due to exceeding our rate limits frequently.", nil, nil}
	errBadJSON            = &apiError{http.StatusBadRequest, 50109, "The request body contains invalid JSON.", nil, nil}
)

// faults collects what is wrong in a body, field by field.
type faults struct {
	tree object
}

// add notes a fault. The path's parts are names and indexes, as in "options.0.name".
func (f *faults) add(path, code, format string, args ...any) {
	if f.tree == nil {
		f.tree = object{}
	}
	node := f.tree
	if path != "" {
		for part := range strings.SplitSeq(path, ".") {
			next, ok := node[part].(object)
			if !ok {
				next = object{}
				node[part] = next
			}
			node = next
		}
	}
	list, _ := node["_errors"].([]object)
	node["_errors"] = append(list, object{"code": code, "message": fmt.Sprintf(format, args...)})
}

// err is Discord's refusal of the body, nil if nothing was wrong.
func (f *faults) err() error {
	if f.tree == nil {
		return nil
	}
	return &apiError{http.StatusBadRequest, 50035, "Invalid Form Body", f.tree, nil}
}

// join makes a path of names and indexes.
func join(path string, parts ...any) string {
	for _, p := range parts {
		if path != "" {
			path += "."
		}
		path += fmt.Sprint(p)
	}
	return path
}
