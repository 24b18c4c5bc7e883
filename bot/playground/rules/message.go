package rules

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Optional distinguishes an omitted field, which an edit keeps, from a null or empty one, which it
// clears.
type Optional[T any] struct {
	Set   bool
	Value T
}

// UnmarshalJSON is called only if the field is present.
func (o *Optional[T]) UnmarshalJSON(data []byte) error {
	o.Set = true
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	return json.Unmarshal(data, &o.Value)
}

// Draft is a message as the bot sends it.
type Draft struct {
	Content         Optional[string]      `json:"content"`
	Embeds          Optional[[]any]       `json:"embeds"` // none: the bot sends components
	Components      Optional[[]Component] `json:"components"`
	Attachments     Optional[[]File]      `json:"attachments"`
	AllowedMentions *AllowedMentions      `json:"allowed_mentions"`
	Flags           Optional[int]         `json:"flags"`
	Reference       *struct {
		MessageID string `json:"message_id"`
		MustExist *bool  `json:"fail_if_not_exists"`
	} `json:"message_reference"`

	// Path is the draft's location in the request's body, such as "data"; "" for the whole body.
	Path string `json:"-"`
}

// ReadDraft decodes and validates a message at a path of a request's body.
func ReadDraft(path string, data []byte, files map[int]Upload) (*Draft, error) {
	d := &Draft{Path: path}
	if err := Decode(path, data, d); err != nil {
		return nil, err
	}
	return d, d.Check(files)
}

// At returns the path of a field of the draft.
func (d *Draft) At(parts ...any) string { return join(d.Path, parts...) }

// File describes a file: a new one by its number, or one of the edited message by its ID.
type File struct {
	ID          Numeric `json:"id"`
	Filename    string  `json:"filename"`
	Description string  `json:"description"`
}

// Numeric is a number, or a string with one: Discord accepts both for IDs.
type Numeric string

// UnmarshalJSON accepts a JSON number or string.
func (f *Numeric) UnmarshalJSON(data []byte) error {
	var s string
	if json.Unmarshal(data, &s) == nil {
		*f = Numeric(s)
		return nil
	}
	var n json.Number
	if err := json.Unmarshal(data, &n); err != nil {
		return err
	}
	*f = Numeric(n.String())
	return nil
}

// AllowedMentions restricts whom a message notifies.
type AllowedMentions struct {
	Parse       []string `json:"parse"`
	Users       []string `json:"users"`
	Roles       []string `json:"roles"`
	RepliedUser bool     `json:"replied_user"`
}

// Allows reports whether the user may be notified. A nil receiver allows everyone.
func (a *AllowedMentions) Allows(id string) bool {
	if a == nil {
		return true
	}
	return slices.Contains(a.Parse, "users") || slices.Contains(a.Users, id)
}

// Message flags.
const (
	FlagEphemeral    = 1 << 6
	FlagLoading      = 1 << 7
	FlagComponentsV2 = 1 << 15
	// SettableFlags are the flags that a bot may set: suppressed embeds, ephemeral, silent, and
	// components v2.
	SettableFlags = 1<<2 | FlagEphemeral | 1<<12 | FlagComponentsV2
)

// IsSnowflake distinguishes an ID from the number of a file.
func IsSnowflake(n uint64) bool { return n >= 1<<22 }

// Discord's limits on messages.
const (
	MaxContent     = 2000
	MaxAttachments = 10
	maxAlt         = 1024
	maxMentions    = 100
)

// Check validates the draft by itself. [Draft.CheckComponents] and the methods after it validate it
// together with the message that results.
func (d *Draft) Check(files map[int]Upload) error {
	var f Fields
	path := d.Path
	length(&f, join(path, "content"), d.Content.Value, 0, MaxContent)
	count(&f, join(path, "embeds"), len(d.Embeds.Value), 0, 0)
	checkFiles(&f, join(path, "attachments"), d, files)
	checkMentions(&f, join(path, "allowed_mentions"), d.AllowedMentions)
	return f.Err()
}

// checkURL accepts http, https and attachment URLs.
func checkURL(f *Fields, path, url string) {
	for _, scheme := range []string{"http://", "https://", "attachment://"} {
		if strings.HasPrefix(url, scheme) && len(url) > len(scheme) {
			return
		}
	}
	f.Add(path, "URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of ('http', 'https').", url)
}

// checkFiles matches the descriptions with the uploaded files: each upload needs a description, and
// each description by number an upload.
func checkFiles(f *Fields, path string, d *Draft, files map[int]Upload) {
	count(f, path, max(len(d.Attachments.Value), len(files)), 0, MaxAttachments)
	described := map[int]bool{}
	for i, a := range d.Attachments.Value {
		length(f, join(path, i, "description"), a.Description, 0, maxAlt)
		n, err := strconv.ParseUint(string(a.ID), 10, 63)
		switch {
		case err != nil:
			f.Add(join(path, i, "id"), "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", string(a.ID))
		case IsSnowflake(n):
		case described[int(n)]:
			f.Add(join(path, i, "id"), "ATTACHMENT_DUPLICATED", "File %d is described twice", n)
		default:
			if _, came := files[int(n)]; !came {
				f.Add(join(path, i, "id"), "ATTACHMENT_NOT_FOUND", "There is no part files[%d]", n)
			}
			described[int(n)] = true
		}
	}
	if !d.Attachments.Set {
		return
	}
	for n := range files {
		if !described[n] {
			f.Add(path, "ATTACHMENT_MISSING", "The part files[%d] has no entry with id %d", n, n)
		}
	}
}

// checkMentions refuses parse values that are unknown or exclude the given IDs.
func checkMentions(f *Fields, path string, a *AllowedMentions) {
	if a == nil {
		return
	}
	for i, kind := range a.Parse {
		if kind != "users" && kind != "roles" && kind != "everyone" {
			f.Add(join(path, "parse", i), "BASE_TYPE_CHOICES", "Value must be one of {'users', 'roles', 'everyone'}.")
		}
	}
	for kind, ids := range map[string][]string{"users": a.Users, "roles": a.Roles} {
		count(f, join(path, kind), len(ids), 0, maxMentions)
		if len(ids) > 0 && slices.Contains(a.Parse, kind) {
			f.Add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
				"parse:[%q] and %s: [ids...] are mutually exclusive.", kind, kind)
		}
		for i, id := range ids {
			if n, err := strconv.ParseUint(id, 10, 63); err != nil || !IsSnowflake(n) {
				f.Add(join(path, kind, i), "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", id)
			}
		}
	}
}

// CheckAttachments refuses too many files in a message.
func (d *Draft) CheckAttachments(n int) error {
	var f Fields
	count(&f, d.At("attachments"), n, 0, MaxAttachments)
	return f.Err()
}

// CheckReferences refuses attachment://name if the resulting message has no file of that name.
func (d *Draft) CheckReferences(components []Component, names []string) error {
	var f Fields
	Walk(components, d.At("components"), func(c *Component, at string) {
		for _, m := range c.Files() {
			if name, ok := strings.CutPrefix(m.URL, "attachment://"); ok && !slices.Contains(names, name) {
				f.Add(at, "ATTACHMENT_NOT_FOUND", "There is no file %q in this message", name)
			}
		}
	})
	return f.Err()
}
