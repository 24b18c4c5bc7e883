package rules

import (
	"encoding/json"
	"maps"
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

	// Files are the uploaded files, in the order of their descriptions.
	Files []Upload `json:"-"`
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

// File describes an uploaded file by its number.
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
	Parse []string `json:"parse"`
	Users []string `json:"users"`
}

// Allows reports whether the user may be notified. A nil receiver allows everyone.
func (a *AllowedMentions) Allows(id string) bool {
	return a == nil || slices.Contains(a.Parse, "users") || slices.Contains(a.Users, id)
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

// Discord's limits on messages.
const (
	MaxContent     = 2000
	maxAttachments = 10
	maxAlt         = 1024
	maxMentions    = 100
)

// Check validates the draft by itself, and takes the files. [Draft.CheckComponents] and the methods after it validate it
// together with the message that results.
func (d *Draft) Check(files map[int]Upload) error {
	var f Fields
	path := d.Path
	length(&f, join(path, "content"), d.Content.Value, 0, MaxContent)
	count(&f, join(path, "embeds"), len(d.Embeds.Value), 0, 0)
	d.takeFiles(&f, join(path, "attachments"), files)
	checkMentions(&f, join(path, "allowed_mentions"), d.AllowedMentions)
	return f.Err()
}

// checkURL accepts http, https and attachment URLs.
func checkURL(f *Fields, path, url string, most int) {
	if length(f, path, url, 1, most); url == "" {
		return
	}
	for _, scheme := range []string{"http://", "https://", "attachment://"} {
		if strings.HasPrefix(url, scheme) && len(url) > len(scheme) {
			return
		}
	}
	f.Add(path, "URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of ('http', 'https').", url)
}

// takeFiles matches the descriptions, if there are any, with the uploaded files: each upload needs a
// description, and each description an upload.
func (d *Draft) takeFiles(f *Fields, path string, files map[int]Upload) {
	count(f, path, max(len(d.Attachments.Value), len(files)), 0, maxAttachments)
	if !d.Attachments.Set {
		for _, n := range slices.Sorted(maps.Keys(files)) {
			d.Files = append(d.Files, files[n])
		}
		return
	}
	left := maps.Clone(files)
	for i, a := range d.Attachments.Value {
		length(f, join(path, i, "description"), a.Description, 0, maxAlt)
		n, err := strconv.Atoi(string(a.ID))
		u, came := left[n]
		if err != nil || !came {
			f.Add(join(path, i, "id"), "ATTACHMENT_NOT_FOUND", "There is no part files[%s]", a.ID)
			continue
		}
		delete(left, n)
		u.Alt = a.Description
		if a.Filename != "" {
			u.Name = SafeName(a.Filename)
		}
		d.Files = append(d.Files, u)
	}
	for n := range left {
		f.Add(path, "ATTACHMENT_MISSING", "The part files[%d] has no entry with id %d", n, n)
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
	count(f, join(path, "users"), len(a.Users), 0, maxMentions)
	if len(a.Users) > 0 && slices.Contains(a.Parse, "users") {
		f.Add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `parse:["users"] and users: [ids...] are mutually exclusive.`)
	}
	for i, id := range a.Users {
		if _, err := strconv.ParseUint(id, 10, 63); err != nil {
			f.Add(join(path, "users", i), "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", id)
		}
	}
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

// archiveTimes are the allowed periods of inactivity before archiving, in minutes.
var archiveTimes = []int{60, 1440, 4320, 10080}

// MaxThreadName is the maximum number of characters in a thread's name.
const MaxThreadName = 100

// Thread is a thread as the bot opens it.
type Thread struct {
	Name    string `json:"name"`
	Archive *int   `json:"auto_archive_duration"` // minutes
	Type    *int   `json:"type"`
}

// Check validates a name and an archive time.
func (d *Thread) Check() error {
	var f Fields
	length(&f, "name", d.Name, 1, MaxThreadName)
	if d.Archive != nil {
		f.OneOf("auto_archive_duration", *d.Archive, archiveTimes...)
	}
	return f.Err()
}
