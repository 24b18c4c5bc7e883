package playground

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Discord's limits of a message.
const (
	maxContent         = 2000
	maxEmbeds          = 10
	maxEmbedCharacters = 6000
	maxEmbedFields     = 25
	maxAttachments     = 10
	maxAlt             = 1024
	maxMentions        = 100
)

// Flags of messages.
const (
	flagPrivate      = 1 << 6
	flagLoading      = 1 << 7
	flagComponentsV2 = 1 << 15
	settableFlags    = 1<<2 | flagPrivate | 1<<12 | flagComponentsV2
)

// check validates a message by itself; path is where it lies in the body. What
// depends on the message that it becomes, apply checks.
func (d *draft) check(path string, files map[int]upload) error {
	d.path = path
	var f faults
	length(&f, join(path, "content"), d.Content.Value, 0, maxContent)
	checkEmbeds(&f, join(path, "embeds"), d.Embeds.Value)
	v2 := d.Flags&flagComponentsV2 != 0
	if v2 && (d.Content.Value != "" || len(d.Embeds.Value) > 0) {
		f.add(join(path, "flags"), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"The 'content' and 'embeds' fields cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
	checkComponents(&f, join(path, "components"), d.Components.Value, v2)
	d.checkFiles(&f, join(path, "attachments"), files)
	checkMentions(&f, join(path, "allowed_mentions"), d.AllowedMentions)
	return f.err()
}

// length faults a text outside its bounds, in characters.
func length(f *faults, path, text string, least, most int) {
	n := utf8.RuneCountInString(text)
	switch {
	case n == 0 && least > 0:
		f.add(path, "BASE_TYPE_REQUIRED", "This field is required")
	case n > most && least == 0:
		f.add(path, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	case n < least || n > most:
		f.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

// count faults a list outside its bounds.
func count(f *faults, path string, n, least, most int) {
	switch {
	case least == 0 && n > most:
		f.add(path, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	case n < least || n > most:
		f.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

// checkURL faults an address that is no http or https one; attachment:// is one too.
func checkURL(f *faults, path, url string) {
	for _, scheme := range []string{"http://", "https://", "attachment://"} {
		if strings.HasPrefix(url, scheme) && len(url) > len(scheme) {
			return
		}
	}
	f.add(path, "URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of ('http', 'https').", url)
}

func checkEmbeds(f *faults, path string, embeds []richEmbed) {
	count(f, path, len(embeds), 0, maxEmbeds)
	total := 0
	for i := range embeds {
		e, at := &embeds[i], join(path, i)
		total += e.characters()
		length(f, join(at, "title"), e.Title, 0, 256)
		length(f, join(at, "description"), e.Description, 0, 4096)
		count(f, join(at, "fields"), len(e.Fields), 0, maxEmbedFields)
		for j, field := range e.Fields {
			length(f, join(at, "fields", j, "name"), field.Name, 1, 256)
			length(f, join(at, "fields", j, "value"), field.Value, 1, 1024)
		}
		if e.Footer != nil {
			length(f, join(at, "footer", "text"), e.Footer.Text, 0, 2048)
		}
		if e.Author != nil {
			length(f, join(at, "author", "name"), e.Author.Name, 1, 256)
		}
		for _, url := range e.pictures() {
			if *url != "" {
				checkURL(f, at, *url)
			}
		}
	}
	if total > maxEmbedCharacters {
		f.add(path, "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d", maxEmbedCharacters)
	}
}

// checkFiles matches the descriptions with the files that came along: each file
// has one, and each that names no file of the message names one that came.
func (d *draft) checkFiles(f *faults, path string, files map[int]upload) {
	count(f, path, max(len(d.Attachments.Value), len(files)), 0, maxAttachments)
	described := map[int]bool{}
	for i, a := range d.Attachments.Value {
		length(f, join(path, i, "description"), a.Description, 0, maxAlt)
		n, err := strconv.ParseUint(string(a.ID), 10, 63)
		switch {
		case err != nil:
			f.add(join(path, i, "id"), "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", string(a.ID))
		case isSnowflake(n):
		case described[int(n)]:
			f.add(join(path, i, "id"), "ATTACHMENT_DUPLICATED", "File %d is described twice", n)
		default:
			if _, came := files[int(n)]; !came {
				f.add(join(path, i, "id"), "ATTACHMENT_NOT_FOUND", "There is no part files[%d]", n)
			}
			described[int(n)] = true
		}
	}
	if !d.Attachments.Set {
		return
	}
	for n := range files {
		if !described[n] {
			f.add(path, "ATTACHMENT_MISSING", "The part files[%d] has no entry with id %d", n, n)
		}
	}
}

// isSnowflake tells an ID from the number of a file.
func isSnowflake(n uint64) bool { return n >= 1<<stampBits }

// checkMentions faults what Discord calls mutually exclusive.
func checkMentions(f *faults, path string, a *allowedMentions) {
	if a == nil {
		return
	}
	for i, kind := range a.Parse {
		if kind != "users" && kind != "roles" && kind != "everyone" {
			f.add(join(path, "parse", i), "BASE_TYPE_CHOICES", "Value must be one of {'users', 'roles', 'everyone'}.")
		}
	}
	for kind, ids := range map[string][]string{"users": a.Users, "roles": a.Roles} {
		count(f, join(path, kind), len(ids), 0, maxMentions)
		if len(ids) > 0 && contains(a.Parse, kind) {
			f.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
				"parse:[%q] and %s: [ids...] are mutually exclusive.", kind, kind)
		}
		for i, id := range ids {
			if n, err := strconv.ParseUint(id, 10, 63); err != nil || !isSnowflake(n) {
				f.add(join(path, kind, i), "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", id)
			}
		}
	}
}

// checkReferences faults attachment://name where the message has no such file.
func (d *draft) checkReferences(embeds []richEmbed, components []component, names []string) error {
	var f faults
	see := func(at, url string) {
		if name, ok := strings.CutPrefix(url, "attachment://"); ok && !contains(names, name) {
			f.add(at, "ATTACHMENT_NOT_FOUND", "There is no file %q in this message", name)
		}
	}
	for i := range embeds {
		for _, url := range embeds[i].pictures() {
			see(join(d.path, "embeds", i), *url)
		}
	}
	walk(components, join(d.path, "components"), func(c *component, at string) {
		for _, m := range c.media() {
			see(at, m.URL)
		}
	})
	return f.err()
}
