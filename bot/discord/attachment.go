package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/sixfold-bot/sixfold/engine"
)

// maxFile bounds a file that a person attaches, in bytes.
const maxFile = 1 << 20

// errTooLarge is returned for a file beyond maxFile.
var errTooLarge = errors.New("discord: file too large")

// fetch puts the attachments' data into the options.
func (in *interaction) fetch(ctx context.Context, get func(ctx context.Context, url string) ([]byte, error)) error {
	for option, file := range in.files {
		if file.Size > maxFile {
			return errTooLarge
		}
		data, err := get(ctx, file.URL)
		if err != nil {
			return fmt.Errorf("fetch the file of option %s: %w", option, err)
		}
		in.Options[option] = engine.File{Name: file.Filename, Data: data}
	}
	return nil
}

// get fetches an attachment.
func (d *Connection) get(ctx context.Context, address string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, hidePath(err)
	}
	request.Header.Set("User-Agent", userAgent)
	response, err := d.client.Do(request)
	if err != nil {
		return nil, hidePath(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, errors.New(response.Status)
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = errTooLarge
	}
	return data, err
}
