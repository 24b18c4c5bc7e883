package discord

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/sixfold-bot/sixfold/engine"
)

// maxFile bounds a file that a person attaches, in bytes.
const maxFile = 1 << 20

// errTooLarge is returned for a file beyond maxFile.
var errTooLarge = errors.New("discord: file too large")

// fetch returns the attachments by option, or a refusal.
func (e *exchange) fetch(ctx context.Context) (map[string]engine.File, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchBy)
	defer cancel()
	files := map[string]engine.File{}
	for option, file := range e.in.files {
		data, err := e.d.attached(ctx, file)
		if errors.Is(err, errTooLarge) {
			return nil, &engine.Refusal{Why: whyTooLarge}
		}
		if err != nil {
			e.log().Warn("an attachment could not be fetched", "option", option, "err", err)
			return nil, &engine.Refusal{Why: whyNoFile}
		}
		files[option] = engine.File{Name: file.Filename, Data: data}
	}
	return files, nil
}

// attached is the content of a file that a person has attached.
func (d *Connection) attached(ctx context.Context, file wireFile) ([]byte, error) {
	if file.Size > maxFile {
		return nil, errTooLarge
	}
	return d.get(ctx, file.URL)
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
