package config

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// findToken sets the token from the first source that has one; see [Load] for the order.
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
		name, source = credential(env), "CREDENTIALS_DIRECTORY"
	}
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
