package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

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
		c.File = path
		if err := c.readTexts(texts); err != nil {
			return Config{}, err
		}
	}
	err := c.findToken(env)
	return c, err
}

// Refuse returns an error for the value of a key that Load accepts but one use does not.
func (c *Config) Refuse(key string, err error) *Error {
	data, _ := os.ReadFile(c.File) // without it the line is unknown
	return &Error{File: c.File, Line: lineOf(data, key), Key: key, Why: err.Error(), Err: err}
}

// readTexts reads and validates the files of replacement texts.
func (c *Config) readTexts(check func(game string, data []byte) error) error {
	for id, file := range c.Texts {
		text, err := os.ReadFile(file)
		if err != nil {
			return c.Refuse("texts."+id, err)
		}
		if err := check(id, text); err != nil {
			return c.Refuse("texts."+id, fmt.Errorf("%s: %w", file, err))
		}
		c.TextData[id] = text
	}
	return nil
}

// Parse reads a TOML document over [Default]; name is the file name for errors, which are [*Error]
// values. It opens no other file.
func Parse(name string, data []byte) (Config, error) {
	c := Default()
	if err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(&c); err != nil {
		return Config{}, decodeError(name, err)
	}
	if fault := c.fault(); fault != nil {
		fault.File, fault.Line = name, lineOf(data, fault.Key)
		return Config{}, fault
	}
	return c, nil
}

// findToken sets the token from the first source that has one; see [Load] for the order.
func (c *Config) findToken(env func(string) string) error {
	if token := Secret(strings.TrimSpace(env("SIXFOLD_TOKEN"))); token != "" {
		if !isToken(token) {
			return &Error{File: "SIXFOLD_TOKEN", Why: "must be the bot's token alone, without blanks"}
		}
		c.Discord.Token = token
		return nil
	}
	name, source := env("SIXFOLD_TOKEN_FILE"), "SIXFOLD_TOKEN_FILE"
	if name == "" {
		name, source = credential(env), "CREDENTIALS_DIRECTORY"
	}
	if name == "" {
		name, source = c.Discord.TokenFile, ""
	}
	if name == "" {
		return nil
	}
	data, err := os.ReadFile(name)
	token := Secret(bytes.TrimSpace(data))
	if err == nil && (token == "" || !isToken(token)) {
		err = errors.New(name + " must hold the bot's token alone")
	}
	switch {
	case err == nil:
		c.Discord.Token = token
		return nil
	case source == "":
		return c.Refuse("discord.token_file", err)
	default:
		return &Error{File: source, Why: err.Error(), Err: err}
	}
}

// credential returns the path of systemd's credential discord-token (LoadCredential or
// SetCredential), or "".
func credential(env func(string) string) string {
	folder := env("CREDENTIALS_DIRECTORY")
	if folder == "" {
		return ""
	}
	file := filepath.Join(folder, "discord-token")
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	return file
}
