package config

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/sixfold-bot/sixfold/render"
)

// Error is a setting that cannot be used, in words for the operator.
type Error struct {
	File string // or the environment variable
	Line int    // from 1; 0 where the fault has no line
	Key  string // "discord.token"; "" where the file is no TOML
	Why  string
	Err  error // what lies behind it, or nil
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	if e.Key != "" {
		b.WriteString(": " + e.Key)
	}
	return b.String() + ": " + e.Why
}

// Unwrap returns what lies behind the error.
func (e *Error) Unwrap() error { return e.Err }

// Load reads the TOML file at path over [Default]; no file for "".
// Unknown keys and values that cannot be used are a [*Error]; what keeps a game
// from using the file of texts that is named for it, texts reports.
//
// The token is SIXFOLD_TOKEN, else the content of the file named by
// SIXFOLD_TOKEN_FILE, else the file's discord.token or discord.token_file.
func Load(path string, env func(string) string, texts func(game string, data []byte) error) (Config, error) {
	c := Default()
	if path != "" {
		data, err := os.ReadFile(path)
		if err != nil {
			return Config{}, &Error{File: path, Why: reason(err), Err: err}
		}
		if c, err = Parse(path, data); err != nil {
			return Config{}, err
		}
		if err := c.readTexts(path, data, texts); err != nil {
			return Config{}, err
		}
	}
	if err := c.findToken(path, env); err != nil {
		return Config{}, err
	}
	return c, nil
}

// readTexts reads the files of other texts and has them checked; path is the file of the
// settings.
func (c *Config) readTexts(path string, data []byte, check func(game string, data []byte) error) error {
	for id, file := range c.Texts {
		key := "texts." + id
		fault := func(why string, err error) error {
			return &Error{File: path, Line: lineOf(data, key), Key: key, Why: why, Err: err}
		}
		var err error
		if file.Data, err = os.ReadFile(file.Path); err != nil {
			return fault(err.Error(), err)
		}
		if err := check(id, file.Data); err != nil {
			return fault(file.Path+": "+err.Error(), err)
		}
		c.Texts[id] = file
	}
	return nil
}

// Parse reads a TOML document over [Default]; name is what errors call
// it. It opens no other file. Its errors are [*Error].
func Parse(name string, data []byte) (Config, error) {
	doc := documentOf(Default())
	err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(&doc)
	if err != nil {
		return Config{}, decodeError(name, err)
	}
	c, fault := doc.config()
	if fault != nil {
		fault.File, fault.Line = name, lineOf(data, fault.Key)
		return Config{}, fault
	}
	return c, nil
}

// document is a Config as a file spells it: durations are texts.
type document struct {
	Discord discordKeys `toml:"discord"`
	Store   storeKeys   `toml:"store"`
	Tables  struct {
		Theme            string `toml:"theme"`
		ChallengeExpires string `toml:"challenge_expires"`
		IdleWarn         string `toml:"idle_warn"`
		IdleEnd          string `toml:"idle_end"`
	} `toml:"tables"`
	Think struct {
		Workers int    `toml:"workers"`
		Limit   string `toml:"limit"`
	} `toml:"think"`
	Log        logKeys        `toml:"log"`
	Playground playgroundKeys `toml:"playground"`
	Admin      adminKeys      `toml:"admin"`
	// Texts are paths, by game.
	Texts map[string]string `toml:"texts"`
}

func documentOf(c Config) document {
	d := document{Discord: c.Discord, Store: c.Store, Log: c.Log, Playground: c.Playground, Admin: c.Admin}
	d.Tables.Theme = c.Tables.Theme
	d.Tables.ChallengeExpires = c.Tables.ChallengeExpires.String()
	d.Tables.IdleWarn = c.Tables.IdleWarn.String()
	d.Tables.IdleEnd = c.Tables.IdleEnd.String()
	d.Think.Workers = c.Think.Workers
	d.Think.Limit = c.Think.Limit.String()
	return d
}

