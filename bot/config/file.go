package config

import (
	"bytes"
	"os"

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
		text, err := os.ReadFile(file)
		if err != nil {
			return fault(err.Error(), err)
		}
		if err := check(id, text); err != nil {
			return fault(file+": "+err.Error(), err)
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
