// Package rules defines what bots may send to Discord: the JSON of commands, messages, forms and
// threads, their limits, and Discord's refusals; and the numbers of the gateway. A check returns
// nil, or an [Error] that names every field at fault with Discord's code.
package rules

import (
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

type object = map[string]any

// Error is a refusal in Discord's format.
type Error struct {
	Status  int
	Code    int
	Message string
	// Errors are the errors by field; nil if there are none.
	Errors object
	// More are additional fields of the body.
	More object
}

func (e *Error) Error() string {
	s := fmt.Sprintf("%d %s (%d)", e.Status, e.Message, e.Code)
	if e.Errors != nil {
		s += fmt.Sprintf(" %v", e.Errors)
	}
	return s
}

// Body returns the JSON body of the refusal.
func (e *Error) Body() map[string]any {
	o := object{"code": e.Code, "message": e.Message}
	if e.Errors != nil {
		o["errors"] = e.Errors
	}
	maps.Copy(o, e.More)
	return o
}

// Discord's refusals, from its documentation of error codes.
var (
	Unauthorized       = &Error{Status: http.StatusUnauthorized, Code: 0, Message: "401: Unauthorized"}
	NotFound           = &Error{Status: http.StatusNotFound, Code: 0, Message: "404: Not Found"}
	UnknownChannel     = &Error{Status: http.StatusNotFound, Code: 10003, Message: "Unknown Channel"}
	UnknownGuild       = &Error{Status: http.StatusNotFound, Code: 10004, Message: "Unknown Guild"}
	UnknownMessage     = &Error{Status: http.StatusNotFound, Code: 10008, Message: "Unknown Message"}
	UnknownUser        = &Error{Status: http.StatusNotFound, Code: 10013, Message: "Unknown User"}
	UnknownWebhook     = &Error{Status: http.StatusNotFound, Code: 10015, Message: "Unknown Webhook"}
	UnknownInteraction = &Error{Status: http.StatusNotFound, Code: 10062, Message: "Unknown interaction"}
	TooManyCommands    = &Error{Status: http.StatusBadRequest, Code: 30032, Message: "Maximum number of application commands reached (100)."}
	EntryPointMissing  = &Error{Status: http.StatusBadRequest, Code: 50240, Message: "You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry Point command in your update request or delete it separately."}
	TooManyCreates     = &Error{Status: http.StatusBadRequest, Code: 30034, Message: "Max number of daily application command creates has been reached (200)"}
	tooLarge           = &Error{Status: http.StatusRequestEntityTooLarge, Code: 40005, Message: "Request entity too large"}
	Acknowledged       = &Error{Status: http.StatusBadRequest, Code: 40060, Message: "Interaction has already been acknowledged."}
	MissingAccess      = &Error{Status: http.StatusForbidden, Code: 50001, Message: "Missing Access"}
	CannotSend         = &Error{Status: http.StatusForbidden, Code: 50007, Message: "Cannot send messages to this user"}
	TooManyFollowUps   = &Error{Status: http.StatusBadRequest, Code: 40094, Message: "This interaction has reached the maximum number of follow-up messages"}
	OtherAuthor        = &Error{Status: http.StatusForbidden, Code: 50005, Message: "Cannot edit a message authored by another user"}
	MissingPermissions = &Error{Status: http.StatusForbidden, Code: 50013, Message: "Missing Permissions"}
	EmptyMessage       = &Error{Status: http.StatusBadRequest, Code: 50006, Message: "Cannot send an empty message"}
	NotThisApp         = &Error{Status: http.StatusForbidden, Code: 20012, Message: "You are not authorized to perform this action on this application"}
	WrongChannelType   = &Error{Status: http.StatusBadRequest, Code: 50024, Message: "Cannot execute action on this channel type"}
	WebhookToken       = &Error{Status: http.StatusUnauthorized, Code: 50027, Message: "Invalid Webhook Token"}
	Banned             = &Error{Status: http.StatusTooManyRequests, Code: 1015, Message: "You are being blocked from accessing our API temporarily due to exceeding our rate limits frequently."}
	badJSON            = &Error{Status: http.StatusBadRequest, Code: 50109, Message: "The request body contains invalid JSON."}
)

// Fields collects the errors of a body by field.
type Fields struct {
	tree object
}

// Add adds an error to a field. The path consists of names and indexes, as in "options.0.name".
func (f *Fields) Add(path, code, format string, args ...any) {
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

// Err returns Discord's refusal of the body, or nil if there are no errors.
func (f *Fields) Err() error {
	if f.tree == nil {
		return nil
	}
	return &Error{Status: http.StatusBadRequest, Code: 50035, Message: "Invalid Form Body", Errors: f.tree}
}

// Invalid returns Discord's refusal of a body with one error.
func Invalid(path, code, format string, args ...any) error {
	var f Fields
	f.Add(path, code, format, args...)
	return f.Err()
}

func join(path string, parts ...any) string {
	for _, p := range parts {
		if path != "" {
			path += "."
		}
		path += fmt.Sprint(p)
	}
	return path
}

// values are those of a list that may hold each only once.
type values[T comparable] map[T]bool

// add adds a value. If it was there already, that is an error of the field.
func (s values[T]) add(v T, f *Fields, path, code, message string) {
	if s[v] {
		f.Add(path, code, "%s", message)
	}
	s[v] = true
}

// OneOf adds an error if a number is none of the allowed ones.
func (f *Fields) OneOf(path string, n int, allowed ...int) {
	if !slices.Contains(allowed, n) {
		list := strings.Trim(strings.ReplaceAll(fmt.Sprint(allowed), " ", ", "), "[]")
		f.Add(path, "BASE_TYPE_CHOICES", "Value must be one of {%s}.", list)
	}
}

// length validates the length of a text, in characters.
func length(f *Fields, path, text string, least, most int) {
	if text == "" && least > 0 {
		f.Add(path, "BASE_TYPE_REQUIRED", "This field is required")
		return
	}
	count(f, path, utf8.RuneCountInString(text), least, most)
}

// count validates the length of a list.
func count(f *Fields, path string, n, least, most int) {
	switch {
	case least == 0 && n > most:
		f.Add(path, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	case n < least || n > most:
		f.Add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

// TooMany returns the refusal of a request beyond a rate limit, and sets its headers.
func TooMany(h http.Header, wait time.Duration, global bool) *Error {
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	h.Set("X-RateLimit-Scope", "user")
	if global {
		h.Set("X-RateLimit-Scope", "global")
		h.Set("X-RateLimit-Global", "true")
	}
	return &Error{
		Status: http.StatusTooManyRequests, Message: "You are being rate limited.",
		More: object{"retry_after": math.Ceil(wait.Seconds()*1000) / 1000, "global": global},
	}
}