// config checks the values. Its error has a key and a reason alone.
func (d document) config() (Config, *Error) {
	c := Config{Discord: d.Discord, Store: d.Store, Log: d.Log, Playground: d.Playground, Admin: d.Admin}
	c.Tables.Theme = d.Tables.Theme
	c.Think.Workers = d.Think.Workers
	for id, file := range d.Texts {
		if c.Texts == nil {
			c.Texts = map[string]TextFile{}
		}
		c.Texts[id] = TextFile{Path: file}
	}
	for _, span := range []struct {
		key      string
		text     string
		min, max time.Duration
		to       *time.Duration
	}{
		{"tables.challenge_expires", d.Tables.ChallengeExpires, time.Minute, 365 * 24 * time.Hour, &c.Tables.ChallengeExpires},
		{"tables.idle_warn", d.Tables.IdleWarn, time.Minute, 365 * 24 * time.Hour, &c.Tables.IdleWarn},
		{"tables.idle_end", d.Tables.IdleEnd, time.Minute, 365 * 24 * time.Hour, &c.Tables.IdleEnd},
		// An answer must arrive before its interaction's token ends, after 15 minutes.
		{"think.limit", d.Think.Limit, 100 * time.Millisecond, 10 * time.Minute, &c.Think.Limit},
	} {
		value, err := time.ParseDuration(span.text)
		if err != nil || value < span.min || value > span.max {
			return c, &Error{Key: span.key, Why: fmt.Sprintf(
				`must be a duration from %s to %s, such as "90s" or "24h", not %q`, short(span.min), short(span.max), span.text)}
		}
		*span.to = value
	}
	return c, c.fault()
}

// fault returns the first value that cannot be used, or nil.
func (c Config) fault() *Error {
	_, known := render.ThemeByID(c.Tables.Theme)
	levels, formats := []string{"debug", "info", "warn", "error"}, []string{"text", "json"}
	for _, check := range []struct {
		key string
		ok  bool
		why string
	}{
		{"discord.token", isToken(c.Discord.Token), "must be the bot's token alone, without blanks"},
		{
			"discord.token_file", c.Discord.Token == "" || c.Discord.TokenFile == "",
			"must be left out where token is set",
		},
		{
			"discord.guild", c.Discord.Guild == "" || IsSnowflake(c.Discord.Guild),
			"must be a server's ID, a number of 17 to 20 digits in quotes, or empty",
		},
		{
			"discord.endpoint", c.Discord.Endpoint == "" || isAddress(c.Discord.Endpoint),
			`must be a host and a port to listen at, such as "127.0.0.1:8080", or empty`,
		},
		{
			"discord.public_key", isPublicKey(c.Discord.PublicKey) || c.Discord.PublicKey == "" && c.Discord.Endpoint == "",
			"must be the application's public key, 64 hexadecimal digits, where endpoint is set",
		},
		{"store.file", c.Store.File != "", "must name a file"},
		{"tables.theme", known, "must be one of " + strings.Join(themes(), ", ")},
		{"tables.idle_end", c.Tables.IdleEnd > c.Tables.IdleWarn, "must be longer than idle_warn"},
		{
			"think.workers", c.Think.Workers >= 0 && c.Think.Workers <= 1024,
			"must be a number from 0, as many as there are cores, to 1024",
		},
		{"log.level", slices.Contains(levels, c.Log.Level), "must be one of " + strings.Join(levels, ", ")},
		{"log.format", slices.Contains(formats, c.Log.Format), "must be one of " + strings.Join(formats, ", ")},
		{
			"playground.address", isAddress(c.Playground.Address),
			`must be a host and a port, such as "127.0.0.1:8666"`,
		},
		{
			"admin.address", c.Admin.Address == "" || isAddress(c.Admin.Address),
			`must be a host and a port, such as "127.0.0.1:9666", or empty`,
		},
		{
			"admin.address", c.Admin.Address == "" || c.Admin.Public || isLocal(c.Admin.Address),
			`must be on loopback, such as "127.0.0.1:9666", unless public is true`,
		},
	} {
		if !check.ok {
			return &Error{Key: check.key, Why: check.why}
		}
	}
	return nil
}

// findToken puts the token in its place, wherever it comes from.
func (c *Config) findToken(path string, env func(string) string) error {
	if token := Secret(strings.TrimSpace(env("SIXFOLD_TOKEN"))); token != "" {
		if !isToken(token) {
			return &Error{File: "SIXFOLD_TOKEN", Why: "must be the bot's token alone, without blanks"}
		}
		c.Discord.Token = token
		return nil
	}
	name, source, key := env("SIXFOLD_TOKEN_FILE"), "SIXFOLD_TOKEN_FILE", ""
	if name == "" {
		name, source, key = c.Discord.TokenFile, path, "discord.token_file"
	}
	if name == "" {
		return nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return &Error{File: source, Key: key, Why: err.Error(), Err: err}
	}
	token := Secret(bytes.TrimSpace(data))
	if token == "" || !isToken(token) {
		return &Error{File: source, Key: key, Why: name + " must hold the bot's token alone"}
	}
	c.Discord.Token = token
	return nil
}

