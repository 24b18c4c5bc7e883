package validate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/playground/apierror"
	"github.com/sixfold-bot/sixfold/bot/playground/payload"
)

// Discord's limits of a message.
const (
	MaxContent         = 2000
	maxEmbeds          = 10
	maxEmbedCharacters = 6000
	maxEmbedFields     = 25
	MaxAttachments     = 10
	maxAlt             = 1024
	maxMentions        = 100
)

// Draft checks a message by itself. What depends on the message that it becomes,
// [Components] and the others check.
func Draft(d *payload.Draft, files map[int]payload.Upload) error {
	var f apierror.Fields
	path := d.Path
	length(&f, join(path, "content"), d.Content.Value, 0, MaxContent)
	checkEmbeds(&f, join(path, "embeds"), d.Embeds.Value)
	checkFiles(&f, join(path, "attachments"), d, files)
	checkMentions(&f, join(path, "allowed_mentions"), d.AllowedMentions)
	return f.Err()
}

// checkURL faults an address that is no http or https one; attachment:// is one too.
func checkURL(f *apierror.Fields, path, url string) {
	for _, scheme := range []string{"http://", "https://", "attachment://"} {
		if strings.HasPrefix(url, scheme) && len(url) > len(scheme) {
			return
		}
	}
	f.Add(path, "URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of ('http', 'https').", url)
}

func checkEmbeds(f *apierror.Fields, path string, embeds []payload.Embed) {
	count(f, path, len(embeds), 0, maxEmbeds)
	total := 0
	for i := range embeds {
		e, at := &embeds[i], join(path, i)
		total += e.Characters()
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
		for _, url := range e.Pictures() {
			if *url != "" {
				checkURL(f, at, *url)
			}
		}
	}
	if total > maxEmbedCharacters {
		f.Add(path, "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d", maxEmbedCharacters)
	}
}

// checkFiles matches the descriptions with the files that came along: each file
// has one, and each that names no file of the message names one that came.
func checkFiles(f *apierror.Fields, path string, d *payload.Draft, files map[int]payload.Upload) {
	count(f, path, max(len(d.Attachments.Value), len(files)), 0, MaxAttachments)
	described := map[int]bool{}
	for i, a := range d.Attachments.Value {
		length(f, join(path, i, "description"), a.Description, 0, maxAlt)
		n, err := strconv.ParseUint(string(a.ID), 10, 63)
		switch {
		case err != nil:
			f.Add(join(path, i, "id"), "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", string(a.ID))
		case payload.IsSnowflake(n):
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

// checkMentions faults what Discord calls mutually exclusive.
func checkMentions(f *apierror.Fields, path string, a *payload.AllowedMentions) {
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
			if n, err := strconv.ParseUint(id, 10, 63); err != nil || !payload.IsSnowflake(n) {
				f.Add(join(path, kind, i), "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", id)
			}
		}
	}
}

// Attachments refuses too many files of a message.
func Attachments(d *payload.Draft, n int) error {
	var f apierror.Fields
	count(&f, join(d.Path, "attachments"), n, 0, MaxAttachments)
	return f.Err()
}

// References refuses attachment://name where a message, as the draft makes it, has no
// such file.
func References(d *payload.Draft, embeds []payload.Embed, components []payload.Component, names []string) error {
	var f apierror.Fields
	see := func(at, url string) {
		if name, ok := strings.CutPrefix(url, "attachment://"); ok && !slices.Contains(names, name) {
			f.Add(at, "ATTACHMENT_NOT_FOUND", "There is no file %q in this message", name)
		}
	}
	for i := range embeds {
		for _, url := range embeds[i].Pictures() {
			see(join(d.Path, "embeds", i), *url)
		}
	}
	payload.Walk(components, join(d.Path, "components"), func(c *payload.Component, at string) {
		for _, m := range c.Files() {
			see(at, m.URL)
		}
	})
	return f.Err()
}
