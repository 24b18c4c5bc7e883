package discord

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/sixfold-bot/sixfold/engine"
)

// maxFile is the maximum size of an attachment, in bytes.
const maxFile = 1 << 20

var errTooLarge = errors.New("discord: file too large")

// fetch downloads the attachments, by option. The error may be an [*engine.Refusal].
func (e *exchange) fetch(ctx context.Context) (map[string]engine.File, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchBy)
	defer cancel()
	files := map[string]engine.File{}
	for option, file := range e.in.files {
		var data []byte
		err := errTooLarge
		if file.Size <= maxFile { // as Discord says
			data, err = e.d.get(ctx, file.URL)
		}
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

// get downloads a file of at most maxFile bytes.
func (d *Connection) get(ctx context.Context, address string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, HidePath(err)
	}
	request.Header.Set("User-Agent", UserAgent)
	response, err := d.client.Do(request)
	if err != nil {
		return nil, HidePath(err)
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