func themes() []string {
	var ids []string
	for _, theme := range render.Themes {
		ids = append(ids, theme.ID)
	}
	return ids
}

func isToken(s Secret) bool {
	return !strings.ContainsFunc(string(s), func(r rune) bool { return r <= ' ' || r >= 0x7f })
}

func IsSnowflake(s string) bool {
	_, err := strconv.ParseUint(s, 10, 64)
	return err == nil && len(s) >= 17 && len(s) <= 20
}

func isPublicKey(s string) bool {
	_, err := ParsePublicKey(s)
	return err == nil
}

func isAddress(s string) bool {
	_, port, err := net.SplitHostPort(s)
	if err != nil {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

// IsLoopback reports whether a host, a name or an address, is this machine alone.
func IsLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// isLocal reports whether an address is on loopback.
func isLocal(address string) bool {
	host, _, err := net.SplitHostPort(address)
	return err == nil && IsLoopback(host)
}

// short writes a duration without its zero parts: 24h, not 24h0m0s.
func short(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// reason is an error of a file without the file's name.
func reason(err error) string {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return path.Err.Error()
	}
	return err.Error()
}

// decodeError says what the decoder found, without the line's text: it may hold the
// token.
func decodeError(name string, err error) error {
	if missing, ok := errors.AsType[*toml.StrictMissingError](err); ok && len(missing.Errors) > 0 {
		first := missing.Errors[0]
		line, _ := first.Position()
		return &Error{
			File: name, Line: line, Key: strings.Join(first.Key(), "."), Err: err,
			Why: "there is no such key; config.example.toml has them all",
		}
	}
	bad, ok := errors.AsType[*toml.DecodeError](err)
	if !ok {
		return &Error{File: name, Why: strings.TrimPrefix(err.Error(), "toml: "), Err: err}
	}
	line, _ := bad.Position()
	key, why := strings.Join(bad.Key(), "."), strings.TrimPrefix(bad.Error(), "toml: ")
	switch kindOf(reflect.TypeFor[document](), bad.Key()) {
	case reflect.String:
		why = `must be a text in quotes, such as "24h"`
	case reflect.Int:
		why = "must be a whole number"
	case reflect.Bool:
		why = "must be true or false"
	case reflect.Struct:
		why = "must be a section, such as [log]"
	default: // no value: the syntax is at fault
	}
	return &Error{File: name, Line: line, Key: key, Why: why, Err: err}
}

// kindOf returns the kind of value that a key has, or Invalid.
func kindOf(t reflect.Type, key toml.Key) reflect.Kind {
	if len(key) == 0 || t.Kind() != reflect.Struct {
		return reflect.Invalid
	}
	for field := range t.Fields() {
		if field.Tag.Get("toml") != key[0] {
			continue
		}
		if len(key) == 1 {
			return field.Type.Kind()
		}
		return kindOf(field.Type, key[1:])
	}
	return reflect.Invalid
}

// lineOf returns the line on which a document sets a key, or 0 where it does not.
func lineOf(data []byte, key string) int {
	var p unstable.Parser
	p.Reset(data)
	section, line := "", 0
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind != unstable.Table && e.Kind != unstable.KeyValue {
			continue
		}
		name, at := nameOf(&p, e)
		if e.Kind == unstable.Table {
			section = name + "."
			continue
		}
		// An inline table stands for the keys that it holds.
		if name = section + name; name == key || strings.HasPrefix(key, name+".") {
			line = at
		}
	}
	return line
}

// nameOf returns the dotted key of an expression, and the line where it starts.
func nameOf(p *unstable.Parser, e *unstable.Node) (name string, line int) {
	var parts []string
	for it := e.Key(); it.Next(); {
		if line == 0 {
			line = p.Shape(it.Node().Raw).Start.Line
		}
		parts = append(parts, string(it.Node().Data))
	}
	return strings.Join(parts, "."), line
}

// ParsePublicKey reads an application's public key: 64 hexadecimal digits.
func ParsePublicKey(text string) (ed25519.PublicKey, error) {
	key, err := hex.DecodeString(text)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, errors.New("a public key has 64 hexadecimal digits")
	}
	return key, nil
}
