package config

import (
	"bytes"
	"fmt"
	"os"
	"time"

	"github.com/pelletier/go-toml/v2"
)

// Load reads the TOML file at path over [Default]; "" means no file. Unknown keys and invalid
// values are an [*Error]. texts validates a game's file of replacement texts.
//
// The token is SIXFOLD_TOKEN, or else the content of the file named by SIXFOLD_TOKEN_FILE, of
// discord-token in the folder CREDENTIALS_DIRECTORY (systemd's credentials), or the file's
// discord.token or discord.token_file.
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

// readTexts reads and validates the files of replacement texts; path is the settings file.
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

// Parse reads a TOML document over [Default]; name is the file name for errors, which are [*Error]
// values. It opens no other file.
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

// document is the TOML form of a Config: durations are strings, which hide those of the sections.
type document struct {
	Discord discordKeys `toml:"discord"`
	Store   struct {
		storeKeys

		BackupEvery string `toml:"backup_every"`
	} `toml:"store"`
	Cluster clusterKeys `toml:"cluster"`
	Tables  struct {
		tableKeys

		ChallengeExpires string `toml:"challenge_expires"`
		IdleWarn         string `toml:"idle_warn"`
		IdleEnd          string `toml:"idle_end"`
	} `toml:"tables"`
	Think struct {
		thinkKeys

		Limit string `toml:"limit"`
	} `toml:"think"`
	Limits     limitKeys      `toml:"limits"`
	Log        logKeys        `toml:"log"`
	Playground playgroundKeys `toml:"playground"`
	Admin      adminKeys      `toml:"admin"`
	// Texts are paths, by game.
	Texts map[string]string `toml:"texts"`
}

func documentOf(c Config) document {
	d := document{Discord: c.Discord, Cluster: c.Cluster, Limits: c.Limits, Log: c.Log, Playground: c.Playground, Admin: c.Admin}
	d.Store.storeKeys, d.Tables.tableKeys, d.Think.thinkKeys = c.Store, c.Tables, c.Think
	d.Store.BackupEvery = c.Store.BackupEvery.String()
	d.Tables.ChallengeExpires = c.Tables.ChallengeExpires.String()
	d.Tables.IdleWarn = c.Tables.IdleWarn.String()
	d.Tables.IdleEnd = c.Tables.IdleEnd.String()
	d.Think.Limit = c.Think.Limit.String()
	return d
}

// config converts and validates the values. The error has only a key and a reason.
func (d document) config() (Config, *Error) {
	c := Config{
		Discord: d.Discord, Store: d.Store.storeKeys, Cluster: d.Cluster, Tables: d.Tables.tableKeys, Think: d.Think.thinkKeys,
		Limits: d.Limits, Log: d.Log, Playground: d.Playground, Admin: d.Admin,
	}
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
		{"store.backup_every", d.Store.BackupEvery, time.Minute, 365 * 24 * time.Hour, &c.Store.BackupEvery},
		{"tables.challenge_expires", d.Tables.ChallengeExpires, time.Minute, 365 * 24 * time.Hour, &c.Tables.ChallengeExpires},
		{"tables.idle_warn", d.Tables.IdleWarn, time.Minute, 365 * 24 * time.Hour, &c.Tables.IdleWarn},
		{"tables.idle_end", d.Tables.IdleEnd, time.Minute, 365 * 24 * time.Hour, &c.Tables.IdleEnd},
		// The answer must arrive before its interaction's token expires, after 15 minutes.
		{"think.limit", d.Think.Limit, 100 * time.Millisecond, 10 * time.Minute, &c.Think.Limit},
	} {
		value, err := time.ParseDuration(span.text)
		if err != nil || value < span.min || value > span.max {
			return c, &Error{Key: span.key, Why: fmt.Sprintf(
				`must be a duration from %s to %s, such as "90s" or "24h", not %q`, shortDuration(span.min), shortDuration(span.max), span.text)}
		}
		*span.to = value
	}
	return c, c.fault()
}
